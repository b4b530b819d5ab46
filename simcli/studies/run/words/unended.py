"""Games that did not end and scores that are not usual, said first where there are many; the answer to "how often does a game stall"."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.stats.summary import MANY_UNUSUAL, Cell, Summary


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


def warnings(cells: Sequence[Cell]) -> str:
    """What a reader must know before anything else of a run: that many games did not end, that scores are not those of plausible play."""
    return " ".join(filter(None, (_many_unended(cells), _many_unusual(cells))))


def _many_unended(cells: Sequence[Cell]) -> str:
    resting = [cell for cell in cells if cell.rests_on_unended]
    if not resting:
        return ""
    listed = fmt.few([f"{_of_games(cell)} with {fmt.cell_text(cell)}" for cell in resting])
    return f"Many games did not end: {listed}. They are in no score and no ranking; who wins them, the stall rule says."


def _many_unusual(cells: Sequence[Cell]) -> str:
    parts = []
    for cell in cells:
        shares = {row.name: (row.unusual or 0) / max(row.player_games - row.unended, 1) for row in cell.strategies}
        names = [f"{name} {fmt.percent(share, 0)}" for name, share in shares.items() if share > MANY_UNUSUAL]
        if names and cell.usual_scores is not None:
            low, high = cell.usual_scores
            parts.append(f"outside {low} to {high} with {fmt.cell_text(cell)} of {fmt.few(names)}")
    return f"Scores are not usual: {fmt.few(parts)}. Such play may say little of the game." if parts else ""


def unended_text(cell: Cell) -> str:
    """How many games of a cell did not end, and how they are counted."""
    limits = [f"{fmt.count(cell.capped)} reached the limit on decisions"] if cell.capped else []
    limits += [f"{fmt.count(cell.stalled)} came to a standstill"] if cell.stalled else []
    share = f"{fmt.percent(cell.unended_share.value, 2)} {fmt.interval(cell.unended_share, 2)}"
    return (
        f"{_of_games(cell)} games did not end ({share}; {fmt.listing(limits)}). They are in win shares, by the stall rule, and in no score."
    )


def _of_games(cell: Cell) -> str:
    """`6 of 800`."""
    return f"{fmt.count(cell.unended)} of {fmt.count(cell.games)}"


def _share(cell: Cell) -> str:
    share = cell.stalled_share
    return fmt.percent(share.value, 2) + ("" if share.bounds is None else f" {fmt.interval(share, 2)}")
