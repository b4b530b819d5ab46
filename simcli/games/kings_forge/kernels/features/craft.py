"""What a craft or a theft means, and which die goes on it."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import HIGH_BITS, count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.craft import ALL_STEALS, LOW_BYTE, beats, count_rolled, makes, stealable, values_up_to
from simcli.games.kings_forge.kernels.features.columns import (
    ALLOWS,
    BLOCKS,
    CRAFT_EXPOSED,
    CRAFTS,
    DICE,
    ENDS_TURN,
    FINISHES,
    FROM_LEADER,
    KEEPS,
    LEADS,
    PLACE_EXPOSED,
    PROTECTS,
    RANK,
    STEALS,
    SURPLUS,
    WILD,
)


@kernel
def thieves_to_come(s, t, steal):
    """Players whose craft turn is still to come in this round and who may steal what is taken now, made or stolen (GO-14, GO-15)."""
    may = t.stealing != 0 and not (steal and t.safe != 0)
    return int64(s.n_players) - 1 - int64(s.turns) if may else int64(0)


@kernel
def crafts_of(s, q):
    """Crafts of a seat, secured or not, as a mask."""
    mask = int64(s.secured[q])
    rest = int64(s.unsecured)
    while rest != 0:
        i = lowest_bit(rest)
        mask |= int64(s.holder[i] == q) << i
        rest &= rest - 1
    return mask


@kernel
def held_by(s, q):
    """Number of crafts of a seat, secured or not."""
    return count_bits(crafts_of(s, q))


@cold
def craft_features(s, t, p, actions, n, sink):
    """Cards to make or steal, the end of the turn."""
    mine = held_by(s, int64(p))
    most = int64(0)
    for q in range(s.n_players):
        if q != p:
            most = max(most, held_by(s, int64(q)))
    exposed = thieves_to_come(s, t, False)
    allows = wants(s, 1 << ALLOWS)
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, ENDS_TURN, 1)
            continue
        card = code & ALL_STEALS
        steal = code >= S.STEAL
        dice = int64(0)
        for colour in range(S.BASIC):
            dice += int64(t.dice[s.drawn[card], colour])
        put(sink, i, CRAFTS, int64(not steal))
        put(sink, i, STEALS, int64(steal))
        put(sink, i, RANK, card + 1)
        put(sink, i, DICE, dice)
        put(sink, i, FINISHES, int64(mine + 1 >= int64(t.crafts_to_end)))
        put(sink, i, LEADS, int64(mine + 1 > most))
        if steal:
            holder = held_by(s, int64(s.holder[card]))
            put(sink, i, FROM_LEADER, int64(holder >= most))
            put(sink, i, BLOCKS, int64(holder >= int64(t.crafts_to_end)))
        put(sink, i, CRAFT_EXPOSED, exposed * int64(not steal))
        put(sink, i, ALLOWS, makable_after(s, t, p, code) if allows else 0)


@cold
def makable_after(s, t, p, code):
    """Cards of the display, the next one of the queue, and crafts of others that could still be made if a card took the lowest dice that
    do; library dice left out, and each card by itself.
    """
    card = code & ALL_STEALS
    count_rolled(s)
    for colour in range(S.BASIC):
        need = s.laid_ge[card, colour] if code >= S.STEAL else t.need_ge[s.drawn[card], colour]
        if need != uint64(0):
            s.rolled_ge[colour] = left_over(s.rolled_ge[colour], need)
    s.libraries = 0
    bit = int64(1) << card
    rest = int64(s.display) & ~bit
    if code < S.STEAL and s.queue_next < s.n_drawn:  # KF-73
        rest |= int64(1) << int64(s.queue_next)
    count = int64(0)
    while rest != 0:
        count += makes(s, t, lowest_bit(rest))
        rest &= rest - 1
    rest = stealable(s, t, p) & ~bit
    while rest != 0:
        count += beats(s, t, lowest_bit(rest))
        rest &= rest - 1
    return count


@kernel
def left_over(have, need):
    """Dice left by value, in the form of `rolled_ge`, when the lowest dice that do meet what is needed.

    Of value v and more are left as many as of any value up to v are there beyond those needed of it.
    """
    left = uint64(0)
    fewest = int64(LOW_BYTE)
    for value in range(1, S.FACES + 1):
        shift = uint64(8 * value)
        beyond = int64((have >> shift) & LOW_BYTE) - int64((need >> shift) & LOW_BYTE)
        fewest = max(min(fewest, beyond), int64(0))
        left |= uint64(fewest) << shift
    return left


@cold
def place_features(s, t, p, actions, n, sink):
    """Dice for the next requirement."""
    exposed = thieves_to_come(s, t, s.using >= S.STEAL)
    at = int64(s.due_next) % S.ROW
    others = int64(s.display) & ~(int64(1) << (int64(s.using) & ALL_STEALS))
    count_rolled(s)
    for i in range(n):
        colour, value = int64(actions[i]) // S.ROW, int64(actions[i]) % S.ROW
        surplus = value - at
        put(sink, i, SURPLUS, surplus)
        put(sink, i, PROTECTS, surplus if exposed > 0 else 0)
        put(sink, i, KEEPS, still_makable(s, t, others, colour, value) if wants(s, 1 << KEEPS) else 0)
        put(sink, i, WILD, int64(colour == S.LIBRARY))
        put(sink, i, PLACE_EXPOSED, surplus * exposed)


@cold
def still_makable(s, t, cards, colour, value):
    """Cards that the counted dice could make without one die; without library dice, and each card by itself."""
    less = values_up_to(value) if colour < S.BASIC else uint64(0)
    count = int64(0)
    rest = cards
    while rest != 0:
        row = int64(s.drawn[lowest_bit(rest)])
        rest &= rest - 1
        enough = HIGH_BITS
        for c in range(S.BASIC):
            have = s.rolled_ge[c] - (less if c == colour else uint64(0))
            enough &= (have | HIGH_BITS) - t.need_ge[row, c]
        count += enough & HIGH_BITS == HIGH_BITS
    return count
