"""Run folders that are played on, and shards that become one run: by the study that they are of."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from simcli.config import ResolvedRun
from simcli.config.run.commands import rerun_command, to_the_last_deal
from simcli.errors import RunFolderError, UserError
from simcli.report.formatting import count
from simcli.sim.folder.merge import merge, read_shards
from simcli.sim.folder.names import default_folder
from simcli.sim.folder.results import UNFINISHED, stored_run
from simcli.sim.folder.store import read_run, shard_of
from simcli.stats.balance import half_width
from simcli.studies import module_of
from simcli.studies.driver import Study, drive
from simcli.studies.results import is_kept, load, read_results
from simcli.terminal import ui
from simcli.terminal.records import OfMerge, OfMore

if TYPE_CHECKING:
    from simcli.report.answer import Answer

BY_NUMBER = "name a number of deals: --deals N"


def play_on(folder: Path, common: OfMore) -> int:
    """Plays a run folder on; returns the exit code. RunFolderError for a shard, UserError where nothing says how far."""
    if is_kept(folder):
        _refuse_records(folder)
    data = read_run(folder)
    if shard := shard_of(data):
        raise RunFolderError(f"{folder} holds shard {shard} of a run: `simcli merge` makes one run of all shards")
    deals = common.deals if common.deals is not None else _wanted(folder, quiet=common.quiet)
    return ui.DONE if deals is None else _play(folder, data, deals, common)


def _play(folder: Path, data: dict[str, Any], deals: int, common: OfMore) -> int:
    """Plays the run of a folder by the study that it is of."""
    run = replace(to_the_last_deal(stored_run(folder, data)), deals=deals)
    given = {"out": folder, "cluster": common.cluster, "dry_run": common.dry_run, "form": common.form}
    study = _study(run, **given, threads=common.threads, quiet=common.quiet, command=common.command)
    study.kept_in = folder
    tables = list(getattr(study, "csv_tables", ()))
    if common.table is not None:
        if common.table not in tables:
            what = f"this study prints {', '.join(tables)} as CSV" if tables else "this study prints one table as CSV"
            raise UserError.of(f"--table {common.table}", what, "name one of these" if tables else "leave it out")
        study.table = common.table  # type: ignore[attr-defined]
    if common.wide and hasattr(study, "wide"):
        study.wide = True
    return drive(study)


def _study(run: ResolvedRun, **given: Any) -> Study[Any]:
    """The study that a run is of, of its folder: run for one that plays no tables of its own."""
    module: Any = module_of(run.verb, "study")
    if not hasattr(module, "of_folder"):
        module = module_of("run", "study")
    study: Study[Any] = module.of_folder(run, **given)
    study.is_config = False
    return study


def _wanted(folder: Path, *, quiet: bool) -> int | None:
    """How many deals a folder is played on to: what it was to play where it is not finished, else what its answer asks for, which is said;
    None where nothing is open."""
    found = load(folder)
    if found.results.stopped_by == UNFINISHED:
        deals: int = found.resolved.deals
        ui.say(f"{folder} is not finished: it goes on to its {count(deals)} deals", quiet=quiet)
        return deals
    answer: Answer = found.answer
    if not answer.is_open:
        ui.say(f"nothing is open in {folder}: {answer.sure or answer.claim}")
        return None
    if answer.deals is None:
        raise UserError.of("--deals", "the answer of this run does not say how many deals would settle most", BY_NUMBER)
    ui.say(f"{count(answer.deals)} deals would settle most of what is open: {folder} goes on to them", quiet=quiet)
    return answer.deals


def _refuse_records(folder: Path) -> NoReturn:
    """UserError for a folder of records, with the command that repeats its study."""
    found = read_results(folder)
    command = found.info.get("command") or getattr(found.results, "command", "")
    hint = f"repeat it with more deals: {command}" if command else "type its command once more, with more deals"
    raise UserError.of(folder, f"a {found.study} keeps results, no run that could be played on", hint)


def merge_shards(shards: Sequence[Path], common: OfMerge) -> int:
    """Makes one run of its shards and prints it; returns the exit code."""
    run, stores = read_shards(shards)
    out = common.out or default_folder(run)
    merge(stores, out, half_width)
    again = f"{rerun_command(run)} --deals {run.deals} --out {shlex.quote(str(out))}"
    return drive(_study(run, out=out, threads=common.workers, form=common.form, quiet=common.quiet, command=again))
