"""Effects stand in GAME.effects where the kernels mark them: their names are those of the constants in `state.py`."""

from __future__ import annotations

from importlib import import_module

import pytest

from simcli.games import get_game

# First and last effect of a run of constants, what is added to each (the name of another constant, or a number).
RUNS = [
    ("architects", "gain", "again", "ROW_EFFECTS"),
    ("architects", "at_quarry", "end_points", "TRIGGER_EFFECTS"),
    ("architects", "capture_silver", "debt_silver", "STANDING_EFFECTS"),
    ("guildes", "protect", "draw", 0),
    ("kingdom_builder", "tile_gained", "tile_lost", 0),
    ("kings_forge", "add_ability", "library_dice", -1),
    ("kings_forge", "gain_tokens", "use_pips", 0),
    ("kings_guild", "gain", "copy_hired", "ROW_EFFECTS"),
    ("kings_guild", "at_gathered", "at_setup", 0),
    ("kings_guild", "storage", "coins_kept", "NUMBER_EFFECTS"),
    ("kings_guild", "bonus_square", "stall", 0),
]
CONSTANTS = {
    "architects": {"capture": "CAPTURING", "hire": "HIRING"},
    "kings_guild": {
        **{name: f"{name.upper()}_ROW" for name in ("thug", "warlock")},
        "action": "DO_ACTION",
        "double": "DOUBLE_IT",
        "exchange": "EXCHANGES",
        "baggage": "BRING_BAGGAGE",
        "steal": "STEAL_ONE",
        "at_quest_treasure": "AT_TREASURE",
    },
}
"""Constants that are called otherwise."""


@pytest.mark.parametrize(("game_id", "first", "last", "offset"), RUNS)
def test_effects_stand_where_kernels_mark_them(game_id: str, first: str, last: str, offset: str | int) -> None:
    state = import_module(f"simcli.games.{game_id}.state")
    names = [effect.name for effect in get_game(game_id).effects]
    begin = getattr(state, offset) if isinstance(offset, str) else offset
    called = CONSTANTS.get(game_id, {})
    run = range(names.index(first), names.index(last) + 1)
    assert {names[k]: begin + getattr(state, called.get(names[k], names[k].upper())) for k in run} == {names[k]: k for k in run}
