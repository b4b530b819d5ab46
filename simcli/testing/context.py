"""What a game says of a position to learned players (`Game.context`), as tests: part of the contract (`simcli.testing.contract`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar

import numpy as np

from simcli.engine.header import ALL_FEATURES
from simcli.testing.playthrough import Case, Playthrough

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
        assert case.players == 1 or not told or len(constant) < max(1, len(told) // 2), constant

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
