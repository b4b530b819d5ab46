"""Drawing parts the charts share: panels side by side with one column of labels, a key, marks with intervals, axes, stacked bars."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simcli.report.draw import scales
from simcli.report.draw.drawing import DESCENT, END, START, Area, Drawing, Line, Mark, Text, below, beside, box
from simcli.report.draw.palette import Palette
from simcli.stats.summary import Interval

INCH = 72.0  # points
LETTER = 0.076  # inches a letter of a label takes
LONGEST_LABEL, LONGEST_LINE = 30, 22  # letters; of a line on a narrow canvas
TWO_LINES = 0.36  # inches, lowest row with a label on two lines
GAP = 0.28  # inches between panels
KEY_LINE = 0.25  # inches
TITLE = 0.36  # inches above a panel
TICK = 0.7  # inches, least distance of ticks
OVER, UNDER = 0.6, 0.4  # rows of room above the first and below the last but a half
TICK_SIZE, TITLE_SIZE, KEY_SIZE = 8.5, 10.0, 9.0  # points
MARK, EDGE = 6.5, 0.05  # points; part of a scale left free at its ends

KeyEntry = tuple[str, str, str, str]
"""Text, colour of the mark, its shape, the colour it is filled with."""


@dataclass(frozen=True)
class PanelSize:
    """Sizes of the panels of a drawing in inches: a row, the room below a panel, the widest panel; and letters of the longest label."""

    row_height: float = 0.32
    bottom: float = 0.36
    widest: float = math.inf
    longest: int = LONGEST_LABEL


@dataclass(frozen=True)
class MarkStyle:
    """How an estimate is marked: colour, shape and filling of the mark, its size, the width of the line of the interval, in points."""

    colour: str
    shape: str
    face: str
    size: float = MARK
    width: float = 1.8


@dataclass
class Panel:
    """One panel of a drawing, in points: a scale of values `low` .. `high` from left to right, `rows` rows from the top down."""

    drawing: Drawing
    palette: Palette
    left: float
    top: float
    width: float
    height: float
    rows: int
    low: float = 0.0
    high: float = 1.0

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.top + self.height

    def x(self, value: float) -> float:
        """Where a value stands."""
        return self.left + (value - self.low) / (self.high - self.low) * self.width

    def y(self, row: float) -> float:
        """Where a row has its middle."""
        return self.top + (row + OVER) / (max(self.rows, 1) - UNDER + OVER) * self.height

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float, *, is_dashed: bool = False) -> None:
        """A line through values and rows."""
        self.drawing.add(Line(tuple((self.x(x), self.y(y)) for x, y in points), colour, width, is_dashed))

    def upright(self, value: float, colour: str, width: float, *, is_dashed: bool = False) -> None:
        """A line from the lower to the upper edge."""
        self.drawing.add(Line(((self.x(value), self.bottom), (self.x(value), self.top)), colour, width, is_dashed))

    def band(self, low: float, high: float, colour: str) -> None:
        """A shaded range of values."""
        self.drawing.add(Area(tuple(box(self.x(low), self.top, self.x(high), self.bottom)), colour))

    def area(self, points: Sequence[tuple[float, float]], colour: str, opacity: float) -> None:
        """A filled shape through values and rows."""
        self.drawing.add(Area(tuple((self.x(x), self.y(y)) for x, y in points), colour, opacity))

    def scale(self, low: float, high: float) -> None:
        """Sets the values at both edges."""
        self.low, self.high = low, high


DEFAULT_SIZE = PanelSize()


def clean(name: str) -> str:
    """A name fit for file names and ids."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "items"


def short(label: str, longest: int = LONGEST_LABEL) -> str:
    """A label that fits its column."""
    return label if len(label) <= longest else label[: longest - 1] + "…"


