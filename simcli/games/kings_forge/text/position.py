"""Positions as text and the score sheet. Seats are numbered from 1 in everything a person reads, from 0 in the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.catalogue import CATEGORIES
from simcli.games.kings_forge.datafiles import COLOURS
from simcli.games.kings_forge.text.events import dice_text, in_craft_turn, things_text
from simcli.games.kings_forge.text.fields import get_fields
from simcli.games.kings_forge.text.names import Names
from simcli.games.sheet import sheet


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
    colours = COLOURS[: S.COLOURS]
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
        minima = {c: [str(v) for v, n in enumerate(row) for _ in range(n)] for c, row in zip(COLOURS, need, strict=False)}
        out[card] = ", ".join(f"{colour} {' '.join(values)}" for colour, values in minima.items() if values)
    return out


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Crafts made and stolen by seat (points int[players, 2]), their number, the highest one, who wins (share in sixtieths)."""
    f = get_fields(s, t, names)
    n = int(s["n_players"])
    crafts = [[card for card in names.cards(t) if card in f["secured"][p + 1]] for p in range(n)]
    rows = [(name, [str(int(points[p, k])) for p in range(n)]) for k, name in enumerate(CATEGORIES)]
    rows.append(("crafts", [str(int(points[p, : len(CATEGORIES)].sum())) for p in range(n)]))
    rows.append(("highest", [mine[-1] if mine else "-" for mine in crafts]))
    return sheet(rows, share, name_width=8)
