"""Data the rules have no room for is refused by name; data at the limits is not."""

from __future__ import annotations

import copy

import pytest

from simcli.game import Components
from simcli.games.kings_guild import checks
from tests.games.kings_guild.data import COMPONENTS, DEFAULTS, chosen


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


def removing(*path):
    """A change: what stands at the path is gone."""
    *home, key = path
    return lambda c: at(c, *home).pop(key)


def more(stem, rows, n):
    """A change: records up to n, alike except for the id."""

    def change(c):
        records = c[stem][rows]
        records += [copy.deepcopy(records[-1]) | {"id": f"extra_{i}"} for i in range(n - len(records))]

    return change


def changed(*changes) -> Components:
    """The components with changes, as a patch makes them: what is printed stays."""
    data = copy.deepcopy(dict(COMPONENTS))
    for change in changes:
        change(data)
    return Components(data, COMPONENTS)


def effect(stem, id_, trigger, row):
    """A change: a card's chain under one trigger."""
    return setting(stem, stem, id_, "effects", {trigger: row})


def gain(what, n=1, **more):
    return {"kind": "gain", "what": what, "n": n, **more}


CLOAK = ("quests", "quests", "claim_the_briareye_gemstone")
FOUR = ("setup", "players", 4)
STORAGE = {"kind": "standing", "number": "storage", "n": 1}
OTHER = {"kind": "draw_named", "n": 1, "other": True}

