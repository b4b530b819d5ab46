"""A chart: what it shows as a drawing, and how it is placed on a page or kept as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from simcli.report import formatting as fmt
from simcli.report.draw import png, svg
from simcli.report.draw.drawing import Drawing
from simcli.report.draw.palette import NARROW, VARIABLES, WIDE, Draw
from simcli.stats.summary import Cell


@dataclass(frozen=True)
class Chart:
    """A chart ready to place: `name` is its file name without ending, `topic` the section it belongs to, `alt` its text equivalent."""

    name: str
    topic: str
    caption: str
    alt: str
    draw: Draw

    @cached_property
    def wide(self) -> Drawing:
        """The chart for a page and a PNG, drawn once."""
        return self.draw(WIDE)

    @property
    def svg(self) -> str:
        """The chart as an element of a page: a wide form and a narrow one, with `alt` to be read out instead."""
        wide, narrow = svg.svg(self.wide, VARIABLES, "wide"), svg.svg(self.draw(NARROW), VARIABLES, "narrow")
        return f'<div role="img" aria-label="{escape(self.alt)}">\n{wide}\n{narrow}\n</div>'

    @property
    def png(self) -> bytes:
        """The wide form on white; within `png.settings()`."""
        return png.png(self.wide)


def panel_titles(cells: Sequence[Cell]) -> list[str]:
    """Titles of panels, one a cell."""
    return [fmt.players_text(cell.players) for cell in cells]
