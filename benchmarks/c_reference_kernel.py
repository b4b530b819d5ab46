"""The playout loop without its tally: what the C reference does, no more and no less."""

from __future__ import annotations

from numpy import uint64

from simcli.engine import rng
from simcli.engine.contract import score, shares
from simcli.engine.kernel import entry
from simcli.engine.loop.playout import draw_lineup, play_game, start_deal
from simcli.game import MIXED


@entry
def play_checksum(states, t, first_deal, n_deals, seed, strategies, scratch, max_decisions, order, status, sums):
    """Plays deals with all rotations of one strategy; sums uint64[3]: checksum of shares, scores and decisions, games, decisions."""
    s = states[0]
    work = scratch[0]
    checksum = uint64(0)
    for d in range(first_deal, first_deal + n_deals):
        deal_key = rng.deal_key(seed, d)
        draw_lineup(MIXED, work.lineup, 1, deal_key, t.players, work.lineup, order, work.generator)
        start_deal(states, t, deal_key)
        for rotation in range(t.players):
            for p in range(t.players):
                work.seats[p] = work.lineup[(p + rotation) % t.players]
            play_game(states, t, deal_key, rotation, strategies, work, max_decisions, status)
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
