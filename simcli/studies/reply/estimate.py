"""What a player wins who was tuned to beat others."""

from __future__ import annotations

from simcli.stats.bounds import DIGITS
from simcli.stats.intervals import is_thin, share_ratio
from simcli.stats.measured import ReplyShare
from simcli.stats.shares import Ints, share_of, share_row


def share_of_reply(players: int, wins: Ints) -> ReplyShare:
    """Its wins with one number of players: int64[deals], sixtieths over all rotations of a fresh deal."""
    share, even = share_of(wins, players), 1 / players
    return ReplyShare(
        players=players,
        even_share=round(even, DIGITS),
        deals=len(wins),
        win_share=share,
        few_wins=is_thin(share_ratio(share_row(wins, players))),
        gain=share.each(lambda bound: round(bound - even, DIGITS) + 0.0),
    )
