"""Who wins too often, who too rarely: win shares of plans and seats in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, settled_by, sure_text
from simcli.report.words.verdicts import has_rivals
from simcli.stats.summary import Cell, Interval, Tested
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, Verdict

MOST_COUNTS = 2
"""Most numbers of players that are named; of more it is said that they are some."""
VERBS: Mapping[Verdict, tuple[str, str, str]] = {
    MORE: ("wins", "win", "too often"),
    LESS: ("wins", "win", "too rarely"),
    MORE_OPEN: ("wins", "win", "more than an even share"),
    LESS_OPEN: ("wins", "win", "less than an even share"),
}
"""One, several, and how much."""


class ShareIn(NamedTuple):
    """The win share of a plan or seat in a cell."""

    name: str
    row: Tested
    cell: Cell

    @property
    def distance(self) -> float:
        """From the even share."""
        return abs(self.row.win_share.known - self.row.even_share)


def plan_shares(cells: Sequence[Cell]) -> list[ShareIn]:
    """The plans that meet others."""
    return [ShareIn(row.name, row, cell) for cell in cells for row in cell.strategies if row.test.verdict and has_rivals(cell)]


def seat_shares(cells: Sequence[Cell]) -> list[ShareIn]:
    """The seats, or places: `seat 1`, `the 1st to move`."""
    return [
        ShareIn(f"the {row.label}" if fmt.by_turn([row]) else row.label, row, cell)
        for cell in cells
        for row in cell.seats
        if row.test.verdict
    ]


def says(shares: Sequence[ShareIn], cells: Sequence[Cell], what: str) -> str:
    """The claim as what a closed part of a page says; nothing where nothing was judged."""
    return share_claim(shares, cells, what) if shares else ""


def share_answer(shares: Sequence[ShareIn], cells: Sequence[Cell], what: str, rerun: str) -> Answer:
    """The answer about the win shares of these cells; `what`: `plan` or `seat`, `rerun`: the command except for its deals, or nothing."""
    tests = [share.row.test for share in shares]
    return Answer(share_claim(shares, cells, what), sure_text(tests), next=settled_by(tests, rerun))


def share_claim(shares: Sequence[ShareIn], cells: Sequence[Cell], what: str) -> str:
    """Who wins too often and too rarely; else whose direction is certain; else that nobody is certain to."""
    pairs: Sequence[tuple[Verdict, Verdict]] = ((MORE, LESS), (MORE_OPEN, LESS_OPEN))
    for more, less in pairs:
        if sides := [side for side in (_side(shares, more), _side(shares, less)) if side]:
            return _of_sides(_without_mirrored(sides), cells)
    if all(share.row.test.verdict == EVEN for share in shares):
        return f"No {what} is better or worse by more than {games_text(max(share.cell.tolerance for share in shares))}."
    return f"No {what} is certain to win too often or too rarely."


def games_text(share: float) -> str:
    """A difference of shares as a person says it: 0.01 as `1 in 100 games`."""
    return f"{100 * share:.2g} in 100 games"


def _side(shares: Sequence[ShareIn], verdict: Verdict) -> dict[str, list[ShareIn]]:
    """All with this verdict by their names, the one farthest from the even share first."""
    side: dict[str, list[ShareIn]] = {}
    for share in sorted(shares, key=lambda share: -share.distance):
        if share.row.test.verdict == verdict:
            side.setdefault(share.name, []).append(share)
    return side


def _without_mirrored(sides: list[dict[str, list[ShareIn]]]) -> list[dict[str, list[ShareIn]]]:
    """The first side alone where each has one of two players: what one wins the other loses."""
    shares = [share for side in sides for found in side.values() for share in found]
    return sides[:1] if len(sides) == 2 and all(share.cell.players == 2 for share in shares) and all(len(s) == 1 for s in sides) else sides


def _of_sides(sides: Sequence[dict[str, list[ShareIn]]], cells: Sequence[Cell]) -> str:
    """`early_bird and denier win too often at every table; second_place too rarely.`"""
    wheres = [_where(side, cells) for side in sides]
    parts = []
    for i, (side, where) in enumerate(zip(sides, wheres, strict=True)):
        one, several, how = VERBS[next(iter(side.values()))[0].row.test.verdict or EVEN]
        verb = f" {one if len(side) == 1 else several}" if i == 0 else ""
        place = where if i == len(sides) - 1 or where != wheres[-1] else ""
        parts.append(f"{fmt.few(list(side))}{verb} {how}{place}")
    (first, *more), *_ = sides[0].values()
    is_single = len(sides) == 1 and len(sides[0]) == 1 and not more
    return fmt.capital_name("; ".join(parts), first.name) + (f": {instead(first.row)}." if is_single else ".")


def instead(row: Tested) -> str:
    """`27 % instead of 25 %`; where the interval is wide `at least 26 % instead of 25 %`."""
    return fmt.instead(row.win_share, Interval(None, row.even_share, None))


def moved(usual: float, by: Interval) -> Interval:
    """What a share becomes by a difference."""
    return by.each(lambda bound: usual + bound)


def _where(side: Mapping[str, Sequence[ShareIn]], cells: Sequence[Cell]) -> str:
    """At which tables those of a side do so, where several were played."""
    if len(cells) == 1:
        return ""
    has_variants = len({cell.variant for cell in cells}) > 1
    if all(len(found) == len(cells) for found in side.values()):
        return " in every variant" if has_variants else " at every table"
    places = [tuple(dict.fromkeys(share.cell.players for share in found)) for found in side.values()]
    if not has_variants and len(set(places)) == 1 and len(places[0]) <= MOST_COUNTS:
        counts = fmt.listing([fmt.number_word(n) for n in sorted(places[0])])
        return f" with {counts} player{'' if places[0] == (1,) else 's'}"
    return " in some variants" if has_variants else " at some tables"
