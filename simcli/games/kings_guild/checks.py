"""What is wrong with the (patched) components of The King's Guild, and what cannot be set up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.components import box_faults, id_faults, validate_files
from simcli.games.kings_guild.catalogue import OTHER_ITEMS, RATINGS
from simcli.games.kings_guild.datafiles import (
    BLUE_MAP,
    COLOURS,
    DECKS,
    GUILD_SQUARES,
    LETTERS,
    MAX_CARDS,
    MAX_COST,
    MODELS,
    RESOURCES,
    SPECIAL,
    WORKSHOPS,
    copies,
    rooms_of,
    specialists_in_play,
    tiles_for_sale,
)

CARDS = (
    ("quests", "quests"),
    ("specialists", "specialists"),
    ("treasures", "treasures"),
    ("rooms", "rooms"),
    ("guilds", "guilds"),
    ("player_boards", "boards"),
)
"""Files of components that are counted, and their lists."""
COUNTS = (1, 2, 3, 4, 5, 6)


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS)
    if faults:
        return faults  # what follows looks things up by id and place
    for check in (_id_faults, _fixed_faults, _card_faults, _room_faults, _number_faults, _box_faults):
        faults += check(components)
    return faults


def _id_faults(components: Components) -> list[Fault]:
    """Ids that occur twice, or are those of other items."""
    return id_faults(components, CARDS, OTHER_ITEMS)


def _fixed_faults(components: Components) -> list[Fault]:
    """Resources in their order, and the cards and rooms that rules name."""
    faults = []
    if tuple(row["id"] for row in components["resources"]["resources"]) != RESOURCES:
        faults.append(Fault(("resources", "resources"), f"expected {', '.join(RESOURCES)}, in this order"))
    if tuple(row["id"] for row in rooms_of(components, "special")) != SPECIAL:
        faults.append(Fault(("rooms", "rooms"), f"expected the special rooms {', '.join(SPECIAL)}, in this order", "KG-C-06"))
    shared = {row["id"] for row in rooms_of(components, "shared")}
    faults += [Fault(("rooms", id_), "is named by a rule, expected a shared room", "KG-X-04") for id_ in WORKSHOPS if id_ not in shared]
    for id_ in SPECIAL:
        size = next((row["size"] for row in components["rooms"]["rooms"] if row["id"] == id_), 1)
        if size != 1:
            faults.append(Fault(("rooms", id_, "size"), f"is {size}, expected 1 for a special room"))
    if BLUE_MAP not in {row["id"] for row in components["treasures"]["treasures"]}:
        faults.append(Fault(("treasures", BLUE_MAP), "is named by a rule and missing", "GO-28"))
    return faults


def _card_faults(components: Components) -> list[Fault]:
    """Costs of items, bonus squares of boards, cards of a colour."""
    faults = []
    for quest in components["quests"]["quests"]:
        for i, item in enumerate(quest["items"]):
            if (total := sum(item["cost"].values())) > MAX_COST:
                faults.append(Fault(("quests", quest["id"], "items", i, "cost"), f"is {total} resources, expected at most {MAX_COST}"))
    for board in components["player_boards"]["boards"]:
        squares = [(bonus["x"], bonus["y"]) for bonus in board["bonuses"]]
        if len(set(squares)) < len(squares) or set(squares) & set(GUILD_SQUARES):
            faults.append(Fault(("player_boards", board["id"], "bonuses"), "expected different squares outside the guild tile", "KG-U-10"))
    for colour in COLOURS:
        n = sum(row["count"] for row in components["treasures"]["treasures"] if row["colour"] == colour)
        if n > MAX_CARDS:
            faults.append(Fault(("treasures",), f"there are {n} {colour} treasures, expected at most {MAX_CARDS}"))
    return faults


def _room_faults(components: Components) -> list[Fault]:
    """Both sides of a chamber tile are the same tile (KG-X-03), and set-up knows every tile that is for sale."""
    faults, sides = [], Counter(row["tile"] for row in rooms_of(components, "chamber"))
    tiles, ids = tiles_for_sale(components), {row["id"] for row in components["rooms"]["rooms"]}
    for row in rooms_of(components, "chamber"):
        if sides[row["tile"]] > 2 or row["tile"] in ids:
            faults.append(
                Fault(("rooms", row["id"], "tile"), f"is {row['tile']!r}, expected a tile of one or two sides that is no room", "KG-X-03")
            )
        if row["count"] != tiles[row["tile"]]:
            faults.append(Fault(("rooms", row["id"], "count"), f"is {row['count']}, the other side has {tiles[row['tile']]}", "KG-X-03"))
    for n in COUNTS:
        given = components["setup"]["players"].get(n, {}).get("tiles", {})
        for id_ in tiles.keys() - given.keys():
            faults.append(Fault(("setup", "players", n, "tiles", id_), "is missing", "KG-U-02"))
        for id_ in given.keys() - tiles.keys():
            faults.append(Fault(("setup", "players", n, "tiles", id_), "is no shared room and no chamber tile", "KG-U-02"))
    return faults


def _number_faults(components: Components) -> list[Fault]:
    """Numbers for all player counts; what is left out with one player; ratings that rise."""
    faults, setup = [], components["setup"]
    stock = components["resources"]["in_play"]
    lists: list[tuple[tuple[str, ...], Any]] = [(("setup", "players"), setup["players"])]
    lists += [(("resources", "in_play", kind), stock[kind]) for kind in ("common", "rare")]
    for path, by_count in lists:
        if set(by_count) != set(COUNTS):
            faults.append(Fault(path, "expected a number for 1 to 6 players"))
    for n, row in setup["players"].items():
        faults += [Fault(("setup", "players", n, "quests", deck), "is missing", "KG-U-06") for deck in DECKS if deck not in row["quests"]]
    for stem in ("specialists", "treasures"):
        ids = {row["id"] for row in components[stem][stem]}
        faults += [
            Fault(("setup", "solo", stem), f"names {id_!r}, which is not among them", "KG-V-11")
            for id_ in setup["solo"][stem]
            if id_ not in ids
        ]
    if len(set(setup["one_workshop"])) < len(setup["one_workshop"]):
        faults.append(Fault(("setup", "one_workshop"), "names a number of players twice", "KG-X-04"))
    ratings = list(setup["solo"]["ratings"].values())
    if len(ratings) != len(RATINGS) or ratings[0] != 0 or ratings != sorted(set(ratings)):
        faults.append(Fault(("setup", "solo", "ratings"), "expected recruit from 0, then member, leader, king, legend, rising", "KG-V-21"))
    return faults


def _box_faults(components: Components) -> list[Fault]:
    """The list of the box is as printed: nothing in play depends on it (KG-C-01 to KG-C-09)."""
    files = components.printed
    base = [row for row in files["specialists"]["specialists"] if row["set"] == "base"]
    held = {
        ("cards", "quest"): len(files["quests"]["quests"]),
        ("cards", "specialist"): len(base),
        ("promo", "specialist"): len(files["specialists"]["specialists"]) - len(base),
        ("cards", "treasure"): sum(row["count"] for row in files["treasures"]["treasures"]),
        ("tiles", "shared"): sum(row["count"] for row in rooms_of(files, "shared")),
        ("tiles", "chamber"): sum({row["tile"]: row["count"] for row in rooms_of(files, "chamber")}.values()),
        ("tiles", "master"): len(rooms_of(files, "master")),
        ("tiles", "special"): len(rooms_of(files, "special")),
        ("tiles", "guild"): len(files["guilds"]["guilds"]),
        ("boards", "player"): len(files["player_boards"]["boards"]),
    }
    return box_faults(components, held)


def check_setup(components: Components, options: Options, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    faults, setup = [], components["setup"]
    row = setup["players"][players]
    in_box = Counter(quest["deck"] for quest in components["quests"]["quests"])
    at = ("setup", "players", players)
    for deck in DECKS:
        if row["quests"][deck] > in_box[deck]:
            faults.append(Fault((*at, "quests", deck), f"asks for {row['quests'][deck]} quests, there are {in_box[deck]}", "KG-U-06"))
    first = row["quests"]["age1_common"] + row["quests"]["age1_rare"]
    if first < row["slots"]:
        faults.append(Fault((*at, "slots"), f"is {row['slots']}, there are {first} quests of age I", "KG-U-08"))
    letters = Counter(card["deck"] for card in specialists_in_play(components, options, players))
    for letter in LETTERS:
        if row["specialists"] > letters[letter]:
            message = f"asks for {row['specialists']} of each letter, there are {letters[letter]} of {letter}"
            faults.append(Fault((*at, "specialists"), message, "KG-U-03"))
    if len(LETTERS) * row["specialists"] < setup["row"]:
        faults.append(Fault((*at, "specialists"), f"is {row['specialists']}, the row has {setup['row']} places", "KG-U-04"))
    masters = len(rooms_of(components, "master"))
    if row["masters"] > masters:
        faults.append(Fault((*at, "masters"), f"is {row['masters']}, there are {masters} master rooms", "KG-U-01"))
    for id_, n in tiles_for_sale(components).items():
        if row["tiles"][id_] > n:
            faults.append(Fault((*at, "tiles", id_), f"is {row['tiles'][id_]}, there are {n}", "KG-U-02"))
    for stem, rows in (("player_boards", "boards"), ("guilds", "guilds")):
        if len(components[stem][rows]) < players:
            faults.append(Fault((stem,), f"there are {len(components[stem][rows])} for {players} players", "KG-U-10"))
    by_id, left = {card["id"]: card["colour"] for card in components["treasures"]["treasures"]}, copies(components, options, players)
    for colour in COLOURS:
        if not any(n for id_, n in left.items() if by_id[id_] == colour):
            faults.append(Fault(("treasures",), f"there is no {colour} treasure", "KG-U-09"))
    return faults
