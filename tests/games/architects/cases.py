"""What only Architects can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcli.games.architects.state import RING_MASK
from simcli.testing.contract import Witness, copies_are_enough, marker_is_held_by_one
from simcli.testing.playthrough import Case, Playthrough
from simcli.testing.secrets import Hidden, Mask, Row, Secret
from tests.games.architects.tables import GAME

OTHER_READINGS = (
    ("profile", "published"),
    ("initial_apprentice_order", "start_player_first"),  # or the first decision is not the start player's
    ("include_promo_cards", True),
    ("player_boards", "variable"),
    ("ransom_scope", "one_captor"),
    ("reset_debt_goes_to", "fewest_in_prison"),
    ("conspirator_scope", "each_visit"),
    ("reset_ability_order", "owner_choice"),
    ("silver_on_discarded_apprentice", "to_tax_stand"),
    ("optional_building_effects", "all_mandatory"),
)
CASES = [
    *(Case(GAME, n) for n in (2, 3, 4, 5)),
    Case(GAME, 4, OTHER_READINGS),
    Case(
        GAME,
        3,
        (
            ("captives", "to_prison"),
            ("own_captures", False),
            ("capture_places", "any"),
            ("virtue_gates", False),
            ("cathedral_spaces", "unlimited"),
            ("prison_penalties", False),
            ("taxes_go_to", "common_pile"),
            ("last_turn", "at_once"),
        ),
    ),
    Case(GAME, 3, (("initial_apprentice", False), ("guildhall_apprentice_discard", False), ("max_turns", 30))),
]

SCRATCH = frozenset(
    [
        *("lack", "due", "lack_skills", "lack_goods", "best_lack", "best_skills", "wanted"),
        *("step_lack", "amounts_before", "loose", "end_gain", "end_chosen", "legal", "level_ahead"),
        *("biggest", "biggest_kept", "total", "steady", "steady_kept", "near", "offers", "offers_kept"),
        *("bonus", "bonus_for", "hand_goods", "hand_for"),
    ]
)
KEPT = frozenset(["biggest_kept", "offers_kept", "steady_kept", "bonus_for", "hand_for"])


def all_cards(table: Playthrough) -> tuple[Counter[str], Counter[str]]:
    """Apprentices and buildings, wherever they lie."""
    f = table.fields()
    apprentices = Counter(f["apprentice_deck"]) + Counter(card for row in f["display"] for card in row if card)
    buildings = Counter(f["building_deck"]) + Counter(f["drawn"])
    for seat in f["virtue"]:
        apprentices += Counter(f["apprentices"][seat])
        buildings += Counter([*f["hands"][seat], *f["built"][seat], *f["packets"][seat]])
    return apprentices, buildings


def workers_of(f: Mapping[str, Any]) -> dict[int, int]:
    """Workers by seat, wherever they are."""
    own = {seat: f["supply"][seat] + f["prison"][seat] + f["guildhall"][seat] for seat in f["virtue"]}
    for places in (f["workers"], f["captured"]):
        for crowd in places.values():
            for seat, n in crowd.items():
                own[seat] += n
    for seat in f["market"].values():
        if seat:
            own[seat] += 1
    return own


def complete(table: Playthrough) -> bool:
    """AW-G03: all workers are somewhere, and so are all cards."""
    f, t, names = table.fields(), table.t, table.names
    apprentices, buildings = all_cards(table)
    return (
        set(workers_of(f).values()) == {int(t["workers"])}
        and apprentices == Counter(names.apprentices[card] for card in t["apprentice_source"][: int(t["n_apprentice_source"])])
        and buildings == Counter(names.buildings[card] for card in t["building_source"][: int(t["n_building_source"])])
    )


def seen(table: Playthrough, p: int) -> Any:
    """Everything but hands and packets of others, the decks, and cards another seat chooses from."""
    f = table.fields()
    hidden = ("hands", "packets", "drawn", "apprentice_deck", "building_deck", "market_pile", "rewards")
    own = [f[place][p + 1] for place in ("hands", "packets")], f["drawn"] if f["actor"] == p + 1 else len(f["drawn"])
    sizes = {place: {seat: len(cards) for seat, cards in f[place].items()} for place in ("hands", "packets")}
    decks = [len(f[deck]) for deck in hidden[3:]], f["market_pile"][:1]
    return {name: value for name, value in f.items() if name not in hidden}, own, sizes, decks


def hidden(table: Playthrough, p: int) -> Any:
    f = table.fields()
    hands = {seat: cards for seat, cards in f["hands"].items() if seat != p + 1}
    return hands, f["apprentice_deck"], f["building_deck"], int(table.s["key"])


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    """Cards are held by one player at most a copy, boards and the marker by one."""
    items = table.catalogue.items
    copies = Counter(table.names.apprentices) + Counter(table.names.buildings)
    cards = [i for i, item in enumerate(items) if item.kind in ("apprentice", "building")]
    once = copies_are_enough(held, cards, [copies[items[i].id] for i in cards])
    return once and bool((held[:, :, 1] >= 0).all()) and marker_is_held_by_one(held[:, -1])


HIDDEN = (
    Hidden("building_deck", "all, but who put a card under it", "AW-S04"),
    Hidden("packet", "others", "AW-S09"),
    Hidden("hand", "others", "AW-S10"),
    Hidden("drawn", "who does not choose", "AW-S10"),
    Hidden("apprentice_deck", "all", "AW-S03"),
    Hidden("rewards", "all", "AW-S02"),
    Hidden("market_deck", "all", "AW-S01"),
)


def ring(s: Any, what: str) -> list[int]:
    """Places of a deck of the record, the front card first."""
    first = int(s[f"{what}_first"])
    return [i & RING_MASK for i in range(first, first + int(s[f"n_{what}_deck"]))]


def secrets(table: Playthrough, p: int) -> list[Secret]:
    """Buildings nobody showed the seat, apprentices in their deck, pairs put under it, rewards with those left out, market cards."""
    s, t, others = table.s, table.t, [q for q in range(table.case.players) if q != p]
    cards, buildings, under = ring(s, "building"), s["building_deck"].tolist(), int(s["known_under"][p])
    unknown = [i for i in cards if not under >> buildings[i] & 1]
    held = [Row("packet", s["packet"][q], range(int(s["n_packet"][q]))) for q in others] + [Mask("hand", s["hand"], q) for q in others]
    drawn = Row("drawn", s["drawn"], range(int(s["n_drawn"]) if s["actor"] != p else 0))
    deck, apprentices = ring(s, "apprentice"), s["apprentice_deck"].tolist()
    known, fronts = ([i for i in deck if int(s[marked]) >> apprentices[i] & 1] for marked in ("known_apprentices", "paired_apprentices"))
    rewards = range(int(s["next_reward"]), int(t["n_reward_source"]))
    return [
        Secret((Row("building_deck", s["building_deck"], unknown), *held, drawn)),
        Secret((Row("apprentice_deck", s["apprentice_deck"], [i for i in deck if i not in known]),)),
        *(Secret((Pair("apprentice_deck", s["apprentice_deck"], (i, (i + 1) & RING_MASK), s),)) for i in fronts),
        Secret((Row("rewards", s["rewards"], rewards),)),
        Secret((Row("market_deck", s["market_deck"], range(int(s["n_turned"]) + 1, int(s["n_market"]))),)),
    ]


class Pair(Row):
    """Two apprentices that went under their deck together; the one in front is marked."""

    def __init__(self, field: str, array: Any, at: tuple[int, int], s: Any) -> None:
        super().__init__(field, array, at)
        object.__setattr__(self, "s", s)

    def lay(self, things: Sequence[int]) -> None:
        mask = int(self.s["paired_apprentices"]) & ~sum(1 << thing for thing in things) | 1 << things[0]
        self.s["paired_apprentices"] = np.uint64(mask)
        super().lay(things)


WITNESS = Witness(complete, seen, hidden, holdable, scratch=SCRATCH, kept=KEPT, secrets=secrets, table=HIDDEN)
