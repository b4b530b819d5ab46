"""Whether a figure keeps to bounds, and the deals that would settle it."""

from __future__ import annotations

from typing import Literal

from simcli.stats.bounds import Interval
from simcli.stats.intervals import FEWEST_EFFECTIVE
from simcli.stats.verdicts import MOST_DEALS, rounded_up

Met = Literal["met", "missed", "not yet known"]


def answer_to(value: Interval, widened: Interval, low: float | None, high: float | None) -> Met:
    """Whether a figure keeps to its bounds; `widened` is its interval among all that are judged together."""
    if value.bounds is None or widened.bounds is None:
        return "not yet known"
    if (low is None or value.bounds[0] >= low) and (high is None or value.bounds[1] <= high):
        return "met"
    if (low is not None and widened.bounds[1] < low) or (high is not None and widened.bounds[0] > high):
        return "missed"
    return "not yet known"


def judged_within(
    value: Interval, widened: Interval, low: float | None, high: float | None, deals: int, unended: float = 0.0
) -> tuple[Met, int | None]:
    """The answer, and where it is open about the deals that would settle it; None where no number would.

    unended: so far to either side a win share could lie, had others won the games that did not end. The answer holds whoever did.
    """
    answer = answer_to(whoever_won(value, unended), whoever_won(widened, unended), low, high)
    near = [bound for bound in (low, high) if bound is not None and value.value is not None and abs(value.value - bound) <= unended]
    is_open = answer == "not yet known" and not (unended and near)
    return answer, deals_needed(value, low, high, deals) if is_open else None


def whoever_won(value: Interval, unended: float) -> Interval:
    """The interval that holds whoever would have won the games that did not end."""
    return value if value.bounds is None or not unended else Interval(value.bounds[0] - unended, value.value, value.bounds[1] + unended)


def exact(value: Interval, deals: int, *, is_share: bool) -> Interval:
    """A figure; with itself for bounds where it has none since every game has the same, such as the rounds of a game of three rounds.

    A mean without an interval that is a whole number to the last digit is one: were a few deals other, it would be none.
    """
    number = value.value
    if is_share or value.bounds or number is None or deals < FEWEST_EFFECTIVE or number != int(number):
        return value
    return Interval(number, number, number)


def deals_needed(value: Interval, low: float | None, high: float | None, deals: int) -> int | None:
    """Deals after which the interval, if the estimate stays, is on the side of the nearest bound as narrow as its distance; None on it."""
    if value.bounds is None:
        return None
    nearest = min((bound for bound in (low, high) if bound is not None), key=lambda bound: abs(value.known - bound))
    distance = abs(value.known - nearest)
    if not distance:
        return None
    reach = value.bounds[1] - value.known if nearest > value.known else value.known - value.bounds[0]
    needed = rounded_up(deals * (reach / distance) ** 2)
    return needed if needed <= MOST_DEALS else None
