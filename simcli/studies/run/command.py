"""`simcli run`: plays a config, or goes on with a run that was stopped."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, Players, config_names, measures_of, whole, word

if TYPE_CHECKING:
    from simcli.config import ResolvedRun
    from simcli.sim.runner import Outcome
    from simcli.stats.summary import Cell, Summary, Tested
    from simcli.studies.run.api import Run

EXAMPLES = (
    "simcli run guildes/seats --deals 2000",
    "simcli run my.yaml --set options.events=on --set patch.guilds.knight.copies=9",
    "simcli run my.yaml --gate seats --format json > summary.json",
)
GATE_NAMES = 12
"""So many seats and strategies are named by a gate; more are counted."""
RESULTS = "Results"


class Form(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Table(StrEnum):
    """Tables of a run that `--format csv` prints; those of `simcli.studies.run.frames.TABLES`."""

    STRATEGIES = "strategies"
    SEATS = "seats"
    ITEMS = "items"
    BANS = "bans"
    CARDS = "cards"
    VARIANTS = "variants"
    DIFFERENCES = "differences"
    GAMES = "games"
    SCORES = "scores"
    QUANTILES = "quantiles"
    CATEGORIES = "categories"
    SEAT_PARTS = "seat_parts"
    STRATEGY_ITEMS = "strategy_items"
    ITEM_LEVELS = "item_levels"
    FEEL = "feel"
    REPLY = "reply"
    VARIETY = "variety"


class Gate(StrEnum):
    """Which verdicts must be `even`."""

    SEATS = "seats"
    STRATEGIES = "strategies"
    ALL = "all"


# Arguments of the verbs that play a config into a run folder.
CONFIG_HELP = "Config file, or a name such as guildes/seats. A strategy in a Python file is a program that runs with your rights."
PlayedConfig = Annotated[str, typer.Argument(metavar="CONFIG", help=CONFIG_HELP, show_default=False, autocompletion=config_names)]
Deals = Annotated[int | None, typer.Option(help="Most deals played.", rich_help_panel=PLAY, show_default=False, **whole("--deals"))]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Lay a value over the config; repeatable.", rich_help_panel=PLAY),
]
Seed = Annotated[int | None, typer.Option(help="Seed of all chance.", rich_help_panel=PLAY, show_default=False, **whole("--seed"))]
Workers = Annotated[
    int | None,
    typer.Option(help="Threads; all usable cores if not given.", rich_help_panel=PLAY, show_default=False, **whole("--workers", 1, 1024)),
]
Out = Annotated[
    Path | None, typer.Option(help="Run folder; reports/NAME-IDENTITY if not given.", rich_help_panel=RESULTS, show_default=False)
]
FormOption = Annotated[Form, typer.Option("--format", help="What is printed on stdout.", rich_help_panel=RESULTS, **word("--format", Form))]
TableOption = Annotated[Table, typer.Option(help="Which table `--format csv` prints.", rich_help_panel=RESULTS, **word("--table", Table))]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing but the answer and errors.", rich_help_panel=RESULTS)]


class Answer(Protocol):
    """What a gate says of a summary."""

    def __call__(self, summary: Summary, *, rerun: str) -> tuple[str, int]:
        """A sentence, and the exit code."""


def run(
    context: typer.Context,
    config: PlayedConfig,
    players: Players = None,
    deals: Deals = None,
    seed: Seed = None,
    sets: Sets = None,
    workers: Workers = None,
    fast: Annotated[bool, typer.Option("--fast", help="Leave out bounds checks; the results are the same.", rich_help_panel=PLAY)] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and play nothing.", rich_help_panel=PLAY)] = False,
    out: Out = None,
    form: FormOption = Form.TABLE,
    table: TableOption = Table.STRATEGIES,
    records: Annotated[
        bool, typer.Option("--records", help="Keep a row for every player and game, as Parquet files.", rich_help_panel=RESULTS)
    ] = False,
    gate: Annotated[
        Gate | None,
        typer.Option(
            help="Exit with 1 when one of these verdicts is more or less, with 3 while one is open.",
            rich_help_panel=RESULTS,
            show_default=False,
            **word("--gate", Gate),
        ),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT,...",
            help="Measured besides, in games of its own: feel (how the games feel to play), reply (what a player wins who is tuned to beat "
            "these), variety (how many of the plans are worth playing), or none; in long runs reply if not given.",
            rich_help_panel=PLAY,
            show_default=False,
            autocompletion=measures_of,
        ),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Plays a config and says who wins how often; an existing run folder is resumed."""
    from simcli.cli.kernels import choose_speed

    choose_speed(fast=fast)
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.config import load_config
    from simcli.studies.run.api import default_folder

    resolved = load_config(config, sets=sets or (), deals=deals, seed=seed, players=players or (), measure=measure)
    if gate is not None:
        _check_gate(resolved, gate)
    tell_files(resolved, quiet=quiet)
    folder = out or default_folder(resolved)
    ui.check_name(folder, "--out")
    tell_anew(resolved.game, folder, quiet=quiet)
    if dry_run:
        from simcli.studies.run.plan import show_plan

        show_plan(resolved, folder, workers, as_json=form is Form.JSON)
        return ui.DONE
    command = shlex.join(("simcli", *context.obj))
    result, outcome = play_and_tell(resolved, folder, workers, records=records, quiet=quiet, command=command)
    print_result(result, form, table, quiet=quiet)
    return close(result, outcome, None if gate is None else partial(gate_answer, gate=gate), quiet=quiet, command=command)


