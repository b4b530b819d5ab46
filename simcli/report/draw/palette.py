"""Colours and canvas of the charts. One drawing becomes a PNG on white and an SVG coloured by the page's CSS variables.

Every role has a colour of its own; in the SVG it is exchanged for `currentColor` or `var(--name)`, so that it serves light and dark
pages. A second, narrow drawing is for telephones; the page shows the one that fits. Text stays text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from simcli.report.draw.drawing import Drawing

SERIES = 10


@dataclass(frozen=True)
class Palette:
    """Colours by role, and the width of the canvas in inches.

    `good`, `bad` and `open` mark verdicts, `series` score categories; `paper` fills hollow marks. On a narrow canvas the panels of a
    chart stand below one another.
    """

    text: str
    muted: str
    grid: str
    band: str
    paper: str
    good: str
    bad: str
    open: str
    first: str
    second: str
    series: tuple[str, ...]
    width: float
    is_narrow: bool = False


# Okabe and Ito's colours and relatives of them, distinguishable with the common colour deficiencies. No two roles share one, so that
# each can be exchanged for a variable.
WIDE = Palette(
    text="#1d2329",
    muted="#5b6570",
    grid="#dde2e7",
    band="#e9f0ee",
    paper="#ffffff",
    good="#007d5e",
    bad="#c2500a",
    open="#5b6571",
    first="#0b62a4",
    second="#c2500b",
    series=("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7a6fbe", "#a3a500", "#8c564b", "#999999"),
    width=10.4,
)

NARROW = replace(WIDE, width=4.0, is_narrow=True)

_ROLES = ("muted", "grid", "band", "paper", "good", "bad", "open", "first", "second")
VARIABLES = {
    WIDE.text: "currentColor",
    **{getattr(WIDE, role): f"var(--{role})" for role in _ROLES},
    **{colour: f"var(--s{i})" for i, colour in enumerate(WIDE.series)},
}

Draw = Callable[[Palette], Drawing]
