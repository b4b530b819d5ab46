"""The state of a game of Kingdom Builder: one flat record, the board as bit masks.

A hex (r, c) is cell (r + 1) * 22 + c + 1: two empty columns and an empty row all round, so that a step or a jump off the board lands
on an empty cell and never on the other side. A mask of cells is eight words of 64 bits.

        1   2   3  ...  20  21          row 0 is cells 23 to 42
      .   .   .   .   .   .   .         neighbours: -1, +1, -22, +22 and
        o   o   o   o   o   .             even rows -23, +21
      .   o   o   o   o   o   .           odd rows  -21, +23
"""

from __future__ import annotations

import numpy as np

from simcli.engine.header import HEADER
from simcli.engine.record import described
from simcli.games.columns import kingdom_builder as c

MAX_PLAYERS = 5
MAX_SEATS = 8
SIDE = 20
WIDTH = 22
N_CELLS = 22 * 22
WORDS = 8

MAX_QUADRANTS = 16
MAX_TILES = 16
MAX_CARDS = 20
"""Rows of scoring_cards.yaml, castle included."""
CARDS_IN_PLAY = 4
"""The castle rule and three cards."""
SLOTS = 4
ALL_SECTORS, ALL_SEATS = 0b1111, 0x11111111
"""Bits of `sector_known`: of all sectors of seat 0, of all seats in sector 0."""
SPECIALS = 12
"""Castle and location hexes of a board: three a quadrant (KB-20)."""
MAX_DECK = 60
MAX_SETTLEMENTS = 60
MAX_AREAS = 64
MAX_ACTIONS = N_CELLS + 4
MAX_CATEGORIES = MAX_CARDS
MAX_ITEMS = MAX_TILES + MAX_CARDS + 1

# Kinds of hexes: positions in terrain.yaml.
TERRAINS = 5
WATER, MOUNTAIN, CASTLE, LOCATION = 5, 6, 7, 8
KINDS = 9
OFF_BOARD = 9
NO_CARD = 255
NONE = 255
UNKNOWN = 0xFFFFFFFF
AROUND_BITS, AROUND_SPOTS, AROUND_SPECIALS = 3, 16, 24
"""AROUND: `around` holds, three bits each, how many free hexes of each terrain are next to a cell; from bit 16 on how many cards
(fishermen, miners, workers) they are spots of, summed up; from bit 24 on how many touch a special hex. A settlement changes six sums."""

# Phases: positions in GAME.decisions.
BEFORE, BUILD, AFTER, PLACE, LIFT, PUT, GIVE_UP = c.BEFORE, c.BUILD, c.AFTER, c.PLACE, c.LIFT, c.PUT, c.GIVE_UP

STOP = SPECIALS
"""Code of `build` and `end turn`: above every location."""

# Targets of tiles.
CARD_TERRAIN, TERRAIN, EDGE, LINE_END, STRAIGHT_TWO = 0, 1, 2, 3, 4

# Positions in GAME.effects: tiles that build by their target, then those that move, to the first two targets or in a straight line.
MOVES, TARGETS_OF_MOVES = 4, 2
TILE_GAINED, TILE_LOST = 7, 8

# Scorers of cards.
CASTLES, NEXT_TO, LINKED, BESIDE_SPECIAL, ROWS, BEST_ROW, AREAS, SECTORS, LARGEST_AREA, WEAKEST_SECTOR = range(10)

u1, u2, u4, u8 = np.uint8, np.uint16, np.uint32, np.uint64

