"""King's Forge: colours, dice and how squares are paid."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
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
    return {colour: counts[colour] for colour in COLOURS if counts[colour]}


class Square(NamedTuple):
    """A square of a gather card or a dock."""

    colours: frozenset[str]
    burn: bool


Squares = tuple[Square, ...]


def squares_to_pay(squares: Iterable[Square]) -> Squares:
    """Burn squares first, otherwise in the order of the data."""
    return tuple(sorted(squares, key=lambda square: not square.burn))


def squares_of_half(half: dict, library_pays: bool) -> Squares:
    """The squares of a half of a gather card."""
    squares = [_square(part["colours"], part["burn"], library_pays) for part in half.get("cost") or [] for _ in range(part["n"])]
    return squares_to_pay(squares)


def squares_of_exchange(exchange: dict, library_pays: bool) -> Squares:
    """The squares of an exchange of a dock."""
    return tuple(_square("any", number < exchange["burned"], library_pays) for number in range(exchange["dice"]))  # KF-41


def _square(colours: str | list[str], burn: bool, library_pays: bool) -> Square:
    fitting = BASIC if colours == "any" else colours  # KF-32
    return Square(frozenset([*fitting, LIBRARY] if library_pays else fitting), burn)  # KF-36, GO-04


def can_be_paid(squares: Squares, hand: Counter, paid: Iterable[str]) -> bool:
    """Whether all squares that are left can be paid."""
    return _payable(squares, _numbers(hand), tuple(paid))


def colours_to_pay(squares: Squares, hand: Counter, paid: Iterable[str]) -> list[str]:
    """Colours for the next square that leave the others payable."""
    return [colour for colour in COLOURS if _leaves_payable(squares, _numbers(hand), tuple(paid), colour)]


def _numbers(hand: Counter) -> tuple[int, ...]:
    """Dice in the order of COLOURS."""
    return tuple(hand[colour] for colour in COLOURS)


@lru_cache(maxsize=200_000)
def _payable(squares: Squares, hand: tuple[int, ...], paid: tuple[str, ...]) -> bool:
    left = len(squares) - len(paid)
    if left == 0 or sum(hand) < left:
        return left == 0
    return any(_leaves_payable(squares, hand, paid, colour) for colour in COLOURS)


def _leaves_payable(squares: Squares, hand: tuple[int, ...], paid: tuple[str, ...], colour: str) -> bool:
    place = COLOURS.index(colour)
    if hand[place] <= 0 or not _fits(squares, colour, paid):
        return False
    return _payable(squares, (*hand[:place], hand[place] - 1, *hand[place + 1 :]), (*paid, colour))


def _fits(squares: Squares, colour: str, paid: tuple[str, ...]) -> bool:
    place = len(paid)
    if colour not in squares[place].colours:
        return False
    new_run = place == 0 or squares[place - 1] != squares[place]
    return new_run or COLOURS.index(colour) >= COLOURS.index(paid[-1])
