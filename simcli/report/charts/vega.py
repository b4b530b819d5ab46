"""Charts as Vega-Lite: the specs a page draws from, their scripts, and a drawing for readers without scripts.

Colours are names of the page's CSS variables, so that one drawing serves light and dark pages and paper. The parameter `panel` says which
panel is shown. Widths are those of the box.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from simcli.base.files import kept_in_cache
from simcli.report.charts.chart import HOLLOW, LOOKS, SERIES, Chart, Form, columns, distinct, folded, tick_digits, value_text

Spec = dict[str, Any]

VERSION = "6.4"
"""Of Vega-Lite, among those that vl-convert has."""
WIDE, NARROW = 960, 352
"""Widths of the drawing without scripts, in CSS pixels."""
ROW, LANE, BODY, NAME = 27, 13, 300, 15
"""Heights: of a row, of a series in it, of a chart of lines, of the name of a point."""
EDGE = 8
"""Room at both ends of a scale of places."""
LONGEST, LETTER = 160, 7
"""Width of the names beside a chart of points, at most and a letter."""
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
NARROWEST_CELL = 27
"""Width from which a cell of a heat map has its number."""
CONFIG: Spec = {
    "font": FONT,
    "background": None,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--text)",
        "titleColor": "var(--muted)",
        "gridColor": "var(--grid)",
        "domain": False,
        "ticks": False,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelOverlap": "greedy",
        "labelSeparation": 8,
        "labelPadding": 6,
        "labelLimit": 0,
    },
    "legend": {
        "orient": "top",
        "title": None,
        "labelColor": "var(--text)",
        "labelFontSize": 12,
        "symbolStrokeColor": "var(--muted)",
        "labelLimit": 150,
        "columnPadding": 14,
    },
    "title": {"color": "var(--text)", "fontSize": 13, "anchor": "start"},
}
LONG_KEY = 16
"""Letters of a name in a key from which on a phone shows one below the other."""
LABELS: Mapping[Form, str] = {
    "percent": "format(datum.value * 100, '.{digits}~f') + ' %'",
    "points": "datum.value == 0 ? '0' : format(datum.value * 100, '+.{digits}~f')",
    "number": "format(datum.value, ',.{digits}~f')",
}
"""A mark on a scale, with enough digits that any two differ."""

PICKED: Spec = {"name": "pick", "select": {"type": "point", "fields": ["series"]}, "bind": "legend"}
"""A click on the key picks a series."""
SHORT: Mapping[Form, str] = {
    "percent": "format(datum.value * 100, '.0f') + ' %'",
    "points": "format(datum.value * 100, '+.1f')",
    "number": "format(datum.value, abs(datum.value) < 10 ? ',.2f' : ',.1f')",
}
"""A value beside its mark."""


def spec(chart: Chart) -> Spec:
    """The chart for a page; `usermeta` has its panels."""
    made = _KINDS[chart.kind](chart)
    panels, has_bounds = chart.panels, any(row.get("low") is not None for row in chart.rows)
    return {
        "data": {"values": [_told(row, chart.form, has_bounds) for row in chart.rows]},
        "params": [{"name": "panel", "value": chart.first_panel}],
        "transform": [{"filter": "datum.panel === panel"}],
        "width": "container",
        "autosize": {"type": "fit-x", "contains": "padding"},
        "usermeta": {"panels": panels, "first": chart.first_panel},
        **made,
    }


def page_data(charts: Sequence[Chart]) -> str:
    """The specs of a page by name with what they share, as JSON that can stand in a script element."""
    data = {"config": CONFIG, "charts": {chart.name: spec(chart) for chart in charts}}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def svg(chart: Chart) -> str:
    """The panel that is shown first as elements of a page, a wide one and a narrow one; empty, with a warning, where it cannot be drawn."""
    made = spec(chart)
    title = {"title": chart.first_panel} if len(chart.panels) > 1 else {}
    room = max(56, made.get("padding", {}).get("right", 0) + 4)  # a reader's font may be wider
    padding = {"left": 14, "top": 4, "bottom": 4, "right": room}
    drawn = _drawn({"config": CONFIG, "specs": [{**made, **title, "width": width, "padding": padding} for width in (WIDE, NARROW)]})
    return "\n".join(map(_fixed, drawn or (), ("wide", "narrow")))


def _fixed(text: str, form: str) -> str:
    opening, shapes = text.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', opening)
    assert box
    return f'<svg class="chart {form}" aria-hidden="true" {box.group()}>{shapes}'


def _drawn(job: Mapping[str, object]) -> Any:
    """What the renderer draws of a job; a job that it has drawn before is read from the cache, since its start takes longer than a page."""
    digest = hashlib.sha256(json.dumps([VERSION, _engine(), job]).encode()).hexdigest()[:32]

    def draw() -> bytes | None:
        drawn = _render(job)
        return None if drawn is None else json.dumps(drawn).encode()

    data = kept_in_cache("drawings", digest, draw)
    return None if data is None else json.loads(data)


def _render(job: Mapping[str, object]) -> Any:
    """What the renderer makes of a job, in a process of its own; None, with a warning, when that cannot start or dies."""
    program = [sys.executable, "-I", str(Path(__file__).with_name("renderer.py"))]
    asked = json.dumps({"version": VERSION, **job})
    try:
        done = subprocess.run(program, input=asked, capture_output=True, text=True, encoding="utf-8", check=False)
    except OSError as error:  # not of the page's folder: no memory or no process is left
        how = f"did not start ({error.strerror})"
    else:
        if not done.returncode:
            return json.loads(done.stdout)
        how = f"died (signal {-done.returncode})" if done.returncode < 0 else f"died (exit code {done.returncode})"
    missing = "charts" if "bundle" in job else "drawing for readers without scripts"
    warnings.warn(f"the page has no {missing}: its process {how}", stacklevel=2)
    return None


def _engine() -> str:
    from importlib.metadata import version

    return version("vl-convert-python")


@cache
def scripts() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script; made once for a version of vl-convert, then read from the cache. Empty, with a warning,
    where they cannot be made."""

    def bundle() -> bytes | None:
        made: str | None = _render({"bundle": True})
        return None if made is None else made.replace("</script", "<\\/script").replace("<!--", "\\x3c!--").encode()

    return (kept_in_cache("scripts", f"vega-{_engine()}.js", bundle) or b"").decode()


