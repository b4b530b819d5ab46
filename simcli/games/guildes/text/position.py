"""A position and its score sheet in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.guildes.text.fields import get_fields, tableaus
from simcli.games.guildes.text.names import Names
from simcli.games.sheet import amount, sheet


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included, one line a seat and kind of place."""
    f = get_fields(s, t, names)
    event = f["event"] if t["events_on"] else f"{f['event']} (direction only)"
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked to {f['phase']}"
    lines = [f"round {f['round']}, {now}; event {event}, packs go {'clockwise' if f['clockwise'] else 'counterclockwise'}"]
    for seat in range(1, int(s["n_players"]) + 1):
        trick = f", trick {f['tricks'][seat]}" if seat in f["tricks"] else ""
        protected = ", protected" if seat in f["protected"] else ""
        shift = "".join(f", {guild} {by:+d}" for guild, by in f["shifts"].get(seat, {}).items())
        lines.append(f"  seat {seat}: {sum(f['votes'][seat].values())} votes{trick}{protected}{shift}")
        rows = [
            ("played", cards_text(f["tableau"][seat])),
            ("face down", ", ".join(f["face_down"][seat])),
            ("hand", cards_text(f["hands"][seat])),
            ("handed in", f["given"].get(seat, "")),
            ("pack", cards_text(f["packs"][seat])),
        ]
        lines += [f"    {place:9}  {cards}" for place, cards in rows if cards]
    if f["discards"]:
        lines.append(f"  discards: {cards_text(f['discards'])}")
    return "\n".join(lines)


def cards_text(counts: Mapping[str, int]) -> str:
    """`noble 2, cleric`."""
    return ", ".join(guild if number == 1 else f"{guild} {number}" for guild, number in counts.items())


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Votes by guild and seat (points int[players, guilds]), totals, militia for the tie-break, win shares in sixtieths."""
    n = int(s["n_players"])
    rows = [(guild, [str(int(points[p, g])) for p in range(n)]) for g, guild in enumerate(names.guilds) if points[:n, g].any()]
    rows.append(("total", [str(int(points[p, : len(names.guilds)].sum())) for p in range(n)]))
    if t["tie_break"] and names.flat:
        militia = [sum(int(tableaus(s)[p, names.guilds.index(g)]) for g in names.flat) for p in range(n)]
        rows.append(("tie-break", [amount(cards, "card") for cards in militia]))
    return sheet(rows, share)
