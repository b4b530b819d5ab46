"""KG-F-02, KG-F-03: who wins the King's Statue."""

from __future__ import annotations


def winner(bids: list[int]) -> int:
    """The seat (from 1) of the one highest bid, which is paid; 0 if it is shared."""
    best = max(bids)
    return bids.index(best) + 1 if bids.count(best) == 1 else 0
