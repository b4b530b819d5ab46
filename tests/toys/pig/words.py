"""Positions and actions of Pig as text, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.games.game import Components

TEXTS = ("hold", "roll")
NUMBERS = ("round", "rolls", "at_risk")
"""Fields that stand for the table, by the name of the state's field."""


@dataclass(frozen=True)
class Names:
    """What the numbers in a record are called."""

    faces: tuple[str, ...]


def names(components: Components) -> Names:
    """Ids of the faces in the order of the file."""
    return Names(tuple(face["id"] for face in components["die"]["faces"]))


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """The notation of one action."""
    return TEXTS[int(action)]


def state_text(s: Any, t: Any, names: Names) -> str:
    """The position, one line a player; the player to move is marked."""
    lines = [f"round {s.round}, goal {t.goal}"]
    for p in range(s.players):
        turn = f", {s.at_risk} at risk after {s.rolls} rolls" if p == s.actor and not s.over else ""
        lines.append(f"{'>' if turn else ' '} seat {p + 1}: {s.banked[p]} banked{turn}")
    return "\n".join(lines)


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """Named fields of the position; seats count from 1."""
    fields: dict[str, Any] = {name: int(s[name]) for name in NUMBERS}
    fields["to_move"] = int(s.actor) + 1
    fields["over"] = bool(s.over)
    fields["banked"] = {p + 1: int(s.banked[p]) for p in range(s.players)}
    return fields


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields; the dice to come stay what they are. KeyError for a name there is not."""
    for name, value in fields.items():
        if name in NUMBERS:
            s[name] = value
        elif name == "to_move":
            s.actor = value - 1
        elif name == "banked":
            for seat, points in value.items():
                s.banked[seat - 1] = points
        else:
            raise KeyError(name)


def score_sheet(s: Any, t: Any, names: Names, points: Sequence[Sequence[int]], share: Sequence[int]) -> str:
    """Final points and who won."""
    lines = [f"seat {p + 1}: {points[p][0]} points" + (f", {share[p]}/60 of the win" if share[p] else "") for p in range(s.players)]
    return "\n".join(lines)
