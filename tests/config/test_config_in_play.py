"""What is not in play: named before anything is played, and no other game when it is changed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simcli.config import load_config
from simcli.config.data.number_names import numbers_of
from simcli.config.run.check import check_paths
from simcli.config.run.in_play import idle_parts, idle_variants, played_setup, why_idle
from simcli.config.run.numbers import RefusedError, load_one_game, varied
from simcli.config.yaml.addresses import canonical
from simcli.config.yaml.problems import Problems
from simcli.errors import UserError
from simcli.game import Game
from simcli.games import game_ids, get_game
from simcli.sim.plan import make_plan

LORDS = {"game": "kingdom_builder", "players": 2, "strategies": ["balanced"], "options": {"cards": ["knights", "miners", "farmers"]}}
WHY = "lords points first is not in play here (cards: knights, miners, farmers): the change can do nothing"
QUADRANTS = ["quadrant_oracle", "quadrant_farm", "quadrant_oasis", "quadrant_tower"]
RUNS: tuple[dict[str, Any], ...] = (
    LORDS,
    LORDS | {"options": {"quadrants": QUADRANTS}},
    *({"game": "guildes", "players": n, "strategies": ["balanced"]} for n in (3, 6)),
    {"game": "guildes", "players": 4, "strategies": ["balanced"], "options": {"events": ["delayed_reveal"], "tricks": "on"}},
    *({"game": "kings_forge", "players": 3, "strategies": ["balanced"], "options": {"craft_deck": d}} for d in ("base_33", "early_24")),
    *({"game": "architects", "players": n, "strategies": ["balanced"]} for n in (2, 5)),
    {"game": "architects", "players": 3, "strategies": ["balanced"], "options": {"player_boards": "variable"}},
    *({"game": "kings_guild", "players": n, "strategies": ["balanced"]} for n in (1, 2, 4)),
)


def name_of(run: dict[str, Any]) -> str:
    return f"{run['game']}-{run['players']}-{'-'.join(run.get('options', {}))}"


def test_every_shipped_game_is_asked() -> None:
    assert {run["game"] for run in RUNS} == set(game_ids())


@pytest.mark.parametrize("config", RUNS, ids=name_of)
def test_no_change_of_what_is_not_in_play_is_another_game(config: dict[str, Any]) -> None:
    """Its numbers, one more or one less: the same tables and the same catalogue, to the byte."""
    run = load_one_game(config)
    parts, game = idle_parts(run.game, run.components, run.options, run.players), run.game
    idle = [one for one in numbers_of(game.models, run.components) if why_idle(one, parts, run.components)]
    assert parts
    base = run.played_variants[0]
    catalogue = game.catalogue(*played_setup(game, base, run.players))
    usual = [game.tables.build(*played_setup(game, base, [n]), n).tobytes() for n in run.players]
    for number in idle:
        for to in (number.value + 1, number.value - 1):
            with suppress(RefusedError):
                changed = varied(run, [(number, to)], "changed")
                built = [game.tables.build(*played_setup(game, changed, [n]), n).tobytes() for n in run.players]
                assert built == usual, number.path
                assert game.catalogue(*played_setup(game, changed, run.players)) == catalogue


@pytest.mark.parametrize("config", RUNS, ids=name_of)
def test_the_tables_of_what_is_as_printed_are_those_of_its_files(config: dict[str, Any]) -> None:
    """Nothing that is in play is taken for what is not."""
    run = load_config(config)
    for cell in make_plan(run).cells:
        assert cell.tables.tobytes() == run.game.tables.build(run.components, run.options, cell.players).tobytes()


def test_a_check_names_each_number_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "dead.yaml"
    file.write_text(
        "game: kingdom_builder\nplayers: 2\nstrategies: [balanced]\noptions: {cards: [knights, miners, farmers]}\n"
        "patch: {scoring_cards: {lords: {points_first: 99}, miners: {points: 2}}}\ndeals: 10\n"
    )
    warnings = Problems()
    check_paths([file], warnings=warnings)
    (one,) = warnings.sorted()
    assert (one.what, one.where.line, one.where.column) == (WHY, 5, 33)


@pytest.mark.parametrize(
    ("config", "change", "why"),
    [
        (LORDS, "patch.scoring_cards.lords.points_first=99", WHY),
        (
            {"game": "guildes", "players": 4, "strategies": ["balanced"]},
            "options.null_trick_actions_legal=true",
            "null_trick_actions_legal is not in play here (tricks: off): the change can do nothing",
        ),
        (
            {"game": "kings_guild", "players": 2, "strategies": ["balanced"]},
            "patch.specialists.pirate.cost=9",
            "pirate cost is not in play here (promo_specialists: false): the change can do nothing",
        ),
    ],
)
def test_a_variant_that_is_its_base_again_is_warned_of(config: dict[str, Any], change: str, why: str) -> None:
    run = load_config(config, changes=[change])
    assert [one.what for one in run.warnings] == [why]
    assert list(idle_variants(run)) == [run.variants[1].name]
    plan = make_plan(run)
    assert all(plan.repeats_base(cell) for cell in plan.cells if cell.base is not None)


def test_a_change_of_what_is_in_play_is_no_void_question() -> None:
    for change in ("patch.scoring_cards.miners.points=3", "options.cards=[lords,miners,farmers]"):
        run = load_config(LORDS, changes=[change])
        assert run.warnings == ()
        assert not idle_variants(run)


@pytest.mark.parametrize(("verb", "item"), [("ban", "tavern"), ("grant", "tavern")])
def test_nobody_is_restricted_in_what_is_not_in_play(verb: str, item: str) -> None:
    config = LORDS | {"options": {"quadrants": QUADRANTS}, "restrict": {"seat 1": {verb: [item]}}}
    with pytest.raises(UserError, match=rf"'{item}' is not in play here \(quadrants: quadrant_oracle, .*\): it can change nothing"):
        load_config(config)
    assert load_config(config | {"restrict": {"seat 1": {verb: ["oracle"]}}}).restrictions


@pytest.mark.parametrize("game", [get_game(id_) for id_ in game_ids()], ids=lambda game: game.id)
def test_a_game_names_only_what_its_files_have(game: Game) -> None:
    run = load_config({"game": game.id, "players": game.max_players, "strategies": ["balanced"]})
    for path in game.idle(run.components, run.options, game.max_players):
        known = path[1] in run.options if path[0] == "options" else len(canonical(run.components, path)) == len(path)
        assert known, path
