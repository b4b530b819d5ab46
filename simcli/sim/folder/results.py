"""What the log of a run folder says: the tallies of the batches that count, and why there are no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.config import ResolvedRun
from simcli.config.run.stored import restore_run
from simcli.errors import RunFolderError, UserError
from simcli.sim.folder.store import LOG, Store
from simcli.sim.plan import Plan, make_plan
from simcli.sim.stop import DEALS, HalfWidth, Prefix, fits
from simcli.sim.tally import Tally

UNFINISHED = "unfinished"


def stored_run(folder: Path, data: Mapping[str, Any]) -> ResolvedRun:
    """The run that a run.json tells of. RunFolderError where this version cannot go on with it."""
    try:
        return restore_run(dict(data["run"]))
    except UserError as error:
        raise RunFolderError(f"{folder} cannot be read: {error}") from None


def stored_plan(run: ResolvedRun, data: Mapping[str, Any]) -> Plan:
    """How a run was cut into batches."""
    return replace(make_plan(run), batch_deals=data["batch_deals"])


def stored_batches(plan: Plan, store: Store, tallies: Sequence[Tally]) -> dict[int, NDArray[np.int64]]:
    """The batches that `stored_results` has added up, by number; `plan` and `tallies` are those it gave."""
    counted = -(-max((tally.deals for tally in tallies), default=0) // plan.batch_deals) * len(plan.cells)
    return {batch.number: batch.flat for batch in store.batches() if batch.number < counted and fits(plan, batch)}


def stored_results(plan: Plan, store: Store, half_width: HalfWidth) -> tuple[Plan, Sequence[Tally], str]:
    """(plan, one tally a cell, stop rule) of a checked store; the plan carries the cap of deals that was in force.

    After an end they are those of that end. Else they are the contiguous batches, by the rules a run would go by: `unfinished` when none
    of these holds. RunFolderError when the end counts batches that are not there.
    """
    end = store.ended
    if end is None:
        prefix = Prefix(plan, half_width)
        _, stopped = prefix.take(store.batches())
        return plan, prefix.sums, stopped or UNFINISHED
    capped = replace(plan, run=replace(plan.run, deals=end.deals, half_width=None, minutes=None))
    prefix = Prefix(capped, half_width)
    prefix.take(batch for batch in store.batches() if batch.number < end.batches)
    if prefix.count != end.batches or (end.stopped_by == DEALS) != (end.batches >= capped.n_batches):
        message = f"the run ended after {end.batches} batches, of which {prefix.count} are there"
        raise RunFolderError(f"{store.folder / LOG} is damaged: {message}")
    return replace(plan, run=replace(plan.run, deals=end.deals)), prefix.sums, end.stopped_by
