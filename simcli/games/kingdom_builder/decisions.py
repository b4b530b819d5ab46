"""The decisions of Kingdom Builder and what a strategy may see of each."""

from __future__ import annotations

from simcli.game import Decision, Feature

CARD_FEATURES = (
    "castle",
    "fishermen",
    "miners",
    "merchants",
    "workers",
    "discoverers",
    "knights",
    "hermits",
    "lords",
    "citizens",
    "farmers",
)
"""Cards with a feature of their own; a card added by a patch counts in `points` only."""


# What a settlement on a hex means to the player who is asked (KB-D2 to KB-D6, KB-D8, KB-D9, KB-D11).
_HEX = (
    Feature("points", "points gained at once: castle and all cards in play"),
    Feature("castle", "points gained at once from a castle"),
    Feature("fishermen", "points gained at once from fishermen, 0 if that card is not in play; so for all cards"),
    Feature("miners", "the same from miners"),
    Feature("merchants", "the same from merchants"),
    Feature("workers", "the same from workers"),
    Feature("discoverers", "the same from discoverers"),
    Feature("knights", "the same from knights"),
    Feature("hermits", "the same from hermits; negative when areas are joined"),
    Feature("lords", "the same from lords: own points, as the sectors stand now", "rivals"),
    Feature("citizens", "the same from citizens"),
    Feature("farmers", "the same from farmers"),
    Feature("tile", "rounds left at least, when the hex takes a tile, else 0", "future"),
    Feature("tile_terrain", "the same for a tile that builds on a terrain (oracle, farm, oasis)", "future"),
    Feature("tile_edge", "the same for a tile that builds on the edge (tower)", "future"),
    Feature("tile_line", "the same for a tile that builds at the end of a line (tavern)", "future"),
    Feature("tile_move", "the same for a tile that moves settlements (barn, harbor, paddock)", "future"),
    Feature(
        "to_tile",
        "1 if a free buildable hex next to it touches a location the player may still take from, and it takes none itself",
        "future",
    ),
    Feature("to_castle", "1 if a free buildable hex next to it touches a castle the player does not touch yet", "future"),
    Feature("to_link", "merchants in play: 1 if a free buildable hex next to it touches a special hex not linked yet", "future"),
    Feature("binds", "terrains with a free hex next to an own settlement after it that had none before", "future"),
    Feature("opens", "free hexes of the card's terrain next to it, while more builds are due", "future"),
    Feature("room", "free buildable hexes next to it", "future"),
    Feature(
        "spots", "free hexes next to it on which a settlement scores for fishermen, miners or workers, counted for each card", "future"
    ),
    Feature("rivals", "other players with a settlement next to it", "rivals"),
    Feature("row", "knights in play: own settlements in its row"),
    Feature("lack", "farmers in play: settlements the player has more in the own strongest sector than in this one"),
    Feature("race", "lords in play: 4 minus the distance to the best other player in its sector, at least 0", "rivals"),
    Feature("joins", "hermits, citizens or merchants in play: own areas it joins, beyond the first"),
    Feature("largest", "citizens in play: settlements by which the largest area grows"),
    Feature("line", "settlements of the longest straight own run it would stand in, 1 to 6"),
    Feature("edge", "1 for a buildable hex on the edge of the board"),
)

# What the next step of a turn may be (KB-D1).
_STEP = (
    Feature("stop", "1 for going on without a tile"),
    Feature("builds", "1 for a tile that builds"),
    Feature("moves", "1 for a tile that moves"),
    Feature("points", "for a tile that builds: points of its best hex", "turn"),
    Feature("idle", "for a tile that moves: 1 if a settlement that gives up nothing can be moved (an estimate)", "turn"),
    Feature(
        "swing", "for a tile that moves: points of the best hex that a settlement can go to which gives up nothing (an estimate)", "turn"
    ),
    Feature("tile", "rounds left at least, when one of its hexes takes a tile, else 0", "turn future"),
    Feature("supply", "own settlements left in the supply"),
    Feature("ends", "1 if it would place the last settlement of the supply"),
)

# What lifting a settlement means (KB-D7, KB-D10).
_LIFT = (
    Feature("idle", "1 if it gives up nothing: no card in play pays less without it (areas judged by the six hexes around it)"),
    Feature("loss", "points it gives up, not counted far beyond three; 0 if idle"),
    Feature("gain", "if idle: points of the best hex it can go to, as the board stands before it is lifted; else 0", "turn"),
    Feature("tile", "rounds left at least, when the tile of a location would be lost, else 0", "future"),
    Feature("free_tile", "rounds left at least, when one of the hexes it can go to takes a tile, else 0", "turn future"),
    Feature("alone", "1 if no own settlement is next to it"),
)

_GIVE_UP = (Feature("usable", "1 if the tile may still be used this turn"),)


DECISIONS = (
    Decision("before", "KB-D1", "phase A: use a tile or go on to the mandatory builds", _STEP),
    Decision("build", "KB-D2", "hex of a mandatory build", _HEX),
    Decision("after", "KB-D1", "phase C: use a tile or end the turn", _STEP),
    Decision("place", "KB-D3 to KB-D6", "hex to build on with a tile", _HEX),
    Decision("lift", "KB-D7, KB-D10", "settlement to move with a tile", _LIFT),
    Decision("put", "KB-D8, KB-D9, KB-D11", "hex to move it to", _HEX),
    Decision(
        "give_up",
        "KB-A7",
        "which of two tiles of a kind to lose",
        _GIVE_UP,
        (("lost_tile_choice", "tile_of_vacated_location"), ("tiles_lost", False)),
    ),
)


FREE, CARD_IN_PLAY = 19, 24
"""Where in `CONTEXT` the columns by terrain begin, and those by card but the castle, which is always in play."""

CONTEXT = (
    Feature("points", "points as things stand"),
    Feature("lead", "points ahead of the best other player"),
    Feature("supply", "own settlements left in the supply"),
    Feature("least_supply", "settlements left of who has fewest"),
    Feature("builds_left", "mandatory builds still to come this turn"),
    Feature("card", "terrain of the own card, by its number in terrain.yaml"),
    Feature("builders", "own tiles that build"),
    Feature("movers", "own tiles that move"),
    Feature("stock", "locations with a tile that the player may still take"),
    Feature("castles", "castles touched"),
    Feature("near_locations", "locations not touched yet that one more settlement next to an own one would touch"),
    Feature("near_castles", "the same of castles"),
    Feature("rows", "rows with an own settlement"),
    Feature("best_row", "own settlements in the best row"),
    Feature("weakest", "own settlements in the weakest sector"),
    Feature("areas", "own areas, where a card in play looks at areas"),
    Feature("largest", "settlements of the largest own area, where a card in play looks at areas"),
    Feature("bound", "terrains with a free hex next to an own settlement: a card of these binds"),
    Feature("free_of_card", "free hexes of the terrain of the own card next to own settlements"),
    *(Feature(f"free_{terrain}", f"free hexes of terrain number {terrain} next to own settlements") for terrain in range(5)),
    *(Feature(f"has_{card}", f"1 with {card} in play") for card in CARD_FEATURES[1:]),
)
