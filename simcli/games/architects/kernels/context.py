"""What a player knows of a position, in columns for learned players: what lies open, and the own hand by what it lacks."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold
from simcli.games.architects import state as S
from simcli.games.architects.decisions import GROUPS, OTHERS
from simcli.games.architects.kernels.features.points import FAR_AHEAD, find_totals, points_ahead
from simcli.games.architects.kernels.features.target import find_projects
from simcli.games.architects.kernels.guildhall import own_skills


@cold
def context(s, t, player, out):
    """Columns of `decisions.CONTEXT`."""
    p = int64(player)
    for what in range(S.STORED):
        out[what] = s.amount[p, what]
    rival_mines, rival_biggest, rival_most = int64(0), int64(0), int64(0)
    for location in range(S.LOCATIONS):
        out[GROUPS + location] = s.at[location, p]
        for q in range(s.n_players):
            if q != p:
                rival_biggest = max(rival_biggest, int64(s.at[location, q]))
    for q in range(s.n_players):
        if q != p:
            rival_mines = max(rival_mines, int64(s.at[S.MINES, q]))
            rival_most = max(rival_most, int64(s.hall[q]))
    find_totals(s, t)
    find_projects(s, t, p)
    out[OTHERS] = s.total[p]
    out[OTHERS + 1] = min(max(points_ahead(s, p, int64(0)), -FAR_AHEAD), FAR_AHEAD)
    out[OTHERS + 2] = int64(t.hall_spaces) - int64(s.n_hall)
    out[OTHERS + 3] = s.hall[p]
    out[OTHERS + 4] = rival_most
    out[OTHERS + 5] = s.last_turns
    out[OTHERS + 6] = s.tax_stand
    out[OTHERS + 7] = s.taken[p]
    out[OTHERS + 8] = rival_biggest
    out[OTHERS + 9] = rival_mines
    out[OTHERS + 10] = count_bits(s.apprentices[p])
    out[OTHERS + 11] = count_bits(own_skills(s, t, p))
    out[OTHERS + 12] = s.lack_goods
    out[OTHERS + 13] = count_bits(int64(s.lack_skills))
    out[OTHERS + 14] = s.resets
    spaces = int64(0)
    for space in range(S.SPACES):
        spaces += s.market[space] != S.NONE
    out[OTHERS + 15] = spaces
