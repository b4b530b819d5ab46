"""What patched cards may make wait at once has room in the record, or the game is given up in words and nothing is written beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.engine.header import OUTGROWN
from simcli.errors import TooLargeError
from simcli.games.kings_guild.state import MAX_CRAFTS, MOST_WAITING, STACK
from tests.games.kings_guild.tables import dealt

FULL = "more waits at once than the rules of The King's Guild have room for"
QUEST = "topple_the_moonstone_giant"
WAITING = ("pending_row", "pending_seat", "pending_n", "pending_reg", "n_pending")
EACH_IN_EACH = 10
"""With six players every `each` that is carried out leaves 11 more waiting than before."""


def at_a_quest() -> Any:
    """Seat 1 can make the second item of a quest."""
    fields = {"guilds": {"all": "mercantile_trust"}, "slots": ["", QUEST], "resources": {1: {"metal": 2, "wood": 2}}}
    return dealt(2, {"start_player": "fixed_seat"}, **fields)


def others(table: Any, *fields: str) -> dict[str, bytes]:
    """Bytes of all fields of the record but these."""
    return {name: table.s[name].tobytes() for name in table.s.dtype.names if name not in fields}


def give_up(table: Any, text: str) -> None:
    action = table.texts()[text]
    with pytest.raises(TooLargeError, match=FULL):
        table.apply(action)
    assert table.s["over"] == OUTGROWN


def test_more_than_may_wait_gives_the_game_up() -> None:
    """What one answer puts on top of it has room: nothing beside the stack is written."""
    table = at_a_quest()
    table.s["n_pending"] = MOST_WAITING
    before = others(table, "over", "legal", "decisions", "decided", "main", "uses", *WAITING)
    give_up(table, "gather")
    assert MOST_WAITING < table.s["n_pending"] < STACK
    assert others(table, "over", "legal", "decisions", "decided", "main", "uses", *WAITING) == before


def test_a_craft_more_than_there_are_places_inside_of_each_other_gives_the_game_up() -> None:
    table = at_a_quest()
    table.s["n_crafts"] = MAX_CRAFTS
    before = others(table, "over", "legal", "decisions", "decided", "main", "busy", "uses")
    give_up(table, f"craft {QUEST} second")
    assert others(table, "over", "legal", "decisions", "decided", "main", "busy", "uses") == before


def test_the_last_place_of_both_is_used() -> None:
    table = at_a_quest()
    table.s["n_crafts"], table.s["n_pending"] = MAX_CRAFTS - 1, 0
    table.apply(table.texts()[f"craft {QUEST} second"])
    assert (table.s["over"], table.s["made"][1]) == (0, 2)


def long_chain() -> dict[str, Any]:
    row: dict[str, Any] = {"kind": "gain", "what": "coins", "n": 1}
    for _ in range(EACH_IN_EACH):
        row = {"kind": "each", "who": "all", "then": row}
    return row


def test_a_run_in_which_a_patch_makes_too_much_wait_says_so(tmp_path: Path) -> None:
    """Every Contract is played for all, and each of these for all, ten times over."""
    patch = {"treasures": {"contract": {"count": 20, "effects": {"played": long_chain()}}}}
    with pytest.raises(TooLargeError, match=rf"{FULL} \(deal \d+, rotation \d+\); a patch makes chains of effects too long"):
        simcli.simulate({"game": "kings_guild", "players": 6, "strategies": ["random"], "deals": 50, "patch": patch}, out=tmp_path / "run")
