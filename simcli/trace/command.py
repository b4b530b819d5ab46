"""`simcli trace`: one game, decision by decision."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.cli import ui
from simcli.cli.arguments import config_names, game_wanted, whole
from simcli.cli.common import Sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcli.config import ResolvedRun
    from simcli.config.run.resolved import Variant
    from simcli.game import Game
    from simcli.trace.pick_words import Wanted
    from simcli.trace.trace import Setup

EXAMPLES = (
    "simcli trace guildes/seats --deal 7",
    "simcli trace my.yaml --deal 7 --rotation 2 --players 4",
    "simcli trace guildes/plans --pick closest",
    "simcli trace guildes/plans --pick seat-1-loses --among 200",
    "simcli trace guildes/plans --players 4 --pick 'closest, seat 4 wins by 1 or more'",
    "simcli trace guildes/seats --deal 7 --explain",
    "simcli trace guildes/plans --pick median --html game.html",
    "simcli trace kingdom_builder/seats --deal 7 --svg board.svg",
)


def trace(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG",
            help="Config file, a name such as guildes/seats, or a run folder.",
            show_default=False,
            autocompletion=config_names,
        ),
    ],
    deal: Annotated[int | None, typer.Option(help="Number of the deal, from 0.", show_default=False, **whole("--deal", 0))] = None,
    rotation: Annotated[
        int | None, typer.Option(help="Rotation of the line-up, from 0.", show_default="0", **whole("--rotation", 0))
    ] = None,
    pick: Annotated[
        Any,
        typer.Option(
            help="Look for a game: median, closest, blowout, comeback, longest, shortest, upset, 'seat 4 wins by 1'; joined by commas.",
            show_default=False,
            **game_wanted("--pick"),
        ),
    ] = None,
    among: Annotated[
        int | None,
        typer.Option(
            help="Deals that --pick looks at; those of the config, at most 1000, if not given.",
            show_default=False,
            **whole("--among", 1, 1_000_000),
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell of every choice what the strategy saw of the actions, their scores and chances.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; the first of the config if not given.", show_default=False, **whole("--players", 1)),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(help="Name of the variant; the first of the config if not given.", show_default=False)
    ] = None,
    sets: Sets = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a picture of the final board there, of a game with a board.", show_default=False),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game there as a page to step through, every choice explained.", show_default=False),
    ] = None,
) -> int:
    """Plays one game of a config and prints every decision in words."""
    from simcli.cli.kernels import announce_compiling, announce_python
    from simcli.cli.origins import tell_files
    from simcli.config import load_config
    from simcli.errors import UserError

    _check_game(deal, rotation, pick, among)
    is_run = _is_run(config)
    run = _stored(config, sets or ()) if is_run else load_config(config, sets=sets or ())
    counts = ", ".join(map(str, run.players))
    count = run.players[0] if players is None else players
    if count not in run.players:
        raise UserError.of(f"--players {count}", f"the config is for {counts}", f"add --set players={count}")
    chosen = run.played_variants[0] if variant is None else run.variant(variant)
    _check_files(run.game, svg, html)
    if not is_run:
        tell_files(run)
        announce_python(run.strategies)
    if players is None and len(run.players) > 1:
        ui.say(f"with {count} players; the config is for {counts} (--players)")
    if variant is None and run.variants:
        ui.say(f"variant '{chosen.name}', the first of {len(run.variants)} (--variant)")
    announce_compiling(run.game, strategies=run.strategies)
    words = ["simcli", "trace", config, *(word for text in sets or () for word in ("--set", text))]
    words += ["--players", str(count)] if len(run.players) > 1 else []
    words += ["--variant", chosen.name] if run.variants else []
    found = ""
    if pick is not None:
        deal, rotation, found = _find(run, chosen, count, pick, among)
    deal, rotation = deal or 0, rotation or 0
    again = shlex.join([*words, "--deal", str(deal), "--rotation", str(rotation)])
    if found:
        ui.write_line(f"{found}; again: {again}")
    from simcli.trace.trace import Setup

    _tell(Setup.of(run, chosen, count), deal, rotation, explain=explain, svg=svg, html=html, about=(found, again))
    return ui.DONE


def _tell(setup: Setup, deal: int, rotation: int, *, explain: bool, svg: Path | None, html: Path | None, about: tuple[str, str]) -> None:
    """Prints a game, and writes its picture and its page; about: how it was found, and the command that tells it again."""
    from simcli.trace import trace as tracing

    pictures: list[str] = []
    moments: list[tracing.Moment] = []
    draw = pictures.append if svg is not None else None
    watch = moments.append if html is not None else None
    for line in tracing.trace(setup, deal, rotation, draw, explain=explain, watch=watch):
        ui.write_line(line)
    if svg is not None:
        ui.write_file(svg, pictures[-1], "--svg")
    if html is not None:
        from simcli.trace.page_data import page_text

        ui.write_file(html, page_text(setup, moments, deal, rotation, *about), "--html")


def _check_game(deal: int | None, rotation: int | None, pick: Wanted | None, among: int | None) -> None:
    """UserError unless one game is meant: a deal, or one to look for."""
    from simcli.errors import UserError

    if pick is None and deal is None:
        raise UserError.of("simcli trace", "needs --deal K or --pick WORD: which game is meant", "see `simcli trace --help`")
    if pick is None and among is not None:
        raise UserError.of("--among", "is for --pick, which looks for a game", "leave it out, or write --pick in place of --deal")
    for option, given in (("--deal", deal), ("--rotation", rotation)):
        if pick is not None and given is not None:
            raise UserError.of(option, "does not go with --pick, which looks for the game", "leave one of them out")


def _is_run(config: str) -> bool:
    """Whether the argument names a run folder."""
    from simcli.sim.folder.store import RUN

    try:
        return (Path(config) / RUN).is_file()
    except (OSError, ValueError):
        return False


def _stored(folder: str, sets: Sequence[str]) -> ResolvedRun:
    """The run of a run folder, as it was played; says so when Python code of the folder is about to be run."""
    from simcli.config.players.python_strategy import check_source
    from simcli.config.players.strategies import FUNCTION
    from simcli.config.yaml.problems import Problems
    from simcli.errors import UserError
    from simcli.studies.run.api import load_settings

    if sets:
        raise UserError.of("--set", "a run folder is told as it was played", "name the config in place of the folder")
    run, problems = load_settings(folder), Problems()
    written = [strategy for strategy in run.strategies if strategy.kind == FUNCTION]
    for strategy in written:
        check_source(strategy.source, Path(strategy.where), problems)
    problems.raise_any()
    if written:
        ui.say(f"running Python code, with your rights, that {folder} keeps: play only folders you trust")
    return run


def _find(run: ResolvedRun, variant: Variant, players: int, wanted: Wanted, among: int | None) -> tuple[int, int, str]:
    """Deal and rotation of the game to look for, and in words how it was found."""
    from simcli.sim.subprocesses import usable_cores
    from simcli.trace.pick import DEALS, pick
    from simcli.trace.pick_words import name_of

    deals = min(run.deals, DEALS) if among is None else among
    found = pick(run, variant, players, wanted, deals, usable_cores())
    where = f"{found.games} games of deals 0 to {deals - 1}"
    alike = f", as in {found.alike} more" if found.alike else ""
    apart = f" ({found.unended} more did not end and are left out)" if found.unended else ""
    return found.deal, found.rotation, f"{name_of(wanted)} of the {where}{apart}: {found.what}{alike}"


def _check_files(game: Game, svg: Path | None, html: Path | None) -> None:
    """UserError before anything is played when there will be no picture, or no place for a file."""
    from simcli.errors import UserError

    if svg is not None and not game.has_pictures:
        raise UserError.of("--svg", f"{game.title} has no board to draw", "leave it out")
    for option, file in (("--svg", svg), ("--html", html)):
        if file is None:
            continue
        ui.check_name(file, option)
        if file.is_dir():
            raise UserError.of(option, f"{file} is a folder", "name a file in it")
        if not file.parent.is_dir():
            raise UserError.of(option, f"{file.parent} is no folder that exists", "name a file in a folder that exists")
