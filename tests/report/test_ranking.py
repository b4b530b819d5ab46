"""Variants on the page, on the terminal and as tables."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from simcli.report.rows import pictures
from simcli.stats.balance import summarise
from simcli.stats.summary import NO_INTERVAL, Interval, VariantChanges
from simcli.studies.run import tables as views
from simcli.studies.run.findings import answer
from simcli.studies.run.ranking import compared, rank_ranges, ranking
from simcli.studies.run.terminal import terminal_table
from tests.report.pages import frame, page_text
from tests.report.samples import INFO
from tests.report.test_page import Reader
from tests.stats.synthetic import META, fake_cards, fake_cell

NAMES = ("balanced", "collector", "rusher")
CATEGORIES = ("round_1", "round_2", "round_3")


def varied(n, players=(4,), names=NAMES, deals=30):
    shared = [(p, fake_cell(p, names, fake_cards(4), CATEGORIES, deals=deals, strength=s)) for p in players for s in (0.0, 6.0)]
    variants = tuple(VariantChanges(name=f"rule {i:03}", options={"events": "on"}, patch={}) for i in range(n))
    cells = [replace(shared[2 * k + i % 2][1], variant=f"rule {i:03}") for i in range(n) for k in range(len(players))]
    return summarise(replace(META, variants=variants), cells)


def printed(summary, width=140):
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(terminal_table(summary, answer(summary), wide=True))
    return console.file.getvalue()


def test_the_ranking_puts_the_closest_first_and_tells_which_ranks_are_possible():
    """Two rules, each twice, on the same deals: what plays alike has the same figures and the same ranks."""
    rows = ranking(varied(4, (3, 4), deals=400))
    assert [row.players for row in rows] == [3] * 4 + [4] * 4
    for group in (rows[:4], rows[4:]):
        assert [row.cell.margin_mean.value for row in group] == sorted(row.cell.margin_mean.value for row in group)
        assert [row.margin for row in group] == [(1, 2), (1, 2), (3, 4), (3, 4)]
        assert [row.rounds for row in group] == [(1, 4)] * 4


def test_lengths_that_are_the_same_in_every_deal_have_a_rank_once_unseen_deals_cannot_hide_another():
    means = [Interval(None, 8.0, None), Interval(None, 9.0, None), Interval(9.2, 10.0, 10.8)]

    def ranks(deals):
        return rank_ranges(compared([(mean, deals) for mean in means]))

    assert ranks(1) == ranks(9) == [(1, 3)] * 3
    assert ranks(40) == [(1, 1), (2, 3), (2, 3)]
    assert ranks(400) == [(1, 1), (2, 2), (3, 3)]
    assert compared([(means[0], 0)])[0].bounds is None


def test_at_few_deals_every_rank_is_possible():
    assert all(row.margin == (1, 120) for row in ranking(varied(120, deals=8)))


def test_possible_ranks_hold_all_true_ranks_in_95_of_100_runs():
    """Twelve figures, some close to each other: how often one of the true ranks lies outside its range in 2,000 runs."""
    truth = [1.0, 1.01, 1.02, 1.1, 1.1, 1.3, 1.31, 1.5, 1.7, 1.75, 2.0, 2.5]
    rng, se, wrong = np.random.default_rng(4), 0.05, 0
    for values in rng.normal(truth, se, (2_000, len(truth))):
        ranges = rank_ranges([Interval(v - 1.96 * se, v, v + 1.96 * se) for v in values])
        for mine, (best, worst) in zip(truth, ranges, strict=True):
            if best > 1 + sum(other <= mine for other in truth) - 1 or worst < 1 + sum(other < mine for other in truth):
                wrong += 1
                break
    assert wrong / 2_000 <= 0.05 + 3 * (0.05 * 0.95 / 2_000) ** 0.5


def test_a_seat_or_strategy_is_named_for_a_variant_only_when_its_direction_is_certain():
    summary = varied(2, deals=400)
    row = next(row for row in ranking(summary) if row.variant == "rule 001")
    cell = summary.cells[1]
    strategy = max(cell.strategies, key=lambda one: abs(one.win_share.value - 0.25))
    assert row.strategy == strategy.name
    assert row.strategy_deviation == pytest.approx([bound - 0.25 for bound in strategy.win_share])
    few = next(row for row in ranking(varied(2, deals=8)) if row.variant == "rule 000")
    assert (few.seat, few.seat_deviation, few.strategy) == (None, NO_INTERVAL, None)


def test_of_many_variants_the_closest_is_named_only_when_the_others_are_beaten():
    summary = varied(120, deals=8)
    assert answer(summary).claim == "It is unclear with which of 120 variants games are closest."
    rows = varied(6, deals=400)
    assert answer(rows).claim == "So far games are closest with rule 000, widest with rule 005; 2 more of 6 variants may be as close."
    first, *others = rows.cells
    closest = replace(first, margin_mean=Interval(*(bound - 5.0 for bound in first.margin_mean)))
    assert answer(replace(rows, cells=(closest, *others))).claim == "Of 6 variants, games are closest with rule 000, widest with rule 005."
    second, *rest = others
    rival = replace(second, margin_mean=closest.margin_mean.each(lambda bound: bound + 0.01))
    said = answer(replace(rows, cells=(closest, rival, *rest)))
    assert said.claim == "So far games are closest with rule 000, widest with rule 005; one more of 6 variants may be as close."
    assert said.rows[0].subject == "rule 000"


def test_a_run_without_variants_has_no_ranking(any_summary):
    assert ranking(any_summary) == []
    assert views.ranking_views(any_summary) == views.plans_views(any_summary) == views.points_views(any_summary) == ()
    assert frame(any_summary, "variants").empty


def test_shares_outside_chance_are_marked():
    (view,) = views.plans_views(varied(2, deals=200))
    cells = {row[0]: row[1:] for row in view.rows}
    assert [text.endswith("*") for text in cells["rule 001"]] == [True, False, True]
    assert not any(text.endswith("*") for text in cells["rule 000"])
    assert " ± " in cells["rule 000"][0]
    assert "25 %" in view.caption


def test_points_name_only_categories_with_points():
    summary = varied(2)
    first, second = summary.cells
    strategies = tuple(replace(row, categories={**row.categories, "round_2": 0.0}) for row in first.strategies)
    summary = replace(summary, cells=(replace(first, strategies=strategies), second))
    tables = {view.caption: [column.title for column in view.columns] for view in views.points_views(summary)}
    assert sorted(map(tuple, tables.values())) == [("Strategy", "round 1", "round 2", "round 3"), ("Strategy", "round 1", "round 3")]


def test_a_page_of_few_variants_shows_all_in_full():
    summary = varied(3, (3, 4))
    text = page_text(summary, INFO)
    page = Reader(text)
    assert len(page.ids) == len(set(page.ids))
    assert page.open == []
    assert {"variants", "plans", "points", "strategies-v1", "strategies-v3", "seats-v2"} <= set(page.ids)
    assert text.index('id="variants"') < text.index('id="plans"') < text.index('id="points"') < text.index('id="strategies-v1"')
    assert "--variant" not in text
    assert "rule 002: Seats" in text


def test_a_page_of_many_variants_stays_small_and_says_how_to_get_the_rest():
    summary = varied(200, (3, 4), ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"), deals=12)
    text = page_text(summary, INFO)
    page = Reader(text)
    assert len(text.encode()) < 2_000_000
    assert len(page.ids) == len(set(page.ids))
    assert {name for name in page.ids if name.startswith("strategies-v")} == {"strategies-v1", "strategies-v2"}
    assert "the first 3 of 400 combinations" in text
    assert "simcli report RUN --variant NAME" in text
    assert "tables/categories.csv" in text
    assert all(f"rule {i:03}" in text for i in range(200))


def test_the_parts_of_a_variant_are_folded_together_under_its_name():
    text = page_text(varied(4), INFO)
    assert [len(re.findall(rf"<summary><h2>rule {i:03}</h2>(<span class=\"says\">[^<]*</span>)?</summary>", text)) for i in range(4)] == [
        1
    ] * 4
    assert text.index("<h2>rule 000</h2>") < text.index("<h2>rule 000: Strategies</h2>") < text.index("<h2>rule 001</h2>")


def test_of_many_variants_the_closest_are_drawn():
    few, many = (pictures(answer(varied(n)).rows)[0] for n in (30, 41))
    assert (len(few.rows), len(many.rows)) == (30, 30)
    assert (few.alt.count("rule "), many.alt.count("rule ")) == (30, 41)
    assert "of 41" in many.caption
