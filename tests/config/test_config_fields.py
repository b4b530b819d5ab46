"""Fields: plans with weights in one file, from which seats draw."""

from __future__ import annotations

import pytest

from simcli.config import check_paths
from tests.config.project import Project

RUN = "game: hats\nplayers: 3\nstrategies: {field: mix}\n"
MIX = "game: hats\nidea: both\nplayers: [2, 3]\nplans: {bold: 0.75, careful: 0.25}\n"
FILE = "strategies/hats/fields/mix.yaml"


@pytest.mark.parametrize("name", ["mix", "hats/mix", "mine/mix.yaml", "mine/mix"])
def test_a_field_gives_its_plans_and_weights(project: Project, name: str) -> None:
    project.write("mine/mix.yaml" if name.startswith("mine") else FILE, MIX)
    run = project.load(RUN.replace("mix", name))
    assert [s.name for s in run.strategies] == ["bold", "careful"]
    assert (run.tables, run.weights, run.seating(3), run.lineup) == ("drawn", {3: (750, 250)}, (750, 1000), ())
    assert run.drawn_shares == {3: (0.75, 0.25)}
    assert run.warnings == ()
    assert run.from_json(run.to_json()) == run


def test_a_field_of_one_plan_is_that_plan_at_tables_of_equals(project: Project) -> None:
    project.write(FILE, MIX.replace("{bold: 0.75, careful: 0.25}", "{bold: {2: 1, 3: 1}, careful: {2: 1}}"))
    run, listed = project.load(RUN), project.load("game: hats\nplayers: 3\nstrategies: [bold]\ntables: mirror\n")
    assert (run.tables, run.weights, [s.name for s in run.strategies]) == ("mirror", {}, ["bold"])
    assert run.identity() == listed.identity()
    assert project.load(RUN.replace("players: 3", "players: [2, 3]")).tables == "drawn"


def test_a_field_that_comes_with_simcli_is_found_after_ones_own(project: Project) -> None:
    project.write("lib/simcli/_shipped/strategies/hats/fields/mix.yaml", MIX)
    assert project.load(RUN).weights == {3: (750, 250)}
    project.write(FILE, MIX.replace("0.75", "1"))
    assert project.load(RUN).weights == {3: (1000, 250)}


def test_weights_decide_the_identity(project: Project) -> None:
    project.write(FILE, MIX)
    before = project.load(RUN).identity()
    project.write(FILE, MIX.replace("idea: both", "idea: neither"))
    assert project.load(RUN).identity() == before
    project.write(FILE, MIX.replace("0.75", "0.7"))
    assert project.load(RUN).identity() != before


BY_COUNT = "game: hats\nplayers: [2, 3, 4]\nplans: {bold: {2: 1, 3: 0.6}, careful: {3: 0.4, 4: 2}, random: {4: 2}}\n"


def test_weights_may_differ_between_numbers_of_players(project: Project) -> None:
    project.write(FILE, BY_COUNT)
    run = project.load(RUN.replace("players: 3", "players: [2, 3, 4]"))
    assert [s.name for s in run.strategies] == ["bold", "careful", "random"]
    assert run.weights == {2: (1000, 0, 0), 3: (600, 400, 0), 4: (0, 2000, 2000)}
    assert [run.playing_at(n) for n in run.players] == [(0,), (0, 1), (1, 2)]
    assert [run.seating(n) for n in run.players] == [(1000, 1000, 1000), (600, 1000, 1000), (0, 2000, 4000)]
    assert run.drawn_shares == {2: (1.0, 0.0, 0.0), 3: (0.6, 0.4, 0.0), 4: (0.0, 0.5, 0.5)}
    assert run.from_json(run.to_json()) == run
    assert run.from_json(run.to_json()).identity() == run.identity()


def test_plans_that_play_with_none_of_the_numbers_of_players_are_left_out(project: Project) -> None:
    project.write(FILE, BY_COUNT)
    run = project.load(RUN)
    assert ([s.name for s in run.strategies], run.weights) == (["bold", "careful"], {3: (600, 400)})
    project.write(FILE, MIX.replace("0.75, careful: 0.25", "0.6, careful: 0.4"))
    assert project.load(RUN).identity() == run.identity()  # a field of one number, or of several: the same players


def test_a_number_of_players_it_was_not_found_for_takes_the_weights_of_the_nearest(project: Project) -> None:
    project.write(FILE, BY_COUNT.replace("[2, 3, 4]", "[2, 3]").replace(", 4: 2", "").replace(", random: {4: 2}", ""))
    run = project.load(RUN.replace("players: 3", "players: 4"))
    assert run.weights == {4: (600, 400)}
    assert len(run.warnings) == 1


