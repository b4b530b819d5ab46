"""The learned player of each game is as it was made, and stronger than the plan whose favourites it judges."""

from __future__ import annotations

import pytest

from simcli.config import load_config
from simcli.config.players.fields import Field, field_names, field_of
from simcli.config.players.strategies import LEARNED, load_strategies
from simcli.config.players.strategy_files import shipped_strategies
from simcli.config.players.weights import SCALE
from simcli.games import GAME_IDS, get_game
from simcli.sim.plan import make_plan
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width
from simcli.stats.shares import share_of
from simcli.studies.candidates import wins_of_one

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

PLANS = {
    "architects": "fields/league/reply_1_with_5",
    "guildes": "early_bird",
    "kingdom_builder": "planner",
    "kings_forge": "balanced",
    "kings_guild": "quest_runner",
}
DEALS = 60
TAUGHT = tuple(game_id for game_id in GAME_IDS if LEARNED in shipped_strategies(game_id))


def test_every_learned_player_is_looked_at_here() -> None:
    assert set(PLANS) == set(TAUGHT)


@pytest.mark.parametrize("game_id", TAUGHT)
def test_its_field_seats_it_everywhere(game_id: str) -> None:
    game = get_game(game_id)
    assert LEARNED in field_names(game_id)
    drawn = field_of(game, (LEARNED,), "--field")
    assert drawn.players == tuple(range(max(2, game.min_players), game.max_players + 1))
    (learned,) = load_strategies(game, [LEARNED], "--field")
    run = load_config({"game": game_id, "players": 4, "strategies": {"field": LEARNED}, "deals": 2, "seed": 9})
    assert run.strategies == drawn.played_at((4,)).plans == (learned,)
    tallies = Runner(make_plan(run), half_width=half_width).run().tallies
    assert [int(tally.games) for tally in tallies] == [2]


@pytest.mark.parametrize("game_id", PLANS)
def test_it_wins_more_than_its_plan(game_id: str) -> None:
    game = get_game(game_id)
    learned, plan = load_strategies(game, ["learned", PLANS[game_id]], "--plan")
    assert (learned.kind, learned.rollout, learned.weights) == ("learned", plan.name, plan.weights)
    run = load_config({"game": game_id, "players": 4, "strategies": ["random"], "deals": 1, "seed": 9})
    alone, among = (Field.alike((one,), (SCALE,), range(2, 7), one.where) for one in (learned, plan))
    won = wins_of_one(run, alone, among, players=4, deals=DEALS, names=("learned", "plan"), workers=1, kept="")
    share = share_of(won, 4)
    assert share.low is not None
    assert share.low > 0.25, share
