"""A patch may write any key that the game's data model of the place has, whether or not a printed record shows it there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from simcli.config.data.components import component_data, read_components
from simcli.config.data.model_keys import keys_at
from simcli.config.data.patch import NOT_FOR_PATCHES, apply_patch
from simcli.config.yaml.document import known_data
from simcli.config.yaml.problems import Problems
from simcli.errors import Where
from simcli.games import game_ids, get_game
from simcli.games.components import DESCRIPTIVE
from simcli.studies.played import in_base
from tests.config.project import Project

Place = tuple[str | int, ...]
HEAD = "game: kings_guild\nplayers: 3\nstrategies: [random]\n"


def mappings(node: Any, path: Place, said: Place) -> Iterator[tuple[Place, Place, dict[Any, Any]]]:
    """Every mapping that a patch can reach: its canonical path, how a patch says it, and itself."""
    if isinstance(node, dict):
        yield path, said, node
        for key, value in node.items():
            yield from mappings(value, (*path, key), (*said, key))
    elif isinstance(node, list):
        for i, row in enumerate(node):
            if isinstance(row, dict) and "id" in row:
                yield from mappings(row, (*path, i), (*said, row["id"]))


@pytest.mark.parametrize("game_id", game_ids())
def test_every_key_of_a_data_model_may_be_written_where_the_model_stands(game_id: str) -> None:
    game = get_game(game_id)
    data = component_data(read_components(game))
    n_keys, n_added = 0, 0
    for stem in data.keys() - {"options"}:
        for path, said, node in mappings(data[stem], (stem,), (stem,)):
            own = set(keys_at(game.models, data, path))
            n_keys += len(own & node.keys())
            for key in own - node.keys() - NOT_FOR_PATCHES.keys() - DESCRIPTIVE:
                patch: Any = {key: 1}
                for step in reversed(said):
                    patch = {step: patch}
                problems = Problems()
                new: Any = apply_patch(data, patch, known_data({"patch": patch}, Where("a.yaml")), problems, game.models).data
                assert len(problems) == 0, [str(p) for p in problems.sorted()]
                for step in (*path, key):
                    new = new[step]
                assert new == 1
                n_added += 1
    assert n_keys > 100
    assert n_added > 0


def lists(node: Any, said: Place) -> Iterator[tuple[Place, list[int]]]:
    """Every list of whole numbers that a patch can reach, and how a patch says it."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from lists(value, (*said, key))
    elif isinstance(node, list) and node and all(isinstance(entry, int) for entry in node):
        yield said, node
    elif isinstance(node, list):
        for i, row in enumerate(node):
            if isinstance(row, dict):
                yield from lists(row, (*said, row.get("id", i)))


@pytest.mark.parametrize("game_id", game_ids())
def test_an_entry_of_a_list_is_changed_by_its_place(game_id: str) -> None:
    game = get_game(game_id)
    data = component_data(read_components(game))

    def patched(said: Place, value: object) -> tuple[Any, list[str]]:
        patch: Any = value
        for step in reversed(said):
            patch = {step: patch}
        problems = Problems()
        new = apply_patch(data, patch, known_data({"patch": patch}, Where("a.yaml")), problems, game.models)
        return new.data, [str(problem) for problem in problems.sorted()]

    n_lists = 0
    for stem in data.keys() - {"options"}:
        for said, entries in lists(data[stem], (stem,)):
            last = len(entries) - 1
            assert patched(said, {last: 7}) == patched(said, [*entries[:last], 7])
            assert patched(said, {last: 7})[0] != data or entries[last] == 7
            assert "they count from 0" in patched(said, {last + 1: 7})[1][0]
            assert "they count from 0" in patched(said, {"first": 7})[1][0]
            n_lists += 1
    assert n_lists > 0


def test_two_entries_of_a_list_are_moved_in_turn(project: Project) -> None:
    coins = "{patch.setup.coins.0: [2, 3], patch.setup.coins.1: [4, 5]}"
    run = project.load(f"game: kings_guild\nplayers: 2\nstrategies: [random]\ntables: mirror\ndeals: 1\nevery: {coins}\n")
    made = [variant.components["setup"]["coins"][:2] for variant in run.variants]
    assert made == [[2, 4], [2, 5], [3, 4], [3, 5]]


@pytest.mark.parametrize(
    "said",
    [
        "patch: {setup: {coins: [9, 8, 7, 6, 5, 4]}}\nevery: {patch.setup.coins.0: [2, 3]}\n",
        "patch: {setup: {coins: {1: 8, 5: 4}}}\nvariants: {a: {patch: {setup: {coins: {0: 2}}}}, b: {patch: {setup: {coins: {0: 3}}}}}\n",
    ],
)
def test_an_entry_is_moved_in_the_list_that_the_run_has(project: Project, said: str) -> None:
    run = project.load(f"game: kings_guild\nplayers: 2\nstrategies: [random]\ntables: mirror\ndeals: 1\n{said}")
    printed = read_components(run.game)["setup"].data["coins"]
    whole = [9, 8, 7, 6, 5, 4] if "[9" in said else [printed[0], 8, *printed[2:5], 4]
    assert [variant.components["setup"]["coins"] for variant in run.variants] == [[2, *whole[1:]], [3, *whole[1:]]]


