"""The choices that decided a game: those that brought the winner further than what the same strategy would choose again.

From the position before a decision the rest is played many times with the plans of the run, in two games that share deal of what the mover
cannot know, dice and luck: one takes the action that was taken, in the other the strategy chooses again. Their mean difference in the win
share of who won later is what the choice changed. All decisions are played a few times, the best of them more often, and the last few once
more in worlds of their own: only these give the figures, so that having been picked does not flatter them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.engine import layout
from simcli.engine.batch import OK, Rest
from simcli.engine.code import doors, store
from simcli.engine.header import ENDED
from simcli.engine.loop import course
from simcli.engine.loop.lineup import without_search
from simcli.game import SIXTIETHS
from simcli.sim.scenario import steps
from simcli.stats.intervals import LEVEL, interval, ratio, ratio_row
from simcli.trace.trace import Decided, Played

SHOWN = 3
"""Choices named at most."""
FINAL = 8
"""Decisions of the last pass: their intervals are wide enough that all of them hold together."""
PASSES = ((24, 1_200_000, 200), (FINAL, 800_000, 400), (0, 2_200_000, 2000))
"""Of each pass: decisions it leaves, decisions it plays in all (about), and worlds at most for each of those it looks at."""
LEAST = 6
"""Worlds at least, of a long game."""
FEWEST = 10
"""Worlds in which the two games must end differently, and half of those of a pass that must have ended."""

NO_COMPILER = "they are not looked for without the compiler (NUMBA_DISABLE_JIT=1)"
NOT_ENDED = "the game did not end"
ALL_WON = "every seat shares the win"
FORCED = "nobody had a choice"
SAME = "each player would have chosen the same again"
UNCLEAR, UNCLEAR_ALONE = "no single choice clearly changed who wins", "no single choice clearly changed the score"


@dataclass(frozen=True)
class Change:
    """What a choice changed: mean win share of who won later (where nobody wins against another: points) when the strategy chooses again,
    and with the action taken; the difference with its interval. worlds: pairs of games that were played.
    """

    decided: Decided
    anew: float
    taken: float
    low: float
    high: float
    worlds: int

    @property
    def change(self) -> float:
        """The mean difference."""
        return self.taken - self.anew


@dataclass(frozen=True)
class Decisive:
    """The choices that decided a game, the greatest first; `why` says why there are none. of: seats whose share is looked at, from 0."""

    choices: tuple[Change, ...] = ()
    why: str = ""
    of: tuple[int, ...] = ()
    searches: tuple[str, ...] = ()
    """seats' strategies that search; the rest is played with what they try actions with"""


