"""Charts of a run whose variants give one number, or two, one value after the other: figures as lines with bands over the values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from simcli.report import formatting as fmt
from simcli.report.charts.chart import SERIES, Band, Chart, Form, even_bands, line_rows
from simcli.report.words.differences import named_items
from simcli.report.words.verdicts import has_rivals
from simcli.stats.summary import NO_INTERVAL, Cell, Interval, Summary

FEWEST = 3
"""Values that make a line."""

Path = tuple[str, ...]


@dataclass(frozen=True)
class Sweep:
    """What varies: the names of the numbers, and by variant their values."""

    names: tuple[str, ...]
    values: Mapping[str, tuple[float, ...]]


def sweep_of(summary: Summary) -> Sweep | None:
    """The one or two numbers in which all variants differ, each variant with values of its own; None where they differ otherwise."""
    variants = summary.variants or ()
    given = {variant.name: dict(_leaves({"options": variant.options, "patch": variant.patch}, ())) for variant in variants}
    paths = list(dict.fromkeys(path for leaves in given.values() for path in leaves))
    usual = dict(_leaves({"options": summary.options or {}}, ()))
    values: dict[str, tuple[float, ...]] = {}
    for variant in variants:
        found = [given[variant.name].get(path, usual.get(path)) for path in paths]
        numbers = [float(value) for value in found if isinstance(value, int | float) and not isinstance(value, bool)]
        if variant.restrictions or len(numbers) < len(paths):
            return None
        values[variant.name] = tuple(numbers)
    if not 1 <= len(paths) <= 2 or len(values) < FEWEST or len(set(values.values())) < len(values):
        return None
    short = [path[2:] if path[0] == "patch" and len(path) > 2 else path[1:] for path in paths]  # as the variants are called
    return Sweep(tuple(" ".join(path).replace("_", " ") for path in short), values)


def _leaves(node: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from _leaves(value, (*path, str(key)))
    else:
        yield path, node


def sweep_charts(summary: Summary) -> tuple[Chart, ...]:
    """For each number of players the win shares, those of who holds an item that the patches name, and the margin, over the values."""
    sweep = sweep_of(summary)
    if sweep is None:
        return ()
    made: list[Chart] = []
    for players in dict.fromkeys(cell.players for cell in summary.played):
        cells = [cell for cell in summary.played if cell.players == players]
        if len(cells) >= FEWEST:
            made += _of_players(summary, sweep, cells, f"_{players}p" if len(summary.played) > len(cells) else "")
    return tuple(made)


def _of_players(summary: Summary, sweep: Sweep, cells: Sequence[Cell], end: str) -> Iterator[Chart]:
    first = cells[0]
    if first.is_contest:
        whose = "strategy" if has_rivals(first) else "place" if fmt.by_turn(first.seats) else "seat"
        rows = {row.name: [cell.strategies[i].win_share for cell in cells] for i, row in enumerate(first.strategies) if whose == "strategy"}
        rows = rows or {row.label: [cell.seats[i].win_share for cell in cells] for i, row in enumerate(first.seats)}
        yield from _chart(sweep, cells, rows, f"sweep_shares{end}", f"Win share by {whose}", is_share=True, has_even=True)
    named = {item.item: item.name for cell in cells for item in named_items(summary, cell)}
    held = [{row.item: row.win_share_if_held for row in cell.items} for cell in cells]
    items = {name: [of_cell.get(item, NO_INTERVAL) for of_cell in held] for item, name in named.items()}
    what = f"Win share of those who hold {fmt.few(list(items))}"
    yield from _chart(sweep, cells, items, f"sweep_items{end}", what, is_share=True, has_even=True)
    if first.is_contest:
        margins = {"margin": [cell.margin_mean for cell in cells]}
        yield from _chart(sweep, cells, margins, f"sweep_margin{end}", "Mean winning margin", is_share=False)
    else:
        scores = {row.name: [cell.strategies[i].score_mean for cell in cells] for i, row in enumerate(first.strategies)}
        yield from _chart(sweep, cells, scores, f"sweep_scores{end}", "Mean score by strategy", is_share=False)


def _chart(
    sweep: Sweep,
    cells: Sequence[Cell],
    rows: Mapping[str, Sequence[Interval]],
    name: str,
    what: str,
    *,
    is_share: bool,
    has_even: bool = False,
) -> Iterator[Chart]:
    """A line for each row; with two numbers a line for each value of the second, of the first row alone."""
    if not rows:
        return
    lines: dict[str, list[tuple[float, Interval]]] = {}
    if len(sweep.names) == 2:
        (only, figure), *_ = rows.items()
        what += f", {only}" if only != "margin" else ""
        for cell, bounds in zip(cells, figure, strict=True):
            x, other = sweep.values[str(cell.variant)]
            lines.setdefault(f"{sweep.names[1]} {other:g}", []).append((x, bounds))
    else:
        places = [sweep.values[str(cell.variant)][0] for cell in cells]
        lines = {label: list(zip(places, figure, strict=True)) for label, figure in rows.items()}
    kept = {label: sorted(points, key=lambda point: point[0]) for label, points in lines.items()}
    kept = {label: points for label, points in kept.items() if sum(bounds.value is not None for _, bounds in points) > 1}
    if not kept:
        return
    shown = dict(list(kept.items())[:SERIES])
    more = f" The first {SERIES} of {len(kept)}; the table has all." if len(shown) < len(kept) else ""
    band = " Shaded: the tolerance around an even share." if has_even else " In points."
    caption = f"{what} over {sweep.names[0]}, with {fmt.players_text(cells[0].players)}; the bands are 95 % intervals.{band}{more}"
    told = fmt.percent if is_share else fmt.points
    texts = [f"{label}: {', '.join(f'{told(bounds.value)} at {x:g}' for x, bounds in points)}" for label, points in shown.items()]
    title = fmt.players_text(cells[0].players)
    bands: tuple[Band, ...] = tuple(even_bands(cells[:1])) if has_even else ()
    scale: tuple[Form, str] = ("percent", "win share") if is_share else ("number", "points")
    alt = f"{what} over {sweep.names[0]}. {'; '.join(texts)}."
    yield Chart(name, "variants", caption, alt, "lines", line_rows(title, shown), *scale, sweep.names[0], bands)
