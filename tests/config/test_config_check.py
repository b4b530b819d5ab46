"""`simcli check` knows each kind of file by its keys and checks it as fully as a run would."""

from __future__ import annotations

import pytest

from simcli.config import check_paths
from simcli.config.run.check import FORMS
from simcli.errors import Problem
from tests.config import hats_game
from tests.config.project import Project

DATA = (hats_game.GAME.data_folder / "hats.yaml").read_text()
SCENARIO = "game: hats\nrule: [H-01]\nplayers: 3\ndeal: 7\noptions: {order: right}\nset: {round: 1}\ndo: [take A]\nexpect: {over: true}\n"


def said(*paths: str) -> list[str]:
    return [str(p) for p in check_paths(paths)]


def test_right_files_of_every_kind_pass(project: Project) -> None:
    project.write("all/run.yaml", "game: hats\nplayers: 3\nstrategies: [mine.yaml]\n")
    project.write("all/mine.yaml", "game: hats\nweights: {take: {value: 1}}\n")
    project.write("all/child.yml", "game: hats\nextends: mine\n")
    project.write("all/mine2.py", "def choose(s, t, actions, X, weights, noise):\n    return 0\n")
    project.write("all/hats.yaml", DATA)
    project.write("all/deep/scenario.yaml", SCENARIO)
    assert said("all") == []
    assert said("lib") == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("run.yaml", "game: hats\nplayers: 5\n", "run.yaml:2:10: players: found 5, Hats is for 2 to 4"),
        ("m.yaml", "game: hats\nweights: {tak: {}}\n", "m.yaml:2:11: weights: Hats has no decision 'tak' (did you mean 'take'?)"),
        ("m.yaml", "weights: {}\n", "m.yaml:1:1: the key 'game' is missing (add `game: ` with the id of a game)"),
        ("m.yaml", "game: hat\nkind: random\n", "m.yaml:1:7: game: found the text 'hat', expected the id of a game (did you mean 'hats'?)"),
        ("m.py", "x = 1\n", "m.py:1:1: the file defines no function `choose` (write `def choose(s, t, actions, X, weights, noise):`)"),
        ("h.yaml", DATA.replace("copies: 4", "copies: x"), "h.yaml:13:13: hats.fedora.copies: found 'x', expected a whole number"),
        ("h.yaml", DATA.replace("copies: 4", "copies: 40"), "h.yaml:1:1: hats: more than 30 hats (lower some copies)"),
        ("h.yaml", "schema: hats/hat/1\n", "h.yaml:1:9: schema: Hats has no component file 'hat' (did you mean 'hats'?)"),
        ("h.yaml", "schema: hat/hats/1\n", "h.yaml:1:9: schema: there is no game 'hat' (did you mean 'hats'?)"),
        ("h.yaml", "schema: hats\n", "h.yaml:1:9: schema: found the text 'hats', expected game/file/1"),
        ("s.yaml", SCENARIO.replace("rule:", "rules:"), "s.yaml:2:1: unknown key 'rules' in a scenario (did you mean 'rule'?)"),
        ("s.yaml", SCENARIO.replace("[H-01]", "H-01"), "s.yaml:2:7: rule: found the text 'H-01', expected a list of rule ids"),
        (
            "s.yaml",
            SCENARIO.replace("players: 3", "players: 9"),
            "s.yaml:3:10: players: found the number 9, expected a whole number from 2 to 4",
        ),
        ("s.yaml", SCENARIO.replace("players: 3\n", ""), "s.yaml:1:1: the key 'players' is missing (add `players: ...`)"),
        ("s.yaml", SCENARIO.replace("[take A]", "[take A, 3]"), "s.yaml:7:14: do: found the number 3, expected text (quote it)"),
        ("s.yaml", SCENARIO.replace("order", "oder"), "s.yaml:5:11: options: Hats has no option 'oder' (did you mean 'order'?)"),
        (
            "s.yaml",
            SCENARIO.replace("deal: 7", "deal: -7"),
            "s.yaml:4:7: deal: found the number -7, expected a whole number from 0 to 9223372036854775807",
        ),
        (
            "s.yaml",
            SCENARIO.replace("game: hats", "game: hat"),
            "s.yaml:1:7: game: found the text 'hat', expected the id of a game (did you mean 'hats'?)",
        ),
        (
            "u.yaml",
            "a: 1\n",
            f"u.yaml:1:1: this is no file of simcli ({FORMS})",
        ),
        ("u.yaml", "- 1\n", "u.yaml:1:1: found a list, expected keys with values (write `key: value` lines)"),
        ("u.yaml", "a: [\n", "u.yaml:2:1: the text ends where a value is expected (close every '[', '{' and quote)"),
        ("u.txt", "a", "u.txt: this kind of file is not checked (configs and strategies end in .yaml or .py)"),
    ],
)
def test_a_wrong_file_is_told_with_its_place(project: Project, name: str, text: str, problem: str) -> None:
    project.write(name, text)
    before = project.files()
    assert said(name) == [problem]
    assert project.files() == before


