"""What only Kingdom Builder can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simcli.games.kingdom_builder.state import TERRAINS
from simcli.testing.contract import Witness, marker_is_held_by_one
from simcli.testing.playthrough import Case, Playthrough
from simcli.testing.secrets import Hidden, Row, Secret
from tests.games.kingdom_builder.tables import GAME

OTHER_READINGS = (
    ("quadrants", ("quadrant_barn", "quadrant_paddock", "quadrant_harbor", "quadrant_tavern")),
    ("start_player", "fixed_seat"),
    ("no_free_hex_of_card_terrain", "skip_remaining_builds"),
    ("replaced_terrain_card", "discard_pile"),
    ("lost_tile_choice", "either_of_same_kind"),
    ("tile_gained_by_moving", False),
    ("move_back_to_origin", True),
    ("lords_card_in_deck", False),
)
HOUSE_RULES = (
    ("adjacency", False),
    ("castle_scores", False),
    ("tile_uses", "once"),
    ("new_tiles", "at_once"),
    ("tiles_lost", False),
    ("last_turn", "at_once"),
    ("second_tile_of_a_kind", False),
)
CASES = [
    *(Case(GAME, n) for n in (2, 3, 4, 5)),
    Case(GAME, 3, (("cards", ("merchants", "hermits", "citizens")), *OTHER_READINGS)),
    Case(GAME, 5, (("cards", ("lords", "farmers")), ("terrain_card_hidden_until_played", False))),
    Case(GAME, 3, HOUSE_RULES),
]


def all_cards(table: Playthrough) -> Counter[str]:
    f = table.fields()
    hands = Counter(card for card in f["hands"].values() if card)
    return hands + Counter(f["pile"]) + Counter(f["discards"]) + Counter(f["removed"])


def complete(table: Playthrough) -> bool:
    """All terrain cards are somewhere, and so are all settlements and tiles."""
    f, t = table.fields(), table.t
    deck = {name: int(n) for name, n in zip(table.names.terrains, t["deck_count"], strict=False) if n}
    moving = {seat: int(bool(f["lifted"]) and seat == f["actor"]) for seat in f["supply"]}
    settlements = all(f["supply"][p] + len(f["settlements"][p]) + moving[p] == t["settlements"] for p in f["supply"])
    taken = sum(len(hexes) for hexes in f["taken"].values())
    tiles = taken + sum(f["tiles_left"].values()) == int(t["tiles_per_hex"]) * len(f["tiles_left"])
    return all_cards(table) == deck and settlements and tiles


def seen(table: Playthrough, p: int) -> Any:
    f = table.fields()
    known = {seat: card for seat, card in f["hands"].items() if seat in (p + 1, f["actor"]) or not table.t["hidden"]}
    public = {name: value for name, value in f.items() if name not in ("hands", "pile")}
    return known, public, len(f["pile"]), {seat: bool(card) for seat, card in f["hands"].items()}


def hidden(table: Playthrough, p: int) -> Any:
    f = table.fields()
    return f["hands"], f["pile"], int(table.s["key"])


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    return bool((held[:, :-1, 1] <= held[:, :-1, 0]).all()) and marker_is_held_by_one(held[:, -1])


HIDDEN = (Hidden("pile", "all", "KB-33", also=("pile", "pile_next", "pile_end")), Hidden("hand", "others", "KB-33"))


def secrets(table: Playthrough, p: int) -> list[Secret]:
    """The draw pile and, under GO-06, hands but those of the seat and of the one to act."""
    s, hands = table.s, [q for q in range(table.case.players) if table.t["hidden"] and q not in (p, table.s["actor"])]
    held = [q for q in hands if s["hand"][q] < TERRAINS]
    return [Secret((Row("pile", s["pile"], range(int(s["pile_next"]), int(s["pile_end"]))), Row("hand", s["hand"], held)))]


SCRATCH = frozenset(["work", "stack", "playable", "sector_gain", "sector_known", "ends", "ends_of"])
WITNESS = Witness(complete, seen, hidden, holdable, SCRATCH, secrets=secrets, table=HIDDEN, kept=frozenset(["sector_known", "ends_of"]))
