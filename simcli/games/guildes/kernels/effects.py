"""Dirty tricks: what each KIND of trick asks and does. A trick is a data row (kind, guild); a new row needs no new code.

The chain of a trick is short: `legal_mask` offers the next choice, `advance` takes it and says whether the trick is done.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned, unbanned
from simcli.engine.kernel import hot, kernel
from simcli.engine.mark import mark
from simcli.games.guildes import state as S

COUNTED, BITS, LAST_BIT = uint64(14), uint64(4), uint64(63)
"""Places of `shown_ge` from that of one card on, bits of each, the last bit of a word."""
ANYWAY, BOTH = uint64(8), uint64(0x11)
"""Bits of the places of `shown_ge` in which all seats are, and one seat there."""


@kernel
def trick_of(s, p):
    """The trick before seat p in this round."""
    return s.trick_deal[s.round - 1, p]


@kernel
def permitted(s, t, mask):
    """GO-15: of the legal choices in a trick, those that neither use a banned trick nor put down a banned guild; all if none is left."""
    p = s.actor
    if s.phase == S.USE:
        return mask & 1 if mask & 1 and is_banned(s, p, t.first_trick + int64(trick_of(s, p))) else mask
    if s.phase == S.EXCHANGE_IN or s.phase == S.KEEP:
        return unbanned(s, p, mask, 0)
    return mask


@kernel
def cards_mask(s, t, p):
    """GU-315: guilds of which seat p has a card face up, of this round or an earlier one."""
    mask = 0
    for g in range(t.n_guilds):
        if s.tableau[g, p] > 0:
            mask |= int64(1) << g
    return mask


@kernel
def discard(s, g, n):
    """GU-313: n cards of guild g go to the discard pile."""
    s.discards[g] += n


@hot
def show(s, p, g):
    """A card is turned up before seat p."""
    shown = uint64(s.tableau[g, p])
    s.tableau[g, p] += 1
    s.shown_ge[g] += seat_bit(shown)


@hot
def forget_sums(s, guilds):
    """No seat's sum of these guilds is true any more: another seat shows more cards of them. All at once: a loop over all places."""
    for p in range(S.MAX_SEATS):
        s.kept_mask[p] &= ~guilds


@hot
def seat_bit(shown):
    """One seat in the place of `shown_ge` for more than `shown` cards; no place for more than 13."""
    return uint64(shown < COUNTED) << (BITS * shown + ANYWAY & LAST_BIT)


@kernel
def none_shown(s):
    """`shown_ge` of a guild of which no card lies face up: all seats show at least -1 cards and at least 0."""
    return uint64(s.n_players) * BOTH


@kernel
def move(s, p, g, change):
    """A real card enters (1) or leaves (-1) the tableau of seat p."""
    if change > 0:
        show(s, p, g)
        forget_sums(s, int64(1) << g)
    else:
        s.tableau[g, p] -= 1
        s.shown_ge[g] -= seat_bit(uint64(s.tableau[g, p]))  # only tricks do that: the round's last choices, so no sum is read again
    s.played[p, g] = int64(s.played[p, g]) + change


@kernel
def is_target(s, p):
    """GU-430, GU-440: whether the actor's trick may choose seat p."""
    return p == s.actor or (s.protected_mask >> p) & 1 == 0


@kernel
def swappable(s, t, p):
    """GU-431, A-12: whether seat p may be one of the two players of a swap."""
    return t.swap_both_unprotected == 0 or is_target(s, p)  # GO-08


@kernel
def partners(t, mask, g):
    """Cards of `mask` that may be exchanged for guild g (A-13)."""
    return mask if t.null_tricks == 1 else mask & ~(int64(1) << g)  # GO-09


@kernel
def swap_partner_mask(s, t, first, g):
    """Seats above `first` with a card that may be exchanged for guild g."""
    mask = 0
    for q in range(int64(first) + 1, s.n_players):
        if swappable(s, t, q) and partners(t, cards_mask(s, t, q), g) != 0:
            mask |= int64(1) << q
    return mask


