"""What is recorded of a file of decisions: how many are in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from simcli.stats.records import Played, answered


@dataclass(frozen=True, kw_only=True)
class DecisionCount:
    """Decisions of a kind, with one number of players of one variant: choices that were looked at, and actions tried in them."""

    variant: str | None
    players: int
    decision: str
    looked: int
    actions: int


@dataclass(frozen=True, kw_only=True)
class Decisions(Played):
    """The file, and how many decisions are in it."""

    SAID: ClassVar = answered("title", "how many actions are in the file, in words")
    kind: Literal["decisions"] = field(default="decisions", metadata={"after": "schema"})
    file: str
    worlds: int
    """in which each action was played to the end"""
    tried: int
    """most actions of a choice that were tried"""
    deals: int
    games: int
    counts: tuple[DecisionCount, ...]

    @property
    def looked(self) -> int:
        """Choices that were looked at."""
        return sum(one.looked for one in self.counts)

    @property
    def actions(self) -> int:
        """Rows of the file."""
        return sum(one.actions for one in self.counts)
