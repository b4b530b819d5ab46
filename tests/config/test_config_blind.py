"""`blind` under `restrict` and `every`: sights of the game that a player does without; every mistake at its place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from simcli.config import load_config
from simcli.config.players.learned_keys import Learned, learned_text, made_of
from simcli.config.players.strategies import load_strategies
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import UserError
from simcli.game import Decision, Feature, Game, Price, Sight
from simcli.games import get_game
from simcli.testing.playthrough import stumps

HEAD = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, denier]\n"
SIGHTS = ["future", "rivals", "answers", "neighbours", "unseen"]


def load(folder: Path, keys: str, head: str = HEAD) -> ResolvedRun:
    file = folder / "config.yaml"
    file.write_text(f"{head}{keys}\n", "utf-8")
    return load_config(file)


def test_a_seat_a_strategy_or_all_are_blind_beside_bans_and_grants(tmp_path: Path) -> None:
    run = load(tmp_path, "restrict: {seat 2: {blind: [rivals, rivals], ban: [noble]}, denier: {blind: [future]}, all: {blind: [unseen]}}")
    assert run.restrictions.blind == {"seat 2": ("rivals",), "denier": ("future",), "all": ("unseen",)}
    assert (run.restrictions.bans, run.restrictions.grants) == ({"seat 2": ("noble",)}, {})
    assert run.played_variants[0].restrictions.players == ("seat 2", "denier", "all")
    assert ResolvedRun.from_json(run.to_json()) == run
    other = load(tmp_path, "restrict: {denier: {blind: [future]}, all: {blind: [unseen]}, seat 2: {ban: [noble], blind: [rivals]}}")
    assert other.identity() == run.identity()
    assert load(tmp_path, "restrict: {seat 2: {ban: [noble]}}").identity() != run.identity()


def test_all_sights_are_hidden_in_turn_beside_who_sees_all(tmp_path: Path) -> None:
    run = load(tmp_path, "every: {blind: all}")
    assert [sight.name for sight in run.game.sights] == SIGHTS
    assert [v.name for v in run.variants] == ["sees all", *(f"blind to {sight}" for sight in SIGHTS)]
    assert [v.restrictions.blind for v in run.variants] == [{}, *({"seat 1": (sight,)} for sight in SIGHTS)]
    assert (run.base, run.base_number, run.restrictions.blind) == ("sees all", 0, {})
    assert ResolvedRun.from_json(run.to_json()) == run
    assert len({run.identity(), load(tmp_path, "every: {blind: [future, rivals]}").identity()}) == 2


@pytest.mark.parametrize(
    ("every", "base", "variants"),
    [
        ("{blind: [rivals, future], for: denier}", "sees all", [{"denier": ("rivals",)}, {"denier": ("future",)}]),
        ("{blind: [rivals], ban: [noble]}", "no ban", [{}, {"seat 1": ("rivals",)}]),
        ("{blind: [rivals], grant: [noble], for: seat 3}", "no grant", [{}, {"seat 3": ("rivals",)}]),
    ],
)
def test_a_list_is_hidden_one_by_one_for_who_is_named(every: str, base: str, variants: object, tmp_path: Path) -> None:
    run = load(tmp_path, f"every: {every}")
    assert [run.variants[0].name, *(v.restrictions.blind for v in run.variants[1:])] == [base, *variants]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            "restrict: {seat 1: {blind: [rival]}}",
            "4:29: restrict: found the text 'rival', expected a sight of Guildes (did you mean 'rivals'?)",
        ),
        (
            "restrict: {seat 1: {blind: [knight]}}",
            "4:29: restrict: found the text 'knight', expected a sight of Guildes (`simcli games gui",
        ),
        ("restrict: {seat 1: {blind: [[rivals]]}}", "4:29: restrict: found a list, expected a sight of Guildes"),
        ("restrict: {seat 1: {blind: all}}", "4:28: restrict.seat 1.blind: found the text 'all', expected a list of at least one sight ("),
        ("restrict: {seat 1: {blind: []}}", "4:28: restrict.seat 1.blind: found an empty list, expected a list of at least one sight ("),
        ("restrict: {seat 5: {blind: [rivals]}}", "4:12: restrict: there is no seat 5, the run has 4 seats at most"),
        (
            "restrict: {seat 1: {blinded: [rivals]}}",
            "4:20: restrict.seat 1: found a mapping, expected {ban: [item ids]}, or must, swap, grant or blind in its place",
        ),
        (
            "every: {blind: future}",
            "4:16: every.blind: found the text 'future', expected all or a list of sights of Guildes (write [future])",
        ),
        (
            "every: {blind: everything}",
            "4:16: every.blind: found the text 'everything', expected all or a list of sights of Guildes (its sig",
        ),
        (
            "every: {blind: 3}",
            "4:16: every.blind: found the number 3, expected all or a list of sights of Guildes (its sights: future, riv",
        ),
        ("every: {blind: [rivals, rivals]}", "4:25: every.blind: rivals stands in the list twice (keep one)"),
        (
            "every: {blind: [rivals, futur]}",
            "4:25: every.blind: found the text 'futur', expected a sight of Guildes (did you mean 'future'?)",
        ),
        ("every: {blind: all, foe: seat 1}", "4:21: every: unknown key 'foe' beside `blind` (did you mean 'for'?)"),
        ("every: {blind: all, for: all}", "4:26: every.for: found the text 'all', expected a seat, or a strategy that meets others"),
        (
            "every: {blind: all}\nrestrict: {seat 1: {ban: [noble]}}",
            "5:1: `restrict` and `every: {blind: ...}` exclude each other: each variant is compared with games without any",
        ),
        (
            "variants: {a: {}, b: {restrict: {seat 1: {blind: [x]}}}}",
            "4:51: restrict: found the text 'x', expected a sight of Guildes",
        ),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_place(keys: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, keys)
    assert any(f"config.yaml:{said}" in str(problem) for problem in error.value.problems), [str(p) for p in error.value.problems]


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ("restrict: {seat 2: {blind: [rivals]}}", "4:28: restrict"),
        ("restrict: {all: {blind: [rivals]}}", "4:25: restrict"),
        ("restrict: {mine: {blind: [rivals]}}", "4:26: restrict"),
        ("every: {blind: all}", "4:16: every.blind"),
        ("variants: {a: {}, b: {restrict: {seat 1: {blind: [rivals]}}}}", "4:50: restrict"),
    ],
)
@pytest.mark.parametrize("name", ["mine.py", "mine.yaml"])
def test_nothing_can_be_hidden_from_who_decides_by_more_than_weights(name: str, keys: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(s, t, actions, X, weights, noise):\n    return 0\n", "utf-8")
    (tmp_path / "mine.yaml").write_text(learned_by_balanced(), "utf-8")
    head = HEAD.replace("denier", name)
    with pytest.raises(UserError) as error:
        load(tmp_path, keys, head)
    said = f"config.yaml:{place}: 'mine' decides by more than weights: nothing can be hidden from it"
    assert said in str(error.value)
    assert load(tmp_path, "restrict: {balanced: {blind: [rivals]}}", head).restrictions.blind == {"balanced": ("rivals",)}


def learned_by_balanced() -> str:
    """The file of a learned player of Guildes."""
    guildes = get_game("guildes")
    (plan,) = load_strategies(guildes, ["balanced"], "here")
    learned = Learned("balanced", 8, 0, {"pick": ("table.legal",)}, {"pick": stumps(1, Random(1)).text()})
    return learned_text(guildes, learned, "x", "balanced", made_of(guildes, learned, plan.weights, plan.temperature))


def game(sights: tuple[Sight, ...], needed: str) -> Game:
    decisions = (Decision("take", "", "", (Feature("one", "", needed), Feature("other", ""))),)
    prices = {2: Price(1, 1, 1)}
    return Game("toy", "Toy", 2, 2, 1, "toy", Path(), decisions, 1, prices, sights=sights)


def test_sights_of_a_game_are_those_that_its_features_need() -> None:
    made = game((Sight("rivals", "x"), Sight("future", "x")), "future rivals")
    one, other = (feature for _, feature in made.features)
    assert one.needs(("rivals",))
    assert one.needs(("future", "end"))
    assert not one.needs(())
    assert not other.needs(("rivals", "future"))
    for sights, needed in (((), "rivals"), ((Sight("rivals", "x"),), ""), ((Sight("rivals", "x"),), "rivals future")):
        with pytest.raises(ValueError, match="must be both a sight of the game and needed by a feature"):
            game(sights, needed)
