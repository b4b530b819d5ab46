"""Kingdom Builder (Donald X. Vaccarino, Queen Games): settle a map of hexes for the three cards of the day; 2 to 5 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Effect, Game, Owed, Price, Sight
from simcli.games.kingdom_builder.decisions import CONTEXT, DECISIONS

if TYPE_CHECKING:
    from simcli.games.kingdom_builder import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)


GAME = Game(
    id="kingdom_builder",
    title="Kingdom Builder",
    authors="Donald X. Vaccarino, Queen Games",
    min_players=2,
    max_players=5,
    behaviour=3,
    package="simcli.games.kingdom_builder",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "what a hex serves for in later turns"),
        Sight("turn", "where the next step of the turn can go"),
        Sight("rivals", "the settlements of the other players, beyond what a hex pays at once"),
    ),
    decisions=DECISIONS,
    context=CONTEXT,
    max_decisions=2500,
    prices={2: Price(13, 62, 173, 128), 3: Price(17, 87, 243, 192), 4: Price(22, 107, 297, 256), 5: Price(24, 126, 351, 320)},
    has_start_player=True,
    effects=(
        Effect("build_card", "tile used: a settlement on the terrain of the card"),
        Effect("build_terrain", "tile used: a settlement on a terrain of its own"),
        Effect("build_edge", "tile used: a settlement at the edge of the board"),
        Effect("build_line", "tile used: a settlement at the end of a line"),
        Effect("move_card", "tile used: a settlement moved to the terrain of the card"),
        Effect("move_terrain", "tile used: a settlement moved to a terrain of its own"),
        Effect("move_straight", "tile used: a settlement moved two hexes in a straight line"),
        Effect("tile_gained", "a tile gained"),
        Effect("tile_lost", "a tile lost", (("tiles_lost", False),)),
    ),
    beaten=(
        Beaten.of(2, "50.0 50.0 50.0", "76.4 83.3 88.5", "80.4 87.9 92.8", "42.8 43.8 44.7", "61.5 64.4 67.3"),
        Beaten.of(3, "33.3 33.3 33.4", "66.7 73.1 78.6", "68.6 76.1 82.3", "47.0 53.0 57.2", "42.6 45.2 47.9"),
        Beaten.of(4, "25.0 25.0 25.1", "62.0 68.8 74.8", "65.6 71.7 77.1", "38.3 44.5 49.6", "33.7 35.8 38.0"),
        Beaten.of(5, "20.0 20.0 20.2", "38.7 44.8 51.1", "55.2 60.6 65.7", "29.4 38.8 46.4", "26.7 28.5 30.3"),
    ),
)
