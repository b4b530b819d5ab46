"""What is said before all else, that most games did not end, and beside it; and the answer to "how often does a game stall"."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.stats.summary import MANY_UNUSUAL, Cell, Summary


def answer(_summary: Summary, cells: Sequence[Cell], _rerun: str) -> Answer:
    """How often games stall, most of all in which cell; and how many would in the long run where none did."""
    games, stalled = sum(cell.games for cell in cells), sum(cell.stalled for cell in cells)
    if not stalled:
        highest = max((cell.stalled_share.high for cell in cells if cell.stalled_share.high is not None), default=None)
        sure = "" if highest is None else f"In the long run at most {fmt.percent(highest, 2)} of the games would."
        return Answer(f"None of {fmt.count(games)} games came to a standstill.", sure)
    most = max(cells, key=lambda cell: cell.stalled_share.value or 0.0)
    share = most.stalled_share
    where = f", most of all with {fmt.players_text(most.players)}{f' in {most.variant}' if most.variant else ''}" if len(cells) > 1 else ""
    sure = "" if share.bounds is None else f"Between {fmt.percent(share.bounds[0], 2)} and {fmt.percent(share.bounds[1], 2)} of all games."
    return Answer(f"{fmt.percent(share.value, 2)} of the games come to a standstill{where}.", sure)


MOST = 0.5
"""Share of games without an end from which on this is the answer."""


def first(cells: Sequence[Cell]) -> Answer | None:
    """What makes any other answer void: most games did not end."""
    games, unended = sum(cell.games for cell in cells), sum(cell.unended for cell in cells)
    if unended > MOST * games:
        return Answer(f"{fmt.count(unended)} of {fmt.count(games)} games did not end; who wins them, the stall rule says.")
    return None


def warnings(cells: Sequence[Cell]) -> tuple[str, ...]:
    """What a reader must know in addition to the answer: that many games did not end, that partners share every game or tie-breaks decide,
    that scores are not those of plausible play."""
    return tuple(filter(None, (_many_unended(cells), _level(cells), _many_unusual(cells))))


def _level(cells: Sequence[Cell]) -> str:
    """That nobody ever wins alone, as partners do, or that scores do not say who wins."""
    if not all(cell.is_contest and cell.margin_mean.value == 0.0 for cell in cells):
        return ""
    shared = all(cell.tie_share.value == 1.0 for cell in cells)
    return f"{'Every game is shared by several players' if shared else 'All scores are equal: tie-breaks decide who wins'}."


def _many_unended(cells: Sequence[Cell]) -> str:
    resting = [cell for cell in cells if cell.rests_on_unended]
    if not resting:
        return ""
    most = max(resting, key=lambda cell: cell.unended / cell.games)
    where = f" with {_table(most)}" if len(cells) > 1 else ""
    return f"{'Up to ' * (len(cells) > 1)}{_of_games(most)} games did not end{where}; the stall rule says who wins."


def _many_unusual(cells: Sequence[Cell]) -> str:
    parts = []
    for cell in cells:
        shares = {row.name: (row.unusual or 0) / max(row.player_games - row.unended, 1) for row in cell.strategies}
        names = [f"{name} {fmt.percent(share, 0)}" for name, share in shares.items() if share > MANY_UNUSUAL]
        if names and cell.usual_scores is not None:
            low, high = cell.usual_scores
            parts.append(f"outside {low} to {high} with {_table(cell)}: {fmt.few(names, 1)}")
    return f"Unusual scores {parts[0]}." if parts else ""


def _table(cell: Cell) -> str:
    """`4 players`, `4 players in events`."""
    return fmt.players_text(cell.players) + (f" in {cell.variant}" if cell.variant else "")


def _of_games(cell: Cell) -> str:
    """`6 of 800`."""
    return f"{fmt.count(cell.unended)} of {fmt.count(cell.games)}"
