"""Every way a config can be wrong: the exact place, what is said, and the hint. All problems of a file are told at once."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcli.config import load_config
from simcli.errors import UserError
from tests.config.project import Project

HEAD = "game: hats\nplayers: 3\n"
KEYS = "known: game, players, strategies, tables, deals, until, seed, options, patch, variants, every, base, restrict, tolerance, "
KEYS += "measure, report"
DEALS = "expected a whole number from 1 to 1000000000"
SEED = "expected a whole number from 0 to 9223372036854775807"
HALF = "expected a fraction above 0 and below 0.5 such as 0.005 or '0.5 %'"
TOLERANCE = "expected a fraction above 0 and below 1 such as 0.01, '1 %' or '4 % of even'"
MINUTES = "expected a number above 0, at most 1000000"
TABLES = "expected mixed, mirror or {fixed: [names]}"
UNSET = "(remove the key to leave it unset)"
ROUNDS = "expected a whole number from 1 to 30"
LIST = "expected a list of at least one name or path, or {field: NAME}"
COUNT = "expected a whole number from 1 to 100"

LINE_3 = [
    ("dealz: 5", "1: unknown key 'dealz' (did you mean 'deals'?)"),
    ("colour: red", f"1: unknown key 'colour' ({KEYS})"),
    ("hats: {bowler: {brim: 3}}", "1: unknown key 'hats' (numbers of the game are changed under `patch`: patch.hats)"),
    ("restrct: {seat 1: {ban: [felt]}}", "1: unknown key 'restrct' (did you mean 'restrict'?)"),
    ("half_width: 0.1", "1: unknown key 'half_width' (it belongs under `until`)"),
    ("title: Hats", "1: unknown key 'title' (it belongs under `report`)"),
    ("3: 5", f"1: unknown key '3' ({KEYS})"),
    ("<<: 5", f"1: unknown key '<<' ({KEYS})"),
    ("players: 2", "1: the key 'players' stands here a second time (it stands first at run.yaml:2:1; keep one)"),
    ("deals: -5", f"8: deals: found the number -5, {DEALS}"),
    ("deals: 0", f"8: deals: found the number 0, {DEALS}"),
    ("deals: 1e6", f"8: deals: found the number 1000000.0, {DEALS} (write 1000000)"),
    ("deals: 1.5", f"8: deals: found the number 1.5, {DEALS}"),
    ("deals: 1.000", f"8: deals: found the number 1.0, {DEALS} (write 1000, without separators)"),
    ("deals: 12.500", f"8: deals: found the number 12.5, {DEALS} (write 12500, without separators)"),
    ("deals: 1_000_000", f"8: deals: found the text '1_000_000', {DEALS} (write 1000000, without quotes or separators)"),
    ("deals: '5'", f"8: deals: found the text '5', {DEALS} (write 5, without quotes or separators)"),
    ("deals: true", f"8: deals: found true, {DEALS}"),
    ("deals: many", f"8: deals: found the text 'many', {DEALS}"),
    ("deals: [5]", f"8: deals: found a list, {DEALS}"),
    ("deals: {}", f"8: deals: found an empty mapping, {DEALS}"),
    ("deals:", f"1: deals: found nothing, {DEALS}"),
    ("deals: 99999999999999999999999", f"8: deals: found the number 99999999999999999999999, {DEALS}"),
    ("deals: .inf", "8: '.inf' is not a number that can be used (write an ordinary number)"),
    ("deals: !!int '5'", f"8: deals: found the text '5', {DEALS} (write 5, without quotes or separators)"),
    ("seed: -1", f"7: seed: found the number -1, {SEED}"),
    ("seed: 9223372036854775808", f"7: seed: found the number 9223372036854775808, {SEED}"),
    ("seed: 1.0", f"7: seed: found the number 1.0, {SEED} (write 1)"),
    ("seed: false", f"7: seed: found false, {SEED}"),
    ("until: 5", "8: until: found the number 5, expected keys with values: half_width, minutes"),
    ("until: {half_widht: 0.1}", "9: unknown key 'half_widht' in until (did you mean 'half_width'?)"),
    ("until: {half_width: 2}", f"21: until.half_width: found the number 2, {HALF} (for 2 percent write '2 %')"),
    ("until: {half_width: 0}", f"21: until.half_width: found the number 0, {HALF}"),
    ("until: {half_width: '0.005'}", f"21: until.half_width: found the text '0.005', {HALF}"),
    ("until: {half_width: -1 %}", f"21: until.half_width: found the text '-1 %', {HALF}"),
    ("until: {half_width: 50 %}", f"21: until.half_width: found the text '50 %', {HALF} (for 0.5 percent write '0.5 %')"),
    ("until: {half_width: true}", f"21: until.half_width: found true, {HALF}"),
    ("until: {half_width: }", "9: until.half_width: found nothing (remove the key to leave it unset)"),
    ("until: {minutes: 0}", f"18: until.minutes: found the number 0, {MINUTES}"),
    ("until: {minutes: ten}", f"18: until.minutes: found the text 'ten', {MINUTES}"),
    ("until: {minutes: .nan}", "18: '.nan' is not a number that can be used (write an ordinary number)"),
    ("tolerance: 0", f"12: tolerance: found the number 0, {TOLERANCE}"),
    ("tolerance: 1", f"12: tolerance: found the number 1, {TOLERANCE} (for 1 percent write '1 %')"),
    ("tolerance: 5", f"12: tolerance: found the number 5, {TOLERANCE} (for 5 percent write '5 %')"),
    ("tolerance: 120 % of even", "12: tolerance: found the text '120 % of even', expected more than 0 and less than 100 % of even"),
    (
        "report: {about: prices}",
        "17: report.about: found the text 'prices', expected seats, strategies, items, variants, bans, stalls, cards or scores",
    ),
    ("tolerance: small", f"12: tolerance: found the text 'small', {TOLERANCE}"),
    ("tables: mixt", f"9: tables: found the text 'mixt', {TABLES} (did you mean 'mixed'?)"),
    ("tables: [mixed]", f"9: tables: found a list, {TABLES}"),
    ("tables: {fixed: bold}", "17: tables.fixed: found the text 'bold', expected a list of strategy names, one per seat (write [bold])"),
    ("tables: {fixed: []}", "17: tables.fixed: found an empty list, expected a list of strategy names, one per seat"),
    ("tables: {fixed: [bold, 3, bold]}", "24: tables.fixed: found the number 3, expected text (quote it)"),
    ("tables: {fixed: [bold, bold]}", "17: tables.fixed: found 2 names for 3 players (give one name per seat)"),
    ("tables: {fixed: [bold, bald, bold]}", "24: there is no strategy 'bald' (did you mean 'bold'?)"),
    ("strategies: {field: even}", "21: there is no field 'even' of Hats (`simcli strategies hats` lists strategies and fields)"),
    ("strategies: {field: }", "14: strategies.field: found nothing, expected text"),
    ("strategies: {field: even, weight: 2}", "27: unknown key 'weight' in strategies (known: field)"),
    ("strategies: bold", f"13: strategies: found the text 'bold', {LIST} (write [bold])"),
    ("strategies: []", f"13: strategies: found an empty list, {LIST}"),
    ("strategies:", "1: strategies: found nothing (remove the key to leave it unset)"),
    ("strategies: [bold, careful, bold]", "29: strategies: bold stands in the list twice (keep one)"),
    ("strategies: [bold, '']", "20: strategies: found empty text, expected a name"),
    ("strategies: [bold, {a: 1}]", "20: strategies: found a mapping, expected text"),
    ("strategies: [carefull]", "14: there is no strategy 'carefull' (did you mean 'careful'?)"),
    ("strategies: [zzz]", "14: there is no strategy 'zzz' (`simcli strategies hats` lists those of hats)"),
    ("strategies: [bold.txt/x.csv]", "14: 'bold.txt/x.csv' is no strategy file (a strategy ends in .yaml, .yml, .py)"),
    ("options:", f"1: options: found nothing, expected keys with values {UNSET}"),
    ("options: [feathers]", "10: options: found a value, expected keys with values"),
    ("options: {fethers: on}", "11: options: Hats has no option 'fethers' (did you mean 'feathers'?)"),
    ("options: {zzz: on}", "11: options: Hats has no option 'zzz' (`simcli games hats --options` lists them)"),
    ("options: {order: lefft}", "18: options.order: found the text 'lefft', expected left or right (did you mean 'left'?)"),
    ("options: {order: true}", "18: options.order: found true, expected left or right"),
    ("options: {order: [left]}", "18: options.order: found a list, expected left or right"),
    ("options: {open_hands: yes}", "23: options.open_hands: found the text 'yes', expected off or on"),
    ("options: {open_hands: 1}", "23: options.open_hands: found the number 1, expected off or on"),
    ("options: {open_hands: }", "11: options.open_hands: found nothing, expected off or on"),
    ("options: {feathers: bowler}", "21: options.feathers: found the text 'bowler', expected off or on or a list of hats (write [bowler])"),
    ("options: {rounds: 0}", f"19: options.rounds: found the number 0, {ROUNDS}"),
    ("options: {rounds: 31}", f"19: options.rounds: found the number 31, {ROUNDS}"),
    ("options: {rounds: 2.5}", f"19: options.rounds: found the number 2.5, {ROUNDS}"),
    ("options: {rounds: 2.0}", f"19: options.rounds: found the number 2.0, {ROUNDS} (write 2)"),
    ("options: {rounds: '12'}", f"19: options.rounds: found the text '12', {ROUNDS} (write 12, without quotes or separators)"),
    ("options: {rounds: on}", f"19: options.rounds: found the text 'on', {ROUNDS}"),
    ("options: {rounds: true}", f"19: options.rounds: found true, {ROUNDS}"),
    ("options: {rounds: [3]}", f"19: options.rounds: found a list, {ROUNDS}"),
    ("options: {rounds: }", f"11: options.rounds: found nothing, {ROUNDS}"),
    ("options: {feathers: []}", "21: options.feathers: found a list of 0, expected 1 to 2 of the hats"),
    ("options: {feathers: [bowler, A]}", "30: options.feathers: 'bowler' stands in the list twice (keep one)"),
    (
        "options: {feathers: [bowlr]}",
        "22: options.feathers: found the text 'bowlr', expected the id of one of the hats (did you mean 'bowler'?)",
    ),
    (
        "options: {feathers: [1]}",
        "22: options.feathers: found the number 1, expected the id of one of the hats (known: beret, bowler, fedora)",
    ),
    ("patch: 3", "8: patch: found a value, expected keys with values"),
    ("patch: {hat: {}}", "9: patch: there is no component file 'hat' (did you mean 'hats'?)"),
    ("patch: {options: {order: {default: right}}}", "9: patch: options are not components (set them under `options:`)"),
    ("patch: {hats: 3}", "15: patch.hats: found the number 3, expected ids with changed fields"),
    ("patch: {hats: {bowlr: {copies: 1}}}", "16: patch: there is no 'bowlr' in hats (did you mean 'bowler'?)"),
    ("patch: {hats: {bowler: 3}}", "24: patch.hats.bowler: found the number 3, expected keys or ids with changed values"),
    ("patch: {hats: {bowler: {copie: 3}}}", "25: patch: there is no 'copie' in hats.bowler (did you mean 'copies'?)"),
    ("patch: {hats: {bowler: {copies: [3]}}}", "33: patch.hats.bowler.copies: found a list, expected a single value"),
    ("patch: {hats: {bowler: {copies: {a: 3}}}}", "33: patch.hats.bowler.copies: found a mapping, expected a single value"),
    ("patch: {hats: {bowler: {points: 3}}}", "33: patch.hats.bowler.points: found the number 3, expected a list"),
    ("patch: {hats: {bowler: {id: derby}}}", "25: patch.hats.bowler.id: the id of a component cannot be changed (remove this line)"),
    ("patch: {hats: {schema: x}}", "16: patch.hats.schema: the schema of a file cannot be changed (remove this line)"),
    ("patch: {hats: {bowler: {new: true}}}", "25: patch.hats.bowler: 'bowler' exists already (remove `new: true` to change it)"),
    ("patch: {hats: {topper: {new: 1}}}", "30: patch.hats.topper.new: found the number 1, expected true"),
    (
        "patch: {hats: {topper: {new: true, id: tall}}}",
        "40: patch.hats.topper: the id 'tall' differs from the key 'topper' (remove the id)",
    ),
    ("patch: {hats: {bowler: {bonus: {medium: 1}}}}", "33: patch: there is no 'medium' in hats.bowler.bonus (known: small, large)"),
    ("patch: {hats: {0: {copies: 1}}}", "16: patch: there is no '0' in hats (known: bowler, fedora, beret, provenance, total, hats)"),
    ("patch: {hats: {hats: {bowlr: {}}}}", "23: patch: there is no 'bowlr' in hats.hats (did you mean 'bowler'?)"),
    ("patch: {setup: {players: {5: {hand: 3}}}}", "27: patch: there is no '5' in setup.players (known: 2, 3, 4)"),
    ("patch: {hats: {bowler: {copies: x}}}", "33: hats.bowler.copies: found 'x', expected a whole number"),
    ("patch: {hats: {topper: {new: true}}}", "24: hats.topper.copies: found None, expected a whole number"),
    ("patch: {hats: {fedora: {points: [1, -1]}}}", "37: hats.hats.fedora.points.1: is negative"),
    ("patch: {hats: {fedora: {copies: 40}}}", "33: hats: more than 30 hats (lower some copies)"),
    ("patch: {setup: {players: {3: {hand: 12}}}}", "37: setup.players.3.hand: at most 9 fit in a hand"),
    ("report: Hats", "9: report: found the text 'Hats', expected keys with texts: title, question, note, about, kind, item"),
    ("report: {title: 3}", "17: report.title: found the number 3, expected text (quote it)"),
    ("report: {kind: 3}", "16: report.kind: found the number 3, expected text (quote it)"),
    ("report: {titel: Hats}", "10: unknown key 'titel' in report (did you mean 'title'?)"),
]


@pytest.mark.parametrize(("line", "said"), LINE_3)
def test_one_wrong_line_is_one_problem_at_its_place(project: Project, line: str, said: str) -> None:
    problems = project.problems(f"{HEAD}{line}\n")
    assert f"run.yaml:3:{said}" in problems
    assert [p for p in problems if p != f"run.yaml:3:{said}" and "tag" not in p] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players: 3\n", ["run.yaml:1:1: the key 'game' is missing (add `game: ...`, the id of a game)"]),
        ("game: hats\n", ["run.yaml:1:1: the key 'players' is missing (add `players: ...`, a number of players or a list of numbers)"]),
        ("game: hat\nplayers: 3\n", ["run.yaml:1:7: game: there is no game 'hat' (did you mean 'hats'?)"]),
        ("game: 3\nplayers: 3\n", ["run.yaml:1:7: game: found the number 3, expected text (quote it)"]),
        ("game: hats\nplayers: 7\n", ["run.yaml:2:10: players: found 7, Hats is for 2 to 4"]),
        ("game: hats\nplayers: [2, 1, 3]\n", ["run.yaml:2:14: players: found 1, Hats is for 2 to 4"]),
        ("game: hats\nplayers: [2, 3, 2]\n", ["run.yaml:2:17: players: 2 stands in the list twice (keep one)"]),
        ("game: hats\nplayers: []\n", ["run.yaml:2:10: players: found an empty list, expected a number of players or a list of numbers"]),
        (
            "game: hats\nplayers: '3'\n",
            ["run.yaml:2:10: players: found the text '3', expected a number of players or a list of numbers (write 3)"],
        ),
        (
            "game: hats\nplayers: 3.0\n",
            ["run.yaml:2:10: players: found the number 3.0, expected a number of players or a list of numbers (write 3)"],
        ),
        ("game: hats\nplayers: true\n", ["run.yaml:2:10: players: found true, expected a number of players or a list of numbers"]),
        ("game: hats\nplayers: [true]\n", [f"run.yaml:2:11: players: found true, {COUNT}"]),
        (
            "game: hats\nplayers: [2, 3]\ntables: {fixed: [bold, bold, bold]}\n",
            ["run.yaml:2:10: players: fixed tables need a single number of players (write `players: 3`)"],
        ),
        (
            "game: hats\nplayers: [2, 3]\noptions: {feathers: on}\n",
            ["run.yaml:3:21: options.feathers: needs 3 players (H-09)"],
        ),
        ("", ["run.yaml: the file is empty (`simcli init DIR` writes examples to start from)"]),
        ("- game: hats\n", ["run.yaml:1:1: found a list, expected keys with values (write `key: value` lines)"]),
    ],
)
def test_what_is_wrong_with_the_file_as_a_whole(project: Project, text: str, said: list[str]) -> None:
    assert project.problems(text) == said


def test_all_problems_are_told_at_once_in_the_order_of_the_file(project: Project) -> None:
    project.write("rash.yaml", "game: hats\nweights:\n  take: {valeu: 1}\n")
    text = "\n".join(
        (
            "game: hats",
            "players: [3, 9]",
            "strategies: [bold, ./rash.yaml, nobody]",
            "deals: -1",
            "deals: 5",
            "options: {order: up, colour: red}",
            "patch: {hats: {bowler: {copies: x}, hat: {}}}",
            "tolerence: 1",
        )
    )
    assert [p.split(": ")[0] for p in project.problems(text, "seed=x", "until.minute=3")] == [
        "--set seed=x",
        "--set until.minute=3",
        "rash.yaml:3:10",
        "run.yaml:2:14",
        "run.yaml:3:33",
        "run.yaml:4:8",
        "run.yaml:5:1",
        "run.yaml:6:18",
        "run.yaml:6:22",
        "run.yaml:7:33",
        "run.yaml:7:37",
        "run.yaml:8:1",
    ]


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("deals", "found no path and value (write --set path=value, e.g. --set deals=2000 or --set options.events=on)"),
        ("=5", "found no path and value (write --set path=value, e.g. --set deals=2000 or --set options.events=on)"),
        ("until..minutes=5", "found no path and value (write --set path=value, e.g. --set deals=2000 or --set options.events=on)"),
        ("deals=abc", f"deals: found the text 'abc', {DEALS}"),
        ("deals=", f"deals: found nothing, {DEALS}"),
        ("deals=[1", "the '[' of line 1 is not closed before this (add ',' or ']')"),
        ("deals=.inf", "'.inf' is not a number that can be used (write an ordinary number)"),
        ("dealz=5", "unknown key 'dealz' (did you mean 'deals'?)"),
        ("until.minute=5", "unknown key 'minute' in until (did you mean 'minutes'?)"),
        ("options.ordr=left", "options: Hats has no option 'ordr' (did you mean 'order'?)"),
        ("patch.hats.bowler.copies=x", "hats.bowler.copies: found 'x', expected a whole number"),
        ("patch.hats.bowlr.copies=1", "patch: there is no 'bowlr' in hats (did you mean 'bowler'?)"),
        ("strategies.5=bold", "strategies is a list of 1; the number 5 is no entry of it (set the whole list: --set strategies=[...])"),
        ("strategies.x=bold", "strategies is a list of 1; the text 'x' is no entry of it (set the whole list: --set strategies=[...])"),
        ("strategies=[bald]", "there is no strategy 'bald' (did you mean 'bold'?)"),
        ("report.title=a: b", "report.title: found a mapping, expected text"),
        ("players=12", "players: found 12, Hats is for 2 to 4"),
    ],
)
def test_a_set_is_its_own_place(project: Project, item: str, said: str) -> None:
    assert project.problems(f"{HEAD}strategies: [bold]\n", item) == [f"--set {item}: {said}"]


def test_deals_and_seed_on_the_command_line_are_their_own_place(project: Project) -> None:
    assert project.problems(HEAD, deals=0, seed=-1) == [
        f"--deals 0: deals: found the number 0, {DEALS}",
        f"--seed -1: seed: found the number -1, {SEED}",
    ]


def test_a_game_without_shipped_strategies_asks_for_some(project: Project) -> None:
    for file in project.folder.glob("lib/simcli/_shipped/strategies/hats/*"):
        file.unlink()
    said = "run.yaml:1:1: no strategies are given, and none are shipped for Hats (add `strategies: [names]`; `random` always exists)"
    assert project.problems(HEAD) == [said]


def test_a_fault_in_the_shipped_data_points_into_the_data_file(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from simcli import games
    from tests.config import hats_game

    home = hats_game.GAME.data_folder
    for stem in ("hats", "options", "setup"):
        project.write(f"data/{stem}.yaml", (home / f"{stem}.yaml").read_text().replace("copies: 4", "copies: four"))
    monkeypatch.setitem(games._registered, "hats", __import__("dataclasses").replace(hats_game.GAME, folder=project.folder))
    said = f"{project.folder}/data/hats.yaml:13:13: hats.fedora.copies: found 'four', expected a whole number"
    assert project.problems(HEAD) == [said]
    assert project.load(HEAD + "patch: {hats: {fedora: {copies: 4}}}\n").components["hats"]["hats"][1]["copies"] == 4


KEY_NAMES = ("game", "players", "strategies", "tables", "deals", "until", "seed", "options", "patch", "tolerance", "report")
SCALARS = st.sampled_from(["3", "hats", "on", "true", "null", "1.5", "'x'", "-1", "bold", "2 %", "1e400", ".nan", "*a", "!!x 1", ""])
FLOW = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda v: f"[{', '.join(v)}]")
        | st.dictionaries(
            st.sampled_from(["hats", "bowler", "fixed", "minutes", "new", "3", "copies", "feathers", "points"]), inner, max_size=3
        ).map(lambda v: "{" + ", ".join(f"{k}: {x}" for k, x in v.items()) + "}")
    ),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEY_NAMES), FLOW, max_size=5))
def test_no_config_fails_in_any_other_way(project: Project, lines: dict[str, str]) -> None:
    head = {"game": "hats", "players": "3", "strategies": "[bold]"}
    project.write("run.yaml", "".join(f"{k}: {v}\n" for k, v in (head | lines).items()))
    try:
        load_config("run.yaml")
        places = ["run.yaml"]
    except UserError as error:
        places = [p.where.file for p in error.problems]
    assert set(places) == {"run.yaml"}


def test_a_list_that_is_far_too_long_is_told_once_with_the_limit(project: Project) -> None:
    found = project.problems(f"game: guildes\nplayers: [{', '.join(['4'] * 1_900)}]\nseed: no\nstrategies: [random]\n")
    assert found == [
        "run.yaml:2:10: players: found a list of 1900, expected at most 100",
        "run.yaml:3:7: seed: found the text 'no', expected a whole number from 0 to 9223372036854775807",
    ]
    (found,) = project.problems(f"game: guildes\nplayers: 4\nstrategies: [{', '.join(f'p{i}' for i in range(2001))}]\n")
    assert found.startswith("run.yaml:3:13: strategies: found more than 2,000 entries, the most that a list or mapping holds")


def test_a_config_whose_name_is_not_utf8_is_refused(project: Project) -> None:
    project.write("pig\udcff.yaml", "game: guildes\nplayers: 4\n")
    (found,) = project.refused(lambda: load_config("pig\udcff.yaml"))
    assert "the name of the file is not UTF-8" in found
