"""Bad input: exit code, every problem with its place and hint, no traceback, nothing written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.project import CONFIG, Project

BAD_CONFIGS = {
    "unknown key": ("gmae: pig\nplayers: 2\n", "bad.yaml:1:1: unknown key 'gmae'", "did you mean 'game'?"),
    "wrong type": ("game: pig\nplayers: 2\ndeals: many\n", "bad.yaml:3:8: deals: found the text 'many'", ""),
    "strategy of another game": (
        "game: pig\nplayers: 2\nstrategies: [strategies/guildes/other.yaml]\n",
        "bad.yaml:3:14:",
        "",
    ),
    "too many players": ("game: pig\nplayers: 7\n", "bad.yaml:2:10: players: found 7, Pig is for 2 to 4", ""),
    "strategy that does not exist": ("game: pig\nplayers: 2\nstrategies: [hold]\n", "bad.yaml:3:14: there is no strategy 'hold'", ""),
    "weight of no feature": ("game: pig\nplayers: 2\nstrategies: [./wrong.yaml]\n", "wrong.yaml:3:10:", "did you mean 'hold'?"),
    "duplicate key": ("game: pig\nplayers: 2\nplayers: 3\n", "bad.yaml:3:1:", ""),
    "patch of an unknown card": (
        "game: pig\nplayers: 2\nstrategies: [random]\npatch: {die: {sixx: {points: 7}}}\n",
        "bad.yaml:4:15:",
        "did you mean 'six'?",
    ),
    "unknown game": ("game: pigg\nplayers: 2\n", "bad.yaml:1:7: game: there is no game 'pigg'", "did you mean 'pig'?"),
    "empty": ("", "bad.yaml", ""),
    "binary": (b"game: pig\0\0", "bad.yaml: this is not a text file", ""),
    "not UTF-8": (b"game: pig\nplayers: \xff\n", "bad.yaml:2:10: the byte 0xff is not UTF-8", ""),
    "a list": ("- game\n", "bad.yaml:1:1: found a list", ""),
}


@pytest.mark.parametrize("kind", BAD_CONFIGS)
@pytest.mark.parametrize("verb", ["run", "check", "trace", "dry run"])
def test_a_bad_config_is_told_with_its_place_and_writes_nothing(project: Project, kind: str, verb: str) -> None:
    text, place, hint = BAD_CONFIGS[kind]
    project.write("bad.yaml", text)
    project.write("wrong.yaml", "game: pig\nweights:\n  turn: {hodl: 1}\n")
    project.write("strategies/guildes/other.yaml", "game: guildes\nkind: random\n")
    before = project.files()
    args = {"run": ["run"], "check": ["check"], "trace": ["trace", "--deal", 0], "dry run": ["run", "--dry-run"]}[verb]
    shown = project.here(*args, "bad.yaml")
    assert (shown.code, shown.out) == (2, "")
    if not (verb == "check" and kind in ("unknown key", "empty")):  # a file of unknown kind: check says what kinds there are
        assert place in shown.err
        assert hint in shown.err
    assert "Traceback" not in shown.err
    assert project.files() == before


def test_all_problems_come_at_once_sorted_by_place_with_their_hints(project: Project) -> None:
    project.write("bad.yaml", "game: pig\nplayers: [2, 9]\nstrategies: [hold_att_20]\noptions: {must_rol: on}\nspeed: 3\n")
    shown = project.here("run", "bad.yaml")
    assert shown.code == 2
    assert shown.err == (
        "bad.yaml:2:14: players: found 9, Pig is for 2 to 4\n"
        "bad.yaml:3:14: there is no strategy 'hold_att_20'\n  hint: did you mean 'hold_at_20'?\n"
        "bad.yaml:4:11: options: Pig has no option 'must_rol'\n  hint: did you mean 'must_roll'?\n"
        "bad.yaml:5:1: unknown key 'speed'\n  hint: did you mean 'seed'?\n"
        "4 problems\n"
    )


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["run", "nowhere.yaml"], "nowhere.yaml: there is no such file or shipped config"),
        (["run", "guildes/plan"], "hint: did you mean guildes/plans?"),
        (["run", "guildes"], "hint: it is a game: name one of its configs, guildes/"),
        (["run", "pig.yaml", "--deals", "2k"], "hint: write 2000"),
        (["run", "pig.yaml", "--players", "4..2"], "--players 4..2: found the text '4..2', expected a whole number"),
        (["run", "pig.yaml", "--players", "2-9"], "players: found 5, Pig is for 2 to 4"),
        (["whatif", "guildes/seats", "--set", "knigt copies=12"], "hint: did you mean 'knight copies'?"),
        (["sensitivity", "guildes/seats", "knigt copies"], "hint: did you mean 'knight copies'?"),
        (["run", "guides/plans"], "hint: did you mean guildes/plans?"),
        (["run", "pigg.yaml"], "did you mean pig.yaml?"),
        (["run", "strategies"], "strategies: this is a folder, expected a file"),
        (["run", "pig.yaml", "--deals", "0"], "--deals 0: found the number 0, expected a whole number from 1"),
        (["run", "pig.yaml", "--deals", "-5"], "--deals -5: found the number -5"),
        (["run", "pig.yaml", "--seed", "-1"], "--seed -1: found the number -1"),
        (["run", "pig.yaml", "--set", "deals"], "--set deals: found no path and value"),
        (["run", "pig.yaml", "--set", "options.musst_roll=on"], "did you mean 'must_roll'?"),
        (["run", "pig.yaml", "--set", "strategies=[random]", "--gate", "strategies"], "even by construction"),
        (["trace", "pig.yaml", "--deal", "1", "--players", "9"], "--players 9: players: found 9, Pig is for "),
        (["trace", "pig.yaml", "--deal", "1", "--svg", "board.svg"], "--svg: Pig has no board to draw"),
        (["check", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
        (["games", "pigg"], "did you mean 'pig'?"),
        (["games", "--items"], "--items: needs the id of a game"),
        (["strategies", "pigg"], "did you mean 'pig'?"),
        (["bench", "pigg"], "did you mean 'pig'?"),
        (["bench", "pig", "--players", "7"], "Pig is for 2 to 4"),
        (["warm", "pigg"], "did you mean 'pig'?"),
    ],
)
def test_a_bad_argument_is_told_and_writes_nothing(project: Project, args: list[str], what: str) -> None:
    before = project.files()
    shown = project.here(*args)
    assert (shown.code, shown.out) == (2, "")
    assert what in shown.err
    assert project.files() == before


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ["run", "--deals", "1e6"],
            "--deals 1e6: found the number 1000000.0, expected a whole number from 1 to 1000000000\n  hint: write 1000000\n",
        ),
        (
            ["run", "--deals", "1_000"],
            "--deals 1_000: found the text '1_000', expected a whole number from 1 to 1000000000\n  hint: write 1000, without quotes or",
        ),
        (["run", "--seed", "1.5"], "--seed 1.5: found the number 1.5, expected a whole number from 0 to 9223372036854775807\n"),
        (["run", "--workers", "0"], "--workers 0: found the number 0, expected a whole number from 1 to 1024\n"),
        (["run", "--workers", "many"], "--workers many: found the text 'many', expected a whole number from 1 to 1024\n"),
        (["run", "--format", "xml"], "--format xml: found 'xml', expected table, json or csv\n"),
        (["run", "--gate", "cards"], "--gate cards: found 'cards', expected seats, strategies or all\n"),
        (["run", "--gate", "seat"], "--gate seat: found 'seat', expected seats, strategies or all\n  hint: did you mean 'seats'?\n"),
        (["trace", "--deal", "-1"], "--deal -1: found the number -1, expected a whole number from 0 to 9223372036854775807\n"),
        (["trace", "--deal", "1", "--rotation", "x"], "--rotation x: found the text 'x', expected a whole number from 0 to 99\n"),
        (["report", "--format", "xml"], "--format xml: found 'xml', expected html, md, json or csv\n"),
        (["games", "--format", "csv"], "--format csv: found 'csv', expected table or json\n"),
    ],
)
def test_the_value_of_an_option_is_refused_in_our_words(project: Project, args: list[str], told: str) -> None:
    shown = project.here(args[0], "pig.yaml", *args[1:])
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith(told)
    assert "Value error" not in shown.err


def test_a_trace_takes_the_first_number_of_players_and_the_first_variant_and_says_so(project: Project) -> None:
    project.write("two.yaml", CONFIG.replace("players: 2", "players: [3, 2]") + "variants: {a: {}, b: {options: {must_roll: off}}}\n")
    shown = project.here("trace", "two.yaml", "--deal", 3)
    assert shown.code == 0
    assert "\nPig, 3 players: seed 1, deal 3, rotation 0\n" in shown.out
    assert "with 3 players; the config is for 3, 2 (--players)\nvariant 'a', the first of 2 (--variant)\n" in shown.err


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '{"run": 3, "batch_deals": 1, "records": false}', "{"])
def test_a_folder_that_is_no_run_folder_exits_with_4(project: Project, content: str | None) -> None:
    (project.folder / "run").mkdir()
    project.write("run/mine.txt", "keep me")
    if content is not None:
        project.write("run/run.json", content)
    before = project.files()
    assert project.here("report", "run").code == 4
    shown = project.here("run", "pig.yaml", "--out", "run")
    assert shown.code == 4
    assert "run" in shown.err
    assert project.files() == before


def test_an_out_that_is_a_file_exits_with_4(project: Project) -> None:
    project.write("run", "a file")
    before = project.files()
    assert project.here("run", "pig.yaml", "--out", "run").code == 4
    assert project.files() == before


def test_a_report_that_does_not_exist_exits_with_4(project: Project) -> None:
    shown = project.here("report", "nowhere")
    assert (shown.code, shown.out) == (4, "")
    assert shown.err == "simcli: nowhere is not a run folder: it has no run.json\n"


def test_a_python_strategy_that_does_not_compile_leaves_no_run_folder(project: Project) -> None:
    project.write("mine.py", "def choose(s, t, actions, X, weights, noise):\n    return open('x')\n")
    project.write("own.yaml", "game: pig\nplayers: 2\nstrategies: [./mine.py, random]\n")
    before = project.files()
    shown = project.here("run", "own.yaml")
    assert shown.code == 2
    assert "mine.py:" in shown.err
    assert "Traceback" not in shown.err
    assert {f for f in project.files() - before if "__pycache__" not in f} == set()


def test_a_fault_of_simcli_is_one_line_and_a_traceback_only_when_asked_for(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of order\nsecond line")

    monkeypatch.setattr("simcli.studies.run.study.load_config", broken)
    shown = project.here("run", "pig.yaml")
    assert (shown.code, shown.out) == (70, "")
    assert shown.err.startswith("simcli: internal error: RuntimeError: out of order\n  hint: SIMCLI_DEBUG=1")
    assert "Traceback" not in shown.err
    monkeypatch.setenv("SIMCLI_DEBUG", "1")
    shown = project.here("run", "pig.yaml")
    assert shown.code == 70
    assert "Traceback" in shown.err
    assert "second line" in shown.err


def test_problems_have_no_colours_when_not_on_a_terminal_and_markup_is_not_read(project: Project) -> None:
    project.write("bad.yaml", "game: '[red]pig[/red]'\nplayers: 2\n")
    shown = project.here("run", "bad.yaml")
    assert shown.err.startswith("bad.yaml:1:7: game: there is no game '[red]pig[/red]'\n")
    assert "\x1b" not in shown.err


def test_check_tells_how_many_files_are_sound(project: Project) -> None:
    shown = project.here("check")
    assert (shown.code, shown.out, shown.err) == (0, "5 files checked, no problems\n", "")
    shown = project.here("check", "pig.yaml")
    assert (shown.code, shown.out) == (0, "1 file checked, no problems\n")


def test_check_takes_component_data_and_folders_of_it(project: Project) -> None:
    data = Path(__file__).parents[1] / "toys" / "pig" / "pig" / "data"
    assert project.here("check", data).out == "3 files checked, no problems\n"
    bad = project.write("die.yaml", (data / "die.yaml").read_text("utf-8").replace("points: 6", "points: -6"))
    shown = project.here("check", bad)
    assert shown.code == 2
    assert "die.yaml:" in shown.err


def test_games_lists_games_and_what_one_of_them_has(project: Project) -> None:
    assert "Pig" in project.here("games").out
    listed = json.loads(project.here("games", "--format", "json").out)
    assert {"game": "pig", "players": [2, 4]}.items() <= next(g for g in listed if g["game"] == "pig").items()
    pig = json.loads(project.here("games", "pig", "--format", "json").out)
    assert pig["features"][0]["decision"] == "turn"
    assert "hold" in pig["features"][0]["features"]
    assert pig["items"][5] == {"item": "six", "kind": "face", "name": "six", "provenance": "official"}
    assert [o["option"] for o in pig["options"]] == ["must_roll", "equal_turns", "last_round_ends"]
    assert pig["options"][0]["rule"] == "PO-01"
    only = json.loads(project.here("games", "pig", "--items", "--format", "json").out)
    assert "items" in only
    assert "options" not in only
    shown = project.here("games", "pig", "--options").out
    assert "equal_turns" in shown
    assert "over_twenty" not in shown
    assert "House rule" not in shown


def test_games_lists_house_rules_apart(project: Project) -> None:
    printed, house = project.here("games", "kings_forge", "--options").out.split("House rule ")
    assert "gather_cards" in printed
    assert "stealing" not in printed
    assert re.search(r"^stealing +true +true, false +may unsecured crafts be stolen +GO-14", house, re.M)
    forge = json.loads(project.here("games", "kings_forge", "--options", "--format", "json").out)
    apart = [o["option"] for o in forge["options"] if o["provenance"] == "house rule"]
    assert (apart[0], apart[-1], len(apart)) == ("stealing", "free_reroll", 7)


def test_strategies_tells_ideas_and_files_and_goes_on_past_a_broken_one(project: Project) -> None:
    listed = json.loads(project.here("strategies", "pig", "--format", "json").out)
    assert [(s["name"], s["kind"]) for s in listed] == [("hold_at_20", "heuristic"), ("hold_at_25", "heuristic"), ("random", "random")]
    assert listed[0]["where"] == "strategies/pig/hold_at_20.yaml"
    assert listed[0]["idea"] == "hold with 20 points in the turn, or with enough to win"
    project.write("strategies/pig/broken.yaml", "game: pig\nweights: 3\n")
    shown = project.here("strategies", "pig")
    assert shown.code == 2
    assert "hold_at_20" in shown.out
    assert "broken.yaml:2:" in shown.err


def test_init_copies_what_is_shipped_and_overwrites_nothing(project: Project) -> None:
    shown = project.here("init", "mine")
    assert shown.code == 0
    assert "mine/configs/guildes/seats.yaml" in shown.out
    assert "next: cd mine" in shown.err
    assert (project.folder / "mine/strategies/guildes/balanced.yaml").exists()
    before = project.files()
    project.write("mine/configs/guildes/seats.yaml", "changed")
    again = project.here("init", "mine")
    assert (again.code, again.out) == (2, "")
    assert "seats.yaml: exists already" in again.err
    assert project.files() == before
    assert project.read("mine/configs/guildes/seats.yaml") == b"changed"


def test_a_config_keeps_working_from_the_folder_init_made(project: Project) -> None:
    project.here("init", ".")
    assert project.here("run", "configs/guildes/seats.yaml", "--dry-run").code == 0
    assert project.read("pig.yaml").decode() == CONFIG
