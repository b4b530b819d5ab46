"""What can be counted in Architects of the West Kingdom: items, score categories, the range of scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcli.game import MARKER, NO_RULE, SITUATION, Catalogue, Components, Item, Options
from simcli.games.architects.datafiles import in_play
from simcli.games.architects.state import NO_ITEM

CATEGORIES = ("buildings", "effects", "cathedral", "virtue", "debts", "goods", "silver", "prison")
PLACE_ITEMS = {
    "quarry": "placed at the quarry",
    "forest": "placed at the forest",
    "silversmith": "placed at the silversmith",
    "mines_clay": "placed at the mines for clay",
    "mines_gold": "placed at the mines for gold",
    "storehouse": "placed at the storehouse",
    "workshop_hire": "placed at the workshop to hire",
    "workshop_draw": "placed at the workshop to draw",
    "town_centre": "placed at the town centre",
    "tax_stand": "placed at the tax stand",
    "market_left": "placed at the left market space",
    "market_middle_hire": "placed at the middle market space to hire",
    "market_middle_draw": "placed at the middle market space to draw",
    "market_right": "placed at the right market space",
    "guardhouse": "placed at the guardhouse",
    "guildhall": "placed in the Guildhall",
}
"""Placements in the order of their codes."""
CAPTIVES = {
    "captured_worker": "worker of another player captured",
    "sent_worker": "worker of another player sent to the Prison",
    "freed_worker": "own worker freed",
}
"""What became of captured workers."""
ALWAYS_OPEN = {"quarry", "forest", "silversmith", "mines_clay", "storehouse", "workshop_draw"}
"""Placements without a price or a condition: nobody can be kept from them (GO-21)."""
POINTS_A_TURN, DEBTS_A_TURN = 16, 6
"""More than turns are worth on average, 20 workers at one place with all apprentices; more debts than they bring."""

CHOSEN = "every player chooses one at the start, and no rule gives another"
"""Why apprentices are not given."""

USUAL = (10, 90)
"""Usual scores: 33 to 65 points, 82 with expansions (AW-F04), and 35 to 55 by the cards (AW-F13), with room for weak play."""


def idle(components: Components, options: Options, _players: int) -> dict[tuple[str | int, ...], str]:
    """Promotional cards and boards that are left out, and all boards where the standard side is played."""
    lists = (("apprentices", "apprentices"), ("buildings", "buildings"), ("player_boards", "boards"))
    parts: dict[tuple[str | int, ...], str] = {}
    for stem, rows in lists:
        there = in_play(components, options, stem, rows)
        parts |= {(stem, rows, row["id"]): "include_promo_cards: false" for row in components[stem][rows] if row not in there}
    if options["player_boards"] != "variable":
        boards = components["player_boards"]["boards"]
        parts |= {("player_boards", "boards", row["id"]): f"player_boards: {options['player_boards']}" for row in boards}
    return parts


def catalogue(components: Components, options: Options) -> Catalogue:
    """Apprentices, buildings, rewards, boards; steps of the Cathedral, placements, captives and debts, each as often as it happened."""
    setup = components["setup"]["provenance"]
    apprentices, buildings = in_play(components, options, "apprentices"), in_play(components, options, "buildings")
    why = CHOSEN if options["initial_apprentice"] else NO_RULE
    items = [
        Item(row["id"], "apprentice", apprentice_name(row), row["provenance"], bannable=True, by_strategy=True, not_granted=why)
        for row in apprentices
    ]
    items += [Item(row["id"], "building", row["name"], row["provenance"], bannable=True, dealt=True, by_strategy=True) for row in buildings]
    items += [Item(row["id"], "reward", row["id"].replace("_", " "), row["provenance"]) for row in components["rewards"]["rewards"]]
    if options["player_boards"] == "variable":
        boards = in_play(components, options, "player_boards", "boards")
        items += [Item(row["id"], "board", row["name"], row["provenance"]) for row in boards]
    items.append(Item("cathedral", "cathedral_step", "step of the Cathedral", setup, bannable=True))
    for id_, name in PLACE_ITEMS.items():
        items.append(Item(id_, "placement", name, setup, bannable=id_ not in ALWAYS_OPEN, role=SITUATION, by_strategy=True))
    items += [Item(id_, "captive", name, setup, role=SITUATION, by_strategy=True) for id_, name in CAPTIVES.items()]
    items.append(Item("debt_taken", "debt", "debt taken", setup, role=SITUATION, by_strategy=True))
    items.append(Item("start_player", "start_player", "start player", setup, role=MARKER))
    return Catalogue(tuple(items), CATEGORIES, *score_range(components, options), USUAL)


def apprentice_name(row: dict[str, object]) -> str:
    """Several apprentices have one name: the id tells them apart."""
    words = str(row["id"]).split("_")
    return str(row["name"]) if len(words) == 1 else f"{row['name']} ({words[-1]})"


def score_range(components: Components, options: Options) -> tuple[int, int]:
    """Lowest and highest score that can be: goods and debts are endless, turns are not (GO-20)."""
    track = components["board"]["virtue_track"]["final_points"].values()
    scoring, unpaid = components["board"]["scoring"], -components["debts"]["unpaid"]["points"]
    good = max(scoring["gold"], scoring["marble"], 1)
    printed = sum(row["points"] for row in components["buildings"]["buildings"])
    levels = max(row["points"] for row in components["board"]["cathedral"]["levels"])
    turns = int(options["max_turns"])
    high = printed + levels + max(track) + POINTS_A_TURN * good * turns + 1000
    low = min(track) - DEBTS_A_TURN * (unpaid + 1) * turns - 1000
    return low, high


def numbers_of_items(components: Components, options: Options) -> dict[str, Any]:
    """The numbers by which the kernels count items, by the fields of the tables."""
    items = catalogue(components, options)
    number = {item.id: i for i, item in enumerate(items.items)}
    boards = ["standard", *(board["id"] for board in components["player_boards"]["boards"])]
    return {
        "n_items": len(items.items),
        "apprentice_item": [number.get(row["id"], NO_ITEM) for _, row in cards_of(components["apprentices"]["apprentices"])],
        "building_item": [number.get(row["id"], NO_ITEM) for row in components["buildings"]["buildings"]],
        "first_reward_item": items.first("reward"),
        "board_item": [number.get(id_, NO_ITEM) for id_ in boards],
        "first_place_item": items.first("placement"),
        "place_item": [number[item.id] if item.bannable else NO_ITEM for item in items.items if item.id in PLACE_ITEMS],
        "cathedral_item": number["cathedral"],
        "start_item": number["start_player"],
        "capture_item": number["captured_worker"],
        "sent_item": number["sent_worker"],
        "freed_item": number["freed_worker"],
        "debt_item": number["debt_taken"],
    }


def cards_of(rows: Sequence[Any]) -> list[tuple[int, Any]]:
    """Cards of a file: (kind, record), copies next to each other."""
    return [(kind, row) for kind, row in enumerate(rows) for _ in range(row.get("count", 1))]
