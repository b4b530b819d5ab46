"""Majorities, militia, ranking and tie-breaks."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import kernel
from simcli.engine.sharing import share_win
from simcli.games.guildes import state as S

NONE, ONE, FOUR, FIFTEEN, LAST, SEATS = uint64(0), uint64(1), uint64(4), uint64(15), uint64(60), uint64(S.MAX_SEATS)


@kernel
def guild_votes(s, t, r, g, p):
    """Votes seat p gets for guild g in the scoring of round r (from 0) as things stand (GU-81 to GU-86, GU-421)."""
    mine = int64(s.tableau[g, p]) + s.shifts[p, g]  # GU-434 to GU-437, A-15
    if mine <= 0 or (t.virtual_alone == 0 and s.tableau[g, p] == 0):  # GU-81, GO-11
        return 0
    ahead = 0
    tied = 0
    for q in range(s.n_players):
        if q == p or (t.virtual_alone == 0 and s.tableau[g, q] == 0):
            continue
        other = int64(s.tableau[g, q]) + s.shifts[q, g]
        if other == mine:
            tied += 1
        elif other > mine:
            ahead += 1
    if t.event_ties[s.event] == 1:  # GU-421
        if tied > 0:
            return 0
        if t.move_up == 1:
            ahead = untied_ahead(s, t, g, p, mine)
    return int64(t.payout[r * S.MAX_GUILDS + g, ahead * S.MAX_SEATS + tied])


@kernel
def plain_votes(s, t, r, g):
    """Adds what `guild_votes` says for all seats when no virtual change and no tie event is in force and nobody shows more than 13
    cards of the guild: a twentieth of all time of a random playout against a quarter."""
    for p in range(s.n_players):
        mine = uint64(s.tableau[g, p])
        if mine > 0:  # GU-81
            counts = s.shown_ge[g] >> FOUR * (mine + ONE)
            ahead = counts >> FOUR & FIFTEEN
            tied = (counts & FIFTEEN) - ahead - ONE
            s.votes[p, g] += t.payout[r * S.MAX_GUILDS + g, ahead * SEATS + tied]  # GU-82 to GU-85


@kernel
def untied_ahead(s, t, g, p, mine):
    """GU-421: players with more than `mine` whose number nobody shares."""
    n = 0
    for q in range(s.n_players):
        other = int64(s.tableau[g, q]) + s.shifts[q, g]
        if q == p or other <= mine or (t.virtual_alone == 0 and s.tableau[g, q] == 0):
            continue
        alone = 1
        for k in range(s.n_players):
            counts = t.virtual_alone == 1 or s.tableau[g, k] > 0
            if k != q and counts and int64(s.tableau[g, k]) + s.shifts[k, g] == other:
                alone = 0
        n += alone
    return n


@kernel
def score_round(s, t):
    """GU-43, GU-80, GU-90, GU-91: all cards of the tableaus count; every guild pays by majority, every militia card by itself."""
    r = s.round - 1
    plain = s.shifted == 0 and t.event_ties[s.event] == 0
    rest = int64(t.scored_mask)
    while rest != 0:
        g = lowest_bit(rest)
        rest &= rest - 1
        if plain and s.shown_ge[g] >> LAST == NONE:
            plain_votes(s, t, r, g)
        else:
            for p in range(s.n_players):
                s.votes[p, g] += guild_votes(s, t, r, g, p)
    rest = int64(t.flat_mask)
    while rest != 0:
        g = lowest_bit(rest)
        rest &= rest - 1
        for p in range(s.n_players):
            s.votes[p, g] += t.votes_per_card[g] * t.flat_pays[r] * s.tableau[g, p]  # GU-90, GO-19


@kernel
def score(s, t, points):
    """points[player, guild]: votes so far by the guild that paid them (GU-91)."""
    for p in range(s.n_players):
        for g in range(t.n_guilds):
            points[p, g] = s.votes[p, g]


@kernel
def total(s, t, p):
    """Votes of seat p so far."""
    votes = 0
    for g in range(t.n_guilds):
        votes += int64(s.votes[p, g])
    return votes


@kernel
def militia_cards(s, t, p):
    """GU-110, A-20: militia in the tableau at the end."""
    n = 0
    rest = int64(t.flat_mask)
    while rest != 0:
        n += int64(s.tableau[lowest_bit(rest), p])
        rest &= rest - 1
    return n


@kernel
def standing(s, t, p):
    """One number that ranks seat p: votes first (GU-100), then militia (GU-110)."""
    return total(s, t, p) * 1024 + (militia_cards(s, t, p) if t.tie_break == 1 else 0)


@kernel
def standings(s, t, out):
    """Higher for who finishes ahead: votes, then militia (`standing`)."""
    for p in range(s.n_players):
        out[p] = standing(s, t, p)


@kernel
def shares(s, t, out):
    """Sixtieths of the win by seat; GU-111: whoever is still tied shares."""
    standings(s, t, out)
    share_win(out, s.n_players)


@kernel
def holdings(s, t, out):
    """out[player, item, 0/1]: copies offered and held; guilds, then events, then tricks.

    A guild card is offered when it is in a pack dealt to the seat and held when it lies in the tableau at the end. An event is
    offered and held by everybody in a game that turned it up. A trick is offered when dealt and held when used.
    """
    for p in range(s.n_players):
        for g in range(t.n_guilds):
            out[p, g, 0] = s.offered[p, g]
            out[p, g, 1] = s.tableau[g, p]
    if t.events_on == 1:
        n = t.first_event
        for p in range(s.n_players):
            for e in range(t.n_events):
                out[p, n + e, 0] = 0
                out[p, n + e, 1] = 0
            for r in range(t.rounds):
                out[p, n + s.events[r], 0] = 1
                out[p, n + s.events[r], 1] = 1
    if t.tricks_on == 1:
        n = t.first_trick
        for p in range(s.n_players):
            for k in range(t.n_tricks):
                out[p, n + k, 0] = 0
                out[p, n + k, 1] = 0
            for r in range(t.rounds):
                out[p, n + s.trick_deal[r, p], 0] += 1
                out[p, n + s.trick_deal[r, p], 1] += s.used[r, p]
