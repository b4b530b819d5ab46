"""What the file of a game is written with: kinds of fields, and the names of the helpers that its rules may call. No compiler."""

from __future__ import annotations

from dataclasses import dataclass

EACH = "each seat"
"""As a length: one for every seat."""

Length = int | str
"""A number, EACH, or the name of a table: one for every row."""


def said(name: str) -> str:
    """A name in words."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Field:
    """A field of the state by its kind."""

    shape: tuple[Length, ...] = ()
    of: str = ""
    """The table whose rows it counts or holds; empty where there is only one that could be."""
    hidden: bool | tuple[int, int] | str = False
    hand: str = ""
    """Of a sealed choice among cards: the field that holds them."""

    @property
    def is_by_seat(self) -> bool:
        """Whether every seat has one of its own."""
        return self.shape[:1] == (EACH,)


class Int(Field):
    """Whole numbers: one, one for every seat (`Int(EACH)`), or a row of them (`Int(19)`, `Int(EACH, "cards")`).

    hidden: (low, high) where each seat knows its own alone; the others suppose any number of that range, as likely. Numbers below `low`
    are seen by all.
    """

    def __init__(self, *shape: Length, hidden: tuple[int, int] | bool = False) -> None:
        super().__init__(shape, "", hidden)


class Cards(Field):
    """How many there are of each row of a table: in one pile, or before every seat (`Cards(EACH)`).

    of: the table, where there are several. hidden: whose each seat knows its own alone; a hidden pile nobody knows. Where seats come to
    know a hand of another, hidden names the field that says so: with `hand: Cards(EACH, hidden="seen_by")` and `seen_by: Int(EACH, EACH)`
    seat p knows all that seat q holds while s.seen_by[q, p] is not 0.
    """

    def __init__(self, *shape: Length, of: str = "", hidden: bool | str = False) -> None:
        super().__init__(shape, of, hidden)


class Deck(Field):
    """All copies of the rows of a table, shuffled before `setup`; nobody knows their order. `Deck(EACH)`: one of every seat, empty at
    first; what seats have hidden of this table is known to be theirs, so that each has a pool of its own."""

    def __init__(self, *which: str, of: str = "") -> None:
        super().__init__((EACH,) if EACH in which else (), of or next((name for name in which if name != EACH), ""), True)


class Sealed(Field):
    """What every seat has chosen while the others cannot see it: a number from low to high, or one of its cards, -1 before.

    `Sealed(0, 100)`, or `Sealed("hand")`: a card of those the seat has in the field `hand`, where it stays until all have chosen.
    """

    def __init__(self, *of: int | str) -> None:
        if len(of) == 1 and isinstance(of[0], str):
            super().__init__((EACH,), "", True, of[0])
        elif len(of) == 2 and isinstance(of[0], int) and isinstance(of[1], int):
            super().__init__((EACH,), "", (of[0], of[1]))
        else:
            raise TypeError(f"Sealed{of} says neither from where to where, Sealed(0, 100), nor of which cards, Sealed('hand')")


KINDS = (Int, Cards, Deck, Sealed)

HELPERS = (
    "advance",
    "all_sealed",
    "can_pay",
    "copies_in",
    "draw",
    "grid_step",
    "is_most",
    "left_in",
    "most",
    "next_in",
    "next_player",
    "pass_left",
    "pass_right",
    "pay",
    "put_back",
    "rank",
    "reveal",
    "roll",
    "roll_dice",
    "seat_after",
    "shuffle_back",
    "top",
    "total",
)
"""Functions of `kernels/helpers.py`, which loads the compiler."""


@dataclass(frozen=True)
class Helper:
    """Stands for a helper until the rules are compiled."""

    name: str
