"""Positions and actions as text and as named fields. Texts are those of RULES.md, "How the program asks".

Seats are numbered from 1 in everything a person reads, from 0 in the record. Runs outside the playout loop: plain Python.
"""

from __future__ import annotations

from typing import Any

from simcli.games.kings_forge import GAME
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.reading import (
    HALVES,
    ONES_TO_SIXES,
    ROLL_WORKSHOP,
    TOKEN_NAMES,
    Names,
    bits,
    counts_of,
    craft_text,
    dice_of,
    die_text,
    kind_text,
    kinds_of,
    laid_on,
    make_names,
    row_text,
    winners,
)
from simcli.games.kings_forge.tables import COLOUR_NAMES

__all__ = ("action_text", "get_fields", "make_names")

PHASES = tuple(d.name for d in GAME.decisions)
OVER = "over"
_STOPS = {S.GATHER: "pass", S.MODIFY: "done", S.TARGET: "no more", S.MARK: "roll", S.CRAFT: "end turn"}
_WITH_DIE = {S.TARGET: "on", S.MARK: "mark", S.PLACE: "place"}


# Actions


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
        return f"pay {COLOUR_NAMES[action]}"
    if phase == S.BONUS:
        return f"take {names.bonuses[action]}"
    if phase in (S.CEMETERY, S.MODIFY):
        return f"use {kind_text(t, action)}"
    if phase == S.CRAFT:
        return craft_text(s, t, names, action)
    return f"{_WITH_DIE[phase]} {die_text(action)}"


# The state as named fields


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data (RULES.md, section 18); seats count from 1, numbers of dice and abilities leave out zeros."""
    over, phase, cards = bool(s["over"]), int(s["phase"]), names.cards(t)
    drawn = [cards[row] for row in s["drawn"][: int(s["n_drawn"])].tolist()]
    seats = range(1, int(s["players"]) + 1)
    secured = s["secured"].tolist()
    return {
        "round": int(s["round"]),
        "phase": OVER if over else PHASES[phase],
        "actor": 0 if over else int(s["actor"]) + 1,
        "over": over,
        "start": int(s["start"]) + 1,
        "stock": dict(zip(COLOUR_NAMES, s["stock"].tolist(), strict=False)),
        "hands": _by_seat(s, "hand"),
        "workshops": _by_seat(s, "workshop"),
        "allocated": _by_seat(s, "allocated"),
        "burned": counts_of(s["burned"].tolist()),
        "rolled": dice_of(s["rolled"].tolist()),
        "abilities": {seat: _abilities(s, t, seat - 1) for seat in seats},
        "tokens": dict(zip(TOKEN_NAMES, s["tokens"].tolist(), strict=True)),
        "cemetery": int(s["cemetery"]),
        "passed": [p + 1 for p in s["passed"][: int(s["n_passed"])].tolist()],
        "face_up": ["" if card == S.NONE else names.gathers[card] for card in s["face_up"][: int(t["n_face_up"])].tolist()],
        "deck": [names.gathers[card] for card in s["deck"][int(s["deck_next"]) : int(s["n_gather"])].tolist()],
        "used": _used(s, names),
        "docks": [names.exchanges[e] for e in s["used_dock"][: int(s["n_docks"])].tolist()],
        "display": [drawn[i] for i in bits(s["display"])],
        "queue": drawn[int(s["queue_next"]) :],
        "unsecured": {drawn[i]: {"seat": int(s["holder"][i]) + 1, "dice": laid_on(s, i)} for i in bits(s["unsecured"])},
        "secured": {seat: [drawn[i] for i in bits(secured[seat - 1])] for seat in seats},
        "stolen": {seat: [drawn[i] for i in bits(secured[seat - 1] & int(s["theft"]))] for seat in seats},
        **_in_hand(s, t, names, S.NONE if over else phase),
        "winners": winners(s, t) if over else [],
    }


def _by_seat(s: Any, place: str) -> dict[int, dict[str, int]]:
    return {p + 1: counts_of(row) for p, row in enumerate(s[place][: int(s["players"])].tolist())}


def _abilities(s: Any, t: Any, p: int) -> dict[str, int]:
    """Kinds held by seat p with their number."""
    held = {kind_text(t, kind): int(s["ability"][p, kind]) for kind in kinds_of(t)}
    held |= {ROLL_WORKSHOP: int(s["wake"][p]), ONES_TO_SIXES: int(s["ones"][p])}
    return {name: n for name, n in held.items() if n}


def _used(s: Any, names: Names) -> dict[int, list[str]]:
    """Gather cards taken this round, by seat."""
    out: dict[int, list[str]] = {seat: [] for seat in range(1, int(s["players"]) + 1)}
    n = int(s["n_used"])
    for card, half, p in zip(s["used_card"][:n].tolist(), s["used_half"][:n].tolist(), s["used_seat"][:n].tolist(), strict=True):
        out[p + 1].append(f"{names.gathers[card]} {'given up' if half == S.GIVEN_UP else HALVES[half]}")
    return out


def _in_hand(s: Any, t: Any, names: Names, phase: int) -> dict[str, Any]:
    """What is being done, and the dice taken up for it so far."""
    chosen = s["chosen"][: int(s["step"])].tolist() if phase in (S.PAY, S.TARGET, S.PLACE) else []
    return {
        "using": _using(s, t, names, phase),
        "paid": [COLOUR_NAMES[colour] for colour in chosen] if phase == S.PAY else [],
        "raised": [die_text(class_) for class_ in chosen] if phase == S.TARGET else [],
        "marked": _marked(s) if phase == S.MARK else [],
        "placed": [die_text(class_) for class_ in chosen] if phase == S.PLACE else [],
    }


def _using(s: Any, t: Any, names: Names, phase: int) -> str:
    using = int(s["using"])
    if phase in (S.PAY, S.GIVE_UP):
        return row_text(names, using)
    if phase in (S.TARGET, S.MARK):
        return kind_text(t, using)
    return craft_text(s, t, names, using) if phase == S.PLACE else ""


def _marked(s: Any) -> list[str]:
    """D8: dice are marked by colour, then value upwards."""
    return [die_text(c * S.ROW + v) for c, row in enumerate(s["base"].tolist()) for v, n in enumerate(row) for _ in range(n)]
