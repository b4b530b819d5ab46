"""King's Forge: colours, dice and how squares are paid."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

BASIC = ("metal", "wood", "gem", "magic")  # KF-02
LIBRARY, CEMETERY = "library", "cemetery"
COLOURS = (*BASIC, LIBRARY)
HIGHEST = 6  # KF-63


class Die(NamedTuple):
    """A rolled die."""

    colour: str
    value: int

    @property
    def text(self) -> str:
        return f"{self.colour} {self.value}"


def class_order(die: Die) -> tuple[int, int]:
    """The order colour, then value."""
    return COLOURS.index(die.colour), die.value


def shown_order(die: Die) -> tuple[int, int]:
    """By colour, then value downwards, as positions are told."""
    return COLOURS.index(die.colour), -die.value


def texts(dice: Iterable[Die]) -> list[str]:
    return [die.text for die in dice]


def classes(dice: Iterable[Die], last: Die | None = None) -> list[Die]:
    """The classes of these dice that do not stand before the last one."""
    found = sorted(set(dice), key=class_order)
    return [die for die in found if last is None or class_order(die) >= class_order(last)]


def held(counts: Counter) -> dict[str, int]:
    """Dice by colour, only colours with a die."""
    return {colour: number for colour in COLOURS if (number := counts.get(colour, 0))}


class Square(NamedTuple):
    """A square of a gather card or a dock."""

    colours: frozenset[str]
    burn: bool


Numbers = tuple[int, ...]
"""Dice in the order of COLOURS."""


class Cost:
    """Squares to pay, in the order in which they are paid; one object for all equal ones, so that answers are found again."""

    def __init__(self, squares: tuple[Square, ...]) -> None:
        self.squares = squares

    def __len__(self) -> int:
        return len(self.squares)

    def colours_to_pay(self, hand: Counter, paid: list[str]) -> list[str]:
        """Colours for the next square that leave the others payable."""
        numbers = numbers_of(hand)
        return [colour for colour in COLOURS if _leaves_payable(self, numbers, len(paid), paid[-1] if paid else "", colour)]

    def fits(self, colour: str, place: int, last: str) -> bool:
        """Whether a die of the colour may be laid on a square after the last one: equal squares are paid in the order of colours."""
        if colour not in self.squares[place].colours:
            return False
        new_run = place == 0 or self.squares[place - 1] != self.squares[place]
        return new_run or COLOURS.index(colour) >= COLOURS.index(last)


def cost_of_half(half: dict, library_pays: bool, burning: bool = True) -> Cost:
    """The squares of a half of a gather card: burn squares first, otherwise in the order of the data."""
    squares = [
        _square(part["colours"], part["burn"] and burning, library_pays) for part in half.get("cost") or [] for _ in range(part["n"])
    ]
    return _cost_of(tuple(sorted(squares, key=lambda square: not square.burn)))


def cost_of_exchange(exchange: dict, library_pays: bool, burning: bool = True) -> Cost:
    """The squares of an exchange of a dock."""
    return _cost_of(
        tuple(_square("any", burning and number < exchange["burned"], library_pays) for number in range(exchange["dice"]))
    )  # KF-41


def _square(colours: str | list[str], burn: bool, library_pays: bool) -> Square:
    fitting = BASIC if colours == "any" else colours  # KF-32
    return Square(frozenset([*fitting, LIBRARY] if library_pays else fitting), burn)  # KF-36, GO-04


@cache
def _cost_of(squares: tuple[Square, ...]) -> Cost:
    return Cost(squares)


def numbers_of(hand: Counter) -> Numbers:
    """Dice in the order of COLOURS."""
    return tuple(hand.get(colour, 0) for colour in COLOURS)


@lru_cache(maxsize=200_000)
def can_be_paid(cost: Cost, hand: Numbers, place: int = 0, last: str = "") -> bool:
    """Whether all squares from a place on can be paid, after a die of the colour `last`."""
    left = len(cost) - place
    if left == 0 or sum(hand) < left:
        return left == 0
    return any(_leaves_payable(cost, hand, place, last, colour) for colour in COLOURS)


def _leaves_payable(cost: Cost, hand: Numbers, place: int, last: str, colour: str) -> bool:
    number = COLOURS.index(colour)
    if hand[number] <= 0 or not cost.fits(colour, place, last):
        return False
    return can_be_paid(cost, (*hand[:number], hand[number] - 1, *hand[number + 1 :]), place + 1, colour)
