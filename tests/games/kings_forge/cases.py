"""What only King's Forge can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simcli.testing.contract import Witness, marker_is_held_by_one
from simcli.testing.playthrough import Case, Playthrough
from simcli.testing.secrets import Hidden, Row, Secret
from tests.games.kings_forge.tables import GAME

OTHER_READINGS = (
    ("gather_cards", ("library", "tavern", "cemetery", "toolmaker", "shrine", "astrologer", "caravan")),
    ("plus_pips_distinct", False),
    ("library_dice_payable", True),
    ("dock_capacity", "one_per_exchange"),
    ("burned_dice_return", "immediately"),
    ("cemetery_die_manipulation", False),
    ("start_player", "fixed_seat"),
    ("may_stop_crafting", False),
)
HOUSE_RULES = (
    ("stolen_again", False),
    ("first_pass_bonus", False),
    ("crafts_a_turn", "one"),
    ("burning", False),
    ("unused_tokens", "kept"),
    ("free_reroll", True),
)
CASES = [
    *(Case(GAME, n) for n in (2, 3, 4)),
    Case(GAME, 3, OTHER_READINGS),
    Case(GAME, 4, (("craft_deck", "early_24"), ("max_rounds", 6))),
    Case(GAME, 3, HOUSE_RULES),
]

SCRATCH = frozenset(
    [
        *("have", "rolled_ge", "libraries", "asked", "due_ge", "due_room", "held_ge", "coloured_ge", "due", "cap", "library_cap", "beaten"),
        *("trial", "lacks_met", "odds_paid", "worth_paid", "worth_burned", "worth_gained", "room", "lacks", "lacks_all", "beaten_in"),
        *("demanded", "demanded_by", "due_next"),
    ]
)


def all_dice(table: Playthrough) -> Counter[str]:
    """All dice there are, wherever they lie."""
    f = table.fields()
    dice = Counter(f["stock"]) + Counter(f["burned"]) + Counter(f["paid"])
    for place in ("hands", "workshops", "allocated"):
        for counts in f[place].values():
            dice += Counter(counts)
    loose = [*f["rolled"], *f["marked"], *f["placed"]]
    for craft in f["unsecured"].values():
        loose += craft["dice"]
    return dice + Counter(die.split()[0] for die in loose) + Counter(cemetery=int(f["cemetery"] > 0))


def complete(table: Playthrough) -> bool:
    """All dice, gather cards, craft cards and tokens are somewhere; dice on crafts of the last round are told no more."""
    f, t = table.fields(), table.t
    box = {colour: int(n) for colour, n in zip(f["stock"], t["box"], strict=False)}
    dice = f["over"] or all_dice(table) == box
    taken = [card for uses in f["used"].values() for card in uses]
    gathers = len(taken) + sum(card != "" for card in f["face_up"]) + len(f["deck"]) == int(table.s["n_gather"])
    crafts = len(f["display"]) + len(f["queue"]) + len(f["unsecured"]) + sum(map(len, f["secured"].values()))
    return dice and gathers and crafts == int(t["n_to_draw"])


def seen(table: Playthrough, p: int) -> Any:
    f = table.fields()
    return {name: value for name, value in f.items() if name != "deck"}, sorted(f["deck"])


def hidden(table: Playthrough, p: int) -> Any:
    return table.fields()["deck"], int(table.s["key"])


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    """Crafts are held once at most; halves and docks as often as they are used, if they are in the game."""
    crafts = 2 * int(table.t["n_cards"])
    once = (held[:, :crafts, 1] <= held[:, :crafts, 0]).all()
    used = np.delete(held, -2, axis=1)[:, crafts:]
    return bool(once and (used[:, :, 1][used[:, :, 0] == 0] == 0).all()) and marker_is_held_by_one(held[:, -2])


HIDDEN = (Hidden("deck", "all", "KF-18"),)


def secrets(table: Playthrough, p: int) -> list[Secret]:
    """KF-18: the gather cards that are not turned up."""
    return [Secret((Row("deck", table.s["deck"], range(int(table.s["deck_next"]), int(table.s["n_gather"]))),))]


WITNESS = Witness(complete, seen, hidden, holdable, SCRATCH, secrets=secrets, table=HIDDEN, kept=frozenset(["demanded_by"]))