WRONG = {
    # ids and what rules name
    "an id twice": (setting("guilds", "guilds", "mercantile_trust", "id", "warehouse"), ("guilds", "warehouse"), "the id occurs twice"),
    "an id of an action": (setting("rooms", "rooms", "tavern", "id", "gather"), ("rooms", "gather"), "that of another item"),
    "resources in another order": (
        lambda c: c["resources"]["resources"].reverse(),
        ("resources", "resources"),
        "expected cloth, leather, metal, wood, gem, magic, in this order",
    ),
    "special rooms in another order": (
        lambda c: c["rooms"]["rooms"].reverse(),
        ("rooms", "rooms"),
        "expected the special rooms shrine, kings_statue",
    ),
    "no Gem Workshop": (setting("rooms", "rooms", "gem_workshop", "id", "quarry"), ("rooms", "gem_workshop"), "is named by a rule"),
    "a large Statue": (setting("rooms", "rooms", "kings_statue", "size", 2), ("rooms", "kings_statue", "size"), "is 2, expected 1"),
    "no blue map": (
        setting("treasures", "treasures", "treasure_map_blue", "id", "chart"),
        ("treasures", "treasure_map_blue"),
        "is named by a rule and missing",
    ),
    # quests
    "an item dearer than any storage": (
        setting(*CLOAK, "items", 0, "cost", {"cloth": 7, "wood": 6}),
        ("quests", "claim_the_briareye_gemstone", "items", 0, "cost"),
        "is 13 resources, expected at most 12",
    ),
    "a treasure too many": (
        setting(*CLOAK, "reward", ["blue", "red"]),
        ("quests", "claim_the_briareye_gemstone"),
        "has 1 items and 2 treasures, expected as many",
    ),
    "a quest for nothing": (
        setting(*CLOAK, "items", []),
        ("quests", "claim_the_briareye_gemstone", "items"),
        "expected at least 1 entries",
    ),
    "an unknown hero": (
        setting(*CLOAK, "hero", "bard"),
        ("quests", "claim_the_briareye_gemstone", "hero"),
        "is 'bard', expected 'mage', 'rogue' or 'warrior'",
    ),
    "too many quests": (more("quests", "quests", 65), ("quests", "quests"), "expected at most 64 entries"),
    # treasures
    "a charm without points": (
        removing("treasures", "treasures", "carved_charm", "points"),
        ("treasures", "carved_charm"),
        "points stands at a charm, and only there",
    ),
    "a scroll that is a relic": (
        setting("treasures", "treasures", "scroll_of_plenty", "relic", "helm"),
        ("treasures", "scroll_of_plenty"),
        "relic stands at a relic, and only there",
    ),
    "a relic that is played": (
        setting("treasures", "treasures", "ancient_helm", "effects", {"played": gain("coins")}),
        ("treasures", "ancient_helm"),
        "relics, charms and coin cards have no effects, all others do",
    ),
    "a card used twice over": (
        setting("treasures", "treasures", "lucky_potion", "effects", "played", gain("coins")),
        ("treasures", "lucky_potion", "effects"),
        "expected one of played, item_made and quest_done",
    ),
    "too many of a colour": (
        lambda c: (
            setting("treasures", "treasures", "ancient_helm", "count", 28)(c),
            setting("treasures", "treasures", "contract", "count", 28)(c),
        ),
        ("treasures",),
        "there are 78 blue treasures, expected at most 64",
    ),
    # rooms and boards
    "a chamber of three sides": (
        setting("rooms", "rooms", "great_hall", "tile", "bedchamber_kitchen"),
        ("rooms", "bedchamber", "tile"),
        "expected a tile of one or two sides that is no room",
    ),
    "sides of unlike tiles": (
        setting("rooms", "rooms", "kitchen", "count", 5),
        ("rooms", "bedchamber", "count"),
        "is 6, the other side has 5",
    ),
    "a chamber without a tile": (removing("rooms", "rooms", "kitchen", "tile"), ("rooms", "kitchen"), "tile stands at a chamber"),
    "a Shrine for sale": (setting("rooms", "rooms", "shrine", "cost", 3), ("rooms", "shrine"), "special rooms have no cost, all others do"),
    "two Taverns": (setting("rooms", "rooms", "tavern", "count", 2), ("rooms", "tavern"), "count is 2, expected 1 for a master room"),
    "full without spaces": (
        setting("rooms", "rooms", "tavern", "effects", {"end_points": {"kind": "if", "of": "full", "least": 1, "then": gain("points")}}),
        ("rooms", "tavern"),
        "asks whether its spaces are full and has none",
    ),
    "a bonus under the guild tile": (
        setting("player_boards", "boards", "board_a", "bonuses", 0, "x", 2),
        ("player_boards", "board_a", "bonuses"),
        "expected different squares outside the guild tile",
    ),
    "a bonus off the board": (
        setting("player_boards", "boards", "board_a", "bonuses", 0, "y", 3),
        ("player_boards", "board_a", "bonuses", 0, "y"),
        "is 3, expected at most 2",
    ),
    # numbers by player count
    "no number for three players": (
        removing("resources", "in_play", "rare", 3),
        ("resources", "in_play", "rare"),
        "expected a number for 1 to 6 players",
    ),
    "no row for five players": (removing("setup", "players", 5), ("setup", "players"), "expected a number for 1 to 6 players"),
    "a deck forgotten": (removing(*FOUR, "quests", "age2"), ("setup", "players", 4, "quests", "age2"), "is missing"),
    "a tile forgotten": (removing(*FOUR, "tiles", "library"), ("setup", "players", 4, "tiles", "library"), "is missing"),
    "an unknown tile": (
        setting(*FOUR, "tiles", "cellar", 1),
        ("setup", "players", 4, "tiles", "cellar"),
        "is no shared room and no chamber tile",
    ),
    "nobody left out": (
        setting("setup", "solo", "specialists", ["jester"]),
        ("setup", "solo", "specialists"),
        "names 'jester', which is not among them",
    ),
    "two players twice": (setting("setup", "one_workshop", [2, 2]), ("setup", "one_workshop"), "names a number of players twice"),
    "ratings that fall": (setting("setup", "solo", "ratings", "leader", 90), ("setup", "solo", "ratings"), "expected recruit from 0"),
    "five relic scores": (setting("scoring", "relics", [2, 5, 9, 13, 17]), ("scoring", "relics"), "expected at least 6 entries"),
    "another box": (setting("components", "cards", "quest", 49), ("components", "cards"), "describes the box and cannot be patched"),
    # effects: kinds, words, places
    "a kind under another trigger": (
        effect("specialists", "courier", "gathered", {"kind": "draw", "colour": "red", "n": 1}),
        ("specialists", "courier", "effects"),
        "gathered has a row of the kind draw, expected gain",
    ),
    "an unknown number": (
        effect("specialists", "courier", "standing", STORAGE | {"number": "luck"}),
        ("specialists", "courier", "effects"),
        "number is 'luck', expected storage, hand_limit",
    ),
    "access twice": (
        effect("rooms", "gem_workshop", "standing", STORAGE | {"number": "gem_access", "n": 2}),
        ("rooms", "gem_workshop", "effects"),
        "n is 2, expected at most 1 for gem_access",
    ),
    "four of a mixture": (
        effect("specialists", "laborer", "standing", STORAGE | {"number": "gather_mix", "n": 4}),
        ("specialists", "laborer", "effects"),
        "n is 4, expected at most 3 for gather_mix",
    ),
    "an unknown count": (
        effect("rooms", "tavern", "end_points", {"kind": "count", "of": "friends", "every": 1, "then": gain("points")}),
        ("rooms", "tavern", "effects"),
        "of is 'friends', expected scrolls, coins",
    ),
    "an unknown condition": (
        effect("specialists", "ranger", "crafted", {"kind": "if", "of": "full", "least": 1, "then": gain("coins")}),
        ("specialists", "ranger", "effects"),
        "of is 'full', expected mage, rogue, warrior",
    ),
    "points in play": (effect("specialists", "miner", "gathered", gain("points")), ("specialists", "miner", "effects"), "what is 'points'"),
    "coins at the end": (
        effect("rooms", "tavern", "end_points", gain("coins")),
        ("rooms", "tavern", "effects"),
        "what is 'coins', expected points",
    ),
    "a price in wood": (
        effect("specialists", "minstrel", "hired", {"kind": "pay", "what": "wood", "n": 1, "then": gain("coins")}),
        ("specialists", "minstrel", "effects"),
        "what is 'wood', expected coins",
    ),
    "a kind nobody named": (
        effect("treasures", "oak_branches", "played", gain("named")),
        ("treasures", "oak_branches", "effects"),
        "what is 'named'",
    ),
    "another colour than none": (
        effect("treasures", "contract", "played", OTHER),
        ("treasures", "contract", "effects"),
        "draw_named: other, but no colour was named before",
    ),
    "a craft when played": (
        effect("treasures", "contract", "played", {"kind": "action", "which": "craft", "n": 1}),
        ("treasures", "contract", "effects"),
        "which is 'craft', expected hire",
    ),
    "two crafts": (
        effect("specialists", "craftswoman", "hired", {"kind": "action", "which": "craft", "n": 2, "may": True}),
        ("specialists", "craftswoman", "effects"),
        "an action is done once",
    ),
    "coins of a quest doubled": (
        effect("treasures", "lucky_potion", "quest_done", {"kind": "double", "what": "coins"}),
        ("treasures", "lucky_potion", "effects"),
        "quest_done doubles treasure, not coins",
    ),
    "two options alike": (
        effect("guilds", "mercantile_trust", "setup", {"kind": "choose", "options": {"one": gain("wood"), "two": gain("wood")}}),
        ("guilds", "mercantile_trust", "effects"),
        "two options are the same",
    ),
    "a deed of one card in a chain": (
        effect("specialists", "witch", "hired", gain("coins", then={"kind": "take_quest"})),
        ("specialists", "witch", "effects"),
        "take_quest stands at the head of a chain",
    ),
    "a thug without a fee": (
        effect("specialists", "thug", "crafted", {"kind": "thug", "may": True}),
        ("specialists", "thug", "effects"),
        "thug lacks n",
    ),
    "a witch with a number": (
        effect("specialists", "witch", "hired", {"kind": "take_quest", "n": 1}),
        ("specialists", "witch", "effects"),
        "take_quest has no n",
    ),
    "a witch who may decline": (
        effect("specialists", "witch", "hired", {"kind": "take_quest", "may": True}),
        ("specialists", "witch", "effects"),
        "take_quest cannot be declined",
    ),
    "two resources stolen": (
        effect("specialists", "smuggler", "hired", {"kind": "steal", "n": 2}),
        ("specialists", "smuggler", "effects"),
        "expected 1",
    ),
    "a hall placed": (
        effect("guilds", "the_holy_order", "setup", {"kind": "place_room", "room": "tavern"}),
        ("guilds", "the_holy_order"),
        "is 'tavern'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_components_are_refused_where_they_are_wrong(case):
    change, path, text = WRONG[case]
    faults = checks.validate(changed(change))
    assert any(fault.path[: len(path)] == path and text in fault.what for fault in faults), faults


RIGHT = {
    "a Craft Collective of five": setting("guilds", "guilds", "craft_collective", "storage", 5),
    "64 quests": more("quests", "quests", 64),
    "a free room": setting("rooms", "rooms", "tavern", "cost", 0),
    "a smith for gems": effect("specialists", "blacksmith", "standing", STORAGE | {"number": "weapon_gem", "n": 2}),
    "a tax on crafting": effect("specialists", "thug", "crafted", {"kind": "thug", "n": 4, "may": True}),
    "no map in blue": setting("treasures", "treasures", "treasure_map_blue", "count", 0),
    "a minstrel of three colours": effect("specialists", "minstrel", "hired", {"kind": "draw_named", "n": 3}),
    "a scroll that asks twice": effect(
        "treasures", "scroll_of_riches", "played", {"kind": "draw_named", "n": 1, "then": {"kind": "each", "who": "next", "then": OTHER}}
    ),
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_a_patch_may_change_is_not_refused(case):
    data = changed(RIGHT[case])
    assert checks.validate(data) == []
    assert checks.check_setup(data, DEFAULTS, 4) == []


UNPLAYABLE = {
    "quests": (setting(*FOUR, "quests", "age2", 25), ("setup", "players", 4, "quests", "age2"), "asks for 25 quests, there are 24"),
    "slots": (
        setting(*FOUR, "quests", {"age1_common": 2, "age1_rare": 2, "age2": 9}),
        ("setup", "players", 4, "slots"),
        "is 5, there are 4 quests of age I",
    ),
    "letters": (setting(*FOUR, "specialists", 13), ("setup", "players", 4, "specialists"), "asks for 13 of each letter, there are 12 of A"),
    "a short row": (setting(*FOUR, "specialists", 1), ("setup", "players", 4, "specialists"), "is 1, the row has 5 places"),
    "masters": (setting(*FOUR, "masters", 15), ("setup", "players", 4, "masters"), "is 15, there are 14 master rooms"),
    "tiles": (setting(*FOUR, "tiles", "library", 5), ("setup", "players", 4, "tiles", "library"), "is 5, there are 4"),
    "boards": (lambda c: c["player_boards"]["boards"].__delitem__(slice(3, None)), ("player_boards",), "there are 3 for 4 players"),
    "guilds": (lambda c: c["guilds"]["guilds"].__delitem__(slice(2, None)), ("guilds",), "there are 2 for 4 players"),
    "a colour": (
        lambda c: [row.update(count=0) for row in c["treasures"]["treasures"] if row["colour"] == "red"],
        ("treasures",),
        "there is no red treasure",
    ),
}


@pytest.mark.parametrize("case", UNPLAYABLE)
def test_what_cannot_be_set_up_is_refused(case):
    """KG-U-01 to KG-U-10."""
    change, path, text = UNPLAYABLE[case]
    faults = checks.check_setup(changed(change), DEFAULTS, 4)
    assert (faults[0].path, faults[0].what) == (path, text)


def test_promotional_specialists_fill_the_letters():
    """GO-27, KG-AM-50."""
    data = changed(setting(*FOUR, "specialists", 13))
    assert checks.check_setup(data, chosen(promo_specialists=True), 4) == []
