"""What each item is worth: where one player is denied each in turn (`every: {ban: ...}`), every ban beside figures of the base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, VariantChanges
from simcli.stats.verdicts import LESS, LESS_OPEN, MORE, MORE_OPEN, TestResult, Verdict

TURNED: dict[Verdict, Verdict] = {MORE: LESS, LESS: MORE, MORE_OPEN: LESS_OPEN, LESS_OPEN: MORE_OPEN}
"""What is lost by a ban has the other sign than what the ban does."""
UNTESTED = TestResult(None, None, None, None, None, None)
"""Of an item that was neither offered nor held in any game without the ban."""


def bans_in_turn(variants: Sequence[VariantChanges]) -> bool:
    """Whether a run bans one item after the other for one player, and its variants differ in nothing else."""
    bans = [dict(variant.restrict) for variant in variants if variant.restrict]
    players = {player for ban in bans for player in ban}
    alone = all(len(ban) == 1 and all(len(items) == 1 for items in ban.values()) for ban in bans)
    return len(bans) == len(variants) - 1 > 0 and alone and len(players) == 1 and not any(v.options or v.patch for v in variants)


def card_results(variants: Sequence[VariantChanges], cells: Sequence[Cell]) -> tuple[CardResult, ...] | None:
    """One record for each number of players and item, what is worth most first; None for a run of other variants, or with another base."""
    if not bans_in_turn(variants) or any(cell.bans for cell in cells if cell.base is None):
        return None
    rows = [row for players in dict.fromkeys(cell.players for cell in cells) for row in _ranked(players, cells)]
    return tuple(rows)


def _ranked(players: int, cells: Sequence[Cell]) -> list[CardResult]:
    """The items at one number of players, by what is lost without them; unknown ones last."""
    rows = list(_results([cell for cell in cells if cell.players == players]))
    return sorted(rows, key=lambda row: (row.lost_if_banned.value is None, -(row.lost_if_banned.value or 0.0)))


def _results(cells: Sequence[Cell]) -> Iterator[CardResult]:
    """The bans of the cells with one number of players, with what the base says of the same items."""
    base = {item.item: item for cell in cells if cell.base is None for item in cell.items}
    for cell in cells:
        for ban in cell.bans or ():
            item = base[ban.items[0]]
            came = bool(item.offered or item.held)
            low, value, high = ban.difference if came else NO_INTERVAL
            yield CardResult(
                players=cell.players,
                item=item.item,
                kind=item.kind,
                name=item.name,
                player=ban.player,
                lost_if_banned=Interval(_less(high), _less(value), _less(low)),
                few_wins=ban.few_wins,
                test=_turned(ban.test) if came else UNTESTED,
                held=item.held,
                per_copy_offered=item.offer,
                per_copy_held=item.holding,
                points_per_copy_held=item.points_in_place or NO_INTERVAL,
            )


def _less(number: float | None) -> float | None:
    return None if number is None else 0.0 - number


def _turned(test: TestResult) -> TestResult:
    """The test of a ban as one of what is lost by it."""
    return replace(test, verdict=None if test.verdict is None else TURNED.get(test.verdict, test.verdict))
