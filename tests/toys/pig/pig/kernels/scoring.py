"""Points and the winner."""

from __future__ import annotations

from simcli.engine.kernel import kernel
from simcli.engine.sharing import share_win


@kernel
def score(s, t, points):
    """points[player, 0]: banked so far."""
    for p in range(s.n_players):
        points[p, 0] = s.banked[p]


@kernel
def standings(s, t, out):
    """Higher for who finishes ahead; PG-21: by banked points."""
    for p in range(s.n_players):
        out[p] = s.banked[p]


@kernel
def shares(s, t, out):
    """Sixtieths of the win by seat; PG-21: most banked points, ties share."""
    standings(s, t, out)
    share_win(out, s.n_players)


@kernel
def holdings(s, t, out):
    """out[player, face, 0/1]: rolled, and rolled in turns that were banked."""
    for p in range(s.n_players):
        for f in range(t.n_faces):
            out[p, f, 0] = s.rolled[p, f]
            out[p, f, 1] = s.kept[p, f]
