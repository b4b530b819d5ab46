"""`simcli matchups` with the compiled toy game: who beats whom."""

from __future__ import annotations

import csv
import io
import json
import re
from math import floor
from typing import Any

import jsonschema
import pytest

import simcli
from simcli.base.names import said
from tests.cli.project import Project, schema

SCHEMA = schema("matchups")
THREE = "game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, hold_at_25, random]\n"


@pytest.fixture
def three(project: Project) -> Project:
    project.write("three.yaml", THREE)
    return project


def played(project: Project, *args: object) -> dict[str, Any]:
    """The data of matchups."""
    shown = project.here("matchups", "three.yaml", "--format", "json", "-q", *args)
    assert shown.code == 0, shown.err
    made: dict[str, Any] = json.loads(shown.out)
    return made


def test_it_says_first_who_beats_whom_and_shows_the_matrix(three: Project) -> None:
    shown = three.here("matchups", "three.yaml", "--deals", 200, "--out", "run")
    assert shown.code == 0, shown.err
    assert len(shown.out.splitlines()) <= 60
    assert "lottery" not in shown.out
    shown = three.here("matchups", "run", "--wide")
    first = shown.out.splitlines()[0]
    assert "random" not in first
    assert "hold at 20" in first or "hold at 25" in first
    assert "random is dominated by" in shown.out or "beats random" in shown.out or " beats " in first
    assert "Win share of one (row) against another (column) with 2 players" in shown.out
    assert "among 2 of another (column) with 3 players" in shown.out
    assert "Weight in the lottery" in shown.out.replace("\n", " ") or "lottery" in shown.out
    assert {"run/report.html", "run/tables/ratings.csv", "run/summary.json"} <= three.files()
    page = three.read("run/report.html").decode()
    assert "simcli matchups three.yaml --seed 1 --deals 200" in page
    assert page.count('<svg class="chart') == 2  # the first heat map for readers without scripts, wide and narrow
    assert [f'data-chart="matchups_{players}"' in page for players in (2, 3)] == [True, True]


def test_json_is_as_its_schema_says_and_shares_of_two_add_up(three: Project) -> None:
    made = played(three, "--deals", 100, "--out", "run")
    jsonschema.validate(made, SCHEMA)
    assert three.read("run/summary.json") == three.here("matchups", "run", "--format", "json", "-q").out.encode()
    two, more = made["fields"]
    assert (two["games"], more["games"]) == (3 * 100 * 2, 6 * 100 * 3)
    shares = {(row["strategy"], row["opponent"]): row["win_share"][1] for row in two["matchups"]}
    assert all(shares[one, other] + shares[other, one] == pytest.approx(1) for one, other in shares)
    assert sum(row["lottery"][1] for row in more["ratings"]) == pytest.approx(1, abs=1e-5)


def test_numbers_of_the_heat_map_are_those_of_the_matrix(three: Project) -> None:
    made = played(three, "--deals", 100, "--out", "run")
    page = three.read("run/report.html").decode()
    drawing = page[page.index('<svg class="chart wide"') :].partition("</svg>")[0]
    (data,) = re.findall(r'<script type="application/json" id="chart-data">(.*?)</script>', page, re.DOTALL)
    cells = json.loads(data)["charts"]["matchups_2"]["data"]["values"]
    shown = {(cell["row"].rpartition(" ")[0], int(cell["column"])): cell for cell in cells}
    column = {cell["row"].rpartition(" ")[0]: int(cell["row"].rpartition(" ")[2]) for cell in cells}
    rows = made["fields"][0]["matchups"]
    assert len(shown) == len(rows) == 6
    for row in rows:
        share, one, other = row["win_share"][1], said(row["strategy"]), said(row["opponent"])
        assert shown[one, column[other]]["value"] == pytest.approx(share, abs=1e-6)
        assert shown[one, column[other]]["text"] == f"{100 * share:.1f} %"
        assert f">{floor(100 * share + 0.5)}</text>" in drawing


