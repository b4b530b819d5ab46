"""One game in plain words: every deal, decision, reveal and scoring, from the same compiled steps and noise as the playout loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from simcli.engine import lineup as engine_lineup
from simcli.engine import playout
from simcli.engine.lineup import Strategy
from simcli.errors import UserError
from simcli.game import Components, Game
from simcli.sim.bans import lay_bans
from simcli.sim.explain import raised_error
from simcli.sim.scenario import Table, steps

TABLE_MODES = {"mixed": playout.MIXED, "mirror": playout.MIRROR, "fixed": playout.FIXED}
LISTED = 12
"""Alternatives named per decision; of more, only the number is told."""


def trace(
    game: Game,
    components: Components,
    options: Mapping[str, Any],
    players: int,
    strategies: Sequence[Strategy],
    tables: str,
    lineup: Sequence[int],
    seed: int,
    deal: int,
    rotation: int = 0,
    draw: Callable[[str], None] | None = None,
    restrict: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[str]:
    """Lines of the game that a run plays as rotation `rotation` of deal number `deal` (both from 0).

    The other arguments are those of a resolved run: `tables` is mixed, mirror or fixed, `lineup` the strategy of each seat for fixed
    tables. The position is told in full at every round, or whenever the game's `told_at(fields)` changes. `draw` is handed the
    picture of the last position, of a game that has pictures. `restrict` are the bans of a run.
    UserError for a rotation the run does not play, or a strategy that answers with an action that does not exist.
    """
    table = _Traced(game, components, options, players, strategies)
    seats = table.seat(tables, lineup, seed, deal, rotation)
    table.deal(deal, seed, rotation)
    table.ban(restrict or {}, seats)
    yield f"{game.title}, {players} players: seed {seed}, deal {deal}, rotation {rotation}"
    for p, k in enumerate(seats):
        yield f"  seat {p + 1} plays {strategies[k].name}"
    fields = table.fields()
    number, told = 0, None
    while not table.s["over"] and number < game.max_decisions:
        if game.text.told_at(fields) != told:
            told = game.text.told_at(fields)
            yield ""
            yield from game.text.state_text(table.s, table.t, table.names).splitlines()
        number += 1
        k = seats[int(table.s["actor"])]
        texts = list(table.texts().items())
        i = table.choose(k, len(texts))
        yield f"{number:4}  seat {fields['actor']} ({strategies[k].name}) {_choice([text for text, _ in texts], i)}"
        table.apply(texts[i][1])
        before, fields = fields, table.fields()
        for line in game.text.events(before, fields):
            yield f"      {line}"
    yield ""
    if not table.s["over"]:
        yield f"the game was stopped after {number} decisions"
    yield from game.text.score_sheet(table.s, table.t, table.names, *table.results()).splitlines()
    if draw is not None:
        draw(game.board.board_svg(table.s, table.t, table.names, *table.results()))


def _choice(texts: Sequence[str], i: int) -> str:
    others = [text for j, text in enumerate(texts) if j != i]
    if not others:
        return f"{texts[i]}  (the only choice)"
    if len(others) > LISTED:
        return f"{texts[i]}  (of {len(texts)} choices)"
    return f"{texts[i]}  (or {', '.join(others)})"


class _Traced(Table):
    """A table with strategies at its seats."""

    def __init__(
        self, game: Game, components: Components, options: Mapping[str, Any], players: int, strategies: Sequence[Strategy]
    ) -> None:
        super().__init__(game, components, options, players)
        self.players, self.strategies = players, strategies
        self._records, self._functions = engine_lineup.pack_strategies(game, strategies)

    def seat(self, tables: str, lineup: Sequence[int], seed: int, deal: int, rotation: int) -> list[int]:
        """Number of the strategy of each seat, as `play_batch` finds it."""
        mode, n_strategies = TABLE_MODES[tables], len(self.strategies)
        rotations = n_strategies if mode == playout.MIRROR else self.players
        if not 0 <= rotation < rotations:
            raise UserError.of("the rotation", f"found {rotation}, this run plays rotations 0 to {rotations - 1}")
        if mode == playout.MIRROR:
            return [rotation] * self.players
        fixed = np.zeros(self.players, np.int64)
        fixed[: len(lineup)] = lineup
        scratch = np.zeros(n_strategies, np.int64)
        steps.step_lineup(mode, fixed, n_strategies, deal, np.uint64(seed), self.players, self._works, scratch)
        drawn = self._work["lineup"].tolist()
        return [drawn[(p + rotation) % self.players] for p in range(self.players)]

    def ban(self, restrict: Mapping[str, Sequence[str]], seats: Sequence[int]) -> None:
        """Lays down the bans of a run in the game just dealt; `seats` holds the strategy of each seat."""
        if restrict:
            names = [strategy.name for strategy in self.strategies]
            self._work["seats"][: len(seats)] = seats
            lay_bans(restrict, self.catalogue, names, self._records, self._works)
            steps.step_restrict(self._states, self._records, self._works)

    def choose(self, k: int, n: int) -> int:
        """Index of the choice of strategy k among n legal actions; a forced one is not asked for."""
        if n == 1:
            return 0
        i = int(steps.step_choose(self._states, self.t, k, n, self._records, self._functions, self._works))
        who = self.strategies[k]
        if i == playout.RAISED:
            raise raised_error(self.game, who, self._records[k], self.s, self.t, self._work, n, "(in this game)")
        if not 0 <= i < n:
            what = f"choose() returned {i} where {n} actions were legal"
            raise UserError.of(who.where, what, "return an index from 0 to len(actions) - 1")
        return i
