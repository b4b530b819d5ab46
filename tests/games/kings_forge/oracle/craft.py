"""King's Forge: which dice make a card, and which beat the dice on it."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tests.games.kings_forge.oracle.dice import COLOURS, LIBRARY, Die, shown_order


class Placed(NamedTuple):
    """A die on a craft card and the colour it stands for."""

    colour: str
    value: int
    wild: bool

    @property
    def text(self) -> str:
        return f"{LIBRARY} {self.value} as {self.colour}" if self.wild else f"{self.colour} {self.value}"

    @property
    def own_colour(self) -> str:
        return LIBRARY if self.wild else self.colour


class Need(NamedTuple):
    """A die a card asks for."""

    colour: str
    minimum: int


def placed_order(placed: Placed) -> tuple[int, int, bool]:
    """By the colour stood for, then value downwards, library dice last among equals."""
    return COLOURS.index(placed.colour), -placed.value, placed.wild


def needs_of_card(card: dict) -> tuple[Need, ...]:
    """What a card asks for, the largest minimum first, equal ones in the order of colours."""
    return _in_order(Need(colour, minimum) for colour, minima in card["dice"].items() for minimum in minima)


def needs_to_steal(dice: Iterable[Placed]) -> tuple[Need, ...]:
    """What a thief must reach."""
    return _in_order(Need(die.colour, die.value) for die in dice)  # KF-74


def _in_order(needs: Iterable[Need]) -> tuple[Need, ...]:
    return tuple(sorted(needs, key=lambda need: (-need.minimum, COLOURS.index(need.colour))))


def can_complete(needs: tuple[Need, ...], dice: Iterable[Die], placed: tuple[Placed, ...], stealing: bool) -> bool:
    """Whether the needs that are left can be met, and something is greater when stealing."""
    lasts = {die.colour: die for die in placed}
    greater = any(die.value > need.minimum for die, need in zip(placed, needs, strict=False))
    left = needs[len(placed) :]
    tails = tuple(sorted(last for colour, last in lasts.items() if any(need.colour == colour for need in left)))
    return _search(left, tuple(sorted(dice, key=shown_order)), tails, stealing and not greater)


@lru_cache(maxsize=200_000)
def _search(needs: tuple[Need, ...], dice: tuple[Die, ...], lasts: tuple[Placed, ...], greater_wanted: bool) -> bool:
    if not needs:
        return not greater_wanted
    need = needs[0]
    for die in dict.fromkeys(dice):
        placed = as_placed(die, need)
        if die.colour not in (need.colour, LIBRARY) or not may_lie(placed, need, [last for last in lasts if last.colour == need.colour]):
            continue
        tails = tuple(sorted([*(last for last in lasts if last.colour != need.colour), placed]))
        if _search(needs[1:], without(dice, die), tails, greater_wanted and placed.value <= need.minimum):
            return True
    return False


def as_placed(die: Die, need: Need) -> Placed:
    return Placed(need.colour, die.value, die.colour == LIBRARY)


def may_lie(placed: Placed, need: Need, before: list[Placed]) -> bool:
    """Whether a die is good enough for the need and in order after those placed before in its colour."""
    return placed.value >= need.minimum and all(placed_order(placed) >= placed_order(other) for other in before)


def without(dice: Iterable[Die], die: Die) -> tuple[Die, ...]:
    rest = list(dice)
    rest.remove(die)
    return tuple(rest)


def dice_to_place(needs: tuple[Need, ...], dice: Iterable[Die], placed: tuple[Placed, ...], stealing: bool) -> list[Die]:
    """The dice that may be placed next (KF-70, KF-74)."""
    need = needs[len(placed)]
    before = [other for other in placed if other.colour == need.colour]
    return [die for die in sorted(set(dice), key=shown_order) if _may_go_on(needs, dice, placed, die, before, stealing)]


def _may_go_on(
    needs: tuple[Need, ...], dice: Iterable[Die], placed: tuple[Placed, ...], die: Die, before: list[Placed], stealing: bool
) -> bool:
    need = needs[len(placed)]
    if die.colour not in (need.colour, LIBRARY) or not may_lie(as_placed(die, need), need, before):
        return False
    return can_complete(needs, without(dice, die), (*placed, as_placed(die, need)), stealing)


def own_colours(dice: Iterable[Placed]) -> Counter:
    """The dice themselves, by colour."""
    return Counter(die.own_colour for die in dice)