def _check_gate(resolved: ResolvedRun, gate: Gate) -> None:
    from simcli.errors import UserError

    if gate is Gate.STRATEGIES and not resolved.has_rivals:
        what = "every table has one strategy in all seats" if resolved.is_mirror else "only one strategy plays"
        what += ", so its win share is even by construction and there is no verdict"
        raise UserError.of("--gate strategies", what, "ask for --gate seats, or give the config more strategies")
    if gate is Gate.SEATS and all(any(player.startswith("seat ") for player in variant.restricted) for variant in resolved.played_variants):
        what = "a seat is restricted in every game, so the shares of the seats tell what the ban is worth, not whether seats are fair"
        raise UserError.of("--gate seats", what, "take the restriction of the seat out, or add a variant without it")


def play_and_tell(
    resolved: ResolvedRun, folder: Path, workers: int | None, *, records: bool, quiet: bool, command: str
) -> tuple[Run, Outcome]:
    """Plays a run, or goes on with it, and tells how far it is."""
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.progress import ProgressPrinter
    from simcli.config.run.measures import FEEL
    from simcli.errors import InterruptedRun, StoppedError, TooLargeError
    from simcli.sim.folder.store import RUN
    from simcli.studies.feel.play import WARM
    from simcli.studies.run.api import play

    is_there = (folder / RUN).exists()
    announce_python(resolved.strategies, quiet=quiet)
    announce_compiling(resolved.game, strategies=resolved.strategies, quiet=quiet)
    if FEEL in (resolved.measure or ()):
        announce_compiling(resolved.game, WARM, strategies=resolved.strategies, quiet=quiet)
    try:
        with ProgressPrinter(resolved, folder, is_resumed=is_there, quiet=quiet) as printer:
            return play(resolved, folder, workers=workers, records=records, progress=printer, talk=printer)
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if (folder / RUN).exists() and not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {command}")
        raise


def print_result(result: Run, form: Form, table: Table, *, quiet: bool) -> None:
    """The results and the answer on stdout."""
    from simcli.studies.run.terminal import terminal_table

    tables, text = partial(terminal_table, result.results), partial(result.report, form.value, table.value)
    ui.write_study(result.answer, form, quiet=quiet, tables=lambda: [tables()], text=text)


