"""What there is under a set of components and options: what is in play for certain, what may be drawn, what can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcli.game import MARKER, Catalogue, Components, Item
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.datafiles import ORIENTATIONS, SCORERS, TERRAIN_ORDER

DRAWN_CARDS = S.CARDS_IN_PLAY - 1
TILE, CARD, START = "tile", "card", "start"
"""Kinds of items."""
LORDS = "lords"
"""The card GO-13 speaks of."""
NEVER_UNDER = (("lords_card_in_deck", False),)


def _first_game(components: Components) -> Any:
    return next(row for row in components["setup"]["setups"] if row["id"] == "first_game")


def chosen_quadrants(components: Components, options: Any) -> list[str]:
    """GO-01, GO-02: quadrants that are in play for certain; four of them fill the slots in this order."""
    if options["quadrants"] != "random":
        return list(options["quadrants"])
    return [quadrant for quadrant, _ in _first_game(components)["board"]] if options["setup"] == "first_game" else []


def chosen_cards(components: Components, options: Any) -> list[str]:
    """GO-01, GO-04: drawn cards that are in play for certain."""
    if options["cards"] != "random":
        return list(options["cards"])
    return list(_first_game(components)["scoring_cards"]) if options["setup"] == "first_game" else []


def rotations(components: Components, options: Any) -> list[int]:
    """GO-01, GO-03: by slot 0 for upright, 1 for turned, 2 for drawn."""
    if options["rotation"] == "random":
        if options["setup"] == "first_game":
            return [int(degrees != 0) for _, degrees in _first_game(components)["board"]]
        return [len(ORIENTATIONS)] * S.SLOTS
    by_slot = [options["rotation"]] * S.SLOTS if isinstance(options["rotation"], str) else options["rotation"]
    return [ORIENTATIONS.index(way) for way in by_slot]


USUAL = (5, 120)
"""Usual scores: 40 to 65 points are reported (KB-S2), with cards of 0 to 48 points (KB-S4); the shipped plans end with 3 to 100."""


def castle_row(components: Components) -> int:
    """Row of the card that is always in play."""
    return next(i for i, card in enumerate(components["scoring_cards"]["cards"]) if not card["drawable"])


def card_pool(components: Components, options: Any) -> list[int]:
    """Rows of the cards that may be drawn (KB-32, GO-13)."""
    cards = components["scoring_cards"]["cards"]
    return [i for i, c in enumerate(cards) if c["drawable"] and (c["id"] != LORDS or options["lords_card_in_deck"])]


def cards_in_play(components: Components, options: Any) -> list[int]:
    """Rows of the drawable cards that may come: those named by the option, and the pool where it leaves a place."""
    named = chosen_cards(components, options)
    cards = components["scoring_cards"]["cards"]
    return [i for i in card_pool(components, options) if len(named) < DRAWN_CARDS or cards[i]["id"] in named]


def idle(components: Components, options: Any, _players: int) -> dict[tuple[str | int, ...], str]:
    """Cards that are neither named nor drawn, quadrants that are not on the board, and tiles that lie on none of it."""
    cards, quadrants = components["scoring_cards"]["cards"], chosen_quadrants(components, options)
    may_come, named = cards_in_play(components, options), chosen_cards(components, options)
    why = f"cards: {', '.join(named)}" if len(named) == DRAWN_CARDS else "lords_card_in_deck: false"
    parts: dict[tuple[str | int, ...], str] = {
        ("scoring_cards", "cards", card["id"]): why for i, card in enumerate(cards) if card["drawable"] and i not in may_come
    }
    if len(quadrants) == S.SLOTS:
        why = f"quadrants: {', '.join(quadrants)}"
        parts |= {("quadrants", "quadrants", q["id"]): why for q in components["quadrants"]["quadrants"] if q["id"] not in quadrants}
        parts |= {("location_tiles", "tiles", tile): why for tile in _absent_tiles(components, quadrants)}
    return parts


def _absent_tiles(components: Components, quadrants: Sequence[str]) -> list[str]:
    """Kinds of tiles that lie on none of these quadrants."""
    there = {q["location"] for q in components["quadrants"]["quadrants"] if q["id"] in quadrants}
    return [tile["id"] for tile in components["location_tiles"]["tiles"] if tile["id"] not in there]


def deck_count(components: Components) -> list[int]:
    """Cards by terrain, in the order of terrain.yaml (KB-21)."""
    rows = components["terrain"]["terrain_deck"]["cards"]
    return [sum(row["count"] for row in rows if row["terrain"] == terrain) for terrain in TERRAIN_ORDER[: S.TERRAINS]]


def most_points(card: Any, settlements: int, castles: int) -> int:
    """No player can score more from a card: every settlement counts, or every hex, row, sector there is."""
    most = {
        S.CASTLES: castles,
        S.NEXT_TO: settlements,
        S.LINKED: S.SPECIALS,
        S.BESIDE_SPECIAL: settlements,
        S.ROWS: min(S.SIDE, settlements),
        S.BEST_ROW: min(S.SIDE, settlements),
        S.AREAS: settlements,
        S.SECTORS: S.SLOTS,
        S.LARGEST_AREA: settlements // (card.get("per_settlements") or 1),
        S.WEAKEST_SECTOR: settlements // S.SLOTS,  # the fewest of four sectors is at most their mean
    }[SCORERS[card["scorer"]][0]]
    return int(most * max(card[name] for name in SCORERS[card["scorer"]][1] if name.startswith("points")))


def catalogue(components: Components, options: Any) -> Catalogue:
    """Tiles, drawable cards and the start-player marker (KB-25); points by card, the castle rule first.

    Kinds of tiles stand first, so that the number of a kind is that of its item, under which bans are looked up; of the other items the
    tables hold the numbers. `score_high` is a ceiling: the sum of what the castle rule and the three best cards give at the very most,
    each for itself.
    """
    tiles, cards = components["location_tiles"]["tiles"], components["scoring_cards"]["cards"]
    parts = idle(components, options, 0)
    items = [
        Item(
            *(tile["id"], TILE, _words(tile["id"]), tile["provenance"]),
            bannable=True,
            grantable=True,
            by_strategy=True,
            idle=parts.get(("location_tiles", "tiles", tile["id"]), ""),
        )
        for tile in tiles
    ]
    items += [
        Item(
            *(card["id"], CARD, _words(card["id"]), card["provenance"]),
            never_under=NEVER_UNDER if card["id"] == LORDS else (),
            idle=parts.get(("scoring_cards", "cards", card["id"]), ""),
        )
        for card in cards
        if card["drawable"]
    ]
    items.append(Item("start_marker", START, "start-player marker", components["setup"]["provenance"], role=MARKER))
    letter = components["terrain"]["terrain_types"][S.CASTLE]["letter"]
    castles = sum(sorted(sum(row.count(letter) for row in q["rows"]) for q in components["quadrants"]["quadrants"])[-S.SLOTS :])
    most = [most_points(card, components["setup"]["settlements_per_player"], castles) for card in cards]
    drawn = sorted(most[i] for i in cards_in_play(components, options))[-DRAWN_CARDS:]
    return Catalogue(tuple(items), tuple(card["id"] for card in cards), 0, most[castle_row(components)] + sum(drawn), USUAL)


def _words(id_: str) -> str:
    return id_.replace("_", " ")
