"""Numbers of the feature columns by name, from GAME.decisions, and masks of several."""

from __future__ import annotations

from numpy import uint64

from simcli.games.columns import kingdom_builder as c
from simcli.games.kingdom_builder import state as S

# Columns of a hex decision; all of them have the same.
POINTS, CARD_COLUMN = c.BUILD_POINTS, c.BUILD_CASTLE
TILE, TILE_TERRAIN, TILE_EDGE, TILE_LINE = c.BUILD_TILE, c.BUILD_TILE_TERRAIN, c.BUILD_TILE_EDGE, c.BUILD_TILE_LINE
TILE_MOVE, TO_TILE, TO_CASTLE, TO_LINK = c.BUILD_TILE_MOVE, c.BUILD_TO_TILE, c.BUILD_TO_CASTLE, c.BUILD_TO_LINK
BINDS, OPENS, ROOM, SPOTS = c.BUILD_BINDS, c.BUILD_OPENS, c.BUILD_ROOM, c.BUILD_SPOTS
RIVALS, ROW, LACK, RACE = c.BUILD_RIVALS, c.BUILD_ROW, c.BUILD_LACK, c.BUILD_RACE
JOINS, LARGEST, LINE, ON_RIM = c.BUILD_JOINS, c.BUILD_LARGEST, c.BUILD_LINE, c.BUILD_EDGE
ANY_CARD = (1 << TILE) - (1 << CARD_COLUMN)
EACH_TILE = 0b1111 << TILE_TERRAIN
FREQUENT = 1 << POINTS | 1 << TILE | 1 << BINDS | 1 << SPOTS | 1 << LACK
RARE = (1 << ON_RIM + 1) - 1 & ~FREQUENT
WAYS = 0b111 << TO_TILE
ANY_AREA = 0b11 << JOINS

# Columns of a step of the turn, of a settlement to lift.
STEP_STOP, STEP_BUILDS, STEP_MOVES = c.BEFORE_STOP, c.BEFORE_BUILDS, c.BEFORE_MOVES
STEP_POINTS, STEP_IDLE, STEP_SWING = c.BEFORE_POINTS, c.BEFORE_IDLE, c.BEFORE_SWING
STEP_TILE, STEP_SUPPLY, STEP_ENDS = c.BEFORE_TILE, c.BEFORE_SUPPLY, c.BEFORE_ENDS
IDLE, LOSS, GAIN, LIFT_TILE, FREE_TILE, ALONE = c.LIFT_IDLE, c.LIFT_LOSS, c.LIFT_GAIN, c.LIFT_TILE, c.LIFT_FREE_TILE, c.LIFT_ALONE
FAR_BELOW = -1000
ANY_SECTOR = 1 << S.SECTORS | 1 << S.WEAKEST_SECTOR
BEARABLE = 3
"""Losses are not counted far beyond this: such settlements are hardly ever worth moving."""
ROW_BITS = uint64((1 << S.SIDE) - 1)
