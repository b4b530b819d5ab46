"""Closed headings of a page of a run say their own answer, in a short sentence that the figures hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from simcli.stats.summary import Interval, Summary
from simcli.studies.run import headings
from simcli.studies.run.page import run_page
from tests.report.pages import page_text
from tests.report.samples import INFO

SummaryOf = Callable[[str], Summary]


def test_every_closed_heading_says_at_most_fifteen_words(any_summary: Summary) -> None:
    page = run_page(any_summary, INFO)
    said = {section.id: section.says for section in page.shown[1:]}
    assert [name for name, text in said.items() if not text and any_summary.played and any(cell.ended for cell in any_summary.played)] == []
    assert [text for text in (*said.values(), *page.closing.values()) if len(text.split()) > headings.MOST_WORDS] == []
    closed = re.findall(r"<section id=\"[^\"]*\">\n<details[^>]*>\n<summary><h2>.*</summary>", page_text(any_summary, INFO))
    assert len(closed) >= 5
    if any(cell.ended for cell in any_summary.played):
        assert [heading for heading in closed if 'class="says"' not in heading] == []


def test_a_game_takes_rounds_and_ends_points_apart(summary_of: SummaryOf) -> None:
    (cell,) = summary_of("small").cells
    cell = replace(cell, rounds_mean=Interval(11.9, 12.04, 12.1), margin_mean=Interval(7.0, 8.2, 9.0))
    other = replace(cell, players=5, rounds_mean=Interval(13.6, 13.9, 14.1), margin_mean=Interval(0.5, 1.1, 1.9))
    assert headings.games([cell]) == "A game takes 12 rounds and ends 8.2 points apart."
    assert headings.games([cell, other]) == "A game takes 12 to 14 rounds and ends 1.1 to 8.2 points apart."
    assert headings.games([replace(other, rounds_mean=Interval(1.0, 1.0, 1.0))]) == "A game takes 1 round and ends 1.1 points apart."


def scored(cell: Any, **means: Interval) -> Any:
    rows = zip(cell.strategies, means.items(), strict=False)
    return replace(cell, strategies=tuple(replace(row, name=name, score_mean=mean) for row, (name, mean) in rows))


def test_who_scores_most_is_said_so_far_where_intervals_meet(summary_of: SummaryOf) -> None:
    (cell,) = summary_of("small").cells
    apart = scored(cell, a=Interval(30.0, 31.0, 32.0), b=Interval(40.0, 41.0, 42.0))
    close = scored(cell, a=Interval(30.0, 31.0, 32.0), b=Interval(31.0, 33.0, 35.0))
    assert headings.scores([apart]) == "b scores most: 41 points."
    assert headings.scores([close]) == "b scores most so far: 33 points."
    assert headings.scores([apart, replace(apart, players=5)]) == "b scores most at every table: 41 points."


def test_points_come_most_from_the_category_with_most(summary_of: SummaryOf) -> None:
    (cell,) = summary_of("small").cells
    cell = replace(cell, categories={"round_1": 3.0, "round_2": 9.4, "loss": -2.0})
    assert headings.categories([cell]) == "Most points come from round 2: 9.4 on average."


@pytest.mark.parametrize("name", ["small", "large"])
def test_where_points_come_from_is_told_of_several_categories_alone(summary_of: SummaryOf, name: str) -> None:
    whole = summary_of(name)

    def with_parts(parts: tuple[str, ...]) -> Summary:
        def kept(row: Any) -> Any:
            return replace(row, categories={part: row.categories[part] for part in parts})

        cells = [
            replace(kept(cell), strategies=tuple(map(kept, cell.strategies)), seats=tuple(map(kept, cell.seats))) for cell in whole.cells
        ]
        return replace(whole, cells=tuple(cells))

    first, second = list(whole.cells[0].categories)[:2]
    for parts, is_told in (((first,), False), ((first, second), True)):
        page = run_page(with_parts(parts), INFO)
        assert any(section.id == "categories" for section in page.shown) is is_told
        assert any(chart.name == "categories" for section in page.shown for chart in section.charts) is is_told
        assert [section.id for section in page.shown[1:] if not section.says] == []


@pytest.mark.parametrize(
    ("half", "said"), [(0.1, "Round 1: 9.0 for seat 4, 5.0 for seat 1."), (3.0, "No certain difference between seats.")]
)
def test_seats_differ_where_it_is_certain_for_all_pairs(summary_of: SummaryOf, half: float, said: str) -> None:
    (cell,) = summary_of("small").cells
    seats = tuple(
        replace(seat, held={}, categories={"round_1": Interval(mean - half, mean, mean + half)})
        for seat, mean in zip(cell.seats, (5.0, 6.0, 7.0, 9.0), strict=True)
    )
    assert headings.seat_parts([replace(cell, seats=seats)]) == said
