"""The whole numbers of a game by their paths: which are named, what cannot be, and that moving one is what a patch does."""

from __future__ import annotations

from typing import Any

import pytest

from simcli.config import load_config
from simcli.config.data.components import component_data, read_components
from simcli.config.data.number_names import Number, facts, numbers_of
from simcli.config.run.in_play import changes_of, told_beforehand
from simcli.config.run.numbers import RefusedError, load_one_game, named_numbers, set_texts, variant_name, varied
from simcli.errors import UserError
from simcli.games import game_ids, get_game

PIG: dict[str, Any] = {"game": "pig", "players": 2, "strategies": ["hold_at_20"], "tables": "mirror"}


def numbers(config: str, *patterns: str) -> list[Number]:
    return named_numbers(load_config(config), patterns, "NUMBER")


def test_the_numbers_of_a_game_are_those_a_patch_can_name(toy_game: object) -> None:
    run = load_config(PIG)
    found = {number.path: number.value for number in numbers_of(run.game.models, run.components, run.options)}
    faces = {"one": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    assert found == {**{f"die.{face}.points": points for face, points in faces.items()}, "setup.goal": 100, "setup.max_rounds": 200}


def test_a_number_is_named_as_tables_have_it_too() -> None:
    assert numbers("guildes/seats", "Knight  copies") == numbers("guildes/seats", "guilds.knight.copies")
    assert numbers("guildes/seats", "* copies") == numbers("guildes/seats", "guilds.*.copies")
    by_path = load_config("guildes/seats", players=4, changes=["patch.guilds.knight.copies=+1"])
    for said in ("knight copies=+1", "Knight copies+=1", "knight copies = 12"):
        run = load_config("guildes/seats", players=4, changes=[said])
        assert run.identity() == by_path.identity()
        assert [one.name for one in run.variants] == ["as it is", "knight copies 12"]
    laid = load_config("guildes/seats", players=4, sets=["knight copies=12"])
    assert laid.identity() == load_config("guildes/seats", players=4, sets=["patch.guilds.knight.copies=12"]).identity()
    assert laid.sets == ("patch.guilds.knight.copies=12", "players=[4]")


def test_an_option_or_number_of_one_word_is_named_without_its_path(toy_game: object) -> None:
    for said in ("events=on", "options.events=on"):
        assert load_config("guildes/seats", players=4, sets=[said]).sets == ("options.events=on", "players=[4]")
    run = load_config({**PIG, "every": {"goal": "50..52"}})
    assert [one.name for one in run.variants] == ["goal 50", "goal 51", "goal 52"]
    assert load_config(PIG, sets=["goal=50"]).identity() == load_config(PIG, sets=["patch.setup.goal=50"]).identity()
    with pytest.raises(UserError, match="unknown key 'gaol'"):
        load_config(PIG, sets=["gaol=50"])


def test_a_star_stands_for_any_letters_and_a_short_path_for_all_below() -> None:
    copies = numbers("guildes/seats", "guilds.*.copies")
    assert [number.value for number in copies] == [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert numbers("guildes/seats", "patch.guilds.kn*.copies", "guilds.knight.copies") == [copies[6]]
    assert [(number.path, number.value) for number in numbers("guildes/seats", "guilds.artisan")] == [
        ("guilds.artisan.copies", 7),
        ("guilds.artisan.prizes.round_1.0", 7),
        ("guilds.artisan.prizes.round_2.0", 7),
        ("guilds.artisan.prizes.round_2.1", 4),
        ("guilds.artisan.prizes.round_3.0", 7),
        ("guilds.artisan.prizes.round_3.1", 4),
        ("guilds.artisan.prizes.round_3.2", 1),
    ]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("guilds.knigt.copies", "NUMBER guilds.knigt.copies: there is no 'knigt' in guilds (did you mean 'knight'?)"),
        ("guild.knight", "there is no 'guild' (did you mean 'guilds'?)"),
        ("numbers.knight.copies", "there is no 'numbers' (did you mean 'guilds.knight.copies'?)"),
        ("guilds.knight.kind", "is the text 'majority', no whole number (did you mean 'guilds.knight.copies'?)"),
        ("guilds.*.gold", "names no whole number"),
        ("options.events", "the option events is the text 'off', no whole number"),
        ("setup.players.9", "there is no '9' in setup.players (known: 3, 4, 5, 6)"),
    ],
)
def test_a_path_that_names_no_number_is_refused_with_the_nearest(pattern: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        numbers("guildes/seats", pattern)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("config", "path", "text"),
    [
        ("guildes/seats", "guilds.knight.copies", "patch.guilds.knight.copies=12"),
        ("guildes/seats", "guilds.artisan.prizes.round_3.1", "patch.guilds.artisan.prizes.round_3.1=5"),
        ("guildes/seats", "setup.players.4.play", None),
        ("architects/profiles", "options.max_turns", None),
        ("kings_guild/plans", "quests.wake_the_princess_of_eternal_sleep.items.0.coins", None),
        ("kings_guild/plans", "resources.in_play.common.2", None),
    ],
)
def test_a_number_that_is_moved_is_what_set_makes_of_it(config: str, path: str, text: str | None) -> None:
    run = load_config(config)
    if run.variants:
        run = load_config(run.config, sets=["variants={a: {}, b: {}}"])
    (number,) = named_numbers(run, [path], "NUMBER")
    change = (number, number.value + (-1 if path == "options.max_turns" else 1))
    variant, texts = varied(run, [change], "moved"), set_texts([change])
    assert text is None or texts == (text,)
    patched = load_config(config, sets=texts)
    assert (variant.components, variant.options) == (patched.components, patched.options)