def close(result: Run, outcome: Outcome, gate: Answer | None, *, quiet: bool, command: str) -> int:
    """What is measured besides, where the report is, and the exit code."""
    from simcli.config.run.commands import rerun_command
    from simcli.sim.stop import MINUTES
    from simcli.studies.run.page import PAGE

    assert result.folder is not None
    ui.say(stop_text(result, outcome), quiet=quiet)
    for text in filter(None, _besides(result)):
        ui.say(text, quiet=quiet)
    ui.say(f"report: {result.folder / PAGE}", quiet=quiet)
    is_short = outcome.stopped_by == MINUTES and not outcome.is_kept
    if is_short:
        ui.say(f"to go on: {command}")
    if gate is not None:
        text, code = gate(result.results, rerun=rerun_command(result.resolved))
        ui.say(text)
        if code != ui.DONE:
            return code
    return ui.STOPPED if is_short else ui.DONE


def _besides(result: Run) -> Iterator[str]:
    """What the run measures besides, in sentences; '' for what it does not."""
    from simcli.studies.feel import words as feel_texts
    from simcli.studies.run.api import told_of_players
    from simcli.studies.variety import words as variety_texts

    yield told_of_players(result)
    yield variety_texts.headline(result.results.variety or ())
    yield feel_texts.headline(result.results.feel or ())


def gate_answer(summary: Summary, *, gate: Gate, rerun: str) -> tuple[str, int]:
    """What the gate says, with all counts and what it would take, and the exit code: 1 for no, 3 while it is not yet known."""
    from simcli.report.words import verdicts as v
    from simcli.stats.verdicts import OPEN, UNEVEN

    tested = [pair for cell in summary.cells for pair in _tested(cell, gate, several=len(summary.cells) > 1)]
    rows = [row for _, row in tested]
    no = [f"{name} {v.word(row.test.verdict)}, {v.share_text(row)}" for name, row in tested if row.test.verdict in UNEVEN]
    still = [name for name, row in tested if row.test.verdict in OPEN]
    counts = v.counts_text(rows, "verdicts")
    if no:
        return f"gate {gate.value}: no: {_some(no)}. {counts}", ui.GATE_SAYS_NO
    if still or not rows:
        what = " ".join(filter(None, (_some(still) + "." if still else "", counts, v.decide_text(rows, rerun))))
        return f"gate {gate.value}: not yet known: {what}", ui.STOPPED
    return f"gate {gate.value}: yes. {counts}", ui.DONE


def _tested(cell: Cell, gate: Gate, *, several: bool) -> Iterator[tuple[str, Tested]]:
    """The seats and strategies of a cell that the gate asks about, with names that say where."""
    where = f" with {cell.players} players" if several else ""
    where += f" in {cell.variant}" if cell.variant is not None else ""
    rows: list[tuple[str, Tested]] = []
    rows += [(row.label, row) for row in cell.seats] if gate is not Gate.STRATEGIES else []
    rows += [(row.name, row) for row in cell.strategies] if gate is not Gate.SEATS else []
    for name, row in rows:
        if row.test.verdict is not None:
            yield f"{name}{where}", row


def _some(names: list[str]) -> str:
    """The first names of a long list, and how many more there are."""
    return ", ".join(names) if len(names) <= GATE_NAMES else f"{', '.join(names[:GATE_NAMES])} and {len(names) - GATE_NAMES} more"


def stop_text(result: Run, outcome: Outcome) -> str:
    """Why no more was played, and how far the run came."""
    from simcli.report.formatting import count
    from simcli.sim.stop import DEALS, HALF_WIDTH

    deals, goal = count(result.results.deals), count(result.resolved.deals)
    if outcome.is_kept:
        return f"kept: {result.folder} holds the results of {deals} deals, more than this run comes to; for fewer choose another --out"
    if outcome.stopped_by == DEALS:
        return f"stopped by deals: all {deals} are played"
    if outcome.stopped_by == HALF_WIDTH:
        return f"stopped by until.half_width ({result.resolved.half_width:g}): reached after {deals} of {goal} deals"
    return f"stopped by until.minutes ({result.resolved.minutes:g}) after {deals} of {goal} deals"
