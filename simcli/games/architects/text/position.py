"""Positions as text and the score sheet. Seats are numbered from 1 in everything a person reads, from 0 in the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.architects.catalogue import CATEGORIES
from simcli.games.architects.text.board import board_lines, held_lines
from simcli.games.architects.text.fields import get_fields
from simcli.games.architects.text.names import STANDARD, Names
from simcli.games.sheet import sheet


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, places, what the seats hold, the cards."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked: {f['phase'].replace('_', ' ')}"
    last = f", {f['last_turns']} last turns" if f["last_turns"] else ""
    lines = [f"turn {f['turn']} of seat {f['player']}, {now}; seat {f['start']} started{last}", ""]
    lines += [*_seat_lines(f), "", *board_lines(f, t)]
    for row, coins in zip(f["display"], f["display_silver"], strict=True):
        lines.append("  display " + ", ".join((card or "-") + (f" ({n})" if n else "") for card, n in zip(row, coins, strict=True)))
    lines.append(f"  market pile {', '.join(f['market_pile']) or '-'}")
    lines.append(f"  rewards {', '.join(f['rewards']) or '-'}")
    lines.append(f"  decks: {len(f['apprentice_deck'])} apprentices, {len(f['building_deck'])} buildings")
    return "\n".join(lines)


def _seat_lines(f: Mapping[str, Any]) -> list[str]:
    """What the seats hold, and a packet in the hand."""
    lines = []
    for seat in f["virtue"]:
        board = "" if f["boards"][seat] == STANDARD else f" ({f['boards'][seat]})"
        first, *others = held_lines(f, seat)
        lines.append(f"  seat {seat}{board}: {first}; virtue {f['virtue'][seat]}, level {f['level'][seat]}")
        lines += [f"    {line}" for line in others]
        if f["packets"][seat]:
            lines.append(f"    packet: {', '.join(f['packets'][seat])}")
    return lines


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """What the seats hold and the main board at the end; below, points by category and seat (points int[players, 8]).

    Then their sum, virtue and silver as tie-breaks, and who wins (share in sixtieths).
    """
    f = get_fields(s, t, names)
    seats = list(f["virtue"])
    rows = [(name, [str(int(points[p, k])) for p in range(len(seats))]) for k, name in enumerate(CATEGORIES)]
    rows.append(("points", [str(int(points[p, : len(CATEGORIES)].sum())) for p in range(len(seats))]))
    rows.append(("virtue at", [str(f["virtue"][seat]) for seat in seats]))
    rows.append(("silver held", [str(f["silver"][seat]) for seat in seats]))
    return "\n".join([*_seat_lines(f), "", *board_lines(f, t), "", sheet(rows, share)])