def test_two_numbers_of_one_list_are_set_by_their_places() -> None:
    run = load_config("guildes/seats")
    first, second, _ = named_numbers(run, ["guilds.knight.prizes.round_3"], "NUMBER")
    both = [(first, 20), (second, 5)]
    assert set_texts(both) == ("patch.guilds.knight.prizes.round_3.0=20", "patch.guilds.knight.prizes.round_3.1=5")
    variant = varied(run, both, "both")
    assert variant.patch == {"guilds": {"knight": {"prizes": {"round_3": {0: 20, 1: 5}}}}}


def test_what_the_game_refuses_comes_with_its_reason(toy_game: object) -> None:
    run = load_config(PIG)
    (rounds,) = named_numbers(run, ["setup.max_rounds"], "NUMBER")
    with pytest.raises(RefusedError, match=r"^setup\.max_rounds: is 0, expected at least 1$"):
        varied(run, [(rounds, 0)], "x")
    forge = load_config("kings_forge/plans")
    (option,) = named_numbers(forge, ["options.max_rounds"], "NUMBER")
    assert told_beforehand(forge, [(option, 1001)]) == {(option, 1001): "options.max_rounds: is 1001, expected at most 1000"}


@pytest.mark.parametrize(
    ("config", "path", "name"),
    [
        ("guildes/seats", "guilds.knight.copies", "knight copies"),
        ("guildes/seats", "guilds.knight.prizes.round_3.1", "knight prizes round 3 of place 2"),
        ("guildes/seats", "setup.players.4.play", "play with 4 players"),
        ("kings_guild/plans", "setup.coins.3", "coins of the 4th to move"),
        ("kings_guild/plans", "quests.wake_the_princess_of_eternal_sleep.items.0.coins", "wake the princess of eternal sleep item 1 coins"),
        ("kings_guild/plans", "resources.in_play.common.1", "in play common with 1 player"),
        ("kings_guild/plans", "quests.prestige", "quests prestige"),
        ("architects/plans", "setup.players.2.silver.1", "silver of the 2nd to move with 2 players"),
        ("architects/plans", "buildings.palace.effects.built.every", "palace built every"),
        ("architects/plans", "options.max_turns", "max turns"),
        ("kings_forge/plans", "early_cards.anvil.rank", "early cards anvil rank"),
    ],
)
def test_a_number_has_the_name_that_a_person_would_give_it(config: str, path: str, name: str) -> None:
    (number,) = named_numbers(load_config(config), [path], "NUMBER")
    assert number.name == name
    assert variant_name([(number, 7)]) == f"{name}=7"


@pytest.mark.parametrize("game_id", game_ids())
def test_no_two_numbers_of_a_game_have_one_name_and_each_that_can_be_changed_has_a_unit(game_id: str) -> None:
    game = get_game(game_id)
    components = read_components(game)
    data = component_data(components)
    found = numbers_of(game.models, data)
    assert len({number.name for number in found}) == len(found)
    about = facts(game.models, data, [number.place for number in found])
    for number, fact in zip(found, about, strict=True):
        assert fact.low is None or number.value >= fact.low, number.path
        assert fact.high is None or number.value <= fact.high, number.path
        assert fact.unit or not fact.is_bounded, number.path


def test_what_a_variant_changes_is_read_from_its_components() -> None:
    run = load_config("guildes/seats", changes=["patch.guilds.knight.copies=12"])
    ((name, [(number, to)]),) = changes_of(run).items()
    assert (name, number.path, number.value, to) == ("knight copies 12", "guilds.knight.copies", 11, 12)


def test_a_config_with_variants_is_several_games_and_is_refused_with_its_place(toy_game: object) -> None:
    with pytest.raises(UserError, match=r"config\['variants'\]: the config has `variants`, so there are several games"):
        load_one_game({**PIG, "variants": {"a": {}, "b": {"options": {"must_roll": False}}}})
    with pytest.raises(UserError, match="--players 99: players: found 99, Pig is for 2 to "):
        load_one_game(PIG, players=(99,))
