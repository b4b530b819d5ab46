"""`simcli ladder`: whether the verdicts of a config survive stronger players."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, Players, listed, whole, word
from simcli.cli.run import Form, FormOption, Out, PlayedConfig, Quiet, Seed, Sets, Workers

if TYPE_CHECKING:
    from simcli.cli.progress import ProgressPrinter
    from simcli.ladders import AskedLadder, PlannedRung

EXAMPLES = (
    "simcli ladder kingdom_builder/seats --set players=4",
    "simcli ladder guildes/cards --set players=4 --rungs random,balanced,search-5 --budget 0.5 --out cards-ladder",
)


class About(StrEnum):
    """What is judged."""

    SEATS = "seats"
    ITEMS = "items"
    BANS = "bans"
    VARIANTS = "variants"


def _minutes(text: str | float) -> float:
    """A number of minutes above 0."""
    from simcli.errors import UserError

    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if 0.0 < minutes < 1e6:
        return minutes
    raise UserError.of(f"--budget {text}", f"found '{text}', expected minutes, a number above 0", "for instance --budget 2")


def ladder(
    context: typer.Context,
    config: PlayedConfig,
    rungs: Annotated[
        list[str] | None,
        typer.Option(
            "--rungs",
            metavar="NAME,...",
            help="Players from weak to strong: strategies, shipped, fields, search-N; NAME:DEALS for its deals.",
            rich_help_panel=PLAY,
            show_default=False,
        ),
    ] = None,
    about: Annotated[
        About | None,
        typer.Option(
            help="What is judged; what the config asks about if not given, else all.",
            rich_help_panel=PLAY,
            show_default=False,
            **word("--about", About),
        ),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(help="Rough minutes of one core for each rung.", rich_help_panel=PLAY, parser=_minutes, metavar="MINUTES"),
    ] = 2.0,
    players: Players = None,
    deals: Annotated[
        int | None, typer.Option(help="Most deals of a rung.", rich_help_panel=PLAY, show_default=False, **whole("--deals"))
    ] = None,
    seed: Seed = None,
    sets: Sets = None,
    workers: Workers = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and play nothing.", rich_help_panel=PLAY)] = False,
    out: Out = None,
    form: FormOption = Form.TABLE,
    quiet: Quiet = False,
) -> int:
    """Says whether the verdicts of a config survive stronger players: each is repeated with the players of each rung, on the same deals."""
    from simcli.cli.kernels import announce_compiling, announce_python, choose_speed

    choose_speed(fast=False)
    from simcli.cli.origins import tell_anew, tell_files
    from simcli.cli.progress import ProgressPrinter
    from simcli.errors import InterruptedRun, StoppedError, TooLargeError
    from simcli.ladders import ask, play_ladder
    from simcli.report.html import PAGE
    from simcli.report.tables import ladder_table

    names = listed(rungs)
    what, laid = about and str(about), sets or ()
    asked = ask(config, names, about=what, deals=deals, budget=budget, seed=seed, sets=laid, players=players or ())
    tell_files(asked.run, quiet=quiet)
    for one in asked.missing:
        ui.say(f"left out: {one}", quiet=quiet)
    folder = out or asked.folder
    ui.check_name(folder, "--out")
    tell_anew(asked.run.game, folder, quiet=quiet)
    if dry_run:
        _show_plan(asked, folder, workers, as_json=form is Form.JSON)
        return ui.DONE
    plans = [plan for one in asked.rungs for plan in one.run.strategies]
    announce_python(plans, quiet=quiet)
    announce_compiling(asked.run.game, strategies=plans, quiet=quiet)

    @contextmanager
    def watch(one: PlannedRung, place: Path) -> Iterator[ProgressPrinter]:
        from simcli.report.formatting import count
        from simcli.sim.store import RUN

        ui.say(f"{one.rung.name}: {count(one.run.deals)} deals", quiet=quiet)
        with ProgressPrinter(one.run, place, is_resumed=(place / RUN).exists(), quiet=quiet) as printer:
            yield printer

    try:
        found = play_ladder(asked, folder, workers=workers, watch=watch)
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {shlex.join(('simcli', *context.obj))}")
        raise
    for planned, rung in zip(asked.rungs, found.results.rungs, strict=True):
        if rung.deals > planned.run.deals:
            ui.say(f"kept: {folder} holds {rung.deals:,} deals of {rung.rung}; for fewer choose another --out", quiet=quiet)
    ui.write_study(found.answer, form, quiet=quiet, tables=lambda: [ladder_table(found.results)], text=lambda: found.report(form.value))
    ui.say(f"report: {folder / PAGE}", quiet=quiet)
    return ui.DONE


def plan_data(asked: AskedLadder, folder: Path, workers: int | None) -> dict[str, Any]:
    """The plan as plain data; `seconds` come from the prices of the game's description, not from this machine."""
    from simcli.sim.deal_units import played_again
    from simcli.sim.plan import make_plan
    from simcli.sim.subprocesses import usable_cores

    cores = workers or usable_cores()
    plans = [make_plan(one.run) for one in asked.rungs]
    rungs = [
        {
            "rung": one.rung.name,
            "strategies": [plan.name for plan in one.run.strategies],
            "tables": one.run.tables,
            "players": list(one.run.players),
            "deals": one.run.deals,
            "games": plan.games,
            "step_deals": {str(n): deals for n, deals in one.step_deals.items()},
            "seconds": (
                (one.run.deals + played_again(plan, one.run.deals)) * one.microseconds
                + sum(one.step_deals[n] * one.step_microseconds[n] for n in one.step_deals)
            )
            / 1e6
            / cores,
        }
        for one, plan in zip(asked.rungs, plans, strict=True)
    ]
    return {
        "game": asked.run.game.id,
        "seed": asked.run.seed,
        "judged": list(asked.asked),
        "rungs": rungs,
        "missing": list(asked.missing),
        "workers": cores,
        "seconds": sum(float(str(rung["seconds"])) for rung in rungs),
        "folder": str(folder),
        "folder_exists": folder.exists(),
    }


def _show_plan(asked: AskedLadder, folder: Path, workers: int | None, *, as_json: bool) -> None:
    """Prints the plan on stdout; writes nothing else."""
    from simcli.report import formatting as fmt
    from simcli.report.formatting import readable_time
    from simcli.report.grid import Facts, Grid

    plan = plan_data(asked, folder, workers)
    if as_json:
        ui.write_json(plan)
        return
    titles = ("Rung", "Who sits in all seats", "Tables", "Players", "Deals", "Games", "Deals for its strength", "Rough time")
    rows = tuple(
        (
            rung["rung"],
            fmt.few(rung["strategies"]),
            rung["tables"],
            fmt.listing([str(n) for n in rung["players"]]),
            fmt.count(rung["deals"]),
            fmt.count(rung["games"]),
            fmt.count(sum(rung["step_deals"].values())) if rung["step_deals"] else fmt.DASH,
            readable_time(rung["seconds"]),
        )
        for rung in plan["rungs"]
    )
    facts = {
        "Game": asked.run.game.title,
        "Judged": fmt.listing(plan["judged"]),
        "Seed": str(plan["seed"]),
        "Rough time": f"{readable_time(plan['seconds'])} on {plan['workers']} core{'s' if plan['workers'] > 1 else ''}, once compiled",
        "Folder": f"{plan['folder']}{', to be gone on with' if plan['folder_exists'] else ''}",
    }
    ui.write_table(Grid(titles, rows, right=frozenset({4, 5, 6}), leaves=(6, 2)), Facts(tuple(facts.items())))