def _told(row: Mapping[str, object], form: Form, has_bounds: bool) -> Spec:
    """A row with what its tooltip says; among rows with bounds one without has its value for both, so that every panel has an extent."""
    if "value" not in row:
        return dict(row)
    value = row["value"]
    ends = {"low": value, "high": value} if has_bounds and row.get("low") is None and value is not None else {}
    before = {"before": value_text({"value": row["was"]}, form)} if row.get("was") is not None else {}
    return {**row, **ends, **before, "text": value_text(row, form)}


def _values(chart: Chart, field: str, channel: str = "x") -> Spec:
    """The scale of values; it holds all estimates, intervals and bands of a panel."""
    axis: Spec = {"labelExpr": LABELS[chart.form].format(digits=tick_digits(chart))}
    if channel == "x":
        axis |= {"tickCount": {"expr": "max(3, ceil(width / 110))"}, "labelOverlap": "parity"}  # of two, one may stand outside
    scale: Spec = {"zero": chart.kind == "bars"}
    if chart.kind == "lines" and "label" in chart.rows[0]:
        spans = {panel: _span(chart, panel) for panel in chart.panels}
        ends = zip(("domainMin", "domainMax"), (0, 1), strict=True)
        scale = {"nice": False, **{name: {"expr": f"{json.dumps(spans)}[panel][{end}]"} for name, end in ends}}
    return {"field": field, "type": "quantitative", "title": chart.title or None, "scale": scale, "axis": axis}


def _names(chart: Chart, field: str = "label") -> Spec:
    lines = {name: folded(name) for name in distinct(chart.rows, field)}
    long = {name: parts for name, parts in lines.items() if parts != [name]}
    label = f"{json.dumps(long)}[datum.label] || datum.label" if long else "datum.label"
    axis = {"title": None, "labelExpr": label, "labelOverlap": False, "grid": field == "label"}
    return {"field": field, "type": "nominal", "sort": None, "axis": axis}


def _series(chart: Chart, field: str = "series") -> Spec:
    """A colour for each series, the key above."""
    names = distinct(chart.rows, field)
    scale = {"domain": names, "range": [f"var(--s{i % SERIES})" for i in range(len(names))]}
    narrow = 1 if max(map(len, names), default=0) > LONG_KEY else 2
    legend = {"columns": {"expr": f"width < 420 ? {narrow} : 4"}, "symbolType": "circle"} if len(names) > 1 else None
    return {"field": field, "type": "nominal", "sort": None, "scale": scale, "legend": legend}


