"""Kingdom Builder, played slowly from the text of RULES.md; everything random is given from outside."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.games.kingdom_builder.oracle.board import Hex, text_of
from tests.games.kingdom_builder.oracle.chance import check_chance, check_components, checked_options, random_chance, terrain_deck
from tests.games.kingdom_builder.oracle.position import Position
from tests.games.kingdom_builder.oracle.scoring import sector_points
from tests.games.oracles import AskingOracle, Listed

__all__ = ["Oracle", "Position", "random_chance", "sector_points"]

IDLE_TURNS = 1000  # far more turns without a question than any deck needs to come round


class Question(NamedTuple):
    """One decision: its phase and the legal texts with what they stand for."""

    phase: str
    choices: dict[str, object]


def hex_texts(hexes: Iterable[Hex]) -> list[str]:
    """Hexes as written, in the order of their texts."""
    return sorted(text_of(where) for where in hexes)


class Oracle(AskingOracle):
    """One game of Kingdom Builder."""

    NOBODY = Question("over", {})

    def __init__(
        self,
        players: int,
        options: dict,
        chance: dict,
        components: dict,
        banned: dict[int, set[str]] | None = None,
        given: dict[int, list[str]] | None = None,
    ) -> None:
        check_components(players, components)
        self.options = checked_options(options, components)
        check_chance(players, self.options, chance, components)
        setup = components["setup"]
        self.chance, self.banned = chance, banned or {}
        self.seats = list(range(1, players + 1))
        self.start = chance["start"]
        self.cards = [card["id"] for card in components["scoring_cards"]["cards"] if card["id"] in chance["cards"]]
        self.castle = components["scoring_cards"]["always_in_play"]
        self.mandatory_builds = setup["mandatory_builds_per_turn"]
        self.tiles_per_seat_and_hex = components["location_tiles"]["max_tiles_per_player_per_location_hex"]
        self.settlements: dict[int, set[Hex]] = {seat: set() for seat in self.seats}
        self.position = Position(components, chance["board"], self.settlements, self.options["adjacency"])
        self.board = self.position.board
        self.supply = dict.fromkeys(self.seats, setup["settlements_per_player"])  # KB-34
        self.tiles: dict[int, dict[Hex, str]] = {seat: {} for seat in self.seats}
        self.taken: dict[int, set[Hex]] = {seat: set() for seat in self.seats}
        self.tiles_left = dict.fromkeys(sorted(self.board.tile_at), setup["location_tiles_per_hex"])  # KB-31
        self.terrain_order = list(terrain_deck(components))
        self.pile = list(chance["pile"])
        self.discards, self.removed = Counter(), Counter()
        self.reshuffles = 0
        self.hands = dict.fromkeys(self.seats, "")
        if setup["starting_terrain_cards_per_player"]:
            self.hands = {seat: self._draw() for seat in self.seats}  # KB-33
        self.round, self.actor, self.builds_left, self.decisions = 0, 0, 0, 0
        self.uses_left: dict[Hex, int] = {}
        self.using, self.lifted = "", ""
        for seat, tiles in (given or {}).items():
            for tile in tiles:
                self._begin_with(seat, tile)
        self.begin()

    def points(self) -> dict[int, dict[str, int]]:
        """What castle and cards in play would pay each seat now."""
        return {seat: self.position.scores(seat, self.options, self.castle + self.cards) for seat in self.seats}

    def view(self) -> dict:
        """The full state."""
        usable = [where for where in self.tiles.get(self.actor, {}) if self.uses_left[where] > 0]
        return {
            "round": self.round,
            "phase": self._question.phase,
            "actor": self.actor,
            "over": self.over,
            "start": self.start,
            "board": [list(pair) for pair in self.chance["board"]],
            "cards": list(self.cards),
            "terrain": self.hands.get(self.actor, ""),
            "builds_left": self.builds_left,
            "supply": dict(self.supply),
            "settlements": {seat: hex_texts(own) for seat, own in self.settlements.items()},
            "lifted": self.lifted,
            "using": self.using,
            "tiles": {seat: sorted(self._tile_text(seat, where) for where in held) for seat, held in self.tiles.items()},
            "usable": sorted(self._tile_text(self.actor, where) for where in usable),
            "taken": {seat: hex_texts(taken) for seat, taken in self.taken.items()},
            "tiles_left": {text_of(where): number for where, number in self.tiles_left.items()},
            "hands": dict(self.hands),
            "pile": list(self.pile),
            "discards": dict(+self.discards),
            "removed": dict(+self.removed),
            "winners": list(self.winning_seats),
        }

    def _tile_text(self, seat: int, where: Hex) -> str:
        return f"{self.tiles[seat][where]} at {text_of(where)}"

    def play(self) -> Iterator[Question]:
        idle_turns = 0
        order = self.seats[self.start - 1 :] + self.seats[: self.start - 1]  # KB-35, KB-40
        while min(self.supply.values()) > 0:  # KB-90, KB-91
            self.round += 1
            for seat in order:
                if self.options["last_turn"] == "at_once" and min(self.supply.values()) == 0:  # GO-21
                    break
                decisions = self.decisions
                yield from self._turn(seat)
                idle_turns = idle_turns + 1 if self.decisions == decisions else 0
                if idle_turns > IDLE_TURNS:
                    raise RuntimeError("nobody can do anything any more and the game does not end")
        self._end_game()

    def _end_game(self) -> None:
        self.over = True
        self.actor, self.uses_left = 0, {}
        totals = self.totals()
        self.winning_seats = [seat for seat in self.seats if totals[seat] == max(totals.values())]  # KB-120

    # The turn

    def _turn(self, seat: int) -> Iterator[Question]:
        self.actor = seat
        self.builds_left = self.mandatory_builds
        self.uses_left = {where: self.position.tiles[tile]["uses_per_turn"] for where, tile in self.tiles[seat].items()}  # KB-41
        self._show_card()
        yield from self._use_tiles("before", "build")  # KB-43
        yield from self._build_mandatory()  # KB-44, KB-55
        yield from self._use_tiles("after", "end turn")  # KB-45, KB-49
        self._end_turn()

    def _show_card(self) -> None:
        if not self.hands[self.actor]:
            self.hands[self.actor] = self._draw()
        if self.hands[self.actor]:
            self._replace_useless_card()  # KB-42
        else:
            self.builds_left = 0  # section 15: no card, no builds

    def _replace_useless_card(self) -> None:
        if self.options["no_free_hex_of_card_terrain"] == "skip_remaining_builds":  # GO-07
            return
        while not self.position.free_of(self.hands[self.actor]):  # KB-56
            if not any(self.position.free_of(terrain) for terrain in {*self.pile, *(+self.discards)}):
                self.builds_left = 0  # section 15: the card is kept, the builds are forfeited
                return
            aside = self.discards if self.options["replaced_terrain_card"] == "discard_pile" else self.removed  # GO-08
            aside[self.hands[self.actor]] += 1
            self.hands[self.actor] = self._draw()

    def _draw(self) -> str:
        if not self.pile and self.discards.total() > 0:  # KB-48
            counts = {terrain: self.discards[terrain] for terrain in self.terrain_order if self.discards[terrain] > 0}
            self.pile = list(self.chance["reshuffle"](self.reshuffles, dict(counts)))
            if Counter(self.pile) != Counter(counts):
                raise ValueError("the reshuffled pile is not the discard pile")
            self.discards = Counter()
            self.reshuffles += 1
        return self.pile.pop(0) if self.pile else ""

    def _end_turn(self) -> None:
        if self.hands[self.actor]:
            self.discards[self.hands[self.actor]] += 1  # KB-47
        self.hands[self.actor] = self._draw()

    # The mandatory action

    def _build_mandatory(self) -> Iterator[Question]:
        while self._owes_a_build():
            self._replace_useless_card()  # KB-56
            targets = self.position.build_targets(self.actor, self.hands[self.actor])  # KB-54
            if self.builds_left == 0 or not targets:  # GO-07
                break
            target = yield self._ask_hex("build", "build", targets)
            self.builds_left -= 1
            self._build_on(target)
        self.builds_left = 0

    def _owes_a_build(self) -> bool:
        return self.builds_left > 0 and self.supply[self.actor] > 0  # KB-55

    def _ask_hex(self, phase: str, verb: str, hexes: set[Hex]) -> Question:
        return Question(phase, {f"{verb} {text_of(where)}": where for where in sorted(hexes)})

    def _build_on(self, where: Hex) -> None:
        self.supply[self.actor] -= 1
        self.settlements[self.actor].add(where)
        self._gain_tiles(where)

    # Location tiles

    def _gain_tiles(self, where: Hex) -> None:
        for location in sorted(self.board.neighbours(where) & self.board.locations):  # KB-60
            tile = self.board.tile_at[location]
            taken_before = int(location in self.taken[self.actor])
            banned = tile in self.banned.get(self.actor, set())
            has_one = tile in self.tiles[self.actor].values() and not self.options["second_tile_of_a_kind"]  # GO-22
            may = not banned and not has_one
            if self.tiles_left[location] > 0 and taken_before < self.tiles_per_seat_and_hex and may:  # KB-61
                self.tiles_left[location] -= 1
                self.taken[self.actor].add(location)
                self.tiles[self.actor][location] = tile
                at_once = self.options["new_tiles"] == "at_once"  # GO-19
                self.uses_left[location] = self.position.tiles[tile]["uses_per_turn"] if at_once else 0  # KB-62

    def _begin_with(self, seat: int, tile: str) -> None:
        """GO-15: from the location with most tiles left, the first in reading order."""
        open_to = [
            where
            for where in sorted(self.board.locations)
            if self.board.tile_at[where] == tile and self.tiles_left[where] > 0 and where not in self.taken[seat]
        ]
        if open_to:
            where = max(open_to, key=lambda location: (self.tiles_left[location], -open_to.index(location)))
            self.tiles_left[where] -= 1
            self.taken[seat].add(where)
            self.tiles[seat][where] = tile

    def _lose_tiles(self, left: Hex) -> Iterator[Question]:
        held, own = self.tiles[self.actor], self.settlements[self.actor]
        for location in sorted(held) if self.options["tiles_lost"] else ():  # GO-20
            if self.board.touches(location, {left}) and not self.board.touches(location, own):  # KB-64, KB-65, GO-15
                given_up = yield from self._choose_lost_tile(location)
                if given_up != location:  # GO-09: the other tile stays, at the place of the one given up
                    self.uses_left[given_up] = self.uses_left[location]
                del held[location], self.uses_left[location]

    def _choose_lost_tile(self, location: Hex) -> Iterator[Question]:
        held = self.tiles[self.actor]
        others = [where for where in held if held[where] == held[location] and where != location]
        differs = any(self.uses_left[where] != self.uses_left[location] for where in others)
        if self.options["lost_tile_choice"] == "tile_of_vacated_location" or not differs:  # GO-09
            return location
        return (
            yield Question("give_up", {f"give up {self._tile_text(self.actor, where)}": where for where in sorted([location, *others])})
        )

    def _targets(self, location: Hex, source: Hex | None = None) -> set[Hex]:
        """The hexes the tile from this location may put a settlement on, one taken from `source` or from the supply."""
        back_allowed = self.options["move_back_to_origin"]  # GO-11
        return self.position.tile_targets(self.actor, self.board.tile_at[location], self.hands[self.actor], source, back_allowed)

    def _is_move(self, location: Hex) -> bool:
        return self.position.tiles[self.board.tile_at[location]]["kind"] == "move"

    def _sources(self, location: Hex) -> set[Hex]:
        return {source for source in self.settlements[self.actor] if self._targets(location, source)}  # KB-74

    def _can_use(self, location: Hex) -> bool:
        if self.uses_left[location] == 0 or self.tiles[self.actor][location] in self.banned.get(self.actor, set()):  # KB-46
            return False
        if self._is_move(location):
            return any(self._targets(location, source) for source in self.settlements[self.actor])  # KB-74, KB-75
        return self.supply[self.actor] > 0 and bool(self._targets(location))  # KB-70, KB-75

    def _uses(self, stop: str) -> dict[str, Hex | None]:
        locations = [where for where in sorted(self.tiles[self.actor]) if self._can_use(where)]
        return {f"use {self._tile_text(self.actor, where)}": where for where in locations} | {stop: None}

    def _use_tiles(self, phase: str, stop: str) -> Iterator[Question]:
        while len(choices := Listed(self._uses, stop)) > 1:
            if phase == "before" and not self._owes_a_build():
                return
            location = yield Question(phase, choices)
            if location is None:
                return
            self.uses_left[location] -= 1
            self.using = self._tile_text(self.actor, location)
            if self.options["tile_uses"] == "once":  # GO-18
                del self.tiles[self.actor][location], self.uses_left[location]
            if self._is_move(location):
                yield from self._move_with(location)
            else:
                target = yield self._ask_hex("place", "place", self._targets(location))
                self.using = ""
                self._build_on(target)

    def _move_with(self, location: Hex) -> Iterator[Question]:
        source = yield self._ask_hex("lift", "lift", self._sources(location))
        self.settlements[self.actor].remove(source)  # KB-71
        self.lifted = text_of(source)
        target = yield self._ask_hex("put", "put", self._targets(location, source))
        self.settlements[self.actor].add(target)
        self.using, self.lifted = "", ""
        if self.options["tile_gained_by_moving"]:  # GO-10
            self._gain_tiles(target)
        yield from self._lose_tiles(source)  # KB-66
