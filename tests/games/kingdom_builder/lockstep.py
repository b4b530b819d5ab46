"""The compiled game and the slow oracle side by side: one deal, the same choices, everything compared at every decision."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from oracle.kingdom_builder import Oracle

from simcli.engine.kernel import entry
from simcli.games.kingdom_builder import rules
from simcli.sim.scenario import Table

SEED = 1
reshuffle = entry(rules.reshuffle)


def chance_of(game: Table) -> dict[str, Any]:
    """What chance gave in a dealt game, in the words of the oracle: the pile is the whole deck, hands in front."""
    fields, s = game.fields(), game.s
    return {
        "board": fields["board"],
        "cards": fields["cards"],
        "start": fields["start"],
        "pile": [game.names.terrains[card] for card in s["pile"][: int(s["pile_end"])]],
        "reshuffle": reshuffler(game),
    }


def reshuffler(game: Table) -> Callable[[int, dict[str, int]], list[str]]:
    """The order of the k-th reshuffle of this deal as the kernel finds it, for the oracle to use."""
    scratch = game.s.copy()
    terrains = game.names.terrains

    def order(k: int, counts: dict[str, int]) -> list[str]:
        scratch["reshuffles"] = k
        scratch["discards"][: len(terrains)] = [counts.get(terrain, 0) for terrain in terrains]
        reshuffle(scratch)
        return [terrains[card] for card in scratch["pile"][: int(scratch["pile_end"])]]

    return order


def play_side_by_side(game: Table, options: dict[str, Any], components: dict[str, Any], deal: int) -> None:
    """One random game; raises AssertionError at the first difference."""
    game.deal(deal, SEED)
    oracle = Oracle(int(game.t["players"]), options, chance_of(game), components)
    rng = Random(deal)
    done: list[str] = []
    while not oracle.over:
        assert game.fields() == oracle.view(), (deal, done)
        legal = game.texts()
        assert sorted(legal) == sorted(oracle.legal()), (deal, done)
        text = rng.choice(sorted(legal))
        done.append(text)
        game.apply(legal[text])
        oracle.apply(text)
    assert game.fields() == oracle.view(), (deal, done)
    check_results(game, oracle, (deal, done))
    assert int(game.s["decisions"]) == oracle.decisions == len(done)


def check_results(game: Table, oracle: Any, where: Any) -> None:
    """Points by card, totals and win shares at the end."""
    points, shares = game.results()
    cards = game.names.cards
    found = {p + 1: {card: int(row[i]) for i, card in enumerate(cards)} for p, row in enumerate(points)}
    expected = {seat: {card: scores.get(card, 0) for card in cards} for seat, scores in oracle.points().items()}
    assert found == expected, where
    assert {seat: sum(scores.values()) for seat, scores in found.items()} == oracle.totals(), where
    assert np.asarray(shares).tolist() == oracle.shares(), where
