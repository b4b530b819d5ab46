"""Charts as files and in notebooks, by matplotlib: its own defaults, regardless of matplotlibrc; panels side by side."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.base.files import write_atomically
from simcli.report import formatting as fmt
from simcli.report.charts.chart import HOLLOW, LOOKS, SERIES, Chart, Row, columns, distinct, folded, tick_digits

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Figure

FORMS = ("png", "svg", "pdf")
FOLDER = "figures"
"""Beside the page."""
PLAIN: Sequence[Any] = ("default", {"text.parse_math": False})
"""Style: a dollar sign in a name is a dollar sign."""
DOTS_PER_INCH = 160
WIDTH, LEAST, BODY, ROW = 10.4, 1.6, 3.2, 0.3
"""Inches: of a file, of its lowest panel, of lines and shapes, of a row."""
MOST_BESIDE = 5
"""Most panels side by side; more stand in several rows."""
LETTERS = 135
"""Letters of a key that stand side by side."""
COLOURS: Mapping[str, str] = {
    "strong": "#b23c0c",
    "above": "#cf7a48",
    "fair": "#2f7d64",
    "unclear": "#737d87",
    "below": "#5e90c0",
    "weak": "#1f5c94",
    "first": "#0b62a4",
    "second": "#c2500a",
    "muted": "#5b6570",
    "band": "#e4efec",
}
LINES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7a6fbe", "#a3a500", "#8c564b", "#999999")
"""Okabe and Ito's colours and relatives of them, distinguishable with the common colour deficiencies."""
SHAPES: Mapping[str, str] = {"triangle-up": "^", "triangle-down": "v", "circle": "o"}
FACES = "oDs^v"


@cache
def load_matplotlib() -> None:
    """Loads matplotlib without its remark that a read-only home keeps no list of fonts: the next process makes it again."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        from matplotlib import font_manager  # noqa: F401  (which looks for the folder)
    finally:
        log.setLevel(level)


def file(chart: Chart, form: str) -> bytes:
    """The chart as a file of one of FORMS; equal charts give equal bytes."""
    load_matplotlib()
    from matplotlib import style

    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
    buffer = BytesIO()
    with style.context([*PLAIN, {"svg.hashsalt": chart.name}]):
        figure(chart).savefig(buffer, format=form, dpi=DOTS_PER_INCH, metadata=dated[form])
    return buffer.getvalue()


def write_files(folder: Path, charts: Sequence[Chart], form: str) -> list[Path]:
    """Writes each chart into a folder as NAME.FORM, atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / f"{chart.name}.{form}" for chart in charts]
    for path, chart in zip(made, charts, strict=True):
        write_atomically(path, file(chart, form))
    return made


def plot(charts: Sequence[Chart], name: str | None) -> Figure:
    """The chart of that name as a figure of matplotlib, the first if none is named. ValueError where there is no such chart."""
    named = {chart.name: chart for chart in charts}
    if not named:
        raise ValueError("there is no chart of these results")
    if name is not None and name not in named:
        raise ValueError(f"unknown chart {name!r}: {', '.join(named)}")
    return figure(charts[0] if name is None else named[name])


