"""Words for the game to look for. Free of numba, so that a command line is read at once."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from simcli.errors import UserError, nearest

PICKS = ("median", "closest", "blowout", "comeback", "longest", "shortest", "upset")
"""What may be looked for, in addition to what a seat does."""
MEDIAN, CLOSEST, BLOWOUT, COMEBACK, LONGEST, SHORTEST, UPSET = PICKS
DEALS = 1000
"""Deals searched of a config that has more."""
OF_SEATS = ("seat-N-wins", "seat-N-loses")
_SEAT = re.compile(r"seat ([1-9]\d?) (wins|loses)(?: by (\d{1,6})(?: or (more|less))?)?")
_AND = re.compile(r"\s*,\s*|\s+and\s+")


@dataclass(frozen=True)
class Seats:
    """What a seat does in the game to look for; seat from 1.

    `by` bounds in points how far a winner is ahead of the second, or a loser behind the best; None where any distance will do.
    """

    seat: int
    wins: bool
    by: tuple[int, float] | None = None


@dataclass(frozen=True)
class Joined:
    """A game in which all seats do what they are to, and of these the one that `kind` says; the first where it is empty."""

    seats: tuple[Seats, ...]
    kind: str = ""


Wanted = str | Seats | Joined


def read_wanted(text: str, option: str) -> Wanted:
    """What words say, joined by commas or "and"; UserError for what says nothing, or asks for two things a game cannot be chosen by."""
    parts = [_one(part, text, option) for part in _AND.split(text.strip())]
    if len(parts) == 1:
        return parts[0]
    kinds = [part for part in parts if isinstance(part, str)]
    if len(kinds) > 1:
        message = f"found {kinds[0]} and {kinds[1]}, and a game is chosen by one of {', '.join(PICKS)}"
        raise UserError.of(f"{option} {text}", message, "join one of them with what seats do: closest and seat 2 wins")
    return Joined(tuple(part for part in parts if isinstance(part, Seats)), "".join(kinds))


def _one(part: str, text: str, option: str) -> str | Seats:
    if part in PICKS:
        return part
    if seat := _SEAT.fullmatch(part.replace("-", " ")):
        number, does, by, way = seat.groups()
        bounds = None if by is None else (0 if way == "less" else int(by), math.inf if way == "more" else int(by))
        return Seats(int(number), does == "wins", bounds)
    hint = nearest(part, PICKS, " ").strip()
    if part.startswith("seat"):
        hint = "N is the number of a seat, from 1: seat-2-loses, seat 4 wins by 1, seat 2 loses by 10 or more"
    raise UserError.of(f"{option} {text}", f"found '{part}', expected {', '.join((*PICKS, OF_SEATS[0]))} or {OF_SEATS[1]}", hint)


def parts_of(wanted: Wanted) -> tuple[tuple[Seats, ...], str]:
    """What seats are to do, and what the game is chosen by; empty where there is none."""
    if isinstance(wanted, Joined):
        return wanted.seats, wanted.kind
    return ((), wanted) if isinstance(wanted, str) else ((wanted,), "")


def name_of(wanted: Wanted) -> str:
    """The words that say it."""
    seats, kind = parts_of(wanted)
    return " and ".join([kind] * bool(kind) + [_name(one) for one in seats])


def _name(one: Seats) -> str:
    name = f"seat-{one.seat}-{'wins' if one.wins else 'loses'}"
    if one.by is None:
        return name
    low, high = one.by
    far = f"{low}" if low == high else f"{low} or more" if high == math.inf else f"{high} or less"
    return f"{name.replace('-', ' ')} by {far}"