def test_missing_paths_and_empty_folders_are_problems(project: Project) -> None:
    project.write("run.yaml", "game: hats\nplayers: 3\n")
    (project.folder / "empty").mkdir()
    assert said("rum.yaml", "empty") == [
        "empty: there is nothing to check in this folder (configs and strategies end in .yaml or .py)",
        "rum.yaml: there is no such file (did you mean run.yaml?)",
    ]


def test_a_folder_is_searched_for_what_is_ours_only(project: Project) -> None:
    project.write("all/helper.py", "x = 1\n")
    project.write("all/ci.yaml", "on: push\n")
    project.write("all/list.yaml", "- 1\n")
    project.write("all/.hidden/run.yaml", "game: hats\nplayers: 99\n")
    project.write("all/lost.yaml", "game: hats\n")
    project.write("all/choose.py", "def choose(s): pass\n")
    project.write("all/strategies/hats/x.py", "x = 1\n")
    assert [p.split(": ")[0] for p in said("all")] == ["all/choose.py:1:1", "all/lost.yaml:1:1", "all/strategies/hats/x.py:1:1"]


def test_kernels_without_whole_numbers_are_problems_at_their_place(project: Project) -> None:
    """A record cuts a fraction off without a word: such a game would play and count wrong."""
    lines = ("@kernel", "def score(s, t, points):", "    points[0] = s.gold / 2", "    points[1] = s.gold * 0.5")
    project.write("mine/kernels/scoring.py", "\n".join((*lines, "", "", "def shown(x):", "    return x / 2", "")))
    project.write("mine/kernels/setup.py", "@kernel\ndef deal(s, t)\n")
    project.write("mine/kernels/chance.py", "@hot\ndef half(s):\n    return s.gold // 2\n")
    found = [str(problem).partition("mine/kernels/")[2] for problem in check_paths([project.folder / "mine"])]
    assert [text.partition(";")[0] for text in found[:2]] == [
        "scoring.py:3:17: score(): '/' makes a fraction",
        "scoring.py:4:26: score(): 0.5 is a fraction",
    ]
    assert found[2:] == ["setup.py:2:15: this is not Python: expected ':'"]


def test_a_hook_looks_further_into_a_right_scenario(project: Project) -> None:
    project.write("s.yaml", SCENARIO)
    project.write("t.yaml", SCENARIO.replace("deal", "dael"))
    hook = check_paths(["s.yaml", "t.yaml"], lambda document, game: [Problem(document.value(("do", 0)), f"{game.title}: no such action")])
    assert [str(p) for p in hook] == [
        "s.yaml:7:6: Hats: no such action",
        "t.yaml:4:1: unknown key 'dael' in a scenario (did you mean 'deal'?)",
    ]


