"""What a config is resolved with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simcli.base.restrictions import Restrictions
from simcli.config.data.options import OptionValue
from simcli.config.data.patch import Patched
from simcli.config.data.restrictions import RESTRICT, check_blind, check_copies, resolve_restrict
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems
from simcli.game import Components, Game, Option


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
    options: dict[str, OptionValue]
    players: tuple[int, ...]
    strategies: tuple[str, ...]
    has_rivals: bool
    python: tuple[str, ...]
    most_seats: Callable[[int], Mapping[str, int]]

    def restrictions(
        self, components: Components, options: Mapping[str, OptionValue], document: Document, problems: Problems
    ) -> Restrictions:
        """Who is restricted in a variant, or in the game as it is, by the `restrict` of a document."""
        items = self.game.catalogue(components, options).items
        given = document.data[RESTRICT]
        restrictions = resolve_restrict(self.game, items, self.strategies, max(self.players), document, given, problems)
        check_copies(self.game, components, options, self.players, restrictions, self.most_seats, document, problems)
        check_blind(restrictions.blind, self.python, (RESTRICT,), document, problems)
        return restrictions
