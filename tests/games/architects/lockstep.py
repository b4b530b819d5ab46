"""The compiled game and the slow oracle side by side: one deal, the same choices, what is legal compared at every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from simcli.engine.header import STOPPED
from simcli.games.architects.text.names import PHASES
from simcli.sim.scenario import Table
from simcli.testing import lockstep
from tests.games.architects.cases import workers_of
from tests.games.architects.oracle import Chance, Oracle

SEED = 1
LIVELY = 0.9
"""How often a lively player chooses as one."""
LIKED: lockstep.Liking = (
    (("stop", "decline"), 0.15),
    (("place guildhall", "build crane", "build library", "build barracks", "build church", "build graveyard"), 25.0),
    (
        ("place workshop hire", "place market", "place mines gold", "place guardhouse", "place tax_stand", "pay off", "cathedral", "trade"),
        4.0,
    ),
    (("place storehouse", "ransom", "hire row"), 2.0),
    (("place town_centre",), 0.7),
)
"""What a lively player likes: to build, to hire and to visit the market as soon as may be, and not to stop."""
TOLD = ("place ", "build ", "trade ", "resolve ", "ransom", "take back from ", "pay ", "cathedral", "send", "release", "virtue", "marble")
"""Beginnings of texts that are counted one by one, apart from their phase."""


def play_side_by_side(
    game: Table,
    options: Mapping[str, Any],
    components: Mapping[str, Any],
    deal: int,
    every: int = 1,
    bans: Mapping[int, Sequence[str]] = {},
    lively: bool = True,
    swaps: Mapping[int, Sequence[str]] = {},
) -> Counter[str]:
    """One random game, the views compared at each `every`-th decision (0: at the end only); raises AssertionError at the first difference.

    The oracle shuffles itself, from the same seed and deal. Returns how often what happened.
    """
    game.deal(deal, SEED)
    banned, swapped = lockstep.ban(game, bans), lockstep.swap(game, swaps)
    chance = Chance(SEED, deal)
    assert chance.key == int(game.s["key"])
    oracle = Oracle(int(game.t["players"]), dict(options), chance, dict(components), banned, swapped)
    seen: Counter[str] = Counter()

    def before(game: Table, oracle: Oracle, text: str) -> None:
        seen.update(what_is_chosen(game, text))

    def choose(dice: Random, texts: list[str]) -> str:
        return lockstep.liked_choice(dice, texts, LIKED) if lively and dice.random() < LIVELY else dice.choice(texts)

    done = lockstep.play_side_by_side(game, oracle, deal, lockstep.Checks(compare, Oracle.points, every), before=before, choose=choose)
    assert oracle.unfinished is (int(game.s["over"]) == STOPPED), (deal, done)
    return seen + Counter({"games": 1, "decisions": len(done), "stopped": int(oracle.unfinished), "resets": int(game.s["resets"])})


def compare(game: Table, oracle: Oracle) -> None:
    """All fields. No worker is lost (AW-G03), and nobody owes goods or silver."""
    found = lockstep.compare_all(game, oracle)
    assert set(workers_of(found).values()) == {int(game.t["workers"])}
    assert min([*found["silver"].values(), *(n for goods in found["goods"].values() for n in goods.values())]) >= 0


def what_is_chosen(game: Table, text: str) -> list[str]:
    """Words for a choice, from the position before it."""
    s = game.s
    happened = [PHASES[int(s["phase"])]]
    if text.startswith(TOLD):
        happened.append(text)
    if s["scoring"]:
        happened.append("asked in scoring")
    if s["turns"] and s["actor"] != s["active"]:
        happened.append("asked in another's turn")
    if s["turns"] and not s["n_building_deck"]:
        happened.append("no building left")
    if s["turns"] and not s["n_apprentice_deck"]:
        happened.append("no apprentice left")
    if s["turns"] and s["n_turned"] == s["n_market"]:
        happened.append("no market card left")
    return happened
