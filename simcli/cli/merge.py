"""`simcli merge`: one run of the shards that machines have played which share nothing."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from simcli.sim.folder.names import default_folder
from simcli.studies import module_of
from simcli.terminal.common import Form, FormOption, OutOption, Quiet, WorkersOption, argument, with_options

if TYPE_CHECKING:
    from simcli.config import ResolvedRun
    from simcli.studies.driver import Study

EXAMPLES = ("simcli run guildes/seats --deals 1000000 --shard 1/3 --out part-1", "simcli merge part-1 part-2 part-3 --out whole")


@dataclass(frozen=True, kw_only=True)
class OfMerge:
    """How the whole run is printed."""

    out: OutOption = None
    workers: WorkersOption = None
    form: FormOption = Form.TABLE
    quiet: Quiet = False


@with_options
def merge(shards: Annotated[list[Path], argument("Folders of all shards of a run.", "SHARD...")], common: OfMerge) -> int:
    """Makes one run of its shards, with the same bytes as if one machine had played it, and prints it."""
    from simcli.sim.folder.merge import merge as merged
    from simcli.sim.folder.merge import read_shards
    from simcli.stats.balance import half_width
    from simcli.studies.driver import drive

    run, stores = read_shards(shards)
    out = common.out or default_folder(run)
    merged(stores, out, half_width)
    study = _told(run, out, common)
    study.is_config = False
    return drive(study)


def _told(run: ResolvedRun, out: Path, common: OfMerge) -> Study[Any]:
    """The study of a run: matchups for tables of this name, else run."""
    from simcli.config.run.commands import rerun_command
    from simcli.config.run.resolved import ROUND_ROBIN

    name = ROUND_ROBIN if run.tables == ROUND_ROBIN else "run"
    again = f"{rerun_command(run, name)} --deals {run.deals} --out {shlex.quote(str(out))}"
    module = module_of(name, "study")
    assert module is not None
    study: Study[Any] = module.of_folder(run, out=out, threads=common.workers, form=common.form, quiet=common.quiet, command=again)
    return study
