"""`simcli merge`: one run of the shards that machines have played which share nothing."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.base.whole_numbers import WORKERS
from simcli.cli.arguments import whole
from simcli.cli.common import RESULTS, TYPED, Form, FormOption, Quiet, with_options
from simcli.cli.driver import Study, drive

if TYPE_CHECKING:
    from simcli.config import ResolvedRun

EXAMPLES = (
    "simcli run guildes/seats --deals 1000000 --shard 1/3 --out part-1",
    "simcli merge part-1 part-2 part-3 --out whole",
)


@dataclass(frozen=True, kw_only=True)
class OfMerge:
    """How the whole run is told."""

    out: Annotated[
        Path | None, typer.Option(help="Run folder; reports/NAME-IDENTITY if not given.", rich_help_panel=RESULTS, show_default=False)
    ] = None
    workers: Annotated[
        int | None, typer.Option(help="Threads; all usable cores if not given.", show_default=False, **whole("--workers", *WORKERS))
    ] = None
    form: FormOption = Form.TABLE
    quiet: Quiet = False
    command: str = field(default="", metadata={TYPED: True})


@with_options
def merge(
    shards: Annotated[list[Path], typer.Argument(metavar="SHARD...", help="Folders of all shards of a run.", show_default=False)],
    common: OfMerge,
) -> int:
    """Makes one run of its shards, with the same bytes as if one machine had played it, and tells it."""
    from simcli.sim.folder.merge import merge as merged
    from simcli.sim.folder.merge import read_shards
    from simcli.stats.balance import half_width
    from simcli.studies.run.api import default_folder

    out = common.out or default_folder(read_shards(shards)[0])
    run = merged(shards, out, half_width)
    study = _told(run, out, common)
    study.is_config = False
    return drive(study)


def _told(run: ResolvedRun, out: Path, common: OfMerge) -> Study[Any]:
    """The study that tells a run: of matchups their own, which plays tables of this name, of any other that of runs."""
    from simcli.config.run.commands import rerun_command
    from simcli.config.run.resolved import MATCHUPS
    from simcli.studies import module_of

    name = MATCHUPS if run.tables == MATCHUPS else "run"
    again = f"{rerun_command(run, name)} --deals {run.deals} --out {shlex.quote(str(out))}"
    module = module_of(name, "command")
    assert module is not None
    study: Study[Any] = module.of_folder(run, out=out, workers=common.workers, form=common.form, quiet=common.quiet, command=again)
    return study