def test_more_workers_and_an_interruption_change_no_byte(three: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    one = three.here("matchups", "three.yaml", "--deals", 60, "--workers", 1, "--out", "one", "--format", "json", "-q")
    two = three.here("matchups", "three.yaml", "--deals", 60, "--workers", 2, "--out", "two", "--format", "json", "-q")
    assert one.code == two.code == 0
    assert one.out == two.out
    lines = three.read("one/batches.log").splitlines(keepends=True)
    for name in ("summary.json", "report.html", "batches.log"):
        (three.folder / "two" / name).unlink()
    three.write("two/batches.log", b"".join(lines[:7]) + lines[7][:20])
    again = three.here("matchups", "three.yaml", "--deals", 60, "--out", "two", "--format", "json")
    assert "resuming two" in again.err
    assert again.out == one.out
    assert three.read("two/summary.json") == three.read("one/summary.json")
    fewer = three.here("matchups", "three.yaml", "--deals", 20, "--out", "two", "--format", "json")
    assert "kept: two holds the results of 60 deals" in fewer.err
    assert fewer.out == one.out


@pytest.mark.parametrize("table", ["matrix", "matchups", "pairings", "ratings", "variety"])
def test_tables_as_csv_are_those_of_the_folder(three: Project, table: str) -> None:
    shown = three.here("matchups", "three.yaml", "--deals", 40, "--out", "run", "--format", "csv", "--table", table, "-q")
    assert shown.out.encode() == three.read(f"run/tables/{table}.csv")
    rows = list(csv.DictReader(io.StringIO(shown.out)))
    assert len(rows) == {"matrix": 6, "matchups": 12, "pairings": 6, "ratings": 6, "variety": 2}[table]
    assert {row["players"] for row in rows} == {"2", "3"}


def test_a_copied_plan_shares_the_weight_of_the_plan(three: Project) -> None:
    plan = (three.folder / "strategies" / "pig" / "hold_at_20.yaml").read_text("utf-8")
    three.write("strategies/pig/copy.yaml", plan)
    alone = played(three, "--deals", 100, "--out", "alone")
    made = played(three, "--deals", 100, "--out", "copied", "--set", "strategies=[hold_at_20,hold_at_25,random,copy]")
    for field, before in zip(made["fields"], alone["fields"], strict=True):
        ratings = {row["strategy"]: row for row in field["ratings"]}
        was = {row["strategy"]: row for row in before["ratings"]}
        both = ratings["hold_at_20"]["lottery"][1] + ratings["copy"]["lottery"][1]
        assert both == pytest.approx(was["hold_at_20"]["lottery"][1], abs=2e-6)
        assert all(ratings[name]["lottery"] == was[name]["lottery"] for name in ("hold_at_25", "random"))
        assert all(ratings[name]["against_lottery"] == was[name]["against_lottery"] for name in was)
        assert field["games"] == before["games"]
    told = " ".join(three.here("matchups", "copied", "--wide").out.split())
    assert "hold at 20 and copy are the same plan: even by construction, not played." in told


def test_variants_have_a_field_each(three: Project) -> None:
    made = played(three, "--deals", 20, "--out", "run", "--set", "variants={long: {}, short: {patch: {setup: {goal: 30}}}}")
    assert [(field["variant"], field["players"]) for field in made["fields"]] == [("long", 2), ("long", 3), ("short", 2), ("short", 3)]
    assert made["variants"][1]["patch"] == {"setup": {"goal": 30}}
    jsonschema.validate(made, SCHEMA)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--set", "strategies=[random]"), "hint: name at least two"),
        (("--set", "players=99"), "players: found 99, Pig is for 2 to 4"),
        (("--set", "strategies=[random,hold_at_21]"), "hint: did you mean"),
        (("--deals", "0"), "--deals 0: found the number 0"),
        (("--table", "matrices"), "--table matrices: found 'matrices', expected matrix, matchups, pairings, ratings or variety"),
    ],
)
def test_what_cannot_be_played_is_refused(three: Project, args: tuple[str, ...], said: str) -> None:
    shown = three.here("matchups", "three.yaml", *args, "--out", "run")
    assert shown.code == 2
    assert said in shown.err
    assert not (three.folder / "run").exists()


def test_too_many_line_ups_are_refused(three: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.config.run.measures.MOST_LINEUPS", 8)
    shown = three.here("matchups", "three.yaml", "--out", "run")
    assert shown.code == 2
    assert "matchups: found 9 line-ups (3 strategies), expected at most 8" in shown.err
    assert "name fewer strategies" in shown.err


def test_a_folder_of_matchups_is_told_by_no_other_verb_and_the_other_way_round(three: Project) -> None:
    assert three.here("matchups", "three.yaml", "--deals", 20, "--out", "run", "-q").code == 0
    assert three.here("run", "pig.yaml", "--deals", 20, "--out", "other", "-q").code == 0
    for args in (("compare", "run", "other"), ("trace", "run", "--deal", 0)):
        shown = three.here(*args)
        assert (shown.code, "holds matchups, which" in shown.err) == (4, True), args
    shown = three.here("matchups", "other")
    assert (shown.code, "other holds no matchups" in shown.err) == (4, True)
    asked = three.here("matchups", "run", "--deals", 40)
    assert asked.code == 2
    assert "--deals: run is a run folder" in asked.err


def test_from_python(three: Project) -> None:
    made = simcli.matchups("three.yaml", deals=20)
    assert made.folder is None
    assert made.summary["deals"] == 20
    assert made.results.fields[0].strategies == ("hold_at_20", "hold_at_25", "random")
    assert made.report("csv", "ratings").startswith("players,strategy,mean_share_low")
    assert "<svg" in made.report()
    for args in (("pdf",), ("csv", "seats")):
        with pytest.raises(ValueError, match="unknown"):
            made.report(*args)
