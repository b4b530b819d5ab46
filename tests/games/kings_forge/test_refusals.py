"""Data the rules or the tables have no room for is refused by name; data at the limits is not."""

from __future__ import annotations

import copy

import pytest

from simcli.games.kings_forge import checks
from simcli.games.kings_forge.datafiles import halves, listed, pips_kinds
from tests.games.kings_forge.test_components import COMPONENTS, DEFAULTS, GATHER, chosen, patched


def at(node, *path):
    """What a path of keys and ids leads to."""
    for key in path:
        if isinstance(node, list) and not isinstance(key, int):
            node = next(row for row in node if row["id"] == key)
        else:
            node = node[key]
    return node


def setting(*path):
    """A change: the last word of the path is the value, the one before it the key."""
    *home, key, value = path
    return lambda c: at(c, *home).__setitem__(key, value)


def more(stem, n):
    """A change: cards of a file up to n, alike except for id and rank."""

    def change(c):
        cards = c[stem]["cards"]
        for i in range(n - len(cards)):
            card = copy.deepcopy(cards[-1]) | {"id": f"card_{i}"}
            cards.append(card | {"rank": 500 + i} if "rank" in card else card)

    return change


ANVIL = ("craft_cards", "cards", "anvil")
KNIFE = ("early_cards", "cards", "knife")
MINE = ("gather_cards", "cards", "north_mine")
TAVERN = ("gather_cards", "cards", "tavern")
CARAVAN = ("gather_cards", "cards", "caravan", "bottom")
TIERS = (*CARAVAN, "gain_by_dice_allocated")
DOCK = ("docks", "docks", "gem_dock")
EXCHANGE = (*DOCK, "exchanges", "gem_dock_1")
SQUARE = {"n": 1, "colours": "any", "burn": False}
HALF = "has a gain and an ability, expected one of them"
HAND = "takes all dice of the hand has min_dice and gain_by_dice_allocated, no cost, gain or ability"

