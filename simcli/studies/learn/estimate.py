"""A player that has learned: frozen records.

docs/learn.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as placed
from typing import ClassVar, Literal

from simcli.stats.measured import FieldMember
from simcli.stats.records import Played, answered
from simcli.stats.summary import Share
from simcli.stats.verdicts import Verdict


@dataclass(frozen=True, kw_only=True)
class LearnedKind:
    """What was learned of a kind of decision."""

    decision: str
    """its name"""
    choices: int
    """choices of it that were looked at in the last round"""
    columns: int
    """columns that the trees look at; 0 where choices were too few or trees gain nothing, and it is made as the plan makes it"""
    trees: int
    """how many there are"""


@dataclass(frozen=True, kw_only=True)
class LearnedAgainst:
    """The player in one seat, others in all the rest, with one number of players, on deals that nothing was learned from."""

    rivals: str
    """who sits in the other seats"""
    players: int
    """number of players"""
    even_share: float
    """1 / players"""
    deals: int
    """deals, each played in all rotations"""
    share: Share
    """its win share"""
    verdict: Verdict
    """whether it wins more or less than an even share for certain"""


@dataclass(frozen=True, kw_only=True)
class Learn(Played):
    """A player that has learned from look-ahead."""

    SAID: ClassVar = answered("command", "the answer in words")
    schema: Literal[1] = 1
    """version of this format"""
    kind: Literal["learn"] = placed(default="learn", metadata={"after": "schema"})
    """what the file is about"""
    plan: str
    """the strategy whose favourites it judges"""
    field: tuple[FieldMember, ...]
    """who sat at the tables"""
    worlds: int
    """in which each action was played to the end"""
    rounds: int
    """how often it learned; from the second on it sat in three of four seats"""
    deals: int
    """deals of a round, for each number of players"""
    looked: int
    """games of which a choice was looked at, in all rounds"""
    lead: float
    """by how much an action must be worth more than the plan's favourite to be taken, in values of the trees; found in play"""
    kinds: tuple[LearnedKind, ...]
    """by kind of decision"""
    against: tuple[LearnedAgainst, ...]
    """the judgement"""
    command: str
    """the command that makes the player again"""
