"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

from typing import Any

from simcli.sim.scenario import Table
from simcli.testing.under_test import GameUnderTest
from simcli.testing.under_test import give as give

UNDER_TEST = GameUnderTest("kings_forge")
GAME, COMPONENTS = UNDER_TEST.game, UNDER_TEST.components
patched, all_options, table, dealt = UNDER_TEST.patched, UNDER_TEST.all_options, UNDER_TEST.table, UNDER_TEST.dealt
BASE: dict[str, Any] = {}
SEAT_1 = {"start_player": "fixed_seat"}
"""Seat 1 starts."""


def seat_1(players: int = 2, **fields: Any) -> Table:
    """A dealt game that seat 1 starts, with named fields set."""
    return dealt(players, SEAT_1, **fields)
