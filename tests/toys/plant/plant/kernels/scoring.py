"""Who wins: the highest sum of strength and luck."""

from __future__ import annotations

from numpy import int64

from plant.state import N_CARDS
from simcli.engine.kernel import kernel
from simcli.engine.sharing import share_win


@kernel
def total_of(s, t, p):
    """Strength and luck of a seat, in thousandths."""
    x = int64(t.bonus[p]) + int64(s.luck[p])
    for k in range(N_CARDS):
        x += int64(t.value[k]) * s.held[p, k]
    a = int64(s.choice[p])
    if a >= 0:
        x += t.worth[a]
        if a < 3:
            for q in range(s.n_players):
                b = int64(s.choice[q])
                if q != p and 0 <= b < 3:
                    d = (a - b + 3) % 3
                    if d == 1:
                        x += t.circle
                    elif d == 2:
                        x -= t.circle
    return x


@kernel
def score(s, t, points):
    """Points that grow with it."""
    for p in range(s.n_players):
        v = total_of(s, t, p) // 50 + 600
        points[p, 0] = min(max(v, 0), 1200)


@kernel
def standings(s, t, out):
    """Higher for who finishes ahead."""
    for p in range(s.n_players):
        out[p] = total_of(s, t, p) * 64 + s.fine[p]


@kernel
def shares(s, t, out):
    """The highest wins."""
    standings(s, t, out)
    share_win(out, s.n_players)


@kernel
def holdings(s, t, out):
    """Cards dealt and kept."""
    for p in range(s.n_players):
        for k in range(N_CARDS):
            out[p, k, 0] = s.dealt[p, k]
            out[p, k, 1] = s.held[p, k]
