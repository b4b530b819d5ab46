"""A strategy that was tuned against a field: frozen records, and what they are estimated from.

docs/tune.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as placed
from typing import ClassVar

from simcli.game import SIXTIETHS
from simcli.stats.bounds import DIGITS
from simcli.stats.intervals import LEVEL, difference, is_thin, share_ratio
from simcli.stats.measured import FieldMember
from simcli.stats.records import Played, answered
from simcli.stats.shares import Ints, rounded_interval, share_row
from simcli.stats.summary import Interval, Share


@dataclass(frozen=True, kw_only=True)
class Against:
    """The start and the result, each in one seat against the field, with one number of players, on deals the search has not seen."""

    players: int
    """number of players"""
    even_share: float
    """1 / players"""
    deals: int
    """fresh deals, each with a line-up drawn from the field and played in all rotations"""
    before: Share
    """win share of the start; a game that a stall rule ends counts as lost"""
    after: Share
    """win share of the tuned strategy on the same deals against the same line-ups"""
    gain: Interval
    """the difference, deal by deal"""
    few_wins: bool
    """fewer than about ten deals with the rarer of win and loss in one of the two: intervals err on the wide side"""


@dataclass(frozen=True, kw_only=True)
class HabitShown:
    """What a plan was to do in games with itself in all seats."""

    habit: str
    """the bound as it was asked"""
    players: int
    """number of players"""
    before: float | None
    """mean of the start in games that ended; null where none did"""
    after: float | None
    """mean of the tuned strategy"""


@dataclass(frozen=True, kw_only=True)
class SearchStep:
    """A generation of the search."""

    generation: int
    """its number, from 1"""
    games: int
    """games of the search up to its end"""
    share: float | None
    """win share of the middle of the search before it, over all numbers of players, on the deals of the generation alone; null where its
    games did not end"""


@dataclass(frozen=True, kw_only=True)
class Tune(Played):
    """The weights of a strategy searched against a field."""

    SAID: ClassVar = answered("command", "the answer in words")
    start: str
    """the strategy it began with"""
    field: tuple[FieldMember, ...]
    """who sits in the other seats"""
    searched: int
    """how many weights were searched, with the temperature if it was"""
    kept: tuple[str, ...]
    """decisions, or decision.feature, whose weights stayed as they were"""
    temperature: bool
    """whether the temperature was searched"""
    candidates: int
    """candidates of a generation"""
    deals: int
    """deals that each plays in a generation, for each number of players"""
    own_deals: int
    """deals in which a candidate sits in all seats as well; games that a stall rule ends, and missed habits, are taken off its worth"""
    generations: int
    """how many there were"""
    games: int
    """games of the search"""
    level: float = placed(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    against: tuple[Against, ...]
    """what it brought, for each number of players"""
    habits: tuple[HabitShown, ...]
    """what it was to do"""
    weights: Mapping[str, Mapping[str, float]]
    """the tuned weights by decision and feature"""
    temperature_found: float
    """its temperature"""
    steps: tuple[SearchStep, ...]
    """the search, generation by generation"""
    command: str
    """the command that makes it again"""


def against(players: int, before: Ints, after: Ints) -> Against:
    """Wins of the start and of the tuned strategy in the same deals, int64[deals]: sixtieths over all rotations of a deal."""
    one, other = share_row(before, players), share_row(after, players)
    estimates = share_ratio(one), share_ratio(other)
    paired = (len(before) * players**2, players * int(before.sum()), players * int(after.sum()), int(after @ before))
    gain = difference(other, one, (*paired, int((before != after).sum())), SIXTIETHS, share=True)
    return Against(
        players=players,
        even_share=round(1 / players, DIGITS),
        deals=len(before),
        before=rounded_interval(estimates[0]),
        after=rounded_interval(estimates[1]),
        gain=rounded_interval(gain),
        few_wins=any(map(is_thin, estimates)),
    )
