"""Changed components that kernel and oracle both play: what a patch may change (section 22 of RULES.md)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from tests.games.kings_guild.tables import COMPONENTS, patched

COUNTS = (1, 2, 3, 4, 5, 6)
COMMON = ("cloth", "leather", "metal", "wood")


def cards(stem: str, **changes: Any) -> dict[str, Any]:
    """The same changes of every card of a file."""
    rows = {"player_boards": "boards"}.get(stem, stem)
    return {stem: {row["id"]: changes for row in COMPONENTS[stem][rows] if changes.keys() <= row.keys()}}


def for_all(**changes: Any) -> dict[str, Any]:
    """Changes of the set-up for all numbers of players."""
    return {"players": dict.fromkeys(COUNTS, changes)}


def _gives_more(card: Mapping[str, Any]) -> bool:
    """Resources, scrolls and maps."""
    return card.get("face", card["type"]) in ("resource", "scroll", "map")


def row(kind: str, then: Any = None, **arguments: Any) -> dict[str, Any]:
    """A row of effects."""
    return {"kind": kind} | arguments | ({"then": then} if then else {})


def gain(what: str, n: int, then: Any = None) -> dict[str, Any]:
    """The commonest row."""
    return row("gain", then, what=what, n=n)


def pay(n: int, then: Any) -> dict[str, Any]:
    """A payment, or the chain ends."""
    return row("pay", then, what="coins", n=n)


def standing(**numbers: int) -> dict[str, Any]:
    """Standing numbers, one after the other."""
    chain: dict[str, Any] = {}
    for number, n in reversed(numbers.items()):
        chain = row("standing", chain, number=number, n=n)
    return chain


def stock(n: int) -> dict[str, Any]:
    """So many resources of each kind."""
    return {"resources": {"in_play": {kind: dict.fromkeys(COUNTS, n) for kind in ("common", "rare")}}}


CHEAP = {"specialists": {card["id"]: {"cost": 1} for card in COMPONENTS["specialists"]["specialists"]}}
PAID = {"specialists": {card["id"]: {"cost": 2} for card in COMPONENTS["specialists"]["specialists"]}}
FREE_ROOMS = cards("rooms", cost=0)
WEALTH = {"setup": {"coins": [20] * 6}}
PROMO = {"promo_specialists": True}
SCROLLS = {card["id"]: {"count": 14} for card in COMPONENTS["treasures"]["treasures"] if card["type"] == "scroll"}
TREASURES = {card["id"]: card for card in COMPONENTS["treasures"]["treasures"]}

PATCHES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "wealth": (WEALTH, {}),
    "wealth, all specialists": (WEALTH | PAID, PROMO),
    "cheap specialists": (WEALTH | PAID | {"rooms": {"barracks": {"cost": 0}, "great_hall": {"cost": 0}}}, {}),
    "cheapest specialists": (CHEAP, PROMO | {"solo_specialist_row": "normal", "hero_specialists_trigger": "on_treasure"}),
    "free rooms": (FREE_ROOMS, {"no_space_players_may_bid": True}),
    "free rooms, builders": (
        FREE_ROOMS | {"specialists": {"builder": {"cost": 1}}},
        {"builder_places_statue_anywhere": True, "builder_doubles_statue_bonus": False},
    ),
    "free rooms, carpenter": (FREE_ROOMS | WEALTH | {"specialists": {"carpenter": {"cost": 1}}}, PROMO),
    "small hands": ({"setup": {"hand_limit": 0}}, {"after_craft_powers": "before_refill"}),
    "hands of two": ({"setup": {"hand_limit": 2}} | PAID, PROMO),
    "large hands": ({"setup": {"hand_limit": 20}} | WEALTH, {}),
    "small storage": (cards("guilds", storage=1), {}),
    "large storage": (cards("guilds", storage=20) | stock(20), {"sigil_needed_to_finish": True}),
    "scarce": (stock(1), {}),
    "nothing in stock": (stock(0), {"stall_rule_rounds": 4, "pass_allowed": "never"}),
    "wide row": ({"setup": {"row": 8}}, {}),
    "a row of one": ({"setup": {"row": 1}} | PAID, {}),
    "one slot": ({"setup": for_all(slots=1)}, {}),
    "six slots, no sigils": ({"setup": for_all(slots=6) | {"sigils": 0}}, {}),
    "four sigils": ({"setup": {"sigils": 4}}, {"sigil_needed_to_finish": True}),
    "few quests": ({"setup": for_all(slots=5, quests={"age1_common": 5, "age1_rare": 0, "age2": 0})}, {}),
    "all quests": ({"setup": for_all(quests={"age1_common": 12, "age1_rare": 12, "age2": 24})}, {}),
    "one workshop for all": ({"setup": {"one_workshop": list(COUNTS)}}, {}),
    "few treasures": ({"treasures": {id_: {"count": int(_gives_more(card))} for id_, card in TREASURES.items()}}, {}),
    "few treasures, shuffled early": (
        {"treasures": {id_: {"count": 1 if card["type"] != "charm" else 0} for id_, card in TREASURES.items()}} | PAID,
        {"reshuffle_when": "on_last_card"},
    ),
    "many scrolls": ({"treasures": SCROLLS} | PAID, {"promo_specialists": True}),
    "nothing but scrolls and one map": (
        {"treasures": {id_: {"count": 3 * (card["type"] == "scroll")} for id_, card in TREASURES.items()}},
        {},
    ),
    "potions": (
        {"treasures": {"lucky_potion": {"count": 20}, "fortune_potion": {"count": 20}}},
        {"lucky_potion_timing": "before_crafting", "thug_fee_from_coins_held_before": False},
    ),
    "potions, asked for": ({"treasures": {"lucky_potion": {"count": 20}, "fortune_potion": {"count": 20}}}, {}),
    "dear thugs": (
        {"specialists": {"thug": {"cost": 1, "effects": {"crafted": {"n": 9}}}}},
        {"thug_token_may_move_between_quests": False, "thug_fee_from_coins_held_before": False},
    ),
    "contracts": ({"treasures": {"contract": {"count": 20}}} | PAID, PROMO),
    "scoring": (
        {"scoring": {"charm_majority": 9, "relics": [1, 1, 2, 3, 5, 8], "offering": {"base": 0, "coins_per_point": 1}}},
        {"vault_and_offering": "split_coins"},
    ),
    "vaults": (
        {"rooms": {"vault_of_riches": {"cost": 0}}, "scoring": {"offering": {"coins_per_point": 1}}} | WEALTH,
        {"vault_and_offering": "split_coins"},
    ),
    "copies": (WEALTH | PAID, PROMO | {"witch_and_smuggler_optional": True}),
    "other numbers": (WEALTH, {}),
    "other rooms": (FREE_ROOMS, {}),
    "other chains": (PAID | WEALTH, PROMO),
    "other chains, on treasure": (
        PAID | WEALTH,
        PROMO | {"hero_specialists_trigger": "on_treasure", "after_craft_powers": "before_refill"},
    ),
    "other treasures": (WEALTH, {}),
    "other guilds": ({}, {}),
    "two of a kind": (PAID | WEALTH, {}),
    "crafts within crafts": (
        PAID | WEALTH | cards("guilds", storage=20) | stock(20) | {"treasures": SCROLLS},
        {"sigil_needed_to_finish": True, "hero_specialists_trigger": "on_treasure"},
    ),
}

OTHER_CHAINS: dict[tuple[str, ...], Any] = {
    ("specialists", "miner", "gathered"): gain("metal", 2, gain("gem", 1, gain("coins", 1))),
    ("specialists", "weaver", "crafted"): row("draw_named", row("draw", colour="red", n=1), n=1),
    ("specialists", "tanner", "crafted"): pay(1, row("draw", gain("wood", 1), colour="blue", n=1)),
    ("specialists", "lumberjack", "crafted"): row(
        "choose", options={"wood": gain("wood", 2), "metal": pay(2, row("draw_named", n=2)), "coins": gain("coins", 1)}, may=True
    ),
    ("specialists", "courier", "crafted"): row(
        "if", row("choose", options={"a": pay(3, gain("coins", 4)), "b": gain("cloth", 1)}, may=True), of="rogue", least=0, most=0
    ),
    ("specialists", "laborer", "crafted"): gain(
        "leather", 1, row("choose", options={"a": gain("gem", 1), "b": gain("magic", 1)}, may=True)
    ),
    ("specialists", "appraiser", "crafted"): gain("coins", 1, row("if", gain("coins", 2), of="mage", least=1)),
    ("specialists", "recruiter", "crafted"): row(
        "choose", options={"a": row("if", gain("wood", 2), of="rogue", least=1), "b": row("if", pay(1, gain("gem", 1)), of="mage", most=0)}
    ),
    ("specialists", "inventor", "quest_treasure"): row(
        "if", pay(1, row("draw_named", row("discard", n=2, **{"from": "hand"}), n=1)), of="warrior", least=1
    ),
    ("specialists", "oracle", "quest_treasure"): row("choose", options={"a": gain("coins", 2), "b": row("draw", colour="red", n=1)}),
    ("specialists", "peasant", "quest_treasure"): row("discard", gain("coins", 5), n=1, **{"from": "hand"}),
    ("specialists", "recruiter", "hired"): row("discard", row("draw_named", gain("wood", 3), n=2), n=2, **{"from": "hand"}),
    ("specialists", "bard", "hired"): pay(1, row("draw", gain("coins", 3), colour="yellow", n=2)),
    ("specialists", "tailor", "hired"): gain("cloth", 2, row("action", which="gather", n=1, may=True)),
    ("specialists", "sorceress", "hired"): row(
        "choose",
        options={"a": row("draw_named", row("draw_named", n=1, other=True), n=1), "b": pay(1, gain("gem", 2)), "c": gain("magic", 1)},
        may=True,
    ),
    ("specialists", "auctioneer", "hired"): row("draw_named", row("draw_named", n=3, may=True, other=True), n=2, may=True),
    ("specialists", "blacksmith", "hired"): row("action", which="craft", n=1, may=True),
    ("specialists", "builder", "hired"): row("buy_relics", n=1, may=True),
    ("specialists", "woodworker", "hired"): row("take_oldest"),
    ("specialists", "leatherworker", "hired"): row("baggage"),
}
EDITS: dict[str, dict[tuple[str, ...], Any]] = {
    "other numbers": {
        ("specialists", "miner", "standing"): standing(gather_mix=2, weapon_wood=2, armor_cloth=3),
        ("specialists", "weaver", "standing"): standing(gather_mix=1, moves=1, sale=3, free_offering=1),
        ("specialists", "tanner", "standing"): standing(row_coins_again=2, foresight=5, room_saving=2),
        ("specialists", "courier", "standing"): standing(storage=5, hand_limit=1, magic_access=1, bonus_again=3),
        ("rooms", "library", "standing"): standing(sale=2, build_anywhere=1, room_saving=4, weapon_gem=1),
        ("rooms", "warehouse", "standing"): standing(storage=2, gather_mix=3, moves=1, coins_kept=1),
        ("rooms", "kitchen", "standing"): standing(armor_leather=1, weapon_metal=9),
    },
    "other rooms": {
        ("rooms", "warehouse", "end_points"): gain("points", 2, row("count", gain("points", 3), of="coins", every=4)),
        ("rooms", "kitchen", "end_points"): row(
            "if", gain("points", 3, row("count", gain("points", 2), of="weapons", other="rogues", every=2)), of="full", least=0, most=0
        ),
        ("rooms", "gem_workshop", "end_points"): row("if", gain("points", 5), of="statue_beside", least=0, most=0),
        ("rooms", "magic_arcaenum", "end_points"): row(
            "count", row("count", gain("points", 1), of="armors", every=1), of="specialists", other="rooms", every=2
        ),
        ("rooms", "great_hall", "end_points"): row("if", row("if", gain("points", 9), of="full", least=1), of="statue_beside", least=1),
        ("rooms", "depot", "end_points"): row("count", gain("points", 3, gain("points", 2)), of="resource_kinds", other="scrolls", every=1),
    },
    "other chains": OTHER_CHAINS,
    "other chains, on treasure": OTHER_CHAINS,
    "other treasures": {
        ("treasures", "spoiling_potion", "played"): row(
            "each", row("name", row("lose", gain("coins", 1), what="named", n=2), of="any"), who="all"
        ),
        ("treasures", "secret_stash", "played"): row("each", row("draw_named", n=1), who="all"),
        ("treasures", "oak_branches", "played"): row("lose", row("draw_named", n=3), what="wood", n=2),
        ("treasures", "mithril_bars", "played"): pay(2, row("draw", gain("metal", 2), colour="red", n=2)),
        ("treasures", "dragon_hides", "played"): row("discard", row("each", gain("coins", 2), who="next"), n=2, **{"from": "hand"}),
        ("treasures", "bolts_of_silk", "played"): row(
            "each", row("discard", row("name", gain("named", 2), of="gatherable"), n=1, **{"from": "hand"}), who="all"
        ),
        ("treasures", "treasure_map_red", "played"): row(
            "choose", options={"a": row("draw", colour="red", n=2), "b": gain("gem", 1), "c": pay(1, row("draw_named", n=2))}, may=True
        ),
        ("treasures", "treasure_map_yellow", "played"): row("draw_named", row("each", row("draw_named", n=1, other=True), who="next"), n=2),
        ("treasures", "scroll_of_riches", "played"): gain("coins", 2, row("name", gain("named", 1, gain("wood", 1)), of="any")),
        ("treasures", "scroll_of_wonders", "played"): row(
            "draw_named",
            row("each", row("choose", options={"a": row("lose", what="cloth", n=1), "b": gain("metal", 1)}), who="next"),
            n=2,
            may=True,
        ),
        ("treasures", "brilliant_diamonds", "played"): row(
            "choose", options={"hire": row("action", which="hire", n=1), "gems": gain("gem", 2)}
        ),
        ("treasures", "contract", "item_made"): row("double", what="coins"),
        ("treasures", "bottle_of_faerie_dust", "quest_done"): row("double", what="treasure"),
    },
    "other guilds": {
        ("guilds", "craft_collective", "setup"): row("draw", row("draw_named", gain("coins", 1), n=1), colour="blue", n=2),
        ("guilds", "mercantile_trust", "setup"): row(
            "choose", options={"a": gain("coins", 4), "b": row("draw_named", row("draw_named", n=1, other=True), n=2), "c": gain("gem", 9)}
        ),
        ("guilds", "starfall_syndicate", "setup"): row("draw_named", gain("magic", 9), n=3, may=True),
        ("guilds", "greycastle_guard", "setup"): gain("cloth", 9, gain("wood", 9)),
    },
    "two of a kind": {
        ("specialists", "miner", "crafted"): row("thug", n=3, may=True),
        ("specialists", "weaver", "crafted"): row("warlock", may=True),
        ("specialists", "tanner", "hired"): row("exchange", may=True),
        ("specialists", "courier", "hired"): row("steal", n=1),
        ("specialists", "inventor", "hired"): row("take_quest"),
        ("specialists", "laborer", "hired"): row("copy_hired"),
        ("specialists", "lumberjack", "hired"): row("copy_hired"),
        ("specialists", "oracle", "crafted"): OTHER_CHAINS[("specialists", "tanner", "crafted")],
        ("specialists", "recruiter", "hired"): row("take_oldest"),
        ("specialists", "builder", "hired"): row("baggage"),
    },
    "crafts within crafts": {
        **{
            ("specialists", card["id"], "hired"): row("action", which="craft", n=1, may=True)
            for card in COMPONENTS["specialists"]["specialists"]
        },
        **{("specialists", id_, "crafted"): row("warlock", may=True) for id_ in ("miner", "weaver", "courier", "inventor", "lumberjack")},
        **{("treasures", f"scroll_of_{what}", "played"): row("action", which="hire", n=1) for what in ("plenty", "riches", "wonders")},
        **{
            ("specialists", id_, "gathered"): gain("cloth", 3, gain("leather", 3, gain("metal", 3, gain("wood", 3))))
            for id_ in ("miner", "weaver", "tanner", "lumberjack", "thug", "oracle")
        },
    },
}
"""Chains in the place of others, by file, card and trigger."""
ONE_MOMENT = ("played", "item_made", "quest_done")


def components_of(name: str) -> Any:
    """The components of a patch."""
    components = patched(PATCHES[name][0])
    for (stem, id_, trigger), chain in EDITS.get(name, {}).items():
        effects = next(card for card in components[stem][stem] if card["id"] == id_)["effects"]
        if trigger in ONE_MOMENT:
            effects.clear()
        effects[trigger] = copy.deepcopy(chain)
    return components
