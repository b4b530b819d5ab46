"""Named fields back into the record, for scenarios. All that follows from them is found anew, in plain Python and without kernels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simcli.games.fields import (
    Path,
    bits,
    collect,
    read_counts,
    read_list,
    read_mapping,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
)
from simcli.games.kingdom_builder import GAME
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.text.names import (
    CELLS,
    PHASES,
    Names,
    around,
    cards_in_play,
    cells_in,
    hex_text,
    location_text,
    mask_of,
    place_of,
    points_now,
    read_hex,
    settlements,
)

SETTABLE_PHASES = tuple(d.name for d in GAME.decisions[: S.AFTER + 1])
"""A scenario starts between two steps of a turn; what lies inside the use of a tile is reached by action texts."""
DEGREES = (0, 180)
OVER = "over"
MOST_ROUNDS, MOST_TILES = 1000, 255


ONE_SUM = {S.CASTLES: "per_castle", S.ROWS: "per_row", S.BEST_ROW: "per_best_row"}
"""Scorers whose points are summed up over the cards in play."""


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; masks, neighbours, areas and counters follow.

    What is named replaces what was there, for the seats named (`all` names every seat); the terrain cards of other places stay where they
    are. `board` empties the board. Left out, `supply` is what is not on the board, `taken` is what is held, `tiles_left` what nobody has
    taken, `usable` all tiles of the seat to act; that seat is the one that starts. It is asked `after` if it has no settlement left, else
    `before` if it has a usable tile or its card must be replaced, else to `build`. FaultsError for what does not fit.
    """
    if not fields:
        return
    setter = _Setter(s, t, names, fields)
    collect(
        fields,
        {
            "board": setter.board,
            "cards": setter.cards,
            "start": setter.start,
            "round": setter.round,
            "actor": setter.actor,
            "settlements": setter.settlements,
            "supply": setter.supply,
            "tiles": setter.tiles,
            "taken": setter.taken,
            "tiles_left": setter.tiles_left,
            "usable": setter.usable,
            "hands": setter.hands,
            "terrain": setter.terrain,
            "pile": setter.pile,
            "discards": setter.counts("discards"),
            "removed": setter.counts("removed"),
            "builds_left": setter.builds_left,
            "phase": setter.phase,
        },
    )
    setter.settle()


