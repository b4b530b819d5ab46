"""Colours and canvas of the charts. One drawing becomes a PNG on white and an SVG coloured by the page's CSS variables.

Every role has a colour of its own; in the SVG it is exchanged for `currentColor` or `var(--name)`, so that it serves light and dark
pages. A second, narrow drawing is for telephones; the page shows the one that fits. Text stays text. matplotlib's own defaults are
used, whatever the user's matplotlibrc says, no pyplot state is touched, and nothing in the files depends on the day.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from typing import Any

from simcli.report.svg import inline

SERIES = 10
DOTS_PER_INCH = 160


@dataclass(frozen=True)
class Ink:
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
WIDE = Ink(
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

Draw = Callable[[Ink], Any]

_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "axes.linewidth": 0.8,
    "path.simplify": False,
}


@dataclass(frozen=True)
class Drawn:
    """A chart in its forms: `svg` for a page, wide and narrow, and `png` of the wide one, on white."""

    svg: str
    png: bytes


def render(draw: Draw, name: str, alt: str) -> Drawn:
    """Draws a chart; `name` keeps its ids apart from those of other charts, `alt` is read out instead of it."""
    with _settings(f"simcli {name}"):
        wide = draw(WIDE)
        svg = f"{_svg(wide, name, 'wide')}\n{_svg(draw(NARROW), f'{name}-n', 'narrow')}"
        return Drawn(f'<div role="img" aria-label="{escape(alt)}">\n{svg}\n</div>', _png(wide))


def _svg(figure: Any, name: str, form: str) -> str:
    buffer = BytesIO()
    figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return inline(buffer.getvalue().decode("utf-8"), name, VARIABLES, form)


def _png(figure: Any) -> bytes:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=DOTS_PER_INCH, facecolor="#ffffff", metadata={"Software": None})
    return buffer.getvalue()


def _settings(salt: str) -> Any:
    """Context with matplotlib's defaults and the charts' few settings."""
    from matplotlib import style

    return style.context(["default", _SETTINGS | {"svg.hashsalt": salt}])
