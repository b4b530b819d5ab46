"""The smallest change of a game that makes something even: frozen records, and the search, which knows games only as numbers in a list.

docs/fix.schema.json and the tables of docs/numbers.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from simcli.shown import json_safe
from simcli.stats.goals import Row, Status, status
from simcli.stats.sensitivity import LeftOut
from simcli.stats.summary import to_json

Answer = Literal["nothing to fix", "found", "none", "not yet known"]
GROWTH = 4
"""How many times the deals of a stage the next one plays."""
FEWEST = 200
"""Deals of the first stage at least, if so many are played at all."""
Measure = Callable[[Sequence[int], int], Sequence[Sequence[Row]]]
"""(games, deals) -> their rows: plays deals 0 to `deals` - 1 of each."""


@dataclass(frozen=True, kw_only=True)
class NumberTo:
    """A number that is changed."""

    path: str
    """where the number stands: file, component, field, as in `patch`; `options` and a name for an option"""
    name: str
    """how it is spoken of, such as knight copies"""
    value: int
    """the number as it is"""
    to: int
    """what it becomes"""


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A game that was played in the search: the one as it is, or with one or two numbers changed."""

    numbers: tuple[NumberTo, ...]
    """what is changed; empty for the game as it is"""
    steps: int
    """how far the numbers are from what they are, added up"""
    status: Status
    """even (of viable plans: within the bounds), uneven (one of the rows lies beyond the tolerance, or a bound, for certain), or open"""
    deals: int
    """deals of the last stage it was played in, on the seed of the search; 0 for one that was not needed"""
    rows: tuple[Row, ...]
    """what they say"""


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """A game on deals that the search has not seen."""

    numbers: tuple[NumberTo, ...]
    """what is changed; empty for the game as it is"""
    seed: int
    """seed of these deals"""
    deals: int
    """how many there are"""
    status: Status
    """what they say of it"""
    rows: tuple[Row, ...]
    """the shares in question"""
    as_it_is: tuple[Row, ...]
    """the same of the game as it is, on the same deals"""


@dataclass(frozen=True, kw_only=True)
class Fix:
    """The smallest change of named numbers that makes something even."""

    schema: Literal[1] = 1
    """version of this format"""
    game: str
    """id of the game"""
    title: str
    """its name"""
    identity: str
    """hash of everything that the run of the game as it is depends on"""
    goal: str
    """what is to be even, or how many viable plans there are to be"""
    outcome: Answer
    """whether it was found"""
    answer: str
    """the same in words"""
    numbers: tuple[NumberTo, ...]
    """the change that was found, or comes nearest; empty when the game as it is, is even"""
    seed: int
    """seed of the search"""
    deals: int
    """most deals of a game in the search, and those of a certificate"""
    certificates: tuple[Certificate, ...]
    """fresh deals, in the order of their making; the last is of `numbers`"""
    tried: tuple[Tried, ...]
    """the games of the search, the smallest change first"""
    left_out: tuple[LeftOut, ...]
    """values that were not played"""


class Search:
    """Games in the order in which they are wanted; each is played in stages until it is known whether it is even."""

    def __init__(self, measure: Measure, most: int) -> None:
        self._measure = measure
        self.stages = stages_of(most)
        self.stage: dict[int, int] = {}
        self.rows: dict[int, Sequence[Row]] = {}

    def status(self, game: int) -> Status:
        """What is known of a game."""
        return status(self.rows[game]) if game in self.rows else "open"

    def deals(self, game: int) -> int:
        """Deals it was played for."""
        return self.stages[self.stage[game]] if game in self.stage else 0

    def first_even(self, games: Sequence[int]) -> int | None:
        """The first of some games that is even, when of all before it as much is known as the deals tell; None if none is.

        A game that is known to be uneven is played no more, and none that comes after one known to be even.
        """
        while True:
            front: list[int] = []
            for game in games:
                front.append(game)
                if self.status(game) == "even":
                    break
            able = [game for game in front if self.status(game) == "open" and self.stage.get(game, -1) + 1 < len(self.stages)]
            if not able:
                return front[-1] if front and self.status(front[-1]) == "even" else None
            stage = min(self.stage.get(game, -1) for game in able) + 1
            chosen = [game for game in able if self.stage.get(game, -1) + 1 == stage]
            for game, rows in zip(chosen, self._measure(chosen, self.stages[stage]), strict=True):
                self.stage[game], self.rows[game] = stage, rows


def stages_of(most: int) -> list[int]:
    """Deals of the stages: the last is `most`, each before it a quarter of the next, none below `FEWEST`."""
    stages = [most]
    while stages[0] // GROWTH >= FEWEST:
        stages.insert(0, stages[0] // GROWTH)
    return stages


def distance(rows: Sequence[Row]) -> float:
    """How far the worst row lies from even, in tolerances."""
    return max((row.distance for row in rows), default=float("inf"))


def dump_fix(found: Fix) -> str:
    """The record as JSON text, written like summary.json."""
    return json_safe(json.dumps(to_json(found), indent=1, ensure_ascii=False, allow_nan=False)) + "\n"
