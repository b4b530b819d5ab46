"""How many plans are worth playing, of one tally: the figure that matchups, runs, targets, sensitivities and fixes all take from here."""

from __future__ import annotations

from simcli.stats.bounds import Interval
from simcli.stats.field_tally import FieldTally
from simcli.stats.ratings.redrawn import Bounds, Redrawn

DIGITS = 3
"""Digits behind the point of a number of plans."""


def number_of(tally: FieldTally, tolerance: float, family: int = 1) -> Interval:
    """The viable plans of one tally, which has deals; family: intervals that are to hold with 95 % together."""
    return rounded(Redrawn(tally).viable_plans(tolerance, family).bounds)


def rounded(bounds: Bounds) -> Interval:
    """As files have it: no minus before a zero."""
    return Interval(*(None if bound is None else round(float(bound), DIGITS) + 0.0 for bound in bounds))
