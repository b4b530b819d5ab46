"""`simcli cards` with Guildes: each guild banned, and forced, in turn for one player, on the same deals."""

from __future__ import annotations

import json
import re
import shlex
from statistics import median
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests.cli.project import Project, command_of, schema

SCHEMA = schema("summary")
CONFIG = "game: guildes\nplayers: 4\nstrategies: [balanced]\ndeals: 200\n"
TWO = CONFIG.replace("[balanced]", "[balanced, random]")


@pytest.fixture
def here(project: Project) -> Project:
    project.write("mine.yaml", CONFIG)
    return project


def summary(project: Project, *args: object) -> dict[str, Any]:
    """The summary that is printed."""
    shown = project.here("cards", "mine.yaml", *args, "--format", "json", "-q")
    assert shown.code == 0, shown.err
    data: dict[str, Any] = json.loads(shown.out)
    return data


def test_every_guild_is_told_once_with_what_it_is_worth(here: Project) -> None:
    shown = here.here("cards", "mine.yaml", "guild", "--out", "run", "--wide")
    assert shown.code == 0, shown.err
    assert "What each item is worth to seat 1, 4 players: 200 deals with and without each" in shown.out
    for name in ("Fisherman", "Knight", "Militia"):
        assert name in shown.out
    for title in ("Lost per copy used", "Gained if forced", "Dealt instead"):
        assert f"\n{title}: " in shown.out
    assert re.search(r"(of|All) 11 results", shown.out.splitlines()[1])
    page = here.read("run/report.html").decode()
    assert "What is each guild worth to a seat?" in page
    assert 'id="cards"' in page
    assert here.read("run/tables/cards.csv").decode().count("\n") == 12


def test_the_json_is_as_its_schema_says_and_sorted_by_what_is_lost(here: Project) -> None:
    data = summary(here)
    jsonschema.validate(data, SCHEMA)
    assert data["about"] == "cards"
    rows = data["cards"]
    assert len({row["item"] for row in rows}) == 11
    assert [row["lost_per_copy"][1] for row in rows] == sorted((row["lost_per_copy"][1] for row in rows), reverse=True)
    by_item = {row["item"]: row for row in rows}
    for cell in data["cells"][23:]:
        (swap,) = cell["bans"]
        row = by_item[swap["dealt"][0]]
        assert (row["dealt_instead"], row["dealt_verdict"]) == (swap["difference"], swap["verdict"])
        assert cell["variant"] == f"dealt {row['item']}"
    for cell in data["cells"][12:23]:
        (must,) = cell["bans"]
        row, forced = by_item[must["must"][0]], cell["forced"]
        assert must["items"] == []
        assert (row["used_if_forced"], row["gained_if_forced"], row["forced_verdict"]) == (
            forced["used"],
            forced["gained"],
            forced["verdict"],
        )
        assert forced["used"] > row["used"] - 0.1
        assert cell["variant"] == f"made to take {row['item']}"
    for cell in data["cells"][1:12]:
        (ban,) = cell["bans"]
        row = by_item[ban["items"][0]]
        assert row["lost_if_banned"] == [0.0 - bound for bound in reversed(ban["difference"])]
        assert (row["used"], row["lost_per_copy"]) == (cell["per_copy"]["used"], cell["per_copy"]["lost"])
        assert row["p_holm"] == cell["per_copy"]["p_holm"]
        assert row["lost_per_copy"][1] - row["against_kind"][1] == pytest.approx(median(one["lost_per_copy"][1] for one in rows))
        assert row["lost_if_banned"][1] / row["used"] == pytest.approx(row["lost_per_copy"][1], abs=0.02)  # but for the luck taken off
    assert len(data["cells"]) == 34
    csv = here.here("cards", "mine.yaml", "--format", "csv", "-q").out
    assert csv.startswith(
        "players,item,kind,name,player,used,lost_per_copy_low,lost_per_copy,lost_per_copy_high,against_kind_low,against_kind,against_kind_high,p,p_holm,verdict"
    )


@pytest.mark.parametrize(("deals", "judged", "said"), [(20, 0, "none judged. Of several copies it takes 1,100 deals"), (4_000, 55, "")])
def test_pairs_of_guilds_are_judged_by_the_copies_held(here: Project, deals: int, judged: int, said: str) -> None:
    here.write("two.yaml", CONFIG + "variants:\n  as it is: {}\n  no knight: {restrict: {seat 1: {ban: [knight]}}}\n")
    shown = here.here("run", "two.yaml", "--deals", deals, "--measure", "none", "--out", f"run-{deals}", "-q")
    assert shown.code == 0, shown.err
    data = json.loads(here.read(f"run-{deals}/summary.json"))
    jsonschema.validate(data, SCHEMA)
    (pairs,) = data["pairs"]
    assert (pairs["kind"], pairs["judged"], pairs["copies"]) == ("guild", judged, True)
    told = said or ("Pairs, by copies held: " if pairs["pairs"] else "Pairs that help each other: none for certain among 55.")
    page = here.read(f"run-{deals}/report.html").decode()
    assert told in page


def test_it_is_the_run_that_the_page_says_how_to_repeat(here: Project) -> None:
    first = summary(here, "--tolerance", "2 %", "--seed", 5)
    assert first["tolerance"] == {"value": 0.02, "of_even": False}
    (folder,) = (here.folder / "reports").iterdir()
    words = command_of(here, f"reports/{folder.name}")
    assert words[:2] == ["cards", "mine.yaml"]
    assert json.loads(here.here(*words, "--format", "json", "-q").out) == first


