"""The catalogue of games. Adding a game means adding its folder and one line here."""

from __future__ import annotations

import importlib

from simcli.game import Game

GAME_IDS = ("guildes", "kingdom_builder", "kings_forge")

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Makes a game kept outside the package (a test's, a designer's own) known to the engine and the command line."""
    _registered[game.id] = game


def game_ids() -> tuple[str, ...]:
    """Ids of all known games, shipped ones first."""
    return GAME_IDS + tuple(g for g in _registered if g not in GAME_IDS)


def get_game(game_id: str) -> Game:
    """The game called `game_id`; KeyError if there is none."""
    if game_id in _registered:
        return _registered[game_id]
    if game_id not in GAME_IDS:
        raise KeyError(game_id)
    game: Game = importlib.import_module(f"simcli.games.{game_id}").GAME
    return game
