"""The variants of a run side by side: how close, how long and how fair their games are, and which ranks are possible for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any

from simcli.report.verdict_texts import certain
from simcli.report.words import Bounds, Record

FULL_CELLS = 6
"""Up to so many cells are shown with all their sections and charts ..."""
FIRST_CELLS = 3
"""... of more only the first ones."""
FIGURES = ("margin_mean", "rounds_mean", "tie_share", "winning_score_mean")
Z = NormalDist().inv_cdf


def has_variants(summary: Mapping[str, Any]) -> bool:
    """Whether the run played several variants."""
    return any("variant" in cell for cell in summary["cells"])


def shown_cells(summary: Mapping[str, Any]) -> list[Record]:
    """The cells that are shown in full: all of a run without variants, else all of a few and the first ones of many."""
    cells: list[Record] = summary["cells"]
    return cells if not has_variants(summary) or len(cells) <= FULL_CELLS else cells[:FIRST_CELLS]


def ranking(summary: Mapping[str, Any]) -> list[Record]:
    """One record a cell that was played, player counts in the run's order, of each the smallest mean margin first; empty without variants.

    `margin_mean`, `rounds_mean`, `tie_share` and `winning_score_mean` are estimates as in the cell. `rank_margin` and `rank_rounds` are
    `[best, worst]`: the ranks from 1 (smallest) that the figure may have within its player count, all true at once with probability 95 %.
    `seat` and `seat_deviation`, `strategy` and `strategy_deviation`: of those whose direction is certain the one farthest from the even
    share, and `[low, value, high]` of its difference (fractions of a win); None when none is certain. `bans` as in the cell.
    """
    if not has_variants(summary):
        return []
    cells = [cell for cell in summary["cells"] if cell["games"]]
    rows = []
    for players in dict.fromkeys(cell["players"] for cell in cells):
        group = [_figures(cell) for cell in cells if cell["players"] == players]
        for name in ("margin", "rounds"):
            for row, ranks in zip(group, rank_ranges([row[f"{name}_mean"] for row in group]), strict=True):
                row[f"rank_{name}"] = ranks
        rows += sorted(group, key=lambda row: row["margin_mean"][1])
    return rows


def rank_ranges(estimates: Sequence[Bounds]) -> list[list[int]]:
    """`[best, worst]` rank of each figure, the smallest first: behind all that are smaller for certain, before all that are larger.

    Two figures differ for certain when their difference is more than the critical value times its standard error, with Bonferroni's
    correction over all pairs. Figures of the same deals mostly rise and fall together, so taking them as independent errs on the safe side.
    """
    n = len(estimates)
    return [
        [
            1 + sum(differ(other, one, n) and _value(other) < _value(one) for other in estimates),
            n - sum(differ(other, one, n) and _value(other) > _value(one) for other in estimates),
        ]
        for one in estimates
    ]


def differ(one: Bounds, other: Bounds, n: int = 2) -> bool:
    """Whether two of `n` figures with 95 % intervals differ for certain, corrected over all pairs."""
    if None in one or None in other:
        return False
    z = Z(1.0 - 0.05 / (n * (n - 1))) if n > 1 else Z(0.975)
    return abs(_value(one) - _value(other)) > z * math.hypot(_se(one), _se(other))


def _value(bounds: Bounds) -> float:
    return math.nan if bounds[1] is None else bounds[1]


def _se(bounds: Bounds) -> float:
    low, _, high = bounds
    assert low is not None
    assert high is not None
    return (high - low) / 2.0 / Z(0.975)


def _figures(cell: Record) -> Record:
    seat, of_seat = _farthest(cell["seats"], "label")
    strategy, of_strategy = _farthest(cell["strategies"], "name")
    return {
        **{key: cell[key] for key in ("variant", "players", "deals", "games", *FIGURES)},
        "seat": seat,
        "seat_deviation": of_seat,
        "strategy": strategy,
        "strategy_deviation": of_strategy,
        "seat_verdicts": [row["verdict"] for row in cell["seats"]],
        "strategy_verdicts": [row["verdict"] for row in cell["strategies"]],
        "bans": cell.get("bans", []),
    }


def _farthest(rows: Sequence[Record], name: str) -> tuple[Any, list[float | None]]:
    """Who is farthest from the even share of those whose direction is certain, and by how much."""
    sure = [row for row in rows if certain(row)]
    if not sure:
        return None, [None] * 3
    row = max(sure, key=lambda row: abs(row["win_share"][1] - row["even_share"]))
    return row[name], [None if bound is None else round(bound - row["even_share"], 10) for bound in row["win_share"]]
