"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

from typing import Any

from simcli.sim.scenario import Table

from .. import bench

BENCH = bench.Bench("kings_forge")
GAME, COMPONENTS = BENCH.game, BENCH.components
patched, all_options, table, dealt = BENCH.patched, BENCH.all_options, BENCH.table, BENCH.dealt
give = bench.give
BASE: dict[str, Any] = {}
SEAT_1 = {"start_player": "fixed_seat"}
"""Seat 1 starts."""


def seat_1(players: int = 2, **fields: Any) -> Table:
    """A dealt game that seat 1 starts, with named fields set."""
    return dealt(players, SEAT_1, **fields)
