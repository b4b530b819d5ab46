"""Drawing parts the charts share: panels side by side with one column of labels, a key, marks with intervals, axes, stacked bars."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from simcli.report.ink import Ink
from simcli.report.words import signed

LETTER = 0.076  # inches a letter of a label takes
LONGEST_LABEL, LONGEST_LINE = 30, 22  # letters; of a line on a narrow canvas
TWO_LINES = 0.36  # inches, lowest row with a label on two lines
GAP = 0.28  # inches between panels
KEY_LINE = 0.25  # inches
TITLE = 0.36  # inches above a panel

Bounds = Sequence[float | None]
KeyEntry = tuple[str, str, str, str]
"""Text, colour of the mark, its shape, the colour it is filled with."""


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
    use: Ink,
    *,
    row_height: float = 0.32,
    bottom: float = 0.36,
    widest: float = math.inf,
    longest: int = LONGEST_LABEL,
    key: Sequence[KeyEntry] = (),
    used: Sequence[int] | None = None,
) -> tuple[Any, list[Any]]:
    """A figure with a panel per title and the key above: side by side with one column of row labels, or narrow below one another, each
    with its own. `used` is how many rows, from the top, a panel has anything in (all, if None): narrow ones have no others. In inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = [folded(label) if use.is_narrow else short(label, longest) for label in labels]
    letters = max((len(line) for label in shown for line in label.split("\n")), default=0)
    left, across = 0.25 + LETTER * letters, 1 if use.is_narrow else len(titles)
    width = min((use.width - left - 0.2 - GAP * (across - 1)) / across, widest)
    lines = _key_lines(key, use.width - _key_start(left, use))
    rows = max(row_height, TWO_LINES) if any("\n" in label for label in shown) else row_height
    lengths = used if used is not None and use.is_narrow else [len(labels)] * len(titles)
    heights, top = [rows * max(n, 1) + 0.1 for n in lengths], KEY_LINE * len(lines)
    stories = [TITLE + height + bottom for height in heights]
    total = top + (sum(stories) if use.is_narrow else stories[0])
    figure = Figure(figsize=(use.width, total))
    FigureCanvasAgg(figure)
    axes = []
    for i, title in enumerate(titles):
        over, down = (0, i) if use.is_narrow else (i, 0)
        lower = total - top - sum(stories[: down + 1]) + bottom
        axis = figure.add_axes(((left + over * (width + GAP)) / use.width, lower / total, width / use.width, heights[i] / total))
        axis.set_title(title, fontsize=10, color=use.text, loc="left", pad=5, fontweight="bold")
        _row_labels(axis, shown[: lengths[i]] if over == 0 else [""] * lengths[i], use)
        axis.set_ylim(max(lengths[i], 1) - 0.4, -0.6)  # rows run from the top down
        axis.tick_params(axis="x", colors=use.muted, length=0, labelsize=8.5, grid_color=use.grid)
        axis.tick_params(axis="y", colors=use.text, length=0, pad=6, grid_color=use.grid)
        axis.spines[:].set_visible(False)
        axis.set_axisbelow(True)
        axes.append(axis)
    _draw_key(figure, lines, _key_start(left, use), total, use)
    return figure, axes


def _row_labels(axis: Any, labels: Sequence[str], use: Ink) -> None:
    """Labels left of a panel. Every line is a text of its own that ends at the panel, whatever the reader's font."""
    axis.set_yticks(range(len(labels)), ["" if "\n" in label else label for label in labels], parse_math=False)
    for y, label in enumerate(labels):
        for line, shift in zip(label.split("\n"), (6, -6), strict=False) if "\n" in label else ():
            axis.annotate(
                line, (0, y), (-6, shift), xycoords=("axes fraction", "data"), textcoords="offset points",
                ha="right", va="center_baseline", color=use.text, annotation_clip=False, parse_math=False,
            )  # fmt: skip