def test_other_numbers_of_players_are_warned_of(project: Project) -> None:
    project.write(FILE, MIX.replace("[2, 3]", "2"))
    said = "run.yaml:3:21: strategies.field: it was found for 2 players, here it plays with 3"
    assert [str(w).partition(" (")[0] for w in project.load(RUN).warnings] == [said]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("game: hats", "game: caps", "1:7: game: found the text 'caps', expected hats (a field belongs to one game)"),
        ("game: hats\n", "", "1:1: game: found nothing, expected hats (a field belongs to one game)"),
        ("idea: both", "idea: [x]", "2:7: idea: found a list, expected text (quote it)"),
        ("idea", "ideas", "2:1: unknown key 'ideas' in a field (did you mean 'idea'?)"),
        ("[2, 3]", "[2, 9]", "3:14: players: found the number 9, Hats is for 2 to 4"),
        ("[2, 3]", "[]", "3:10: players: the list is empty (name the numbers of players it is for)"),
        ("[2, 3]", "true", "3:10: players: found true, Hats is for 2 to 4"),
        ("{bold: 0.75, careful: 0.25}", "[bold]", "4:8: plans: found a list, expected strategies with weights (plans: {balanced: 1})"),
        ("0.75", "0", "4:15: plans.bold: found the number 0, expected a weight above 0 (leave it out)"),
        ("0.75", "-1", "4:15: plans.bold: found -1, expected a number from 0 to 10000"),
        ("0.75", "0.7512", "4:15: plans.bold: found 0.7512, expected at most 3 decimals (write 0.751)"),
        ("0.75", "much", "4:15: plans.bold: found the text 'much', expected a number"),
        ("careful", "bolder", "4:21: there is no strategy 'bolder' (did you mean 'bold'?)"),
        (
            "0.75",
            "{}",
            "4:15: plans.bold: the mapping is empty, expected numbers of players with weights (write {2: 1}, or one number for all)",
        ),
        ("0.75", "{4: 1}", "4:16: plans.bold: found the number 4, expected a number of players of this field: 2, 3"),
        ("0.75", "{2: 0}", "4:19: plans.bold.2: found the number 0, expected a weight above 0 (leave it out)"),
        (
            "{bold: 0.75, careful: 0.25}",
            "{bold: {2: 1}}",
            "4:8: plans: none of them plays with 3 players (give one a weight, or set `players`)",
        ),
        ("careful", "3", "4:21: plans: found the number 3, expected the name of a strategy (quote it)"),
    ],
)
def test_what_is_wrong_with_a_field_is_told_at_its_place(project: Project, old: str, new: str, said: str) -> None:
    assert old in MIX
    project.write(FILE, MIX.replace(old, new))
    assert project.problems(RUN) == [f"{FILE}:{said}"]
    if "game" not in old:  # else it is no file of Hats
        assert [str(p) for p in check_paths([FILE])] == [f"{FILE}:{said}"]


def test_weights_that_do_not_fit_a_draw_are_refused(project: Project) -> None:
    names = [f"plan{k}" for k in range(220)]
    for name in names:
        project.write(f"strategies/hats/{name}.yaml", "game: hats\nextends: bold\n")
    project.write(FILE, f"game: hats\nplans: {{{', '.join(f'{name}: 10000' for name in names)}}}\n")
    assert project.problems(RUN) == [f"{FILE}:2:8: plans: the weights sum to 2.2e+06 (divide all of them by the same number)"]


def test_two_plans_of_one_name_are_refused(project: Project) -> None:
    project.write("strategies/hats/fields/bold.yaml", "game: hats\nextends: careful\n")
    project.write(FILE, "game: hats\nplans: {bold: 1, ../bold.yaml: 2}\n")
    project.write("strategies/hats/bold.yaml", "game: hats\nextends: careful\n")
    assert project.problems(RUN) == [f"{FILE}:2:18: two plans are called 'bold' (rename one of the files)"]


@pytest.mark.parametrize("tables", ["mirror", "{fixed: [bold, bold, bold]}"])
def test_other_tables_do_not_draw(project: Project, tables: str) -> None:
    project.write(FILE, MIX)
    kind = "mirror" if tables == "mirror" else "fixed"
    said = f"run.yaml:4:9: tables: {kind} tables do not draw from a field (leave `tables` out, or list the strategies by name)"
    assert project.problems(f"{RUN}tables: {tables}\n") == [said]
