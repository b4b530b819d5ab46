"""Whose a folder is: what is said of one that another question, or other sources of a game, have filled."""

from __future__ import annotations

from typing import NoReturn

from simcli.base.entry_points import changed_sources, sources_of
from simcli.errors import RunFolderError
from simcli.game import Game

AGAIN = "choose another --out, or delete the folder"


def refuse_other(there: object, own: str, game: Game, sources: object, *, by: str, other: str) -> NoReturn:
    """RunFolderError for a folder whose identity is not the `own` one. sources: those it notes; `by`, before `other sources of ...`, says
    what they were used for, `other` what the folder holds."""
    if changed := changed_sources(sources, sources_of(game.folder)):
        raise RunFolderError(f"{by} other sources of {game.title} ({changed}): {AGAIN}")
    raise RunFolderError(f"{other} (identity {str(there)[:12]}, this one is {own[:12]}): {AGAIN}")
