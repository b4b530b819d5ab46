"""What a config is resolved with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simcli.config.data.options import OptionValue
from simcli.config.data.patch import Patched
from simcli.config.yaml.document import Document
from simcli.game import Game, Option


@dataclass(frozen=True)
class Context:
    """What all variants of a config share: the game, its files and options, and the run without any variant.

    With `has_rivals` strategies meet, so that their win shares are not even by construction; `python` are the names of those that are
    Python functions. `most_seats` says by number of players how many seats of a table each strategy may sit in.
    """

    game: Game
    files: Mapping[str, Document]
    known_options: Mapping[str, Option]
    patched: Patched
    options: Mapping[str, OptionValue]
    players: tuple[int, ...]
    strategies: tuple[str, ...]
    has_rivals: bool
    python: tuple[str, ...]
    most_seats: Callable[[int], Mapping[str, int]]
