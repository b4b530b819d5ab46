"""What a game says of a position to learned players (`Game.context`), and what it keeps for the next decision, as tests: part of the
contract (`simcli.testing.contract`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar

import numpy as np

from simcli.engine.header import ALL_FEATURES
from simcli.engine.loop import lineup
from simcli.testing.playthrough import Case, Playthrough, strategies_of

DEALS = (1, 13)
Position = tuple[Playthrough, Any]
"""A table, and the position that it is at."""


class ContextTests:
    """Of `ContractTests`, which says of which positions."""

    witness: ClassVar[Any]
    effort: ClassVar[Any]
    some: Callable[..., Iterator[list[int]]]

    def positions(self, case: Case) -> Iterator[Position]:
        """Some of played games; none of a game that says nothing of a position."""
        table = Playthrough(case)
        assert bool(table.game.context) == hasattr(table.game.kernels, "context")
        for deal in DEALS if table.game.context else ():
            for _ in self.some(table, deal, self.effort.walked):
                yield table, table.saved()

    def test_what_is_known_of_a_position_follows_from_the_position(self, case: Case) -> None:
        """Asking changes nothing, and another player who is asked before changes no answer; most columns differ between positions,
        where there are others to know something of."""
        told: dict[str, set[int]] = {}
        for table, position in self.positions(case):
            players = range(case.players)
            known = [table.context(player) for player in players]
            assert table.is_at(position, but=self.witness.scratch)
            for player in reversed(players):
                assert np.array_equal(table.context(player), known[player])
                for column, value in zip(table.game.context, known[player].tolist(), strict=True):
                    told.setdefault(column.name, set()).add(value)
        constant = [name for name, values in told.items() if len(values) == 1]
        assert case.players == 1 or not told or len(constant) <= len(told) // 2, constant

    def test_what_is_known_of_a_position_does_not_hang_on_what_is_hidden(self, case: Case) -> None:
        """Of every player, though another is asked: not after a redeal, nor with a secret laid otherwise."""
        dice = Random(14)
        for table, position in self.positions(case):
            for player in range(case.players):
                table.put_back(position)
                known = table.context(player)
                for noise in range(3):
                    table.put_back(position)
                    table.redeal_hidden(player, noise + 1)
                    assert np.array_equal(table.context(player), known)
                table.put_back(position)
                for secret in self.witness.secrets(table, player):
                    if not secret.is_open:
                        secret.rearrange(dice)
                        assert np.array_equal(table.context(player), known), secret.places
            table.put_back(position)

    def test_features_of_some_actions_are_those_they_have_among_all(self, case: Case) -> None:
        """A learned player asks for the favourites of its plan alone; here before all are asked for at that position."""
        table, dice = Playthrough(case), Random(14)
        for legal in self.some(table, 15, self.effort.walked):
            n, columns = len(legal), len(table.game.decisions[int(table.s.phase)].features)
            picked = dice.sample(range(n), min(n, 5))
            found = table.features_of([legal[i] for i in picked])[:, :columns]
            assert np.array_equal(found, table.features(ALL_FEATURES, 0)[:n, :columns][picked])

    def test_features_that_a_game_keeps_are_those_of_the_position(self, case: Case) -> None:
        """What was kept from one decision to the next is what is found where nothing is."""
        table = Playthrough(case)
        for deal in range(4):
            for legal in table.walk(deal):
                found, position = table.features(ALL_FEATURES, 0)[: len(legal)], table.saved()
                for name in self.witness.kept:
                    table.states[name][0] = 0
                assert (table.features(ALL_FEATURES, 0)[: len(legal)] == found).all(), table.chosen
                table.put_back(position)

    def test_sums_that_a_game_keeps_are_those_of_the_position(self, case: Case) -> None:
        """One strategy is asked throughout a game, so that what was kept at one decision is read at the next; or at choices of one kind
        only, as if it had no choice at the others. In between hidden things are dealt anew, as a search does.
        """
        table, dice = Playthrough(case), Random(6)
        packed = lineup.pack_strategies(table.game, strategies_of(table.game)[1:])
        for deal in range(4):
            k, only = deal % len(packed.records), -1
            for legal in table.walk(deal):
                only = int(table.s.phase) if deal == 3 and only < 0 else only
                if only not in (-1, table.s.phase):
                    continue
                if deal == 1 and dice.random() < 0.1:
                    table.redeal_hidden(int(table.s.actor), dice.randrange(1, 1000))
                X = table.features(ALL_FEATURES, 0)[: len(legal)].astype(np.int64)
                assert table.sums(k, packed).tolist() == (X @ packed.records[k].weights[int(table.s.phase)]).tolist()
