"""`simcli league`: plans of which none gains on the mix, found by searching reply after reply."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.cli import ui
from simcli.cli.arguments import PLAY, game_names, listed, whole
from simcli.studies.run.command import Form, FormOption, Out, Quiet, Sets, Workers
from simcli.studies.tune.command import Habits, OwnDeals

if TYPE_CHECKING:
    from simcli.studies.league.play import Asked

EXAMPLES = (
    "simcli league guildes --players 4 --starts 2",
    "simcli league guildes --field balanced,denier --rounds 2 --budget 200000 --deals 100 --out my-league",
    'simcli league architects --own-deals 16 --habit "turns<=38" --set options.max_turns=45',
)


def league(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of a game.", show_default=False, autocompletion=game_names)],
    field: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Plans it begins with; all shipped ones but random if not given.", show_default=False),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; 4, or the nearest the game allows.", show_default=False, **whole("--players", 2, 100)),
    ] = None,
    rounds: Annotated[int, typer.Option(help="Most replies that join.", rich_help_panel=PLAY, **whole("--rounds", 1, 100))] = 8,
    starts: Annotated[
        int,
        typer.Option(
            help="Plans that a reply is searched from, the best first, then the weakest.", rich_help_panel=PLAY, **whole("--starts", 1, 100)
        ),
    ] = 1,
    budget: Annotated[
        str, typer.Option(metavar="GAMES", help="Of each search: games, or minutes as 10m.", rich_help_panel=PLAY)
    ] = "1000000",
    enough: Annotated[
        int, typer.Option(help="Points of win share; a reply that gains less ends it.", rich_help_panel=PLAY, **whole("--enough", 1, 50))
    ] = 5,
    deals: Annotated[
        int, typer.Option(help="Deals of each line-up of the plans.", rich_help_panel=PLAY, **whole("--deals", 20, 1_000_000))
    ] = 200,
    seed: Annotated[int, typer.Option(help="Seed of all chance.", rich_help_panel=PLAY, **whole("--seed", 0))] = 1,
    own_deals: OwnDeals = 0,
    habit: Habits = None,
    sets: Sets = None,
    workers: Workers = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan and play nothing.", rich_help_panel=PLAY)] = False,
    out: Out = None,
    form: FormOption = Form.TABLE,
    quiet: Quiet = False,
) -> int:
    """Finds plans of which none gains on the mix, by adding the best reply until a search finds none that gains."""
    from simcli.cli.kernels import announce_compiling, announce_python, choose_speed

    choose_speed(fast=False)
    from simcli.cli.origins import tell_anew
    from simcli.errors import InterruptedRun, StoppedError, TooLargeError
    from simcli.studies.league.play import FIELD_FOLDER, ask, play
    from simcli.studies.league.words import views
    from simcli.studies.run.page import PAGE
    from simcli.studies.run.terminal import whole_table

    names = listed(field)
    asked = ask(
        game,
        names,
        players=players,
        rounds=rounds,
        starts=starts,
        budget=budget,
        deals=deals,
        enough=enough / 100,
        seed=seed,
        own_deals=own_deals,
        habits=habit or (),
        sets=sets or (),
    )
    folder = out or asked.folder
    ui.check_name(folder, "--out")
    tell_anew(asked.run.game, folder, quiet=quiet)
    if dry_run:
        _show_plan(asked, folder, as_json=form is Form.JSON)
        return ui.DONE
    announce_python(asked.first.field.plans, quiet=quiet)
    announce_compiling(asked.run.game, quiet=quiet)

    def tell(text: str) -> None:
        ui.say(text, quiet=quiet)

    try:
        found = play(asked, folder, workers=workers, tell=tell)
    except (InterruptedRun, StoppedError, KeyboardInterrupt) as stop:
        if not isinstance(stop, TooLargeError):
            ui.say(f"to go on: {shlex.join(('simcli', *context.obj))}")
        raise
    assert found.folder is not None
    ui.write_study(
        found.answer, form, quiet=quiet, tables=lambda: map(whole_table, views(found.results)), text=lambda: found.report(form.value)
    )
    tell(f"report: {found.folder / PAGE}")
    tell(f"the field: {found.folder / FIELD_FOLDER}; in a config: strategies: {{field: {(found.folder / FIELD_FOLDER).as_posix()}}}")
    return ui.DONE


def _show_plan(asked: Asked, folder: Path, *, as_json: bool) -> None:
    """Prints the plan on stdout; writes nothing else."""
    from simcli.report import formatting as fmt
    from simcli.report.table.grid import Facts

    plan = asked.to_json(folder)
    if as_json:
        ui.write_json(plan)
        return
    most = f"{fmt.count(plan['most_line_ups'])} with a reply of each of {fmt.count(plan['rounds'])} rounds"
    games = f"{fmt.count(plan['games'])} games" if plan["games"] is not None else f"{plan['minutes']:g} minutes"
    now, deals = fmt.count(plan["line_ups"]), fmt.count(plan["deals"])
    facts = {
        "Game": asked.run.game.title,
        "Players": str(plan["players"]),
        "Plans": ", ".join(plan["field"]),
        "Line-ups": f"{now} of these plans, at most {most}; {deals} deals each, in all rotations",
        "Each search": games,
        "It ends": f"with a reply that gains less than {fmt.bare_percent(asked.enough)} points" + _from_each(asked.starts),
        "Seed": str(plan["seed"]),
        "Folder": f"{plan['folder']}{', to be gone on with' if plan['folder_exists'] else ''}",
    }
    ui.write_table(Facts(tuple(facts.items())))


def _from_each(starts: int) -> str:
    return f", from each of {starts} starts" if starts > 1 else ""
