"""Terms of copies held, for items that are judged in pairs: kept game by game, added to a tally deal by deal (`tally_parts.held_terms`)."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import hot_in_bounds, in_bounds
from simcli.tally_parts import TERM_BLOCK


@in_bounds
def keep_terms(game, match, sums):
    """The terms of the items that are judged in pairs, a row for each player of one finished game: kept until the deal is done."""
    n_players = match.n_players
    rows = sums.terms[2]
    last = rows.shape[0] - 1
    for p in range(n_players):
        r = rows[last, 0]
        rows[last, 0] += 1
        rows[r, 0] = game.seats[p]
        rows[r, 1] = game.share[p]
        rows[r, 2] = game.total[p]
        for t in range(match.terms.shape[0]):
            x = int64(game.held[p, match.terms[t, 0], 1])
            if match.terms[t, 1] >= 0:
                x *= game.held[p, match.terms[t, 1], 1]
            elif match.terms[t, 2] > 0:
                x = int64(x >= match.terms[t, 2])
            sums.terms[0, r, t] = x


@hot_in_bounds
def add_times(sums, x, values):
    """Adds x times the values to as many sums."""
    for u in range(sums.shape[0]):
        sums[u] += x * values[u]


@in_bounds
def add_terms(deal_number, match, sums):
    """How the terms of one deal vary together between the player-games of a strategy, and what goes with them.

    First the sums over each strategy's rows, in place of the deviations of its first row, then the deviations from its mean, times its
    number of rows; then the products, row by row of a triangle.
    """
    values = sums.terms[0]
    apart = sums.terms[1]
    rows = sums.terms[2]
    n_rows = rows[rows.shape[0] - 1, 0]
    rows[rows.shape[0] - 1, 0] = 0
    n_terms = match.terms.shape[0]
    for r in range(n_rows):
        f = int64(0)
        while rows[f, 0] != rows[r, 0]:
            f += 1
        rows[r, 3] = f
        if f == r:
            rows[r, 4] = 0
            apart[r, :] = 0
        rows[f, 4] += 1
        for t in range(n_terms):
            apart[f, t] += values[r, t]
    for k in range(n_rows):
        r = n_rows - 1 - k
        f = rows[r, 3]
        for t in range(n_terms):
            apart[r, t] = rows[f, 4] * values[r, t] - apart[f, t]
    group = deal_number // TERM_BLOCK % sums.term_spread.shape[0]
    spread = sums.term_spread[group]
    gain = sums.term_gain[group]
    at = int64(0)
    for t in range(n_terms):
        first = match.terms[t, 3]
        for r in range(n_rows):
            gain[t, 0] += apart[r, t] * rows[r, 1]
            gain[t, 1] += apart[r, t] * rows[r, 2]
            x = values[r, t]
            if x != 0 and rows[rows[r, 3], 4] > 1:
                add_times(spread[at : at + t + 1 - first], x, apart[r, first : t + 1])
        at += t + 1 - first
