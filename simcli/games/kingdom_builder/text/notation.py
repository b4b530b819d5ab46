"""Actions in words. Texts are those of RULES.md, "How the program asks"."""

from __future__ import annotations

from typing import Any

from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.text.names import PHASES, Names, hex_text, location_text

_WITH_LOCATION = {"before": "use", "after": "use", "give_up": "give up"}
_STOPS = {"before": "build", "after": "end turn"}


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = PHASES[s["phase"]]
    if phase not in _WITH_LOCATION:
        return f"{phase} {hex_text(action)}"
    if action == S.STOP and phase in _STOPS:
        return _STOPS[phase]
    return f"{_WITH_LOCATION[phase]} {location_text(s, names, action)}"
