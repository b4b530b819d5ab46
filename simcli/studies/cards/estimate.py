"""What each item is worth, in win share of one player: where it is denied each in turn (`every: {ban: ...}`), what is lost with each copy
used.

Where it must also take each in turn (`must`), or is dealt each in place of a random card (`swap`), what it gains by that stands beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcli.base.restrictions import in_turn
from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, PerCopy, Summary, VariantChanges
from simcli.stats.verdicts import NO_TEST

UNUSED = PerCopy(used=None, lost=NO_INTERVAL, against_kind=NO_INTERVAL, test=NO_TEST)
"""Of an item that was neither offered nor held in any game without the ban."""


def bans_in_turn(variants: Sequence[VariantChanges]) -> bool:
    """Whether a run bans one item after the other for one player, makes it take or deals it some of them, and does nothing else."""
    changed = [variant.restrictions for variant in variants if variant.restrictions]
    if len(changed) != len(variants) - 1 or not in_turn(changed) or any(v.options or v.patch for v in variants):
        return False
    banned = {name for one in changed for ids in one.bans.values() for name in ids}
    others = [ids for one in changed for chosen in (one.musts, one.swaps) for ids in chosen.values()]
    is_one = all(len(ids) == 1 and banned.issuperset(ids) for ids in others)
    return bool(banned) and is_one and all(one.bans or one.musts or one.swaps for one in changed)


def with_cards(summary: Summary) -> Summary:
    """A summary with what each item is worth, where that was asked."""
    return replace(summary, cards=card_results(summary.variants or (), summary.cells))


def card_results(variants: Sequence[VariantChanges], cells: Sequence[Cell]) -> tuple[CardResult, ...] | None:
    """One record for each number of players and item, what is worth most first; None for a run of other variants, or with another base."""
    if not bans_in_turn(variants) or any(cell.bans for cell in cells if cell.base is None):
        return None
    rows = [row for players in dict.fromkeys(cell.players for cell in cells) for row in _ranked(players, cells)]
    return tuple(rows)


def _ranked(players: int, cells: Sequence[Cell]) -> list[CardResult]:
    """The items at one number of players, by what a copy is worth; those seldom used behind all others, those never used last."""
    rows = list(_results([cell for cell in cells if cell.players == players]))
    return sorted(rows, key=lambda row: (row.test.verdict is None, row.lost_per_copy.value is None, -worth(row)))


def worth(row: CardResult) -> float:
    """What a copy is worth, to rank it by: what is lost where it is used, what is gained by force where it is seldom used."""
    known = row.lost_per_copy if row.test.verdict or row.gained_if_forced is None else row.gained_if_forced
    return known.value or 0.0


def _results(cells: Sequence[Cell]) -> Iterator[CardResult]:
    """The bans of the cells with one number of players, with what all other games say of the same items."""
    base = {item.item: item for cell in cells if cell.base is None for item in cell.items}
    restricted = [(cell, row) for cell in cells for row in cell.bans or ()]
    forced = {row.must[0]: cell.forced for cell, row in restricted if row.must}
    dealt = {row.dealt[0]: row for _, row in restricted if row.dealt}
    for cell, ban in restricted:
        if ban.items:
            item = base[ban.items[0]]
            came = bool(item.offered or item.held)
            low, value, high = (ban.difference if came else NO_INTERVAL).each(lambda bound: 0.0 - bound)
            copies = cell.per_copy if came and cell.per_copy else UNUSED
            taken, instead = forced.get(item.item), dealt.get(item.item)
            yield CardResult(
                players=cell.players,
                item=item.item,
                kind=item.kind,
                name=item.name,
                player=ban.player,
                used=copies.used,
                lost_per_copy=copies.lost,
                against_kind=copies.against_kind,
                test=copies.test,
                worth_verdict=copies.worth_verdict,
                lost_if_banned=Interval(high, value, low),
                few_wins=ban.few_wins,
                held=item.held,
                per_copy_held=_of_one(item.holding, cell.players),
                points_per_copy_held=item.points_in_place or NO_INTERVAL,
                used_if_forced=None if taken is None else taken.used,
                gained_if_forced=None if taken is None else taken.gained,
                forced_against_kind=None if taken is None else taken.against_kind,
                forced_verdict=None if taken is None else taken.test.verdict,
                gain_verdict=None if taken is None else taken.gain_verdict,
                dealt_instead=None if instead is None else instead.difference,
                dealt_verdict=None if instead is None else instead.test.verdict,
            )


def _of_one(slope: Interval, players: int) -> Interval:
    """What one copy more brings its owner: a slope compares the owner with the others, who lose what it gains."""
    return slope.each(lambda bound: bound * (players - 1) / players)