class _Setter:
    """One call of `set_fields`."""

    def __init__(self, s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
        self.s, self.t, self.names, self.fields = s, t, names, fields
        self.n = int(s["players"])
        self.standing = [settlements(s, p) for p in range(self.n)]
        self.wanted_phase = -1
        self.wanted_builds = -1

    # The board

    def board(self, path: Path, value: Any) -> None:
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
            pairs.append((read_name((*path, k, 0), pair[0], self.names.quadrants), DEGREES.index(pair[1])))
        if len({q for q, _ in pairs}) < S.SLOTS:
            refuse(path, "names a quadrant twice", "KB-30")
        self.s["quadrants"] = [q for q, _ in pairs]
        self.s["turned"] = [turned for _, turned in pairs]
        self._lay_board()
        self._find_specials()
        self.standing = [[] for _ in range(self.n)]
        self.s["held"][:] = self.s["taken"][:] = 0
        self.s["supply"][: self.n] = self.t["settlements"]

    def _lay_board(self) -> None:
        s, t = self.s, self.t
        s["kind_mask"][:] = 0
        for k, (q, turned) in enumerate(zip(s["quadrants"].tolist(), s["turned"].tolist(), strict=True)):
            s["kind_mask"] |= t["quadrant_mask"][(q * len(DEGREES) + turned) * S.SLOTS + k].reshape(S.KINDS, S.WORDS)
        s["kind"][:] = S.OFF_BOARD
        for kind in range(S.KINDS):
            s["kind"][cells_in(s["kind_mask"][kind])] = kind
        s["buildable"][:] = mask_of(cell for cell in CELLS if s["kind"][cell] < S.TERRAINS)
        s["rim"][:] = s["buildable"] & t["rim"]

    def _find_specials(self) -> None:
        s = self.s
        s["special"][:] = s["tile"][:] = s["tiles_left"][:] = s["beside"][:] = 0
        locations, castles = ([cell for cell in CELLS if s["kind"][cell] == kind] for kind in (S.LOCATION, S.CASTLE))
        s["n_locations"], s["n_specials"] = len(locations), len(locations) + len(castles)
        for i, cell in enumerate(locations + castles):
            s["special"][i] = cell
            s["beside"][list(around(cell))] = i + 1  # KB-63
        for i, cell in enumerate(locations):
            s["tile"][i] = self.t["quadrant_tile"][s["quadrants"][self.t["sector_of"][cell]]]
            s["tiles_left"][i] = self.t["tiles_per_hex"]

    def cards(self, path: Path, value: Any) -> None:
        """KB-32."""
        castle = self.names.cards[self.names.castle]
        if isinstance(value, list) and castle in value:
            refuse((*path, value.index(castle)), f"is '{castle}', which is always in play", "name the three that are drawn")
        drawable = [card for card in self.names.cards if card != castle]
        named = {drawable[read_name((*path, i), card, drawable)] for i, card in enumerate(read_list(path, value))}
        if len(value) != S.CARDS_IN_PLAY - 1 or len(named) < len(value):
            refuse(path, f"has {len(value)} entries, expected {S.CARDS_IN_PLAY - 1} different cards", "KB-32")
        self.s["cards"][1:] = sorted(self.names.cards.index(card) for card in named)

    # The turn

    def start(self, path: Path, value: Any) -> None:
        self.s["first"] = read_seat(path, value, self.n)
        self.s["actor"] = self.s["first"]

    def round(self, path: Path, value: Any) -> None:
        self.s["round"] = read_whole(path, value, 1, MOST_ROUNDS)

    def actor(self, path: Path, value: Any) -> None:
        self.s["actor"] = read_seat(path, value, self.n)

    def phase(self, path: Path, value: Any) -> None:
        if value in [d.name for d in GAME.decisions] and value not in SETTABLE_PHASES:
            refuse(path, f"is '{value}', which lies inside the use of a tile", "set `phase: before` and give the texts under `do`")
        self.wanted_phase = read_name(path, value, SETTABLE_PHASES)

    def builds_left(self, path: Path, value: Any) -> None:
        self.wanted_builds = read_whole(path, value, 0, int(self.t["builds"]))

    # Settlements

    def settlements(self, path: Path, value: Any) -> None:
        seats = read_seats(path, value, self.n)
        for p in seats:
            self.standing[p] = []
        owner = {cell: q for q, cells in enumerate(self.standing) for cell in cells}
        for p, (at, hexes) in seats.items():
            for i, text in enumerate(read_list(at, hexes)):
                cell = read_hex((*at, i), text)
                kind = int(self.s["kind"][cell])
                if kind > S.WATER:
                    refuse((*at, i), f"is {text}, a {self.names.kinds[kind]} hex, where nobody can stand", "KB-7")
                if cell in owner:
                    refuse((*at, i), f"is {text}, where seat {owner[cell] + 1} has a settlement already", "KB-51")
                owner[cell] = p
                self.standing[p].append(cell)
            most = int(self.t["settlements"])
            if len(self.standing[p]) > most:
                refuse(at, f"has {len(self.standing[p])} settlements, expected at most {most}", "KB-34")
            self.s["supply"][p] = most - len(self.standing[p])

    def supply(self, path: Path, value: Any) -> None:
        for p, (at, left) in read_seats(path, value, self.n).items():
            self.s["supply"][p] = read_whole(at, left, 0, int(self.t["settlements"]) - len(self.standing[p]))

    # Tiles

    def tiles(self, path: Path, value: Any) -> None:
        """Tiles held; with them those taken."""
        for p, (at, texts) in read_seats(path, value, self.n).items():
            self.s["held"][p] = self.s["taken"][p] = self._tiles_named(at, texts)
        self._count_tiles(path)

    def taken(self, path: Path, value: Any) -> None:
        for p, (at, hexes) in read_seats(path, value, self.n).items():
            named = [self._location((*at, i), text) for i, text in enumerate(read_list(at, hexes))]
            self.s["taken"][p] = int(self.s["held"][p]) | sum(1 << i for i in set(named))
        self._count_tiles(path)

    def _count_tiles(self, path: Path) -> None:
        """KB-31: what nobody has taken is left on a location."""
        for i in range(int(self.s["n_locations"])):
            takers = sum(int(self.s["taken"][p]) >> i & 1 for p in range(self.n))
            if takers > self.t["tiles_per_hex"]:
                if "tiles_left" not in self.fields:
                    what = f"has {takers} tiles of {hex_text(int(self.s['special'][i]))}, there are {int(self.t['tiles_per_hex'])}"
                    refuse(path, what, "KB-31")
                continue
            self.s["tiles_left"][i] = self.t["tiles_per_hex"] - takers

    def tiles_left(self, path: Path, value: Any) -> None:
        for text, left in read_mapping(path, value).items():
            self.s["tiles_left"][self._location((*path, text), text)] = read_whole((*path, text), left, 0, MOST_TILES)

    def usable(self, path: Path, value: Any) -> None:
        mask, actor = self._tiles_named(path, value), int(self.s["actor"])
        foreign = bits(mask & ~int(self.s["held"][actor]))
        if foreign:
            text = location_text(self.s, self.names, foreign[0])
            refuse(path, f"has {text}, which seat {actor + 1} does not hold", "give it under `tiles`")
        self.s["usable"] = mask

    def _tiles_named(self, path: Path, value: Any) -> int:
        texts = [location_text(self.s, self.names, i) for i in range(int(self.s["n_locations"]))]
        return sum(1 << i for i in {read_name((*path, k), text, texts) for k, text in enumerate(read_list(path, value))})

    def _location(self, path: Path, text: Any) -> int:
        return read_name(path, text, [hex_text(int(self.s["special"][i])) for i in range(int(self.s["n_locations"]))])

    # Terrain cards

    def hands(self, path: Path, value: Any) -> None:
        for p, (at, terrain) in read_seats(path, value, self.n).items():
            self.s["hand"][p] = self._card(at, terrain)

    def terrain(self, path: Path, value: Any) -> None:
        card, actor = self._card(path, value), int(self.s["actor"])
        hands = self.fields.get("hands")
        if isinstance(hands, Mapping) and actor + 1 in hands and card != self.s["hand"][actor]:
            refuse(path, f"is {value!r}, but seat {actor + 1} holds {hands[actor + 1]!r}", "the card shown counts as in hand")
        self.s["hand"][actor] = card

    def _card(self, path: Path, value: Any) -> int:
        return S.NO_CARD if value == "" else read_name(path, value, self.names.terrains)

    def pile(self, path: Path, value: Any) -> None:
        cards = [read_name((*path, i), terrain, self.names.terrains) for i, terrain in enumerate(read_list(path, value))]
        if len(cards) > S.MAX_DECK:
            refuse(path, f"has {len(cards)} cards, expected at most {S.MAX_DECK}")
        self.s["pile"][:] = 0
        self.s["pile"][: len(cards)] = cards
        self.s["pile_next"], self.s["pile_end"] = 0, len(cards)

    def counts(self, place: str) -> Any:
        def read(path: Path, value: Any) -> None:
            self.s[place][: S.TERRAINS] = read_counts(path, value, self.names.terrains, high=S.MAX_DECK)

        return read

    # What follows

    def settle(self) -> None:
        """Masks, counters, areas and the step of the turn from what lies where it lies."""
        s = self.s
        actor = int(s["actor"])
        if "usable" not in self.fields:
            s["usable"] = s["held"][actor]
        s["card"] = s["hand"][actor]
        s["ending"] = int((s["supply"][: self.n] == 0).any())
        s["idle"] = s["using"] = s["lifted"] = s["vacated"] = 0
        s["playable"] = S.UNKNOWN
        s["stocked"] = sum(1 << i for i in range(int(s["n_locations"])) if s["tiles_left"][i])
        self._settle_deck()
        if "board" in self.fields or "cards" in self.fields:
            self._prepare_cards()
        self._settle_board()
        self._settle_turn(actor)

    def _settle_deck(self) -> None:
        s = self.s
        hands = int((s["hand"][: self.n] != S.NO_CARD).sum())
        cards = hands + int(s["pile_end"]) - int(s["pile_next"]) + int(s["discards"].sum()) + int(s["removed"].sum())
        if cards > S.MAX_DECK:
            refuse(("pile",), f"and the other places of the terrain deck hold {cards} cards together, expected at most {S.MAX_DECK}")

    def _prepare_cards(self) -> None:
        """What the cards in play look at: the hexes on which a settlement scores, areas, links."""
        s, t = self.s, self.t
        s["spots"][:] = s["worth"][:] = s["lure"][:] = s["uses_areas"] = s["link_min"] = 0
        s["scorers"] = s["per_castle"] = s["per_row"] = s["per_best_row"] = 0
        for k, card in enumerate(s["cards"].tolist()):
            scorer, cells = int(t["card_scorer"][card]), []
            s["scorers"] |= 1 << scorer
            if scorer in ONE_SUM:
                s[ONE_SUM[scorer]] += t["card_points"][card]
            elif scorer == S.NEXT_TO:  # KB-102, KB-103
                kind, dry = t["card_terrain"][card], t["card_dry"][card]
                cells = [c for c in CELLS if any(s["kind"][n] == kind for n in around(c)) and not (dry and s["kind"][c] == kind)]
            elif scorer == S.BESIDE_SPECIAL:  # KB-105
                cells = [cell for cell in CELLS if s["beside"][cell]]
            s["spots"][k] = mask_of(cells)
            s["lure"][cells] += np.uint32(1 << S.AROUND_SPOTS)
            s["worth"][cells] += np.uint16(t["card_points"][card])
            if scorer == S.LINKED:
                s["link_min"] = t["card_per"][card]
            if scorer in (S.LINKED, S.AREAS, S.LARGEST_AREA):
                s["uses_areas"] = 1
        for cell in CELLS:
            kind = int(s["kind"][cell])
            own = (1 << S.AROUND_BITS * kind) + (int(s["beside"][cell] > 0) << S.AROUND_SPECIALS)
            s["lure"][cell] = int(s["lure"][cell]) + own if kind < S.TERRAINS else 0

    def _settle_board(self) -> None:
        s, t = self.s, self.t
        for name in ("owner", "touched", "settled", "near", "in_row", "in_sector", "best_row", "area", "areas", "largest", "linked"):
            s[name][:] = 0
        s["area_size"][:] = s["area_touch"][:] = 0
        for p, cells in enumerate(self.standing):
            s["owner"][cells] = p + 1
            s["settled"][p] = mask_of(cells)
            s["near"][p] = mask_of({n for cell in cells for n in around(cell)})
            s["touched"][p] = self._touch(cells)
            for cell in cells:
                s["in_row"][p, place_of(cell)[0]] += 1
                s["in_sector"][t["sector_of"][cell], p] += 1
            s["best_row"][p] = s["in_row"][p].max()
            if s["uses_areas"]:
                self._settle_areas(p, cells)
        taken = {cell for cells in self.standing for cell in cells}
        s["free"][:] = mask_of(cell for cell in CELLS if cell not in taken)
        s["open"][:], s["around"][:] = S.OFF_BOARD, 0
        for cell in CELLS:
            if s["kind"][cell] < S.TERRAINS and cell not in taken:
                s["open"][cell] = s["kind"][cell]
                s["around"][list(around(cell))] += s["lure"][cell]

    def _touch(self, cells: Iterable[int]) -> int:
        """Special hexes next to a cell."""
        return sum(1 << i for i in {int(self.s["beside"][cell]) - 1 for cell in cells if self.s["beside"][cell]})

    def _settle_areas(self, p: int, cells: list[int]) -> None:
        """KB-9, KB-104."""
        s, left, label = self.s, set(cells), 0
        while left:
            area = [min(left)]
            left.remove(area[0])
            for cell in area:  # grows while it is read
                found = left.intersection(around(cell))
                left -= found
                area += found
            touch = self._touch(area)
            s["area"][area] = label
            s["area_size"][p, label], s["area_touch"][p, label] = len(area), touch
            s["largest"][p] = max(int(s["largest"][p]), len(area))
            if s["link_min"] and touch.bit_count() >= s["link_min"]:
                s["linked"][p] |= touch
            label += 1
        s["areas"][p] = (1 << label) - 1

    def _settle_turn(self, actor: int) -> None:
        """The step of the turn, and the builds still due."""
        s, full = self.s, int(self.t["builds"])
        has_hex = s["card"] != S.NO_CARD and bool((s["open"] == s["card"]).any())
        asked = S.AFTER if s["supply"][actor] == 0 else S.BEFORE if s["usable"] or not has_hex else S.BUILD
        phase = self.wanted_phase if self.wanted_phase >= 0 else asked
        builds = self.wanted_builds if self.wanted_builds >= 0 else 0 if phase == S.AFTER else full
        if s["supply"][actor] == 0 and (phase != S.AFTER or builds):
            name, value = ("phase", f"'{SETTABLE_PHASES[phase]}'") if phase != S.AFTER else ("builds_left", builds)
            refuse((name,), f"is {value}, but seat {actor + 1} has no settlement left", "KB-55")
        if (phase == S.AFTER) != (builds == 0):
            expected = "0" if phase == S.AFTER else f"1 to {full}"
            refuse(("builds_left",), f"is {builds}, expected {expected} in the phase {SETTABLE_PHASES[phase]}", "KB-44, KB-45")
        s["phase"], s["builds_left"], s["after"] = phase, builds, int(phase == S.AFTER)
        if phase != S.BUILD:
            return
        if not has_hex:
            terrain = "any card" if s["card"] == S.NO_CARD else self.names.terrains[s["card"]]
            refuse(("phase",), f"is 'build', but no hex of {terrain} is free", "KB-56; set `phase: before` to see the card replaced")


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data; seats count from 1, numbers of cards leave out zeros.

    The terrain card of the seat to act counts as in hand until it is discarded; tiles are named by the location they come from.
    """
    n, over = int(s["players"]), bool(s["over"])
    phase, actor = int(s["phase"]), int(s["actor"])
    locations = range(int(s["n_locations"]))
    in_use = not over and phase in (S.PLACE, S.LIFT, S.PUT)
    return {
        "round": int(s["round"]),
        "phase": OVER if over else PHASES[phase],
        "actor": 0 if over else actor + 1,
        "over": over,
        "start": int(s["first"]) + 1,
        "board": [[names.quadrants[q], DEGREES[o]] for q, o in zip(s["quadrants"].tolist(), s["turned"].tolist(), strict=True)],
        "cards": [names.cards[card] for card in sorted(cards_in_play(s)) if card != names.castle],
        "terrain": "" if over else _terrain(s["card"], names),
        "builds_left": 0 if over else int(s["builds_left"]),
        "supply": {p + 1: int(s["supply"][p]) for p in range(n)},
        "settlements": {p + 1: [hex_text(cell) for cell in settlements(s, p)] for p in range(n)},
        "lifted": hex_text(int(s["lifted"])) if in_use and s["lifted"] else "",
        "using": location_text(s, names, int(s["using"])) if in_use else "",
        "tiles": {p + 1: _locations(s, names, s["held"][p]) for p in range(n)},
        "usable": [] if over else _locations(s, names, s["usable"]),
        "taken": {p + 1: sorted(hex_text(int(s["special"][i])) for i in bits(s["taken"][p])) for p in range(n)},
        "tiles_left": {hex_text(int(s["special"][i])): int(s["tiles_left"][i]) for i in locations},
        "hands": {p + 1: _terrain(s["hand"][p], names) for p in range(n)},
        "pile": [names.terrains[x] for x in s["pile"][int(s["pile_next"]) : int(s["pile_end"])]],
        "discards": _counted(s["discards"], names),
        "removed": _counted(s["removed"], names),
        "winners": winners(s, t, names) if over else [],
    }


def _terrain(card: Any, names: Names) -> str:
    return names.terrains[card] if card < S.TERRAINS else ""


def _locations(s: Any, names: Names, mask: Any) -> list[str]:
    return sorted(location_text(s, names, i) for i in bits(mask))


def _counted(counts: Any, names: Names) -> dict[str, int]:
    return {terrain: c for terrain, c in zip(names.terrains, counts.tolist(), strict=False) if c}


def winners(s: Any, t: Any, names: Names) -> list[int]:
    """Seats with the most points as things stand (KB-120)."""
    totals = [sum(points) for points in points_now(s, t)]
    return [p + 1 for p, mine in enumerate(totals) if mine == max(totals)]
