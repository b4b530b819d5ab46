"""Strategy files: where names look, exact weights, families, Python strategies, and what is said about a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcli.config import Strategy, load_config, shipped_strategies
from simcli.config.players.strategies import load_strategy_file
from simcli.config.players.weights import read_thousandths
from simcli.config.yaml.document import parse_yaml
from simcli.config.yaml.problems import Problems
from simcli.errors import Where
from tests.config import hats_game
from tests.config.project import Project

CHOOSE = "def choose(s, t, actions, X, weights, noise):\n    return 0\n"
HEAD = "game: hats\n"


def one(project: Project, text: str, name: str = "mine.yaml") -> Strategy:
    project.write(name, text)
    (strategy,) = project.load(f"game: hats\nplayers: 2\nstrategies: [./{name}]\n").strategies
    return strategy


def wrong(project: Project, text: str, name: str = "mine.yaml") -> list[str]:
    project.write(name, text)
    return project.problems(f"game: hats\nplayers: 2\nstrategies: [./{name}]\n")


def test_weights_are_thousandths_in_the_order_of_the_game(project: Project) -> None:
    strategy = one(
        project, HEAD + "idea: x\ntemperature: 2\nweights: {keep: {left: -0.125, value: 10000}, take: {value: 1e1, rivals: .001}}\n"
    )
    assert strategy == Strategy(
        "mine",
        "heuristic",
        "x",
        {"take": {"value": 10_000, "rivals": 1}, "keep": {"value": 10_000_000, "left": -125}},
        2000,
        "",
        "mine.yaml",
    )
    assert list(strategy.weights) == ["take", "keep"]


def test_all_reaches_every_decision_with_the_feature_and_a_decision_overrides_it(project: Project) -> None:
    strategy = one(project, HEAD + "weights: {all: {value: 3, left: 1}, keep: {value: 0}}\n")
    assert strategy.weights == {"take": {"value": 3000}, "keep": {"value": 0, "left": 1000}}


def test_a_family_merges_weights_key_by_key_and_inherits_the_temperature(project: Project) -> None:
    project.write("base.yaml", HEAD + "temperature: 0.25\nweights: {all: {value: 1}, take: {value: 5, rivals: 2}}\n")
    strategy = one(project, HEAD + "extends: base\nweights: {all: {value: 9}, take: {rivals: 3}}\n")
    assert strategy.weights == {"take": {"value": 5000, "rivals": 3000}, "keep": {"value": 9000}}
    assert (strategy.temperature, strategy.idea) == (250, "")


def test_a_strategy_can_extend_a_shipped_one_by_name(project: Project) -> None:
    assert one(project, HEAD + "extends: bold\ntemperature: 0\n").weights == {
        "take": {"value": 1500, "rivals": -250},
        "keep": {"value": 1500},
    }


def test_a_python_strategy_is_carried_as_text_and_not_run(project: Project) -> None:
    source = '"""Always the first.\n\nMore."""\nraise SystemExit\n' + CHOOSE
    assert one(project, source, "mine.py") == Strategy("mine", "function", "Always the first.", source=source, where="mine.py")


def test_random_needs_no_file(project: Project) -> None:
    (project.folder / "lib/simcli/_shipped/strategies/hats/random.yaml").unlink()
    (strategy,) = project.load("game: hats\nplayers: 2\nstrategies: [random]\n").strategies
    assert (strategy.kind, strategy.where) == ("random", "built in")
    assert shipped_strategies("hats") == ["bold", "careful", "random"]


def test_the_shipped_strategies_of_an_unknown_game_are_only_random(project: Project) -> None:
    assert shipped_strategies("nothing") == ["random"]


def test_names_look_at_the_config_then_the_project_then_the_shipped_ones(project: Project) -> None:
    text = HEAD + "weights: {take: {value: 1}}\n"
    project.write("runs/run.yaml", "game: hats\nplayers: 2\nstrategies: [bold, own.yaml, sub/deep.yaml, careful.yaml, mine]\n")
    project.write("runs/bold.yaml", text)
    project.write("runs/own.yaml", text)
    project.write("runs/sub/deep.yaml", text)
    project.write("strategies/hats/own.yaml", text)
    project.write("strategies/hats/mine.py", CHOOSE)
    assert [s.where for s in load_config("runs/run.yaml").strategies] == [
        "lib/simcli/_shipped/strategies/hats/bold.yaml",
        "runs/own.yaml",
        "runs/sub/deep.yaml",
        "lib/simcli/_shipped/strategies/hats/careful.yaml",
        "strategies/hats/mine.py",
    ]
    assert load_config("runs/run.yaml", ["strategies=[./runs/own.yaml]"]).strategies[0].where == "runs/own.yaml"


def test_two_files_of_one_name_are_refused(project: Project) -> None:
    project.write("a/same.yaml", HEAD + "weights: {take: {value: 1}}\n")
    project.write("b/same.yaml", HEAD + "weights: {take: {value: 2}}\n")
    said = "b/same.yaml and a/same.yaml are both called 'same' (rename one of the files)"
    head = "game: hats\nplayers: 2\n"
    assert project.problems(head + "strategies: [a/same.yaml, b/same.yaml]\n") == [f"run.yaml:3:27: {said}"]
    assert project.problems(head + "tables: {fixed: [a/same.yaml, b/same.yaml]}\n") == [f"run.yaml:3:31: {said}"]
    assert project.problems(head + "strategies: [bold, bold.yaml]\n") == [
        "run.yaml:3:20: strategies: bold stands in the list twice (keep one)"
    ]
    assert project.load(head + "tables: {fixed: [bold, bold.yaml]}\n").lineup == (0, 0)


def test_a_name_with_two_files_needs_its_suffix(project: Project) -> None:
    project.write("strategies/hats/mine.yaml", HEAD + "weights: {take: {value: 1}}\n")
    project.write("strategies/hats/mine.py", CHOOSE)
    said = "run.yaml:3:14: 'mine' may be strategies/hats/mine.yaml or strategies/hats/mine.py (name it with its suffix)"
    assert project.problems("game: hats\nplayers: 2\nstrategies: [mine]\n") == [said]
    assert project.load("game: hats\nplayers: 2\nstrategies: [mine.py]\n").strategies[0].kind == "function"


def test_a_file_beside_the_config_is_hinted_at_as_it_must_be_written(project: Project) -> None:
    project.write("greedy.yaml", HEAD)
    assert project.problems("game: hats\nplayers: 2\nstrategies: [greedy, ./greeedy.yaml]\n") == [
        "run.yaml:3:14: there is no strategy 'greedy' (did you mean './greedy.yaml'?)",
        "run.yaml:3:22: there is no strategy './greeedy.yaml' (did you mean './greedy.yaml'?)",
    ]


def test_a_strategy_of_another_game_is_a_problem_where_it_is_named(project: Project) -> None:
    project.write("other.yaml", "game: guildes\nweights: {pick: {lead: 1}}\n")
    said = "other.yaml is a strategy of guildes, expected one of hats (`simcli strategies hats` lists those of hats)"
    assert project.problems("game: hats\nplayers: 2\nstrategies: [bold, ./other.yaml]\n") == [f"run.yaml:3:20: {said}"]
    assert wrong(project, HEAD + "extends: ./other.yaml\n") == [f"mine.yaml:2:10: {said}"]


def test_a_family_that_goes_round_is_refused_by_its_chain(project: Project) -> None:
    project.write("a.yaml", HEAD + "extends: b\n")
    project.write("b.yaml", HEAD + "extends: mine\n")
    said = ["b.yaml:2:10: extends goes round: mine -> a -> b -> mine (let one of them stand alone)"]
    assert wrong(project, HEAD + "extends: a\nweights: {take: {value: 1}}\n") == said
    assert wrong(project, HEAD + "extends: mine\n") == ["mine.yaml:2:10: extends goes round: mine -> mine (let one of them stand alone)"]


LISTED = "(`simcli games hats --features` lists them)"
RANGE = "expected a number from -10000 to 10000"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("weihgts: {}", "2:1: unknown key 'weihgts' in a strategy (did you mean 'weights'?)"),
        ("weights: {tak: {value: 1}}", "2:11: weights: Hats has no decision 'tak' (did you mean 'take'?)"),
        ("weights: {zzz: {value: 1}}", f"2:11: weights: Hats has no decision 'zzz' {LISTED}"),
        ("weights: {take: {valu: 1}}", "2:18: weights.take: the decision 'take' does not have the feature 'valu' (did you mean 'value'?)"),
        ("weights: {take: {left: 1}}", f"2:18: weights.take: the decision 'take' does not have the feature 'left' {LISTED}"),
        ("weights: {bow: {value: 1}}", f"2:17: weights.bow: the decision 'bow' does not have the feature 'value' {LISTED}"),
        ("weights: {all: {size: 1}}", f"2:17: weights.all: no decision has the feature 'size' {LISTED}"),
        ("weights: {take: {value: 1.2345}}", "2:25: weights.take.value: found 1.2345, expected at most 3 decimals (write 1.234)"),
        ("weights: {take: {value: 10000.001}}", f"2:25: weights.take.value: found 10000.001, {RANGE}"),
        ("weights: {take: {value: -10001}}", f"2:25: weights.take.value: found -10001, {RANGE}"),
        ("weights: {take: {value: '1'}}", "2:25: weights.take.value: found the text '1', expected a number"),
        ("weights: {take: {value: true}}", "2:25: weights.take.value: found true, expected a number"),
        ("weights: {take: {value: .nan}}", "2:25: '.nan' is not a number that can be used (write an ordinary number)"),
        ("weights: {take: 1}", "2:17: weights.take: found the number 1, expected features with numbers"),
        ("weights: [take]", "2:10: weights: found a list, expected decisions with weighted features"),
        ("temperature: -1\nweights: {take: {value: 1}}", "2:14: temperature: found -1, expected a number from 0 to 10000"),
        ("temperature: 0.0001\nweights: {take: {value: 1}}", "2:14: temperature: found 0.0001, expected at most 3 decimals (write 0.000)"),
        ("temperature: warm\nweights: {take: {value: 1}}", "2:14: temperature: found the text 'warm', expected a number"),
        ("idea: 3\nweights: {take: {value: 1}}", "2:7: idea: found the number 3, expected text (quote it)"),
        (
            "kind: heuristics\nweights: {take: {value: 1}}",
            "2:7: kind: found the text 'heuristics', expected random, heuristic, search or learned (did you mean 'heuristic'?)",
        ),
        ("kind: random\nweights: {take: {value: 1}}", "3:1: a random strategy has no weights (remove it, or the line `kind: random`)"),
        ("extends: bald", "2:10: there is no strategy 'bald' (did you mean 'bold'?)"),
        ("extends: 3", "2:10: extends: found the number 3, expected the name or path of a strategy"),
        ("extends: random", "2:10: 'random' has no weights to extend (extend a YAML strategy with weights)"),
        (
            "game: hats\nweights: {take: {value: 1}}",
            "2:1: the key 'game' stands here a second time (it stands first at mine.yaml:1:1; keep one)",
        ),
    ],
)
def test_one_wrong_line_of_a_strategy(project: Project, line: str, said: str) -> None:
    assert wrong(project, f"{HEAD}{line}\n") == [f"mine.yaml:{said}"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("weights: {take: {value: 1}}\n", "mine.yaml:1:1: the key 'game' is missing (add `game: hats`)"),
        ("game: hat\nweights: {}\n", "mine.yaml:1:7: game: found the text 'hat', expected the id of a game (did you mean 'hats'?)"),
        (
            "game: hats\n",
            "mine.yaml: a heuristic strategy needs at least one weight (add `weights: {decision: {feature: number}}`, or `kind: random`)",
        ),
        ("", "mine.yaml: the file is empty (`simcli init DIR` writes examples to start from)"),
    ],
)
def test_what_is_wrong_with_a_strategy_as_a_whole(project: Project, text: str, said: str) -> None:
    assert wrong(project, text) == [said]


WRITE = "(write `def choose(s, t, actions, X, weights, noise):`)"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = (\n", "mine.py:1:5: this is not Python: '(' was never closed"),
        ("x = 1\n", f"mine.py:1:1: the file defines no function `choose` {WRITE}"),
        ("class A:\n    def choose(self): pass\n", f"mine.py:1:1: the file defines no function `choose` {WRITE}"),
        (
            "\ndef choose(s, t, actions, weights, X, noise): pass\n",
            f"mine.py:2:1: `choose` takes (s, t, actions, weights, X, noise), expected (s, t, actions, X, weights, noise) {WRITE}",
        ),
        ("def choose(*a): pass\n", f"mine.py:1:1: `choose` takes (*a), expected (s, t, actions, X, weights, noise) {WRITE}"),
        (
            "def choose(s, t, actions, X, weights, noise=0): pass\n",
            f"mine.py:1:1: `choose` takes (s, t, actions, X, weights, noise=0), expected (s, t, actions, X, weights, noise) {WRITE}",
        ),
        ("async " + CHOOSE, f"mine.py:1:1: `choose` is an async function {WRITE}"),
        ("x = 1\0\n", "mine.py: this is not a text file (save it as plain UTF-8 text)"),
    ],
)
def test_what_is_wrong_with_a_python_strategy(project: Project, source: str, said: str) -> None:
    assert wrong(project, source, "mine.py") == [said]


def test_a_broken_base_is_told_once(project: Project) -> None:
    project.write("base.yaml", HEAD + "weights: {take: {valu: 1}}\n")
    for name in ("x", "y"):
        project.write(f"{name}.yaml", HEAD + "extends: base\n")
    said = project.problems("game: hats\nplayers: 2\nstrategies: [./x.yaml, ./y.yaml]\n")
    assert said == ["base.yaml:2:18: weights.take: the decision 'take' does not have the feature 'valu' (did you mean 'value'?)"]


@given(st.integers(-10_000_000, 10_000_000))
def test_every_thousandth_is_exact(thousandths: int) -> None:
    text = f"{'-' if thousandths < 0 else ''}{abs(thousandths) // 1000}.{abs(thousandths) % 1000:03}"
    document = parse_yaml(f"w: {text}\n", "f.yaml")
    assert read_thousandths(document, ("w",), document.data["w"], -10_000, Problems()) == thousandths


def test_a_file_can_be_loaded_without_a_config(project: Project) -> None:
    problems = Problems()
    strategy = load_strategy_file(Path("lib/simcli/_shipped/strategies/hats/careful.yaml"), hats_game.GAME, problems)
    assert strategy is not None
    assert strategy.weights == {"take": {"value": 1500, "rivals": -2000}, "keep": {"value": 1500}}
    assert (strategy.temperature, problems.sorted()) == (500, [])
    assert load_strategy_file(Path("none.yaml"), hats_game.GAME, problems, Where("x")) is None
    assert [str(p) for p in problems.sorted()] == ["none.yaml: there is no such file"]


SEARCH = HEAD + "kind: search\n"


def test_a_search_has_the_weights_of_its_roll_outs_and_a_budget(project: Project) -> None:
    project.write("ahead.yaml", SEARCH + "rollout: careful\nplayouts: 30\nbest: 4\nlead: 0.25\n")
    project.write("brief.yaml", SEARCH + "rollout: ./ahead_of.yaml\n")
    project.write("ahead_of.yaml", HEAD + "extends: careful\ntemperature: 2\n")
    run = project.load("game: hats\nplayers: 2\nstrategies: [./ahead.yaml, ./brief.yaml, careful]\n")
    ahead, brief, careful = run.strategies
    assert (ahead.kind, ahead.rollout, ahead.playouts, ahead.best, ahead.lead) == ("search", "careful", 30, 4, 250)
    assert (ahead.weights, ahead.temperature) == (careful.weights, careful.temperature)
    assert (brief.rollout, brief.playouts, brief.best, brief.lead, brief.temperature) == ("./ahead_of.yaml", 50, 8, 1000, 2000)
    assert Strategy(**ahead.to_json()) == ahead
    assert "playouts" not in careful.to_json()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("playouts: 1", "4:11: playouts: found the number 1, expected a whole number from 2 to 100000 (one is nothing to compare"),
        ("playouts: 2.5", "4:11: playouts: found the number 2.5, expected a whole number from 2 to 100000"),
        ("playouts: 100001", "4:11: playouts: found the number 100001, expected a whole number from 2 to 100000"),
        ("best: many", "4:7: best: found the text 'many', expected a whole number from 2 to 1000"),
        ("lead: -1", "4:7: lead: found -1, expected a number from 0 to 10"),
        ("lead: 0.0001", "4:7: lead: found 0.0001, expected at most 3 decimals"),
        ("temperature: 1", "4:1: a search strategy has no temperature (remove it, or the line `kind: search`)"),
        ("extends: careful", "4:1: a search strategy has no extends (remove it, or the line `kind: search`)"),
        ("rollout: random", "4:10: 'random' has no weights to roll out with (name a YAML strategy with weights, such as balanced)"),
        ("rollout: [careful]", "4:10: rollout: found a list, expected the name or path of a strategy"),
        ("rollout: carefull", "4:10: there is no strategy 'carefull' (did you mean 'careful'?)"),
        ("rollout: ./mine.yaml", "4:10: rollout goes round: mine -> mine (let one of them stand alone)"),
        ("seconds: 3", "4:1: unknown key 'seconds' in a strategy"),
    ],
)
def test_what_is_wrong_with_a_search_is_told_with_its_place(project: Project, lines: str, said: str) -> None:
    rollout = "" if lines.startswith("rollout") else "rollout: careful\n"
    project.write("mine.yaml", f"{SEARCH}{lines}\n{rollout}")
    (found,) = project.problems("game: hats\nplayers: 2\nstrategies: [./mine.yaml]\n")
    assert found.startswith(f"mine.yaml:{said}".replace("4:", f"{SEARCH.count(chr(10)) + 1}:", 1))


def test_a_budget_belongs_to_a_search_alone(project: Project) -> None:
    project.write("mine.yaml", HEAD + "best: 3\nweights: {take: {value: 1}}\n")
    project.write("luck.yaml", HEAD + "kind: random\nplayouts: 3\n")
    project.write("deep.yaml", SEARCH + "rollout: ./ahead.yaml\n")
    project.write("ahead.yaml", SEARCH + "rollout: careful\n")
    found = project.problems("game: hats\nplayers: 2\nstrategies: [./mine.yaml, ./luck.yaml, ./deep.yaml]\n")
    line = HEAD.count("\n") + 1
    assert sorted(found, key=lambda text: "mld".index(text[0])) == [
        f"mine.yaml:{line}:1: a heuristic strategy has no best (add `kind: search`, or remove it)",
        f"luck.yaml:{line + 1}:1: a random strategy has no playouts (remove it, or the line `kind: random`)",
        f"deep.yaml:{line + 1}:10: './ahead.yaml' has no weights to roll out with (name a YAML strategy with weights, such as balanced)",
    ]


def test_all_shipped_strategies_are_all_but_random_and_those_that_search(project: Project) -> None:
    project.write("lib/simcli/_shipped/strategies/hats/ahead.yaml", SEARCH + "rollout: careful\n")
    assert shipped_strategies("hats") == ["ahead", "bold", "careful", "random"]
    assert [s.name for s in project.load("game: hats\nplayers: 2\n").strategies] == ["bold", "careful"]
