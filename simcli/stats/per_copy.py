"""What an item is worth a copy: what a player loses who is denied it, for each copy that the player uses where it is not denied.

Over the deals of both games, w the player's win share and c the copies used where nothing is denied,

    q = sum (w - w') / sum c,        e = w - w' - q c,        variance (sum e^2 + 2 v^2) / (sum c)^2.

The ban in total, sum (w - w') / deals, ranks items by how many copies a player comes to; q does not. v is a whole win: where few deals
have a win changed, most samples have too few of them and too small a variance, and one deal more on either side mends that (as one success
and one failure more do for a share: Agresti and Coull, The American Statistician 52, 1998). Coverage: `tests/stats/test_per_copy.py`.

A player who must take an item gains sum (w' - w) / sum c' a copy, c' the copies used where it must: the same with the roles changed. Of
what a player always takes it is nothing, of what nobody takes it says why: ban and force bracket the worth.

Which item is too strong or too weak is asked among its kind: q less the median of the kind's q. Its variance is taken as that of q plus
that of the one or two items in the middle. All figures of the same deals share the base game, and where a ban changes a win it takes it
where the base has it and gives it where not, so that they rise and fall together: as if they did not, the interval errs on the wide side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from simcli.stats.intervals import FEW_DEALS, NOTHING, Estimate, Row, apart
from simcli.stats.verdicts import Hypothesis

UNSEEN_WINS = 2
"""Changed wins that are added to the squares."""
FEWEST_USED = 5.0
"""Effective deals with copies used below which there is no interval: it would be wider than all that can be lost."""
SELDOM = 0.05
"""Copies used a game below which an item is not judged, nor counted for the middle of its kind."""


def lost_per_copy(own: Row, base: Row, paired: Row, unit: int = 1) -> Estimate:
    """Win share lost a copy used; `own` and `base` are rows (c copies used, y win share in `unit`s), `paired` their paired row.

    `events` is the number of deals in which anything differs. Without a copy used there is no value, in fewer
    than `FEWEST_USED` effective deals no interval.
    """
    _, own_y, _, _, own_yy = (int(value) for value in own)
    c, base_y, cc, base_cy, base_yy = (int(value) for value in base)
    _, _, own_y_c, own_y_y, differing = (int(value) for value in paired)
    if c <= 0:
        return Estimate(None, None, 0.0, events=differing, lacking=NOTHING)
    y, cy, yy = base_y - own_y, base_cy - own_y_c, base_yy + own_yy - 2 * own_y_y
    value, n = y / (c * unit), c * c / cc
    if n < FEWEST_USED:
        return Estimate(value, None, n, events=differing, lacking=FEW_DEALS)
    squares = yy * c * c - 2 * y * c * cy + y * y * cc + UNSEEN_WINS * unit * unit * c * c
    return Estimate(value, math.sqrt(squares) / (c * c) / unit, n, events=differing)


def gained_per_copy(own: Row, base: Row, paired: Row, unit: int = 1) -> Estimate:
    """Win share gained a copy used by a player who must take it; rows as of `lost_per_copy`, where `own` has the copies that count."""
    of_copies, own_c_y, own_y_c, of_wins, differing = paired
    return lost_per_copy(base, own, (of_copies, own_y_c, own_c_y, of_wins, differing), unit)


def against_middle(kind: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The items of a kind, each with what it loses a copy, compared with the median of all; an item alone is compared with nothing lost."""
    if len(kind) < 2:
        return list(kind)
    ranked = sorted(kind, key=lambda one: one.estimate.value or 0.0)
    first, last = ranked[(len(kind) - 1) // 2], ranked[len(kind) // 2]
    middle = first.estimate if first is last else _half_apart(first.estimate, _negated(last.estimate))
    if len(kind) == 2:  # what each is beyond the mean of both is half of what it is beyond the other
        beyond = [_half_apart(one.estimate, other.estimate) for one, other in zip(kind, kind[::-1], strict=True)]
    else:
        beyond = [apart(one.estimate, middle) for one in kind]
    unended = (first.unended + last.unended) / 2.0
    return [one._replace(estimate=estimate, unended=one.unended + unended) for one, estimate in zip(kind, beyond, strict=True)]


def _half_apart(one: Estimate, other: Estimate) -> Estimate:
    """Half of an estimate less another."""
    whole = apart(one, other)
    return whole._replace(value=_times(whole.value, 0.5), se=_times(whole.se, 0.5))


def _negated(one: Estimate) -> Estimate:
    return one._replace(value=_times(one.value, -1.0))


def _times(number: float | None, factor: float) -> float | None:
    return None if number is None else factor * number
