"""A position and its score sheet in words."""

from __future__ import annotations

from typing import Any

from .fields import get_fields
from .names import Names


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, one line a seat."""
    f = get_fields(s, t, names)
    lines = ["the game is over" if f["over"] else f"round {f['round']}, seat {f['actor']} has {f['at_risk']} points at risk"]
    lines += [f"  seat {seat}: {points} of {int(t['goal'])} points" for seat, points in f["banked"].items()]
    return "\n".join(lines)


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Final points and who won."""
    n = int(s["n_players"])
    return "\n".join(f"seat {p + 1}: {int(points[p, 0])} points" + (", wins" if share[p] else "") for p in range(n))