@kernel
def swap_give_mask(s, t, first):
    """GU-431: guilds of seat `first` for which some higher seat has a card to exchange."""
    if not swappable(s, t, first):
        return 0
    mask = 0
    mine = cards_mask(s, t, first)
    for g in range(t.n_guilds):
        if (mine >> g) & 1 and swap_partner_mask(s, t, first, g) != 0:
            mask |= int64(1) << g
    return mask


@kernel
def swap_first_mask(s, t):
    """Seats that can be the lower one of a swap."""
    mask = 0
    for p in range(s.n_players):
        if swap_give_mask(s, t, p) != 0:
            mask |= int64(1) << p
    return mask


@kernel
def remove_from_mask(s, t, paid):
    """GU-432, A-14: seats that can lose a card once the owner has paid a card of guild `paid`."""
    mask = 0
    for q in range(s.n_players):
        if q == s.actor:
            left = cards_mask(s, t, q)
            if s.tableau[paid, q] == 1:
                left &= ~(int64(1) << paid)
            if t.remove_own == 1 and left != 0:  # GO-10
                mask |= int64(1) << q
        elif is_target(s, q) and cards_mask(s, t, q) != 0:
            mask |= int64(1) << q
    return mask


@kernel
def pay_mask(s, t):
    """GU-432: own cards that may pay for the removal, after which a card remains to be removed."""
    mask = 0
    mine = cards_mask(s, t, s.actor) & t.cost_mask
    for g in range(t.n_guilds):
        if (mine >> g) & 1 and remove_from_mask(s, t, g) != 0:
            mask |= int64(1) << g
    return mask


@kernel
def exchange_out_mask(s, t):
    """GU-433, A-13: own cards for which the hand holds one to put down."""
    mask = 0
    mine = cards_mask(s, t, s.actor)
    for g in range(t.n_guilds):
        if (mine >> g) & 1 and partners(t, s.hand_mask[s.actor], g) != 0:
            mask |= int64(1) << g
    return mask


@kernel
def pile_size(s, t):
    """Cards in the pile of trick I (GU-439, A-17)."""
    n = 0
    for g in range(t.n_guilds):
        n += int64(s.discards[g])
    return n


@kernel
def usable(s, t, kind):
    """GU-311: whether the actor's trick can be carried out completely."""
    if kind == S.SWAP:
        return swap_first_mask(s, t) != 0
    if kind == S.COSTLY_REMOVAL:
        return pay_mask(s, t) != 0
    if kind == S.EXCHANGE:
        return exchange_out_mask(s, t) != 0
    if kind == S.DRAW:
        return pile_size(s, t) >= 2
    return True


@kernel
def target_mask(s):
    """GU-434: seats the actor may shift."""
    mask = 0
    for p in range(s.n_players):
        if is_target(s, p):
            mask |= int64(1) << p
    return mask


@kernel
def legal_mask(s, t):
    """Bit mask of the codes that are legal at this step of the actor's trick."""
    c = s.chain
    trick = trick_of(s, s.actor)
    mask = 1
    if s.phase == S.USE:
        mask = 3 if usable(s, t, t.trick_kind[trick]) else 1
    elif s.phase == S.SWAP_FIRST:
        mask = swap_first_mask(s, t)
    elif s.phase == S.SWAP_GIVE:
        mask = swap_give_mask(s, t, c[0])
    elif s.phase == S.SWAP_SECOND:
        mask = swap_partner_mask(s, t, c[0], c[1])
    elif s.phase == S.SWAP_TAKE:
        mask = partners(t, cards_mask(s, t, c[2]), c[1])
    elif s.phase == S.PAY:
        mask = pay_mask(s, t)
    elif s.phase == S.REMOVE_FROM:
        mask = remove_from_mask(s, t, c[0])
    elif s.phase == S.REMOVE:
        mask = cards_mask(s, t, c[1])
        if c[1] == s.actor and s.tableau[c[0], c[1]] == 1:
            mask &= ~(int64(1) << c[0])
    elif s.phase == S.EXCHANGE_OUT:
        mask = exchange_out_mask(s, t)
    elif s.phase == S.EXCHANGE_IN:
        mask = partners(t, s.hand_mask[s.actor], c[0])
    elif s.phase == S.SHIFT_SEAT:
        mask = target_mask(s)
    elif s.phase == S.SHIFT_BY:
        mask = 3 if s.tableau[t.trick_guild[trick], c[0]] > 0 else 2  # GU-438
    elif s.phase == S.KEEP:
        mask = (int64(1) << c[0]) | (int64(1) << c[1])
    return mask


