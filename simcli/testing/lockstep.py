"""A compiled game beside an oracle: the same choices, everything compared at every decision.

The oracle is the game once more in plain Python, written from RULES.md alone. It is handed what chance gave and says its own position in
the words of the game's named fields; where both disagree, RULES.md decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

from simcli.sim.scenario import Table


class Oracle(Protocol):
    """A game in plain Python."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def view(self) -> Mapping[str, Any]:
        """The position as named fields; those it leaves out are not compared."""

    def legal(self) -> list[str]:
        """Texts of the legal actions, in any order."""

    def apply(self, text: str) -> None:
        """Carries out one of them."""

    def totals(self) -> Mapping[int, int]:
        """Points by seat, from 1."""

    def shares(self) -> list[int]:
        """Win shares in sixtieths by seat."""


def play_side_by_side(
    table: Table, oracle: Oracle, deal: int, hook: Callable[[Table, Oracle, str], None] | None = None, every: int = 1
) -> list[str]:
    """Plays the game just dealt at `table` at random (the choices follow from `deal`) and in the oracle; returns the texts chosen.

    Positions are compared at every `every`-th decision and at the end, legal texts at each. `hook` is called before each choice, with the
    text about to be played: an oracle may be told there of rolls to come. AssertionError at the first difference, with the deal and the
    texts up to there: the seed of a fixture.
    """
    rng = Random(deal)
    done: list[str] = []
    while not oracle.over:
        if len(done) % every == 0:
            _compare(table, oracle, deal, done)
        texts = table.texts()
        assert sorted(texts) == sorted(oracle.legal()), (deal, done)
        text = rng.choice(list(texts))
        done.append(text)
        if hook is not None:
            hook(table, oracle, text)
        table.apply(texts[text])
        oracle.apply(text)
    _compare(table, oracle, deal, done)
    assert table.s["over"], (deal, done)
    points, shares = table.results()
    assert {p + 1: int(row.sum()) for p, row in enumerate(points)} == dict(oracle.totals()), (deal, done)
    assert shares.tolist() == oracle.shares(), (deal, done)
    assert int(table.s["decisions"]) == len(done)
    return done


def _compare(table: Table, oracle: Oracle, deal: int, done: list[str]) -> None:
    expected, found = oracle.view(), table.fields()
    assert {name: found[name] for name in expected} == expected, (deal, done)
