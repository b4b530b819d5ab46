"""Words for the game to look for. Free of numba, so that a command line is read at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simcli.errors import UserError, nearest

MEDIAN, CLOSEST, BLOWOUT, COMEBACK, LONGEST, SHORTEST, UPSET = PICKS = (
    "median",
    "closest",
    "blowout",
    "comeback",
    "longest",
    "shortest",
    "upset",
)
"""What may be looked for, besides what a seat does."""
OF_SEATS = ("seat-N-wins", "seat-N-loses")
_SEAT = re.compile(r"seat-([1-9]\d?)-(wins|loses)")


@dataclass(frozen=True)
class Seats:
    """What a seat does in the game to look for; seat from 1."""

    seat: int
    wins: bool


Wanted = str | Seats


def read_wanted(text: str, option: str) -> Wanted:
    """What a word says; UserError for one that says nothing."""
    if text in PICKS:
        return text
    if seat := _SEAT.fullmatch(text):
        return Seats(int(seat[1]), seat[2] == "wins")
    hint = "N is the number of a seat, from 1: seat-2-loses" if text.startswith("seat") else nearest(text, PICKS, " ").strip()
    raise UserError.of(f"{option} {text}", f"found '{text}', expected {', '.join((*PICKS, OF_SEATS[0]))} or {OF_SEATS[1]}", hint)


def name_of(wanted: Wanted) -> str:
    """The word that says it."""
    return wanted if isinstance(wanted, str) else f"seat-{wanted.seat}-{'wins' if wanted.wins else 'loses'}"
