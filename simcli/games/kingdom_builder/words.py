"""Positions and actions as text and as named fields. Texts are those of RULES.md, "How the program asks".

Seats are numbered from 1 in everything a person reads, from 0 in the record. Runs outside the playout loop: plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.fields import bits
from simcli.games.kingdom_builder import GAME
from simcli.games.kingdom_builder import state as S
from simcli.games.kingdom_builder.drawing import board_lines, board_svg
from simcli.games.kingdom_builder.reading import Names, cards_in_play, hex_text, location_text, make_names, points_now
from simcli.games.kingdom_builder.reading import settlements as settled_cells
from simcli.games.kingdom_builder.setting import set_fields
from simcli.games.sheet import sheet

__all__ = (
    "action_text",
    "board_svg",
    "get_fields",
    "make_names",
    "news",
    "score_sheet",
    "set_fields",
    "state_text",
    "told_at",
    "winners",
)

PHASES = tuple(d.name for d in GAME.decisions)
OVER = "over"
_TURNED = (0, 180)
_WITH_LOCATION = {"before": "use", "after": "use", "give_up": "give up"}
_STOPS = {"before": "build", "after": "end turn"}


# Actions


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = PHASES[s["phase"]]
    if phase not in _WITH_LOCATION:
        return f"{phase} {hex_text(action)}"
    if action == S.STOP and phase in _STOPS:
        return _STOPS[phase]
    return f"{_WITH_LOCATION[phase]} {location_text(s, names, action)}"


# The state as named fields


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data; seats count from 1, numbers of cards leave out zeros.

    The terrain card of the seat to act counts as in hand until it is discarded; tiles are named by the location they come from.
    """
    n, over = int(s["players"]), bool(s["over"])
    phase, actor = int(s["phase"]), int(s["actor"])
    locations = range(int(s["n_locations"]))
    in_use = not over and phase in (S.PLACE, S.LIFT, S.PUT)
    return {
        "round": int(s["round"]),
        "phase": OVER if over else PHASES[phase],
        "actor": 0 if over else actor + 1,
        "over": over,
        "start": int(s["first"]) + 1,
        "board": [[names.quadrants[q], _TURNED[o]] for q, o in zip(s["quadrants"].tolist(), s["turned"].tolist(), strict=True)],
        "cards": [names.cards[card] for card in sorted(cards_in_play(s)) if card != names.castle],
        "terrain": "" if over else _terrain(s["card"], names),
        "builds_left": 0 if over else int(s["builds_left"]),
        "supply": {p + 1: int(s["supply"][p]) for p in range(n)},
        "settlements": {p + 1: [hex_text(cell) for cell in settled_cells(s, p)] for p in range(n)},
        "lifted": hex_text(int(s["lifted"])) if in_use and s["lifted"] else "",
        "using": location_text(s, names, int(s["using"])) if in_use else "",
        "tiles": {p + 1: _locations(s, names, s["held"][p]) for p in range(n)},
        "usable": [] if over else _locations(s, names, s["usable"]),
        "taken": {p + 1: sorted(hex_text(int(s["special"][i])) for i in bits(s["taken"][p])) for p in range(n)},
        "tiles_left": {hex_text(int(s["special"][i])): int(s["tiles_left"][i]) for i in locations},
        "hands": {p + 1: _terrain(s["hand"][p], names) for p in range(n)},
        "pile": [names.terrains[x] for x in s["pile"][int(s["pile_next"]) : int(s["pile_end"])]],
        "discards": _counted(s["discards"], names),
        "removed": _counted(s["removed"], names),
        "winners": winners(s, t, names) if over else [],
    }


def _terrain(card: Any, names: Names) -> str:
    return names.terrains[card] if card < S.TERRAINS else ""


def _locations(s: Any, names: Names, mask: Any) -> list[str]:
    return sorted(location_text(s, names, i) for i in bits(mask))


def _counted(counts: Any, names: Names) -> dict[str, int]:
    return {terrain: c for terrain, c in zip(names.terrains, counts.tolist(), strict=False) if c}


def winners(s: Any, t: Any, names: Names) -> list[int]:
    """Seats with the most points as things stand (KB-120)."""
    totals = [sum(points) for points in points_now(s, t)]
    return [p + 1 for p, mine in enumerate(totals) if mine == max(totals)]


