"""A chart as shapes on a canvas, in points with y running down: made once, then written as SVG (svg.py) or as PNG (png.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Point = tuple[float, float]

DASH = (4.0, 3.0)
"""Points drawn and left out of a dashed line one point wide."""
TEXT_SIZE = 9.5
START, MIDDLE, END = "start", "middle", "end"

# Of the font's size, for DejaVu Sans: how high its letters reach above the base line, how deep below it.
ASCENT, DESCENT = 0.7598, 0.208


@dataclass(frozen=True)
class Line:
    """Straight steps through `points`."""

    points: tuple[Point, ...]
    colour: str
    width: float
    is_dashed: bool = False


@dataclass(frozen=True)
class Area:
    """A filled shape, closed by itself; with an edge of `edge_width` where it has an edge colour."""

    points: tuple[Point, ...]
    colour: str
    opacity: float = 1.0
    edge: str = ""
    edge_width: float = 0.8


@dataclass(frozen=True)
class Mark:
    """A circle (`o`), diamond (`D`) or square (`s`) of diameter or side `size` around a point, filled with `face`."""

    at: Point
    shape: str
    size: float
    colour: str
    face: str
    edge_width: float = 1.3

    @property
    def corners(self) -> tuple[Point, ...]:
        """Corners of a diamond or square."""
        (x, y), r = self.at, self.size / 2
        if self.shape == "D":
            r *= 2**0.5
            return (x, y + r), (x + r, y), (x, y - r), (x - r, y)
        return (x - r, y + r), (x + r, y + r), (x + r, y - r), (x - r, y - r)


@dataclass(frozen=True)
class Text:
    """A line of text that begins, has its middle or ends at a point of its base line."""

    at: Point
    text: str
    colour: str
    size: float = TEXT_SIZE
    anchor: str = MIDDLE
    is_bold: bool = False


@dataclass
class Drawing:
    """A canvas of `width` x `height` points and what is drawn on it; later shapes cover earlier ones."""

    width: float
    height: float
    shapes: list[Line | Area | Mark | Text] = field(default_factory=list)

    def add(self, *shapes: Line | Area | Mark | Text) -> None:
        """Puts shapes on top."""
        self.shapes.extend(shapes)


def box(left: float, top: float, right: float, bottom: float) -> Sequence[Point]:
    """Corners of a rectangle."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def below(y: float, size: float) -> float:
    """Base line of a text whose letters hang from y."""
    return y + ASCENT * size


def beside(y: float, size: float = TEXT_SIZE) -> float:
    """Base line of a text whose letters have their middle at y."""
    return y + ASCENT / 2 * size


def within(y: float, size: float) -> float:
    """Base line of a text whose line, with room for letters that reach below it, has its middle at y."""
    return y + (ASCENT - DESCENT) / 2 * size