WRONG = {
    # setup
    "one player": (setting("setup", "players", "min", 1), ("setup", "players", "min"), "is 1, expected 2"),
    "five players": (setting("setup", "players", "max", 5), ("setup", "players", "max"), "is 5, expected 4"),
    "too many library dice": (setting("setup", "dice", "library", "count", 5), ("setup", "library", "count"), "is 5, expected at most 4"),
    "too many dice": (setting("setup", "dice", "wood", "count", 201), ("setup", "wood", "count"), "is 201, expected at most 200"),
    "fewer dice than none": (setting("setup", "dice", "gem", "count", -1), ("setup", "gem", "count"), "is -1, expected at least 0"),
    "dice in another order": (
        lambda c: c["setup"]["dice"].reverse(),
        ("setup", "dice"),
        "expected metal, wood, gem, magic, library, cemetery, in this order",
    ),
    "a colour missing": (lambda c: c["setup"]["dice"].pop(), ("setup", "dice"), "expected metal, wood"),
    "another colour": (setting("setup", "dice", "wood", "id", "glass"), ("setup", "glass", "id"), "is 'glass', expected 'metal', 'wood'"),
    "too many tokens": (
        setting("setup", "tokens", "auto_six", "count", 21),
        ("setup", "auto_six", "count"),
        "is 21, expected at most 20",
    ),
    "tokens in another order": (
        lambda c: c["setup"]["tokens"].reverse(),
        ("setup", "tokens"),
        "expected auto_six, plus_one_plus_one, in this order",
    ),
    "library dice in the starting hand": (
        setting("setup", "starting_hand", "library", 1),
        ("setup", "starting_hand", "library"),
        "is 'library', expected 'metal', 'wood', 'gem' or 'magic'",
    ),
    "no craft cards": (setting("setup", "craft_cards_drawn", 2, 0), ("setup", "craft_cards_drawn", 2), "is 0, expected at least 1"),
    "too many craft cards": (setting("setup", "craft_cards_drawn", 3, 33), ("setup", "craft_cards_drawn", 3), "expected at most 32"),
    "craft cards of one number missing": (
        lambda c: c["setup"]["craft_cards_drawn"].pop(3),
        ("setup", "craft_cards_drawn"),
        "expected a number for 2, 3 and 4 players",
    ),
    "craft cards of five players": (
        setting("setup", "craft_cards_drawn", 5, 14),
        ("setup", "craft_cards_drawn", 5),
        "is 5, expected at most 4",
    ),
    "no display": (setting("setup", "craft_display_size", 0), ("setup", "craft_display_size"), "is 0, expected at least 1"),
    "a long display": (setting("setup", "craft_display_size", 7), ("setup", "craft_display_size"), "is 7, expected at most 6"),
    "no card face up": (setting("setup", "gather_face_up", 0), ("setup", "gather_face_up"), "is 0, expected at least 1"),
    "seven cards face up": (setting("setup", "gather_face_up", 7), ("setup", "gather_face_up"), "is 7, expected at most 6"),
    "more face up than in play": (
        lambda c: c["setup"].update(gather_face_up=6, gather_random_drawn=1),
        ("setup", "gather_face_up"),
        "is 6, there are 5 gather cards in play",
    ),
    "more gather cards drawn than there are": (
        setting("setup", "gather_random_drawn", 15),
        ("setup", "gather_random_drawn"),
        "is 15, there are 14 gather cards that are not mandatory",
    ),
    "too many gather cards in play": (
        lambda c: (more("gather_cards", 32)(c), setting("setup", "gather_random_drawn", 21)(c)),
        ("setup", "gather_random_drawn"),
        "is 21, which with 4 mandatory cards makes 25 cards in play (at most 24)",
    ),
    "nothing to end the game": (setting("setup", "crafts_to_end", 0), ("setup", "crafts_to_end"), "is 0, expected at least 1"),
    "nine crafts to end": (setting("setup", "crafts_to_end", 9), ("setup", "crafts_to_end"), "is 9, expected at most 8"),
    "no bonus": (setting("setup", "first_pass_bonus", []), ("setup", "first_pass_bonus"), "expected at least 1 entries"),
    "five bonuses": (
        lambda c: c["setup"].update(first_pass_bonus=[c["setup"]["first_pass_bonus"][0] | {"id": f"bonus_{i}"} for i in range(5)]),
        ("setup", "first_pass_bonus"),
        "expected at most 4 entries",
    ),
    "a bonus twice": (
        setting("setup", "first_pass_bonus", "plus_token", "id", "metal_die"),
        ("setup", "metal_die"),
        "the id occurs twice",
    ),
    "a bonus of library dice": (
        setting("setup", "first_pass_bonus", "metal_die", "gain", {"library": 1}),
        ("setup", "metal_die", "gain", "library"),
        "is not a known field",
    ),
    # craft cards
    "too many craft cards in the deck": (more("craft_cards", 49), ("craft_cards", "cards"), "expected at most 48 entries"),
    "too many early cards": (more("early_cards", 49), ("early_cards", "cards"), "expected at most 48 entries"),
    "an empty deck": (lambda c: c["early_cards"]["cards"].clear(), ("early_cards", "cards"), "expected at least 1 entries"),
    "rank 0": (setting(*ANVIL, "rank", 0), ("craft_cards", "anvil", "rank"), "is 0, expected at least 1"),
    "rank 1000": (setting(*KNIFE, "rank", 1000), ("early_cards", "knife", "rank"), "is 1000, expected at most 999"),
    "a rank twice": (
        setting("craft_cards", "cards", "table", "rank", 1),
        ("craft_cards", "table", "rank"),
        "is 1, which is the rank of anvil too (KF-85)",
    ),
    "a card without dice": (setting(*ANVIL, "dice", {"metal": []}), ("craft_cards", "anvil"), "asks for 0 dice, expected 1 to 8"),
    "nine dice": (
        setting(*ANVIL, "dice", {"metal": [1] * 5, "gem": [2] * 4}),
        ("craft_cards", "anvil"),
        "asks for 9 dice, expected 1 to 8",
    ),
    "value 0": (setting(*ANVIL, "dice", {"metal": [2, 0]}), ("craft_cards", "anvil", "dice", "metal", 1), "is 0, expected at least 1"),
    "value 7": (setting(*KNIFE, "dice", "metal", [7]), ("early_cards", "knife", "dice", "metal", 0), "is 7, expected at most 6"),
    "library dice asked for": (
        setting(*ANVIL, "dice", {"library": [2]}),
        ("craft_cards", "anvil", "dice", "library"),
        "is 'library', expected 'metal', 'wood', 'gem' or 'magic'",
    ),
    "a craft card twice": (setting("craft_cards", "cards", "table", "id", "anvil"), ("craft_cards", "anvil"), "the id occurs twice"),
    "a craft card called like a half": (
        setting(*ANVIL, "id", "mill_top"),
        ("craft_cards", "mill_top"),
        "would be the item mill_top, as gather_cards.mill.top is",
    ),
    "a craft card called like a stolen one": (
        setting(*ANVIL, "id", "table_stolen"),
        ("craft_cards", "table"),
        "would be the item table_stolen, as craft_cards.table_stolen is",
    ),
    "an early card called like an exchange": (
        setting(*KNIFE, "id", "gem_dock_1"),
        ("early_cards", "gem_dock_1"),
        "would be the item gem_dock_1, as docks.gem_dock.exchanges.gem_dock_1 is",
    ),
    "an exchange called like the marker": (
        setting(*EXCHANGE, "id", "start_marker"),
        ("docks", "gem_dock", "exchanges", "start_marker"),
        "would be the item start_marker, as setup is",
    ),
    # gather cards
    "too many gather cards": (more("gather_cards", 33), ("gather_cards", "cards"), "expected at most 32 entries"),
    "a gather card twice": (setting(*TAVERN, "id", "mill"), ("gather_cards", "mill"), "the id occurs twice"),
    "seven squares": (
        setting(*MINE, "top", "cost", [SQUARE | {"n": 4}, SQUARE | {"n": 3, "burn": True}]),
        ("gather_cards", "north_mine", "top", "cost"),
        "has 7 squares, expected at most 6",
    ),
    "no squares of a kind": (
        setting(*MINE, "top", "cost", [SQUARE | {"n": 0}]),
        ("gather_cards", "north_mine", "top", "cost", 0, "n"),
        "is 0, expected at least 1",
    ),
    "a square of library dice": (
        setting(*MINE, "top", "cost", [SQUARE | {"colours": ["library"]}]),
        ("gather_cards", "north_mine", "top", "cost", 0),
        "has the colours ['library'], expected any or a list of different ones of metal, wood, gem, magic",
    ),
    "a square of two colours that are one": (
        setting(*MINE, "top", "cost", [SQUARE | {"colours": ["gem", "gem"]}]),
        ("gather_cards", "north_mine", "top", "cost", 0),
        "expected any or a list of different ones",
    ),
    "a square of no colour": (
        setting(*MINE, "top", "cost", [SQUARE | {"colours": []}]),
        ("gather_cards", "north_mine", "top", "cost", 0),
        "expected any or a list",
    ),
    "a square of a colour as text": (
        setting(*MINE, "top", "cost", [SQUARE | {"colours": "gem"}]),
        ("gather_cards", "north_mine", "top", "cost", 0),
        "has the colours 'gem', expected any or a list",
    ),
    "no cost": (lambda c: at(c, *MINE, "top").pop("cost"), ("gather_cards", "north_mine", "top"), "a half has a cost ([] if it is free)"),
    "nothing given": (
        lambda c: at(c, *MINE, "top").pop("gain"),
        ("gather_cards", "north_mine", "top"),
        "has neither a gain nor an ability",
    ),
    "gain and ability": (
        setting(*MINE, "top", "ability", {"kind": "reroll"}),
        ("gather_cards", "north_mine", "top"),
        HALF,
    ),
    "tokens and ability": (
        setting("gather_cards", "cards", "armory", "bottom", "gain", {"token": "auto_six", "count": 1}),
        ("gather_cards", "armory", "bottom"),
        HALF,
    ),
    "21 dice gained": (
        setting(*MINE, "top", "gain", {"metal": 21}),
        ("gather_cards", "north_mine", "top", "gain", "metal"),
        "is 21, expected at most 20",
    ),
    "dice and tokens gained": (
        setting(*MINE, "top", "gain", {"metal": 1, "token": "auto_six", "count": 1}),
        ("gather_cards", "north_mine", "top", "gain"),
        "gives dice and tokens, expected one of them",
    ),
    "tokens without a number": (
        setting(*MINE, "top", "gain", {"token": "auto_six"}),
        ("gather_cards", "north_mine", "top", "gain"),
        "has one of token and count, expected both or none",
    ),
    "unknown token": (
        setting(*DOCK, "gain", {"token": "auto_five", "count": 1}),
        ("docks", "gem_dock", "gain", "token"),
        "is 'auto_five', expected 'auto_six' or 'plus_one_plus_one'",
    ),
    "six pips": (
        setting(*TAVERN, "bottom", "ability", "pips", 6),
        ("gather_cards", "tavern", "bottom", "ability", "pips"),
        "is 6, expected at most 5",
    ),
    "pips on seven dice": (
        setting(*TAVERN, "bottom", "ability", "dice", 7),
        ("gather_cards", "tavern", "bottom", "ability", "dice"),
        "is 7, expected at most 6",
    ),
    "pips without dice": (
        lambda c: at(c, *TAVERN, "bottom", "ability").pop("dice"),
        ("gather_cards", "tavern", "bottom", "ability"),
        "an ability of the kind add_pips needs dice",
    ),
    "a reroll of pips": (
        setting(*TAVERN, "bottom", "ability", "kind", "reroll"),
        ("gather_cards", "tavern", "bottom", "ability"),
        "an ability of the kind reroll has no dice and no pips; null takes a field away",
    ),
    "unknown ability": (
        setting(*TAVERN, "top", "ability", "kind", "double"),
        ("gather_cards", "tavern", "top", "ability", "kind"),
        "is 'double', expected 'add_pips'",
    ),
    "thirteen library dice": (
        setting("gather_cards", "cards", "library", "top", "ability", "count", 13),
        ("gather_cards", "library", "top", "ability", "count"),
        "is 13, expected at most 12",
    ),
    "no library die": (
        setting("gather_cards", "cards", "library", "top", "ability", "count", 0),
        ("gather_cards", "library", "top", "ability", "count"),
        "is 0, expected at least 1",
    ),
    "two halves that roll the cemetery die": (
        setting(*TAVERN, "top", "ability", {"kind": "cemetery"}),
        ("gather_cards", "tavern", "top", "ability", "kind"),
        "is cemetery, but another half rolls the cemetery die already (KF-04)",
    ),
    "no cemetery die to roll": (
        setting("setup", "dice", "cemetery", "count", 0),
        ("setup", "dice", "cemetery", "count"),
        "is 0, but cemetery.bottom rolls a cemetery die (KF-G09B)",
    ),
    # the Caravan
    "a gap in the table": (
        setting(*TIERS, 1, "dice", [4, 4]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 1, "dice"),
        "is [4, 4], expected 3 to 3 or more",
    ),
    "a number named twice": (
        setting(*TIERS, 2, "dice", [4, 6]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 2, "dice"),
        "is [4, 6], expected 5 to 5 or more",
    ),
    "a row backwards": (
        setting(*TIERS, 4, "dice", [9, 8]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 4, "dice"),
        "is [9, 8], expected 9 to 9 or more",
    ),
    "a table that begins late": (
        setting(*TIERS, 0, "dice", [2, 2]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 0, "dice"),
        "is [2, 2], expected 1 to 1 or more",
    ),
    "a minimum in the table": (
        setting(*CARAVAN, "min_dice", 2),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 0, "dice"),
        "is [1, 2], expected 2 to 2 or more",
    ),
    "a row of one number": (
        setting(*TIERS, 0, "dice", [1]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 0, "dice"),
        "expected at least 2 entries",
    ),
    "nine rows": (
        lambda c: at(c, *CARAVAN).update(gain_by_dice_allocated=[{"dice": [n, n], "gain": {"gem": 1}} for n in range(1, 10)]),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated"),
        "expected at most 8 entries",
    ),
    "tokens in the table": (
        setting(*TIERS, 0, "gain", {"token": "auto_six"}),
        ("gather_cards", "caravan", "bottom", "gain_by_dice_allocated", 0, "gain", "token"),
        "is not a known field",
    ),
    "all dice and a cost": (setting(*CARAVAN, "cost", []), ("gather_cards", "caravan", "bottom"), HAND),
    "all dice and a gain": (setting(*CARAVAN, "gain", {"gem": 1}), ("gather_cards", "caravan", "bottom"), HAND),
    "all dice and no minimum": (setting(*CARAVAN, "min_dice", None), ("gather_cards", "caravan", "bottom"), HAND),
    "a table without all dice": (setting(*CARAVAN, "cost_special", None), ("gather_cards", "caravan", "bottom"), "a half has a cost"),
    "no dice at least": (
        setting(*CARAVAN, "min_dice", 0),
        ("gather_cards", "caravan", "bottom", "min_dice"),
        "is 0, expected at least 1",
    ),
    # docks
    "nine docks": (
        lambda c: c["docks"]["docks"].extend(copy.deepcopy(at(c, *DOCK)) | {"id": f"dock_{i}"} for i in range(5)),
        ("docks", "docks"),
        "expected at most 8 entries",
    ),
    "a dock twice": (setting(*DOCK, "id", "wood_dock"), ("docks", "wood_dock"), "the id occurs twice"),
    "no exchange": (setting(*DOCK, "exchanges", []), ("docks", "gem_dock", "exchanges"), "expected at least 1 entries"),
    "four exchanges": (
        lambda c: at(c, *DOCK)["exchanges"].extend(copy.deepcopy(at(c, *EXCHANGE)) | {"id": f"exchange_{i}"} for i in range(2)),
        ("docks", "gem_dock", "exchanges"),
        "expected at most 3 entries",
    ),
    "seven dice": (setting(*EXCHANGE, "dice", 7), ("docks", "gem_dock", "exchanges", "gem_dock_1", "dice"), "is 7, expected at most 6"),
    "more burned than paid": (
        setting(*EXCHANGE, "burned", 4),
        ("docks", "gem_dock", "exchanges", "gem_dock_1"),
        "burns 4 of 3 dice",
    ),
    "an exchange twice": (
        setting(*EXCHANGE, "id", "wood_dock_1"),
        ("docks", "gem_dock", "exchanges", "wood_dock_1"),
        "would be the item wood_dock_1, as docks.wood_dock.exchanges.wood_dock_1 is",
    ),
    # files
    "file missing": (lambda c: c.pop("docks"), ("docks",), "component file is missing"),
    "unknown field": (setting(*ANVIL, "weight", 3), ("craft_cards", "anvil", "weight"), "is not a known field"),
    "number as text": (setting("setup", "crafts_to_end", "4"), ("setup", "crafts_to_end"), "is '4', expected a whole number"),
    "no provenance": (
        lambda c: at(c, *EXCHANGE).pop("provenance"),
        ("docks", "gem_dock", "exchanges", "gem_dock_1", "provenance"),
        "is missing",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_components_are_refused_by_name(case):
    change, path, words = WRONG[case]
    components = copy.deepcopy(COMPONENTS)
    change(components)
    faults = checks.validate(components)
    assert [fault.path for fault in faults] == [path]
    assert words in f"{faults[0].what} ({faults[0].hint})"


def kinds_of_pips(n):
    """Tops of gather cards patched so that the halves have n kinds of abilities that raise dice, (1, 1) among them."""
    pairs = [(pips, dice) for dice in range(1, 7) for pips in range(1, 6)][1:n]
    ability = [{"kind": "add_pips", "pips": pips, "dice": dice} for pips, dice in pairs]
    data = copy.deepcopy(COMPONENTS)
    for _, _, half in halves(data):
        if "ability" in half and half["ability"]["kind"] == "add_pips":
            half["ability"] = {"kind": "add_pips", "pips": 1, "dice": 1}
    free = [half for _, _, half in halves(data) if "gain" in half]
    for half, help_ in zip(free, ability, strict=False):
        half["gain"], half["ability"] = {"metal": 0}, help_
    assert len(pips_kinds(data)) == n
    return data


def test_kinds_of_abilities_find_room():
    assert checks.validate(kinds_of_pips(16)) == []
    faults = checks.validate(kinds_of_pips(17))
    assert [fault.path for fault in faults] == [("gather_cards", "cards")]
    assert faults[0].what == "there are 17 kinds of abilities that raise dice (pips and dice), expected at most 16"


LIMITS = {
    "many dice": {"setup": {"metal": {"count": 200}, "library": {"count": 0}, "auto_six": {"count": 20}}},
    "no tokens": {"setup": {"auto_six": {"count": 0}, "plus_one_plus_one": {"count": 0}}},
    "a mixed hand": {"setup": {"starting_hand": {"metal": 3, "wood": 1}}},
    "six face up": {"setup": {"gather_face_up": 6, "craft_display_size": 6, "gather_random_drawn": 14}},
    "mandatory only": {"setup": {"gather_random_drawn": 0}},
    "an expensive card": {"craft_cards": {"anvil": {"dice": {"metal": [6, 6, 6, 6], "gem": [1], "magic": [6, 6, 6]}, "rank": 999}}},
    "another colour": {"craft_cards": {"anvil": {"dice": {"metal": [], "wood": [2, 2, 2]}}}},
    "six squares": {"gather_cards": {"north_mine": {"top": {"cost": [{"n": 6, "colours": ["metal", "wood", "gem"], "burn": True}]}}}},
    "free": {
        "gather_cards": {"north_mine": {"top": {"cost": []}}},
        "docks": {"gem_dock": {"exchanges": {"gem_dock_1": {"dice": 0, "burned": 0}}}},
    },
    "a gain of an ability": {
        "gather_cards": {"tavern": {"bottom": {"gain": {"metal": 1}, "ability": {"kind": "none", "pips": None, "dice": None}}}}
    },
    "an ability of a gain": {"gather_cards": {"north_mine": {"bottom": {"gain": {"metal": 0}, "ability": {"kind": "reroll"}}}}},
    "a gem of a token": {"docks": {"token_dock": {"gain": {"token": None, "count": None, "gem": 2}}}},
    "a token of dice": {"docks": {"gem_dock": {"gain": {"gem": 0, "token": "plus_one_plus_one", "count": 2}}}},
    "no cemetery": {
        "setup": {"cemetery": {"count": 0}},
        "gather_cards": {"cemetery": {"bottom": {"ability": {"kind": "add_pips", "pips": 5, "dice": 6}}}},
    },
    "a new craft card": {
        "craft_cards": {"sword": {"new": True, "rank": 2, "name": "Sword", "dice": {"metal": [6]}, "provenance": "derived"}}
    },
    "a new gather card": {
        "gather_cards": {
            "inn": {"new": True, "name": "Inn", "mandatory": False, "provenance": "derived"}
            | {h: GATHER["mill"][h] for h in ("top", "bottom")}
        }
    },
}


@pytest.mark.parametrize("case", LIMITS)
def test_data_at_the_limits_is_taken(case):
    components = patched(LIMITS[case])
    assert checks.validate(components) == []
    assert [checks.check_setup(components, DEFAULTS, players) for players in (2, 3, 4)] == [[], [], []]


DRAWN = ("setup", "craft_cards_drawn")
REFUSED = {
    "hands larger than the box": (
        {"setup": {"starting_hand": {"metal": 11}}},
        {},
        4,
        ("setup", "starting_hand", "metal"),
        "is 11; 4 players need 44 dice, the box has 42",
    ),
    "more craft cards than the deck has": (
        {"setup": {"craft_cards_drawn": {3: 25}}},
        {"craft_deck": "early_24"},
        3,
        (*DRAWN, 3),
        "is 25, the deck has 24 craft cards (KF-13)",
    ),
    "too few craft cards to end": (
        {"setup": {"craft_cards_drawn": {4: 12}}},
        {},
        4,
        (*DRAWN, 4),
        "is 12; 4 players can own 12 craft cards without anybody having 4 (at least 13, see KF-83)",
    ),
    "too many crafts to end": (
        {"setup": {"crafts_to_end": 6}},
        {},
        2,
        (*DRAWN, 2),
        "is 9; 2 players can own 10 craft cards without anybody having 6 (at least 11, see KF-83)",
    ),
    "a display longer than the cards": (
        {"setup": {"crafts_to_end": 1, "craft_cards_drawn": {2: 4}, "craft_display_size": 5}},
        {},
        2,
        ("setup", "craft_display_size"),
        "is 5, with 2 players 4 craft cards are drawn",
    ),
    "a list with the early deck": (
        {},
        {"craft_deck": "early_24", "craft_cards": ("anvil",)},
        2,
        ("options", "craft_cards"),
        "is a list, but craft_deck is early_24 (GO-11)",
    ),
    "an unknown craft card": (
        {},
        {"craft_cards": ("anvil", "knife")},
        2,
        ("options", "craft_cards"),
        "names knife, which is no card of this game",
    ),
    "a craft card twice": ({}, {"craft_cards": ("anvil", "anvil")}, 2, ("options", "craft_cards"), "names anvil twice"),
    "more craft cards listed than drawn": (
        {},
        {"craft_cards": tuple(row["id"] for row in COMPONENTS["craft_cards"]["cards"][:10])},
        2,
        ("options", "craft_cards"),
        "names 10 craft cards, with 2 players 9 are drawn (GO-11)",
    ),
    "a mandatory card listed": (
        {},
        {"gather_cards": ("mill", "north_mine")},
        3,
        ("options", "gather_cards"),
        "names north_mine, which is mandatory and in every game (GO-12)",
    ),
    "an unknown gather card": ({}, {"gather_cards": ("inn",)}, 3, ("options", "gather_cards"), "names inn, which is no card of this game"),
    "a gather card listed twice": ({}, {"gather_cards": ("mill", "mill")}, 3, ("options", "gather_cards"), "names mill twice"),
    "more gather cards listed than drawn": (
        {"setup": {"gather_random_drawn": 1}},
        {"gather_cards": ("mill", "tavern")},
        3,
        ("options", "gather_cards"),
        "names 2 gather cards, 1 are drawn (GO-12)",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_set_up_is_refused(case):
    patch, options, players, path, words = REFUSED[case]
    components = patched(patch)
    assert checks.validate(components) == []
    faults = checks.check_setup(components, chosen(**options), players)
    assert [(fault.path, words in f"{fault.what} ({fault.hint})") for fault in faults] == [(path, True)]


def test_what_can_be_listed():
    """GO-11, GO-12: as many as are drawn."""
    crafts = tuple(row["id"] for row in COMPONENTS["craft_cards"]["cards"][:9])
    gathers = tuple(id_ for id_, row in GATHER.items() if not row["mandatory"])[:7]
    assert checks.check_setup(COMPONENTS, chosen(craft_cards=crafts, gather_cards=gathers), 2) == []
    assert (listed(chosen(craft_cards=crafts), "craft_cards"), listed(DEFAULTS, "craft_cards")) == (crafts, ())
