"""What happened beyond a choice, told from the named fields before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from simcli.games.kings_guild.text.names import mix_text
from simcli.games.sheet import amount

Fields = Mapping[str, Any]
_PLACES = (("hands", "draws", "gives up"), ("quests", "gets the quest", "loses"), ("specialists", "is joined by", "loses"))


def events(before: Fields, after: Fields) -> list[str]:
    """What a choice and what followed it without a question changed, a line a seat, then the table."""
    lines = [line for seat in after["coins"] if (line := _of_seat(before, after, seat))]
    lines += [f"new quest: {card}" for card in _more(after["slots"], before["slots"]) if card]
    if "funeral" in before["quest_deck"] and "funeral" not in after["quest_deck"]:
        lines.append("the King's Funeral")
    if after["auction"] != before["auction"]:
        lines.append(auction_text(after))
    if after["last_turns"] and not before["last_turns"]:
        lines.append("every seat has one more turn")
    if after["over"]:
        lines.append("the game is over")
    return lines


def auction_text(fields: Fields) -> str:
    """`seat 1 wins the King's Statue for 6 coins; bids 6, 5, 3`; "" before the auction."""
    bids, winner = fields["auction"]["bids"], fields["auction"]["winner"]
    if not bids:
        return ""
    won = (
        f"seat {winner} wins the King's Statue for {amount(bids[winner], 'coin')}"
        if winner
        else "nobody wins the King's Statue, the highest bid is shared"
    )
    return f"{won}; bids {', '.join(map(str, bids.values()))}"


def told_at(fields: Fields) -> Any:
    """The position is told again when every seat has had some turns, and at the end."""
    return (fields["turn"] // (5 * len(fields["coins"])), fields["turn"] > 0, fields["over"])


def _of_seat(before: Fields, after: Fields, seat: int) -> str:
    """`seat 2: coins 3 to 5, stores 2 cloth (was 1 cloth), draws coin_purse`."""
    parts = []
    if before["coins"][seat] != after["coins"][seat]:
        parts.append(f"coins {before['coins'][seat]} to {after['coins'][seat]}")
    if before["resources"][seat] != after["resources"][seat]:
        parts.append(f"resources {mix_text(before['resources'][seat]) or 'none'} to {mix_text(after['resources'][seat]) or 'none'}")
    for place, comes, goes in _PLACES:
        for word, cards in (
            (comes, _more(after[place][seat], before[place][seat])),
            (goes, _more(before[place][seat], after[place][seat])),
        ):
            if cards:
                parts.append(f"{word} {', '.join(cards)}")
    if rooms := _more(list(after["rooms"][seat]), list(before["rooms"][seat])):
        parts.append(f"puts {', '.join(rooms)} on the board")
    return f"seat {seat}: {', '.join(parts)}" if parts else ""


def _more(cards: list[str], others: list[str]) -> list[str]:
    """Cards without the others, copies counted."""
    return list((Counter(cards) - Counter(others)).elements())
