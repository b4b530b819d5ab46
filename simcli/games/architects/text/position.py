"""Positions as text and the score sheet. Seats are numbered from 1 in everything a person reads, from 0 in the record."""

from __future__ import annotations

from typing import Any

from simcli.games.architects.catalogue import CATEGORIES
from simcli.games.architects.datafiles import PLACES
from simcli.games.architects.text.fields import get_fields
from simcli.games.architects.text.names import Names, goods_text
from simcli.games.sheet import sheet


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, places, what the seats hold, the cards."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked: {f['phase'].replace('_', ' ')}"
    last = f", {f['last_turns']} last turns" if f["last_turns"] else ""
    lines = [f"turn {f['turn']} of seat {f['player']}, {now}; seat {f['start']} started{last}", ""]
    for seat in f["virtue"]:
        board = "" if f["boards"][seat] == "standard" else f" ({f['boards'][seat]})"
        debts = f", debts {f['unpaid'][seat]} unpaid {f['paid'][seat]} paid" if f["unpaid"][seat] or f["paid"][seat] else ""
        lines.append(
            f"  seat {seat}{board}: {f['silver'][seat]} silver {goods_text(f['goods'][seat])}".rstrip()
            + f"; virtue {f['virtue'][seat]}, level {f['level'][seat]}{debts}"
        )
        lines.append(f"    workers: supply {f['supply'][seat]}, guildhall {f['guildhall'][seat]}, prison {f['prison'][seat]}")
        if f["captured"][seat]:
            lines.append("    captives: " + ", ".join(f"{n} of seat {q}" for q, n in f["captured"][seat].items()))
        lines += [f"    {place}: {', '.join(f[place][seat])}" for place in ("apprentices", "hands", "built") if f[place][seat]]
        if f["packets"][seat]:
            lines.append(f"    packet: {', '.join(f['packets'][seat])}")
    lines.append("")
    crowds = {place: f["workers"][place] for place in PLACES if f["workers"][place]}
    lines += [f"  {place}: " + ", ".join(f"{n} of seat {q}" for q, n in crowd.items()) for place, crowd in crowds.items()]
    spaces = ", ".join(f"{space} seat {seat}" for space, seat in f["market"].items() if seat)
    lines.append(f"  tax stand {f['tax_stand']} silver; market {spaces or 'empty'}; right card {f['market_right'] or '-'}")
    for row, coins in zip(f["display"], f["display_silver"], strict=True):
        lines.append("  display " + ", ".join((card or "-") + (f" ({n})" if n else "") for card, n in zip(row, coins, strict=True)))
    lines.append(f"  market pile {', '.join(f['market_pile']) or '-'}")
    lines.append(f"  rewards {', '.join(f['rewards']) or '-'}")
    lines.append(f"  decks: {len(f['apprentice_deck'])} apprentices, {len(f['building_deck'])} buildings")
    return "\n".join(lines)


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Points by category and seat (points int[players, 8]), their sum, virtue and silver as tie-breaks, who wins (share in sixtieths)."""
    f = get_fields(s, t, names)
    seats = list(f["virtue"])
    rows = [(name, [str(int(points[p, k])) for p in range(len(seats))]) for k, name in enumerate(CATEGORIES)]
    rows.append(("points", [str(int(points[p, : len(CATEGORIES)].sum())) for p in range(len(seats))]))
    rows.append(("virtue at", [str(f["virtue"][seat]) for seat in seats]))
    rows.append(("silver held", [str(f["silver"][seat]) for seat in seats]))
    return sheet(rows, share)
