"""What patched cards may make wait at once has room in the record, or the game is given up in words and nothing is written beside it."""

from __future__ import annotations

import pytest

from simcli.engine.header import OUTGROWN
from simcli.errors import TooLargeError
from simcli.games.architects.state import STACK
from tests.games.architects.tables import dealt

WAITING = ("pending_row", "pending_seat", "pending_n", "n_pending")


def test_a_row_more_than_the_stack_holds_gives_the_game_up() -> None:
    table = dealt(3)
    while table.fields()["phase"] != "place":
        table.apply(table.actions()[0])
    table.s["n_pending"] = STACK
    before = [table.s[name].tobytes() for name in WAITING]
    action = table.texts()["place forest"]
    with pytest.raises(TooLargeError, match="more waits at once than the rules of Architects of the West Kingdom have room for"):
        table.apply(action)
    assert table.s["over"] == OUTGROWN
    assert [table.s[name].tobytes() for name in WAITING] == before
