"""What can be counted in The King's Guild: items, score categories, the range of scores."""

from __future__ import annotations

from typing import Any, get_args

from simcli.game import COMPONENT, MARKER, SITUATION, Catalogue, Components, Item, Options, Setting
from simcli.games.kings_guild.datafiles import COLOURS, Rating, specialists_in_play

CATEGORIES = ("charms", "relics", "quests", "specialists", "rooms", "offering")
ACTIONS = {
    "gather": "Gather as the action of a turn",
    "craft_one_item": "Craft of one item",
    "craft_both_items": "Craft of both items of a quest",
    "build": "Expand with a room only",
    "hire": "Expand with a specialist only",
    "build_and_hire": "Expand with two things",
    "offering": "offering made",
}
"""What a turn was used for, in the order of their codes; all but the last can happen more than once."""
SIZES = {"quest_of_one_item": "quest of one item completed", "quest_of_two_items": "quest of two items completed"}
"""Own quests at the end, as item and name."""
FLOW = {"drawn": "drawn", "played": "played or used", "sold": "sold", "kept": "in the hand at the end"}
"""What becomes of treasures, by colour: what is neither played, sold nor kept was discarded for nothing."""
AUCTION = {
    "statue_bid": ("auction_bid", "coins bid for the King's Statue", COMPONENT),
    "statue_paid": ("auction_price", "coins paid for the King's Statue", COMPONENT),
    "statue_shared_bid": ("auction", "highest bid for the King's Statue shared: nobody gets it", SITUATION),
}
"""Kind, name and role."""
RATINGS = tuple(f"rated_{rating}" for rating in get_args(Rating))
"""KG-V-21, counted with any number of players."""
NEVER_UNDER: dict[str, tuple[Setting, ...]] = {
    "kings_statue": (("statue_auction", False),),
    **dict.fromkeys(AUCTION, (("statue_auction", False),)),
    "offering": (("offering", False),),
    "shared_quest": (("shared_quests", False),),
}
"""Items that house rules keep from coming."""
OTHER_ITEMS = {
    *ACTIONS,
    "shared_quest",
    *SIZES,
    *(f"{colour}_{what}" for colour in COLOURS for what in FLOW),
    *RATINGS,
    *AUCTION,
    "start_player",
}
"""Ids of items that are no components."""
MOST_COINS = 500
"""More coins than a player ends a game with: quests bring about 70 a player (KG-SF-14), treasures less."""
MOST = {"scrolls": 64, "coins": MOST_COINS, "specialists": 20, "rooms": 10, "resource_kinds": 6, "weapons": 128, "armors": 128}
"""Most of what is counted at the end; quests of a hero: 64."""

USUAL = (20, 110)
"""Usual scores: a player alone is weak under 50 points and outstanding from 90 on (KG-SF-01), with room for more players."""


def idle(components: Components, options: Options, players: int) -> dict[tuple[str | int, ...], str]:
    """Specialists that are left out, what set-up says of other numbers of players, and coins of seats that nobody has."""
    there, setup = specialists_in_play(components, options, players), components["setup"]
    left_out = "left out with one player" if players == 1 else "promo_specialists: false"
    parts: dict[tuple[str | int, ...], str] = {
        ("specialists", "specialists", row["id"]): left_out for row in components["specialists"]["specialists"] if row not in there
    }
    parts |= {("setup", "players", n): f"{players} players" for n in setup["players"] if n != players}
    return parts | {("setup", "coins", seat): f"{players} players" for seat in range(players, len(setup["coins"]))}


def catalogue(components: Components, options: Options) -> Catalogue:
    """Guild tiles, boards, specialists, rooms, treasures, quests; then what turns were used for."""
    setup = components["setup"]["provenance"]
    items = [Item(row["id"], "guild", row["name"], row["provenance"]) for row in components["guilds"]["guilds"]]
    items += [Item(row["id"], "board", row["name"], row["provenance"]) for row in components["player_boards"]["boards"]]
    for row in specialists_in_play(components, options, 2):
        items.append(Item(row["id"], "specialist", row["name"], row["provenance"], bannable=True, by_strategy=True))
    for row in components["rooms"]["rooms"]:
        never, bannable = NEVER_UNDER.get(row["id"], ()), row["type"] != "special"
        items.append(Item(row["id"], "room", row["name"], row["provenance"], bannable=bannable, never_under=never, by_strategy=True))
    items += [Item(row["id"], "treasure", treasure_name(row), row["provenance"]) for row in components["treasures"]["treasures"]]
    items += [Item(row["id"], "quest", row["name"], row["provenance"], bannable=True) for row in components["quests"]["quests"]]
    done = [(id_, "action", name) for id_, name in ACTIONS.items()]
    done.append(("shared_quest", "action", "quest completed by two players"))
    done += [(id_, "quest_size", name) for id_, name in SIZES.items()]
    for colour in COLOURS:
        done += [(f"{colour}_{id_}", "treasure_flow", f"{colour} treasure {name}") for id_, name in FLOW.items()]
    done += [(id_, "rating", f"{id_.replace('_', ' ')}, by the points of a player alone") for id_ in RATINGS]
    situations = [(id_, kind, name, SITUATION) for id_, kind, name in done]
    situations += [(id_, kind, name, role) for id_, (kind, name, role) in AUCTION.items()]
    for id_, kind, name, role in situations:
        items.append(Item(id_, kind, name, setup, role=role, never_under=NEVER_UNDER.get(id_, ()), by_strategy=True))
    items.append(Item("start_player", "start_player", "start player", setup, role=MARKER))
    return Catalogue(tuple(items), CATEGORIES, *score_range(components, options), USUAL)


def treasure_name(row: dict[str, Any]) -> str:
    """Treasure Maps of three colours have one name."""
    return f"{row['name']} ({row['colour']})" if row["type"] == "map" else str(row["name"])


def score_range(components: Components, options: Options) -> tuple[int, int]:
    """Lowest and highest score that can be: every card and room at its best, with more coins than anybody has."""
    scoring, treasures = components["scoring"], components["treasures"]["treasures"]
    charms = scoring["charm_majority"] + sum(row["count"] * row.get("points", 0) for row in treasures)
    relics = max(scoring["relics"]) * sum(row["count"] for row in treasures if row["type"] == "relic")
    quests = components["quests"]["prestige"] * len(components["quests"]["quests"])
    people = sum(row["prestige"] for row in specialists_in_play(components, options, 2))
    rooms = sum(row["prestige"] + _most_points(row["effects"].get("end_points")) for row in components["rooms"]["rooms"])
    offering = scoring["offering"]["base"] + MOST_COINS + 40
    return 0, charms + relics + quests + people + rooms + offering


def _most_points(row: Any) -> int:
    """Most points a chain can give."""
    times = 1
    while row is not None:
        if row["kind"] == "count":
            times = MOST.get(row["of"], 64)
        elif row["kind"] == "gain":
            return times * int(row["n"])
        row = row.get("then")
    return 0
