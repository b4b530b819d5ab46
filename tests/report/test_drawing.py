"""Charts as shapes: where ticks stand, what the SVG says, and that the PNG shows it."""

import io
import random
from dataclasses import replace

import pytest

from simcli.report.draw import png
from simcli.report.draw.drawing import END, MIDDLE, START, Area, Drawing, Line, Mark, Text, box
from simcli.report.draw.palette import NARROW, VARIABLES, WIDE
from simcli.report.draw.panels import panels, points_axis, stacked
from simcli.report.draw.scales import difference_texts, number_texts, percent_texts, ticks
from simcli.report.draw.svg import number, svg
from simcli.studies.run.charts import charts


def test_ticks_stand_where_matplotlib_would_put_them():
    from matplotlib.ticker import MaxNLocator

    rng = random.Random(7)
    for _ in range(3000):
        low = rng.choice([0.0, rng.uniform(-1, 1), rng.uniform(-300, 300)])
        high, most, whole = low + 10 ** rng.uniform(-3, 3), rng.randint(3, 12), rng.random() < 0.5
        known = MaxNLocator(most, steps=[1, 2, 5, 10], integer=whole).tick_values(low, high)
        assert ticks(low, high, most, whole=whole) == pytest.approx([t for t in known if low <= t <= high], abs=1e-9)


def test_numbers_on_a_scale_have_as_many_decimals_as_their_step():
    assert number_texts([-20, 0, 20]) == ["−20", "0", "20"]
    assert number_texts([0.0, 0.5, 1.0]) == ["0.0", "0.5", "1.0"]
    assert number_texts([0.1, 0.15, 0.2]) == ["0.10", "0.15", "0.20"]
    assert number_texts([4.0]) == ["4"]
    assert percent_texts([0.0, 0.1 + 0.2, 0.325]) == ["0 %", "30 %", "32.5 %"]
    assert difference_texts([-0.025, 0.0, 0.02]) == ["−2.5", "0", "+2"]


def test_shapes_as_elements_in_the_colours_of_the_page():
    drawing = Drawing(100, 50.25)
    drawing.add(
        Line(((1, 2), (1, 8.04), (1, 9), (5, 9), (7, 3)), WIDE.muted, 1, is_dashed=True),
        Area(tuple(box(1, 2, 3, 4)), WIDE.series[1], 0.35, WIDE.paper),
        Mark((5, 6), "o", 6.5, WIDE.good, WIDE.good),
        Mark((5, 6), "D", 4, WIDE.second, WIDE.paper),
        Mark((5, 6), "s", 6, WIDE.first, WIDE.first),
        Text((1.234, 5), "<a> & b", WIDE.text),
        Text((1, 5), "t", WIDE.muted, 8.5, START, is_bold=True),
    )
    assert svg(drawing, VARIABLES, "wide").split("\n") == [
        '<svg class="chart wide" aria-hidden="true" viewBox="0 0 100 50.25">',
        '<path d="M1 2V9H5L7 3" style="fill:none;stroke-dasharray:4,3;stroke:var(--muted)"/>',
        '<path d="M1 4H3V2H1z" style="fill:var(--s1);stroke:var(--paper);stroke-width:0.8;opacity:0.35"/>',
        '<circle cx="5" cy="6" r="3.25" style="fill:var(--good);stroke:var(--good);stroke-width:1.3"/>',
        '<path d="M5 8.83L7.83 6L5 3.17L2.17 6z" style="fill:var(--paper);stroke:var(--second);stroke-width:1.3"/>',
        '<path d="M2 9H8V3H2z" style="fill:var(--first);stroke:var(--first);stroke-width:1.3"/>',
        '<text x="1.23" y="5">&lt;a&gt; &amp; b</text>',
        '<text style="font-weight:700;font-size:8.5px;text-anchor:start;fill:var(--muted)" x="1" y="5">t</text>',
        "</svg>",
    ]
    assert [number(x, 1) for x in (-0.04, 2.0, 2.25, 10.0)] == ["0", "2", "2.2", "10"]


def pixels(drawing):
    """The PNG as rows of (red, green, blue)."""
    import numpy as np
    from PIL import Image

    with png.settings():
        return np.asarray(Image.open(io.BytesIO(png.png(drawing))))


def test_the_png_shows_every_shape_where_the_svg_has_it():
    drawing = Drawing(72, 36)
    drawing.add(
        Area(tuple(box(0, 0, 18, 36)), "#0000ff"),
        Line(((18, 9), (72, 9)), "#ff0000", 4),
        Mark((54, 27), "s", 9, "#00ff00", "#00ff00"),
        Mark((36, 27), "o", 9, "#000000", "#ffff00"),
    )
    shown = pixels(drawing)
    assert shown.shape == (80, 160, 3)  # 160 dots per inch
    assert shown[20, 20].tolist() == [0, 0, 255]
    assert shown[20, 100].tolist() == [255, 0, 0]
    assert shown[60, 120].tolist() == [0, 255, 0]
    assert shown[60, 80].tolist() == [255, 255, 0]
    assert shown[70, 150].tolist() == [255, 255, 255]


@pytest.mark.parametrize(("anchor", "left", "right"), [(START, 80, 130), (MIDDLE, 55, 105), (END, 30, 80)])
def test_the_png_sets_texts_at_their_place(anchor, left, right):
    drawing = Drawing(72, 36)
    drawing.add(Text((36, 18), "MMM", "#000000", 9, anchor))
    dark = (pixels(drawing) < 128).any(axis=2).nonzero()
    assert left - 2 <= dark[1].min() < dark[1].max() <= right + 2
    assert 22 <= dark[0].min() < dark[0].max() <= 40


def test_opacity_mixes_with_the_paper():
    drawing = Drawing(36, 36)
    drawing.add(Area(tuple(box(0, 0, 36, 36)), "#000000", 0.2))
    assert abs(int(pixels(drawing)[40, 40, 0]) - 204) <= 1


@pytest.mark.parametrize("palette", [WIDE, NARROW])
def test_bars_reach_from_the_sum_of_those_before_and_negative_ones_go_left(palette):
    drawing, (panel,) = panels(["4 players"], ["a", "b"], palette)
    stacked(panel, [[2, 0], [-1, 0], [3, 0]])
    assert (panel.low, panel.high) == (pytest.approx(-1.3), pytest.approx(5.3))
    bars = [shape for shape in drawing.shapes if isinstance(shape, Area)]
    sides = [(bar.points[0][0], bar.points[1][0]) for bar in bars]
    assert sides[0::2] == [pytest.approx((panel.x(a), panel.x(b))) for a, b in ((0, 2), (0, -1), (2, 5))]
    assert all(a == b for a, b in sides[1::2])


def test_a_panel_without_any_points_has_a_scale_all_the_same():
    drawing, (panel,) = panels(["4 players"], ["a"], WIDE)
    stacked(panel, [[0.0]])
    assert (panel.low, panel.high) == (0, 1)
    points_axis(panel, 3, 4, whole=False)
    assert "3.5" in {shape.text for shape in drawing.shapes if isinstance(shape, Text)}


def test_a_chart_is_drawn_once_for_page_and_png(summary_of):
    drawn = []
    for chart in charts(summary_of("small")):
        counted = replace(chart, draw=lambda palette, draw=chart.draw: drawn.append(palette.width) or draw(palette))
        with png.settings():
            assert counted.svg.count("<svg ") == 2
            assert counted.png.startswith(b"\x89PNG")
    assert drawn == [WIDE.width, NARROW.width] * 7
