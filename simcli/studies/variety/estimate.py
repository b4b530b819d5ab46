"""How many plans are worth playing in each variant, and what a variant changes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from simcli.stats.bounds import NO_INTERVAL, Interval
from simcli.stats.field_tally import FieldTally
from simcli.stats.measured import VarietyCell
from simcli.stats.ratings.redrawn import Number, Redrawn, apart
from simcli.stats.ratings.viable import rounded
from simcli.stats.summary import Tolerance
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict

SAME = Interval(0.0, 0.0, 0.0)


def varieties(
    tallies: Sequence[FieldTally], tolerance: Tolerance, base: str = "", redrawn: Sequence[Redrawn | None] | None = None
) -> tuple[VarietyCell, ...]:
    """The viable plans of each tally, those of variants with the difference to the one called `base` at the same number of players.

    All tallies have the same deals. redrawn: theirs, where they are there already; None for one that was not played.
    """
    drawn = redrawn_of(tallies) if redrawn is None else redrawn
    places = {tally.players: i for i, tally in enumerate(tallies) if tally.variant == base}
    others = [None if places.get(tally.players) in (None, i) else places[tally.players] for i, tally in enumerate(tallies)]
    family = max(1, sum(other is not None for other in others))

    @cache
    def number(i: int, family: int = 1) -> Number | None:
        one = drawn[i]
        return None if one is None else one.viable_plans(tolerance.at(tallies[i].players), family)

    made = []
    for i, (tally, other) in enumerate(zip(tallies, others, strict=True)):
        own = number(i)
        cell = VarietyCell(
            variant=tally.variant or None,
            players=tally.players,
            plans=len(tally.plans),
            line_ups=len(tally.finishes),
            deals=tally.deals,
            games=tally.games,
            tolerance=rounded_tolerance(tolerance, tally.players),
            viable_plans=NO_INTERVAL if own is None else rounded(own.bounds),
        )
        if other is not None:
            found = SAME if tally.repeats_base else _difference(own, number(other))
            change = _change(found)
            if family > 1 and change in (MORE, LESS):
                change = _change(_difference(number(i, family), number(other, family)))
            cell = replace(cell, base=tallies[other].variant, difference=found, change=change)
        made.append(cell)
    return tuple(made)


def rounded_tolerance(tolerance: Tolerance, players: int) -> float:
    """The advantage that still counts as even, as files have it."""
    return round(tolerance.at(players), 10)


def redrawn_of(tallies: Sequence[FieldTally]) -> list[Redrawn | None]:
    """The deals of each tally as they came and drawn again; None for one that was not played."""
    return [Redrawn(tally) if tally.deals else None for tally in tallies]


def _difference(own: Number | None, base: Number | None) -> Interval:
    return NO_INTERVAL if own is None or base is None else rounded(apart(own, base))


def _change(difference: Interval) -> Verdict:
    """Whether a difference is certain."""
    if difference == SAME:
        return EVEN
    low, high = difference.bounds or (0.0, 0.0)
    return MORE if low > 0 else LESS if high < 0 else UNKNOWN