ROWS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "an amount that an `if` has at most": ("crafted", "fighter", "{least: 0, most: 0}", {"of": "warrior", "least": 0, "most": 0}),
    "what follows a row that was the last": (
        "gathered",
        "miner",
        "{then: {kind: gain, what: coins, n: 1}}",
        {"then": {"kind": "gain", "what": "coins", "n": 1}},
    ),
    "a colour of treasure, later than printed": (
        "quest_treasure",
        "pirate",
        "{then: {kind: draw, colour: red, n: 2}}",
        {"kind": "if", "of": "items", "then": {"kind": "draw", "colour": "red", "n": 2}},
    ),
    "a trigger that the card has not got": (
        "hired",
        "fighter",
        "{kind: draw_named, n: 2, may: true}",
        {"kind": "draw_named", "n": 2, "may": True},
    ),
}


@pytest.mark.parametrize("what", ROWS)
def test_rows_of_specialists_are_written_as_their_kinds_have_it(what: str, project: Project) -> None:
    """Section 22 of the rules of The King's Guild."""
    trigger, card, text, expected = ROWS[what]
    run = project.load(f"{HEAD}patch: {{specialists: {{{card}: {{effects: {{{trigger}: {text}}}}}}}}}\n")
    row = next(row for row in run.components["specialists"]["specialists"] if row["id"] == card)["effects"][trigger]
    assert {key: row[key] for key in expected} == expected


def test_a_row_of_another_kind_keeps_the_keys_that_both_kinds_have(project: Project) -> None:
    """The Spoiling Potion names a kind and resumes `each`; both its rows become others."""
    potion = "{kind: gain, what: coins, n: 1, then: {kind: each, who: next, then: {kind: draw, colour: red}}}"
    run = project.load(f"{HEAD}patch: {{treasures: {{spoiling_potion: {{effects: {{played: {potion}}}}}}}}}\n")
    played = next(row for row in run.components["treasures"]["treasures"] if row["id"] == "spoiling_potion")["effects"]["played"]
    draw = {"kind": "draw", "colour": "red", "n": 1}
    assert played == {"kind": "gain", "what": "coins", "n": 1, "then": {"kind": "each", "who": "next", "then": draw}}


WRONG = [
    ("specialist: {fighter: {cost: 1}}", "4:9: patch: there is no component file 'specialist' (did you mean 'specialists'?)"),
    ("fighter: {cost: 1}", "4:9: patch: there is no component file 'fighter' (did you mean patch.specialists.fighter?)"),
    (
        "specialists: {fighter: {effects: {crafted: {mots: 1}}}}",
        "4:53: patch: there is no 'mots' in specialists.fighter.effects.crafted (did you mean 'most'?)",
    ),
    (
        "specialists: {fighter: {effects: {crafted: {colour: red}}}}",
        "4:53: patch: there is no 'colour' in specialists.fighter.effects.crafted (known: kind, of, least, then, most)",
    ),
    (
        "specialists: {fighter: {effects: {crafted: {most: 99999}}}}",
        "4:59: specialists.fighter.effects.crafted.most: is 99999, expected at most 9999",
    ),
    (
        "specialists: {overseer: {effects: {hired: {kind: drwa}}}}",
        "4:58: specialists.overseer.effects.hired: kind is 'drwa', expected ",
    ),
    (
        "specialists: {fighter: {effects: {hired: {n: 2}}}}",
        "4:50: specialists.fighter.effects.hired: has no kind",
    ),
    (
        "specialists: {fighter: {effects: {built: {kind: draw}}}}",
        "4:43: patch: there is no 'built' in specialists.fighter.effects (known: crafted, standing, gathered, quest_treasure, hired)",
    ),
    (
        "guilds: {craft_collective: {size: 2}}",
        "4:37: patch: there is no 'size' in guilds.craft_collective",
    ),
    ("setup: {players: {7: {slots: 2}}}", "4:27: patch: there is no '7' in setup.players (known: 1, 2, 3, 4, 5, 6)"),
]


@pytest.mark.parametrize(("patch", "problem"), WRONG)
def test_what_no_data_model_has_is_a_problem_with_its_place(patch: str, problem: str, project: Project) -> None:
    said = project.problems(f"{HEAD}patch: {{{patch}}}\n")
    assert said[0].startswith(f"run.yaml:{problem}"), said


def test_what_is_measured_of_the_base_has_the_list_of_run_and_base(project: Project) -> None:
    text = "patch: {setup: {coins: [9, 8, 7, 6, 5, 4]}}\nvariants: {a: {patch: {setup: {coins: {0: 2}}}}, b: {}}\n"
    run = project.load(f"game: kings_guild\nplayers: 2\nstrategies: [random]\ntables: mirror\ndeals: 1\n{text}")
    base = in_base(run)
    again = project.load(
        f"game: kings_guild\nplayers: 2\nstrategies: [random]\ntables: mirror\ndeals: 1\npatch: {json.dumps(base.patch)}\n"
    )
    assert base.patch == {"setup": {"coins": [2, 8, 7, 6, 5, 4]}}
    assert again.components == base.components == run.variants[0].components
