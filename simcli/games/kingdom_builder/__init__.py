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
        Beaten(
            2, (0.500, 0.500, 0.500), {50: (0.770, 0.818, 0.858), 100: (0.787, 0.830, 0.866)}, (0.428, 0.438, 0.447), "the league's plan"
        ),
        Beaten(
            3, (0.333, 0.333, 0.334), {50: (0.583, 0.633, 0.681), 100: (0.704, 0.755, 0.800)}, (0.470, 0.530, 0.572), "the league's plan"
        ),
        Beaten(
            4, (0.250, 0.250, 0.251), {50: (0.446, 0.514, 0.581), 100: (0.583, 0.663, 0.734)}, (0.383, 0.445, 0.496), "the league's plan"
        ),
        Beaten(
            5, (0.200, 0.200, 0.202), {50: (0.315, 0.365, 0.419), 100: (0.459, 0.515, 0.571)}, (0.294, 0.388, 0.464), "the league's plan"
        ),
    ),
)