def folded(label: str, longest: int = LONGEST_LINE) -> str:
    """A label on one or two lines of at most `longest` letters, broken after a space or sign where it has one."""
    if len(label) <= longest:
        return label
    cut = 1 + max(label.rfind(sign, 0, longest) for sign in " +-_/:,") or longest
    return f"{label[:cut].rstrip()}\n{short(label[cut:].lstrip(), longest)}"


def panels(
    titles: Sequence[str],
    labels: Sequence[str],
    palette: Palette,
    size: PanelSize = DEFAULT_SIZE,
    *,
    key: Sequence[KeyEntry] = (),
    used: Sequence[int] | None = None,
) -> tuple[Drawing, list[Panel]]:
    """A drawing with a panel per title and the key above: side by side with one column of row labels, or narrow below one another, each
    with its own. `used` is how many rows, from the top, a panel has anything in (all, if None): narrow ones have no others."""
    shown = [folded(label) if palette.is_narrow else short(label, size.longest) for label in labels]
    letters = max((len(line) for label in shown for line in label.split("\n")), default=0)
    left, across = 0.25 + LETTER * letters, 1 if palette.is_narrow else len(titles)
    width = min((palette.width - left - 0.2 - GAP * (across - 1)) / across, size.widest)
    lines = _key_lines(key, palette.width - _key_start(left, palette))
    rows = max(size.row_height, TWO_LINES) if any("\n" in label for label in shown) else size.row_height
    lengths = used if used is not None and palette.is_narrow else [len(labels)] * len(titles)
    heights, top = [rows * max(n, 1) + 0.1 for n in lengths], KEY_LINE * len(lines)
    stories = [TITLE + height + size.bottom for height in heights]
    drawing = Drawing(INCH * palette.width, INCH * (top + (sum(stories) if palette.is_narrow else stories[0])))
    made = []
    for i, title in enumerate(titles):
        over, down = (0, i) if palette.is_narrow else (i, 0)
        upper = top + sum(stories[:down]) + TITLE
        panel = Panel(
            drawing, palette, INCH * (left + over * (width + GAP)), INCH * upper, INCH * width, INCH * heights[i], max(lengths[i], 1)
        )
        drawing.add(Text((panel.left, panel.top - 5), title, palette.text, TITLE_SIZE, START, is_bold=True))
        if over == 0:
            _row_labels(panel, shown[: lengths[i]])
        made.append(panel)
    _draw_key(drawing, lines, _key_start(left, palette), palette)
    return drawing, made


def _row_labels(panel: Panel, labels: Sequence[str]) -> None:
    """Labels left of a panel. Every line is a text of its own that ends at the panel, whatever the reader's font."""
    for row, label in enumerate(labels):
        for line, shift in zip(label.split("\n"), (-6, 6) if "\n" in label else (0,), strict=True):
            panel.drawing.add(Text((panel.left - 6, beside(panel.y(row)) + shift), line, panel.palette.text, anchor=END))


def _key_start(left: float, palette: Palette) -> float:
    """Where the key begins: above the panels, on a narrow canvas at its edge."""
    return 0.06 if palette.is_narrow else left


def value_axis(panel: Panel, values: Sequence[float], texts: Sequence[str], name: str = "", *, has_grid: bool = True) -> None:
    """A scale below a panel, with light lines; `name` stands below it."""
    palette, line = panel.palette, below(panel.bottom + 3.5, TICK_SIZE)
    for value, text in zip(values, texts, strict=True):
        if has_grid:
            panel.upright(value, palette.grid, 0.8)
        panel.drawing.add(Text((panel.x(value), line), text, palette.muted, TICK_SIZE))
    if name:
        place = panel.left + panel.width / 2, below(line + DESCENT * TICK_SIZE + 4.28, TICK_SIZE)
        panel.drawing.add(Text(place, name, palette.muted, TICK_SIZE))


def row_lines(panel: Panel, rows: int) -> None:
    """Light lines along the rows."""
    for row in range(rows):
        y = panel.y(row)
        panel.drawing.add(Line(((panel.left, y), (panel.left + panel.width, y)), panel.palette.grid, 0.6))


