"""Nobody undoes in a turn what was done in it: all games, all shipped plans; a planted game and plan show that it would be seen."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.config.data.shipped import shipped_folder
from simcli.engine.kernel import entry
from simcli.engine.trail import KEPT, new_trail, passing
from simcli.engine.undone import SEAT, begin_trail, follow
from simcli.game import Decision
from simcli.games import game_ids, get_game
from simcli.studies.coverage.play import cover

DEALS = 12
GAMES = [game for game in game_ids() if (shipped_folder("strategies") / game).is_dir()]


def plans(game: str) -> list[str]:
    """All shipped strategies, those of fields too, but those that search, which play as their roll-outs do."""
    folder = shipped_folder("strategies") / game
    return [str(path) for path in sorted(folder.rglob("*.yaml")) if path.stem not in ("search", "learned", "field")]


@pytest.mark.parametrize("game", GAMES)
def test_no_shipped_plan_is_asked_at_one_position_twice_in_a_turn(game: str) -> None:
    """So none does something, undoes it, and does it again."""
    for strategies in (plans(game), ["random"]):
        config = {"game": game, "players": min(4, get_game(game).max_players), "strategies": strategies, "deals": DEALS}
        found = cover(load_config(config), 1)
        assert {thing.id: dict(thing.counts) for thing in found.undone} == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_says_nothing_of_a_position_is_named_of_fields_there_are(game: str) -> None:
    assert passing(get_game(game)) < set(get_game(game).state.STATE.names or ())


follow_one, begin_one = entry(follow), entry(begin_trail)

# A planted game: a light that a seat may switch as often as it likes.

STATE = np.dtype(
    [(name, np.uint32) for name in ("actor", "phase", "round", "decisions", "light", "switched", "scratched")] + [("wide", np.uint8, (5,))],
    align=True,
)
TEXTS = {name: "scratch of nobody" if name == "scratched" else "a field" for name in STATE.names or ()}


@pytest.fixture
def table() -> Any:
    """`ask(actor, light, ..)` asks a decision; `undone` is what was counted."""
    state = SimpleNamespace(STATE=STATE, STATE_FIELDS=TEXTS, PASSING=("switched",))
    game: Any = SimpleNamespace(id="planted", state=state, decisions=(Decision("step", "", ""), Decision("which", "", "")))
    states = np.zeros(3, STATE).view(np.recarray)
    trail, s = new_trail(game, states, 0), states[0]
    begin_one(trail)

    def ask(actor: int, light: int, phase: int = 0, round_: int = 1) -> None:
        s["actor"], s["light"], s["phase"], s["round"] = actor, light, phase, round_
        s["decisions"] += 1
        s["switched"] += 1
        s["scratched"] += 7
        follow_one(s, trail)

    return SimpleNamespace(ask=ask, undone=trail.undone, trail=trail, s=s)


def test_what_lies_between_two_questions_at_one_position_is_undone(table: Any) -> None:
    for light in (0, 1, 0, 1, 0):
        table.ask(2, light)
    assert table.undone.tolist() == [[0, 0], [0, 0], [4, 0], *[[0, 0]] * 5]


def test_a_decision_is_counted_once_and_by_its_kind(table: Any) -> None:
    for light, phase in ((0, 0), (0, 1), (5, 0), (5, 1), (0, 0), (6, 0)):
        table.ask(0, light, phase)
    assert table.undone[0].tolist() == [2, 2]


def test_another_turn_is_not_the_same(table: Any) -> None:
    table.ask(0, 0)
    table.ask(0, 1)
    table.ask(1, 0)  # another seat
    table.ask(0, 1)
    table.ask(0, 1, round_=2)
    assert not table.undone.any()


def test_what_lasts_makes_another_position(table: Any) -> None:
    table.ask(0, 0)
    table.ask(0, 1)
    table.s["wide"][4] = 1
    table.ask(0, 0)
    assert not table.undone.any()


def test_the_last_positions_are_remembered(table: Any) -> None:
    for light in (*range(KEPT + 1), 1):
        table.ask(0, light)
    assert table.undone.sum() == KEPT
    for light in (*range(1000, 1000 + KEPT), 1):
        table.ask(0, light)
    assert table.undone.sum() == KEPT


def test_a_game_begins_with_nothing(table: Any) -> None:
    table.ask(0, 0)
    table.ask(0, 1)
    begin_one(table.trail)
    assert table.trail.turn[SEAT] < 0
    table.ask(0, 0)
    assert not table.undone.any()


def test_a_field_that_is_not_there_is_refused() -> None:
    game: Any = SimpleNamespace(id="planted", state=SimpleNamespace(STATE=STATE, STATE_FIELDS=TEXTS, PASSING=("turns",)))
    with pytest.raises(ValueError, match="PASSING of planted: the record has no turns"):
        passing(game)


def test_a_planted_plan_wanders_and_yet_comes_back_to_nothing(tmp_path: Path) -> None:
    """The King's Guild as in its rules: who loves moves of the Bard and exchanges makes none that undoes another (KG-AM-46, KG-AM-34)."""
    mine = tmp_path / "mine.yaml"
    weights = "{turn: {bard: 50}, expand: {bard: 50, hire: 9}, free: {bard: 50}, exchange: {stop: -50}}"
    mine.write_text(f"game: kings_guild\nextends: specialist_house\nweights: {weights}\n", encoding="utf-8")
    found = cover(load_config({"game": "kings_guild", "players": 4, "strategies": [str(mine)], "deals": DEALS}), 1)
    counts = {thing.id: sum(thing.totals) for thing in found.things if thing.id in ("move", "exchange")}
    assert counts["move"] > 100
    assert counts["exchange"] > 10
    assert not found.undone
