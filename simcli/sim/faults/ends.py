"""Errors of games that their rules cannot finish: faults of their author, each with the command that shows the position."""

from __future__ import annotations

import shlex

from simcli.base.files import shown
from simcli.config.run.commands import trace_words
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import UserError, Where, counted
from simcli.game import Game
from simcli.games.onefile.find import known
from simcli.sim.plan import Batch, Cell

FEWEST_GAMES = 20
"""Games without an end that are enough, with none that has one, to call a game endless before a run is over."""


def no_actions(game: Game, seat: int, phase: int, decisions: int, where: str = "", see: str = "") -> UserError:
    """A position in which the game goes on and nothing is legal; seat: from 0, where: which game of a run, see: how to look at it."""
    decision = game.decisions[phase] if phase < len(game.decisions) else None
    asked = f"'{decision.name}' ({decision.rule})" if decision else f"decision {phase}, of which it has {len(game.decisions)}"
    message = f"no action is legal after {counted(decisions, 'decision')}{where}: seat {seat + 1} is asked for {asked}"
    where_told = where_of(game, *_legal_of(game, phase), "over")
    return UserError.of(where_told, message, see or "`legal_actions` lists at least one action until `s.over` says that the game has ended")


def _legal_of(game: Game, phase: int) -> list[str]:
    """Functions that allow the actions of a decision, in the file of a game."""
    decisions = known(game.package).decisions if game.file is not None else ()
    return [f"legal_{verb.name}" for verb in decisions[phase].verbs] if phase < len(decisions) else []


def no_actions_tried(run: ResolvedRun, cell: Cell, deal: int, rotation: int) -> UserError:
    """The same of a position that a search player has come to in its playouts: no game of the run shows it."""
    message = f"a search comes to a position in which no action is legal{_where(deal, rotation)}"
    return UserError.of(where_of(run.game, "over"), message, f"the game it is played in: {see_command(run, cell, deal, rotation)}")


def out_of_range(run: ResolvedRun, cell: Cell, deal: int, rotation: int) -> UserError:
    """A game that ended with a score that the catalogue excludes."""
    catalogue = cell.catalogue
    message = f"a score lies outside the range of its catalogue, {catalogue.score_low} to {catalogue.score_high}{_where(deal, rotation)}"
    said = f"SCORES = low, high in {run.game.file.name} says which are possible; " if run.game.file else ""
    return UserError.of(where_of(run.game, "SCORES", "points"), message, f"{said}see it: {see_command(run, cell, deal, rotation)}")


def check_ends(run: ResolvedRun, cell: Cell, batch: Batch, games: int, capped: int, fewest: int = FEWEST_GAMES) -> None:
    """UserError when all of `fewest` games or more reached the limit on decisions: the rules have no end for them."""
    if not fewest <= games == capped:
        return
    deals = f"deal {batch.first_deal}" if batch.deals == 1 else f"deals {batch.first_deal} to {batch.first_deal + batch.deals - 1}"
    message = f"none of {counted(games, 'game')} of {deals} has ended after {counted(run.game.max_decisions, 'decision')}"
    see = f"see one: {see_command(run, cell, batch.first_deal, 0)}"
    hint = f"{see}; a rule that sets `s.over` to STOPPED ends games in which nobody gets on, `max_decisions` of its GAME is the limit"
    raise UserError.of(where_of(run.game, "over"), message, hint)


def see_command(run: ResolvedRun, cell: Cell, deal: int, rotation: int) -> str:
    """The command that traces a game of a run."""
    words = [*trace_words(run), "--players", str(cell.players)]
    words += ["--variant", cell.variant] if cell.variant else []
    return shlex.join([*words, "--deal", str(deal), "--rotation", str(rotation)])


def where_of(game: Game, *names: str) -> Where:
    """Where the file of a game defines the first of these names that it has; of a game in a folder its id."""
    if game.file is None:
        return Where(f"game {game.id}")
    lines = known(game.package).lines
    return Where(shown(game.file), next((lines[name] for name in names if name in lines), 1), 1)


def _where(deal: int, rotation: int) -> str:
    return f" (deal {deal}, rotation {rotation})"
