"""Positions and actions as text and as named fields. Texts are those of RULES.md, "How the program asks".

Seats are numbered from 1 in everything a person reads, from 0 in the record. Runs outside the playout loop: plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import bits
from simcli.games.kings_forge import GAME
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.components import CATEGORIES
from simcli.games.kings_forge.reading import (
    HALVES,
    ONES_TO_SIXES,
    ROLL_WORKSHOP,
    TOKEN_NAMES,
    Names,
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
from simcli.games.kings_forge.setting import set_fields
from simcli.games.kings_forge.tables import COLOUR_NAMES
from simcli.games.kings_forge.telling import dice_text, in_craft_turn, news, things_text
from simcli.games.sheet import sheet

__all__ = ("action_text", "get_fields", "make_names", "news", "score_sheet", "set_fields", "state_text", "told_at")

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


# The state as text


def told_at(fields: Mapping[str, Any]) -> tuple[int, bool]:
    """The position is told again when this changes: at every round and when the dice are rolled."""
    return (fields["round"], in_craft_turn(fields))


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, dice by place and colour, what the seats hold, the cards."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked {_asked(f)}"
    cancelled = f"; every {f['cemetery']} is cancelled" if f["cemetery"] else ""
    lines = [f"round {f['round']}, {now}; seat {f['start']} started{cancelled}", ""]
    lines += _dice_table(f)
    lines += [_seat_line(f, seat) for seat in f["hands"] if _seat_line(f, seat)]
    lines += [f"  {place}: {dice_text(f[place])}" for place in ("rolled", "paid", "raised", "marked", "placed") if f[place]]
    lines.append("")
    lines.append(f"  gather cards {', '.join(card or '-' for card in f['face_up'])}; deck {dice_text(f['deck'])}")
    if f["docks"]:
        lines.append(f"  docks used {', '.join(f['docks'])}")
    lines += [f"  {card} of seat {craft['seat']}: {dice_text(craft['dice'])}" for card, craft in f["unsecured"].items()]
    needs = _needs_by_card(t, names)
    lines += [f"  {place} " + "; ".join(f"{card} ({needs[card]})" for card in f[place]) for place in ("display", "queue") if f[place]]
    return "\n".join(lines)


def _asked(f: Mapping[str, Any]) -> str:
    """What the seat to act is about to do."""
    return {
        "gather": "to use a card or a dock or to pass",
        "give_up": f"for a card to give up for {f['using']}",
        "pay": f"to pay for {f['using']}",
        "bonus": "for the bonus of the first pass",
        "cemetery": f"to change the cemetery die or keep {f['cemetery']}",
        "modify": "to use an ability",
        "target": f"for a die to use {f['using']} on",
        "reroll": "for the dice to roll anew",
        "craft": "to craft, steal or end the turn",
        "place": f"for a die to {f['using']}",
    }[f["phase"]]


def _dice_table(f: Mapping[str, Any]) -> list[str]:
    """Numbers of dice: one column a colour, one line a place; places without dice are left out, but for hands."""
    colours = COLOUR_NAMES[: S.COLOURS]
    rows: list[tuple[str, Mapping[str, int]]] = [("stock", f["stock"]), ("burned", f["burned"])]
    for seat in f["hands"]:
        rows += [(f"seat {seat} hand", f["hands"][seat]), ("  workshop", f["workshops"][seat]), ("  allocated", f["allocated"][seat])]
    lines = ["".join([f"  {'':14}", *(f"{colour:>8}" for colour in colours)])]
    for name, dice in rows:
        if any(dice.values()) or name.endswith("hand"):
            lines.append("".join([f"  {name:14}", *(f"{dice.get(colour, 0) or '.':>8}" for colour in colours)]))
    return lines


def _seat_line(f: Mapping[str, Any], seat: int) -> str:
    """`  seat 1: holds +1 (2); used mill top; crafts anvil, axe (stolen)`."""
    crafts = [f"{card} (stolen)" if card in f["stolen"][seat] else card for card in f["secured"][seat]]
    parts = [f"holds {things_text(f['abilities'][seat])}"] if f["abilities"][seat] else []
    parts += [f"used {', '.join(f['used'][seat])}"] if f["used"][seat] else []
    parts += ["passed"] if seat in f["passed"] and not in_craft_turn(f) else []
    parts += [f"crafts {', '.join(crafts)}"] if crafts else []
    return f"  seat {seat}: {'; '.join(parts)}" if parts else ""


def _needs_by_card(t: Any, names: Names) -> dict[str, str]:
    """`metal 2 2 2` by craft card."""
    out = {}
    for card, need in zip(names.cards(t), t["need"].tolist(), strict=False):
        minima = {c: [str(v) for v, n in enumerate(row) for _ in range(n)] for c, row in zip(COLOUR_NAMES, need, strict=False)}
        out[card] = ", ".join(f"{colour} {' '.join(values)}" for colour, values in minima.items() if values)
    return out


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Crafts made and stolen by seat (points int[players, 2]), their number, the highest one, who wins (share in sixtieths)."""
    f = get_fields(s, t, names)
    n = int(s["players"])
    crafts = [[card for card in names.cards(t) if card in f["secured"][p + 1]] for p in range(n)]
    rows = [(name, [str(int(points[p, k])) for p in range(n)]) for k, name in enumerate(CATEGORIES)]
    rows.append(("crafts", [str(int(points[p, : len(CATEGORIES)].sum())) for p in range(n)]))
    rows.append(("highest", [mine[-1] if mine else "-" for mine in crafts]))
    return sheet(rows, share, name_width=8)
