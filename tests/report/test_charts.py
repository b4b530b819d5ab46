"""Charts as data and a kind: what every one of them owes its reader, in a page and as a file."""

import json
import re
from dataclasses import replace
from typing import get_args
from xml.etree import ElementTree

import pytest
import vl_convert

from simcli.report.charts import files, vega
from simcli.report.charts.chart import HOLLOW, LOOKS, Band, Chart, distinct, folded, row, value_text
from simcli.report.words.verdicts import WORDS
from simcli.stats.bounds import Interval
from simcli.stats.verdicts import Verdict
from simcli.studies.run.charts import charts

PLANS = {"panel": "4 players", "label": "balanced"}
LINES = [{"panel": "2 players", "series": "a", "x": x, "low": x - 1, "value": x, "high": x + 1} for x in (1.0, 2.0, 3.0)]
SAMPLES = {
    "verdicts": Chart(
        "dots", "t", "c", "a", "dots",
        [row("4 players", Interval(0.2, 0.3, 0.4), label=f"plan {i}", mark=WORDS[one], verdict=one) for i, one in enumerate(LOOKS)],
        "percent", bands=(Band("4 players", 0.24, 0.25, 0.26),),
    ),
    "series": Chart("two", "t", "", "", "dots", [row("4 players", Interval(-1, 0, 1), label="x", series=name) for name in "ab"], "points"),
    "bars": Chart("bars", "t", "c", "a", "bars", [row("4", Interval(None, n, None), label="x", series=str(n)) for n in (2, -1, 3)]),
    "tornado": Chart("bars", "t", "c", "a", "bars", [row("4", Interval(n - 1, n, n + 1), label="x", series=str(n)) for n in (2, -1)]),
    "slopes": Chart("slopes", "t", "c", "a", "slopes", [row("2", Interval(n, n + 1, n + 2), label="x", step=str(n)) for n in (0, 1)]),
    "heat": Chart(
        "heat", "t", "c", "a", "heat",
        [{"panel": "2", "row": one, "column": two, "value": 0.6, "shade": 0.2, "certain": False} for one in "ab" for two in ("1", "2+")],
        "percent",
    ),
    "lines": Chart("lines", "t", "c", "a", "lines", LINES, place="copies", bands=(Band("2 players", 1.5, 2.0, 2.5),)),
    "points": Chart(
        "points", "t", "c", "a", "lines", [row("2", Interval(n, n + 1, n + 2), label=f"card {n}", x=n / 2) for n in (0, 1, 2)],
        place="used",
    ),
    "places": Chart("places", "t", "c", "a", "lines", [{**one, "x": f"rung {one['x']:g}"} for one in LINES]),
    "shapes": Chart(
        "shapes", "t", "c", "a", "shapes",
        [{"panel": "2", "series": name, "x": x, "density": x / 9, "note": "3"} for name in "ab" for x in (1.0, 2.0)], place="points",
    ),
}  # fmt: skip
"""One chart or two of each kind."""


def every_chart(summary_of):
    """The charts above and those of runs of all sizes, by a name of their own."""
    made = list(SAMPLES.items())
    return made + [
        (f"{kind}: {chart.name}", chart) for kind in ("small", "large", "half empty", "one strategy") for chart in charts(summary_of(kind))
    ]


def marks_of(spec):
    """The layers of a chart that stand for rows of its data, by the names of their marks."""
    for layer in spec["layer"]:
        mark = layer["mark"] if isinstance(layer["mark"], str) else layer["mark"]["type"]
        if "data" not in layer and mark in ("point", "bar", "rect"):
            yield mark, layer


def test_every_chart_is_vega_lite_and_its_marks_say_their_figures(summary_of):
    assert {chart.kind for chart in SAMPLES.values()} == set(files._KINDS) == set(vega._KINDS)
    for name, chart in every_chart(summary_of):
        spec = vega.spec(chart)
        vl_convert.vegalite_to_vega(
            {**spec, "width": 300}, vl_version=vega.VERSION, config=vega.CONFIG
        )  # ValueError for what it cannot read
        found = dict(marks_of(spec))
        if chart.kind == "shapes":
            found = {"area": spec["layer"][0], "line": spec["layer"][1]}
        assert found, name
        fields = {field for one in chart.rows for field in one} | {"text"}
        for mark, layer in found.items():
            said = [part["field"] for part in layer["encoding"]["tooltip"]]
            assert {"text", "note"} & set(said), (name, mark)
            assert set(said) <= fields, (name, mark)
        if chart.kind != "shapes":
            assert all(value_text(one, chart.form) == shown["text"] for one, shown in zip(chart.rows, spec["data"]["values"], strict=True))


def test_a_tooltip_has_estimate_and_interval_as_tables_have_them():
    assert value_text({"low": 0.32, "value": 0.341, "high": 0.351}, "percent") == "34.1 %, 32.0 to 35.1"
    assert value_text({"low": -0.02, "value": 0.0, "high": 0.02}, "points") == "0.0, −2.0 to +2.0"
    assert value_text({"low": 1.0, "value": 2.0, "high": 3.0}, "number") == "2.00, 1.00 to 3.00"
    assert value_text({"value": 0.5}, "percent") == "50.0 %"