def _tooltip(chart: Chart, *fields: tuple[str, str]) -> list[Spec]:
    """The exact figures of a mark below its name."""
    head = "row" if chart.kind == "heat" else "label"
    named = [{"field": head, "title": "title", "type": "nominal"}] if head in chart.rows[0] else []
    return [*named, *({"field": field, "title": title, "type": "nominal"} for field, title in fields)]


def _bands(chart: Chart, channel: str) -> list[Spec]:
    """What is even, below everything else."""
    if not chart.bands:
        return []
    data = {"values": [vars(band) for band in chart.bands]}
    shown = {"data": data, "transform": [{"filter": "datum.panel === panel"}]}
    middle = {**shown, "mark": {"type": "rule", "color": "var(--muted)"}, "encoding": {channel: _values(chart, "middle", channel)}}
    if all(band.low == band.high for band in chart.bands):
        return [middle]
    ends = {channel: _values(chart, "low", channel), f"{channel}2": {"field": "high"}}
    return [{**shown, "mark": {"type": "rect", "color": "var(--band)"}, "encoding": ends}, middle]


def _intervals(chart: Chart, shared: Spec, colour: Spec, tooltip: list[Spec]) -> list[Spec]:
    if not any(row.get("low") is not None for row in chart.rows):
        return []
    ends = {"x": _values(chart, "low"), "x2": {"field": "high"}}
    return [{"mark": {"type": "rule", "strokeWidth": 2.5}, "encoding": {**shared, **ends, "color": colour, "tooltip": tooltip}}]


def _dots(chart: Chart) -> Spec:
    """Estimates with intervals around a band; by series in lanes of a row, or one with its value beside it."""
    series = distinct(chart.rows, "series")
    shared: Spec = {"y": _names(chart)}
    step = max(ROW, LANE * len(series))
    about = (("series", "what"),) if series else (("mark", "verdict"),) if chart.marks else ()
    tooltip = _tooltip(chart, ("text", chart.title or "value"), *about)
    if series:
        shared["yOffset"] = {"field": "series", "sort": None}
        colour, shape = _marked(chart)
        looks = {"color": colour, "shape": shape}
        point = {"type": "point", "filled": True, "size": 45, "opacity": 1}
    else:
        colour, looks = _verdicts(chart)
        point = {"type": "point", "size": 85, "opacity": 1, "strokeWidth": 1.6}
    layers = [*_bands(chart, "x"), *_before(chart, shared), *_intervals(chart, shared, colour, tooltip)]
    layers.append({"mark": point, "encoding": {**shared, "x": _values(chart, "value"), **looks, "tooltip": tooltip}})
    if not series:
        text = {"type": "text", "align": "left", "dx": 8, "fontSize": 12, "color": "var(--text)"}
        value = {"text": {"field": "short"}, "x": {"value": "width"}}
        written = [{"filter": "isValid(datum.value)"}, {"calculate": SHORT[chart.form], "as": "short"}]
        layers.append({"transform": written, "mark": text, "encoding": {**shared, **value}})
    padding = {} if series else {"padding": {"left": 4, "top": 4, "bottom": 4, "right": 52}}
    return {"height": _height(chart, step), "layer": layers, **padding}


def _before(chart: Chart, shared: Spec) -> list[Spec]:
    """What a value was, as a bar across, and a thin line from there to what it is."""
    if not any("was" in row for row in chart.rows):
        return []
    was, faint = _values(chart, "was"), "var(--muted)"
    shown = [{"filter": "isValid(datum.was)"}]
    bar = {"type": "tick", "thickness": 3, "size": 16, "color": "var(--text)"}
    tooltip = _tooltip(chart, ("before", chart.before))
    line = {"mark": {"type": "rule", "color": faint, "strokeWidth": 1}, "encoding": {**shared, "x": was, "x2": {"field": "value"}}}
    return [{"transform": shown, **line}, {"transform": shown, "mark": bar, "encoding": {**shared, "x": was, "tooltip": tooltip}}]


def _height(chart: Chart, step: int = ROW, field: str = "label") -> int:
    return step * max(len(distinct([row for row in chart.rows if row["panel"] == panel], field)) for panel in chart.panels)


