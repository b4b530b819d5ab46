"""Restricted play: what players may neither take nor use, what they must take, what they start with, what chance deals them, and
what they do not see. A leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

ByPlayer = Mapping[str, Sequence[str]]
"""Ids of items, or sights, by player: the name of a strategy, `seat N` (from 1) or `all`."""
ALL = "all"
"""How all players together are called."""
SEAT = "seat "
"""How a player is called who is a seat at the table, before the number."""
KEYS = {"bans": "restrict", "grants": "grants", "blind": "blind", "musts": "must", "swaps": "swap"}
"""The keys of JSON, by field."""


class OfPlayer(NamedTuple):
    """The restrictions of one player."""

    bans: tuple[str, ...]
    grants: tuple[str, ...]
    blind: tuple[str, ...]
    musts: tuple[str, ...]
    swaps: tuple[str, ...]


@dataclass(frozen=True)
class Restrictions:
    """The restrictions of a game, by player; several that meet in a seat add up. False where nobody is restricted."""

    bans: ByPlayer = field(default_factory=dict)
    """banned item ids by player; only when something is banned"""
    grants: ByPlayer = field(default_factory=dict)
    """item ids by player that starts with them, each as often as it is given; only when somebody starts with any"""
    blind: ByPlayer = field(default_factory=dict)
    """sights by player that does not have them; only when somebody is blind to any"""
    musts: ByPlayer = field(default_factory=dict)
    """ids of items by player that takes them wherever it may; only when something must be taken"""
    swaps: ByPlayer = field(default_factory=dict)
    """ids of items by player that chance deals them to, each as often as it is named; only when anything is"""

    def __bool__(self) -> bool:
        return any(self._rows)

    @property
    def _rows(self) -> tuple[ByPlayer, ...]:
        return self.bans, self.grants, self.blind, self.musts, self.swaps

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Restrictions:
        """Inverse of `to_json`; other keys of the data do not matter."""
        return cls(*({player: tuple(names) for player, names in data.get(key, {}).items()} for key in KEYS.values()))

    def to_json(self) -> dict[str, dict[str, list[str]]]:
        """Plain data by the keys of JSON; nothing of a kind that nobody has."""
        return {key: rows for key, rows in self.plain().items() if rows}

    def plain(self) -> dict[str, dict[str, list[str]]]:
        """The same with an empty mapping of a kind that nobody has."""
        return {key: {player: list(names) for player, names in getattr(self, name).items()} for name, key in KEYS.items()}

    @property
    def players(self) -> tuple[str, ...]:
        """Who is restricted, each once."""
        return tuple(dict.fromkeys(player for rows in self._rows for player in rows))

    @property
    def seats(self) -> tuple[str, ...]:
        """Those of them who are seats."""
        return tuple(player for player in self.players if player.startswith(SEAT))

    def of(self, player: str) -> OfPlayer:
        """What holds of a player under this name."""
        return OfPlayer(*(tuple(rows.get(player, ())) for rows in self._rows))

    def where(self, holds: Callable[[str], bool]) -> Restrictions:
        """Those of the players with an entry."""
        return Restrictions(*({p: names for p, names in rows.items() if holds(p)} for rows in self._rows))


NOBODY = Restrictions()


def in_turn(variants: Iterable[Restrictions]) -> ByPlayer:
    """What one player is denied, or must take, one item after the other; of nobody where several players are restricted, or a variant does
    two things at once."""
    changed = [one for one in variants if one]
    players = {player for one in changed for player in one.players}
    asked = [one for one in changed if one.bans or one.musts]
    is_one = all(len(one.to_json()) == 1 and all(len(ids) == 1 for ids in (*one.bans.values(), *one.musts.values())) for one in asked)
    if len(players) != 1 or ALL in players or not is_one:
        return {}
    (player,) = players
    return {player: tuple(dict.fromkeys(name for one in asked for name in one.of(player).bans + one.of(player).musts))}
