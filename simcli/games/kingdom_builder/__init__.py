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
            2,
            (0.500, 0.500, 0.500),
            {50: (0.764, 0.833, 0.885), 100: (0.804, 0.879, 0.928)},
            (0.428, 0.438, 0.447),
            "the league's plan",
            learned=(0.615, 0.644, 0.673),
        ),
        Beaten(
            3,
            (0.333, 0.333, 0.334),
            {50: (0.667, 0.731, 0.786), 100: (0.686, 0.761, 0.823)},
            (0.470, 0.530, 0.572),
            "the league's plan",
            learned=(0.426, 0.452, 0.479),
        ),
        Beaten(
            4,
            (0.250, 0.250, 0.251),
            {50: (0.620, 0.688, 0.748), 100: (0.656, 0.717, 0.771)},
            (0.383, 0.445, 0.496),
            "the league's plan",
            learned=(0.337, 0.358, 0.380),
        ),
        Beaten(
            5,
            (0.200, 0.200, 0.202),
            {50: (0.387, 0.448, 0.511), 100: (0.552, 0.606, 0.657)},
            (0.294, 0.388, 0.464),
            "the league's plan",
            learned=(0.267, 0.285, 0.303),
        ),
    ),
)