def decisive(played: Played) -> Decisive:
    """The choices that decided a game that was played to its end."""
    winners = tuple(p for p, share in enumerate(played.shares) if share > 0)
    asked = [one for one in played.decisions if one.choices > 1]
    reasons = (
        (played.over != ENDED, NOT_ENDED),
        (not asked, FORCED),
        (not played.is_by_points and len(played.seats) == len(winners), ALL_WON),
    )
    why = next((text for is_so, text in (*reasons, (not store.JIT, NO_COMPILER)) if is_so), "")
    if why:
        return Decisive(why=why)
    rest, first = _Rest(played, winners), 0
    tried: list[_Tried] = []
    for left, budget, most in PASSES:
        worlds = min(most, max(LEAST, budget // sum(rest.length(one) for one in asked)))
        found = rest.play(asked, first, worlds, is_last=not left)
        if isinstance(found, str):
            return Decisive(why=found)
        tried, first = found, first + worlds
        asked = [asked[i] for i in np.argsort([-one.gain for one in tried], kind="stable")[:left] if tried[i].is_apart]
        if left and not asked:
            return Decisive(why=SAME)
    changes = [one.change for one in tried if one.change is not None and one.change.low > 0.0]
    best = tuple(sorted(changes, key=lambda one: (-one.change, one.decided.number))[:SHOWN])
    unclear = UNCLEAR_ALONE if played.is_by_points else UNCLEAR
    return Decisive(best, "" if best else unclear, winners, played.table.searches(played.rows) if played.table else ())


@dataclass(frozen=True)
class _Tried:
    """A decision after a pass. gain: mean difference, in sixtieths or points; is_apart: whether the strategy ever chose another action."""

    gain: float
    is_apart: bool
    change: Change | None


class _Rest:
    """Plays the rest of a game from positions in it."""

    def __init__(self, played: Played, winners: Sequence[int]) -> None:
        assert played.table is not None
        self._played, self._winners, self._table = played, list(winners), played.table
        packed = played.table.packed
        self._packed = packed._replace(records=without_search(packed.records))
        self._scratch = played.table.scratch.copy()
        self._scratch[0]["seats"][: len(played.rows)] = played.rows
        states = layout.bare(layout.new_states(self._table.game))
        states[layout.PLAYED] = played.table.s
        steps.step_restrict(states, self._packed.records, self._scratch)
        self._states = states

    def length(self, one: Decided) -> int:
        """Decisions from this one to the end of the game."""
        return len(self._played.decisions) - one.number + 1

    def play(self, asked: Sequence[Decided], first: int, worlds: int, *, is_last: bool) -> list[_Tried] | str:
        """Plays worlds of decisions from number `first` on; in words why it could not."""
        game, seats = self._table.game, len(self._played.seats)
        positions = layout.bare(np.frombuffer(b"".join(one.position for one in asked), game.state.STATE).copy())
        actions = np.array([one.action for one in asked], np.uint32)
        keys = np.array([self._key(one) for one in asked], np.uint64)
        kinds, out = np.zeros((len(asked), worlds), np.int8), np.zeros((len(asked), worlds, 2, seats, 2), np.int32)
        rest, status = Rest(first, int(is_last), game.max_decisions, actions, keys, kinds, out), np.zeros(6, np.int64)
        play_on: Any = doors.play_on
        play_on(self._states, self._table.tables, positions, self._packed, self._scratch, rest, status)
        store.mark_warm(game, doors.WARM_TRACE)
        if status[0] != OK:
            return f"the rest of the game could not be played from decision {asked[int(status[4])].number} on"
        return [self._tried(one, kinds[i], out[i]) for i, one in enumerate(asked)]

    def _key(self, one: Decided) -> int:
        digest = hashlib.blake2b(f"{self._played.about}, decision {one.number}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little")

    def _tried(self, one: Decided, kinds: NDArray[np.int8], out: NDArray[np.int32]) -> _Tried:
        """kinds: int8[worlds]; out: int32[worlds, 2, seats, 2]."""
        ended = kinds <= course.APART
        alone = self._played.is_by_points
        gained = out[:, :, 0, course.RESULT_POINTS] if alone else out[:, :, self._winners, course.RESULT_SHARE].sum(axis=2)
        values = gained[ended].astype(np.int64)
        apart = values[:, course.TAKEN] - values[:, course.ANEW]
        n, unit = len(values), 1 if alone else SIXTIETHS
        gain = float(apart.mean()) if n else 0.0
        bounds = _bounds(apart, unit) if 2 * n >= len(kinds) else None
        means = (values.mean(axis=0) / unit).tolist() if n else [0.0, 0.0]
        change = None if bounds is None else Change(one, means[course.ANEW], means[course.TAKEN], *bounds, n)
        return _Tried(gain, bool((kinds == course.APART).any()), change)


def _bounds(apart: NDArray[np.int64], unit: int) -> tuple[float, float] | None:
    """Interval of the mean of differences, int64[worlds], at a level that holds for all decisions of the last pass together."""
    if np.count_nonzero(apart) < FEWEST:
        return None
    if (apart == apart[0]).all():
        return float(apart[0]) / unit, float(apart[0]) / unit
    low, high = interval(ratio(ratio_row(np.ones_like(apart), apart), unit), 1.0 - (1.0 - LEVEL) / FINAL)
    return None if low is None or high is None else (low, high)