# The state as text


def told_at(fields: Mapping[str, Any]) -> tuple[int, int]:
    """The position is told again when this changes: at every turn."""
    return (fields["round"], fields["actor"])


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, a map of the board, one line a seat, the terrain deck."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked to {_asked(f)}"
    lines = [f"round {f['round']}, {now}; cards in play: {', '.join(f['cards'])}; seat {f['start']} started", ""]
    lines += board_lines(s, names)
    lines.append("")
    lines += [_seat_line(s, f, seat) for seat in range(1, int(s["players"]) + 1)]
    deck = f"  draw pile {len(f['pile'])}"
    lines.append(deck + "".join(f"; {place} {_counts_text(f[place])}" for place in ("discards", "removed") if f[place]))
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
    wet = [hex_text(cell) for cell in settled_cells(s, seat - 1) if s["kind"][cell] == S.WATER]
    return text + (f"; on water {', '.join(wet)}" if wet else "")


def _counts_text(counts: Mapping[str, int]) -> str:
    """`forest 2, grass`."""
    return ", ".join(name if number == 1 else f"{name} {number}" for name, number in counts.items())


def news(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What happened beyond the choice just made, from the fields before and after it: tiles, cards, the end of a turn and of the game."""
    lines = []
    for seat in after["tiles"]:
        lines += [f"seat {seat} takes a tile: {_tile_at(h, after, seat)}" for h in after["taken"][seat] if h not in before["taken"][seat]]
        lines += [f"seat {seat} loses the tile {tile}" for tile in before["tiles"][seat] if tile not in after["tiles"][seat]]
    seat = before["actor"]
    ended = after["over"] or (after["round"], after["actor"]) != (before["round"], seat)
    built = len(after["settlements"][seat]) - len(before["settlements"][seat]) if before["phase"] == "build" else 0
    forfeited = before["builds_left"] - built
    if forfeited > 0 and after["supply"][seat] > 0 and (ended or not after["builds_left"]):
        lines.append(f"no hex of {before['terrain'] or 'any card'} is free: {forfeited} to build are forfeited")
    empty = {p for p, left in after["supply"].items() if left == 0} - {p for p, left in before["supply"].items() if left == 0}
    if empty:
        first = 0 not in before["supply"].values()
        lines.append(f"seat {seat} has placed the last settlement" + (": the game ends with this round" if first else ""))
    if ended:
        lines.append(f"seat {seat} discards {before['terrain'] or 'no card'} and draws {after['hands'][seat] or 'no card'}")
    if len(after["pile"]) > len(before["pile"]):
        lines.append("the draw pile was empty: the discards are shuffled into a new one")
    return lines + _replaced(before, after, ended)


def _tile_at(place: str, after: Mapping[str, Any], seat: int) -> str:
    """`tavern at r6c2 (1 left there)`; a tile may be gone again already."""
    name = next((tile for tile in after["tiles"][seat] if tile.endswith(f" at {place}")), f"the one at {place}")
    return f"{name} ({after['tiles_left'][place]} left there)"


def _replaced(before: Mapping[str, Any], after: Mapping[str, Any], ended: bool) -> list[str]:
    """KB-42, KB-56: a card without a free hex has been replaced."""
    seat = after["actor"]
    if after["over"] or (ended and seat == before["actor"]):
        return []
    old, new = before["hands"][seat] if ended else before["terrain"], after["terrain"]
    more = {terrain: n - before["removed"].get(terrain, 0) for terrain, n in after["removed"].items()}
    out = _counts_text({terrain: n for terrain, n in more.items() if n})
    if old == new and not out:
        return []
    gone = f"; out of the game: {out}" if out else ""
    return [f"no hex of {old or 'any card'} is free: seat {seat} plays {new or 'no card'} instead{gone}"]


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Points by card in play and seat (points int[players, cards]), totals, who wins (share in sixtieths)."""
    n = int(s["players"])
    rows = [(names.cards[card], [str(int(points[p, card])) for p in range(n)]) for card in cards_in_play(s)]
    rows.append(("total", [str(int(points[p, : len(names.cards)].sum())) for p in range(n)]))
    return sheet(rows, share)
