"""Ratio estimates with the deal as the unit of sampling, their intervals and p-values.

A tally's ratio row holds, summed over deals, `(c, y, cc, cy, yy)`: per deal `c` is a count (or a spread) and `y` a total. The estimate
is sum y / sum c. Its variance is the linearised one of the ratio estimator (Cochran, Sampling Techniques, 3rd edition, chapter 6),

    sum (y - r c)^2 / (sum c)^2  *  n / (n - 1),        n = (sum c)^2 / sum c^2,

where `n` is the effective number of deals (Kish, Survey Sampling, 1965). It is the number of deals when every deal has the same `c`, and
about the number of deals in which a card turned up at all when `c` is mostly zero, so a rare card does not borrow certainty from deals that
never showed it. All sums are integers and every quotient is one of exact integers: no cancellation, the same result on every machine.

A variance is only worth something when enough deals differ. Kish's number of any total says in how many deals it came up; where it is below
the floors named here there is no interval, and `Estimate.lacking` says why. The floors were set by simulation (docs/method.md, "Coverage").
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, SupportsInt

import numpy as np
import numpy.typing as npt

from simcli.game import SIXTIETHS
from simcli.stats.bounds import MOST_KEPT

LEVEL = 0.95

FEWEST_EFFECTIVE = 30
"""Effective deals for a figure of an item: those in which the copies differed between the players, or in which the group had anybody."""

FEWEST_WINS = 10
"""Deals in which the rarer of win and loss came up (Kish's number): a share with fewer is marked. Also deals with anything to count."""

FEWEST_EACH = 5
"""Deals with a win, and deals with a loss, of who has a single card: with fewer its slope has no interval."""

UNSEEN_DEALS = 4
"""Deals with the greatest possible difference that are added to a difference of shares that rests on few deals."""

FEWEST_STEPS = 20
"""Squared whole steps by which deals must differ from the nearest whole number for a mean of counts or points."""

# Why an estimate has no interval.
NOTHING = "nothing was counted"
FEW_DEALS = "too few deals that tell something"
CONSTANT = "no two deals differ"
FEW_WINS = "too few wins or losses"
FEW_OTHERS = "too few deals in which there were others"
RARE = "too few deals in which it differs from its usual value"
ALIKE = "too few deals in which the variants differ"

Row = Sequence[SupportsInt] | npt.NDArray[np.int64]
Bounds = tuple[float | None, float | None]


class Estimate(NamedTuple):
    """A ratio. `value` is None when nothing was counted; `se` is None when there is no interval, and then `lacking` says why.

    `n` is the effective number of deals; `share` says that the value is a share; `events` is the effective number of deals with the rarer
    of win and loss (or with anything to count), infinite where that was not asked; `edges` are the least and greatest value there can
    be, for other estimates that are judged on the logit scale between them; `most` is how far from 0 any other can lie, 1 for a difference
    of shares.
    """

    value: float | None
    se: float | None
    n: float
    share: bool = False
    events: float = math.inf
    lacking: str = ""
    edges: tuple[float, float] | None = None
    most: float = math.inf

    @property
    def bounded(self) -> tuple[float, float] | None:
        """Edges of the logit scale; None for a plain mean."""
        return (0.0, 1.0) if self.share else self.edges


def ratio(row: Row, unit: int = 1, *, share: bool = False) -> Estimate:
    """Estimate from one ratio row int64[5]; `unit` divides `y` (60 turns sixtieths into win shares).

    It lacks a standard error with fewer than two effective deals, and when no two deals differ; such a share has one of 0, and an
    interval that allows for deals not seen so far.
    """
    return _ratio(_whole(row), unit, share=share)


def _ratio(row: Sequence[int], unit: int = 1, *, share: bool = False, events: float = math.inf) -> Estimate:
    """The same of whole numbers, with its `events`."""
    c, y, cc, cy, yy = row
    if c <= 0:
        return Estimate(None, None, 0.0, share, events, NOTHING)
    value, n = y / (c * unit), c * c / cc
    if n < 2.0:
        return Estimate(value, None, n, share, events, FEW_DEALS)
    squares = yy * c * c - 2 * y * c * cy + y * y * cc
    if squares <= 0 and not share:
        return Estimate(value, None, n, share, events, CONSTANT)
    return Estimate(value, math.sqrt(max(squares, 0) / (c * c * (c * c - cc))) / unit, n, share, events)


def ratio_row(c: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> list[int]:
    """The ratio row of y / c, both int64[deals]: sums over the deals of c, y, c c, c y, y y."""
    return [int(c.sum()), int(y.sum()), *(exact_dot(one, other) for one, other in ((c, c), (c, y), (y, y)))]


def exact_dot(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> int:
    """The sum of the products, exact also where it does not fit 64 bits."""
    most = len(one) * int(np.abs(one).max(initial=0)) * int(np.abs(other).max(initial=0))
    return int(one @ other if most < 1 << 63 else one.astype(object) @ other.astype(object))


def share_ratio(row: Row, rest: Row | None = None, unit: int = SIXTIETHS) -> Estimate:
    """Share of a ratio row whose `y` counts `unit` for a win: win shares in sixtieths, or shared victories among games in ones.

    With fewer wins or losses than `FEWEST_WINS` the share `is_thin`. `rest` is the row of all other player-games of the same deals, given
    for the share of those who have an item or have none. The two shares average to the even share by construction, so the larger group is
    known no better than the smaller: both need `FEWEST_EFFECTIVE` deals, else there is no interval.
    """
    numbers = _whole(row)
    estimate = _ratio(numbers, unit, share=True, events=_rarer(numbers, unit))
    if estimate.se is None or rest is None:
        return estimate
    if estimate.n < FEWEST_EFFECTIVE:
        return estimate._replace(se=None, lacking=FEW_DEALS)
    c, _, cc, _, _ = _whole(rest)
    return estimate._replace(se=None, lacking=FEW_OTHERS) if kish(c, cc) < FEWEST_EFFECTIVE else estimate


def slope_ratio(row: Row, players: int, copies: int) -> Estimate:
    """Change of the win share with each further copy, from a slope row (docs/architecture.md); no interval below `FEWEST_EFFECTIVE` deals.

    `players` is the number at the table, `copies` the sum of the copies over all player-games. A card of which a game mostly has one copy
    (the spread of a game, P sum x^2 - (sum x)^2, is then P - 1 a copy) has the slope (P w - 1) / (P - 1), `w` the win share of who has it.
    Such a slope is skewed as a small share is, so it is judged on the logit scale of `w`; on its own scale a card that does nothing would
    be named in 8 to 14 of 100 runs of 100 deals. It needs `FEWEST_EACH` wins and losses. Slopes over several copies are nearly symmetric.
    A player alone has nobody to have more or less than: there is no slope.
    """
    estimate = ratio(row, SIXTIETHS)
    if estimate.value is not None and estimate.n < FEWEST_EFFECTIVE:
        return estimate._replace(se=None, lacking=FEW_DEALS)
    if estimate.value is None or estimate.se is None:
        return estimate
    low = -1.0 / (players - 1)
    c, y, cc, cy, yy = _whole(row)
    if not low < estimate.value < 1.0 or 2 * c < (2 * players - 3) * int(copies):
        return estimate
    p, u = players - 1, SIXTIETHS
    wins = kish(p * y + u * c, p * p * yy + 2 * p * u * cy + u * u * cc)
    losses = kish(u * c - y, u * u * cc - 2 * u * cy + yy)
    estimate = estimate._replace(events=min(wins, losses), edges=(low, 1.0))
    return estimate._replace(se=None, lacking=FEW_WINS) if estimate.events < FEWEST_EACH else estimate


def mean_ratio(row: Row) -> Estimate:
    """Mean of points, rounds or things held from a ratio row; `c` and `y` of every deal are whole numbers.

    A mean that a few deals decide has no interval: when few deals have anything at all (`FEWEST_WINS`), or when nearly all have the same
    whole number. `sum (y - k c)^2` for the nearest whole `k` is at least the number of deals that have another one (`FEWEST_STEPS`).
    """
    numbers = _whole(row)
    c, y, cc, cy, yy = numbers
    if c <= 0:
        return _ratio(numbers)
    k = (2 * y + c) // (2 * c)
    estimate = _ratio(numbers, events=kish(y, yy))
    if estimate.se is not None and (estimate.events < FEWEST_WINS or yy - 2 * k * cy + k * k * cc < FEWEST_STEPS):
        return estimate._replace(se=None, lacking=RARE)
    return estimate


def rest_of(row: Row, deals: int, games: int, players: int) -> tuple[int, ...]:
    """Ratio row of the player-games that a row of win shares leaves out; ValueError when deals differ in their number of games."""
    if deals <= 0 or games % deals:
        raise ValueError(f"{games} games are no whole number for each of {deals} deals")
    c, y, cc, cy, yy = _whole(row)
    each = games // deals
    all_c, all_y = each * players, each * SIXTIETHS
    return (
        deals * all_c - c,
        deals * all_y - y,
        deals * all_c * all_c - 2 * all_c * c + cc,
        deals * all_c * all_y - all_y * c - all_c * y + cy,
        deals * all_y * all_y - 2 * all_y * y + yy,
    )


def difference(own: Row, base: Row, paired: Row, unit: int = 1, *, share: bool = False) -> Estimate:
    """The ratio of a variant less that of the base it shares its deals with; `events` is the number of deals in which they differ.

    `own` and `base` are ratio rows, `paired` is their paired row (`tally_parts.PAIRED`). A deal's part of the difference is
    (y - r c) / C - (y' - r' c') / C', with capitals for sums and marks for the base; the sum of its squares is made of the three rows.
    Where fewer than `FEWEST_EFFECTIVE` deals differ, and less than half of all, there is no interval; but a difference of shares, which is
    at most 1 in a deal, has one that allows for `UNSEEN_DEALS` deals not seen so far, and errs on the wide side. So has one that is the
    same in every deal, also of points or rounds: of these the unseen deals lie a whole step on the other side of no difference.
    """
    c, y, cc, cy, yy = _whole(own)
    base_c, base_y, base_cc, base_cy, base_yy = _whole(base)
    differing = int(paired[4])
    if c <= 0 or base_c <= 0:
        return Estimate(None, None, 0.0, events=differing, lacking=NOTHING)
    value, n = (y * base_c - base_y * c) / (c * base_c * unit), min(c * c / cc, base_c * base_c / base_cc)
    if n < 2.0:
        return Estimate(value, None, n, events=differing, lacking=FEW_DEALS)
    is_rare = differing < FEWEST_EFFECTIVE and 2 * differing < n
    if is_rare and not share:
        return Estimate(value, None, n, events=differing, lacking=ALIKE)
    squares = (yy * c * c - 2 * y * c * cy + y * y * cc) * base_c**4
    squares += (base_yy * base_c * base_c - 2 * base_y * base_c * base_cy + base_y * base_y * base_cc) * c**4
    squares -= 2 * _products(own, base, paired) * (c * base_c) ** 2
    is_fixed = squares <= 0
    if is_fixed and not share and value == 0.0:
        return Estimate(value, None, n, events=differing, lacking=CONSTANT)
    variance = max(squares, 0) / (c * base_c) ** 4 / (unit * unit)
    if is_rare or is_fixed:
        variance += UNSEEN_DEALS * (1.0 + abs(value) if is_fixed else 1.0) ** 2 / (n * n)
    return Estimate(value, math.sqrt(variance * n / (n - 1.0)), n, events=differing, most=1.0 if share else math.inf)


def beyond_luck(own: Row, base: Row, paired: Row, known: float, unit: int = 1) -> tuple[Estimate, float]:
    """The share of a variant less `known`, the true share of the base; and the luck of these deals that was taken off.

    What the base lies above its true value is luck, and the part of it that carries over to the variant is taken off: a control variate,
    with the coefficient that leaves the least variance (Owen, Monte Carlo theory, methods and examples, 2013, chapter 8).
    """
    one, other = ratio(own, unit), ratio(base, unit)
    if one.value is None or one.se is None or not other.se or other.value is None:
        return one._replace(value=None if one.value is None else one.value - known, share=False, events=0.0, most=1.0), 0.0
    n = min(one.n, other.n)
    covariance = _products(own, base, paired) / (int(own[0]) * int(base[0])) ** 2 / (unit * unit) * n / (n - 1.0)
    carried = min(max(covariance / other.se**2, 0.0), 1.0)
    luck = carried * (other.value - known)
    variance = max(one.se**2 - 2.0 * carried * covariance + (carried * other.se) ** 2, 0.0) * (n - 1.0) / max(n - 2.0, 1.0)
    return Estimate(one.value - known - luck, math.sqrt(variance), n, events=int(paired[4]), most=1.0), luck


def _products(own: Row, base: Row, paired: Row) -> int:
    """Sum over deals of (y - r c) (y' - r' c'), times C C': exact, of a variant and its base."""
    c, y, base_c, base_y = int(own[0]), int(own[1]), int(base[0]), int(base[1])
    c_c, c_y, y_c, y_y, _ = _whole(paired)
    return y_y * c * base_c - base_y * c * y_c - y * base_c * c_y + y * base_y * c_c


def difference_apart(own: Row, base: Row, unit: int = 1, *, share: bool = False) -> Estimate:
    """The same of two runs that share no deals."""
    return apart(ratio(own, unit, share=share), ratio(base, unit, share=share))


def apart(one: Estimate, other: Estimate) -> Estimate:
    """An estimate less another that shares nothing with it: the variances add, with Welch's degrees of freedom (`n` less one).

    Where no two deals of one differ, its variance allows for `UNSEEN_DEALS` deals not seen so far.
    """
    if one.value is None or other.value is None:
        return Estimate(None, None, 0.0, events=0.0, lacking=NOTHING)
    value, n = one.value - other.value, min(one.n, other.n)
    is_fixed = value == 0.0 and all(not part.se and part.lacking in ("", CONSTANT) for part in (one, other))
    events = 0.0 if is_fixed else n
    found = [_se_beyond(part, value) for part in (one, other)]
    ses = [se for se in found if se is not None]
    if len(ses) < 2 or (value == 0.0 and one.lacking == other.lacking == CONSTANT):
        return Estimate(value, None, n, events=events, lacking=one.lacking or other.lacking)
    variance = ses[0] ** 2 + ses[1] ** 2
    if not variance:
        return Estimate(value, None, n, events=events, lacking=CONSTANT)
    freedom = variance**2 / (ses[0] ** 4 / (one.n - 1.0) + ses[1] ** 4 / (other.n - 1.0))
    most = 1.0 if one.share and other.share else one.most + other.most
    return Estimate(value, math.sqrt(variance), freedom + 1.0, events=events, most=most)


def _se_beyond(estimate: Estimate, distance: float) -> float | None:
    """The standard error of an estimate that lies so far from another; where no two deals differ, that of deals a whole step beyond it."""
    if is_constant(estimate):
        return math.sqrt(UNSEEN_DEALS) / estimate.n
    if estimate.lacking == CONSTANT:
        return math.sqrt(UNSEEN_DEALS) * (1.0 + abs(distance)) / estimate.n
    return estimate.se


def saved_by_pairing(own: Estimate, base: Estimate, paired: Estimate) -> float | None:
    """How many times the deals two unpaired runs would take for the same interval of the difference; None where that is not known."""
    if not own.se or not base.se or not paired.se:
        return None
    return (own.se**2 + base.se**2) / paired.se**2


def is_thin(estimate: Estimate) -> bool:
    """A share with fewer than `FEWEST_WINS` wins or losses: its interval is there, errs on the wide side, and is to be marked."""
    return estimate.share and estimate.value is not None and estimate.events < FEWEST_WINS


def _whole(row: Row) -> Sequence[int]:
    """The numbers of a row as Python's, whose products and powers are exact."""
    return row.tolist() if isinstance(row, np.ndarray) else [int(value) for value in row]


def _rarer(row: Sequence[int], unit: int) -> float:
    """Kish's number of deals with wins or of deals with losses, whichever is smaller."""
    c, y, cc, cy, yy = row
    return min(kish(y, yy), kish(unit * c - y, unit * unit * cc - 2 * unit * cy + yy))


def kish(total: int, squares: int) -> float:
    """In how many deals a total came up: squared sum over sum of squares; 0 for nothing."""
    return total * total / squares if squares > 0 else 0.0


@lru_cache(MOST_KEPT)
def critical(n: float, alpha: float) -> float:
    """Two-sided critical value of Student's t with n - 1 degrees of freedom."""
    from scipy.special import stdtrit

    return float(-stdtrit(n - 1.0, alpha / 2.0))


def interval(estimate: Estimate, level: float = LEVEL) -> Bounds:
    """Lower and upper bound; (None, None) when there is no standard error.

    Means use Student's t, and end where their values do. Shares and slopes of single cards use it on the logit scale, so the bounds stay
    inside their edges. Where no two deals differ the bounds of a share are Wilson's of 0 and 1 with t for the normal quantile: up to
    w = t^2 / (n + t^2) of the deals may have stayed unseen in n of them.
    """
    if estimate.value is None or estimate.se is None:
        return None, None
    if not estimate.se and not estimate.share:
        return estimate.value, estimate.value
    value, t = estimate.value, critical(estimate.n, 1.0 - level)
    if estimate.bounded is None:
        return max(value - t * estimate.se, -estimate.most), min(value + t * estimate.se, estimate.most)
    if is_constant(estimate):
        w = t * t / (estimate.n + t * t)
        return value * (1.0 - w), value + (1.0 - value) * w
    (first, last), reach = estimate.bounded, t * logit_se(estimate)
    centre = logit(_place(estimate, value))
    return first + (last - first) * _expit(centre - reach), first + (last - first) * _expit(centre + reach)


def p_value(estimate: Estimate, null: float) -> float | None:
    """Two-sided p-value of `null`; below 1 - level exactly when `interval` at that level leaves `null` out."""
    return p_values([(estimate, null)])[0]


def p_values(asked: Iterable[tuple[Estimate, float]]) -> list[float | None]:
    """The same of many estimates, each with a value."""
    from scipy.special import stdtr

    found: list[float | None] = []
    tails: list[tuple[int, float, float]] = []
    for estimate, null in asked:
        if estimate.value is None or estimate.se is None:
            found.append(None)
        elif not estimate.se and not estimate.share:
            found.append(float(estimate.value == null))
        else:
            tails.append((len(found), estimate.n - 1.0, -standard_distance(estimate, null)))
            found.append(None)
    if tails:
        places, freedoms, points = zip(*tails, strict=True)
        for place, tail in zip(places, stdtr(freedoms, points).tolist(), strict=True):
            found[place] = 2.0 * tail
    return found


def standard_distance(estimate: Estimate, point: float) -> float:
    """How many standard errors `point` is from the estimate, on the scale its interval is made on; 0 at the estimate itself."""
    value, se = estimate.value, estimate.se
    assert value is not None
    assert se is not None
    if point == value:
        return 0.0
    if estimate.bounded is None:
        return abs(value - point) / se if se else math.inf
    if is_constant(estimate):
        w = (value - point) / value if point < value else (point - value) / (1.0 - value)
        return math.sqrt(estimate.n * w / (1.0 - w)) if w < 1.0 else math.inf
    return abs(logit(_place(estimate, value)) - logit(_place(estimate, point))) / logit_se(estimate)


def is_constant(estimate: Estimate) -> bool:
    """A share that is the same in every deal, so that the standard error says nothing."""
    return estimate.share and estimate.value is not None and estimate.se == 0.0


def logit(share: float) -> float:
    """Log odds; infinite at 0 and 1."""
    if share <= 0.0:
        return -math.inf
    return math.inf if share >= 1.0 else math.log(share) - math.log1p(-share)


def logit_se(estimate: Estimate) -> float:
    """Standard error on the logit scale, by the delta method; the value lies strictly inside its edges."""
    assert estimate.value is not None
    assert estimate.se is not None
    assert estimate.bounded is not None
    w = _place(estimate, estimate.value)
    return estimate.se / (estimate.bounded[1] - estimate.bounded[0]) / (w * (1.0 - w))


def _place(estimate: Estimate, point: float) -> float:
    """Where a point lies between the edges, from 0 to 1."""
    assert estimate.bounded is not None
    first, last = estimate.bounded
    return (point - first) / (last - first)


def _expit(x: float) -> float:
    """Inverse of `logit`, without overflow."""
    return 1.0 / (1.0 + math.exp(-x)) if x >= 0.0 else math.exp(x) / (1.0 + math.exp(x))
