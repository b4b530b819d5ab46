"""What the log of a run folder says: the tallies of the batches that count, and why there are no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcli.config import ResolvedRun
from simcli.config.run.stored import restore_run
from simcli.errors import RunFolderError, UserError
from simcli.sim.blocks import Blocks, Flat
from simcli.sim.folder.names import LOG
from simcli.sim.folder.store import Store
from simcli.sim.plan import Plan, make_plan
from simcli.sim.stop import DEALS, HalfWidth, Prefix
from simcli.sim.tally import Tally

UNFINISHED = "unfinished"


def stored_run(folder: Path, data: Mapping[str, Any]) -> ResolvedRun:
    """The run of a run.json. RunFolderError where this version cannot resume it."""
    try:
        return restore_run(dict(data["run"]))
    except UserError as error:
        raise RunFolderError(f"{folder} cannot be read: {error}") from None


def stored_plan(run: ResolvedRun, data: Mapping[str, Any]) -> Plan:
    """How a run was cut into batches."""
    return replace(make_plan(run), batch_deals=data["batch_deals"])


def stored_blocks(plan: Plan, store: Store, tallies: Sequence[Tally]) -> list[tuple[int, Sequence[Flat]]]:
    """The sums that `stored_results` has added up, block by block: the deals up to its end, and its tally by cell. `plan` and `tallies` are
    those it gave."""
    blocks = Blocks(plan).capped(max((tally.deals for tally in tallies), default=0))
    found: list[tuple[int, Sequence[Flat]]] = []
    prefix = Prefix(blocks.plan, lambda *_: {}, on_block=lambda block, flats: found.append((blocks.deals(range(block.stop)), flats)))
    prefix.take(store.batches())
    return found


def stored_results(plan: Plan, store: Store, half_width: HalfWidth) -> tuple[Plan, Sequence[Tally], str]:
    """(plan, one tally a cell, stop rule) of a checked store; the plan carries the cap of deals that was in force.

    After an end they are those of that end. Else they are the contiguous blocks, by the rules a run would go by: `unfinished` when none
    of these holds. RunFolderError when the end counts batches that are not there.
    """
    end = store.ended
    if end is None:
        prefix = Prefix(plan, half_width)
        stopped = prefix.take(store.batches())
        return plan, prefix.sums, stopped or UNFINISHED
    prefix = Prefix(Blocks(plan).capped(end.reached(plan)).plan, half_width)
    prefix.take(store.batches())
    capped = replace(plan, run=replace(plan.run, deals=end.deals))
    if prefix.count != end.batches or (end.stopped_by == DEALS) != (end.batches >= capped.n_batches):
        message = f"the run ended after {end.batches} batches, of which {prefix.count} are there"
        raise RunFolderError(f"{store.folder / LOG} is damaged: {message}")
    return capped, prefix.sums, end.stopped_by
