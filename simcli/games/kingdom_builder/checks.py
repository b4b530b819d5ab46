"""What is wrong with (patched) components: the files by themselves and with each other, then what cannot be set up with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcli.errors import Fault
from simcli.game import Components
from simcli.games.components import validate_files
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.catalogue import DRAWN_CARDS, LORDS, card_pool, castle_row, chosen_cards, chosen_quadrants, deck_count
from simcli.games.kingdom_builder.datafiles import GEOMETRY, MODELS, ORIENTATIONS, QUADRANT, TERRAIN_ORDER

SPECIALS_OF_QUADRANT = S.SPECIALS // S.SLOTS
REPEATED = "it repeats what the rows say; change both"


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS) or _too_many(components)
    if faults:
        return faults
    faults = _twice(components) + (_terrain_faults(components) or _fixed_faults(components))
    if faults:
        return faults  # what follows looks things up by id and letter
    for check in (_quadrant_faults, _tile_faults, _card_faults, _setup_faults):
        faults += check(components)
    return faults


def check_setup(components: Components, options: Any, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    setup, faults = components["setup"], []
    hands = players * setup["starting_terrain_cards_per_player"]
    deck = sum(deck_count(components))
    if deck < hands:
        faults.append(Fault(("terrain", "terrain_deck", "cards"), f"has {deck} cards, {players} players need at least {hands}"))
    each, room = setup["settlements_per_player"], room_on_board(components, options)
    if players * each > room:
        message = f"is {each}; {players} players need room for {players * each}, the smallest board has {room} hexes for terrain cards"
        faults.append(Fault(("setup", "settlements_per_player"), message, f"at most {room // players}, see KB-94"))
    faults += _choice_faults(components, options)
    pool = card_pool(components, options)
    if len(pool) < DRAWN_CARDS:
        faults.append(Fault(("scoring_cards", "cards"), f"has {len(pool)} cards to draw from, {DRAWN_CARDS} are drawn", "KB-32"))
    return faults


def check_grants(components: Components, options: Any, _players: int, in_all: Mapping[str, int], at_one: Mapping[str, int]) -> list[Fault]:
    """GO-15: tiles that seats begin with lie on a location, of which each gives a seat one."""
    each, faults = components["setup"]["location_tiles_per_hex"], []
    for tile, number in in_all.items():
        hexes = _fewest_hexes(components, options, tile)
        if 0 < hexes < at_one[tile]:
            message = f"gives a seat {at_one[tile]} tiles '{tile}', of which a board has {hexes} location hexes"
            faults.append(Fault((tile,), message, "KB-61: a seat takes one tile from each"))
        elif 0 < hexes * each < number:
            faults.append(Fault((tile,), f"gives {number} tiles '{tile}', a board has {hexes * each}", f"at most {hexes * each}"))
    return faults


def _fewest_hexes(components: Components, options: Any, tile: str) -> int:
    """Location hexes of a kind of tile that a board has at least if it has any: not all quadrants are in play."""
    chosen = chosen_quadrants(components, options)
    hexes = {q["id"]: len(q["location_hexes"]) for q in components["quadrants"]["quadrants"] if q["location"] == tile}
    if len(chosen) == S.SLOTS:
        return sum(number for id_, number in hexes.items() if id_ in chosen)
    return min(hexes.values(), default=0)


def _choice_faults(components: Components, options: Any) -> list[Fault]:
    """GO-04, GO-13: cards that cannot be asked for."""
    faults = []
    castle, named = components["scoring_cards"]["cards"][castle_row(components)]["id"], chosen_cards(components, options)
    where = ("options", "setup") if options["cards"] == "random" else ("options", "cards")
    if castle in named:
        faults.append(Fault(where, f"names {castle}, which is always in play and cannot be listed", "GO-04"))
    if LORDS in named and not options["lords_card_in_deck"]:
        faults.append(Fault(where, f"names {LORDS}, which lords_card_in_deck takes out", "GO-13"))
    return faults


def room_on_board(components: Components, options: Any) -> int:
    """KB-94: buildable hexes of terrains the deck shows, on the smallest board that can be dealt."""
    letters = {row["letter"] for row, n in zip(components["terrain"]["terrain_types"], deck_count(components), strict=False) if n}
    rooms = {q["id"]: sum(hex_ in letters for row in q["rows"] for hex_ in row) for q in components["quadrants"]["quadrants"]}
    certain = chosen_quadrants(components, options)
    others = sorted(room for quadrant, room in rooms.items() if quadrant not in certain)
    return sum(rooms[quadrant] for quadrant in certain) + sum(others[: S.SLOTS - len(certain)])


LISTS = {
    "quadrants": ("quadrants", "quadrants", S.SLOTS, S.MAX_QUADRANTS),
    "location_tiles": ("tiles", "kinds of tiles", 1, S.MAX_TILES),
    "scoring_cards": ("cards", "cards", 1, S.MAX_CARDS),
}
"""By file: its list of records, what they are called, the fewest and the most."""


def _too_many(components: Components) -> list[Fault]:
    """Lists that are longer than the tables, or too short."""
    faults = []
    for stem, (key, what, fewest, most) in LISTS.items():
        n = len(components[stem][key])
        if not fewest <= n <= most:
            faults.append(Fault((stem, key), f"has {n} {what}, expected {fewest} to {most}"))
    deck = sum(row["count"] for row in components["terrain"]["terrain_deck"]["cards"])
    if not 1 <= deck <= S.MAX_DECK:
        faults.append(Fault(("terrain", "terrain_deck", "cards"), f"has {deck} cards, expected 1 to {S.MAX_DECK}"))
    return faults


def _twice(components: Components) -> list[Fault]:
    lists: list[tuple[tuple[str, ...], Any]] = [((stem,), components[stem][key]) for stem, (key, *_) in LISTS.items()]
    lists.append((("terrain", "terrain_deck", "cards"), components["terrain"]["terrain_deck"]["cards"]))
    lists.append((("setup",), components["setup"]["setups"]))
    return [Fault((*path, id_), "the id occurs twice") for path, rows in lists for id_ in _repeated([row["id"] for row in rows])]


def _repeated(values: Sequence[Any]) -> list[Any]:
    return sorted({value for value in values if values.count(value) > 1})


def _terrain_faults(components: Components) -> list[Fault]:
    faults = []
    types = components["terrain"]["terrain_types"]
    ids, letters = [row["id"] for row in types], [row["letter"] for row in types]
    if tuple(ids) != TERRAIN_ORDER:
        return [Fault(("terrain", "terrain_types"), f"are {', '.join(ids)}", f"expected {', '.join(TERRAIN_ORDER)}, in this order")]
    for row in types:
        spelt, letter = ("terrain", row["id"], "letter"), row["letter"]
        if len(letter) != 1 or not "A" <= letter <= "Z":
            faults.append(Fault(spelt, f"is {letter!r}, expected one letter from A to Z"))
        elif letters.count(letter) > 1:
            faults.append(Fault(spelt, "the letter occurs twice"))
    for i, row in enumerate(types):
        for flag in ("buildable", "on_cards"):
            if row[flag] != (i < S.TERRAINS):
                expected = f"expected {str(i < S.TERRAINS).lower()}; only {', '.join(ids[: S.TERRAINS])} can be built on (KB-7)"
                faults.append(Fault(("terrain", row["id"], flag), f"is {str(row[flag]).lower()}, {expected}"))
    for row in components["terrain"]["terrain_deck"]["cards"]:
        if row["terrain"] not in ids[: S.TERRAINS]:
            path = ("terrain", "terrain_deck", "cards", row["id"], "terrain")
            faults.append(Fault(path, f"is {row['terrain']!r}, which cannot be built on", ", ".join(ids[: S.TERRAINS])))
    return faults


def _fixed_faults(components: Components) -> list[Fault]:
    """What stands in the files to be read, not to be changed."""
    faults = []
    geometry, legend = components["quadrants"]["geometry"], components["quadrants"]["legend"]
    for key, fixed in GEOMETRY.items():
        if geometry[key] != fixed:
            faults.append(Fault(("quadrants", "geometry", key), f"is {geometry[key]}, it cannot be changed", f"expected {fixed}"))
    letters = {row["letter"]: row["id"] for row in components["terrain"]["terrain_types"]}
    if legend != letters:
        expected = ", ".join(f"{letter}: {id_}" for letter, id_ in letters.items())
        faults.append(Fault(("quadrants", "legend"), "differs from the letters of terrain.yaml", f"expected {expected}"))
    orientations = tuple((row["id"], row["degrees"]) for row in components["orientations"]["orientations"])
    if orientations != tuple(zip(ORIENTATIONS, GEOMETRY["rotations"], strict=True)):
        faults.append(Fault(("orientations", "orientations"), "expected upright (0 degrees) and turned (180 degrees), in this order"))
    return faults


def _quadrant_faults(components: Components) -> list[Fault]:
    faults = []
    letters = {row["id"]: row["letter"] for row in components["terrain"]["terrain_types"]}
    tiles = [tile["id"] for tile in components["location_tiles"]["tiles"]]
    for quadrant in components["quadrants"]["quadrants"]:
        path, rows = ("quadrants", quadrant["id"]), quadrant["rows"]
        if quadrant["location"] not in tiles:
            faults.append(Fault((*path, "location"), f"is {quadrant['location']!r}, which is no location tile", ", ".join(tiles)))
        wrong = _row_faults((*path, "rows"), rows, set(letters.values()))
        faults += wrong or _special_faults(path, quadrant, letters) + _count_faults((*path, "counts"), quadrant, letters)
    return faults


def _row_faults(path: tuple[str, ...], rows: list[str], letters: set[str]) -> list[Fault]:
    if len(rows) != QUADRANT:
        return [Fault(path, f"has {len(rows)} rows, a quadrant has {QUADRANT}")]
    faults = []
    for r, row in enumerate(rows):
        unknown = sorted(set(row) - letters)
        if len(row) != QUADRANT:
            faults.append(Fault((*path, r), f"is {row!r} with {len(row)} hexes, a row of a quadrant has {QUADRANT}"))
        elif unknown:
            faults.append(Fault((*path, r), f"is {row!r}; {', '.join(unknown)} is no letter of terrain.yaml", ", ".join(sorted(letters))))
    return faults


def _special_faults(path: tuple[str, ...], quadrant: Any, letters: dict[str, str]) -> list[Fault]:
    """KB-20, KB-63: three castle and location hexes, apart from each other and from the border."""
    rows, faults = quadrant["rows"], []
    cells = {name: hexes_of(rows, letters[name]) for name in ("castle", "location")}
    for key, name in (("castles", "castle"), ("location_hexes", "location")):
        given = quadrant.get(key)
        if given is not None and sorted(given) != cells[name]:
            faults.append(Fault((*path, key), f"is {given}, the rows have {letters[name]} at {cells[name]}", REPEATED))
    specials = [tuple(hex_) for hexes in cells.values() for hex_ in hexes]
    if len(specials) != SPECIALS_OF_QUADRANT:
        message = f"has {len(specials)} castle and location hexes, a quadrant has {SPECIALS_OF_QUADRANT}"
        faults.append(Fault((*path, "rows"), message, "KB-20"))
    border = sorted((r, c) for r, c in specials if r in (0, QUADRANT - 1) or c in (0, QUADRANT - 1))
    faults += [Fault((*path, "rows", r), f"has a castle or location hex on the quadrant's border, at {[r, c]}", "KB-63") for r, c in border]
    if not border:
        touched = [near for r, c in specials for near in neighbours(r, c)]
        for r, c in _repeated(touched):
            faults.append(Fault((*path, "rows"), f"the hex {[r, c]} touches two castle or location hexes", "KB-63"))
    return faults


def hexes_of(rows: list[str], letter: str) -> list[list[int]]:
    """Where a letter stands, in reading order."""
    return [[r, c] for r, row in enumerate(rows) for c, hex_ in enumerate(row) if hex_ == letter]


def neighbours(r: int, c: int) -> list[tuple[int, int]]:
    """KB-2, of a hex that is not on the border."""
    left = c - 1 + r % 2
    return [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]


def _count_faults(path: tuple[str, ...], quadrant: Any, letters: dict[str, str]) -> list[Fault]:
    text = "".join(quadrant["rows"])
    counts = {letter: text.count(letter) for letter in letters.values()}
    counts["buildable"] = sum(counts[letters[terrain]] for terrain in TERRAIN_ORDER[: S.TERRAINS])
    faults = []
    for key, given in (quadrant.get("counts") or {}).items():
        if key not in counts:
            faults.append(Fault((*path, key), "is no letter of terrain.yaml", ", ".join(counts)))
        elif given != counts[key]:
            faults.append(Fault((*path, key), f"is {given}, the rows have {counts[key]}", REPEATED))
    return faults


def _tile_faults(components: Components) -> list[Fault]:
    buildable = TERRAIN_ORDER[: S.TERRAINS]
    targets = {"build": ("card_terrain", "edge", "line_end", *buildable), "move": ("card_terrain", "straight_two", "water", *buildable)}
    faults = []
    for tile in components["location_tiles"]["tiles"]:
        path, target = ("location_tiles", tile["id"]), tile["target"]
        if target not in targets[tile["kind"]]:
            message = f"is {target!r}, which is no target of a tile of kind {tile['kind']}"
            faults.append(Fault((*path, "target"), message, ", ".join(targets[tile["kind"]])))
            continue
        if target == "line_end" and tile.get("min_line") is None:
            faults.append(Fault((*path, "min_line"), "is missing, a tile with target line_end needs it"))
        if target == "straight_two" and tile["adjacency"] != "none":
            faults.append(Fault((*path, "adjacency"), f"is {tile['adjacency']}, expected none: a jump goes where it may land", "KB-87"))
        for key, owner in (("min_line", "line_end"), ("distance", "straight_two")):
            if tile.get(key) is not None and target != owner:
                faults.append(
                    Fault((*path, key), f"has no meaning for a tile with target {target}", f"it belongs to {owner}; null takes it away")
                )
    return faults


def _card_faults(components: Components) -> list[Fault]:
    faults = []
    file = components["scoring_cards"]
    always = [card["id"] for card in file["cards"] if not card["drawable"]]
    if len(always) != 1:
        message = f"{', '.join(always) or 'no card'} cannot be drawn, expected exactly one card that is always in play"
        faults.append(Fault(("scoring_cards", "cards"), message, "KB-22"))
    elif file["cards"][0]["drawable"]:
        faults.append(Fault(("scoring_cards", always[0]), "is always in play and must stand first"))
    if file["always_in_play"] != always and len(always) == 1:
        faults.append(
            Fault(("scoring_cards", "always_in_play"), f"is {file['always_in_play']}, the card that cannot be drawn is {always[0]}")
        )
    for card in file["cards"]:
        if card.get("terrain") is not None and card["terrain"] not in TERRAIN_ORDER:
            path = ("scoring_cards", card["id"], "terrain")
            faults.append(Fault(path, f"is {card['terrain']!r}, which is no kind of hex", ", ".join(TERRAIN_ORDER)))
    return faults


def _setup_faults(components: Components) -> list[Fault]:
    """The named set-ups: existing quadrants and cards, each once."""
    rows = {row["id"]: row for row in components["setup"]["setups"]}
    if "first_game" not in rows:
        return [Fault(("setup", "setups"), "has no set-up first_game, which the option setup offers")]
    faults = []
    if rows.get("random", {}).get("board") or rows.get("random", {}).get("scoring_cards"):
        faults.append(Fault(("setup", "random"), "draws its board and cards, nothing can be fixed here"))
    quadrants = [q["id"] for q in components["quadrants"]["quadrants"]]
    drawable = [card["id"] for card in components["scoring_cards"]["cards"] if card["drawable"]]
    path, first = ("setup", "first_game"), rows["first_game"]
    board, cards = first.get("board"), first.get("scoring_cards")
    if not board or len(board) != S.SLOTS or any(len(p) != 2 or not isinstance(p[0], str) or p[1] not in (0, 180) for p in board):
        faults.append(Fault((*path, "board"), f"is {board}, expected {S.SLOTS} pairs of a quadrant and 0 or 180"))
    else:
        faults += _list_faults((*path, "board"), [p[0] for p in board], quadrants, "quadrant")
    if not cards or len(cards) != DRAWN_CARDS:
        faults.append(Fault((*path, "scoring_cards"), f"is {cards}, expected {DRAWN_CARDS} cards"))
    else:
        faults += _list_faults((*path, "scoring_cards"), cards, drawable, "card that can be drawn")
    return faults


def _list_faults(path: tuple[str, ...], named: list[str], known: list[str], noun: str) -> list[Fault]:
    faults = [Fault((*path, i), f"names {id_!r}, which is no {noun}", ", ".join(known)) for i, id_ in enumerate(named) if id_ not in known]
    return faults + [Fault(path, f"names {id_!r} twice") for id_ in _repeated(named)]
