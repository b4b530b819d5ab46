"""Games of a game that is being checked, in plain Python: what its rules return and raise, and whether what is hidden shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any

import numpy as np

from simcli.config.run.stored import restore_run
from simcli.engine import contract, rng
from simcli.engine.batch import Came
from simcli.engine.header import ALL_FEATURES
from simcli.errors import UserError, counted
from simcli.game import Game
from simcli.sim.faults.rules import first_fault
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.studies.coverage.play import played

SECONDS = 20
"""After so long no further deal is begun."""
POSITIONS = 100
"""Positions at each number of players in which what is hidden is dealt again."""
WORLDS = 2
"""How often."""


class NoEnd(Exception):  # noqa: N818  (it never leaves this module)
    """A game that has reached the limit on decisions."""


class Trial:
    """The games: rows of each deal (`Came.rows`), by cell; where what is hidden shows; what stopped them: what was refused,
    or the cell, deal and rotation of a game without an end."""

    def __init__(self, run: dict[str, object]) -> None:
        self.player = Player(make_plan(restore_run(run)), is_repeating=True)
        self.rows: list[list[list[int]]] = [[] for _ in self.player.plan.cells]
        self.refused: list[tuple[str, int, int, str, str]] = []
        self.endless: tuple[int, int, int] | None = None
        self.hidden = Hidden(self.player.game, self.player.plan.run.components)

    def deals(self, games: int) -> Iterator[tuple[str, Callable[[], None]]]:
        """Deals of every cell, of about this number of games in all, in the order they are played."""
        late = time.monotonic() + SECONDS
        self.hidden.look()
        for cell in self.player.plan.cells:
            self.hidden.begin(cell.players)
            for deal in range(-(-games // len(self.player.plan.cells) // cell.rotations)):
                if self.refused or self.endless or time.monotonic() > late:
                    return
                yield f"{counted(cell.players, 'player')}, deal {deal}", partial(self._play, cell.number, deal)

    def _play(self, cell: int, deal: int) -> None:
        self.hidden.deal, self.hidden.rotation = deal, -1
        try:
            came: Came = played(self.player, Batch(0, cell, deal, 1), one_by_one=True)
        except UserError as error:
            self.refused = [(one.where.file, one.where.line, one.where.column, one.what, one.hint) for one in error.problems]
        except NoEnd:
            self.endless = cell, deal, self.hidden.rotation
        else:
            self.rows[cell] += came.rows.tolist()


class Hidden:
    """What the legal actions and the columns of a decision say of what the seat that is asked cannot know.

    told: where each first showed: what it is (an action in words, or a column), players, deal, decisions before, and seat.
    """

    def __init__(self, game: Game, components: Any) -> None:
        self.game, self.rules = game, contract.rules_of(game)
        self.names = game.text.make_names(components)
        self.told: dict[str, tuple[str, int, int, int, int]] = {}
        self.players = self.deal = self.rotation = self.left = 0

    def begin(self, players: int) -> None:
        """Games with this number of players follow."""
        self.players, self.left = players, POSITIONS

    def look(self) -> None:
        """Has every list of legal actions looked at. NoEnd in the place of the last that a game may have."""
        listing = self.rules.legal_actions

        @wraps(listing)
        def listed(s: Any, t: object, actions: Any) -> int:
            n: int = listing(s, t, actions)
            self.rotation += int(s.decisions == 0)
            if s.decisions + 1 == self.game.max_decisions:
                raise NoEnd
            if self.left > 0 and n > 0:
                self.left -= 1
                self._compare(s, t, [int(a) for a in actions[:n]], listing)
            return n

        self.rules.legal_actions = listed

    def _compare(self, s: Any, t: object, legal: list[int], listing: Callable[..., int]) -> None:
        """Lists and columns of the position as it is, and with what the seat cannot know dealt again."""
        columns = self._columns(s, t, legal)
        noise, room = np.zeros(4, np.uint64), np.zeros(self.game.state.MAX_ACTIONS, np.uint32)
        generator: Any = rng
        for world in range(WORLDS):
            other = s.copy()
            generator.seed(noise, generator.derive(s.key, (int(s.decisions) << 8) + world))
            self.rules.redeal_hidden(other, t, int(s.actor), noise)
            n = listing(other, t, room)
            for action in sorted({*legal} ^ {*room[:n].tolist()}):
                self._tell("legal", self.game.text.action_text(s, t, self.names, action), s)
                return
            for c in np.flatnonzero((self._columns(other, t, legal) != columns).any(axis=0)):
                self._tell("column", self.game.decisions[int(s.phase)].features[c].name, s)

    def _columns(self, s: Any, t: object, legal: list[int]) -> Any:
        asked = s.copy()
        asked.feature_mask = np.uint64(ALL_FEATURES)
        made = np.zeros((len(legal), self.game.n_features), np.int32)
        put: Any = contract.features
        put(asked, t, np.array(legal, np.uint32), len(legal), made)
        return made[:, : len(self.game.decisions[int(s.phase)].features)]

    def _tell(self, kind: str, name: str, s: Any) -> None:
        self.told.setdefault(f"{kind} {name}", (name, self.players, self.deal, int(s.decisions), int(s.actor) + 1))


def plain_games(run: dict[str, object], games: int) -> dict[str, object]:
    """Plays the first deals of a stored run, and says as plain data: the rows of its games by cell, what was told that is hidden, what the
    rules raised (as `first_fault`), what was refused, and which game had no end."""
    trial = Trial(run)
    fault = first_fault(trial.player.game, trial.deals(games), is_strict=True)
    return {"rows": trial.rows, "told": trial.hidden.told, "fault": fault, "refused": trial.refused, "endless": trial.endless}
