"""What a player knows of a position, in columns for learned players: what lies face up, and the own cards."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold


@cold
def context(s, t, player, out):
    """Columns of `decisions.CONTEXT`."""
    p = int64(player)
    own, best = int64(0), int64(0)
    for q in range(s.n_players):
        votes = int64(0)
        for guild in range(t.n_guilds):
            votes += int64(s.votes[q, guild])
        if q == p:
            own = votes
        else:
            best = max(best, votes)
    out[0] = own
    out[1] = own - best
    out[2] = s.step
    alone, level, most, kinds, cards, hand = int64(0), int64(0), int64(0), int64(0), int64(0), int64(0)
    for guild in range(t.n_guilds):
        mine, others = int64(s.played[p, guild]), int64(0)
        for q in range(s.n_players):
            if q != p:
                others = max(others, int64(s.tableau[guild, q]))
        alone += mine > others
        level += mine > 0 and mine == others
        most = max(most, mine)
        kinds += mine > 0
        cards += mine
        hand += int64(s.hands[p, guild])
    out[3] = alone
    out[4] = level
    out[5] = most
    out[6] = kinds
    out[7] = cards
    out[8] = hand
