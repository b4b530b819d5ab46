"""What `simcli check` reports of the games of a strategy, moves that it undoes in the same turn; and of a game that it plays."""

from __future__ import annotations

from collections.abc import Callable

from simcli.config import ResolvedRun
from simcli.engine.code.doors import WARM_COVERAGE
from simcli.game import Game
from simcli.report.table.grid import Grid
from simcli.studies.coverage import tables
from simcli.studies.coverage.play import cover
from simcli.studies.coverage.trial import tried
from simcli.studies.coverage.words import idle

KIND = WARM_COVERAGE
"""Kernels it plays with, as `announce_compiling` names them."""
HINT = "weigh such a move less than ending the turn, or only where it gains something"


def told(run: ResolvedRun) -> list[str]:
    """What is hardly meant, a sentence each."""
    return [sentence.rstrip(".") for sentence in idle(cover(run, 1))]


def of_game(game: Game, before_compiling: Callable[[], None]) -> tuple[str, Grid]:
    """The games of it that are played: a sentence and a table. UserError with what its rules do wrong."""
    found = tried(game, before_compiling)
    return tables.sentence(found), tables.grid(found)