def _marked(chart: Chart, field: str = "series") -> tuple[Spec, Spec]:
    """Colour and shape of each series, in one key."""
    colour = _series(chart, field)
    legend = colour["legend"] and {name: value for name, value in colour["legend"].items() if name != "symbolType"}
    return {**colour, "legend": legend}, {"field": field, "scale": _shapes(distinct(chart.rows, field)), "legend": legend}


def _shapes(names: Sequence[str]) -> Spec:
    """Shapes of series: they differ between neighbours, and for the same colour."""
    kinds = ("circle", "diamond", "square", "triangle-up", "triangle-down")
    return {"domain": list(names), "range": [kinds[(i + i // SERIES) % len(kinds)] for i in range(len(names))]}


def _verdicts(chart: Chart) -> tuple[Spec, Spec]:
    """Colour, shape and filling of verdicts, distinct without colour too; one colour where there are none."""
    marks = chart.marks
    if not marks:
        return {"value": "var(--first)"}, {"color": {"value": "var(--first)"}, "fill": {"value": "var(--first)"}}
    words, looks = list(marks), [LOOKS[verdict] for verdict in marks.values()]
    colours = [f"var(--{role})" for _, role in looks]
    legend = {"columns": {"expr": "width < 420 ? 2 : 6"}}
    field: Spec = {"field": "mark", "type": "nominal", "legend": legend}
    fills = ["var(--paper)" if verdict in HOLLOW else colour for verdict, colour in zip(marks.values(), colours, strict=True)]
    colour = {**field, "scale": {"domain": words, "range": colours}}
    shape = {**field, "scale": {"domain": words, "range": [kind for kind, _ in looks]}}
    return colour, {"stroke": colour, "shape": shape, "fill": {**field, "scale": {"domain": words, "range": fills}}}


def _bars(chart: Chart) -> Spec:
    """Bars from zero: stacked by series, or side by side where they have intervals."""
    series, colour = distinct(chart.rows, "series"), _series(chart)
    tooltip = _tooltip(chart, ("series", "what"), ("text", chart.title or "value"))
    shared: Spec = {"y": _names(chart)}
    value = _values(chart, "value")
    if not any("low" in row for row in chart.rows):
        order = {"field": "order", "type": "quantitative"}
        placed = [{"calculate": f"indexof({json.dumps(series)}, datum.series)", "as": "order"}]
        encoding = {**shared, "x": value, "color": colour, "order": order, "tooltip": tooltip}
        return {"height": _height(chart), "layer": [{"mark": "bar", "encoding": encoding, "transform": placed}]}
    shared["yOffset"] = {"field": "series", "sort": None}
    encoding = {**shared, "x": {**value, "stack": None}, "color": colour, "tooltip": tooltip}
    bar = {"mark": {"type": "bar", "opacity": 0.55}, "encoding": encoding}
    layers = [bar, *_intervals(chart, shared, colour, tooltip), *_bands(chart, "x")]
    return {"height": _height(chart, max(ROW, LANE * len(series))), "layer": layers}


def _slopes(chart: Chart) -> Spec:
    """Before and after in a row, and a line from one to the other."""
    steps = distinct(chart.rows, "step")
    tooltip = _tooltip(chart, ("step", "when"), ("text", chart.title or "value"))
    shared: Spec = {"y": _names(chart), "yOffset": {"field": "step", "sort": None}}
    colour, shape = _marked(chart, "step")
    x = _values(chart, "value")
    shown = {**shared, "x": x}
    line = {"mark": {"type": "line", "color": "var(--muted)", "strokeWidth": 1}, "encoding": {**shown, "detail": {"field": "label"}}}
    mark = {"type": "point", "filled": True, "size": 55, "opacity": 1}
    point = {"mark": mark, "encoding": {**shown, "color": colour, "shape": shape, "tooltip": tooltip}}
    layers = [*_bands(chart, "x"), *_intervals(chart, shared, colour, tooltip), line, point]
    return {"height": _height(chart, max(ROW, LANE * len(steps))), "layer": layers}


def _heat(chart: Chart) -> Spec:
    """Cells: the further from even the stronger their colour; what is certain is bold."""
    named = columns(chart)
    tooltip = _tooltip(chart, ("column", chart.place or "column"), ("text", chart.title or "value"))
    x = {"field": "column", "type": "nominal", "sort": named, "axis": {"title": chart.place or None, "labelAngle": 0, "orient": "top"}}
    shared = {"x": x, "y": _names(chart, "row"), "tooltip": tooltip}
    sides = {"condition": {"test": "datum.shade > 0", "value": "var(--first)"}, "value": "var(--second)"}
    depth = {"field": "depth", "type": "quantitative", "scale": {"domain": [0, 1], "range": [0.06, 0.6]}, "legend": None}
    cell = {"mark": {"type": "rect", "stroke": "var(--paper)"}, "encoding": {**shared, "color": sides, "opacity": depth}}
    number = {"expr": f"width / {len(named)} < {NARROWEST_CELL} ? '' : datum.short"}
    weight = {"expr": "datum.certain ? 'bold' : 'normal'"}
    text = {"mark": {"type": "text", "fontSize": 12, "color": "var(--text)", "text": number, "fontWeight": weight}, "encoding": shared}
    written = [{"calculate": "abs(datum.shade)", "as": "depth"}, {"calculate": "format(datum.value * 100, '.0f')", "as": "short"}]
    chosen = [{"filter": "datum.panel === panel"}, *written]
    return {"height": _height(chart, ROW, "row"), "transform": chosen, "layer": [cell, text]}


def _lines(chart: Chart) -> Spec:
    """Values over places, with bands of their intervals; places are numbers or names. Those with a label are points by themselves."""
    if "label" in chart.rows[0]:
        return _labelled(chart)
    if chart.names_at_ends:
        return _named_at_ends(chart)
    x = _places(chart)
    (colour, shape), faint = _marked(chart), {"condition": {"param": "pick", "value": 0.16}, "value": 0.02}
    tooltip = _tooltip(chart, ("series", "what"), ("x", chart.place or "at"), ("text", chart.title or "value"))
    strong = {"condition": {"param": "pick", "value": 1}, "value": 0.15}
    ends = {"x": x, "y": _values(chart, "low", "y"), "y2": {"field": "high"}, "color": colour, "opacity": faint}
    band = {"transform": [{"filter": "isValid(datum.low)"}], "mark": "area", "encoding": ends}
    shown = {"x": x, "y": _values(chart, "value", "y"), "color": colour, "opacity": strong}
    line = {"params": [PICKED], "mark": {"type": "line", "strokeWidth": 1.8}, "encoding": shown}
    point = {"mark": {"type": "point", "filled": True, "size": 40}, "encoding": {**shown, "shape": shape, "tooltip": tooltip}}
    return {"height": BODY, "layer": [*_bands(chart, "y"), *([band] if any("low" in row for row in chart.rows) else []), line, point]}


def _named_at_ends(chart: Chart) -> Spec:
    """Lines without points that go on at a value until it changes, each with its name behind its end."""
    x, y = _places(chart), _values(chart, "value", "y")
    y = {**y, "axis": {**y["axis"], "tickMinStep": 1}} if all(isinstance(row["value"], int) for row in chart.rows) else y
    colour = {**_series(chart), "legend": None}
    ends = {
        panel: [{**row, "label": row["series"]} for row in chart.rows if row["panel"] == panel and row.get("at_end")]
        for panel in chart.panels
    }
    names = {panel: _spread(rows, *_span(chart, panel), BODY) for panel, rows in ends.items()}
    placed = [{"filter": "datum.at_end"}, {"calculate": f"{json.dumps(names)}[datum.panel][datum.series]", "as": "place"}]
    room = min(LONGEST, LETTER * max(len(row["series"]) for row in chart.rows))
    line = {"mark": {"type": "line", "strokeWidth": 1.8, "interpolate": "step-after"}, "encoding": {"x": x, "y": y, "color": colour}}
    name = {"type": "text", "align": "left", "dx": 4, "fontSize": 12, "limit": room}
    shown = {"x": {"value": "width"}, "y": {**y, "field": "place"}, "text": {"field": "series"}, "color": colour}
    layers = [line, {"transform": placed, "mark": name, "encoding": shown}]
    return {"height": BODY, "layer": layers, "padding": {"left": 4, "top": 4, "bottom": 4, "right": room + 8}}


def _labelled(chart: Chart) -> Spec:
    """Points with their intervals; their names stand in a column beside the chart, each with a line to its point."""
    x, y, colour = _places(chart), _values(chart, "value", "y"), {"value": "var(--first)"}
    height = max(BODY, NAME * max(sum(row["panel"] == panel for row in chart.rows) for panel in chart.panels))
    places = {panel: _spread([row for row in chart.rows if row["panel"] == panel], *_span(chart, panel), height) for panel in chart.panels}
    placed = [{"calculate": f"{json.dumps(places)}[datum.panel][datum.label]", "as": "place"}]
    place = {**y, "field": "place"}
    tooltip = _tooltip(chart, ("x", chart.place or "at"), ("text", chart.title or "value"))
    ends = {"x": x, "y": _values(chart, "low", "y"), "y2": {"field": "high"}, "color": colour}
    led = {"x": x, "x2": {"value": "width"}, "y": y, "y2": {"field": "place"}}
    room = min(LONGEST, LETTER * max(len(row["label"]) for row in chart.rows))
    name = {"type": "text", "align": "left", "dx": 4, "fontSize": 11, "color": "var(--text)", "limit": room}
    layers: list[Spec] = [
        *_bands(chart, "y"),
        {"transform": placed, "mark": {"type": "rule", "color": "var(--muted)", "strokeWidth": 0.5, "opacity": 0.6}, "encoding": led},
        {"mark": {"type": "rule", "strokeWidth": 1.6}, "encoding": ends},
        {
            "mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
            "encoding": {"x": x, "y": y, "color": colour, "tooltip": tooltip},
        },
        {"transform": placed, "mark": name, "encoding": {"x": {"value": "width"}, "y": place, "text": {"field": "label"}}},
    ]
    return {"height": height, "layer": layers, "padding": {"left": 4, "top": 4, "bottom": 4, "right": room + 8}}


def _span(chart: Chart, panel: str) -> tuple[float, float]:
    """The ends of the scale of values of a panel of points by themselves: all that is drawn, with a little room."""
    numbers = [row[end] for row in chart.rows if row["panel"] == panel for end in ("low", "value", "high") if row.get(end) is not None]
    numbers += [end for band in chart.bands if band.panel == panel for end in (band.low, band.high)]
    low, high = min(numbers), max(numbers)
    room = 0.04 * (high - low) or 0.01
    return low - room, high + room


def _spread(rows: Sequence[Mapping[str, Any]], low: float, high: float, height: int) -> dict[str, float]:
    """Where the name of each point stands on the scale: beside it as far as names do not overlap."""
    ranked, step = sorted(rows, key=lambda row: -row["value"]), (high - low) * NAME / height
    places: list[float] = []
    for i, row in enumerate(ranked):
        places.append(min(row["value"], places[-1] - step if places else high - step / 2))
        lowest = low + step / 2 + step * (len(ranked) - 1 - i)
        places[-1] = max(places[-1], lowest)
    return {row["label"]: round(place, 6) for row, place in zip(ranked, places, strict=True)}


def _places(chart: Chart) -> Spec:
    """The scale of places from left to right."""
    title = chart.place or None
    if any(isinstance(row["x"], str) for row in chart.rows):
        return {"field": "x", "type": "nominal", "sort": None, "title": title, "axis": {"labelAngle": 0, "grid": False}}
    axis = {
        "tickCount": {"expr": "ceil(width / 60)"},
        "labelExpr": LABELS["number"].format(digits=tick_digits(chart, over_places=True)),
        "grid": False,
        **({"tickMinStep": 1} if all(isinstance(row["x"], int) for row in chart.rows) else {}),
    }
    return {"field": "x", "type": "quantitative", "title": title, "scale": {"zero": False, "nice": False, "padding": EDGE}, "axis": axis}


def _overlaid(chart: Chart) -> Spec:
    colour, faint = _series(chart), {"condition": {"param": "pick", "value": 0.12}, "value": 0}
    strong = {"condition": {"param": "pick", "value": 1}, "value": 0.08}
    y = {"field": "density", "type": "quantitative", "stack": None, "axis": None}
    tooltip = _tooltip(chart, ("series", "what"), ("x", chart.place), ("note", chart.title or "value"))
    shared: Spec = {"x": _places(chart), "y": y, "color": colour, "tooltip": tooltip}
    area: Spec = {"mark": {"type": "area", "interpolate": "monotone"}, "encoding": {**shared, "opacity": faint}}
    line: Spec = {"mark": {"type": "line", "interpolate": "monotone", "strokeWidth": 2}, "encoding": {**shared, "opacity": strong}}
    return {"height": BODY * 3 // 4, "layer": [area, {"params": [PICKED], **line}]}


_KINDS: Mapping[str, Callable[[Chart], Spec]] = {
    "dots": _dots,
    "bars": _bars,
    "slopes": _slopes,
    "heat": _heat,
    "lines": _lines,
    "shapes": _overlaid,
}