@kernel
def advance(s, t, action):
    """Takes one choice; true when the trick is decided and done."""
    c = s.chain
    trick = trick_of(s, s.actor)
    if s.phase == S.USE:
        return start_trick(s, t, trick, action)
    if s.phase == S.SWAP_TAKE:  # GU-431
        move(s, c[0], c[1], -1)
        move(s, c[2], c[1], 1)
        move(s, c[2], action, -1)
        move(s, c[0], action, 1)
        return True
    if s.phase == S.REMOVE:  # GU-432
        move(s, s.actor, c[0], -1)
        move(s, c[1], action, -1)
        discard(s, c[0], 1)
        discard(s, action, 1)
        return True
    if s.phase == S.EXCHANGE_IN:  # GU-433
        move(s, s.actor, c[0], -1)
        move(s, s.actor, action, 1)
        s.hands[s.actor, action] -= 1
        s.hands[s.actor, c[0]] += 1
        s.hand_mask[s.actor] |= int64(1) << c[0]
        if s.hands[s.actor, action] == 0:
            s.hand_mask[s.actor] &= ~(int64(1) << action)
        return True
    if s.phase == S.SHIFT_BY:  # GU-434 to GU-437
        g = t.trick_guild[trick]
        s.shifts[c[0], g] += 2 * int64(action) - 1
        s.shifted |= int64(1) << g
        return True
    if s.phase == S.KEEP:  # GU-439
        other = c[0] + c[1] - action
        move(s, s.actor, action, 1)
        discard(s, other, 1)
        return True
    step = s.phase - S.SWAP_FIRST if s.phase < S.PAY else (s.phase - S.PAY if s.phase < S.EXCHANGE_OUT else 0)
    c[step] = action
    s.phase += 1
    return False


@kernel
def start_trick(s, t, trick, action):
    """GU-311: leave the trick, or use it and go to the first choice of its kind."""
    if action == 0:
        return True
    s.used[s.round - 1, s.actor] = 1
    kind = t.trick_kind[trick]
    mark(s, s.actor, int64(kind))
    if kind == S.PROTECT:  # GU-430
        s.protected_mask |= int64(1) << s.actor
        return True
    if kind == S.SWAP:
        s.phase = S.SWAP_FIRST
    elif kind == S.COSTLY_REMOVAL:
        s.phase = S.PAY
    elif kind == S.EXCHANGE:
        s.phase = S.EXCHANGE_OUT
    elif kind == S.SHIFT:
        s.phase = S.SHIFT_SEAT
    else:
        draw_two(s, t)
        s.phase = S.KEEP
    return False


@kernel
def draw_two(s, t):
    """GU-439: two cards leave the pile; the one not kept returns to it."""
    size = pile_size(s, t)
    for i in range(2):
        k = (s.draws[s.round - 1, i] * (size - i)) >> 32
        for g in range(t.n_guilds):
            here = int64(s.discards[g])
            if k < here:
                s.chain[i] = g
                break
            k -= here
        s.discards[s.chain[i]] -= 1
