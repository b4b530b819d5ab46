"""Whether a run meets a designer's targets: each figure is met, missed or not yet known.

A target is met where the 95 % interval of the figure lies within its bounds. That all are met is then wrong only if at least one single
answer is (an intersection-union test), so no correction is needed. It is missed where an interval widened for the number of answers
(Bonferroni) lies outside; what is said to be missed is then so with 95 % for all answers together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar, Protocol

from simcli.config.run.targets import Target, refuse_unknown, wrong_unit
from simcli.errors import nearest
from simcli.stats.figures.named import Place, places_of, places_of_fields
from simcli.stats.figures.registry import why_unknown
from simcli.stats.intervals import LEVEL
from simcli.stats.measured import VIABLE
from simcli.stats.records import answered
from simcli.stats.summary import Interval, Summary
from simcli.stats.within import Met, exact, judged_within


class HasFields(Protocol):
    """Results of matchups."""

    @property
    def fields(self) -> Sequence[Any]:
        """Of each number of players and variant: figures of the field and of each plan."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A target in one cell of a run."""

    figure: str
    """name of the figure"""
    variant: str | None
    """name of the variant; null where the run has none"""
    players: int
    """number of players"""
    low: float | None
    """lower bound; a fraction of 1 of shares; null for none"""
    high: float | None
    """upper bound; null for none"""
    value: Interval
    """the figure with its 95 % interval"""
    is_share: bool
    """whether it is a share, a fraction of 1"""
    answer: Met
    """whether it keeps to its bounds"""
    deals: int | None
    """deals that would settle what is not yet known, roughly; null where no number would"""


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A run against targets."""

    SAID: ClassVar = answered("targets", "whether it meets them")
    targets: tuple[Judged, ...]
    """every target in every place it is about"""


def judge(results: Summary | HasFields, targets: Sequence[Target]) -> tuple[Judged, ...]:
    """Every target in every place it is about. UserError when a target names what the run does not have."""
    there = places_of(results) if isinstance(results, Summary) else places_of_fields(results.fields)
    asked = [(target, place) for target in targets for place in _places(target, there)]
    return tuple(_judged(target, place, len(asked)) for target, place in asked)


def _places(target: Target, there: Sequence[Place]) -> Iterator[Place]:
    counts = list(dict.fromkeys(place.players for place in there))
    names = list(dict.fromkeys(place.variant for place in there if place.variant is not None))
    if target.players is not None and target.players not in counts:
        refuse_unknown(target, f"the run has no games with {target.players} players", f"it has {', '.join(map(str, counts))}")
    if target.variant is not None and target.variant not in names:
        otherwise = "" if names else "the run has one variant, leave the key out"
        refuse_unknown(target, f"the run has no variant '{target.variant}'", nearest(target.variant, names, otherwise))
    wanted = [place for place in there if target.players in (None, place.players) and target.variant in (None, place.variant)]
    found = [place for place in wanted if place.find(target.figure) is not None]
    if not found:
        what = "the run has no figure of that name"
        if target.figure == VIABLE:
            refuse_unknown(target, what, "play it with --measure variety, or judge the folder of `simcli matchups`")
        if why := why_unknown(target.figure):
            refuse_unknown(target, *why)
        known = [name for place in wanted for name in place.names]
        refuse_unknown(target, what, nearest(target.figure, known, "such as seat 1 win share, rounds, margin"))
    yield from found


def _judged(target: Target, place: Place, answers: int) -> Judged:
    figure = place.find(target.figure)
    assert figure is not None
    if figure.lacking:
        refuse_unknown(target, figure.lacking, "leave it out; `simcli cards` says what is known of it")
    if wrong := wrong_unit(target, is_share=figure.is_share):
        refuse_unknown(target, *wrong)
    value, low, high = exact(figure.value, place.deals, is_share=figure.is_share), target.low, target.high
    answer, deals = judged_within(value, _widened(value, answers), low, high, figure.deals or place.deals, figure.unended)
    return Judged(
        figure=figure.names[0],
        variant=place.variant,
        players=place.players,
        low=low,
        high=high,
        value=value,
        is_share=figure.is_share,
        answer=answer,
        deals=deals,
    )


def _widened(value: Interval, answers: int) -> Interval:
    """The interval at the level at which all of a family hold with 95 %: wider on each side in proportion."""
    if value.bounds is None:
        return value
    quantile = NormalDist().inv_cdf
    factor = quantile(1 - (1 - LEVEL) / 2 / answers) / quantile(1 - (1 - LEVEL) / 2)
    low, high = value.bounds
    return Interval(value.known - factor * (value.known - low), value.known, value.known + factor * (high - value.known))
