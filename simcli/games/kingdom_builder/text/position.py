"""The position and the scores in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.text.board import board_lines
from simcli.games.kingdom_builder.text.fields import get_fields
from simcli.games.kingdom_builder.text.names import Names, cards_in_play, counts_text, hex_text, settlements
from simcli.games.sheet import sheet


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, a map of the board, one line a seat, the terrain deck."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked to {_asked(f)}"
    lines = [f"round {f['round']}, {now}; cards in play: {', '.join(f['cards'])}; seat {f['start']} started", ""]
    lines += board_lines(s, names)
    lines.append("")
    lines += [_seat_line(s, f, seat) for seat in range(1, int(s["n_players"]) + 1)]
    deck = f"  draw pile {len(f['pile'])}"
    lines.append(deck + "".join(f"; {place} {counts_text(f[place])}" for place in ("discards", "removed") if f[place]))
    return "\n".join(lines)


def _asked(f: Mapping[str, Any]) -> str:
    """What the seat to act is about to do."""
    said = {
        "before": "use a tile or build",
        "build": "build",
        "after": "use a tile or end the turn",
        "place": f"place with the {f['using']}",
        "lift": f"lift with the {f['using']}",
        "put": f"put the settlement of {f['lifted']} with the {f['using']}",
        "give_up": "give up a tile",
    }[f["phase"]]
    left = f", {f['builds_left']} to build" if f["builds_left"] else ""
    return f"{said}: card {f['terrain'] or 'none'}{left}"


def _seat_line(s: Any, f: Mapping[str, Any], seat: int) -> str:
    """`  seat 1: supply 31, card forest; tiles tavern at r6c2 (used); on water r4c2`."""
    acting = seat == f["actor"]
    text = f"  seat {seat}: supply {f['supply'][seat]}, card {f['hands'][seat] or 'none'}"
    if f["tiles"][seat]:
        used = [tile for tile in f["tiles"][seat] if acting and tile not in f["usable"]]
        text += "; tiles " + ", ".join(f"{tile} (not this turn)" if tile in used else tile for tile in f["tiles"][seat])
    wet = [hex_text(cell) for cell in settlements(s, seat - 1) if s["kind"][cell] == S.WATER]
    return text + (f"; on water {', '.join(wet)}" if wet else "")


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Points by card in play and seat (points int[players, cards]), totals, who wins (share in sixtieths)."""
    n = int(s["n_players"])
    rows = [(names.cards[card], [str(int(points[p, card])) for p in range(n)]) for card in cards_in_play(s)]
    rows.append(("total", [str(int(points[p, : len(names.cards)].sum())) for p in range(n)]))
    return sheet(rows, share)
