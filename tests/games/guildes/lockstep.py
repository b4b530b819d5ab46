"""The compiled game and the slow oracle side by side: one deal, the same choices, what is legal compared at every decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcli.sim.scenario import Table
from simcli.testing import lockstep
from tests.games.guildes.oracle.game import Oracle

SEED = 1


def chance_of(game: Table) -> dict[str, Any]:
    """What chance gave in a dealt game, in the words of the oracle."""
    s, t, names = game.s, game.t, game.names
    n, hand, rounds = int(t["players"]), int(t["hand"]), int(t["rounds"])
    deck = [names.guilds[c] for c in s["deck"][: int(s["n_deck"])]]
    tricks = [[names.tricks[k] for k in row[:n]] for row in s["trick_deal"]]
    return {
        "packs": [[deck[(r * n + p) * hand : (r * n + p + 1) * hand] for p in range(n)] for r in range(rounds)],
        "unseen": deck[rounds * n * hand :],
        "events": [names.events[e] for e in s["events"][:rounds]],
        "tricks": tricks if t["tricks_on"] else [[None] * n] * rounds,
        "starters": [int(p) + 1 for p in s["starter"]],
        "redistribution": [row[:n].tolist() for row in s["redistribution"]],
        "draws": [tuple(row.tolist()) for row in s["draws"]],
    }


def play_side_by_side(
    game: Table,
    options: dict[str, Any],
    components: dict[str, Any],
    deal: int,
    every: int = 1,
    given: lockstep.Given | None = None,
    swaps: lockstep.Given | None = None,
) -> Counter[str]:
    """One random game, the views compared at each `every`-th decision (0: at the end only); raises AssertionError at the first difference.

    given: guilds that seats, from 1, start with; swaps: guilds that they are dealt.
    """
    game.deal(deal, SEED)
    lockstep.swap(game, swaps or {})
    chance = {"given": lockstep.grant(game, given)} if given else {}
    oracle = Oracle(int(game.t["players"]), options, chance_of(game) | chance, components)
    done = lockstep.play_side_by_side(game, oracle, deal, lockstep.Checks(compare, every=every))
    assert game.s["over"] == 1
    return Counter({"games": 1, "decisions": len(done)})


def compare(game: Table, oracle: Oracle) -> None:
    """All fields. The discards of a round are known apart only under GO-13, and of no use after the last: the oracle forgets them at the
    start of a round, the kernel at its end."""
    expected, found = oracle.view(), game.fields()
    if oracle.over or not game.t["pile_this_round"]:
        for fields in (expected, found):
            fields.pop("discards_this_round", None)
    assert found == expected
