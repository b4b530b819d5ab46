"""What a seat cannot know, as places of the record: contract tests lay other things there than do lie there, as the seat may think."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Hidden:
    """A line of a game's table of what lies hidden: a field of the record, from whom its things are hidden, and the rule that says so.

    is_luck: nothing lies there, it is drawn beforehand what chance will give; also: fields that a redeal may change besides, which say
    where in the record the things lie, or the field itself where things have lain that are elsewhere now.
    """

    field: str
    whom: str
    rule: str
    is_luck: bool = False
    also: tuple[str, ...] = ()


class Place(Protocol):
    """Where hidden things lie; `field` names it in the record. `holds`: what may lie there, where it is not any of the secret's things."""

    @property
    def field(self) -> str:
        """The field of the record."""

    @property
    def ordered(self) -> bool:
        """Whether it matters which lies where in it."""

    @property
    def holds(self) -> frozenset[int] | None:
        """What may lie there; None for any of the secret's things."""

    def read(self) -> list[int]:
        """What lies there."""

    def lay(self, things: Sequence[int]) -> None:
        """As many others in its place."""


@dataclass
class Row:
    """Things in order in an array of the record, a number each."""

    field: str
    array: Array
    at: Sequence[int]
    ordered: bool = True
    holds: frozenset[int] | None = None

    def read(self) -> list[int]:
        """What lies there."""
        return [int(self.array[i]) for i in self.at]

    def lay(self, things: Sequence[int]) -> None:
        """As many others in its place."""
        for i, thing in zip(self.at, things, strict=True):
            self.array[i] = thing


@dataclass
class Counts:
    """Things of a kind counted: how many of each of the kinds `among`; a `mask` notes which there are, as bits of its place `at`."""

    field: str
    array: Array
    among: Sequence[int]
    mask: Array | None = None
    at: int = 0
    ordered: bool = False
    holds: frozenset[int] | None = None

    def read(self) -> list[int]:
        """What lies there."""
        return [kind for kind in self.among for _ in range(int(self.array[kind]))]

    def lay(self, things: Sequence[int]) -> None:
        """As many others in its place."""
        counted = Counter(things)
        for kind in self.among:
            self.array[kind] = counted[kind]
        if self.mask is None:
            return
        of_these, held = sum(1 << kind for kind in self.among), sum(1 << kind for kind in self.among if counted[kind])
        self.mask[self.at] = int(self.mask[self.at]) & ~of_these | held


@dataclass
class Mask:
    """Things of which there is one each, as bits of a number of the record."""

    field: str
    array: Array
    at: int
    ordered: bool = False
    holds: frozenset[int] | None = None

    def read(self) -> list[int]:
        """What lies there."""
        mask = int(self.array[self.at])
        return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]

    def lay(self, things: Sequence[int]) -> None:
        """As many others in its place."""
        self.array[self.at] = np.uint64(sum(1 << thing for thing in things))


@dataclass
class Secret:
    """Things that lie in these places in any order, as far as a seat knows; with `choices` one each of these, whatever the others are.

    `spare`: things that lie nowhere in the record and might lie there.
    """

    places: tuple[Place, ...]
    choices: tuple[tuple[int, ...], ...] = ()
    spare: tuple[int, ...] = ()

    def things(self) -> list[int]:
        """All of them, place by place."""
        return [thing for place in self.places for thing in place.read()]

    @property
    def is_open(self) -> bool:
        """Whether they can lie in only one way."""
        things = self.things()
        return all(len(set(values)) < 2 for values in self.choices) if self.choices else not things or len({*things, *self.spare}) < 2

    def rearrange(self, dice: Random) -> None:
        """Lays them in another way, as the seat may think they lie."""
        before = [place.read() for place in self.places]
        for _ in range(100):
            self.lay([dice.choice(values) for values in self.choices] if self.choices else self.dealt(dice))
            if [place.read() for place in self.places] != before:
                return

    def dealt(self, dice: Random) -> list[int]:
        """All of them, place by place, as they might lie as well."""
        rest = [*self.things(), *self.spare]
        dice.shuffle(rest)
        found: dict[int, list[int]] = {}
        for k, place in sorted(enumerate(self.places), key=lambda one: one[1].holds is None):
            found[k] = [thing for thing in rest if place.holds is None or thing in place.holds][: len(place.read())]
            rest = list((Counter(rest) - Counter(found[k])).elements()) if place.holds is not None else rest[len(found[k]) :]
            dice.shuffle(rest)
        return [thing for k in range(len(self.places)) for thing in found[k]]

    def lay(self, things: Sequence[int]) -> None:
        """Deals things to the places, as many as lie in each."""
        rest = list(things)
        for place in self.places:
            n = len(place.read())
            place.lay(rest[:n])
            del rest[:n]

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """(place, which of its things in order, thing) of everything that lies there now."""
        for k, place in enumerate(self.places):
            for i, thing in enumerate(place.read()):
                yield k, i if place.ordered else 0, thing

    def possible(self) -> set[tuple[int, int, int]]:
        """All such pairs that the seat thinks possible."""
        slots, values = [(k, i) for k, i, _ in self.pairs()], iter(self.choices)
        if self.choices:
            return {(k, i, thing) for k, i in slots for thing in next(values)}
        return {(k, i, thing) for k, i in slots for thing in {*self.things(), *self.spare} if self._may_lie(thing, self.places[k])}

    def _may_lie(self, thing: int, place: Place) -> bool:
        """Whether a thing may lie in a place: places that hold some things alone are full as well."""
        if place.holds is not None:
            return thing in place.holds
        narrow = [(len(other.read()), other.holds) for other in self.places if other.holds is not None and thing in other.holds]
        alike = [one for one in (*self.things(), *self.spare) if any(one in holds for _, holds in narrow)]
        return not narrow or len(alike) > sum(n for n, _ in narrow)

    @property
    def where(self) -> list[tuple[str, object]]:
        """The places, whatever lies there."""
        return [(place.field, tuple(at) if isinstance(at := getattr(place, "at", None), Sequence) else at) for place in self.places]
