"""What a player wins who was tuned to beat others, and what that says of verdicts among these."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.stats.bounds import Interval
from simcli.stats.intervals import is_thin, share_ratio
from simcli.stats.measured import CARE, ENOUGH, OPEN, USE, ReplyShare, Trust
from simcli.studies.tune.estimate import DIGITS, Ints, share_of, share_row

SAME = 1e-9
"""Two shares that differ by less are the same."""


def share_of_reply(players: int, wins: Ints) -> ReplyShare:
    """Its wins with one number of players: int64[deals], sixtieths over all rotations of a fresh deal."""
    share, even = share_of(wins, players), 1 / players
    return ReplyShare(
        players=players,
        even_share=round(even, DIGITS),
        deals=len(wins),
        win_share=share,
        few_wins=is_thin(share_ratio(share_row(wins, players))),
        gain=Interval(*(None if bound is None else round(bound - even, DIGITS) + 0.0 for bound in share)),
    )


def is_even(row: ReplyShare) -> bool:
    """Whether it wins exactly an even share in all deals, as a copy of the only player it meets."""
    return row.gain.bounds is None and abs(row.gain.known) < SAME


def trust_of(shares: Sequence[ReplyShare]) -> Trust:
    """Whether verdicts among the players are to be used, by what the reply gains on an even share with each number of players."""
    bounds = [(0.0, 0.0) if is_even(row) else row.gain.bounds or (-1.0, 1.0) for row in shares]
    if any(low > ENOUGH for low, _ in bounds):
        return CARE
    return USE if all(high <= ENOUGH for _, high in bounds) else OPEN
