"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

from typing import Any

from simcli.sim.scenario import Table
from simcli.testing.under_test import GameUnderTest
from simcli.testing.under_test import give as give

UNDER_TEST = GameUnderTest("kingdom_builder")
GAME, COMPONENTS = UNDER_TEST.game, UNDER_TEST.components
patched, all_options, table, dealt = UNDER_TEST.patched, UNDER_TEST.all_options, UNDER_TEST.table, UNDER_TEST.dealt
BASE: dict[str, Any] = {}
FIRST_GAME = {"setup": "first_game", "start_player": "fixed_seat"}
"""Board "A" of the worked examples, seat 1 starts."""


def first_game(players: int = 2, **fields: Any) -> Table:
    """Board "A" of the worked examples with named fields set, seat 1 begins."""
    return dealt(players, FIRST_GAME, **fields)


def hexes(*places: tuple[int, int]) -> list[str]:
    """(5, 1), (5, 2) as r5c1, r5c2."""
    return [f"r{r}c{c}" for r, c in places]
