"""What happened beyond a choice, told from the named fields before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from simcli.games.architects.text.names import goods_text

Fields = Mapping[str, Any]
_NUMBERS = ("silver", "virtue", "level", "unpaid", "paid", "prison")


def events(before: Fields, after: Fields) -> list[str]:
    """What a choice and what followed it without a question changed, a line a seat, then the table."""
    lines = [line for seat in after["virtue"] if (line := _of_seat(before, after, seat))]
    if after["market_right"] != before["market_right"]:
        lines.append(f"market reset: {after['market_right']} lies on the right space")
    if after["last_turns"] and not before["last_turns"]:
        lines.append("the Guildhall is full: every seat has one more turn")
    if after["over"]:
        lines.append("the game is over")
    return lines


def told_at(fields: Fields) -> Any:
    """The position is told again when every seat has had some turns, and at the end."""
    return (fields["turn"] // (5 * len(fields["virtue"])), fields["turn"] > 0, fields["over"])


def _of_seat(before: Fields, after: Fields, seat: int) -> str:
    """`seat 2: silver 3 to 5, goods 2 clay to 4 clay, hires thief`."""
    parts = [f"{name} {before[name][seat]} to {after[name][seat]}" for name in _NUMBERS if before[name][seat] != after[name][seat]]
    if before["goods"][seat] != after["goods"][seat]:
        parts.append(f"goods {goods_text(before['goods'][seat]) or 'none'} to {goods_text(after['goods'][seat]) or 'none'}")
    for place, comes, goes in (("apprentices", "hires", "loses"), ("built", "constructs", "loses"), ("hands", "takes", "gives")):
        for word, cards in (
            (comes, _more(after[place][seat], before[place][seat])),
            (goes, _more(before[place][seat], after[place][seat])),
        ):
            if cards:
                parts.append(f"{word} {', '.join(cards)}")
    more = sum(after["captured"][seat].values()) - sum(before["captured"][seat].values())
    if more:
        parts.append(f"captives {'+' if more > 0 else ''}{more}")
    return f"seat {seat}: {', '.join(parts)}" if parts else ""


def _more(cards: list[str], others: list[str]) -> list[str]:
    """Cards without the others, copies counted."""
    return list((Counter(cards) - Counter(others)).elements())
