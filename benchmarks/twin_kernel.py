"""The playout loop without its tally: what the C twin does, no more and no less."""

from __future__ import annotations

from numpy import uint64

from simcli.engine import rng
from simcli.engine.contract import score, shares
from simcli.engine.kernel import entry
from simcli.engine.playout import MIXED, draw_lineup, play_game, start_deal


@entry
def play_checksum(states, t, first_deal, n_deals, seed, players, functions, works, limit, scratch, status, sums):
    """Plays deals with all rotations of one strategy; sums uint64[3]: checksum of shares, scores and decisions, games, decisions."""
    s = states[0]
    w = works[0]
    checksum = uint64(0)
    for d in range(first_deal, first_deal + n_deals):
        deal_key = rng.deal_key(seed, d)
        draw_lineup(MIXED, w.lineup, 1, deal_key, t.players, w.lineup, scratch, w.generator)
        start_deal(states, t, deal_key)
        for rotation in range(t.players):
            for p in range(t.players):
                w.seats[p] = w.lineup[(p + rotation) % t.players]
            play_game(states, t, deal_key, rotation, players, functions, w, limit, status)
            score(s, t, w.points)
            shares(s, t, w.share)
            for p in range(t.players):
                total = 0
                for c in range(t.n_guilds):
                    total += w.points[p, c]
                checksum = rng.splitmix(checksum ^ uint64(total * 4096 + w.share[p] * 16 + w.seats[p]))
            checksum = rng.splitmix(checksum ^ uint64(s.decisions))
            sums[2] += s.decisions
            sums[1] += uint64(1)
    sums[0] = checksum
