"""Actions as text: those of RULES.md, "How the program asks"."""

from __future__ import annotations

from typing import Any

from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS
from simcli.games.kings_forge.text.names import Names, craft_text, die_text, kinds_of, row_text

_STOPS = {S.GATHER: "pass", S.MODIFY: "done", S.TARGET: "no more", S.REROLL: "roll", S.CRAFT: "end turn"}
_WITH_DIE = {S.TARGET: "on", S.REROLL: "mark", S.PLACE: "place"}


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = int(s["phase"])
    if action == S.STOP:
        return f"keep {int(s['cemetery'])}" if phase == S.CEMETERY else _STOPS[phase]
    if phase == S.GATHER:
        return f"{'dock' if action >= S.FIRST_DOCK else 'use'} {row_text(names, action)}"
    if phase == S.GIVE_UP:
        return f"give up {names.gathers[s['face_up'][action]]}"
    if phase == S.PAY:
        return f"pay {COLOURS[action]}"
    if phase == S.BONUS:
        return f"take {names.bonuses[action]}"
    if phase in (S.CEMETERY, S.MODIFY):
        return f"use {kinds_of(t)[action]}"
    if phase == S.CRAFT:
        return craft_text(s, t, names, action)
    return f"{_WITH_DIE[phase]} {die_text(action)}"
