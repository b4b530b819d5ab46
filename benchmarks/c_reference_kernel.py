"""The playout loop without its tally: what the C reference does, no more and no less."""

from __future__ import annotations

from numpy import uint64

from simcli.engine import rng
from simcli.engine.contract import score, shares
from simcli.engine.kernel import entry
from simcli.engine.loop.playout import begin_deal, play_rotation


@entry
def play_checksum(states, t, match, strategies, scratch, order, status, sums):
    """Plays deals with all rotations of one strategy; sums uint64[3]: checksum of shares, scores and decisions, games, decisions."""
    s = states[0]
    work = scratch[0]
    checksum = uint64(0)
    for d in range(match.first_deal, match.first_deal + match.n_deals):
        deal_key = begin_deal(states, t, match, d, 1, work, order)
        for rotation in range(t.players):
            play_rotation(states, t, deal_key, rotation, match, strategies, work, status)
            score(s, t, work.points)
            shares(s, t, work.share)
            for p in range(t.players):
                total = 0
                for c in range(t.n_guilds):
                    total += work.points[p, c]
                checksum = rng.splitmix(checksum ^ uint64(total * 4096 + work.share[p] * 16 + work.seats[p]))
            checksum = rng.splitmix(checksum ^ uint64(s.decisions))
            sums[2] += s.decisions
            sums[1] += uint64(1)
    sums[0] = checksum
