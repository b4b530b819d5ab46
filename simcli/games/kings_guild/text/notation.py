"""Actions as text: those of RULES.md, "How the program asks"."""

from __future__ import annotations

from typing import Any

from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.datafiles import COLOURS, RESOURCES
from simcli.games.kings_guild.text.names import Names, mix_text, resources_of

ITEMS = ("first", "second", "both")
_STEPS = {
    S.C_GATHER: "gather",
    S.C_OFFERING: "offering",
    S.C_FREE_OFFERING: "free offering",
    S.C_STATUE: "statue",
    S.C_BARD: "bard",
    S.C_PASS: "pass",
    S.C_END: "end",
}
_TREASURES = {S.KEEP: "keep", S.DISCARD: "discard", S.LIMIT: "sell", S.BUY: "buy"}
_KINDS = {S.RETURN: "return", S.KIND: "name"}
_FIXED = {
    S.DOUBLE: ("double nothing", "double first", "double second", "double both"),
    S.LUCKY: ("draw twice", "draw once"),
}
_STOPS = (S.POWER, S.EXCHANGE, S.BUY)


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = int(s["phase"])
    if phase <= S.FREE:
        return _step_text(s, t, names, action)
    if action == S.STOP:
        return "stop" if phase in _STOPS else "decline"
    if phase in _TREASURES:
        return f"{_TREASURES[phase]} {names.treasures[action]}"
    if phase in _KINDS:
        return f"{_KINDS[phase]} {RESOURCES[action]}"
    if phase in _FIXED:
        return _FIXED[phase][action]
    if phase == S.GATHER:
        return f"gather {mix_text(resources_of(t['mix'][action]))}"
    if phase == S.CRAFT:
        return _craft_text(s, t, names, action)
    if phase == S.HIRE:
        return f"hire {names.specialists[int(s['row'][action])]}"
    if phase in (S.SPACE, S.BAGGAGE):
        return f"{'put' if phase == S.SPACE else 'baggage'} in {names.spaces[action]}"
    if phase == S.MOVE:
        return _move_text(s, t, names, action)
    if phase == S.SQUARE:
        return f"put at {action % S.COLUMNS} {action // S.COLUMNS}"
    if phase == S.SAVING:
        return f"spend {'nothing' if action == S.NO_SAVING else RESOURCES[action]}"
    if phase == S.POWER:
        return _power_text(s, names, action)
    if phase == S.COLOUR:
        return f"name {COLOURS[action]}"
    if phase == S.CHOICE:
        return f"take {names.options[int(t['b'][s['pending_row'][int(s['n_pending']) - 1]]) + action]}"
    if phase == S.EXCHANGE:
        return f"exchange {RESOURCES[action // S.RESOURCES]} for {RESOURCES[action % S.RESOURCES]}"
    if phase == S.STEAL:
        return f"steal {RESOURCES[action // S.SEATS]} from seat {action % S.SEATS + 1}"
    if phase == S.QUEST:
        return f"take {names.quest(s['slot'][action])}"
    return f"copy {names.specialists[action]}" if phase == S.COPY else f"bid {action}"


def _step_text(s: Any, t: Any, names: Names, action: int) -> str:
    """A choice of `turn`, `expand` or `free`."""
    if action in _STEPS:
        return _STEPS[action]
    if action >= S.C_SELL:
        return f"sell {names.treasures[action - S.C_SELL]}"
    if action >= S.C_PLAY:
        return f"play {names.treasures[action - S.C_PLAY]}"
    if action >= S.C_HIRE:
        return f"hire {names.specialists[int(s['row'][action - S.C_HIRE])]}"
    if action >= S.C_BUILD:
        return f"build {names.rooms[action - S.C_BUILD]}"
    return _craft_text(s, t, names, action - S.C_CRAFT)


def _craft_text(s: Any, t: Any, names: Names, code: int) -> str:
    """`craft QUEST`, of two items with the one that is made."""
    quest = int(s["slot"][code // 3])
    which = f" {ITEMS[code % 3]}" if int(t["items"][quest]) == 2 else ""
    return f"craft {names.quests[quest]}{which}"


def _power_text(s: Any, names: Names, action: int) -> str:
    """`use CARD`, `thug QUEST`, `scroll CARD`."""
    if action >= S.P_SCROLL:
        return f"scroll {names.treasures[action - S.P_SCROLL]}"
    if action >= S.P_THUG:
        return f"thug {names.quest(s['slot'][action - S.P_THUG])}"
    return f"use {names.specialists[action]}"


def own_spaces(s: Any, t: Any, p: int) -> list[int]:
    """Kinds of spaces a seat has, by number."""
    rooms = int(s["rooms"][p]) & int(t["with_spaces"])
    return [S.OUTSIDE, *(room + 1 for room in range(S.MAX_ROOMS) if rooms >> room & 1)]


def _move_text(s: Any, t: Any, names: Names, action: int) -> str:
    """`move SPACE to SPACE`, `baggage to SPACE`."""
    own = own_spaces(s, t, int(s["actor"]))
    if action >= S.C_BAGGAGE:
        return f"baggage to {names.spaces[own[action - S.C_BAGGAGE]]}"
    left, to = divmod(action, S.KINDS_OF_SPACE)
    return f"move {names.spaces[own[left]]} to {names.spaces[own[to]]}"
