"""Plant in words: no more than a contract asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.game import Components


@dataclass(frozen=True)
class Names:
    """Names by number."""

    cards: tuple[str, ...]
    choices: tuple[str, ...]


def make_names(components: Components) -> Names:
    """Those of the file."""
    return Names(*(tuple(row["id"] for row in components["plant"][rows]) for rows in ("cards", "choices")))


def action_text(s: Any, _t: Any, names: Names, action: int) -> str:
    """The card or the choice."""
    return (names.cards, names.choices)[int(s["phase"])][int(action)]


def get_fields(s: Any, _t: Any, names: Names) -> dict[str, Any]:
    """Who moves, and what all have kept."""
    held = {p + 1: {names.cards[k]: int(n) for k, n in enumerate(s["held"][p]) if n} for p in range(int(s["n_players"]))}
    return {"round": 1, "phase": ("keep", "choose")[int(s["phase"])], "actor": int(s["actor"]) + 1, "over": bool(s["over"]), "held": held}


def set_fields(_s: Any, _t: Any, _names: Names, _fields: Mapping[str, Any]) -> None:
    """Plant has no scenarios."""


def state_text(s: Any, t: Any, names: Names) -> str:
    """The fields."""
    return str(get_fields(s, t, names))


def score_sheet(s: Any, _t: Any, _names: Names, points: Any, _share: Any) -> str:
    """Points by seat."""
    return "\n".join(f"seat {p + 1}: {int(points[p, 0])}" for p in range(int(s["n_players"])))


def events(_before: Mapping[str, Any], _after: Mapping[str, Any]) -> list[str]:
    """None that are no choices."""
    return []


def told_at(_fields: Mapping[str, Any]) -> Any:
    """Once."""
    return 1
