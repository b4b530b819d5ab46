"""Charts of a run over the values of one number or two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simcli.base.restrictions import Restrictions
from simcli.stats.balance import summarise
from simcli.stats.summary import Interval, Summary, VariantChanges
from simcli.studies.run.charts import charts
from simcli.studies.run.sweep_charts import sweep_charts, sweep_of
from tests.stats.synthetic import META, Card, fake_cell

MILL = Card("mill", "building", "Mill", "official")


def run(*changes: VariantChanges) -> Summary:
    """A run with a cell for each variant; the share of the first seat rises by a point from one to the next."""
    made = summarise(META, [replace(fake_cell(3, ("a",), (MILL,), deals=200), variant=change.name) for change in changes])
    cells = []
    for i, cell in enumerate(made.cells):
        share = 0.30 + 0.01 * i
        seats = (replace(cell.seats[0], win_share=Interval(share - 0.02, share, share + 0.02)), *cell.seats[1:])
        cells.append(replace(cell, seats=seats))
    return replace(made, variants=changes, cells=tuple(cells))


def copies(n: int, more: int | None = None) -> VariantChanges:
    patch = {"buildings": {"mill": {"copies": n} | ({} if more is None else {"cost": more})}}
    return VariantChanges(name=f"mill {n} {more}", options={}, patch=patch)


def test_what_varies_is_the_number_in_which_all_variants_differ() -> None:
    sweep = sweep_of(run(copies(2), copies(3), copies(5)))
    assert sweep is not None
    assert sweep.names == ("mill copies",)
    assert list(sweep.values.values()) == [(2.0,), (3.0,), (5.0,)]


def test_an_option_that_a_variant_leaves_alone_has_the_value_of_the_run() -> None:
    own = [VariantChanges(name=str(n), options={} if n == 2 else {"rounds": n}, patch={}) for n in (1, 2, 3)]
    sweep = sweep_of(replace(run(*own), options={"rounds": 2}))
    assert sweep is not None
    assert (sweep.names, list(sweep.values.values())) == (("rounds",), [(1.0,), (2.0,), (3.0,)])


def test_variants_that_differ_otherwise_are_no_sweep() -> None:
    words = [VariantChanges(name=word, options={"order": word}, patch={}) for word in ("left", "right", "both")]
    assert sweep_of(run(*words)) is None
    assert sweep_of(run(copies(2), copies(3))) is None  # two values make no line
    assert sweep_of(run(copies(2), copies(3), copies(3))) is None
    banned = replace(copies(4), restrictions=Restrictions({"seat 1": ("mill",)}))
    assert sweep_of(run(copies(2), copies(3), banned)) is None


def test_lines_with_bands_for_shares_holders_and_margin() -> None:
    summary = run(copies(2), copies(3), copies(5))
    made = {chart.name: chart for chart in sweep_charts(summary)}
    assert list(made) == ["sweep_shares", "sweep_items", "sweep_margin"]
    shares = made["sweep_shares"]
    assert shares.caption == (
        "Win share by seat over mill copies, with 3 players; the bands are 95 % intervals. Shaded: the tolerance around an even share."
    )
    assert "seat 1: 30.0 % at 2, 31.0 % at 3, 32.0 % at 5" in shares.alt
    assert made["sweep_items"].caption.startswith("Win share of those who hold Mill over mill copies")
    assert [chart.name for chart in charts(summary)][:3] == list(made)
    first = [one for one in shares.rows if one["series"] == "seat 1"]
    assert [(one["x"], one["low"], one["value"], one["high"]) for one in first] == [
        (2.0, 0.28, 0.3, 0.32),
        (3.0, 0.29, 0.31, 0.33),
        (5.0, 0.3, 0.32, 0.34),
    ]
    assert [(band.low, band.middle, band.high) for band in shares.bands] == [pytest.approx((0.32, 1 / 3, 0.34667), abs=1e-4)]


def test_of_two_numbers_the_second_has_a_line_for_each_value() -> None:
    made = {chart.name: chart for chart in sweep_charts(run(*(copies(n, more) for n in (2, 3) for more in (7, 8, 9))))}
    shares = made["sweep_shares"]
    assert shares.caption.startswith("Win share by seat, seat 1 over mill copies")
    assert "mill cost 7: 30.0 % at 2, 33.0 % at 3; mill cost 8: 31.0 % at 2, 34.0 % at 3" in shares.alt