def test_verdicts_are_told_apart_without_colour():
    looks = {(shape, verdict in HOLLOW) for verdict, (shape, _) in LOOKS.items()}
    assert len(looks) == len(LOOKS) == 6
    assert len({colour for _, colour in LOOKS.values()}) == 6
    assert set(get_args(Verdict)) == set(LOOKS)
    (_, layer), *others = [one for one in marks_of(vega.spec(SAMPLES["verdicts"])) if one[0] == "point"]
    assert others == []
    shape, fill = (
        dict(zip(*(layer["encoding"][channel]["scale"][part] for part in ("domain", "range")), strict=True))
        for channel in ("shape", "fill")
    )
    assert {(shape[mark], fill[mark] == "var(--paper)") for mark in WORDS.values()} == looks


def test_series_of_one_colour_have_shapes_of_their_own():
    names = [str(i) for i in range(30)]
    looks = {(i % 10, shape) for i, shape in enumerate(vega._shapes(names)["range"])}
    assert len(looks) == 30


def drawn(chart):
    """The texts of the drawing for readers without scripts, wide and narrow."""
    roots = [ElementTree.fromstring(part) for part in vega.svg(chart).split("\n")]
    return [["".join(text.itertext()) for text in root.iter("text")] for root in roots]


def test_a_drawing_has_the_names_in_the_order_of_the_data_and_their_values():
    for texts in drawn(SAMPLES["verdicts"]):
        names = [text for text in texts if text.startswith("plan ")]
        assert names == [f"plan {i}" for i in range(6)]
        assert texts.count("30 %") >= 6
        assert [text for text in texts if text in WORDS.values()] == [WORDS[verdict] for verdict in LOOKS]


def test_a_dollar_sign_and_a_tag_are_letters(summary_of):
    odd = replace(SAMPLES["series"], rows=[{**one, "label": "$x$ <b>"} for one in SAMPLES["series"].rows])
    assert all("$x$ <b>" in texts for texts in drawn(odd))
    assert b"$x$ &lt;b&gt;" in files.file(odd, "svg").replace(b"&#36;", b"$") or b"<!-- $x$" in files.file(odd, "svg")
    assert "<b>" not in vega.page_data([odd])


@pytest.mark.parametrize("name", list(SAMPLES))
@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_every_kind_is_drawn_as_a_file_with_equal_bytes(name, form, start):
    chart = SAMPLES[name]
    one = files.file(chart, form)
    assert one.startswith(start)
    assert files.file(chart, form) == one


def test_a_figure_has_every_estimate_of_its_chart(summary_of):
    for kind in ("small", "large"):
        chart = charts(summary_of(kind))[0]
        figure = files.figure(chart)
        panels = figure.get_axes()
        assert [ax.get_title(loc="left") for ax in panels] == chart.panels
        for ax, panel in zip(panels, chart.panels, strict=True):
            shown = {round(float(line.get_xdata()[0]), 6) for line in ax.get_lines() if len(line.get_xdata()) == 1}
            assert {one["value"] for one in chart.rows if one["panel"] == panel} <= shown
        names = [label.get_text().replace("\n", "") for label in panels[0].get_yticklabels()]
        assert names == distinct(chart.rows, "label")


def test_bars_reach_from_the_sum_of_those_before_and_negative_ones_go_left():
    (ax,) = files.figure(SAMPLES["bars"]).get_axes()
    sides = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches)
    assert sides == [(0.0, -1.0), (0.0, 2.0), (2.0, 5.0)]


def test_a_long_name_stands_on_two_lines():
    assert folded("a short name") == ["a short name"]
    assert folded("Win share of second_place_hunters") == ["Win share of second_", "place_hunters"]
    assert all(len(line) <= 22 for line in folded("x" * 90))


def test_what_a_page_says_of_charts_is_plain_json(summary_of):
    text = vega.page_data(charts(summary_of("small")))
    assert not re.search(r"NaN|Infinity", text)
    assert json.loads(text)["charts"]["win_share"]["usermeta"] == {"panels": ["4 players"], "first": "4 players"}


def test_points_by_themselves_have_their_names():
    chart = SAMPLES["points"]
    assert all(name in vega.svg(chart) for name in ("card 0", "card 1", "card 2"))
    texts = [layer for layer in vega.spec(chart)["layer"] if layer["mark"]["type"] == "text"]
    assert len(texts) == 1
    assert [name.get_text() for name in files.figure(chart).axes[0].texts] == ["card 0", "card 1", "card 2"]


def test_a_drawing_that_was_made_before_starts_no_engine(monkeypatch, tmp_path):
    monkeypatch.setenv("SIMCLI_CACHE_DIR", str(tmp_path))
    first = vega.svg(SAMPLES["points"])
    (kept,) = (tmp_path / "drawings").iterdir()
    jobs = []
    monkeypatch.setattr(vega, "_render", jobs.append)
    assert vega.svg(SAMPLES["points"]) == first
    assert jobs == []
    kept.write_bytes(kept.read_bytes()[:-1])
    assert vega.svg(SAMPLES["points"]) == ""
    assert len(jobs) == 1


def test_a_row_of_a_chart_is_asked_for_its_bounds_a_fixed_number_of_times():
    class Counted(dict):
        asked = 0

        def get(self, key, default=None):
            self.asked += key == "low"
            return super().get(key, default)

    def most(n):
        rows = [Counted({**SAMPLES["points"].rows[0], "label": f"card {i}"} | {"low": None, "high": None}) for i in range(n)]
        vega.spec(replace(SAMPLES["points"], rows=rows))
        return max(row.asked for row in rows)

    assert most(40) == most(4)
