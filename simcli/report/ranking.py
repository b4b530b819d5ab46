"""The variants of a run side by side: how close, how long and how fair their games are, and how they rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simcli.report.words import Record

FULL_CELLS = 6
"""Up to so many cells are shown with all their sections and charts ..."""
FIRST_CELLS = 3
"""... of more only the first ones."""


def has_variants(summary: Mapping[str, Any]) -> bool:
    """Whether the run played several variants."""
    return any("variant" in cell for cell in summary["cells"])


def shown_cells(summary: Mapping[str, Any]) -> list[Record]:
    """The cells that are shown in full: all of a run without variants, else all of a few and the first ones of many."""
    cells: list[Record] = summary["cells"]
    return cells if not has_variants(summary) or len(cells) <= FULL_CELLS else cells[:FIRST_CELLS]


def ranking(summary: Mapping[str, Any]) -> list[Record]:
    """One record a cell that was played, player counts in the run's order, of each the smallest mean margin first; empty without variants.

    `seat_deviation` and `strategy_deviation` are `[low, value, high]`: the largest distance of a win share from the even share, with its
    sign, and the interval of that seat or strategy (fractions of a win). Ranks count from 1 within a player count: 1 has the smallest
    margin, the fewest rounds, the smallest seat deviation; equal figures share a rank.
    """
    if not has_variants(summary):
        return []
    cells = [cell for cell in summary["cells"] if cell["games"]]
    rows = []
    for players in dict.fromkeys(cell["players"] for cell in cells):
        group = [_figures(cell) for cell in cells if cell["players"] == players]
        _rank(group, "rank_margin", lambda row: row["margin_mean"])
        _rank(group, "rank_rounds", lambda row: row["rounds_mean"])
        _rank(group, "rank_seats", lambda row: None if row["seat_deviation"][1] is None else abs(row["seat_deviation"][1]))
        rows += sorted(group, key=lambda row: row["rank_margin"])
    return rows


def _figures(cell: Record) -> Record:
    seat, of_seat = _largest(cell["seats"], "seat")
    strategy, of_strategy = _largest(cell["strategies"], "name") if len(cell["strategies"]) > 1 else (None, [None] * 3)
    means = ("margin_mean", "tie_share", "rounds_mean", "winning_score_mean")
    return {
        **{key: cell[key] for key in ("variant", "players", "deals", "games", *means)},
        "seat": seat,
        "seat_deviation": of_seat,
        "strategy": strategy,
        "strategy_deviation": of_strategy,
    }


def _largest(rows: Sequence[Record], name: str) -> tuple[Any, list[float | None]]:
    """Who is farthest from the even share, and by how much."""
    known = [row for row in rows if row["win_share"][1] is not None]
    if not known:
        return None, [None] * 3
    row = max(known, key=lambda row: abs(row["win_share"][1] - row["null"]))
    return row[name], [None if bound is None else round(bound - row["null"], 10) for bound in row["win_share"]]


def _rank(rows: Sequence[Record], key: str, of: Callable[[Record], float | None]) -> None:
    """Ranks from 1, the smallest figure first; what has no figure comes last."""
    figures = [float("inf") if (figure := of(row)) is None else figure for row in rows]
    for row, figure in zip(rows, figures, strict=True):
        row[key] = 1 + sum(other < figure for other in figures)
