"""What came in the games of a config, as its folder holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from simcli.stats.records import Played, answered

DECISION, EFFECT, POINTS, UNDONE = "decision", "effect", "points", "undone"
COUNTED = {
    DECISION: ("asked, one legal action", "several"),
    EFFECT: ("times", "player-games with it"),
    POINTS: ("points", "player-games with any"),
    UNDONE: ("undone in the same turn", "asked"),
}
TOLD = 0.005
"""Share of undone decisions from which a player is named: fewer come by chance."""
OF_ITEMS = ("copies offered", "held at the end")
"""What the two counts of a thing are, by its kind; all other kinds are items'."""


@dataclass(frozen=True)
class Thing:
    """A decision, an effect, an item or a category of points, and what was counted of it.

    kind: decision, effect, points, undone (a decision once more, of which somebody undid some), or the kind of the item; counts: by
    strategy two, of what `counted` says; why: why it is out of play, None for what is in play.
    """

    kind: str
    id: str
    name: str
    counts: Mapping[str, tuple[int, int]]
    why: str | None = None

    @property
    def counted(self) -> tuple[str, str]:
        """What the two counts are."""
        return COUNTED.get(self.kind, OF_ITEMS)

    @property
    def is_item(self) -> bool:
        """Whether it is an item of the catalogue."""
        return self.kind not in COUNTED

    @property
    def totals(self) -> tuple[int, int]:
        """Both counts over all strategies."""
        return sum(one for one, _ in self.counts.values()), sum(other for _, other in self.counts.values())

    @property
    def came(self) -> bool:
        """Whether anything was counted."""
        return any(map(any, self.counts.values()))

    @property
    def is_missing(self) -> bool:
        """Whether it is in play and never came."""
        return not self.why and not self.came


@dataclass(frozen=True, kw_only=True)
class Coverage(Played):
    """What came in a number of games; player_games: by strategy; undone: decisions that were undone in the same turn."""

    SAID: ClassVar = answered("title", "whether everything in play came")
    players: tuple[int, ...]
    deals: int
    games: int
    player_games: Mapping[str, int]
    things: tuple[Thing, ...]
    undone: tuple[Thing, ...] = ()

    @property
    def undone_shares(self) -> dict[str, float]:
        """Share of the decisions of a strategy that were undone in the same turn, the worst first; of those that are to be named."""
        taken = {name: sum(sum(thing.counts[name]) for thing in self.things if thing.kind == DECISION) for name in self.player_games}
        undone = {name: sum(thing.counts[name][0] for thing in self.undone) for name in self.player_games}
        shares = {name: n / taken[name] for name, n in undone.items() if n and n / taken[name] >= TOLD}
        return dict(sorted(shares.items(), key=lambda item: -item[1]))

    def most_undone(self, name: str) -> Thing:
        """The decision of a strategy, of those undone, that it undid most often for each time it was asked."""
        return max(self.undone, key=lambda thing: thing.counts[name][0] / max(thing.counts[name][1], 1))

    @property
    def missing(self) -> list[Thing]:
        """What is in play and never came."""
        return [thing for thing in self.things if thing.is_missing]

    @property
    def in_play(self) -> int:
        """How many things may come."""
        return sum(not thing.why for thing in self.things)