def _key_start(left: float, use: Ink) -> float:
    """Where the key begins: above the panels, on a narrow canvas at its edge."""
    return 0.06 if use.is_narrow else left


def row_axis(axis: Any, *, scale: bool = True, lines: bool = False) -> None:
    """Light lines for the scale, and along the rows when there are many."""
    axis.grid(visible=False)
    if scale:
        axis.grid(visible=True, axis="x", linewidth=0.8)
    if lines:
        axis.grid(visible=True, axis="y", linewidth=0.6)


def percent_axis(axis: Any, bounds: Sequence[Bounds], always: Sequence[float], *, sign: bool = False) -> None:
    """A scale of shares in per cent (or of differences in points) that shows all estimates, all intervals and the values in `always`."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    values = [value for bound in bounds for value in bound if value is not None] + list(always)
    low, high = min(values), max(values)
    margin = 0.05 * (high - low)
    axis.set_xlim(low - margin, high + margin)
    axis.xaxis.set_major_locator(MaxNLocator(_ticks(axis), steps=[1, 2, 5, 10]))
    axis.xaxis.set_major_formatter(FuncFormatter(lambda share, _: _whole_points(share) if sign else f"{100 * share:g} %"))


def _ticks(axis: Any) -> int:
    """As many ticks as leave room for their labels."""
    return max(3, int(axis.get_position().width * axis.figure.get_figwidth() / 0.7))


def _whole_points(share: float) -> str:
    """A difference on an axis: `+2`, `0`, `−2.5`."""
    text = signed(share)
    return text.removesuffix(".0")


def points_axis(axis: Any, use: Ink, *, whole: bool = True) -> None:
    """A scale of points, with `whole` ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(_ticks(axis), steps=[1, 2, 5, 10], integer=whole))
    axis.set_xlabel("points", color=use.muted, fontsize=8.5)


def interval_mark(
    axis: Any, bounds: Bounds, y: float, colour: str, marker: str, face: str, *, size: float = 6.5, width: float = 1.8
) -> None:
    """An estimate with its interval; the estimate alone when there is no interval, nothing when there is no estimate."""
    low, value, high = bounds
    if value is None:
        return
    if low is not None and high is not None:
        axis.plot([low, high], [y, y], color=colour, linewidth=width, solid_capstyle="butt", zorder=3)
    axis.plot([value], [y], marker=marker, markersize=size, markerfacecolor=face, markeredgecolor=colour, markeredgewidth=1.3, zorder=4)


def stacked(axis: Any, series: Sequence[Sequence[float]], use: Ink) -> None:
    """Horizontal bars, one value per row and series; negative values stand to the left of zero."""
    n = len(series[0]) if series else 0
    right, left = [0.0] * n, [0.0] * n
    for i, values in enumerate(series):
        starts = [left[y] if value < 0 else right[y] for y, value in enumerate(values)]
        axis.barh(range(n), values, left=starts, height=0.62, color=use.series[i], edgecolor=use.paper, linewidth=0.8)
        for y, value in enumerate(values):
            (left if value < 0 else right)[y] += value
    axis.axvline(0, color=use.muted, linewidth=0.8)


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


def _draw_key(figure: Any, lines: Sequence[Sequence[tuple[float, KeyEntry]]], left: float, total: float, use: Ink) -> None:
    """The key above the panels, in figure coordinates."""
    from matplotlib.lines import Line2D

    for number, line in enumerate(lines):
        y = 1.0 - KEY_LINE * (number + 0.5) / total
        for offset, (text, colour, marker, face) in line:
            x = (left + offset) / use.width
            mark = Line2D(
                [x], [y], marker=marker, markersize=6.5, markerfacecolor=face, markeredgecolor=colour, markeredgewidth=1.3, linestyle="none"
            )
            figure.add_artist(mark)
            figure.text(x + 0.12 / use.width, y, text, color=use.text, fontsize=9, va="center_baseline", parse_math=False)
