"""The first deals of a run in units of a few deals, the same units regardless of the batches of the run: what runs of the same deals share.

Where the batches of a run are no larger than a unit, its log has them. Else the games are cheap, and are played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcli.sim.folder.store import Store
from simcli.sim.games import played_in_order
from simcli.sim.plan import Plan
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.work import play_each
from simcli.sim.tally import Tally

UNIT_DEALS, UNITS = 8, 128
"""Deals of a unit, a power of two as those of a batch are; and the units that a correlation needs."""
FEWEST_UNITS = 64
"""With fewer units a correlation is not known well enough to be of use."""
MOST_AGAIN = 4
"""At most one deal in this number is played again."""
SAID = "the games of the rungs are kept"


def units_of(plan: Plan, deals: int) -> int:
    """Units of a run by its deals; none where they would be too few."""
    n_deals = deals if plan.batch_deals <= UNIT_DEALS else deals // MOST_AGAIN
    units = min(UNITS, n_deals // UNIT_DEALS)
    return units if units >= FEWEST_UNITS else 0


def played_again(plan: Plan, deals: int) -> int:
    """Deals of each cell that are played once more for their units."""
    return 0 if plan.batch_deals <= UNIT_DEALS else units_of(plan, deals) * UNIT_DEALS


def deal_units(plan: Plan, folder: Path, deals: int, workers: Workers) -> Iterator[list[Tally]]:
    """For each unit the tallies of all cells, of a finished run in a folder. InterruptedRun after Ctrl-C."""
    units = units_of(plan, deals)
    cut = replace(plan, batch_deals=UNIT_DEALS)
    flats = _stored(plan, folder, units) if plan.batch_deals <= UNIT_DEALS else _again(cut, units, workers)
    for unit in flats:
        yield [Tally(cell.layout, flat) for cell, flat in zip(plan.cells, unit, strict=True)]


def _stored(plan: Plan, folder: Path, units: int) -> Iterator[list[NDArray[np.int64]]]:
    """The sums of the batches in the log (`blocks.SINGLE_DEALS`), each unit as soon as it is whole: they stand there nearly in order."""
    n, together = len(plan.cells), UNIT_DEALS // plan.batch_deals
    sums: dict[int, list[NDArray[np.int64]]] = {}
    added: dict[int, set[int]] = {}
    written = 0
    for batch in Store(folder, plan).batches():
        unit = batch.number // n // together
        if unit < units and batch.deals == plan.batch_deals and batch.number not in added.setdefault(unit, set()):
            added[unit].add(batch.number)
            sums.setdefault(unit, [np.zeros(cell.layout.size, np.int64) for cell in plan.cells])[batch.number % n] += batch.flat
        while len(added.get(written, ())) == n * together and written in sums:
            yield sums.pop(written)
            written += 1


def _again(cut: Plan, units: int, workers: Workers) -> Iterator[list[NDArray[np.int64]]]:
    """The units as batches of a plan that is cut into them."""
    n, unit = len(cut.cells), []
    for _, flat in played_in_order(cut, play_each, range(units * n), workers=workers, note=SAID, is_again=True):
        unit.append(flat)
        if len(unit) == n:
            yield unit
            unit = []
