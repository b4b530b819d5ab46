"""What happened between two positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcli.games.guildes.text.position import cards_text


def told_at(fields: Mapping[str, Any]) -> int:
    """A trace tells the position at every round."""
    return int(fields["round"])


def events(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What happened beyond the choice just made, from the fields before and after it: cards turned up, scorings, the end of a round."""
    lines = []
    if before["phase"] == "give" and after["phase"] == "play":
        received = {seat: _gained(before["hands"][seat], hand) for seat, hand in after["hands"].items()}
        shown = [f"seat {seat} {cards_text(cards) or 'the same card'}" for seat, cards in received.items()]
        lines.append(f"dealt back: {'; '.join(shown)}")
    turned = {seat: _gained(before["tableau"][seat], after["tableau"][seat]) for seat in after["tableau"]}
    if before["phase"] == "play" and any(turned.values()):
        shown = [f"seat {seat} {cards_text(cards)}" for seat, cards in turned.items() if cards]
        lines.append(f"turned up: {'; '.join(shown)}")
    voted = {seat: _gained(before["votes"][seat], after["votes"][seat]) for seat in after["votes"]}
    if any(voted.values()):
        lines.append(f"scoring of round {before['round']}:")
        for seat, gains in voted.items():
            total = sum(after["votes"][seat].values())
            parts = ", ".join(f"{guild} {votes}" for guild, votes in gains.items()) or "nothing"
            lines.append(f"  seat {seat} +{sum(gains.values())} = {total} votes ({parts})")
    return lines


def _gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {guild: number - before.get(guild, 0) for guild, number in after.items() if number > before.get(guild, 0)}
