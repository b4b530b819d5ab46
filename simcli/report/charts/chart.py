"""A chart: rows of data and one of six kinds. vega.py draws it in a page, files.py as a file or in a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from simcli.report import formatting as fmt
from simcli.stats.bounds import Interval
from simcli.stats.summary import Cell
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, OPEN, UNKNOWN, Verdict

Kind = Literal["dots", "bars", "slopes", "heat", "lines", "shapes"]
Form = Literal["percent", "points", "number"]
Row = Mapping[str, Any]
"""`panel` and, by the kind: dots and bars `label`, `low`, `value`, `high` and `mark` with its `verdict` (and `was`, from which a line leads
to the value) or `series`; slopes `step` instead of `series`; heat
`row`, `column`, `value` and `shade` from -1 to 1; lines `series` (or `label` for points by themselves), `x`, `low`,
`value`, `high`; shapes `series`, `x`, `density`."""

SERIES: Final = 10
"""Series with a colour of their own."""
LOOKS: Final[Mapping[Verdict, tuple[str, str]]] = {
    MORE: ("triangle-up", "strong"),
    MORE_OPEN: ("triangle-up", "above"),
    EVEN: ("circle", "fair"),
    UNKNOWN: ("circle", "unclear"),
    LESS_OPEN: ("triangle-down", "below"),
    LESS: ("triangle-down", "weak"),
}
"""Shape and colour of a verdict, in the order of the key."""
HOLLOW: Final = OPEN
"""Verdicts whose marks are not filled: more deals may change them."""
AS_IT_IS: Final = "as it is"
"""What values were before a change."""
DIGITS = 6
"""Of the numbers in rows: more than any text shows."""


@dataclass(frozen=True)
class Band:
    """What is even in a panel: the middle, and the tolerance around it; both ends are the middle where there is none."""

    panel: str
    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Chart:
    """A chart ready to place: `name` is its file name without ending, `topic` the section it belongs to, `alt` its text equivalent."""

    name: str
    topic: str
    caption: str
    alt: str
    kind: Kind
    rows: Sequence[Row]
    form: Form = "number"
    """how values are written: shares in per cent, their differences in points, or plain numbers"""
    title: str = ""
    """of the scale of values"""
    place: str = ""
    """title of the scale of `x`, or of the columns"""
    bands: Sequence[Band] = ()

    opened: str = ""
    """the panel that is shown at first, where that is not the first one"""
    before: str = AS_IT_IS
    """what the bars are, from which lines lead to the values"""
    names_at_ends: bool = False
    """of lines alone: each has its name at its end in place of a key, and no points"""

    @property
    def panels(self) -> list[str]:
        """Panels in their order: tabs in a page, side by side in a file."""
        return distinct(self.rows, "panel")

    @property
    def first_panel(self) -> str:
        """The panel that is shown at first."""
        return self.opened or self.panels[0]

    @property
    def marks(self) -> Mapping[str, Verdict]:
        """The words that are marked, and their verdicts, from too strong to too weak."""
        shown = {row["mark"]: row["verdict"] for row in self.rows if "mark" in row}
        return dict(sorted(shown.items(), key=lambda one: list(LOOKS).index(one[1])))


def distinct(rows: Sequence[Row], field: str) -> list[Any]:
    """The values of a field in the order of the rows."""
    return list(dict.fromkeys(row[field] for row in rows if field in row))


def columns(chart: Chart) -> list[str]:
    """The columns of a heat map by their numbers: `0`, `1`, `2+`."""
    return sorted(distinct(chart.rows, "column"), key=lambda column: int(column.removesuffix("+")))


def row(panel: str, bounds: Interval, **fields: object) -> dict[str, object]:
    """A row with an estimate and its interval, as far as they are known."""
    known = {name: round(bound, DIGITS) for name, bound in zip(("low", "value", "high"), bounds, strict=True) if bound is not None}
    return {"panel": panel, **fields, **known}


Lines = Mapping[str, Sequence[tuple[float | str, Interval]]]
"""By name the points of a line: value of the number or name of the place, and the figure there."""


def line_rows(panel: str, lines: Lines) -> list[Row]:
    """The points of lines that have an estimate."""
    return [row(panel, bounds, series=name, x=x) for name, points in lines.items() for x, bounds in points if bounds.value is not None]


def value_text(row: Row, form: Form) -> str:
    """`34.1 %, 32.0 to 35.1`: an estimate with its interval."""
    low, value, high = row.get("low"), row.get("value"), row.get("high")
    write: Callable[[float | None], str] = {"percent": fmt.percent, "points": fmt.signed, "number": lambda number: fmt.points(number, 2)}[
        form
    ]
    if low is None or high is None:
        return write(value)
    return f"{write(value)}, {write(low).removesuffix(' %')} to {write(high).removesuffix(' %')}"


def tick_digits(chart: Chart, *, over_places: bool = False) -> int:
    """Digits behind the point with which the marks of a scale differ in every panel: of the values, or of the places they stand over."""
    spans: dict[str, list[float]] = {panel: [0.0] if chart.kind == "bars" and not over_places else [] for panel in chart.panels}
    for row in chart.rows:
        spans[row["panel"]] += [
            row[field] for field in (("x",) if over_places else ("low", "value", "high", "was")) if row.get(field) is not None
        ]
    for band in () if over_places else chart.bands:
        spans[band.panel] += [band.low, band.high]
    widths = [max(numbers) - min(numbers) for numbers in spans.values() if numbers]
    least = min((width for width in widths if width > 0.0), default=1.0)
    return fmt.digits_apart(least, hundredfold=chart.form != "number" and not over_places)


def panel_titles(cells: Sequence[Cell]) -> list[str]:
    """Titles of panels, one a cell."""
    return [fmt.players_text(cell.players) for cell in cells]


def even_bands(cells: Sequence[Cell]) -> Iterator[Band]:
    """The even share of each cell with the tolerance around it."""
    for cell in cells:
        even = 1.0 / cell.players
        yield Band(fmt.players_text(cell.players), max(even - cell.tolerance, 0.0), even, min(even + cell.tolerance, 1.0))


def clean(name: str) -> str:
    """A name fit for file names and ids."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "items"


def folded(label: str, longest: int = 22) -> list[str]:
    """A label on one or two lines of at most `longest` letters, broken after a space or sign where it has one."""
    if len(label) <= longest:
        return [label]
    cut = 1 + max(label.rfind(sign, 0, longest) for sign in " +-_/:,") or longest
    rest = label[cut:].lstrip()
    return [label[:cut].rstrip(), rest if len(rest) <= longest else rest[: longest - 1] + "…"]
