"""Positions as text and the score sheet. Seats are numbered from 1 in everything a person reads, from 0 in the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.kings_guild.catalogue import CATEGORIES
from simcli.games.kings_guild.text.board import board_lines
from simcli.games.kings_guild.text.events import auction_text
from simcli.games.kings_guild.text.fields import get_fields
from simcli.games.kings_guild.text.names import Names, mix_text
from simcli.games.sheet import amount, sheet


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included: the turn, what the seats hold, quests, the row, what is on offer."""
    f = get_fields(s, t, names)
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked: {f['phase']}"
    last = f", {amount(f['last_turns'], 'last turn')}" if f["last_turns"] else ""
    lines = [f"turn {f['turn']} of seat {f['player']}, {now}; seat {f['start']} started{last}", ""]
    for seat in f["coins"]:
        held = f"{amount(f['coins'][seat], 'coin')} {mix_text(f['resources'][seat])}".rstrip()
        lines.append(f"  seat {seat} ({f['guilds'][seat]}, {f['boards'][seat]}): {held}")
        if f["rooms"][seat]:
            lines.append("    rooms: " + ", ".join(f"{room} at {x} {y}" for room, (x, y) in f["rooms"][seat].items()))
        lines += [f"    {line}" for line in _cards_lines(f, seat)]
    lines += ["", f"  stock {mix_text(f['stock']) or '-'}"]
    for quest, made, opener in zip(f["slots"], f["made"], f["openers"], strict=True):
        lines.append(f"  quest {quest or '-'}" + (f", item {made} made by seat {opener}" if made else ""))
    if f["thug"]["quest"]:
        lines.append(f"  thug token of seat {f['thug']['seat']} on {f['thug']['quest']}")
    row = [(card or "-") + (f" ({n})" if n else "") for card, n in zip(f["row"], f["row_coins"], strict=True)]
    lines.append(f"  row {', '.join(row)}")
    lines.append(f"  rooms on offer: {', '.join(f['masters']) or '-'}; " + ", ".join(f"{n} {tile}" for tile, n in f["tiles"].items() if n))
    treasures = ", ".join(f"{len(cards)} {colour}" for colour, cards in f["treasure_decks"].items())
    decks = f"{amount(len(f['quest_deck']), 'quest')}, {amount(len(f['specialist_deck']), 'specialist')}"
    lines.append(f"  decks: {decks}, {treasures}")
    return "\n".join(lines)


def _cards_lines(f: Mapping[str, Any], seat: int) -> list[str]:
    """Specialists and where they stand, quests, the hand and the offering of a seat."""
    lines = []
    if f["specialists"][seat]:
        spaces = ", ".join(f"{n} {space}" for space, n in f["spaces"][seat].items())
        lines.append(f"specialists: {', '.join(f['specialists'][seat])} ({spaces})")
    lines += [f"{place}: {', '.join(f[place][seat])}" for place in ("quests", "hands") if f[place][seat]]
    return [*lines, *(["offering made"] if f["offered"][seat] else [])]


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """The houses at the end, cards of the seats and the auction; below, points by category and seat (points int[players, 6]).

    Then their sum, coins as the tie-break, alone the rating, and who wins (share in sixtieths).
    """
    f = get_fields(s, t, names)
    seats = list(f["coins"])
    rows = [(name, [str(int(points[p, k])) for p in range(len(seats))]) for k, name in enumerate(CATEGORIES)]
    rows.append(("prestige", [str(int(points[p, : len(CATEGORIES)].sum())) for p in range(len(seats))]))
    rows.append(("coins held", [str(f["coins"][seat]) for seat in seats]))
    if len(seats) == 1:
        rows.append(("rating", [names.rating(int(points[0, : len(CATEGORIES)].sum()))]))
    held = [line for seat in seats for line in (f"  seat {seat}", *(f"    {line}" for line in _cards_lines(f, seat)))]
    auction = [f"  {text}"] if (text := auction_text(f)) else []
    return "\n".join([*board_lines(f, s, t, names), "", *held, *auction, "", sheet(rows, share)])
