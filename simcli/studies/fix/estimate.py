"""The smallest change of a game that reaches a goal: frozen records, and the search, which knows games only as numbers in a list.

docs/fix.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from simcli.stats.figures.goals import GoalRow, Looks, Status, deals_to_certify, deals_to_settle, status
from simcli.stats.left_out import LeftOut
from simcli.stats.records import Played, answered
from simcli.stats.verdicts import MOST_DEALS, rounded_up

FixOutcome = Literal["nothing to fix", "found", "none", "not yet known"]
GROWTH = 4
"""How many times the deals of a stage the next one plays."""
FEWEST = 200
"""Fewest deals of the first stage, where that number is played."""
LEAST_GROWTH = 2
"""Factor of deals between one look at a game and the last, at least."""
Measure = Callable[[Sequence[int], int, int], Sequence[Sequence[GoalRow]]]
"""(games, deals, among) -> their rows: plays deals 0 to `deals` - 1 of each; one game is corrected for `among` that are looked at alone."""


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
class TriedChange:
    """A game that was played in the search: the one as it is, or with one or two numbers changed."""

    numbers: tuple[NumberTo, ...]
    """what is changed; empty for the game as it is"""
    steps: int
    """how far the numbers are from what they are, added up"""
    status: Status
    """even (of a figure with bounds: within them), uneven (one of the rows lies beyond the tolerance, or a bound, for certain), or open"""
    deals: int
    """deals it was played for, on the seed of the search; 0 for one that was not needed"""
    rows: tuple[GoalRow, ...]
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
    level: float
    """level of its intervals: each that failed before halves the error, so that all together err as one interval"""
    status: Status
    """what they say of it"""
    rows: tuple[GoalRow, ...]
    """the figures in question"""
    as_it_is: tuple[GoalRow, ...]
    """the same of the game as it is, on the same deals"""


@dataclass(frozen=True, kw_only=True)
class Fix(Played):
    """The smallest change of named numbers that reaches a goal."""

    SAID: ClassVar = answered("outcome", "the same in words")
    schema: Literal[1] = 1
    """version of this format"""
    goal: str
    """what is to be even, or which figure is to keep to which bounds"""
    outcome: FixOutcome
    """whether it was found"""
    numbers: tuple[NumberTo, ...]
    """the change that was found, or comes nearest; empty where that is the game as it is"""
    deals: int
    """deals that each game brings to the search, where those it does not need go to games that are open; least deals of a certificate"""
    certificates: tuple[Certificate, ...]
    """fresh deals, in the order of their making; that of a change that was found is the last"""
    tried: tuple[TriedChange, ...]
    """the games of the search, the smallest change first"""
    left_out: tuple[LeftOut, ...]
    """values that were not played"""


Certify = Callable[[int, int, Looks], Status]
"""(game, deals, looks) -> what fresh deals say of it, at the level of these looks."""


class ChangeSearch:
    """Games in the order in which they are wanted. All play common stages; then deals go where it is open, one game at a time.

    Every game brings `most` deals. What those do not need that are soon known to be uneven goes to others, which may play more than `most`.
    """

    def __init__(self, measure: Measure, most: int) -> None:
        self._measure = measure
        self.most = most
        self.stages = stages_of(most)
        self.left = 0
        """Deals of a game that may still be played; below 0 where more games than usual are open."""
        self.failed: set[int] = set()
        """Games that fresh deals do not show to be even."""
        self.played: dict[int, int] = {}
        self.rows: dict[int, Sequence[GoalRow]] = {}
        self._added: set[int] = set()

    def status(self, game: int) -> Status:
        """What is known of a game."""
        return status(self.rows[game]) if game in self.rows else "open"

    def deals(self, game: int) -> int:
        """Deals it was played for."""
        return self.played.get(game, 0)

    @property
    def looks(self) -> Looks:
        """What the next certificate is corrected for: those that failed. One that did not leaves its error to the next."""
        return Looks(attempts=len(self.failed) + 1)

    def nearest(self, games: Sequence[int], certify: Certify) -> int | None:
        """The first of some games that can be certified: first whichever is soonest, then smaller ones while deals are left for them."""
        best: int | None = None
        while (game := self.first_even(self._before(games, best), may_spend=best is None)) is not None:
            if self.certified(game, certify):
                best = game
        return best

    def certified(self, game: int, certify: Certify) -> bool:
        """Whether fresh deals say that a game is even; where they do not it is not tried again."""
        deals = self.to_certify(game)
        self.left -= deals * (2 if game else 1)
        if certify(game, deals, self.looks) == "even":
            return True
        self.failed.add(game)
        return False

    def first_even(self, games: Sequence[int], *, may_spend: bool = True) -> int | None:
        """The first of some games that is known to be even as soon as one is that can be certified with the deals that are left.

        A game that is known to be uneven is played no more. Where none can be certified, the even one that comes nearest to it, if what
        is left may be spent on that; None if none is even.
        """
        self.left += self.most * len({*games} - self._added)
        self._added |= {*games}
        while chosen := self._common(self._front(games)):
            self._play(chosen, self.stages[self._stage(chosen[0])])
        while not self._has_found(games) and (look := self._next(games, may_spend=may_spend)):
            game, deals, among = look
            self._play([game], deals, among)
        if self._has_found(games):
            return self._front(games)[-1]
        even = [game for game in games if self.status(game) == "even" and game not in self.failed]
        return min(even, key=self._need, default=None) if may_spend else None

    def to_certify(self, game: int) -> int:
        """Deals of its certificate: those it needs, of what is left, beside as many of the game as it is; `most` at least."""
        need = self._need(game) if game in self.rows else math.inf
        if math.isinf(need) and self.status(game) == "uneven":
            return self.most
        return max(self.most, min(rounded_up(min(need, MOST_DEALS)), self.left // 2))

    def _before(self, games: Sequence[int], best: int | None) -> Sequence[int]:
        """The games that come before one, and have not failed."""
        return [game for game in games[: None if best is None else games.index(best)] if game not in self.failed]

    def _need(self, game: int) -> float:
        """Deals that its certificate is likely to need."""
        return deals_to_certify(self.rows[game], self.deals(game), self.looks.level)

    def _is_within_reach(self, game: int) -> bool:
        return self.status(game) == "even" and self._need(game) <= max(self.most, self.left // 2)

    def _front(self, games: Sequence[int]) -> list[int]:
        """The games up to the first that can be certified; all where none can."""
        front: list[int] = []
        for game in games:
            front.append(game)
            if self._is_within_reach(game):
                break
        return front

    def _has_found(self, games: Sequence[int]) -> bool:
        return any(self._is_within_reach(game) for game in games)

    def _stage(self, game: int) -> int:
        """Number of the next common stage of a game."""
        return sum(deals <= self.deals(game) for deals in self.stages)

    def _common(self, front: Sequence[int]) -> list[int]:
        """The games whose next common stage comes first: what separates the clear cases; the last is for who is chosen alone."""
        last = max(1, len(self.stages) - 1)
        able = [game for game in front if self.status(game) == "open" and self._stage(game) < last]
        stage = min(map(self._stage, able), default=0)
        return [game for game in able if self._stage(game) == stage]

    def _next(self, games: Sequence[int], *, may_spend: bool) -> tuple[int, int, int] | None:
        """(game, deals, open games): the open game that could be certified with the fewest deals, else the one nearest to even.

        A third of what is left at most, so that a certificate and its game as it is can play as many; a game may have `most` in any case.
        """
        open_games, room = [game for game in games if self.status(game) == "open"], max(self.most, self.left // 3)
        looks = [(game, deals) for game in open_games if (deals := self._deals_to_tell(game, room, may_spend=may_spend)) > self.deals(game)]
        if not looks:
            return None
        game, deals = min(looks, key=lambda look: (self._need(look[0]), distance(self.rows[look[0]])))
        return game, deals, len(open_games)

    def _deals_to_tell(self, game: int, room: int, *, may_spend: bool) -> int:
        """Deals of the next look at a game: a stage more, or as many as settle it; 0 where there are none left that would.

        Beyond `most` none is spent that a certificate is likely to need, nor, once there is one, on what it would hardly settle.
        """
        soon, now = deals_to_settle(self.rows[game], as_likely_as_not=True), self.deals(game)
        is_hard = soon is not None and soon > room
        if now >= self.most and (self._need(game) > (self.left - room) // 2 if may_spend else is_hard):
            return 0
        late, stage = deals_to_settle(self.rows[game]) or GROWTH * now, GROWTH * now
        if soon is not None and soon <= room:
            stage = max(stage, soon)
        deals = min(max(LEAST_GROWTH * now, min(late, stage)), room)
        return deals if deals >= min(LEAST_GROWTH * now, self.most) else 0

    def _play(self, games: Sequence[int], deals: int, among: int = 1) -> None:
        self.left -= deals * len(games)
        for game, rows in zip(games, self._measure(games, deals, among), strict=True):
            self.played[game], self.rows[game] = deals, rows


def stages_of(most: int) -> list[int]:
    """Deals of stages: the last is `most`, each before it a quarter of the next, none below `FEWEST`."""
    stages = [most]
    while stages[0] // GROWTH >= FEWEST:
        stages.insert(0, stages[0] // GROWTH)
    return stages


def distance(rows: Sequence[GoalRow]) -> float:
    """How far the worst row lies from even, in tolerances."""
    return max((row.distance for row in rows), default=float("inf"))
