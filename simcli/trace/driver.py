"""The traced game as the command line drives it: which one is meant, what is printed of it, and the files it is written to."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.text import Text

from simcli.config import ResolvedRun, load_config
from simcli.config.players.strategy_files import is_file
from simcli.config.run.resolved import Variant
from simcli.engine.code.doors import WARM_TRACE
from simcli.errors import SimcliError, UserError, counted
from simcli.game import Game
from simcli.report.table.terminal import whole_table
from simcli.sim.faults.rules import of_deals, raise_rules_error
from simcli.sim.folder.names import RUN
from simcli.sim.pick_words import DEALS, Wanted, name_of
from simcli.sim.pool.subprocesses import usable_cores
from simcli.studies.counted import load_settings
from simcli.terminal import ui
from simcli.terminal.kernels import announce_compiling, announce_kept, announce_python
from simcli.terminal.origins import tell_files
from simcli.terminal.records import OfTrace, TraceFiles
from simcli.trace.answer import change_text, choice_text, claim, heading, points_table
from simcli.trace.decisive import Decisive, decisive
from simcli.trace.page import page_text
from simcli.trace.pick import pick
from simcli.trace.trace import Moment, Played, Setup
from simcli.trace.trace import trace as plays


def trace(config: str, which: OfTrace, files: TraceFiles) -> int:
    """Plays one game of a config or run folder and prints it; returns the exit code. UserError for what does not go together."""
    is_run, sets = _is_run(config), which.sets or ()
    run = _stored(config, sets) if is_run else load_config(config, sets=sets)
    counts = ", ".join(map(str, run.players))
    count = run.players[0] if which.players is None else which.players
    is_named = len(run.players) > 1 or count not in run.players
    if count not in run.players and is_run:
        raise UserError.of(f"--players {count}", f"the run was played with {counts}", "name the config in place of the folder")
    if count not in run.players:
        run = load_config(config, sets=sets, players=count)
    chosen = run.played_variants[0] if which.variant is None else run.variant(which.variant)
    _check_files(run.game, files.svg, files.html)
    if not is_run:
        tell_files(run)
        announce_python(run.strategies)
    if which.players is None and len(run.players) > 1:
        ui.say(f"with {counted(count, 'player')}; the config is for {counts} (--players)")
    if which.variant is None and run.variants:
        ui.say(f"variant '{chosen.name}', the first of {len(run.variants)} (--variant)")
    announce_compiling(run.game, strategies=run.strategies)
    deal, rotation, reason = which.deal, which.rotation, ""
    if which.pick is not None:
        deal, rotation, reason = _find(run, chosen, count, which.pick, which.among)
    deal, rotation = deal or 0, rotation or 0
    words = ["simcli", "trace", config, *(word for text in sets for word in ("--set", text))]
    words += ["--players", str(count)] if is_named else []
    words += ["--variant", chosen.name] if run.variants else []
    again = shlex.join([*words, "--deal", str(deal), "--rotation", str(rotation)])
    try:
        _tell(Setup.of(run, chosen, count), (deal, rotation), which, files, (reason, again))
    except Exception as error:
        alone = replace(run, players=(count,), variants=(chosen,) if run.variants else ())
        raise_rules_error(run.game, error, partial(of_deals, alone, 0, deal, 1))
    return ui.DONE


def _tell(setup: Setup, game: tuple[int, int], which: OfTrace, files: TraceFiles, about: tuple[str, str]) -> None:
    """Prints the answer of a game, its decisions where they are asked for, and writes its picture and its page.

    game: deal and rotation; about: how it was found, and the command that traces it again.
    """
    played = Played()
    pictures: list[str] = []
    moments: list[Moment] = []
    draw = pictures.append if files.svg is not None else None
    watch = moments.append if files.html is not None else None
    log: list[str] = []
    is_wide = which.wide or which.explain
    try:
        for line in plays(setup, *game, draw, explain=which.explain, watch=watch, played=played):
            log.append(line)
    except SimcliError:  # a game that cannot go on is seen up to there
        _write_log(log)
        raise
    reason, again = about
    found = _write_answer(setup, played, reason)
    ui.write_line(f"{again} {'--html game.html' if is_wide else '--wide'}")
    if is_wide:
        _write_log(["", *log])
    if files.svg is not None:
        ui.write_file(files.svg, pictures[-1], "--svg")
    if files.html is not None:
        ui.write_file(files.html, page_text(setup, moments, played, found, about), "--html")


def _write_answer(setup: Setup, played: Played, reason: str) -> Decisive:
    """Prints who won, the points by round and the choices that decided it; returns these. reason: how the game was found, '' if named."""
    ui.write_line(claim(played))
    if reason:
        ui.write_table(Text(f"{reason}."))
    ui.write_line("")
    if played.has_points:
        ui.write_table(whole_table(points_table(played, setup.game.title)))
    announce_compiling(setup.game, WARM_TRACE)
    found = decisive(played)
    ui.write_table(Text(heading(found)))
    for one in found.choices:
        ui.write_table(Text(f"  {choice_text(one)}"), Text(f"    {change_text(one, found, by_points=played.is_by_points)}"))
    ui.write_line("")
    return found


def _write_log(lines: Sequence[str]) -> None:
    for line in lines:
        ui.write_line(line)


def _is_run(config: str) -> bool:
    return is_file(Path(config) / RUN)


def _stored(folder: str, sets: Sequence[str]) -> ResolvedRun:
    """The run of a run folder, as it was played; says so when Python code of the folder is about to be run."""
    if sets:
        raise UserError.of("--set", "a run folder is shown as it was played", "name the config in place of the folder")
    run = load_settings(folder)
    announce_kept(run.strategies, Path(folder))
    return run


def _find(run: ResolvedRun, variant: Variant, players: int, wanted: Wanted, among: int | None) -> tuple[int, int, str]:
    """Deal and rotation of the game to look for, and in words how it was found."""
    deals = min(run.deals, DEALS) if among is None else among
    game = pick(run, variant, players, wanted, deals, usable_cores())
    where = f"{game.games} games of deals 0 to {deals - 1}"
    alike = f", as in {game.alike} more" if game.alike else ""
    apart = f" ({game.unended} more did not end and are left out)" if game.unended else ""
    return game.deal, game.rotation, f"{name_of(wanted)} of the {where}{apart}: {game.what}{alike}"


def _check_files(game: Game, svg: Path | None, html: Path | None) -> None:
    """UserError before anything is played when there will be no picture, or no place for a file."""
    if svg is not None and not game.has_pictures:
        raise UserError.of("--svg", f"{game.title} has no board to draw", "leave it out")
    for option, file in (("--svg", svg), ("--html", html)):
        if file is not None:
            ui.check_name(file, option)
            if file.is_dir():
                raise UserError.of(option, f"{file} is a folder", "name a file in it")
            if not file.parent.is_dir():
                raise UserError.of(option, f"{file.parent} is no folder that exists", "name a file in a folder that exists")
