"""The compiled game and the slow oracle side by side: one deal, the same choices, what is legal compared at every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from simcli.engine.header import STOPPED
from simcli.games.kings_guild.text.names import PHASES
from simcli.sim.scenario import Table
from simcli.testing import lockstep
from tests.games.kings_guild.oracle import Chance, Oracle

SEED = 1
LIVELY = 0.9
"""How often a lively player chooses as one."""
LIKED: lockstep.Liking = (
    (("craft ",), 30.0),
    (("build ", "hire "), 20.0),
    (("use ", "thug ", "scroll "), 8.0),
    (("play ",), 3.0),
    (("keep ",), 2.0),
    (("sell ",), 0.1),
    (("stop", "decline", "end", "pass", "bard"), 0.05),
)
"""What a lively player likes."""
HOARDS: lockstep.Liking = ((("play contract",), 50.0), (("play ",), 0.1), (("sell ",), 0.01), (("draw ",), 5.0), (("end",), 3.0), *LIKED)
"""The same of one who keeps treasures."""
PLAYERS = {"random": (), "lively": LIKED, "hoarder": HOARDS}
TOLD = ("play ", "use ", "thug ", "scroll ", "build ", "hire ", "double ", "draw ", "take ", "pass", "statue", "offering", "free offering")
"""Beginnings of texts that are counted one by one, apart from their phase."""


def play_side_by_side(
    game: Table,
    options: Mapping[str, Any],
    components: Mapping[str, Any],
    deal: int,
    every: int = 1,
    bans: Mapping[int, Sequence[str]] = {},
    player: str = "lively",
    seed: int = SEED,
) -> Counter[str]:
    """One random game, the views compared at each `every`-th decision (0: at the end only); raises AssertionError at the first difference.

    The oracle shuffles itself, from the same seed and deal. Returns how often what happened.
    """
    game.deal(deal, seed)
    banned = lockstep.ban(game, bans)
    chance = Chance(seed, deal)
    assert chance.key == int(game.s["key"])
    oracle = Oracle(int(game.t["players"]), dict(options), chance, dict(components), banned)
    seen: Counter[str] = Counter()

    def before(game: Table, oracle: Oracle, text: str) -> None:
        seen.update(what_is_chosen(game, text))

    def choose(dice: Random, texts: list[str]) -> str:
        return lockstep.liked_choice(dice, texts, PLAYERS[player]) if PLAYERS[player] and dice.random() < LIVELY else dice.choice(texts)

    done = lockstep.play_side_by_side(
        game, oracle, deal, lockstep.Checks(lockstep.compare_all, Oracle.points, every), before=before, choose=choose
    )
    assert oracle.unfinished is (int(game.s["over"]) == STOPPED), (deal, done)
    shuffled = Counter({"shuffled": int(game.s["reshuffles"].sum()), "stalled": int(oracle.unfinished)})
    return seen + shuffled + Counter({"games": 1, "decisions": len(done)})


def what_is_chosen(game: Table, text: str) -> list[str]:
    """Words for a choice, from the position before it."""
    s = game.s
    happened = [PHASES[int(s["phase"])]]
    if text.startswith(TOLD):
        happened.append(text)
    if s["turns"] and s["actor"] != s["active"]:
        happened.append("asked in another's turn")
    if s["n_crafts"] > 1:
        happened.append("a craft within a craft")
    if s["last_turns"]:
        happened.append("last turns")
    return happened
