"""The catalogue of games: the folders beside this file, and what other packages bring by the entry point group `simcli.games`."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from simcli.base.entry_points import GROUP, folder_of, installed_games
from simcli.errors import UserError
from simcli.game import Game

GAME_IDS = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))
"""Ids of the games that come with simcli: a folder each."""

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Makes a game that is not installed (a test's) known to the engine and the command line."""
    _registered[game.id] = game


def game_ids() -> tuple[str, ...]:
    """Ids of all known games, shipped ones first."""
    return tuple(dict.fromkeys((*GAME_IDS, *installed_games(), *_registered)))


def own_folders() -> dict[str, Path]:
    """Folders of the games that other packages bring, and of those that are registered, by their ids."""
    installed = {name: folder_of(entry) for name, entry in installed_games().items()}
    found = {name: folder for name, folder in installed.items() if folder is not None}
    return found | {name: game.folder for name, game in _registered.items()}


def get_game(game_id: str) -> Game:
    """The game called `game_id`; KeyError if there is none, UserError when the package that brings it does not."""
    if game_id in _registered:
        return _registered[game_id]
    if game_id in GAME_IDS:
        shipped: Game = importlib.import_module(f"simcli.games.{game_id}").GAME
        return shipped
    return _load(game_id)


def _load(game_id: str) -> Game:
    """A game of another package."""
    entry = installed_games()[game_id]
    where = f"{GROUP} {entry.name} = {entry.value}"
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise UserError.of(where, f"the package does not bring its game: {error}", "install it again, or mend its entry point") from error
    if not isinstance(game, Game) or game.id != game_id:
        description = f"a game called '{game.id}'" if isinstance(game, Game) else f"{type(game).__name__}"
        raise UserError.of(where, f"this is {description}, expected the game '{game_id}'", 'write `name = "package:GAME"`')
    return game
