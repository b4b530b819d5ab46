"""Components and options as the read-only record the kernels look things up in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from simcli.engine.record import described
from simcli.game import Components
from simcli.games.components import fill
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.catalogue import (
    CARD,
    START,
    card_pool,
    castle_row,
    catalogue,
    chosen_cards,
    chosen_quadrants,
    deck_count,
    rotations,
)
from simcli.games.kingdom_builder.datafiles import ORIENTATIONS, QUADRANT, SCORERS, TARGETS, TERRAIN_ORDER
from simcli.games.kingdom_builder.decisions import CARD_FEATURES

OFF_ROW = 23
"""`row_of` a cell that is not on the board."""

i4, u1, u4, u8 = np.int32, np.uint8, np.uint32, np.uint64

TABLES, TABLES_FIELDS = described(
    [
        # loop bounds, signed so that loop variables are
        ("players", i4, "number of players"),
        ("n_quadrants", i4, "quadrants in the data"),
        ("n_cards", i4, "scoring cards in the data, castle included"),
        ("n_items", i4, "items of the catalogue"),
        ("n_pool", i4, "scoring cards that may be drawn"),
        ("n_fixed_quadrants", i4, "quadrants named by the option"),
        ("n_fixed_cards", i4, "scoring cards named by the option"),
        ("n_deck", i4, "terrain cards"),
        ("settlements", u4, "settlements in each supply"),
        ("builds", u4, "mandatory settlements a turn"),
        ("tiles_per_hex", u4, "tiles on each location"),
        ("slots_fixed", u4, "1: fixed_quadrants fill the slots in order (four were named, or first_game)"),
        ("start_fixed", u4, "GO-05: 1 = seat 1 starts"),
        ("hidden", u4, "GO-06: 1 = cards in hand are secret"),
        ("replace", u4, "GO-07: 1 draw_replacement, 0 skip"),
        ("replaced_to_discards", u4, "GO-08: 1 = a replaced card is discarded"),
        ("either_lost", u4, "GO-09: 1 = either_of_same_kind"),
        ("tile_by_move", u4, "GO-10: 1 = a moved settlement takes tiles"),
        ("move_back", u4, "GO-11: 1 = a settlement may go back where it was"),
        ("lords_zero", u4, "GO-12: 1 = a player without a settlement in a sector ranks there for lords"),
        ("adjacency", u4, "GO-16: 1 = builds stand next to own settlements where they can"),
        ("tiles_once", u4, "GO-18: 1 = a tile leaves the game when it is used"),
        ("tiles_at_once", u4, "GO-19: 1 = a tile may be used in the turn in which it was gained"),
        ("tiles_lost", u4, "GO-20: 1 = a tile is lost with the last own settlement at its location"),
        ("end_at_once", u4, "GO-21: 1 = the game ends with the turn of the last settlement"),
        ("kinds_twice", u4, "GO-22: 1 = a second tile of a kind may be gained"),
        ("fixed_quadrants", u1, (S.SLOTS,), "rows of quadrants.yaml named by the option"),
        ("rotation", u1, (S.SLOTS,), "by slot: 0 upright, 1 turned, 2 random"),
        ("fixed_cards", u1, (3,), "rows of scoring_cards.yaml named by the option, ascending"),
        (
            "pool",
            u1,
            (S.MAX_CARDS,),
            "rows of scoring_cards.yaml that may be drawn (drawable, not taken out by GO-13), fixed ones included",
        ),
        ("castle_card", u1, "row of the card that is always in play"),
        ("deck_count", u4, (S.MAX_SEATS,), "cards by terrain, order of terrain.yaml"),
        # masks of cells, see state.py
        ("board", u8, (S.WORDS,), "all cells of the board, as a mask"),
        ("rim", u8, (S.WORDS,), "cells of the rim (KB-6)"),
        ("even_rows", u8, (S.WORDS,), "cells of board rows with even r"),
        ("odd_rows", u8, (S.WORDS,), "cells of board rows with odd r"),
        ("sector_mask", u8, (S.SLOTS, S.WORDS), "cells of each sector"),
        (
            "quadrant_mask",
            u8,
            (S.MAX_QUADRANTS * 2 * S.SLOTS, S.KINDS * S.WORDS),
            "hexes of each kind of quadrant q turned by rotation o in slot k: row (q * 2 + o) * 4 + k; second index kind * 8 + word",
        ),
        ("quadrant_tile", u1, (S.MAX_QUADRANTS,), "kind of tile of its location hexes"),
        (
            "label_bit",
            u8,
            (S.MAX_SEATS * S.MAX_AREAS,),
            "of what `area` holds, less the seat's own bits: the bit of the label of an own area; 0 for areas of others and for none",
        ),
        ("row_of", u1, (S.N_CELLS,), "r of a cell (KB-4); 23 off the board"),
        ("sector_of", u1, (S.N_CELLS,), "sector of a cell (KB-5); 0 off the board"),
        # kinds of tiles
        ("tile_moves", u1, (S.MAX_TILES,), "1 for a tile that moves, 0 for one that builds"),
        ("tile_target", u1, (S.MAX_TILES,), "CARD_TERRAIN, TERRAIN (also for water), EDGE, LINE_END, STRAIGHT_TWO"),
        ("tile_terrain", u1, (S.MAX_TILES,), "kind of hex for TERRAIN"),
        ("tile_adjacent", u1, (S.MAX_TILES,), "1: adjacency if_possible"),
        ("tile_line", u4, (S.MAX_TILES,), "min_line of LINE_END"),
        # scoring cards
        ("card_scorer", u1, (S.MAX_CARDS,), "how a card scores: CASTLES, NEXT_TO, ..."),
        ("card_points", i4, (S.MAX_CARDS,), "points (points_first for SECTORS)"),
        ("card_second", i4, (S.MAX_CARDS,), "points_second of SECTORS"),
        ("card_terrain", u1, (S.MAX_CARDS,), "NEXT_TO: kind of hex"),
        ("card_dry", u1, (S.MAX_CARDS,), "NEXT_TO: exclude_own_terrain"),
        ("card_per", i4, (S.MAX_CARDS,), "LARGEST_AREA: per_settlements; LINKED: min_linked; else 1"),
        ("card_item", u1, (S.MAX_CARDS,), "number of the card in the catalogue, NONE for the castle, which is no item"),
        ("marker_item", u1, "number of the start-player marker in the catalogue"),
        (
            "card_feature",
            u1,
            (S.MAX_CARDS,),
            "index in CARD_FEATURES of the feature with the card's id, NONE for added cards",
        ),
    ]
)


def build(components: Components, options: Any, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    setup = components["setup"]
    deck = deck_count(components)
    fill(
        t,
        players=players,
        settlements=setup["settlements_per_player"],
        builds=setup["mandatory_builds_per_turn"],
        tiles_per_hex=setup["location_tiles_per_hex"],
        n_deck=sum(deck),
        deck_count=deck,
    )
    _fill_options(t, options)
    _fill_board(t)
    _fill_quadrants(t, components, options)
    _fill_tiles(t, components, options)
    _fill_cards(t, components, options)
    _fill_items(t, components, options)
    return tables


def cell(r: int, c: int) -> int:
    """Number of the hex (r, c) of the board."""
    return (r + 1) * S.WIDTH + c + 1


def mask(cells: Iterable[int]) -> np.ndarray:
    """Cells as words of 64 bits; numpy would make floats of a list of them."""
    bits = sum(1 << n for n in set(cells))
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(S.WORDS)], np.uint64)


def placed(slot: int, turned: int, r: int, c: int) -> int:
    """Cell of the hex (r, c) of a quadrant that lies in a slot, upright or turned by 180 degrees."""
    if turned:
        r, c = QUADRANT - 1 - r, QUADRANT - 1 - c
    return cell(slot // 2 * QUADRANT + r, slot % 2 * QUADRANT + c)


def _fill_options(t: Any, options: Any) -> None:
    fill(
        t,
        start_fixed=int(options["start_player"] == "fixed_seat"),
        hidden=int(options["terrain_card_hidden_until_played"]),
        replace=int(options["no_free_hex_of_card_terrain"] == "draw_replacement"),
        replaced_to_discards=int(options["replaced_terrain_card"] == "discard_pile"),
        either_lost=int(options["lost_tile_choice"] == "either_of_same_kind"),
        tile_by_move=int(options["tile_gained_by_moving"]),
        move_back=int(options["move_back_to_origin"]),
        lords_zero=int(options["lords_zero_settlements_score"]),
        adjacency=int(options["adjacency"]),
        tiles_once=int(options["tile_uses"] == "once"),
        tiles_at_once=int(options["new_tiles"] == "at_once"),
        tiles_lost=int(options["tiles_lost"]),
        end_at_once=int(options["last_turn"] == "at_once"),
        kinds_twice=int(options["second_tile_of_a_kind"]),
    )


def _fill_board(t: Any) -> None:
    side = range(S.SIDE)
    board = [(r, c) for r in side for c in side]
    last = S.SIDE - 1
    sectors = [[cell(r, c) for r, c in board if r // QUADRANT * 2 + c // QUADRANT == k] for k in range(S.SLOTS)]
    fill(
        t,
        board=mask(cell(r, c) for r, c in board),
        rim=mask(cell(r, c) for r, c in board if r in (0, last) or c in (0, last)),
        even_rows=mask(cell(r, c) for r, c in board if r % 2 == 0),
        odd_rows=mask(cell(r, c) for r, c in board if r % 2),
        sector_mask=[mask(cells) for cells in sectors],
    )
    t["label_bit"][: S.MAX_AREAS] = np.uint64(1) << np.arange(S.MAX_AREAS, dtype=np.uint64)
    t["row_of"] = OFF_ROW
    for r, c in board:
        t["row_of"][cell(r, c)] = r
    for k, cells in enumerate(sectors):
        t["sector_of"][cells] = k


def _fill_quadrants(t: Any, components: Components, options: Any) -> None:
    quadrants = components["quadrants"]["quadrants"]
    ids = [q["id"] for q in quadrants]
    tiles = [tile["id"] for tile in components["location_tiles"]["tiles"]]
    fixed = [ids.index(quadrant) for quadrant in chosen_quadrants(components, options)]
    fill(
        t,
        n_quadrants=len(quadrants),
        n_fixed_quadrants=len(fixed),
        slots_fixed=int(len(fixed) == S.SLOTS),
        fixed_quadrants=fixed,
        rotation=rotations(components, options),
        quadrant_tile=[tiles.index(q["location"]) for q in quadrants],
    )
    letters = tuple(row["letter"] for row in components["terrain"]["terrain_types"])
    masks = [_masks_of(tuple(quadrant["rows"]), letters) for quadrant in quadrants]
    fill(t, quadrant_mask=np.concatenate(masks))


@lru_cache(maxsize=64)
def _masks_of(rows: tuple[str, ...], letters: tuple[str, ...]) -> np.ndarray:
    """uint64[turned * SLOTS + slot, words]: the hexes of each letter in turn, of a quadrant that lies there."""
    hexes = [[(r, c) for r, row in enumerate(rows) for c, hex_ in enumerate(row) if hex_ == letter] for letter in letters]
    places = [(turned, slot) for turned in range(len(ORIENTATIONS)) for slot in range(S.SLOTS)]
    return np.array([np.concatenate([mask(placed(slot, turned, r, c) for r, c in kind) for kind in hexes]) for turned, slot in places])


def _fill_tiles(t: Any, components: Components, options: Any) -> None:
    tiles = components["location_tiles"]["tiles"]
    targets = [tile["target"] for tile in tiles]
    fill(
        t,
        tile_moves=[tile["kind"] == "move" for tile in tiles],
        tile_target=[TARGETS.get(target, S.TERRAIN) for target in targets],
        tile_terrain=[0 if target in TARGETS else TERRAIN_ORDER.index(target) for target in targets],
        tile_adjacent=[options["adjacency"] and tile["adjacency"] == "if_possible" for tile in tiles],  # GO-16
        tile_line=[tile.get("min_line") or 0 for tile in tiles],
    )


def _fill_items(t: Any, components: Components, options: Any) -> None:
    """Kinds of tiles need no numbers of their own: they are the first items."""
    known = catalogue(components, options)
    cards = {item.id: number for number, item in enumerate(known.items) if item.kind == CARD}
    fill(
        t,
        n_items=len(known.items),
        card_item=[cards.get(card["id"], S.NONE) for card in components["scoring_cards"]["cards"]],
        marker_item=known.first(START),
    )


def _fill_cards(t: Any, components: Components, options: Any) -> None:
    cards = components["scoring_cards"]["cards"]
    ids = [card["id"] for card in cards]
    pool, fixed = card_pool(components, options), sorted(ids.index(card) for card in chosen_cards(components, options))
    t["card_feature"] = S.NONE
    fill(
        t,
        n_cards=len(cards),
        n_pool=len(pool),
        pool=pool,
        n_fixed_cards=len(fixed),
        fixed_cards=fixed,
        castle_card=castle_row(components),
        card_scorer=[SCORERS[card["scorer"]][0] for card in cards],
        card_points=[_points_of(card, options) for card in cards],
        card_second=[card.get("points_second") or 0 for card in cards],
        card_terrain=[TERRAIN_ORDER.index(card["terrain"]) if card.get("terrain") else 0 for card in cards],
        card_dry=[bool(card.get("exclude_own_terrain")) for card in cards],
        card_per=[card.get("per_settlements") or card.get("min_linked") or 1 for card in cards],
        card_feature=[CARD_FEATURES.index(id_) if id_ in CARD_FEATURES else S.NONE for id_ in ids],
    )


def _points_of(card: Any, options: Any) -> int:
    """What a card pays; GO-17: the castle rule, which is always in play, may pay nothing."""
    if not card["drawable"] and not options["castle_scores"]:
        return 0
    return int(card.get("points") or card.get("points_first") or 0)
