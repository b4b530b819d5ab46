"""What happened between two positions, from their named fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.kingdom_builder.text.names import counts_text


def told_at(fields: Mapping[str, Any]) -> tuple[int, int]:
    """The position is told again when this changes: at every turn."""
    return (fields["round"], fields["actor"])


def events(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
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
    out = counts_text({terrain: n for terrain, n in more.items() if n})
    if old == new and not out:
        return []
    gone = f"; out of the game: {out}" if out else ""
    return [f"no hex of {old or 'any card'} is free: seat {seat} plays {new or 'no card'} instead{gone}"]
