"""`simcli more RUN`: plays the run of a folder on, by the study that it is of."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from simcli.errors import RunFolderError, UserError
from simcli.studies import module_of
from simcli.terminal import ui
from simcli.terminal.arguments import PLAY
from simcli.terminal.common import RESULTS, TYPED, Form, FormOption, Quiet, WorkersOption, cluster_option, deals_option, with_options
from simcli.terminal.kernels import choose_speed

if TYPE_CHECKING:
    from simcli.config import ResolvedRun
    from simcli.report.answer import Answer
    from simcli.studies.driver import Study

EXAMPLES = ("simcli more reports/seats-1a2b3c4d", "simcli more reports/seats-1a2b3c4d --deals 50000")
BY_NUMBER = "name a number of deals: --deals N"


@dataclass(frozen=True, kw_only=True)
class OfMore:
    """How far a folder is played on, where, and how it is printed."""

    deals: Annotated[
        int | None, deals_option("Most deals played; if not given the deals that settle most of what its answer leaves open.")
    ] = None
    threads: WorkersOption = None
    cluster: Annotated[str | None, cluster_option()] = None
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and play nothing.", rich_help_panel=PLAY)] = False
    fast: Annotated[bool, typer.Option("--fast", help="Leave out bounds checks; the results are the same.", rich_help_panel=PLAY)] = False
    form: FormOption = Form.TABLE
    table: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Which table `--format csv` prints; the main one if not given.", rich_help_panel=RESULTS),
    ] = None
    wide: Annotated[bool, typer.Option("--wide", help="Print all figures of the tables.", rich_help_panel=RESULTS)] = False
    quiet: Quiet = False
    command: str = field(default="", metadata={TYPED: True})
    """the command line as it was typed"""


@with_options
def more(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, what-if, cards, steps or matchups.", show_default=False)],
    common: OfMore,
) -> int:
    """Plays a run folder on with the config that it keeps, up to more deals, and says what it says then."""
    choose_speed(fast=common.fast)
    from simcli.sim.folder.store import read_run, shard_of
    from simcli.studies.results import is_kept

    if is_kept(run):
        _refuse_records(run)
    data = read_run(run)
    if shard := shard_of(data):
        raise RunFolderError(f"{run} holds shard {shard} of a run: `simcli merge` makes one run of all shards")
    deals = common.deals if common.deals is not None else _wanted(run, quiet=common.quiet)
    return ui.DONE if deals is None else _play(run, data, deals, common)


def _play(folder: Path, data: dict[str, Any], deals: int, common: OfMore) -> int:
    """Plays the run of a folder by the study that it is of."""
    from dataclasses import replace

    from simcli.config.run.commands import to_the_last_deal
    from simcli.sim.folder.results import stored_run
    from simcli.studies.driver import drive

    run = replace(to_the_last_deal(stored_run(folder, data)), deals=deals)
    given = {"out": folder, "cluster": common.cluster, "dry_run": common.dry_run, "form": common.form}
    study: Study[Any] = _study_module(run).of_folder(run, **given, threads=common.threads, quiet=common.quiet, command=common.command)
    study.is_config, study.kept_in = False, folder
    tables = list(getattr(study, "csv_tables", ()))
    if common.table is not None:
        if common.table not in tables:
            what = f"this study prints {', '.join(tables)} as CSV" if tables else "this study prints one table as CSV"
            raise UserError.of(f"--table {common.table}", what, "name one of these" if tables else "leave it out")
        study.table = common.table  # type: ignore[attr-defined]
    if common.wide and hasattr(study, "wide"):
        study.wide = True
    return drive(study)


def _study_module(run: ResolvedRun) -> Any:
    """The module `study` of the study that a run is of: what it names, matchups for tables of this name, else a run."""
    from simcli.config.run.resolved import ROUND_ROBIN

    own = ROUND_ROBIN if run.tables == ROUND_ROBIN else "run" if run.study is None else run.study.verb
    module = module_of(own, "study")
    return module if module is not None and hasattr(module, "of_folder") else module_of("run", "study")


def _wanted(folder: Path, *, quiet: bool) -> int | None:
    """How many deals a folder is played on to: what it was to play where it is not finished, else what its answer asks for, which is said;
    None where nothing is open."""
    from simcli.report.formatting import count
    from simcli.sim.folder.results import UNFINISHED
    from simcli.studies.results import load

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
    from simcli.studies.results import read_results

    found = read_results(folder)
    command = found.info.get("command") or getattr(found.results, "command", "")
    hint = f"repeat it with more deals: {command}" if command else "type its command once more, with more deals"
    raise UserError.of(folder, f"a {found.study} keeps results, no run that could be played on", hint)
