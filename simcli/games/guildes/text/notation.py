"""Actions as text: those of RULES.md, "How the program asks"."""

from __future__ import annotations

from typing import Any

from simcli.games.guildes.text.names import PHASES, Names

_WITH_GUILD = {
    "pick": "pick",
    "give": "give",
    "play": "play",
    "swap_give": "move",
    "swap_take": "for",
    "pay": "pay",
    "remove": "remove",
    "exchange_out": "take back",
    "exchange_in": "put down",
    "keep": "keep",
}
_WITH_SEAT = {"swap_first": "swap with seat", "swap_second": "and seat", "remove_from": "remove from seat", "shift_seat": "shift seat"}


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = PHASES[s["phase"]]
    if phase in _WITH_GUILD:
        return f"{_WITH_GUILD[phase]} {names.guilds[action]}"
    if phase == "use":
        trick = names.tricks[s["trick_deal"][s["round"] - 1, s["actor"]]]
        return f"use {trick}" if action else f"skip {trick}"
    if phase == "shift_by":
        return "one more" if action else "one less"
    return f"{_WITH_SEAT[phase]} {action + 1}"
