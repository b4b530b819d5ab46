"""What is asked of a game itself, and of no config: numbers of players, plans by name and weight, and how a command names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from simcli.config.data.shipped import is_shipped
from simcli.config.players.fields import FOLDER, IN_A_FOLDER, Field
from simcli.config.players.strategies import BUILT_IN, Strategy
from simcli.config.players.weights import SCALE
from simcli.config.run.resolved import no_rivals
from simcli.errors import UserError, nearest
from simcli.game import Game
from simcli.games import game_ids

PLAYERS = 4
"""Number of players, or the nearest the game allows, by default."""
STRATEGIES = "strategies"
SET = ("options", "patch")
"""Keys of a config that may override the game."""


def counts_of(game: Game, asked: Sequence[int]) -> tuple[int, ...]:
    """The numbers of players that are played. UserError for one that the game is not for, and for a game for one."""
    if game.max_players < 2:
        raise UserError.of("--players", f"{game.title} is a game for one: there is nobody to beat", "name a game for two or more")
    if why := no_rivals(game, game.max_players):
        raise UserError.of("GAME", *why)
    counts = tuple(dict.fromkeys(asked)) or (min(max(PLAYERS, game.min_players), game.max_players),)
    for n in counts:
        if not max(2, game.min_players) <= n <= game.max_players:
            what = f"found {n}, expected {max(2, game.min_players)} to {game.max_players} players of {game.title}"
            raise UserError.of(f"--players {n}", what)
    return counts


def refuse_unknown(given: Mapping[str, object], settings: type) -> None:
    """TypeError for a setting that there is not, as Python raises for an unknown keyword."""
    known = settings.__annotations__
    if unknown := sorted(given.keys() - known.keys()):
        raise TypeError(f"unknown setting {unknown[0]!r}, expected one of {', '.join(known)}")


def check_sets(sets: Sequence[str], study: str) -> None:
    """UserError for a `--set` of what a study of a game does not have; study: as a message begins."""
    for text in sets:
        first = text.partition("=")[0].partition(".")[0].strip()
        if first not in SET:
            hint = nearest(first, SET, f"what is set stands under {SET[0]} or {SET[1]}")
            raise UserError.of(f"--set {text}", f"{study} has no '{first}' to be set", hint)


def word(strategy: Strategy) -> str:
    """A strategy as the command line names it: by its file, unless that is where its name is looked for."""
    place = place_inside(strategy.where)
    return strategy.name if strategy.where == BUILT_IN else strategy.where if place is None else place.as_posix()


def place_inside(where: str) -> Path | None:
    """The place of a file in a folder of strategies of a game, without its suffix; None for a file anywhere else."""
    parts = Path(where).parts
    if not is_shipped(where) and parts[:1] != (STRATEGIES,):
        return None
    last = max((k for k, part in enumerate(parts) if part == STRATEGIES), default=len(parts))
    rest = parts[last + 1 :]
    below = rest[1:] if rest[:1] and rest[0] in game_ids() else rest  # a game that is brought has them in a folder without its name
    return Path(*below).with_suffix("") if below else None


def member(strategy: Strategy, weight: int) -> str:
    """The same with its weight in a field (x1000), unless that is 1."""
    return word(strategy) + ("" if weight == SCALE else f":{weight / SCALE:g}")


def field_word(field: Field, players: Sequence[int]) -> str:
    """A field as the command line names it: by its file if it came from one."""
    if not Path(field.where).suffix:
        return ",".join(map(member, field.plans, field.weights_at(players[0])))
    place = place_inside(field.where)
    return field.where if place is None else place.relative_to(FOLDER).as_posix().removesuffix(f"/{Path(IN_A_FOLDER).stem}")
