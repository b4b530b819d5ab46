"""The rows of what games feel like: length, lead and luck of each table, or what variants change of them."""

from __future__ import annotations

import pytest

import simcli
from simcli.report.rows import pictures, tables
from tests.cli.project import Project
from tests.studies.feel.test_command import VARIANTS
from tests.studies.test_answer_rows import faults_of

OF_ONE = ["rounds", "lead changes", "deal", "seats", "plans", "choices and later luck"]


@pytest.mark.parametrize("deals", [4, 40, 400])
def test_each_table_has_length_lead_and_luck_without_a_verdict(project: Project, deals: int) -> None:
    found = simcli.feel("pig.yaml", players=[2, 3], deals=deals)
    rows = found.answer.rows
    assert list(faults_of(found.answer)) == []
    assert [(row.players, row.subject) for row in rows] == [(n, subject) for n in (2, 3) for subject in OF_ONE]
    cell = found.results.cells[0]
    values = [
        cell.measure(name).value.value for name in ("rounds_50", "lead_changes", "luck_deal", "luck_seats", "luck_plans", "luck_choices")
    ]
    assert [row.value.value for row in rows[:6]] == values
    assert {row.test.verdict for row in rows} == {None}
    game, wins = pictures(rows)
    assert game.panels == wins.panels == ["2 players", "3 players"] or deals == 4
    assert all("mark" not in row for row in game.rows)
    assert [column.title for column in tables(rows)[0].columns] == ["Figure", "Length and lead"]
    assert found.page().shown[0].charts[-2:] == (game, wins)


def test_a_length_without_spread_is_a_fact() -> None:
    found = simcli.feel("guildes/seats", players=4, deals=60)
    assert list(faults_of(found.answer)) == []
    assert tuple(found.answer.rows[0].value) == (3, 3, 3)
    assert {row["label"] for row in pictures(found.answer.rows)[0].rows} == {"rounds", "lead changes"}


@pytest.mark.parametrize("deals", [20, 300])
def test_what_variants_change_has_a_row_each_the_certain_ones_first(project: Project, deals: int) -> None:
    project.write("variants.yaml", VARIANTS)
    found = simcli.feel("variants.yaml", deals=deals)
    rows = found.answer.rows
    assert list(faults_of(found.answer, ["short", "long"])) == []
    changed = [
        row for cell in found.results.cells for row in cell.measures if row.difference is not None and row.difference.value is not None
    ]
    assert len(rows) == len(changed) > 15
    sure = [row.is_sure for row in rows]
    assert sure == sorted(sure, reverse=True)
    assert sum(sure) == sum(row.change in ("more", "less") for row in changed)
    assert found.answer.claim.lower().startswith(rows[0].subject)
    assert found.summary["answer_rows"][0]["base"] == "long"
