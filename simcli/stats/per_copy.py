"""What an item is worth a copy: what a player loses who is denied it, for each copy that the player uses where it is not denied.

Over the deals of both games, w the player's win share and c the copies used where nothing is denied,

    q = sum (w - w') / sum c,        e = w - w' - q c,        variance (sum e^2 + 2 v^2) / (sum c)^2.

The ban in total, sum (w - w') / deals, ranks items by how many copies a player comes to; q does not. v is a whole win: where few deals
have a win changed, most samples have too few of them and too small a variance, and one deal more on either side mends that (as one success
and one failure more do for a share: Agresti and Coull, The American Statistician 52, 1998). Coverage: `tests/stats/test_per_copy.py`.
"""

from __future__ import annotations

import math

from simcli.stats.intervals import FEW_DEALS, NOTHING, Estimate, Row

UNSEEN_WINS = 2
"""So many wins changed are added to the squares."""


def lost_per_copy(own: Row, base: Row, paired: Row, unit: int = 1) -> Estimate:
    """Win share lost a copy used; `own` and `base` are rows (c copies used, y win share in `unit`s), `paired` their paired row.

    `events` is the number of deals in which anything differs. Without a copy used there is no value, in one deal no interval.
    """
    _, own_y, _, _, own_yy = (int(value) for value in own)
    c, base_y, cc, base_cy, base_yy = (int(value) for value in base)
    _, _, own_y_c, own_y_y, differing = (int(value) for value in paired)
    if c <= 0:
        return Estimate(None, None, 0.0, events=differing, lacking=NOTHING)
    y, cy, yy = base_y - own_y, base_cy - own_y_c, base_yy + own_yy - 2 * own_y_y
    value, n = y / (c * unit), c * c / cc
    if n < 2.0:
        return Estimate(value, None, n, events=differing, lacking=FEW_DEALS)
    squares = yy * c * c - 2 * y * c * cy + y * y * cc + UNSEEN_WINS * unit * unit * c * c
    return Estimate(value, math.sqrt(squares) / (c * c) / unit, n, events=differing)
