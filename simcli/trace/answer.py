"""The answer of a trace: who won and by how much, and the points of every seat by round."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.engine.header import ENDED, RUNNING
from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, Column, View
from simcli.trace.decisive import Change, Decisive
from simcli.trace.trace import Played

MOST_ROUNDS = 9
"""Rounds in the table of points, the last among them: these columns fit 80."""
MOST_NAMED = 3
"""Seats named that share a win."""


def claim(played: Played) -> str:
    """Who won, and by how much, in one sentence."""
    if played.over == RUNNING:
        return f"The game did not end: it was stopped after {len(played.decisions)} decisions."
    if played.over != ENDED:
        return f"Nobody won: the game stalled and was ended after {len(played.decisions)} decisions."
    winners = [p for p, share in enumerate(played.shares) if share > 0]
    if len(played.seats) == 1:
        return _alone(played, is_won=bool(winners))
    if played.is_by_points and played.has_points:
        return f"All players ended with {_points(played.points[0])}."
    if not winners:
        return "Nobody won."
    return _won(played, winners[0]) if len(winners) == 1 else _shared(played, winners)


def seat_text(played: Played, p: int) -> str:
    """`seat 2, denier`."""
    return f"seat {p + 1}, {played.seats[p]}"


def _alone(played: Played, *, is_won: bool) -> str:
    points = f" with {_points(played.points[0])}" if played.has_points else ""
    return f"{fmt.capital(seat_text(played, 0))}, {'ended' if is_won and points else 'won' if is_won else 'lost'}{points}."


def _won(played: Played, winner: int) -> str:
    """One seat won: against the best other, or both numbers where the best others are several."""
    others = [p for p in range(len(played.seats)) if p != winner]
    best = max(played.points[p] for p in others)
    rivals = [p for p in others if played.points[p] == best or not played.has_points]
    against = seat_text(played, rivals[0]) if len(rivals) == 1 else f"{fmt.NUMBERS[len(rivals)]} others"
    who, own = fmt.capital(seat_text(played, winner)), played.points[winner]
    if not played.has_points:
        return f"{who}, won against {against}."
    if own > best:
        return f"{who}, won {own} to {best} against {against}."
    if own == best:
        return f"{who}, won on the tie-break against {against}: {_points(own)} each."
    return f"{who}, won by the rules, not by points: {own} to {best} against {against}."


def _shared(played: Played, winners: Sequence[int]) -> str:
    """Several seats won together."""
    n = len(winners)
    who = (
        f"{fmt.capital(fmt.listing([seat_text(played, p) for p in winners]))},"
        if n <= MOST_NAMED
        else f"{fmt.capital(fmt.NUMBERS[n])} seats"
    )
    points = {played.points[p] for p in winners}
    each = f" with {_points(points.pop())} each" if played.has_points and len(points) == 1 else ""
    return f"{who} shared the win{each}."


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def points_by_round(played: Played) -> list[tuple[int, tuple[int, ...]]]:
    """Each round that was played with the points of every seat after it, the last with those at the end."""
    after = {one.round: one.points for one in played.decisions}
    return [*list(after.items())[:-1], *([(max(after), played.points)] if after else [])]


def points_table(played: Played, title: str) -> View:
    """Points of every seat after each round; of many rounds some evenly spaced, the last among them."""
    rounds = _spaced(points_by_round(played))
    columns = (Column("points after round", TEXT), *(Column(str(number)) for number, _ in rounds))
    seats = range(len(played.seats) if played.has_points else 0)
    rows = tuple((seat_text(played, p), *(str(points[p]) for _, points in rounds)) for p in seats)
    return View(f"{title}, {played.about}", columns, rows)


def _spaced(rounds: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    n = len(rounds)
    kept = {(k + 1) * n // MOST_ROUNDS - 1 for k in range(MOST_ROUNDS)} if n > MOST_ROUNDS else set(range(n))
    return [one for i, one in enumerate(rounds) if i in kept]


HEADING, NO_HEADING = "The choices that decided it", "No choice that decided it is named"
LITTLE = "No choice decided it alone; these moved it most"
MUCH = 0.05
"""A change of the chance to win from which on a choice is said to have decided a game."""


def heading(found: Decisive) -> str:
    """What stands above the choices, or why there are none."""
    if not found.choices:
        return f"{NO_HEADING}: {found.why}."
    played_as = f" and {fmt.listing(found.searches)} without its search" if found.searches else ""
    games = fmt.count(max(one.worlds for one in found.choices))
    lead = HEADING if len(found.choices[0].decided.points) == 1 or found.choices[0].change >= MUCH else LITTLE
    return f"{lead}, each against what its strategy would choose again in {games} games{played_as}:"


def choice_text(one: Change) -> str:
    """`decision 37, round 3: seat 2, denier: pick knight`."""
    made = one.decided
    return f"decision {made.number}, round {made.round}: seat {made.seat}, {made.strategy}: {made.text}"


def change_text(one: Change, found: Decisive, *, by_points: bool) -> str:
    """What a choice changed: `seat 2 then wins 52 of 100 games instead of 34 (13 to 23 more)`."""
    scale, digits = (1.0, 1) if by_points else (100.0, 0 if one.change >= MUCH else 1)
    taken, anew, low, high = (f"{scale * value:.{digits}f}" for value in (one.taken, one.anew, one.low, one.high))
    several = len(found.of) > 1
    who = f"seat{'s' if several else ''} {fmt.listing([str(p + 1) for p in found.of])} then"
    what = f"{'end' if several else 'ends'} with {taken} points" if by_points else f"{'win' if several else 'wins'} {taken} of 100 games"
    return f"{who} {what} instead of {anew} ({low} to {high} more)"
