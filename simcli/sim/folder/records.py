"""Optional per-game records: one Parquet file a batch, one row a player and game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcli.config import ResolvedRun
from simcli.engine import batch as loop
from simcli.engine.header import ENDED
from simcli.errors import UserError
from simcli.game import SIXTIETHS
from simcli.sim.folder.names import RECORDS
from simcli.sim.folder.parquet import Named, require_parquet, write_parquet
from simcli.sim.plan import Batch, Cell, Plan


class CountedCell(Protocol):
    """What the games of one number of players of one variant are found by: a cell of a summary."""

    @property
    def variant(self) -> str | None:
        """Name of the variant, if any."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def deals(self) -> int:
        """Deals counted."""


def read_records(folder: Path, run: ResolvedRun, cells: Iterable[CountedCell]) -> Any:
    """A pyarrow table, one row a player and game of the cells of a summary, in the order of deals: the columns `write_part` writes.

    Deals a cell does not count (they were in flight when a stop rule ended the run) are left out. UserError when the run kept no records.
    """
    require_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    read = [pa.table({})]
    names = [v.name for v in run.variants]
    for cell in cells:
        variant = f"variant-{names.index(cell.variant) + 1:03d}" if cell.variant else ""
        home = folder / RECORDS / variant / f"players-{cell.players}"
        parts = sorted(home.glob("part-*.parquet"))
        if not parts and cell.deals:
            raise UserError.of(folder, "this run keeps no records", "play it with --records, in a new folder")
        read += [pq.read_table(part, filters=[("deal", "<", cell.deals)], partitioning=None) for part in parts]
    return pa.concat_tables(read, promote_options="default").unify_dictionaries()


def record_columns(cell: Cell) -> int:
    """Columns of the rows the playout loop fills."""
    return loop.RECORD_FIXED + len(cell.catalogue.categories) + len(cell.catalogue.items)


def record_rows(plan: Plan, batch: Batch) -> NDArray[np.int64]:
    """Room for all rows of a batch."""
    cell = plan.cells[batch.cell]
    return np.zeros((batch.deals * cell.rotations * cell.players, record_columns(cell)), np.int64)


def write_part(folder: Path, plan: Plan, batch: Batch, rows: NDArray[np.int64]) -> None:
    """Writes records/players-N/part-NNNNNNNN.parquet, atomically; with variants in a folder for each, by number.

    A longer part of the same batch, from a later end, stays.
    """
    import pyarrow.parquet as pq

    cell = plan.cells[batch.cell]
    variant = f"variant-{cell.number // len(plan.run.players) + 1:03d}" if cell.variant else ""
    target = folder / RECORDS / variant / f"players-{cell.players}"
    target.mkdir(parents=True, exist_ok=True)
    part = target / f"part-{batch.number:08d}.parquet"
    if part.exists() and pq.read_metadata(part).num_rows >= len(rows):
        return
    n = len(cell.catalogue.categories)
    points = rows[:, loop.RECORD_FIXED : loop.RECORD_FIXED + n]
    names = [s.name for s in plan.run.strategies]
    columns: dict[str, Any] = {"variant": Named(np.zeros(len(rows), np.int64), [cell.variant])} if cell.variant else {}
    columns |= {
        "deal": rows[:, loop.RECORD_DEAL],
        "rotation": rows[:, loop.RECORD_ROTATION].astype(np.int16),
        "players": np.full(len(rows), cell.players, np.int8),
        "seat": rows[:, loop.RECORD_SEAT].astype(np.int8),
        "place": rows[:, loop.RECORD_PLACE].astype(np.int8),
        "strategy": Named(rows[:, loop.RECORD_STRATEGY], names),
        "share": rows[:, loop.RECORD_SHARE] / SIXTIETHS,
        "score": points.sum(axis=1).astype(np.int32),
        "rounds": rows[:, loop.RECORD_ROUNDS].astype(np.int32),
        "decisions": rows[:, loop.RECORD_DECISIONS].astype(np.int32),
        "finished": rows[:, loop.RECORD_ENDED] == ENDED,
    }
    for c, category in enumerate(cell.catalogue.categories):
        columns[f"points_{category}"] = points[:, c].astype(np.int32)
    for i, item in enumerate(cell.catalogue.items):
        columns[f"held_{item.id}"] = rows[:, loop.RECORD_FIXED + n + i].astype(np.int16)
    write_parquet(part, [columns])