def test_faults_of_scenarios_that_share_a_file_stand_at_their_lines(project: Project) -> None:
    project.write("all/s.yaml", "# Hats\n---\n" + "---\n".join(f"name: {name}\n{SCENARIO}" for name in ("one", "two", "three")))
    hook = check_paths(["all"], lambda document, game: [Problem(document.value(("do", 0)), f"no such action in {document.data['name']}")])
    assert [str(p) for p in hook] == [
        "all/s.yaml:10:6: no such action in one",
        "all/s.yaml:20:6: no such action in two",
        "all/s.yaml:30:6: no such action in three",
    ]


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (SCENARIO, "s.yaml:11:1: a scenario among others in a file has no name (add `name: ...`)"),
        ("name: one\n" + SCENARIO, "s.yaml:11:7: the name 'one' stands here a second time (it stands first at s.yaml:1:7)"),
        ("name: [two]\n" + SCENARIO, "s.yaml:11:7: name: found a list, expected text (quote it)"),
        ("name: two\n" + SCENARIO.replace("deal", "dael"), "s.yaml:15:1: unknown key 'dael' in a scenario (did you mean 'deal'?)"),
        (
            "name: two\n" + SCENARIO.replace("expect", "expects"),
            "s.yaml:19:1: unknown key 'expects' in a scenario (did you mean 'expect'?)",
        ),
        ("- 3\n", "s.yaml:11:1: found a list, expected keys with values (write `key: value` lines)"),
        ("# none\n", "s.yaml:10:1: nothing follows this '---' (remove it)"),
    ],
)
def test_each_scenario_of_a_file_is_held_to_the_form(project: Project, second: str, what: str) -> None:
    project.write("s.yaml", f"name: one\n{SCENARIO}---\n{second}")
    assert what in said("s.yaml")


def test_only_scenarios_share_a_file(project: Project) -> None:
    config = "game: hats\nplayers: 3\n"
    project.write("all/run.yaml", f"{config}---\n{config}")
    project.write("all/not_ours.yaml", "a: 1\n---\nb: 2\n")
    what = "all/run.yaml:3:1: a second document starts here (keep one document in a file, without '---' between)"
    assert said("all") == said("all/run.yaml") == [what]
    assert said("all/not_ours.yaml") == [what.replace("run.yaml:3", "not_ours.yaml:2")]


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "what"),
    [
        ("kings_forge", "options", "base_33", "base_34", "do not know craft_deck: base_34"),
        ("kingdom_builder", "options", "{id: setup,", "{id: set_up,", "do not know setup"),
        ("guildes", "options", "{id: events,", "{id: [],", "its id is an empty list, expected text"),
        ("guildes", "setup", "  3: {", "  # 3: {", "setup.players: has no row for 3 players"),
        ("guildes", "guilds", "id: militia", "id: {}", "id: is {}, expected a text"),
    ],
)
def test_component_data_that_the_rules_cannot_use_is_a_problem_with_a_place(
    project: Project, game: str, file: str, old: str, new: str, what: str
) -> None:
    from simcli.games import get_game

    text = (get_game(game).data_folder / f"{file}.yaml").read_text("utf-8")
    assert old in text
    project.write(f"{file}.yaml", text.replace(old, new))
    found = "\n".join(map(str, check_paths([f"{file}.yaml"])))
    assert what in found


def test_a_game_that_is_not_installed_is_one_problem(project: Project) -> None:
    """Its files say nothing each: what they may hold is known to the game alone."""
    project.write("mugs-game/pyproject.toml", '[project.entry-points."simcli.games"]\nmugs = "mugs:GAME"\n')
    project.write("mugs-game/mugs/data/mugs.yaml", DATA.replace("hats/hats/1", "mugs/mugs/1"))
    project.write("mugs-game/mugs/configs/seats.yaml", "game: mugs\nplayers: 3\n")
    project.write("mugs-game/mugs/strategies/plain.yaml", "game: mugs\nweights: {}\n")
    project.write("mugs-game/tests/first.yaml", SCENARIO.replace("hats", "mugs"))
    what = "mugs-game/pyproject.toml:2:1: the game 'mugs' is not installed, so its files were not checked"
    assert said("mugs-game") == [f"{what} (pip install --editable mugs-game)"]
    project.write("mugs-game/mugs/configs/other.yaml", "game: mug\nplayers: 3\n")
    assert said("mugs-game")[0].startswith("mugs-game/mugs/configs/other.yaml:1:7: game: there is no game 'mug'")
    assert said("mugs-game/mugs/configs/seats.yaml")[0].startswith("mugs-game/mugs/configs/seats.yaml:1:7: game: ")


@pytest.mark.parametrize(
    "text", ["[project", "project = 1\n", '[project]\nentry-points = "mugs"\n', '[project.entry-points]\n"simcli.games" = 3\n', ""]
)
def test_a_package_that_pip_could_not_read_names_no_games(project: Project, text: str) -> None:
    project.write("p/pyproject.toml", text)
    project.write("p/mine.yaml", "game: hats\nweights: {take: {value: 1}}\n")
    assert said("p") == []
