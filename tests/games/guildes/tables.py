"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

from typing import Any

from simcli.sim.scenario import Table
from simcli.testing.under_test import GameUnderTest, give

UNDER_TEST = GameUnderTest("guildes")
GAME, COMPONENTS = UNDER_TEST.game, UNDER_TEST.components
patched, all_options, table, dealt = UNDER_TEST.patched, UNDER_TEST.all_options, UNDER_TEST.table, UNDER_TEST.dealt
BASE: dict[str, Any] = {}
EVENTS = {"events": "on"}
TRICKS = {"tricks": "on"}
BOTH = {"events": "on", "tricks": "on"}
VARIANTS = {"base": BASE, "events": EVENTS, "tricks": TRICKS, "both": BOTH}


def payout(game: Table, round_number: int, guild: str, ahead: int, tied: int) -> int:
    """Votes of the tables for a guild with so many players ahead and others tied."""
    by_place = game.t["payout"].reshape(3, 16, 8, 8)
    return int(by_place[round_number - 1, game.names.guilds.index(guild), ahead, tied])


TRICK_LETTERS = {trick["letter"]: trick["id"] for trick in COMPONENTS["tricks"]["tricks"]}


def play_to(game: Table, phase: str) -> Table:
    """First legal actions until this phase begins."""
    while game.fields()["phase"] != phase:
        game.apply(game.actions()[0])
    return game


def score_once(
    round_number: int, tableau: dict[int, dict[str, int]], patch: dict[str, Any] | None = None, filler: str = "militia", event: str = ""
) -> dict[int, dict[str, int]]:
    """Votes by seat and guild of one scoring of these tableaus, after a last card of the guild `filler` from every seat.

    A filler that is the only guild counted hides nothing: militia is scored apart, and a filler's own votes are not looked at.
    """
    players = len(tableau)
    game = table(players, {"events": [event]} if event else BASE, patched(patch or {}))
    game.deal(0, 1)
    left = {3: 3, 4: 3, 5: 3, 6: 2}[players]
    fields = {"round": round_number, "phase": "play", "tableau": tableau, "hands": {"all": {filler: left}}}
    game.set(fields | ({"event": event} if event else {}))
    give(game, *[f"play {filler}"] * players)
    return game.fields()["votes"]