def share_scale(panel: Panel, bounds: Sequence[Interval], always: Sequence[float]) -> None:
    """A scale of shares, or of their differences, that holds all estimates, all intervals and the values in `always`."""
    values = [value for bound in bounds for value in bound if value is not None] + list(always)
    edge = EDGE * (max(values) - min(values))
    panel.scale(min(values) - edge, max(values) + edge)


def share_axis(panel: Panel, texts: Callable[[list[float]], list[str]], name: str = "") -> None:
    """The scale of shares below a panel."""
    shown = scales.ticks(panel.low, panel.high, _most_ticks(panel))
    value_axis(panel, shown, texts(shown), name)


def points_axis(panel: Panel, low: float, high: float, *, whole: bool = True, name: str = "points") -> None:
    """A scale of points or of other numbers, with `whole` ticks at whole numbers only."""
    panel.scale(low, high)
    shown = scales.ticks(low, high, _most_ticks(panel), whole=whole)
    value_axis(panel, shown, scales.number_texts(shown), name)


def _most_ticks(panel: Panel) -> int:
    """As many ticks as leave room for their labels."""
    return max(3, int(panel.width / INCH / TICK))


def interval_mark(panel: Panel, bounds: Interval, row: float, style: MarkStyle) -> None:
    """An estimate with its interval; the estimate alone when there is no interval, nothing when there is no estimate."""
    low, value, high = bounds
    if value is None:
        return
    if low is not None and high is not None:
        panel.line([(low, row), (high, row)], style.colour, style.width)
    panel.drawing.add(Mark((panel.x(value), panel.y(row)), style.shape, style.size, style.colour, style.face))


def stacked(panel: Panel, series: Sequence[Sequence[float]]) -> None:
    """Horizontal bars on a scale of points, one value per row and series; negative values stand to the left of zero."""
    n = len(series[0]) if series else 0
    right, left = [0.0] * n, [0.0] * n
    bars: list[tuple[int, int, float, float]] = []
    for i, values in enumerate(series):
        for row, value in enumerate(values):
            side = left if value < 0 else right
            bars.append((i, row, side[row], side[row] + value))
            side[row] += value
    low, high = min(left, default=0.0), max(right, default=0.0)
    edge = EDGE * (high - low) or 1.0
    points_axis(panel, low - edge if low < 0 else 0.0, high + edge if high > 0 or low == 0 else 0.0)
    for i, row, start, end in bars:
        corners = tuple(box(panel.x(start), panel.y(row - 0.31), panel.x(end), panel.y(row + 0.31)))
        panel.drawing.add(Area(corners, panel.palette.series[i], edge=panel.palette.paper))
    panel.upright(0, panel.palette.muted, 0.8)


def _key_lines(key: Sequence[KeyEntry], room: float) -> list[list[tuple[float, KeyEntry]]]:
    """Key entries broken into lines, each with its distance from the left in inches."""
    lines: list[list[tuple[float, KeyEntry]]] = []
    x = room
    for entry in key:
        width = 0.42 + LETTER * len(entry[0])
        if x + width > room:
            lines.append([])
            x = 0.06
        lines[-1].append((x, entry))
        x += width
    return lines


def _draw_key(drawing: Drawing, lines: Sequence[Sequence[tuple[float, KeyEntry]]], left: float, palette: Palette) -> None:
    """The key above the panels; `left` in inches."""
    for number, line in enumerate(lines):
        y = INCH * KEY_LINE * (number + 0.5)
        for offset, (text, colour, shape, face) in line:
            x = INCH * (left + offset)
            drawing.add(Mark((x, y), shape, MARK, colour, face))
            drawing.add(Text((x + 0.12 * INCH, beside(y, KEY_SIZE)), text, palette.text, KEY_SIZE, START))
