"""The results that an answer rests on: what is claimed, drawn, tabled and counted is made from these rows alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from simcli.stats.bounds import NO_INTERVAL, Interval, significant
from simcli.stats.verdicts import CERTAIN, NO_TEST, TestResult, Verdict

Unit = Literal["share", "difference", "number"]


@dataclass(frozen=True, kw_only=True)
class AnswerRow:
    """A result of an answer; the one that the claim names first stands first."""

    figure: str
    """which figure, in words"""
    about: str
    """what the subject is: strategy, seat, place, item, games, or what the study compares"""
    subject: str
    """whose it is, by its name"""
    players: int | None = None
    """number of players; left out where it is of none"""
    variant: str | None = None
    """name of the variant; left out where there are none"""
    base: str | None = None
    """name of what it is compared with; left out where that is an even share or no effect"""
    now: str | None = None
    """name of what has the value, beside the one it is compared with; left out where that is the variant"""
    unit: Unit
    """share, difference of shares, or a number of points, rounds, copies"""
    value: Interval
    """the figure; of a change what it becomes, with the interval of the change; beside a base that has a name, with that of the distance"""
    usual: Interval = NO_INTERVAL
    """what it is compared with: what is even, or of a change the figure without it"""
    change: Interval | None = None
    """what the change adds, on the same deals; left out where nothing is changed"""
    tolerance: float = 0.0
    """distance that counts as none"""
    test: TestResult = NO_TEST
    """the verdict"""
    says: str = ""
    """the verdict as a word"""

    def __post_init__(self) -> None:
        """Rounds: differences of figures have more digits than these."""
        for name in ("value", "usual", "change"):
            if bounds := getattr(self, name):
                object.__setattr__(self, name, bounds.each(significant))

    @property
    def is_sure(self) -> bool:
        """Whether the direction is certain."""
        return self.test.verdict in CERTAIN

    @property
    def kind(self) -> str:
        """What the subject is, as a person says it: a plan follows a strategy."""
        return "plan" if self.about == "strategy" else self.about

    @property
    def effect(self) -> Interval:
        """The distance from what is usual."""
        return self.change if self.change is not None else self.value.each(lambda bound: bound - (self.usual.value or 0.0))

    @property
    def size(self) -> float:
        """The size of the effect; 0 where it is not known."""
        return abs(self.effect.value or 0.0)


def even(share: float) -> Interval:
    """What is even: a number without an interval."""
    return Interval(None, share, None)


def moved(usual: float, by: Interval) -> Interval:
    """What something becomes by a difference, with the interval of the difference."""
    return by.each(lambda bound: usual + bound)


def by_certainty(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    """The largest effect that is certain first; then the others in their order."""
    return sorted(rows, key=lambda row: (not row.is_sure, -row.size if row.is_sure else 0.0))


def bare_test(verdict: Verdict | None) -> TestResult:
    """A verdict that rests on no p-value of its own."""
    return replace(NO_TEST, verdict=verdict)
