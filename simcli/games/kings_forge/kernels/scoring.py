"""Crafts, winners, what was held."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, kernel
from simcli.engine.sharing import share_win
from simcli.games.kings_forge import state as S

CRAFTED, STOLEN = 0, 1


@cold
def score(s, t, points):
    """points[player, category]: KF-86; secured crafts made from the display and taken from others."""
    for p in range(s.n_players):
        mine = int64(s.secured[p])
        points[p, STOLEN] = count_bits(mine & int64(s.theft))
        points[p, CRAFTED] = count_bits(mine & ~int64(s.theft))


@kernel
def highest(s, p):
    """Place in the order of ranks of the seat's best craft, from 1; 0 for none."""
    best = 0
    for i in range(S.MAX_DRAWN):
        if (int64(s.secured[p]) >> i) & 1:
            best = i + 1
    return best


@cold
def standings(s, t, out):
    """Higher for who finishes ahead: most crafts, then the highest rank (KF-82, KF-85, GO-02)."""
    finished = False
    if t.victory_order == S.RANK_AMONG_FINISHERS:
        for p in range(s.n_players):
            finished |= count_bits(int64(s.secured[p])) >= int64(t.crafts_to_end)
    for p in range(s.n_players):
        crafts = count_bits(int64(s.secured[p]))
        if finished:
            crafts = int64(crafts >= int64(t.crafts_to_end))
        out[p] = crafts * (S.MAX_DRAWN + 1) + highest(s, p)


@cold
def shares(s, t, out):
    """Sixtieths of the win by seat: most crafts, then the highest rank (KF-82, KF-85, GO-02)."""
    standings(s, t, out)
    share_win(out, s.n_players)


@cold
def holdings(s, t, out):
    """out[player, item, 0/1]: copies offered and held, in the order of the catalogue.

    A craft card that was drawn is offered to all and held by who secured it; as `stolen` it is held by who secured it by a theft. A half
    of a gather card in the game is offered once and held as often as it was used; so is a dock exchange. The marker is held by the
    first start player, and offered if chance drew who that is (GO-08). A situation is offered in every game and held by all in the
    games in which it is so.
    """
    drought = magic_drought(s, t)
    marker, situation = int64(t.start_marker_item), int64(t.magic_drought_item)
    for p in range(s.n_players):
        for item in range(t.n_items):
            out[p, item, 0] = 0
            out[p, item, 1] = 0
        for i in range(s.n_drawn):
            item, stolen = int64(t.card_item[s.drawn[i]]), int64(t.stolen_item[s.drawn[i]])
            held = (int64(s.secured[p]) >> i) & 1
            out[p, item, 0] = 1
            out[p, item, 1] = held
            out[p, stolen, 0] = 1
            out[p, stolen, 1] = held & (int64(s.theft) >> i)
        for k in range(s.n_gather):
            for row in range(2 * int64(s.deck[k]), 2 * int64(s.deck[k]) + 2):
                out[p, t.row_item[row], 0] = 1
                out[p, t.row_item[row], 1] = s.uses[p, row]
        for e in range(t.n_exchanges):
            out[p, t.row_item[S.FIRST_DOCK + e], 0] = 1
            out[p, t.row_item[S.FIRST_DOCK + e], 1] = s.uses[p, S.FIRST_DOCK + e]
        out[p, marker, 0] = t.start_player != S.FIXED_SEAT and s.first == p
        out[p, marker, 1] = s.first == p
        out[p, situation, 0] = 1
        out[p, situation, 1] = drought


@kernel
def magic_drought(s, t):
    """Whether a craft card of the game demands magic and no gather card of the game gives any for a fixed cost."""
    demanded = False
    for i in range(s.n_drawn):
        demanded |= t.dice[s.drawn[i], S.MAGIC] > 0
    given = False
    for k in range(s.n_gather):
        for row in range(2 * int64(s.deck[k]), 2 * int64(s.deck[k]) + 2):
            given |= t.gain[row, S.MAGIC] > 0
    return demanded and not given
