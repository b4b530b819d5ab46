"""Trees in whole numbers say what was fitted, with and without LightGBM, of the columns that a learned player sees."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from simcli.base.models import VALUE_SCALE, column_codes
from simcli.config import load_config
from simcli.engine import layout
from simcli.engine.loop import course as loop
from simcli.engine.loop.lineup import pack_strategies
from simcli.game import Game
from simcli.games import get_game
from simcli.sim.look import TRIED, LookQuestion, TriedActions, action_columns, look, plan_of
from simcli.sim.pool.player import Player
from simcli.studies.learn.boost import Floats, Ints, boosted, by_numpy
from simcli.studies.learn.fit import TriedChoices, fitted, tried_of, whole_trees
from simcli.testing.playthrough import Case, Playthrough, stumps

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def columns(rng: np.random.Generator, rows: int) -> np.ndarray[Any, Any]:
    """Whole numbers as features are: few values and many, below 0, and as large as they come."""
    return np.stack(
        [
            rng.integers(0, 2, rows),
            rng.integers(-3, 4, rows),
            rng.integers(-5000, 5000, rows),
            rng.integers(0, 2**31 - 1, rows),
            np.zeros(rows, np.int64),
            rng.geometric(0.2, rows),
        ],
        axis=1,
    )


FITS = {"lightgbm": boosted, "numpy": by_numpy}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fit", FITS)
def test_whole_numbers_say_what_was_fitted(fit: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen, fresh = columns(rng, 4000), columns(rng, 1000)
    made = FITS[fit](seen, planted(seen) + rng.normal(size=4000))
    names = [f"c{k}" for k in range(seen.shape[1])]
    found = whole_trees(made.trees, names)
    used = [names.index(name) for name in found.columns]
    assert used == sorted(used)
    assert "c4" not in found.columns
    assert found.trees.is_sound(len(used))
    said = np.array([found.trees.value(row.tolist()) for row in fresh[:, used]]) / VALUE_SCALE
    assert np.abs(said - made.predict(fresh)).max() <= 0.5 * len(found.trees.roots) / VALUE_SCALE + 1e-9


def planted(seen: Ints) -> Floats:
    """What there is to find in `columns`."""
    return seen[:, 1] * (seen[:, 2] > 40) + 0.01 * seen[:, 5] + (seen[:, 3] > 2**30)


@pytest.mark.parametrize("noise", [0.5, 2.0])
def test_without_the_library_trees_are_as_good(noise: float) -> None:
    """Squared errors on fresh rows, in all of eight tables of 3,000."""
    errors = dict.fromkeys(FITS, 0.0)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        seen, fresh = columns(rng, 3000), columns(rng, 1000)
        wanted = planted(seen) + noise * rng.normal(size=3000)
        for name, fit in FITS.items():
            errors[name] += float(((fit(seen, wanted).predict(fresh) - planted(fresh)) ** 2).mean())
    assert errors["numpy"] < 1.1 * errors["lightgbm"], errors


def test_of_what_cannot_be_told_apart_nothing_is_learned(toy_game: Game) -> None:
    names = list(column_codes(toy_game, toy_game.decisions[0]))
    same = np.zeros((800, len(names)), np.int64)
    number = np.arange(800) // 2
    found = fitted(toy_game, 0, TriedChoices(same, number, np.tile([-1.0, 1.0], 400), number))
    assert (found.columns, found.gains, found.trees.is_sound(0)) == ((), False, True)


def test_a_kind_that_comes_with_other_numbers_of_players_alone_is_none_here(toy_game: Game) -> None:
    run = load_config({"game": "pig", "players": 2, "strategies": ["hold_at_20"], "tables": "mirror", "deals": 1})
    cell = plan_of(LookQuestion(run, 2)).cells[0]
    rows = np.zeros((0, loop.LOOK_COLUMNS + 2 + TRIED * action_columns(toy_game)), np.int64)
    assert tried_of(toy_game, 0, run.strategies[0], [TriedActions.of(run, cell, rows)]).choices == 0


def test_the_same_choices_make_the_same_trees(toy_game: Game) -> None:
    rng = np.random.default_rng(1)
    names = list(column_codes(toy_game, toy_game.decisions[0]))
    columns, choice = rng.integers(0, 9, (900, len(names))), np.arange(900) // 3
    tried = TriedChoices(columns, choice, columns[:, 0] - columns[:, 0].reshape(-1, 3).mean(axis=1)[choice], choice)
    one, two = (fitted(toy_game, 0, tried) for _ in range(2))
    assert one.gains
    assert (one.columns, one.trees.text()) == (two.columns, two.trees.text())


@pytest.mark.parametrize(("wanted", "is_looked_at"), [("after.votes", True), ("votes_now", False)])
def test_the_position_after_an_action_is_a_column_only_where_it_helps(wanted: str, is_looked_at: bool) -> None:
    game, rng = get_game("guildes"), np.random.default_rng(4)
    names = list(column_codes(game, game.decisions[0]))
    columns, choice = rng.integers(0, 9, (1200, len(names))), np.arange(1200) // 3
    value = columns[:, names.index(wanted)].astype(float)
    found = fitted(game, 0, TriedChoices(columns, choice, value - value.reshape(-1, 3).mean(axis=1)[choice], choice))
    assert found.gains
    assert wanted in found.columns
    assert any(name.startswith("after.") for name in found.columns) == is_looked_at


def test_what_gains_nothing_on_deals_held_out_is_left_to_the_plan(toy_game: Game) -> None:
    rng = np.random.default_rng(2)
    names = list(column_codes(toy_game, toy_game.decisions[0]))
    columns, choice = rng.integers(0, 9, (900, len(names))), np.arange(900) // 3
    assert not fitted(toy_game, 0, TriedChoices(columns, choice, rng.normal(size=900), choice)).gains


@pytest.mark.parametrize(("game_id", "plan"), [("pig", "hold_at_20"), ("guildes", "balanced")])
def test_trees_are_fitted_to_the_columns_that_the_player_sees(toy_game: Game, game_id: str, plan: str) -> None:
    """At each choice that is looked at: the position is set, and the player asked what it sees of the actions tried."""
    deals = 40
    run = load_config({"game": game_id, "players": 3, "strategies": [plan], "tables": "mirror", "deals": deals, "seed": 5})
    game, (own,) = run.game, run.strategies
    every = {decision.name: tuple(column_codes(game, decision)) for decision in game.decisions}
    trees = {name: stumps(len(row), Random(name)).text() for name, row in every.items()}
    who: Any = replace(own, kind="learned", rollout=plan, best=TRIED, columns=every, trees=trees)
    table = Playthrough(Case(get_game(game_id), 3))
    choose = table.chooser(pack_strategies(game, [who]))

    player = Player(replace(plan_of(LookQuestion(run, 2)), batch_deals=deals))
    positions = layout.bare(np.zeros(deals, game.state.STATE))
    actions = np.zeros((deals, TRIED, action_columns(game)), np.int64)
    rows = look(player, player.plan.batch(0), 2, 0, positions=positions, actions=actions)
    cell = TriedActions.of(run, player.plan.cells[0], np.hstack([rows, actions.reshape(deals, -1)]))

    compared = 0
    for d, decision in enumerate(game.decisions):
        here = cell.rows[cell.game, loop.DECISION] == d
        if not here.any():
            continue
        tried = tried_of(game, d, own, [cell])
        codes = cell.tried[cell.game, cell.place, loop.ACTION][here]
        assert len(tried.columns) == len(codes)
        for number in range(tried.choices):
            mine = tried.choice == number
            deal = int(tried.deal[mine][0])
            table.start(deal, seed=run.seed)
            table.put_back(positions[deal : deal + 1])
            n = len(table.legal())
            choose(0, n)
            work = table.scratch[0].learned
            m = min(n, TRIED)
            seen = dict(zip(work.actions[:m].tolist(), work.columns[: len(every[decision.name]), :m].T.tolist(), strict=True))
            if set(seen) != set(codes[mine].tolist()):  # what was taken is none of the favourites
                continue
            compared += 1
            for code, row in zip(codes[mine].tolist(), tried.columns[mine].tolist(), strict=True):
                assert dict(zip(every[decision.name], row, strict=True)) == dict(zip(every[decision.name], seen[code], strict=True))
        assert np.allclose(np.bincount(tried.choice, tried.value), 0, atol=1e-9)
    assert compared > 20
