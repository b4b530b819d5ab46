"""Steps such as +1 and x1.5: what they make of a number as it is so far, where a sign belongs to the number, and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from simcli.config import ResolvedRun, load_config
from simcli.config.data.relative import Standing
from simcli.config.run.changed import changed_values
from simcli.errors import UserError

SEATS: dict[str, Any] = {"game": "guildes", "players": 3, "strategies": ["balanced"], "tables": "mirror"}
KNIGHT = "patch.guilds.knight.copies"


def texts(run: ResolvedRun) -> list[str]:
    return [one.text if one.variant is None else f"{one.variant}: {one.text}" for one in changed_values(run)]


def knights(run: ResolvedRun) -> int:
    return next(int(row["copies"]) for row in run.components["guilds"]["guilds"] if row["id"] == "knight")


@pytest.mark.parametrize(
    ("text", "unsigned", "signed"),
    [
        ("+1", 12, None),
        ("-1", 10, None),
        ("+=3", 14, 14),
        ("-=3", 8, 8),
        ("x1.5", 17, 17),
        ("x0.5", 6, 6),
        ("x 2", 22, 22),
        ("12", None, None),
        ("x", None, None),
        ("--1", None, None),
    ],
)
def test_a_step_is_of_the_number_so_far_and_a_sign_belongs_to_one_that_may_be_below_0(
    text: str, unsigned: int | None, signed: int | None
) -> None:
    assert Standing(11, may_be_negative=False).becomes(text) == unsigned
    assert Standing(11, may_be_negative=True).becomes(text) == signed


def test_halves_are_rounded_away_from_0() -> None:
    assert [Standing(n, may_be_negative=True).becomes("x1.5") for n in (-5, 5, 7)] == [-8, 8, 11]


@pytest.mark.parametrize(
    ("sets", "copies", "kept"),
    [
        ([f"{KNIGHT}=+1"], 12, (f"{KNIGHT}=12",)),
        ([f"{KNIGHT}=-1"], 10, (f"{KNIGHT}=10",)),
        ([f"{KNIGHT}+=1", f"{KNIGHT}=x2"], 24, (f"{KNIGHT}=12", f"{KNIGHT}=24")),
        (["patch.guilds.guilds.knight.copies=+1"], 12, ("patch.guilds.guilds.knight.copies=12",)),
        ([f"{KNIGHT}=9", f"{KNIGHT}=+1"], 10, (f"{KNIGHT}=9", f"{KNIGHT}=10")),
    ],
)
def test_steps_of_the_command_line_go_on_from_each_other_and_are_kept_as_numbers(
    sets: list[str], copies: int, kept: tuple[str, ...]
) -> None:
    run = load_config(SEATS, sets=sets)
    assert (knights(run), run.sets) == (copies, kept)
    assert knights(load_config(SEATS, sets=run.sets)) == copies
    assert texts(run) == [f"knight copies 11 -> {copies}"]


def test_a_step_goes_on_from_the_patch_of_the_config_and_a_step_there_from_what_is_printed() -> None:
    nine = {**SEATS, "patch": {"guilds": {"knight": {"copies": 9}}}}
    assert knights(load_config(nine, sets=[f"{KNIGHT}=+1"])) == 10
    steps = {**SEATS, "patch": {"guilds": {"knight": {"copies": "+2"}}}}
    assert knights(load_config(steps)) == 13
    assert knights(load_config(steps, sets=[f"{KNIGHT}=+1"])) == 14
    variants = {**steps, "variants": {"a": {}, "b": {"patch": {"guilds": {"knight": {"copies": "x2"}}}}}}
    run = load_config(variants)
    assert [next(r["copies"] for r in v.components["guilds"]["guilds"] if r["id"] == "knight") for v in run.variants] == [13, 26]
    assert texts(run) == ["a: knight copies 11 -> 13", "b: knight copies 11 -> 26"]


def test_a_number_that_may_be_below_0_keeps_its_sign_and_a_warning_says_how_a_step_is_written() -> None:
    path = "patch.buildings.palace.virtue"
    run = load_config("architects/plans", sets=[f"{path}=-1"])
    assert "palace virtue 0 -> -1" in texts(run)
    (warning,) = [one for one in run.warnings if path in str(one.where)]
    assert "-1 is the number itself here" in warning.what
    assert warning.hint == f"write {path}-=1 for a step"
    down = load_config("architects/plans", sets=[f"{path}-=2"])
    assert "palace virtue 0 -> -2" in texts(down)
    assert not [one for one in down.warnings if path in str(one.where)]


def test_an_entry_of_a_list_of_the_game_is_set_by_its_place() -> None:
    run = load_config("kings_guild/plans", sets=["patch.setup.coins.3=+2"])
    assert run.components["setup"]["coins"] == [3, 4, 5, 7, 6, 6]
    assert run.sets == ("patch.setup.coins.3=7",)
    assert "coins of the 4th to move: 5 -> 7" in texts(run)
    with pytest.raises(UserError, match=r"patch\.setup\.coins is a list of 6; the number 9 is no entry of it, they count from 0"):
        load_config("kings_guild/plans", sets=["patch.setup.coins.9=7"])


def test_an_option_with_a_range_takes_a_step_and_options_in_words_are_said() -> None:
    run = load_config("architects/plans", sets=["options.max_turns=x0.5"])
    assert run.options["max_turns"] == load_config("architects/plans").options["max_turns"] // 2
    assert "events off -> on" in texts(load_config(SEATS, sets=["options.events=on"]))


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("deals+=1", "--set deals+=1: deals is no whole number that a step can change"),
        ("patch.guilds.knight.kind+=1", "patch.guilds.knight.kind is no whole number that a step can change"),
        (f"{KNIGHT}=-30", "guilds.knight.copies: is -19, expected at least 0"),
    ],
)
def test_a_step_that_cannot_be_is_refused(item: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        load_config(SEATS, sets=[item])
    assert said in str(caught.value)


def test_a_change_of_whatif_is_called_and_repeated_by_the_number_that_was_meant() -> None:
    run = load_config(SEATS, changes=[f"{KNIGHT}=+1", "patch.guilds.knight.prizes.round_3.1=+1"], players=[4])
    name = run.variants[1].name
    assert name.startswith("knight copies 12, knight prizes round 3 of place 2: ")
    assert run.players == (4,)
    again = load_config(SEATS, sets=run.sets)
    assert [json.dumps(v.components) for v in again.variants] == [json.dumps(v.components) for v in run.variants]


def test_players_of_the_command_line_stand_for_those_of_the_config_and_whatif_says_so() -> None:
    run = load_config(SEATS, players=[4, 5])
    assert (run.players, run.sets) == ((4, 5), ("players=[4, 5]",))
    with pytest.raises(UserError, match=r"two variants of one run cannot differ in 'players' \(both are played with --players 4\)"):
        load_config(SEATS, changes=["players=4"])
    with pytest.raises(UserError, match="--players 9: players: found 9, Guildes is for 3 to 6"):
        load_config(SEATS, players=[9])