def test_of_one_item_the_answer_is_told_from_the_games_of_its_kind(here: Project) -> None:
    """By its name or id, in any case; with the same games in the same folder."""
    every = summary(here, "guild")
    folders = sorted(path.name for path in (here.folder / "reports").iterdir())
    for name in (" MILITIA", "Militia"):
        shown = here.here("cards", "mine.yaml", name)
        assert "Militia" in shown.out.partition("\n")[0]
        assert shown.out.splitlines()[1].startswith("The result is")
    assert sorted(path.name for path in (here.folder / "reports").iterdir()) == folders
    one = summary(here, "militia")
    assert (one["about_item"], one["cards"]) == ("militia", every["cards"])
    assert "Is Militia worth as much to a seat as other guilds?" in here.read(f"reports/{folders[0]}/report.html").decode()
    gate = here.here("cards", "mine.yaml", "militia", "--gate", "items", "--tolerance", "60 %")
    assert (gate.code, gate.err.count("yes: none of 1 ")) == (0, 1)
    words = command_of(here, f"reports/{folders[0]}")
    assert json.loads(here.here(*words, "--format", "json", "-q").out)["about_item"] == "militia"


def test_a_strategy_can_be_the_one_that_goes_without(here: Project) -> None:
    here.write("mine.yaml", TWO)
    data = summary(here, "--for", "balanced", "--deals", 30)
    assert {row["player"] for row in data["cards"]} == {"balanced"}
    assert data["cells"][1]["bans"][0]["player"] == "balanced"


def test_at_twenty_deals_nothing_is_claimed_that_is_not_certain(here: Project) -> None:
    shown = here.here("cards", "mine.yaml", "--deals", 20, "--format", "json")
    unsure = ("even", "not yet known")
    certain = [row["name"] for row in json.loads(shown.out)["cards"] if row["verdict"] not in unsure or row["forced_verdict"] not in unsure]
    said = shown.err[: shown.err.index(" of 11 results") if " of 11 results" in shown.err else shown.err.index("All 11 results")]
    assert all(row["name"] not in said for row in json.loads(shown.out)["cards"] if row["name"] not in certain)


@pytest.mark.parametrize(("args", "code", "said"), [(("--tolerance", "60 %"), 0, "yes: none of 11"), (("--deals", 2), 3, "unclear: ")])
def test_a_gate_is_the_exit_code(here: Project, args: tuple[object, ...], code: int, said: str) -> None:
    shown = here.here("cards", "mine.yaml", "--gate", "items", *args)
    assert shown.code == code, shown.err
    assert f"gate items: {said}" in shown.err


def test_a_gate_says_no_where_an_item_is_worth_more_than_the_tolerance(here: Project) -> None:
    """Where most cards are of one guild, who may not play it loses for certain."""
    here.write("mine.yaml", CONFIG + "patch: {guilds: {militia: {copies: 60}}}\n")
    shown = here.here("cards", "mine.yaml", "--set", "tolerance=1 %", "--gate", "items", "--deals", 400)
    assert shown.code == 1, shown.err
    assert "gate items: no: " in shown.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("mine.yaml", "gild"), "KIND gild: Guildes has no kind of items and no item 'gild'"),
        (("mine.yaml", "event"), "simcli run mine.yaml --set 'every={events: 1}' --set 'report={about: variants}'"),
        (("mine.yaml", "miltia"), "did you mean 'Militia'?"),
        (("kings_forge/plans", "Golden Ring"), "has no kind of items and no item 'Golden Ring'"),
        (("mine.yaml", "--for", "seat 9"), "there is no seat 9"),
        (("mine.yaml", "--for", "balanced"), "expected a seat, or a strategy that meets others"),
        (("mine.yaml", "--tolerance", "much"), "--set tolerance=much: tolerance: found"),
        (("mine.yaml", "--gate", "seats"), "--gate seats: found 'seats', expected items"),
        (("kings_guild/plans",), "name one: specialist (36), room (22), quest (48)"),
        (("kings_guild/plans", "treasure"), "no player takes or uses a treasure of The King's Guild by choice"),
        (("kingdom_builder/seats", "card"), "simcli run kingdom_builder/seats --set 'every={cards: 1}' --set 'report={about: variants}'"),
        (("kingdom_builder/cards", "card"), "the config has `every`, so there are several games"),
        (("guildes/variants",), "the config has `variants`, so there are several games"),
        (("pig.yaml",), "nothing can be banned in this game"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(here: Project, args: tuple[str, ...], said: str) -> None:
    before = here.files()
    shown = here.here("cards", *args)
    assert shown.code == 2
    assert said in " ".join(shown.err.split())
    assert here.files() == before


def test_the_command_that_compares_open_cards_can_be_typed(here: Project) -> None:
    said = here.here("cards", "mine.yaml", "event").err
    command = shlex.split(said[said.index("simcli run") :].splitlines()[0])[1:]
    assert here.here(*command, "--dry-run").code == 0


def test_a_kind_that_the_config_asks_about_is_taken(here: Project) -> None:
    from simcli.studies.cards.question import load_cards

    run = load_cards("kings_guild/cards", deals=2)
    assert {variant.name for variant in run.variants} >= {"no ban", "without appraiser"}
    assert run.report.about == "cards"
