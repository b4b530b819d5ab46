"""What only The King's Guild can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simcli.engine.kernel import entry
from simcli.games.fields import bits
from simcli.games.kings_guild.kernels.board import statue_fits
from simcli.games.kings_guild.state import COLOURS, DECKS, FORESIGHT, LETTERS, MOST_BID
from simcli.games.kings_guild.text.names import counts_of
from simcli.testing.contract import Witness, copies_are_enough, marker_is_held_by_one
from simcli.testing.playthrough import Case, Playthrough
from simcli.testing.secrets import Counts, Hidden, Row, Secret
from tests.games.kings_guild.tables import GAME

OTHER_READINGS = (
    ("promo_specialists", True),
    ("lucky_potion_timing", "before_crafting"),
    ("hero_specialists_trigger", "on_treasure"),
    ("after_craft_powers", "before_refill"),
    ("reshuffle_when", "on_last_card"),
    ("witch_and_smuggler_optional", True),
    ("baggage_movable_by_bard", True),
    ("no_space_players_may_bid", True),
    ("vault_and_offering", "split_coins"),
    ("thug_fee_from_coins_held_before", False),
    ("appraiser_timing", "before_hand_limits"),
)
ALONE = (("solo_specialist_row", "normal"), ("solo_statue_costs_action", False), ("pass_allowed", "always"))
CASES = [*(Case(GAME, n) for n in (1, 2, 3, 4, 5, 6)), Case(GAME, 4, OTHER_READINGS), Case(GAME, 1, ALONE)]
fits: Any = entry(statue_fits)
AIMS = ("aim_cost", "aim_value", "aim_wait", "n_aims", "rare", "tally", "aims_of", "aims_there")
LOOKS = ("aim_lack", "aim_size", "aim_near", "in_reach", "lacking", "most_lack", "prospects", "looked")
SCRATCH = frozenset([*AIMS, *LOOKS, "loose", "legal"])


def complete(table: Playthrough) -> bool:
    """All resources, quests and specialists are somewhere; treasures are, except for scrolls that have left the game."""
    f, s, t, names = table.fields(), table.s, table.t, table.names
    stored = [counts_of(s["held"][p]) for p in range(table.case.players)]
    there = [sum(held[kind] for held in stored) + left for kind, left in enumerate(counts_of(s["stock"]))]
    cards = Counter(card for deck in f["treasure_decks"].values() for card in deck)
    cards += Counter(card for pile in f["discards"].values() for card in pile) + Counter(f["drawn"])
    for hand in f["hands"].values():
        cards += Counter(hand)
    source = [card for c in range(3) for card in t["treasure_source"][c, : int(t["n_treasure_source"][c])]]
    every = Counter(names.treasures[int(card)] for card in source)
    scrolls = {names.treasures[k] for k in range(len(names.treasures)) if int(t["scrolls"]) >> k & 1}
    gone = every - cards
    quests = Counter([*f["quest_deck"], *(card for card in f["slots"] if card)])
    for own in f["quests"].values():
        quests += Counter(own)
    return there == counts_of(t["stock"]) and max(quests.values()) == 1 and not cards - every and set(gone) <= scrolls


def seen(table: Playthrough, p: int) -> Any:
    """Everything but hands of others and their cards, decks, and treasures another seat chooses from."""
    f = table.fields()
    hidden = ("hands", "drawn", "quest_deck", "specialist_deck", "treasure_decks", "bids")
    colours = {
        card: colour for colour, row in zip(("blue", "red", "yellow"), table.t["of_colour"], strict=True) for card in bits_of(table, row)
    }
    hands = {seat: Counter(colours[card] for card in cards) for seat, cards in f["hands"].items()}
    sizes = [len(f[deck]) for deck in ("quest_deck", "specialist_deck")], {c: len(cards) for c, cards in f["treasure_decks"].items()}
    return {name: value for name, value in f.items() if name not in hidden}, f["hands"][p + 1], hands, sizes


def bits_of(table: Playthrough, mask: Any) -> list[str]:
    """Ids of a mask of treasures."""
    return [table.names.treasures[k] for k in bits(mask)]


def hidden(table: Playthrough, p: int) -> Any:
    f = table.fields()
    hands = {seat: cards for seat, cards in f["hands"].items() if seat != p + 1}
    return hands, f["quest_deck"], f["specialist_deck"], f["treasure_decks"], int(table.s["key"])


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    """Specialists and quests are held by one player at most, the marker by one."""
    items = table.catalogue.items
    cards = [i for i, item in enumerate(items) if item.kind in ("specialist", "quest", "guild", "board")]
    once = copies_are_enough(held, cards, [1] * len(cards))
    return once and bool((held[:, :, 1] >= 0).all()) and marker_is_held_by_one(held[:, -1])


def sets_up(table: Playthrough) -> bool:
    """KG-U-12: owners of guild tiles are asked before the first turn."""
    return int(table.s["turns"]) == 0


AGE_II = 2
"""The third deck of quests; the first two are the common and the rare ones of age I."""
HIDDEN = (
    Hidden("quest_deck", "all, but who foresees", "KG-U-06"),
    Hidden("quests_out", "all", "KG-U-06"),
    Hidden("specialist_deck", "all", "KG-U-03"),
    Hidden("specialists_out", "all", "KG-U-03"),
    Hidden("treasure_deck", "all", "KG-U-09"),
    Hidden("hand", "others", "KG-T-06"),
    Hidden("drawn", "who does not choose", "KG-T-06"),
    Hidden("bid", "others", "KG-F-01"),
)


def of_deck(table: Playthrough, deck: int) -> frozenset[int]:
    """The quests of a deck."""
    return frozenset(int(card) for card in table.t["quest_source"][deck, : int(table.t["n_quest_source"][deck])])


def secrets(table: Playthrough, p: int) -> list[Secret]:
    """Quests and specialists that lie face down or are left out, treasures of a colour, bids made by others."""
    s, t = table.s, table.t
    ahead = int(s["power"][p, FORESIGHT]) if s["active"] == p and s["turns"] else 0
    first, funeral = int(s["next_quest"]) + ahead, sum(int(n) for n in t["n_quests"][:AGE_II])
    out = [
        Row("quests_out", s["quests_out"][deck], range(int(s["n_quests_out"][deck])), holds=of_deck(table, deck)) for deck in range(DECKS)
    ]
    found = [
        Secret((Row("quest_deck", s["quest_deck"], range(first, funeral)), *out[:AGE_II])),
        Secret((Row("quest_deck", s["quest_deck"], range(max(first, funeral + 1), int(s["n_quest_deck"]) - 1)), out[AGE_II])),
    ]
    places, letters = range(int(s["next_specialist"]), int(s["n_specialist_deck"])), t["letter"][s["specialist_deck"]].tolist()
    for letter in range(LETTERS):
        down = [i for i in places if letters[i] == letter]
        out = Row("specialists_out", s["specialists_out"][letter], range(int(s["n_specialists_out"][letter])))
        found.append(Secret((Row("specialist_deck", s["specialist_deck"], down), out)))
    for colour in range(COLOURS):
        kinds = bits(t["of_colour"][colour])
        pile = range(int(s["next_treasure"][colour]), int(s["n_treasure_deck"][colour]))
        hands = [Counts("hand", s["hand"][q], kinds, s["hand_mask"], q) for q in range(table.case.players) if q != p]
        drawn = [i for i in range(int(s["n_drawn"])) if s["actor"] != p and t["colour"][s["drawn"][i]] == colour]
        found.append(Secret((Row("treasure_deck", s["treasure_deck"][colour], pile), *hands, Row("drawn", s["drawn"], drawn))))
    bidders = [q for q in range(table.case.players) if q != p and s["bid"][q] >= 0]
    most = [min(int(s["coins"][q]), MOST_BID) if t["bids_without"] or fits(*table.records, q) else 0 for q in bidders]
    return [*found, Secret((Row("bid", s["bid"], bidders),), tuple(tuple(range(n + 1)) for n in most))]


WITNESS = Witness(complete, seen, hidden, holdable, SCRATCH, sets_up, secrets, HIDDEN, frozenset(["aims_of"]))
