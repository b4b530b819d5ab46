"""The lead over the course of a game: noted of a table of standings, counted over games, drawn and listed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import simcli
from simcli.engine.kernel import entry
from simcli.engine.loop import feel as loop
from simcli.report.page import rendered
from simcli.stats.bounds import Interval
from simcli.stats.intervals import interval, mean_ratio, ratio_row
from simcli.stats.measured import FeelCell, LeadPoint
from simcli.studies.feel.charts import lead_charts
from simcli.studies.feel.estimate import PARTS
from simcli.studies.feel.followed import FollowedGames
from simcli.studies.feel.words import halfway, views_of
from tests.cli.project import Project
from tests.studies.feel.test_command import VARIANTS
from tests.studies.feel.test_estimate import cell, games

STANDINGS = [[0, 0, 0], [0, 3, 1], [5, 3, 5], [5, 9, 7], [10, 9, 4], [-1, -5, -4], [8, 8, 12]]
"""Of three seats before the first of six decisions and after each: nobody, seat 1, two alike, seat 1, seat 0, seat 0 below 0, seat 2."""


note_leads = entry(loop.note_leads)


def test_the_lead_is_noted_after_each_tenth_of_the_decisions_rounded_down() -> None:
    row = np.zeros(loop.COLUMNS, np.int64)
    note_leads(np.array(STANDINGS, np.int32), 6, 3, row)
    assert row[loop.LEAD : loop.LEADER].tolist() == [0, 0, 2, 2, 0, 2, 2, 1, 1, 3, 4]  # after 0 0 1 1 2 3 3 4 4 5 6 decisions
    assert row[loop.LEADER : loop.COLUMNS].tolist() == [-1, -1, 1, 1, -1, 1, 1, 0, 0, 0, 2]
    assert not row[: loop.LEAD].any()


def test_a_game_without_a_decision_has_its_end_at_every_point() -> None:
    row = np.zeros(loop.COLUMNS, np.int64)
    note_leads(np.array([[3, 7]], np.int32), 0, 2, row)
    assert set(row[loop.LEAD : loop.LEADER]) == {4}
    assert set(row[loop.LEADER :]) == {1}


def followed() -> FollowedGames:
    """Two deals of four games; at half seat 0 leads by 6 and wins, leads by 2 and loses, leads by 4 and shares, nobody leads; and again."""
    share = np.array([60, 0, 30, 60, 60, 0, 30, 60])
    lead, leader = np.zeros((8, len(PARTS)), np.int64), np.full((8, len(PARTS)), -1)
    lead[:, 5], leader[:, 5] = [6, 2, 4, 0] * 2, [0, 0, 0, -1] * 2
    return games(share, lead=lead, leader=leader)


def test_leads_and_wins_of_the_leader_game_by_game() -> None:
    found = followed()
    assert found.is_led[:, 5].tolist() == [1, 1, 1, 0] * 2
    assert found.is_leader_win[:, 5].tolist() == [1, 0, 1, 0] * 2
    made = cell(found).lead
    assert [point.part for point in made] == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
    assert (made[5].lead.value, made[5].led.value, made[5].leader_wins.value) == (3, 0.75, pytest.approx(2 / 3))
    assert (made[4].lead.value, made[4].led.value, made[4].leader_wins.value) == (0, 0, None)


def test_games_that_did_not_end_count_nowhere_in_the_lead() -> None:
    point = cell(replace(followed(), ended=np.array([False, True, True, True] * 2))).lead[5]
    assert (point.lead.value, point.led.value, point.leader_wins.value) == (2, pytest.approx(2 / 3), 0.5)


def test_the_deal_is_the_unit_of_the_interval_of_a_lead() -> None:
    """Four games of a deal that go the same way say no more than one."""
    generator = np.random.default_rng(9)
    of_deal = generator.integers(0, 20, 50)
    lead = np.repeat(of_deal, 4)[:, None] * np.ones(len(PARTS), np.int64)
    found = cell(games(np.zeros((50, 2, 2)), lead=lead, leader=np.zeros_like(lead))).lead[5].lead
    low, high = interval(mean_ratio(ratio_row(np.ones(50, np.int64), of_deal)))
    assert tuple(found) == pytest.approx((low, of_deal.mean(), high))


def test_the_lead_of_a_run_ends_at_the_margin_of_games_with_one_winner(project: Project) -> None:
    found = simcli.feel("pig.yaml", players=[2, 3], deals=200)
    for one in found.results.cells:
        assert one.lead[-1].lead.value == one.measure("margin").value.value
        assert one.lead[-1].led.known == pytest.approx(1 - one.measure("tied").value.known)
        assert one.lead[-1].leader_wins.value == 1
        assert one.lead[0].led.value == 0


def test_the_page_begins_with_the_lead_and_lists_it(project: Project) -> None:
    found = simcli.feel("pig.yaml", players=[2, 3], deals=60)
    page, cells = found.page(), found.results.cells
    lead, wins, *others = page.charts
    assert [chart.name for chart in (lead, wins)] == ["lead", "leader_wins"]
    assert lead.panels == wins.panels == ["2 players", "3 players"]
    assert [row["value"] for row in lead.rows] == pytest.approx([point.lead.value for one in cells for point in one.lead], abs=1e-6)
    assert [row["x"] for row in lead.rows] == 2 * list(range(0, 101, 10))
    assert [chart.name for chart in others] == ["answer", "answer_2"]
    assert page.shown[0].tables[0].rows[0][0] == "rounds"
    (listed,) = (view for view in views_of(cells[:1]) if view.caption == "Lead over the game with 2 players")
    assert [line[0] for line in listed.rows] == [f"{k} %" for k in range(0, 101, 10)]
    points = found.frame("lead")
    assert list(points["players"]) == [2] * len(PARTS) + [3] * len(PARTS)
    assert list(points["lead"]) == [point.lead.value for one in cells for point in one.lead]
    html = rendered(page)
    assert html.index('data-chart="lead"') < html.index('data-chart="answer"')
    assert halfway(cells[0]) in html
    assert "Lead over the game with 3 players" in html


def test_variants_have_a_line_each_behind_what_they_change(project: Project) -> None:
    project.write("two.yaml", VARIANTS)
    found = simcli.feel("two.yaml", deals=100)
    names = [chart.name for chart in found.page().charts]
    assert names[0] == "answer"
    assert names[-2:] == ["lead", "leader_wins"]
    lead = found.page().charts[-2]
    assert {row["series"] for row in lead.rows} == {"long", "short"}


def test_a_run_that_measures_feel_shows_the_lead(project: Project) -> None:
    assert project.here("run", "pig.yaml", "--deals", 40, "--measure", "feel", "--out", "run").code == 0
    html = project.read("run/report.html").decode()
    assert '<section id="feel">' in html
    assert html.index('<section id="feel">') < html.index('data-chart="lead"') < html.index("Feel of play with 2 players")
    points = json.loads(project.read("run/summary.json"))["feel"][0]["lead"]
    assert len(points) == len(PARTS)
    assert list(simcli.load_run("run").lead["lead"]) == [point["lead"][1] for point in points]
    assert len(project.read("run/tables/lead.csv").splitlines()) == 1 + len(PARTS)


def test_figures_without_the_lead_are_counted_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("run", "pig.yaml", "--deals", 20, "--measure", "feel", "--out", "run", "-q")
    assert project.here(*args).code == 0
    right = project.read("run/feel.json")
    with monkeypatch.context() as other:
        for module in ("estimate", "rider"):
            other.setattr(f"simcli.studies.feel.{module}.PARTS", (0.0, 1.0))
        Path("run/feel.json").unlink()
        assert project.here(*args).code == 0
    assert len(json.loads(project.read("run/feel.json"))["data"]["cells"][0]["lead"]) == 2
    shown = project.here("report", "run")
    assert (shown.code, "feel.json does not hold the figures of this run" in shown.err) == (4, True)
    assert project.here(*args).code == 0
    assert project.read("run/feel.json") == right


def test_many_variants_are_drawn_in_part_and_say_so() -> None:
    one = cell(followed())
    cells = [replace(one, variant=f"v{k}") for k in range(12)]
    lead, _ = lead_charts(cells)
    assert len({row["series"] for row in lead.rows}) == 10
    assert "The first 10 of 12 variants; the tables have all." in lead.caption


def test_a_mark_of_too_few_games_is_left_out_and_no_lead_at_all_is_drawn() -> None:
    exact, vague, sure = Interval(None, 0.0, None), Interval(None, 3.0, None), Interval(1.0, 2.0, 3.0)
    none, all_led = Interval(0.0, 0.0, 0.1), Interval(0.9, 1.0, 1.0)

    def drawn(*points: tuple[Interval, Interval]) -> list[float]:
        made = tuple(LeadPoint(part=k / 10, lead=lead, led=led, leader_wins=sure) for k, (lead, led) in enumerate(points))
        chart, _ = lead_charts([replace(base, lead=made)])
        return [row["value"] for row in chart.rows]

    base: FeelCell = cell(followed())
    assert drawn((exact, none), (vague, all_led), (sure, all_led)) == [0.0, 2.0]
    assert drawn((exact, none), (vague, all_led)) == [0.0, 3.0]


def test_halfway_is_said_as_far_as_it_is_known() -> None:
    assert halfway(cell(followed())) == "Halfway the lead is 3.0 points; who leads then wins 1 to 100 %."
    assert halfway(cell(games(np.zeros((2, 2, 2))))) == "Halfway the lead is 0.0 points."
    assert halfway(cell(replace(followed(), ended=np.zeros(8, bool)))) == ""
