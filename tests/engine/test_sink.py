"""Features in a sink: the matrix and the weighed sums take the same, up to 64 features a decision and no more."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pig
import pytest

from simcli.config.data.components import component_data, read_components
from simcli.engine import layout
from simcli.engine import sink as sinks
from simcli.engine.header import ALL_FEATURES, MAX_FEATURES
from simcli.engine.kernel import entry
from simcli.engine.loop.lineup import new_scratch, pack_strategies
from simcli.engine.sink import clear, put, wants, weigh_with
from simcli.errors import UserError
from simcli.game import Feature, Game

ACTIONS = 3


@entry
def put_all(s, n, sink):
    """Feature k of action i is 100 * i + k; those of even k are put in two halves, every third one as a part."""
    clear(sink, n)
    for i in range(n):
        parts = 0
        for k in range(64):
            if not wants(s, 1 << k):
                continue
            if k % 3 == 0:
                parts += sinks.part(sink, i, k, 100 * i + k)
            else:
                put(sink, i, k, 100 * i + k - (k % 2 == 0))
                put(sink, i, k, k % 2 == 0)
        sinks.put_parts(sink, i, parts)


@entry
def weigh_all(s, n, player, sink):
    """The same into sums."""
    weigh_with(sink, player, 0)
    put_all(s, n, sink)


def wide(n_features: int) -> Game:
    """Pig with so many features."""
    turn = replace(pig.GAME.decisions[0], features=tuple(Feature(f"f{k}", "") for k in range(n_features)))
    return replace(pig.GAME, id=f"pig_{n_features}", decisions=(turn,), sights=())


def packed(game: Game, weights: dict[str, int]) -> Any:
    """The record of a strategy with these weights."""
    strategy: Any = SimpleNamespace(
        name="s", kind="heuristic", weights={"turn": weights}, temperature=0, source="", where="here", columns={}, trees={}
    )
    return pack_strategies(game, [strategy]).records[0]


def asking(wanted: int) -> Any:
    """A state of pig whose strategy is given these features."""
    state = layout.new_states(layout.load(pig.GAME))[0]
    state.feature_mask = wanted
    return state


@entry
def begin_with(n, sink):
    """What `part` and `set_parts` say of each action, and one more feature."""
    for i in range(n):
        sinks.set_parts(sink, i, sinks.part(sink, i, 1, 5 + i) + sinks.part(sink, i, 2, 7))
        put(sink, i, 0, 1)


@pytest.mark.parametrize("column", [0, 31, 32, 62, 63])
def test_a_feature_beyond_the_thirty_second_is_weighed(column: int) -> None:
    game = wide(MAX_FEATURES)
    player, sink = packed(game, {f"f{column}": 3}), new_scratch(game)[0].weighed
    assert player.feature_mask[0] == 1 << column
    weigh_all(asking(int(player.feature_mask[0])), 2, player, sink)
    assert sink.sums[:2].tolist() == [3 * column, 3 * (100 + column)]


def test_the_sums_are_the_matrix_times_the_weights() -> None:
    game = wide(MAX_FEATURES)
    player = packed(game, {f"f{k}": k * k - 500 for k in range(MAX_FEATURES)})
    sink, X = new_scratch(game)[0].weighed, np.full((ACTIONS, MAX_FEATURES), 7, np.int32)
    put_all(asking(ALL_FEATURES), 2, X)
    assert X[:2].tolist() == [[100 * i + k for k in range(MAX_FEATURES)] for i in range(2)]
    assert (X[2] == 7).all()
    sink.sums[:] = 7
    weigh_all(asking(int(player.feature_mask[0])), 2, player, sink)
    assert sink.sums[:2].tolist() == (X[:2].astype(np.int64) @ player.weights[0]).tolist()
    assert (sink.sums[2:] == 7).all()


def test_sums_that_are_set_need_not_be_cleared() -> None:
    game = wide(MAX_FEATURES)
    player = packed(game, {"f0": 1, "f1": 10, "f2": 100})
    sink, X = new_scratch(game)[0].weighed, np.zeros((ACTIONS, MAX_FEATURES), np.int32)
    begin_with(2, X)
    assert X[:2, :3].tolist() == [[1, 5, 7], [1, 6, 7]]
    sink.sums[:] = 9
    sink.weights[:] = player.weights[0]
    begin_with(2, sink)
    assert sink.sums[:2].tolist() == [751, 761]


def test_what_is_not_wanted_is_not_asked_for() -> None:
    X = np.zeros((ACTIONS, MAX_FEATURES), np.int32)
    put_all(asking(1 << 5 | 1 << 40), 1, X)
    assert np.flatnonzero(X[0]).tolist() == [5, 40]


def test_a_game_beyond_a_limit_is_refused_with_the_place_to_raise_it() -> None:
    with pytest.raises(UserError) as raised:
        layout.load(wide(MAX_FEATURES + 1))
    assert [str(problem) for problem in raised.value.problems] == [
        "game pig_65: 65 features of the decision 'turn', at most 64 are possible (raise MAX_FEATURES, and widen `feature_mask` in"
        " simcli/engine/header.py)"
    ]


@pytest.mark.parametrize(("room", "most", "what"), [("MAX_ITEMS", 256, "items"), ("MAX_ACTIONS", 4095, "legal actions")])
def test_records_beyond_a_limit_are_refused(room: str, most: int, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pig.GAME.state, room, most)
    layout.check_limits(pig.GAME)
    monkeypatch.setattr(pig.GAME.state, room, most + 1)
    with pytest.raises(UserError, match=f"{most + 1} {what}"):
        layout.check_limits(pig.GAME)


def test_a_catalogue_for_which_the_records_have_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    components = component_data(read_components(pig.GAME))
    options = {"must_roll": True, "equal_turns": False, "last_round_ends": False}
    assert len(pig.GAME.catalogue(components, options).items) == 6
    monkeypatch.setattr(pig.GAME.state, "MAX_ITEMS", 5)
    with pytest.raises(UserError, match=r"6 items, the records have room for 5 \(raise MAX_ITEMS in its state\.py\)"):
        pig.GAME.catalogue(components, options)
