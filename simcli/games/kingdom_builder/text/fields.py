"""The position as named fields, read and set. One table has both ways of every field; what follows from them the kernels find anew.

Seats count from 1, numbers of cards leave out zeros. The terrain card of the seat to act counts as in hand until it is discarded; tiles
are named by the location they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simcli.games.fields import (
    Field,
    Path,
    bits,
    get_all,
    read_counts,
    read_list,
    read_mapping,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
    set_all,
)
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.text.names import (
    PHASES,
    Names,
    cards_in_play,
    cells_in,
    hex_text,
    location_text,
    mask_of,
    read_hex,
    settlements,
)

OVER = "over"
SETTABLE_PHASES = PHASES[: S.AFTER + 1]
"""A scenario starts between two steps of a turn; what lies inside the use of a tile is reached by action texts."""
DEGREES = (0, 180)
MOST_ROUNDS, MOST_TILES = 1000, 255


@dataclass(frozen=True)
class Position:
    """A record with what it takes to read and set it. `given` are all fields that are being set."""

    s: Any
    t: Any
    names: Names
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Number of players."""
        return int(self.s["n_players"])

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody acts, no card is in force."""
        return bool(self.s["over"])

    @property
    def actor(self) -> int:
        """The seat to act, from 0."""
        return int(self.s["actor"])

    @property
    def in_use(self) -> bool:
        """Whether a tile is being used."""
        return not self.over and int(self.s["phase"]) in (S.PLACE, S.LIFT, S.PUT)

    @property
    def places(self) -> list[str]:
        """Hexes of the locations by number."""
        return [hex_text(cell) for cell in self.s["special"][: int(self.s["n_locations"])].tolist()]

    def by_seat(self, read: Callable[[int], Any]) -> dict[int, Any]:
        """What `read` says of each seat, from 0; by seat from 1."""
        return {p + 1: read(p) for p in range(self.n)}


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data."""
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; masks, neighbours, areas and counters are for the kernel `derive` to find anew.

    What is named replaces what was there, for the seats named (`all` names every seat); the terrain cards of other places stay where they
    are. `board` empties the board. Left out, `supply` is what is not on the board, `taken` is what is held, `tiles_left` what nobody has
    taken, `usable` all tiles of the seat to act; that seat is the one that starts. It is asked `after` if it has no settlement left, else
    `before` if it has a usable tile or its card must be replaced, else to `build`. FaultsError for what does not fit.
    """
    x = Position(s, t, names, fields)
    set_all(x, FIELDS, fields)
    _check_deck(x)
    _place_in_turn(x)


# The board


def _read_board(x: Position) -> list[list[Any]]:
    pairs = zip(x.s["quadrants"].tolist(), x.s["turned"].tolist(), strict=True)
    return [[x.names.quadrants[q], DEGREES[turned]] for q, turned in pairs]


def _set_board(x: Position, path: Path, value: Any) -> None:
    """KB-30: a quadrant and 0 or 180 for each slot."""
    slots = read_list(path, value)
    if len(slots) != S.SLOTS:
        refuse(path, f"has {len(slots)} entries, expected {S.SLOTS} pairs of a quadrant and 0 or 180")
    pairs = []
    for k, entry in enumerate(slots):
        pair = read_list((*path, k), entry)
        if len(pair) != 2:
            refuse((*path, k), f"has {len(pair)} entries, expected a quadrant and 0 or 180")
        if isinstance(pair[1], bool) or pair[1] not in DEGREES:
            refuse((*path, k, 1), f"is {pair[1]!r}, expected 0 or 180")
        pairs.append((read_name((*path, k, 0), pair[0], x.names.quadrants), DEGREES.index(pair[1])))
    if len({q for q, _ in pairs}) < S.SLOTS:
        refuse(path, "names a quadrant twice", "KB-30")
    s, t = x.s, x.t
    s["quadrants"], s["turned"] = [q for q, _ in pairs], [turned for _, turned in pairs]
    s["settled"][:] = s["held"][:] = s["taken"][:] = s["tiles_left"][:] = 0
    s["supply"][: x.n] = t["settlements"]
    from simcli.games.kingdom_builder.kernels import derive  # loads the compiler, which the other fields do without

    derive(s, t)  # the fields to come name its hexes and locations
    s["tiles_left"][: int(s["n_locations"])] = t["tiles_per_hex"]


def _read_cards(x: Position) -> list[str]:
    return [x.names.cards[card] for card in sorted(cards_in_play(x.s)) if card != x.names.castle]


def _set_cards(x: Position, path: Path, value: Any) -> None:
    """KB-32."""
    castle = x.names.cards[x.names.castle]
    if isinstance(value, list) and castle in value:
        refuse((*path, value.index(castle)), f"is '{castle}', which is always in play", "name the three that are drawn")
    drawable = [card for card in x.names.cards if card != castle]
    named = {drawable[read_name((*path, i), card, drawable)] for i, card in enumerate(read_list(path, value))}
    if len(value) != S.CARDS_IN_PLAY - 1 or len(named) < len(value):
        refuse(path, f"has {len(value)} entries, expected {S.CARDS_IN_PLAY - 1} different cards", "KB-32")
    x.s["cards"][1:] = sorted(x.names.cards.index(card) for card in named)


# Settlements


def _set_settlements(x: Position, path: Path, value: Any) -> None:
    seats = read_seats(path, value, x.n)
    standing = {p: [] if p in seats else settlements(x.s, p) for p in range(x.n)}
    owner = {cell: p for p, cells in standing.items() for cell in cells}
    for p, (at, hexes) in seats.items():
        for i, text in enumerate(read_list(at, hexes)):
            cell = read_hex((*at, i), text)
            kind = int(x.s["kind"][cell])
            if kind > S.WATER:
                refuse((*at, i), f"is {text}, a {x.names.kinds[kind]} hex, where nobody can stand", "KB-7")
            if cell in owner:
                refuse((*at, i), f"is {text}, where seat {owner[cell] + 1} has a settlement already", "KB-51")
            owner[cell] = p
            standing[p].append(cell)
        most = int(x.t["settlements"])
        if len(standing[p]) > most:
            refuse(at, f"has {len(standing[p])} settlements, expected at most {most}", "KB-34")
        x.s["settled"][p] = mask_of(standing[p])
        x.s["supply"][p] = most - len(standing[p])


def _set_supply(x: Position, path: Path, value: Any) -> None:
    for p, (at, left) in read_seats(path, value, x.n).items():
        x.s["supply"][p] = read_whole(at, left, 0, int(x.t["settlements"]) - len(settlements(x.s, p)))


# Tiles


def _tile_names(x: Position, mask: Any) -> list[str]:
    return sorted(location_text(x.s, x.names, i) for i in bits(mask))


def _read_tile_names(x: Position, path: Path, value: Any) -> int:
    texts = [location_text(x.s, x.names, i) for i in range(int(x.s["n_locations"]))]
    return sum(1 << i for i in {read_name((*path, k), text, texts) for k, text in enumerate(read_list(path, value))})


def _set_tiles(x: Position, path: Path, value: Any) -> None:
    """Tiles held; with them those taken."""
    for p, (at, texts) in read_seats(path, value, x.n).items():
        x.s["held"][p] = x.s["taken"][p] = _read_tile_names(x, at, texts)
    _count_tiles(x, path)


def _read_taken(x: Position) -> dict[int, list[str]]:
    places = x.places
    return x.by_seat(lambda p: sorted(places[i] for i in bits(x.s["taken"][p])))


def _set_taken(x: Position, path: Path, value: Any) -> None:
    for p, (at, hexes) in read_seats(path, value, x.n).items():
        named = {read_name((*at, i), text, x.places) for i, text in enumerate(read_list(at, hexes))}
        x.s["taken"][p] = int(x.s["held"][p]) | sum(1 << i for i in named)
    _count_tiles(x, path)


def _count_tiles(x: Position, path: Path) -> None:
    """KB-31: what nobody has taken is left on a location."""
    each = int(x.t["tiles_per_hex"])
    for i, place in enumerate(x.places):
        takers = sum(int(x.s["taken"][p]) >> i & 1 for p in range(x.n))
        if takers <= each:
            x.s["tiles_left"][i] = each - takers
        elif "tiles_left" not in x.given:
            refuse(path, f"has {takers} tiles of {place}, there are {each}", "KB-31")


def _read_tiles_left(x: Position) -> dict[str, int]:
    return dict(zip(x.places, x.s["tiles_left"].tolist(), strict=False))


def _set_tiles_left(x: Position, path: Path, value: Any) -> None:
    for text, left in read_mapping(path, value).items():
        x.s["tiles_left"][read_name((*path, text), text, x.places)] = read_whole((*path, text), left, 0, MOST_TILES)


def _set_usable(x: Position, path: Path, value: Any) -> None:
    mask = _read_tile_names(x, path, value)
    foreign = bits(mask & ~int(x.s["held"][x.actor]))
    if foreign:
        text = location_text(x.s, x.names, foreign[0])
        refuse(path, f"has {text}, which seat {x.actor + 1} does not hold", "give it under `tiles`")
    x.s["usable"] = mask


# Terrain cards


def _card_name(x: Position, card: Any) -> str:
    return x.names.terrains[card] if card < S.TERRAINS else ""


def _read_card_name(x: Position, path: Path, value: Any) -> int:
    return S.NO_CARD if value == "" else read_name(path, value, x.names.terrains)


def _set_hands(x: Position, path: Path, value: Any) -> None:
    for p, (at, terrain) in read_seats(path, value, x.n).items():
        x.s["hand"][p] = _read_card_name(x, at, terrain)


def _set_terrain(x: Position, path: Path, value: Any) -> None:
    card, hands = _read_card_name(x, path, value), x.given.get("hands")
    if isinstance(hands, Mapping) and x.actor + 1 in hands and card != x.s["hand"][x.actor]:
        message = f"is {value!r}, but seat {x.actor + 1} holds {hands[x.actor + 1]!r}"
        refuse(path, message, "the card shown counts as in hand")
    x.s["hand"][x.actor] = card


def _read_pile(x: Position) -> list[str]:
    terrains = x.names.terrains
    return [terrains[card] for card in x.s["pile"][int(x.s["pile_next"]) : int(x.s["pile_end"])].tolist()]


def _set_pile(x: Position, path: Path, value: Any) -> None:
    cards = [read_name((*path, i), terrain, x.names.terrains) for i, terrain in enumerate(read_list(path, value))]
    if len(cards) > S.MAX_DECK:
        refuse(path, f"has {len(cards)} cards, expected at most {S.MAX_DECK}")
    x.s["pile"][:] = 0
    x.s["pile"][: len(cards)] = cards
    x.s["pile_next"], x.s["pile_end"] = 0, len(cards)


def _counts(place: str) -> Field[Position]:
    """Cards by terrain in one place."""

    def read(x: Position) -> dict[str, int]:
        return {terrain: n for terrain, n in zip(x.names.terrains, x.s[place].tolist(), strict=False) if n}

    def set_(x: Position, path: Path, value: Any) -> None:
        x.s[place][: S.TERRAINS] = read_counts(path, value, x.names.terrains, high=S.MAX_DECK)

    return Field(place, read, set_)


# The turn


def _set_start(x: Position, path: Path, value: Any) -> None:
    x.s["first"] = x.s["actor"] = read_seat(path, value, x.n)


def _set_actor(x: Position, path: Path, value: Any) -> None:
    x.s["actor"] = read_seat(path, value, x.n)


def _set_round(x: Position, path: Path, value: Any) -> None:
    x.s["round"] = read_whole(path, value, 1, MOST_ROUNDS)


def _set_builds_left(x: Position, path: Path, value: Any) -> None:
    x.s["builds_left"] = read_whole(path, value, 0, int(x.t["builds"]))


def _set_phase(x: Position, path: Path, value: Any) -> None:
    if value in PHASES and value not in SETTABLE_PHASES:
        refuse(path, f"is '{value}', which lies inside the use of a tile", "set `phase: before` and give the texts under `do`")
    x.s["phase"] = read_name(path, value, SETTABLE_PHASES)


FIELDS: tuple[Field[Position], ...] = (
    Field("board", _read_board, _set_board),
    Field("cards", _read_cards, _set_cards),
    Field("start", lambda x: int(x.s["first"]) + 1, _set_start),
    Field("round", lambda x: int(x.s["round"]), _set_round),
    Field("actor", lambda x: 0 if x.over else x.actor + 1, _set_actor),
    Field("over", lambda x: x.over),
    Field("settlements", lambda x: x.by_seat(lambda p: [hex_text(cell) for cell in settlements(x.s, p)]), _set_settlements),
    Field("supply", lambda x: x.by_seat(lambda p: int(x.s["supply"][p])), _set_supply),
    Field("tiles", lambda x: x.by_seat(lambda p: _tile_names(x, x.s["held"][p])), _set_tiles),
    Field("taken", _read_taken, _set_taken),
    Field("tiles_left", _read_tiles_left, _set_tiles_left),
    Field("usable", lambda x: [] if x.over else _tile_names(x, x.s["usable"]), _set_usable),
    Field("using", lambda x: location_text(x.s, x.names, int(x.s["using"])) if x.in_use else ""),
    Field("lifted", lambda x: hex_text(int(x.s["lifted"])) if x.in_use and x.s["lifted"] else ""),
    Field("hands", lambda x: x.by_seat(lambda p: _card_name(x, x.s["hand"][p])), _set_hands),
    Field("terrain", lambda x: "" if x.over else _card_name(x, x.s["card"]), _set_terrain),
    Field("pile", _read_pile, _set_pile),
    _counts("discards"),
    _counts("removed"),
    Field("builds_left", lambda x: 0 if x.over else int(x.s["builds_left"]), _set_builds_left),
    Field("phase", lambda x: OVER if x.over else PHASES[x.s["phase"]], _set_phase),
)
"""Set in this order, in which later fields may look at earlier ones; what has no second way follows, or is reached by action texts."""


# What follows


def _check_deck(x: Position) -> None:
    """KB-21: the terrain cards of all places fit the record."""
    s = x.s
    hands = int((s["hand"][: x.n] != S.NO_CARD).sum())
    cards = hands + int(s["pile_end"]) - int(s["pile_next"]) + int(s["discards"].sum()) + int(s["removed"].sum())
    if cards > S.MAX_DECK:
        refuse(("pile",), f"and the other places of the terrain deck hold {cards} cards together, expected at most {S.MAX_DECK}")


def _place_in_turn(x: Position) -> None:
    """The step of the turn, and the builds still due."""
    s, full = x.s, int(x.t["builds"])
    if "usable" not in x.given:
        s["usable"] = s["held"][x.actor]
    s["card"] = s["hand"][x.actor]
    s["ending"] = int((s["supply"][: x.n] == 0).any())
    s["idle"] = s["using"] = s["lifted"] = s["vacated"] = 0
    s["playable"] = S.UNKNOWN
    taken = {cell for p in range(x.n) for cell in settlements(s, p)}
    has_hex = any(cell not in taken for cell in cells_in(s["kind_mask"][s["card"]])) if s["card"] != S.NO_CARD else False
    is_out = s["supply"][x.actor] == 0
    if "phase" not in x.given:
        s["phase"] = S.AFTER if is_out else S.BEFORE if s["usable"] or not has_hex else S.BUILD
    phase = int(s["phase"])
    if "builds_left" not in x.given:
        s["builds_left"] = 0 if phase == S.AFTER else full
    builds = int(s["builds_left"])
    if is_out and (phase != S.AFTER or builds):
        name, value = ("phase", f"'{PHASES[phase]}'") if phase != S.AFTER else ("builds_left", builds)
        refuse((name,), f"is {value}, but seat {x.actor + 1} has no settlement left", "KB-55")
    if (phase == S.AFTER) != (builds == 0):
        expected = "0" if phase == S.AFTER else f"1 to {full}"
        refuse(("builds_left",), f"is {builds}, expected {expected} in the phase {PHASES[phase]}", "KB-44, KB-45")
    s["after"] = int(phase == S.AFTER)
    if phase == S.BUILD and not has_hex:
        terrain = _card_name(x, s["card"]) or "any card"
        refuse(("phase",), f"is 'build', but no hex of {terrain} is free", "KB-56; set `phase: before` to see the card replaced")
