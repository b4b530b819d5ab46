"""One run folder of the folders of its shards: their sums block by block, with the bytes that one machine leaves which plays them all."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import Any

from simcli.base.entry_points import changed_sources
from simcli.config import ResolvedRun
from simcli.errors import RunFolderError, TooLargeError, UserError
from simcli.sim.blocks import Blocks, Piece, Spans
from simcli.sim.folder.names import LOG
from simcli.sim.folder.results import stored_plan, stored_run
from simcli.sim.folder.store import Store, disk_error, read_run, shard_of, write_run
from simcli.sim.plan import Plan
from simcli.sim.shard import Shard
from simcli.sim.stop import HalfWidth, Prefix
from simcli.sim.tally import summed

Stores = Mapping[Shard, Store]


def read_shards(folders: Sequence[Path]) -> tuple[ResolvedRun, Stores]:
    """The run that the folders hold shards of, and their logs.

    RunFolderError for a folder that is no shard, or is one of another run, version or division; UserError for one twice.
    """
    data = {folder: read_run(folder) for folder in dict.fromkeys(folders)}
    first = folders[0]
    run = stored_run(first, data[first])
    plan = stored_plan(run, data[first])
    stores: dict[Shard, Store] = {}
    for folder, told in data.items():
        shard = shard_of(told)
        if shard is None:
            raise RunFolderError(f"{folder} holds a whole run, no shard")
        _check_same(first, data[first], folder, told)
        if shard in stores:
            raise UserError.of(str(folder), f"holds shard {shard}, and so does {stores[shard].folder}", "name one of both")
        stores[shard] = Store(folder, plan, shard=shard)
    return run, dict(sorted(stores.items()))


def _check_same(first: Path, one: Mapping[str, Any], folder: Path, other: Mapping[str, Any]) -> None:
    """RunFolderError where two folders hold shards of different runs."""
    mine, theirs = one["run"], other["run"]
    if mine.get("identity") != theirs.get("identity"):
        changed = changed_sources(theirs.get("sources"), mine.get("sources") or {})
        what = f"was played by other sources ({changed}) than" if changed else "holds a shard of another run than"
        raise RunFolderError(f"{folder} {what} {first}")
    for what, (ours, others) in {
        "shards": tuple(None if (shard := shard_of(told)) is None else shard.of for told in (one, other)),
        "deals": (mine["deals"], theirs["deals"]),
        "deals a batch": (one["batch_deals"], other["batch_deals"]),
    }.items():
        if ours != others:
            raise RunFolderError(f"{folder} belongs to a run of {others} {what}, {first} to one of {ours}")


def merge(stores: Stores, out: Path, half_width: HalfWidth) -> None:
    """Makes the run folder `out` of all shards of a run, atomically; its results are not written yet.

    The rules that end a run look at the blocks as if one machine had played them, so that shards beyond its end may lack some.
    RunFolderError for a log that is damaged; UserError for shards or batches that are missing, and where `out` is there.
    """
    plan = next(iter(stores.values())).plan
    if os.path.lexists(out):
        raise UserError.of("--out", f"{out} is there already", "name a new folder")
    blocks, n = Blocks(plan), len(plan.cells)
    places: dict[tuple[int, int], list[tuple[Shard, slice]]] = defaultdict(list)
    for shard, store in stores.items():
        for piece, place in store.checked():
            if isinstance(piece, Piece):
                places[blocks.at(piece.number // n).start, piece.number % n].append((shard, place))
    prefix = Prefix(plan, half_width)
    stopped = ""
    try:
        with _new_folder(out) as folder:
            write_run(folder, plan, records=False)
            with (folder / LOG).open("wb") as log:
                for block in blocks:
                    for cell in range(n):
                        for piece in _of_block(blocks, block, cell, stores, places[block.start, cell]):
                            if not stopped:
                                prefix.add(piece)
                            log.write(next(iter(stores.values())).line(piece))
                    stopped = stopped or prefix.advance(0.0)
                    if not stopped and prefix.rounds < block.stop:
                        raise _missing(plan, stores)
                log.flush()
                os.fsync(log.fileno())
    except OverflowError:
        raise TooLargeError("the sums of all shards do not fit 64 bits: ask for fewer deals") from None
    except OSError as error:
        raise disk_error(out, error) from error


def _of_block(blocks: Blocks, block: range, cell: int, stores: Stores, places: Sequence[tuple[Shard, slice]]) -> Iterator[Piece]:
    """What all shards together have of a block of a cell: the sum of its whole batches, and a short one; nothing where any lacks one."""
    spans = {shard: Spans(Blocks(blocks.plan, shard)) for shard in stores}
    for shard, place in places:
        own, piece = Blocks(blocks.plan, shard), stores[shard].read(place)
        if own.fits(piece):
            spans[shard].add(own.span(piece), piece.flat)
    flats = [flat for some in spans.values() for _, flat in some]
    if sum(int(flat[0]) for flat in flats) != blocks.deals(range(block.stop)) - blocks.deals(range(block.start)):
        return
    size = blocks.plan.batch_deals
    whole = [flat for flat in flats if flat[0] % size == 0]
    if whole:
        yield blocks.piece(cell, range(block.start, block.stop), reduce(summed, whole))
    yield from (blocks.piece(cell, range(block.stop - 1, block.stop), flat) for flat in flats if flat[0] % size)


def _missing(plan: Plan, stores: Stores) -> UserError:
    """An error that names the shards which are missing, or not played to the end."""
    of = next(iter(stores)).of
    missing = [Shard(number, of) for number in range(1, of + 1) if Shard(number, of) not in stores]
    error = UserError()
    if missing:
        names = ", ".join(map(str, missing[:10])) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        error.problems += UserError.of("SHARD", f"of {of} shards these are missing: {names}", "name the folders of all").problems
    for shard, store in stores.items():
        blocks, spans = Blocks(plan, shard), [set[int]() for _ in plan.cells]
        for piece in filter(blocks.fits, store.batches()):
            spans[piece.number % len(plan.cells)].update(blocks.span(piece))
        if (there := sum(map(len, spans))) < (batches := shard.batches(plan)):
            what = f"not played to its end: {store.folder} ({there} of {batches} batches)"
            error.problems += UserError.of("SHARD", what, "type the command that began it once more, which plays the rest").problems
    return error


@contextmanager
def _new_folder(out: Path) -> Iterator[Path]:
    """A folder that gets its name when it is done, and is gone where that fails."""
    folder = out.with_name(f".merge.{os.getpid()}.part")
    folder.mkdir(parents=True)
    try:
        yield folder
        folder.rename(out)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
