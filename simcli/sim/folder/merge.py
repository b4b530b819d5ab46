"""One run folder of the folders of its shards: the lines of their logs in the order of the batches, with the same bytes as one machine
leaves that plays all of them one after another."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simcli.base.entry_points import changed_sources
from simcli.config import ResolvedRun
from simcli.errors import RunFolderError, UserError
from simcli.sim.folder.results import stored_plan, stored_run
from simcli.sim.folder.store import LOG, Store, StoredBatch, disk_error, read_run, shard_of, write_run
from simcli.sim.plan import Plan
from simcli.sim.shard import Shard
from simcli.sim.stop import HalfWidth, Prefix

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
    """Makes the run folder `out` of all shards of a run, whole or not at all; its results are not written yet.

    The rules that end a run look at the batches as if one machine had played them, so that shards beyond its end may lack some.
    RunFolderError for a log that is damaged; UserError for shards or batches that are missing, and where `out` is there.
    """
    plan = next(iter(stores.values())).plan
    if os.path.lexists(out):
        raise UserError.of("--out", f"{out} is there already", "name a new folder")
    lines: dict[int, tuple[Shard, slice]] = {}
    for shard, store in stores.items():
        for batch, place in store.checked():
            if isinstance(batch, StoredBatch):
                lines.setdefault(batch.number, (shard, place))
    prefix = Prefix(plan, half_width)
    in_order = [lines[number] for number in sorted(lines)]
    if not prefix.take(stores[shard].read(place) for shard, place in in_order)[1]:
        _say_missing(plan, stores, lines)
    try:
        with _new_folder(out) as folder:
            write_run(folder, plan, records=False)
            _write_log(folder / LOG, stores, in_order)
    except OSError as error:
        raise disk_error(out, error) from error


def _say_missing(plan: Plan, stores: Stores, lines: Mapping[int, tuple[Shard, slice]]) -> None:
    """UserError that names the shards which are missing, or not played to the end."""
    of = next(iter(stores)).of
    missing = [Shard(number, of) for number in range(1, of + 1) if Shard(number, of) not in stores]
    played = Counter(shard for shard, _ in lines.values())
    error = UserError()
    if missing:
        names = ", ".join(map(str, missing[:10])) + (f" and {len(missing) - 10} more" if len(missing) > 10 else "")
        error.problems += UserError.of("SHARD", f"of {of} shards these are missing: {names}", "name the folders of all").problems
    for shard, store in stores.items():
        if (there := played[shard]) < (batches := shard.batches(plan)):
            what = f"not played to its end: {store.folder} ({there} of {batches} batches)"
            error.problems += UserError.of("SHARD", what, "type the command that began it once more, which plays the rest").problems
    raise error


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


def _write_log(path: Path, stores: Stores, lines: Sequence[tuple[Shard, slice]]) -> None:
    """The lines, each read where it stands."""
    logs = {shard: (store.folder / LOG).open("rb") for shard, store in stores.items() if (store.folder / LOG).exists()}
    try:
        with path.open("wb") as file:
            for shard, place in lines:
                logs[shard].seek(place.start)
                file.write(logs[shard].read(place.stop - place.start))
            file.flush()
            os.fsync(file.fileno())
    finally:
        for log in logs.values():
            log.close()
