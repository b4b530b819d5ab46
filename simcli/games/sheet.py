"""Score sheets and amounts in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def amount(n: int, noun: str) -> str:
    """`1 coin`, `2 coins`; what: one of it, a word that takes an s."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def sheet(rows: Sequence[tuple[str, Sequence[str]]], share: Any, name_width: int = 12) -> str:
    """Rows of (name, cell by seat) under a heading of seats, and who wins; share: int[players], above 0 for winners."""
    n = len(rows[0][1])
    table = [("", [f"seat {p + 1}" for p in range(n)]), *rows]
    width = max(8, *(len(cell) for _, cells in table for cell in cells))
    lines = ["  ".join([f"{name:{name_width}}", *(f"{cell:>{width}}" for cell in cells)]).rstrip() for name, cells in table]
    best = [p + 1 for p in range(n) if share[p] > 0]
    if len(best) == 1:
        lines.append(f"seat {best[0]} wins")
    else:
        lines.append(f"seats {', '.join(map(str, best[:-1]))} and {best[-1]} share the victory")
    return "\n".join(lines)
