"""A drawing as a PNG on white, through matplotlib's Agg: its own defaults, whatever the user's matplotlibrc says, and no pyplot state."""

from __future__ import annotations

from contextlib import AbstractContextManager
from io import BytesIO
from typing import Any

from simcli.report.draw.drawing import DASH, END, START, Area, Drawing, Line, Mark, Point, Text
from simcli.report.draw.scales import load_matplotlib

DOTS_PER_INCH = 160
PAPER = "#ffffff"
PIXELS = DOTS_PER_INCH / 72
"""Pixels a point."""


def settings() -> AbstractContextManager[Any]:
    """Context with matplotlib's defaults, for any number of drawings."""
    load_matplotlib()
    from matplotlib import style

    return style.context("default")


def png(drawing: Drawing) -> bytes:
    """The drawing as bytes of a file; within `settings()`. Nothing in them depends on the day."""
    import numpy as np
    from matplotlib.backends.backend_agg import RendererAgg
    from PIL import Image

    made: Any = RendererAgg
    canvas = made(int(drawing.width * PIXELS), int(drawing.height * PIXELS), DOTS_PER_INCH)
    pen = _Pen(canvas, int(drawing.height * PIXELS))
    pen.shape(Area(((0, 0), (drawing.width, 0), (drawing.width, drawing.height + 1), (0, drawing.height + 1)), PAPER))
    for shape in drawing.shapes:
        pen.shape(shape)
    buffer = BytesIO()
    Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB").save(buffer, format="png", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    return buffer.getvalue()


class _Pen:
    """Draws shapes on a canvas `height` pixels high."""

    def __init__(self, canvas: Any, height: int) -> None:
        from matplotlib import get_data_path
        from matplotlib.transforms import Affine2D

        self.canvas = canvas
        self.to_pixels = Affine2D().scale(PIXELS, -PIXELS).translate(0, height)
        self.fonts = f"{get_data_path()}/fonts/ttf/DejaVuSans"

    def shape(self, shape: Line | Area | Mark | Text) -> None:
        """Draws one shape."""
        if isinstance(shape, Text):
            self._text(shape)
        elif isinstance(shape, Line):
            self._path(shape.points, "", shape.colour, shape.width, is_dashed=shape.is_dashed)
        elif isinstance(shape, Area):
            self._path(shape.points, shape.colour, shape.edge, shape.edge_width, opacity=shape.opacity)
        else:
            self._mark(shape)

    def _path(
        self, points: tuple[Point, ...], face: str, colour: str, width: float, *, opacity: float = 1.0, is_dashed: bool = False
    ) -> None:
        """Straight lines; without a colour no edge, without a face not filled."""
        from matplotlib.path import Path

        path = Path([*points, points[0]], closed=True) if face else Path(points)
        self.canvas.draw_path(self._context(colour, width, opacity, is_dashed), path, self.to_pixels, _rgba(face))

    def _mark(self, mark: Mark) -> None:
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        corners = [(x - mark.at[0], y - mark.at[1]) for x, y in mark.corners]
        path = Path.unit_circle() if mark.shape == "o" else Path([*corners, corners[0]], closed=True)
        size = PIXELS * (mark.size / 2 if mark.shape == "o" else 1)
        context = self._context(mark.colour, mark.edge_width)
        self.canvas.draw_markers(context, path, Affine2D().scale(size), Path([mark.at]), self.to_pixels, _rgba(mark.face))

    def _text(self, text: Text) -> None:
        from matplotlib.font_manager import FontProperties

        font = FontProperties(fname=f"{self.fonts}{'-Bold' if text.is_bold else ''}.ttf", size=text.size)
        x = text.at[0] * PIXELS
        if text.anchor != START:
            width = self.canvas.get_text_width_height_descent(text.text, font, False)[0]
            x -= width if text.anchor == END else width / 2
        self.canvas.draw_text(self._context(text.colour, 0), x, text.at[1] * PIXELS, text.text, font, 0)

    def _context(self, colour: str, width: float, opacity: float = 1.0, is_dashed: bool = False) -> Any:
        """Colour, width in points, ends and dashes of a line, as the SVG has them."""
        context = self.canvas.new_gc()
        context.set_foreground(colour or PAPER)
        context.set_alpha(opacity)
        context.set_linewidth(width if colour else 0)
        context.set_capstyle("butt")
        context.set_joinstyle("miter")
        if is_dashed:
            context.set_dashes(0, [part * width for part in DASH])
        return context


def _rgba(colour: str) -> tuple[float, ...] | None:
    from matplotlib.colors import to_rgba

    return to_rgba(colour) if colour else None
