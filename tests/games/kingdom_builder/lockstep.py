"""The compiled game and the slow oracle side by side: one deal, the same choices, what is legal compared at every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from simcli.games.kingdom_builder.kernels.chance import RESHUFFLE
from simcli.sim.scenario import Table
from simcli.testing import lockstep
from tests.games.kingdom_builder.oracle.game import Oracle
from tests.games.oracle_chance import Generator, derive

SEED = 1


def chance_of(game: Table) -> dict[str, Any]:
    """What chance gave in a dealt game, in the words of the oracle."""
    s, names, fields = game.s, game.names, game.fields()
    assert s["reshuffles"] == 0, "the draw pile is not as it was dealt any more"
    return {
        "board": fields["board"],
        "cards": fields["cards"],
        "start": fields["start"],
        "pile": [names.terrains[card] for card in s["pile"][: int(s["pile_end"])]],  # hands first, in seat order (KB-33)
        "reshuffle": reshuffler(int(s["key"]), names.terrains),
    }


def reshuffler(key: int, terrains: tuple[str, ...]) -> Callable[[int, dict[str, int]], list[str]]:
    """Section 15: the k-th reshuffle of a deal has a stream of its own; the discards are taken by terrain, each swapped into the pile."""

    def reshuffle(k: int, counts: dict[str, int]) -> list[str]:
        chance = Generator(derive(key, RESHUFFLE + k))
        pile: list[str] = []
        for terrain in terrains:
            for _ in range(counts.get(terrain, 0)):
                j = chance.below(len(pile) + 1)
                pile.append(terrain)
                pile[j], pile[-1] = terrain, pile[j]
        return pile

    return reshuffle


def play_side_by_side(
    game: Table,
    options: dict[str, Any],
    components: dict[str, Any],
    deal: int,
    every: int = 1,
    eager: bool = False,
    given: lockstep.Given | None = None,
) -> Counter[str]:
    """One random game, the views compared at each `every`-th decision (0: at the end only); raises AssertionError at the first difference.

    Eager players use a tile whenever they may; given: tiles that seats, from 1, start with. Returns how often what happened: words of
    choices, reshuffles, lost tiles, replaced cards.
    """
    game.deal(deal, SEED)
    chance = chance_of(game)
    oracle = Oracle(int(game.t["players"]), options, chance, components, given=lockstep.grant(game, given or {}))
    seen: Counter[str] = Counter()
    moment = Moment.of(oracle)

    def before(game: Table, oracle: Oracle, text: str) -> None:
        nonlocal moment
        moment = Moment.of(oracle)

    def after(game: Table, oracle: Oracle, text: str) -> None:
        seen.update(what_happened(text, moment, oracle))

    def choose(dice: Random, texts: list[str]) -> str:
        uses = [text for text in texts if text.startswith("use ")] if eager else []
        return dice.choice(uses or texts)

    done = lockstep.play_side_by_side(
        game, oracle, deal, lockstep.Checks(compare, Oracle.points, every), before=before, after=after, choose=choose
    )
    lost = sum(len(oracle.taken[seat]) - len(oracle.tiles[seat]) for seat in oracle.seats)
    return seen + Counter({"games": 1, "decisions": len(done), "reshuffles": oracle.reshuffles, "lost tiles": lost})


def compare(game: Table, oracle: Oracle) -> None:
    """All fields."""
    assert fields_of(game) == oracle.view()


class Moment(NamedTuple):
    """What a choice is compared with: the moment before it."""

    turn: int
    actor: int
    builds_left: int
    hands: dict[int, str]

    @classmethod
    def of(cls, oracle: Oracle) -> Moment:
        players = len(oracle.seats)
        turn = oracle.round * players + (oracle.actor - oracle.start) % players
        return cls(turn, oracle.actor, oracle.builds_left, dict(oracle.hands))


def what_happened(text: str, before: Moment, oracle: Oracle) -> list[str]:
    """Words for a choice and for the result."""
    happened = [text.split(" at ")[0] if " at " in text else text.split(" r")[0]]
    if text.startswith("give up "):
        happened.append("give up")
    now = Moment.of(oracle)
    due = before.builds_left - 1 if text.startswith("build r") and oracle.supply[before.actor] > 0 else 0
    if due > 0 and (now.turn != before.turn or now.builds_left == 0):
        happened.append("builds forfeited")
    if not oracle.over and now.hands[now.actor] != before.hands[now.actor]:
        if now.turn == before.turn:
            happened.append("card replaced between builds")
        elif now.turn == before.turn + 1:  # nobody was passed over
            happened.append("card replaced at the start of a turn")
    return happened


def fields_of(game: Table) -> dict[str, Any]:
    """The view of the compiled game; hexes in the order of their texts, as the oracle lists them."""
    fields = game.fields()
    return fields | {"settlements": {seat: sorted(own) for seat, own in fields["settlements"].items()}}
