"""The answer to "how often does a game stall": games that ended because nobody could, or would, make progress."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.stats.summary import Cell, Summary


def answer(_summary: Summary, cells: Sequence[Cell], _rerun: str) -> tuple[str, str]:
    """For every number of players the share of the games that stalled, in each variant; and what it rests on."""
    games, stalled = sum(cell.games for cell in cells), sum(cell.stalled for cell in cells)
    rests = "The interval takes the games of a deal as one, so it errs on the wide side." if cells[0].games > cells[0].deals else ""
    if not stalled:
        highest = max((cell.stalled_share.high for cell in cells if cell.stalled_share.high is not None), default=None)
        most = "" if highest is None else f"; with so many games at most {fmt.percent(highest, 2)} would in the long run"
        return f"None of {fmt.count(games)} games came to a standstill{most}.", rests
    parts = []
    for players in dict.fromkeys(cell.players for cell in cells):
        shares = [f"{_share(cell)}{f' ({cell.variant})' if cell.variant is not None else ''}" for cell in cells if cell.players == players]
        parts.append(f"with {fmt.players_text(players)} {fmt.listing(shares)}")
    return f"Share of the games that came to a standstill: {'; '.join(parts)}.", rests


def _share(cell: Cell) -> str:
    share = cell.stalled_share
    return fmt.percent(share.value, 2) + ("" if share.bounds is None else f" {fmt.interval(share, 2)}")