STATE, STATE_FIELDS = described(
    [
        *HEADER,
        ("ending", u4, "1 once a supply is empty (KB-90)"),
        ("idle", u4, "turns in a row without a settlement from a supply"),
        # the turn
        ("card", u4, "terrain in force, NO_CARD for none; hidden from the others until it is shown"),
        ("builds_left", u4, "mandatory builds still to come this turn"),
        ("usable", u4, "locations whose tile the actor may still use this turn, as a mask"),
        ("playable", u4, "those of them that have a legal target; UNKNOWN when that must be found out"),
        ("using", u4, "location of the tile in use"),
        ("after", u4, "1 once the mandatory action is done"),
        ("lifted", u4, "cell the settlement in hand came from, 0 for none"),
        ("vacated", u4, "location whose tile is about to be lost (GO-09)"),
        # the terrain deck
        ("pile", u1, (MAX_DECK,), "terrain of each card of the pile; hidden"),
        ("pile_next", u4, "position of the next card of the pile"),
        ("pile_end", u4, "cards of the pile, those drawn included"),
        ("discards", u4, (MAX_SEATS,), "discarded cards by terrain"),
        ("removed", u4, (MAX_SEATS,), "cards out of the game by terrain"),
        ("reshuffles", u4, "times the pile was shuffled anew"),
        ("hand", u4, (MAX_SEATS,), "terrain card of each seat, NO_CARD for none; other seats' are hidden under GO-06"),
        # the board
        ("quadrants", u1, (SLOTS,), "quadrant in each slot"),
        ("turned", u1, (SLOTS,), "1 for a quadrant that lies turned"),
        ("kind_mask", u8, (KINDS, WORDS), "hexes of each kind, as a mask of cells"),
        ("free", u8, (WORDS,), "hexes without a settlement, of any kind (KB-8)"),
        ("rim", u8, (WORDS,), "buildable hexes of the rim (KB-6)"),
        ("buildable", u8, (WORDS,), "hexes of the five terrains"),
        ("kind", u1, (N_CELLS,), "kind of the hex of each cell: 0 to 4 the terrains, WATER, MOUNTAIN, CASTLE, LOCATION, OFF_BOARD"),
        ("open", u1, (N_CELLS,), "terrain of a free buildable hex, else OFF_BOARD"),
        ("lure", u4, (N_CELLS,), "what a free buildable hex adds to `around` of its six neighbours (see AROUND)"),
        ("around", u4, (N_CELLS,), "the sum of the lures of the free buildable hexes next to a cell"),
        ("worth", u2, (N_CELLS,), "points a settlement on it scores for these cards"),
        ("beside", u1, (N_CELLS,), "1 + number of the special hex a cell touches (KB-63), else 0"),
        ("owner", u1, (N_CELLS,), "1 + seat of the settlement on a cell, else 0"),
        ("special", u2, (SPECIALS,), "cells of the special hexes: locations first, then castles, each in reading order"),
        ("n_locations", np.int32, "locations on the board"),
        ("n_specials", np.int32, "locations and castles on the board"),
        ("tile", u1, (SPECIALS,), "kind of tile on a location"),
        ("tiles_left", u1, (SPECIALS,), "tiles left on a location"),
        ("stocked", u4, "locations with a tile left, as a mask"),
        # the cards in play
        ("cards", u1, (CARDS_IN_PLAY,), "rows of the card tables; the castle first"),
        ("spots", u8, (CARDS_IN_PLAY, WORDS), "hexes on which a settlement scores, for cards that count settlements"),
        ("scorers", u4, "scorers of the cards in play, as a mask"),
        ("uses_areas", u4, "1 when a card in play looks at areas"),
        ("per_castle", np.int32, "points a castle is worth, all cards together"),
        ("per_row", np.int32, "points a row with a settlement is worth"),
        ("per_best_row", np.int32, "points one more settlement in the best row is worth"),
        ("per_area", np.int32, "points an area is worth, all cards together"),
        ("for_largest", u2, (MAX_AREAS,), "points a largest area of each size is worth, all cards together"),
        # the players
        ("supply", u4, (MAX_SEATS,), "settlements left in the supply of each seat"),
        ("held", u4, (MAX_SEATS,), "locations whose tile the seat holds, as a mask"),
        ("taken", u4, (MAX_SEATS,), "locations the seat ever took from (KB-61), as a mask"),
        ("touched", u4, (MAX_SEATS,), "special hexes next to an own settlement, as a mask"),
        ("settled", u8, (MAX_PLAYERS, WORDS), "cells with a settlement of the seat, as a mask"),
        ("near", u8, (MAX_PLAYERS, WORDS), "cells next to an own settlement, as a mask"),
        ("beside_own", u1, (MAX_PLAYERS, N_CELLS), "own settlements next to a cell, by seat"),
        ("in_row", u1, (MAX_PLAYERS, 24), "settlements of the seat in each row of the board"),
        ("in_sector", u4, (SLOTS, MAX_SEATS), "settlements by sector and seat: lords compare seats"),
        ("sector_gain", u2, (SLOTS, MAX_SEATS), "points that one more settlement in a sector brings a seat, all cards together"),
        ("sector_known", u4, "where `sector_gain` holds: bit 4 x seat + sector; 0 until it is asked for"),
        # areas, see KB-9
        (
            "area",
            u2,
            (N_CELLS,),
            "label of the area of a settlement, plus 64 x (1 + seat); 0 without one. Kept while a card in play looks at areas",
        ),
        ("areas", u8, (MAX_SEATS,), "labels in use by each seat, as a mask"),
        ("area_size", u1, (MAX_PLAYERS, MAX_AREAS), "settlements of each area"),
        ("area_touch", u2, (MAX_PLAYERS, MAX_AREAS), "special hexes an area touches, as a mask"),
        ("largest", u4, (MAX_SEATS,), "size of the largest area of each seat"),
        ("linked", u4, (MAX_SEATS,), "special hexes that areas of the seat link (KB-104), as a mask"),
        ("link_min", u4, "special hexes an area must touch to link them; 0 when no card in play asks"),
        ("best_row", u4, (MAX_SEATS,), "settlements of each seat in its best row"),
        ("ends", u8, (WORDS,), "cells that continue a straight run of settlements of one seat (KB-84), free or not"),
        ("ends_of", u4, "for whom and how long a run `ends` was found: 64 x (1 + seat) + length; 0 until it is asked for"),
        ("stack", u2, (MAX_AREAS,), "scratch lists of cells"),
        ("work", u8, (3, WORDS), "scratch masks"),
    ]
)

PASSING = ("playable", "usable", "area", "areas", "area_size", "area_touch", "sector_gain", "sector_known", "ends", "ends_of")
"""What says nothing of a position: the tiles left for the turn, what follows from the settlements (engine.undone)."""