def figure(chart: Chart) -> Figure:
    """The chart as a figure of matplotlib."""
    load_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    panels, names = chart.panels, [] if chart.kind == "lines" else distinct(chart.rows, "row" if chart.kind == "heat" else "label")
    lanes = max(len(distinct(chart.rows, "series")), len(distinct(chart.rows, "step"))) if chart.kind in ("dots", "slopes") else 1
    height = max(LEAST, 0.9 + max(ROW, 0.1 * lanes) * len(names)) if names else BODY
    with style.context(PLAIN):
        deep = -(-len(panels) // MOST_BESIDE)
        wide = -(-len(panels) // deep)
        made = Figure(figsize=(WIDTH, height * deep), layout="constrained")
        axes = made.subplots(deep, wide, sharey=bool(names), squeeze=False).flat
        for ax in axes[len(panels) :]:
            ax.remove()
        for ax, panel in zip(axes, panels, strict=False):
            rows = [row for row in chart.rows if row["panel"] == panel]
            span, line = (ax.axhspan, ax.axhline) if chart.kind in ("lines", "shapes") else (ax.axvspan, ax.axvline)
            for band in (band for band in chart.bands if band.panel == panel):
                if band.high > band.low:
                    span(band.low, band.high, color=COLOURS["band"], zorder=0)
                line(band.middle, color=COLOURS["muted"], linewidth=0.9, zorder=0.5)
            _KINDS[chart.kind](ax, chart, rows)
            ax.set_title(panel, loc="left", fontsize=10, fontweight="bold")
            _scales(ax, chart)
        if names:
            axes[0].set_yticks(range(len(names)), ["\n".join(folded(name, 30)) for name in names], fontsize=9)
            axes[0].set_ylim(len(names) - 0.4, -0.6)
        _key(made, chart)
    return made


def _key(made: Figure, chart: Chart) -> None:
    """What marks and colours stand for, those of all panels, verdicts from too strong to too weak."""
    found: dict[str, Artist] = {}
    for ax in made.axes:
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    order = [*(label for label in found if label not in chart.marks), *(label for label in chart.marks if label in found)]
    if len(order) > 1 or chart.marks:
        beside = min(len(order), 5, max(LETTERS // (max(map(len, order), default=0) + 6), 1))
        made.legend([found[label] for label in order], order, loc="outside upper center", ncols=beside, fontsize=9, frameon=False)


def _scales(ax: Axes, chart: Chart) -> None:
    """Values as they are written, and the titles of the scales."""
    from matplotlib.ticker import FuncFormatter

    digits = tick_digits(chart)
    write: Mapping[str, Callable[[float, object], str]] = {
        "percent": lambda x, _: f"{fmt.trimmed(100 * x, digits)} %",
        "points": lambda x, _: fmt.trimmed(100 * x, digits, sign="+"),
        "number": lambda x, _: fmt.trimmed(x, digits),
    }
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0, labelsize=9)
    if chart.kind == "heat":
        ax.set_xlabel(chart.place, fontsize=9)
        return
    over = chart.kind in ("lines", "shapes")
    axis = ax.yaxis if over else ax.xaxis
    axis.set_major_formatter(FuncFormatter(write[chart.form]))
    ax.grid(axis="both" if chart.kind == "dots" else "y" if over else "x", color="#dde2e7", linewidth=0.6)
    ax.set_axisbelow(True)
    if over:
        ax.set_xlabel(chart.place, fontsize=9)
        ax.set_ylabel(chart.title, fontsize=9)
    else:
        ax.locator_params(axis="x", nbins=5)
        ax.set_xlabel(chart.title, fontsize=9)
    if chart.kind == "shapes":
        ax.set_yticks([])


def _estimates(ax: Axes, chart: Chart, rows: Sequence[Row], field: str = "series") -> None:
    """Marks with intervals in the lanes of their rows."""
    names, series = distinct(chart.rows, "label"), distinct(chart.rows, field)
    for row in rows:
        if row.get("value") is None:
            continue
        i = series.index(row[field]) if field in row else 0
        y = names.index(row["label"]) + 0.7 * ((i + 0.5) / max(len(series), 1) - 0.5)
        name, colour, shape, is_hollow = row.get(field), LINES[i % SERIES], FACES[(i + i // SERIES) % len(FACES)], False
        if mark := row.get("mark"):
            name, (kind, role), is_hollow = mark, LOOKS[row["verdict"]], row["verdict"] in HOLLOW
            colour, shape = COLOURS[role], SHAPES[kind]
        if row.get("was") is not None:
            ax.plot([row["was"], row["value"]], [y, y], color=COLOURS["muted"], linewidth=0.8)
            ax.plot([row["was"]], [y], "|", color="black", markersize=12, markeredgewidth=2, label=chart.before)
        if row.get("low") is not None and row.get("high") is not None:
            ax.plot([row["low"], row["high"]], [y, y], color=colour, linewidth=1.8, solid_capstyle="butt")
        ax.plot([row["value"]], [y], shape, color=colour, markerfacecolor="white" if is_hollow else colour, markersize=6, label=name)


def _slopes(ax: Axes, chart: Chart, rows: Sequence[Row]) -> None:
    names, steps = distinct(chart.rows, "label"), distinct(chart.rows, "step")
    for y, name in enumerate(names):
        own = [row for row in rows if row["label"] == name and row.get("value") is not None]
        at = [y + 0.7 * ((steps.index(row["step"]) + 0.5) / len(steps) - 0.5) for row in own]
        ax.plot([row["value"] for row in own], at, color=COLOURS["muted"], linewidth=0.8)
    _estimates(ax, chart, rows, "step")


def _bars(ax: Axes, chart: Chart, rows: Sequence[Row]) -> None:
    """Stacked, negative values to the left of zero; side by side where they have intervals."""
    names, series = distinct(chart.rows, "label"), distinct(chart.rows, "series")
    beside, ends = any("low" in row for row in chart.rows), {(name, sign): 0.0 for name in names for sign in (True, False)}
    for row in rows:
        if (value := row.get("value")) is None:
            continue
        i, at = series.index(row["series"]), float(names.index(row["label"]))
        if beside:
            at += 0.7 * ((i + 0.5) / len(series) - 0.5)
            ax.barh(at, value, 0.7 / len(series), color=LINES[i % SERIES], alpha=0.55, label=row["series"])
            if row.get("low") is not None:
                ax.plot([row["low"], row["high"]], [at, at], color=LINES[i % SERIES], linewidth=1.4)
        else:
            ax.barh(at, value, 0.66, left=ends[row["label"], value < 0], color=LINES[i % SERIES], edgecolor="white", label=row["series"])
            ends[row["label"], value < 0] += value


def _heat(ax: Axes, chart: Chart, rows: Sequence[Row]) -> None:
    """Cells with their values; a coloured square has the strength of its shade."""
    from matplotlib.patches import Rectangle

    names, named = distinct(chart.rows, "row"), columns(chart)
    for row in rows:
        if row.get("value") is None:
            continue
        x, y = named.index(row["column"]), names.index(row["row"])
        colour, depth = COLOURS["first" if row["shade"] > 0 else "second"], 0.06 + 0.54 * abs(row["shade"])
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, color=colour, alpha=depth, linewidth=0))
        weight = "bold" if row.get("certain") else "normal"
        ax.text(x, y, f"{100 * row['value']:.0f}", ha="center", va="center", fontsize=8, fontweight=weight)
    ax.set_xlim(-0.5, len(named) - 0.5)
    ax.set_xticks(range(len(named)), named)


def _lines(ax: Axes, chart: Chart, rows: Sequence[Row]) -> None:
    """Lines with bands of their intervals, points with their names, or distributions over one another."""
    up = "density" if chart.kind == "shapes" else "value"
    for row in rows:
        if "label" in row and row.get("value") is not None:
            span = [row["value"] if row.get(end) is None else row[end] for end in ("low", "high")]
            ax.plot([row["x"], row["x"]], span, color=LINES[0], linewidth=1.2, alpha=0.5)
            ax.plot([row["x"]], [row["value"]], "o", color=LINES[0], markersize=5)
            ax.annotate(row["label"], (row["x"], row["value"]), xytext=(4, 3), textcoords="offset points", fontsize=8)
    for i, name in enumerate(distinct(chart.rows, "series")):
        own = [row for row in rows if row["series"] == name and row.get(up) is not None]
        colour, at = LINES[i % SERIES], ([row["x"] for row in own], [row[up] for row in own])
        ax.plot(*at, color=colour, label=name, marker="" if up == "density" else "o", markersize=4)
        if up == "density":
            ax.fill_between(*at, color=colour, alpha=0.1, linewidth=0)
        banded = [row for row in own if row.get("low") is not None and row.get("high") is not None]
        if len(banded) > 1:
            ends = [row["low"] for row in banded], [row["high"] for row in banded]
            ax.fill_between([row["x"] for row in banded], *ends, color=colour, alpha=0.16, linewidth=0)


_KINDS: Mapping[str, Callable[[Axes, Chart, Sequence[Row]], None]] = {
    "dots": _estimates,
    "bars": _bars,
    "slopes": _slopes,
    "heat": _heat,
    "lines": _lines,
    "shapes": _lines,
}
