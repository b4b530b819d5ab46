"""The player's board: squares, rooms and their bonuses, spaces for specialists, the baggage.

0 guild guild 3
4   5     6   7
8   9    10  11
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import add_standing, check_storage, gain
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has

ALL_SQUARES = (1 << 12) - 1
GUILD_SQUARES = 0b0110
BAGGAGE_PLACE, LOW = uint64(S.NIBBLE * S.KINDS_OF_SPACE), uint64((1 << S.NIBBLE) - 1)
LEFT_COLUMN, RIGHT_COLUMN = 0b0001_0001_0001, 0b1000_1000_1000


# Squares


@hot
def beside(squares):
    """Squares with an edge at some of these."""
    across = ((squares & ~RIGHT_COLUMN) << 1) | ((squares & ~LEFT_COLUMN) >> 1)
    return (across | (squares << S.COLUMNS) | (squares >> S.COLUMNS)) & ALL_SQUARES


@kernel
def squares_for(s, t, p, size, anywhere):
    """KG-X-02, KG-PB-08: left squares where a tile of one or two squares fits, as a mask."""
    covered = int64(s.covered[p])
    free = ALL_SQUARES & ~covered
    near = free if anywhere or t.apart == 1 else free & beside(covered)  # GO-38
    if size == 1:
        return near
    left = free & ~RIGHT_COLUMN & (free >> 1)
    return left & (near | (near >> 1))


@kernel
def squares_of(s, t, p, room, how):
    """Squares for a room that is built (KG-SP-02), for the Statue (KG-F-02, GO-06), for a room of the guild tile (KG-GT-06)."""
    anywhere = s.power[p, S.BUILD_ANYWHERE] > 0 and (how == S.BUILT or (how == S.WON and t.statue_anywhere == 1))
    return squares_for(s, t, p, int64(t.room_size[room]), anywhere)


@kernel
def own_room(s, t, p, room, square):
    """A room lies on the board from now on."""
    s.rooms[p] |= bit(room)
    s.room_square[p, room] = square
    s.covered[p] = int64(s.covered[p]) | tile(t, room, square)
    s.n_free[p] += t.room_spaces[room]
    s.n_stood = 0
    add_standing(s, p, t.room_stands[room])


@hot
def tile(t, room, square):
    """Squares under a room, as a mask."""
    return (3 if t.room_size[room] == 2 else 1) << int64(square)


@cold
def put_room(s, t, p, room, square, how):
    """KG-X-02, KG-X-05: a room is put on the board, and bonus squares under it give their bonus, the left one first."""
    if counts(s) and how == S.BUILT and not has(uint64(squares_for(s, t, p, int64(t.room_size[room]), False)), square):
        mark(s, p, S.NUMBER_EFFECTS + S.BUILD_ANYWHERE)
    own_room(s, t, p, room, square)
    times = int64(1)
    if how == S.BUILT or t.statue_doubled == 1:  # KG-SP-02, GO-07
        times += int64(s.power[p, S.BONUS_AGAIN])
    for k in range(int64(t.room_size[room])):
        bonus = int64(t.bonus[s.board[p], square + k])
        if counts(s) and bonus > 0:
            mark(s, p, S.NUMBER_EFFECTS + S.BONUS_AGAIN if times > 1 else S.BONUS_SQUARE)
        if bonus == 1 + S.COINS:
            s.coins[p] += times * int64(t.square_coins)
        elif bonus > 0:
            gain(s, p, bonus - 1, times, 0)
    check_storage(s, t, p)
    s.busy |= int64(how == S.BUILT)


# Rooms on offer


@kernel
def find_offer(s, t):
    """Writes `on_offer`."""
    s.on_offer = NOBODY
    left = t.for_sale
    while left != NOBODY:
        room = lowest_bit(left)
        left &= left - ONE
        if s.pile[t.room_pile[room]] > 0:
            s.on_offer |= bit(room)


@kernel
def within_reach(s, t, p):
    """Rooms whose price is held, as a mask; KG-SP-37: less with a resource to spend."""
    coins = int64(s.coins[p])
    if s.held[p] != NOBODY:
        coins += int64(s.power[p, S.ROOM_SAVING])
    return t.within[min(coins, S.MOST_PRICE)]


@cold
def buildable(s, t, p):
    """KG-X-02 to KG-X-04: rooms that can be built, as a mask."""
    mask = NOBODY
    anywhere = s.power[p, S.BUILD_ANYWHERE] > 0
    small, big = squares_for(s, t, p, 1, anywhere), squares_for(s, t, p, 2, anywhere)
    if small == 0:
        return mask
    left = s.on_offer & within_reach(s, t, p) & ~s.rooms[p]  # KG-X-03
    if big == 0:
        left &= t.single
    while left != NOBODY:
        room = lowest_bit(left)
        left &= left - ONE
        if t.barred[room] & s.rooms[p] != NOBODY:  # KG-X-04
            continue
        if s.restricted == 1 and is_banned(s, p, int64(t.room_item[room])):
            continue
        mask |= bit(room)
    return mask


@kernel
def statue_fits(s, t, p):
    """Whether the seat has a square for the Statue (KG-F-04)."""
    return squares_of(s, t, p, int64(t.statue), S.WON) != 0


# Spaces


@hot
def free_in(s, t, p, space):
    """Free spaces of a kind that the seat has."""
    room = int64(t.outside) if space == S.OUTSIDE else int64(t.room_spaces[space - 1])
    return room - int64(s.crowd[p, space]) - int64(space != S.OUTSIDE and s.baggage[p] == space)


@kernel
def own_spaces(s, t, p):
    """Kinds of spaces the seat has, as a mask."""
    return ONE | ((s.rooms[p] & t.with_spaces) << ONE)


@kernel
def free_spaces(s, t, p):
    """Kinds of spaces with a free one, as a mask."""
    mask = NOBODY
    kinds = own_spaces(s, t, p)
    while kinds != NOBODY:
        space = lowest_bit(kinds)
        kinds &= kinds - ONE
        if free_in(s, t, p, space) > 0:
            mask |= bit(space)
    return mask


@kernel
def room_for_baggage(s, t, p):
    """Free spaces that the baggage may take."""
    n = int64(0)
    kinds = own_spaces(s, t, p) & t.takes_baggage
    while kinds != NOBODY:
        n += free_in(s, t, p, lowest_bit(kinds))
        kinds &= kinds - ONE
    return n


@kernel
def brings_baggage(s, t, card):
    """Whether a card that is hired brings the token (KG-AM-58)."""
    return has(t.bringers, card) and s.baggage_out == 0


@kernel
def can_place(s, t, p, card):
    """KG-X-06, KG-SP-27, KG-SP-33: whether a card finds the spaces it asks for."""
    if s.n_free[p] == 0:
        return False
    if has(t.overseers, card):
        return s.n_free[p] >= 2
    return not brings_baggage(s, t, card) or (s.n_free[p] >= 2 and room_for_baggage(s, t, p) > 0)


@kernel
def spaces_for(s, t, p, card):
    """Kinds of spaces a card may be put in, as a mask."""
    mask = free_spaces(s, t, p)
    if brings_baggage(s, t, card) and room_for_baggage(s, t, p) == 1:
        kinds = mask & t.takes_baggage
        mask &= ~kinds
    return mask


@kernel
def put_specialist(s, t, p, card, space):
    """A specialist is owned from now on, in a space of a kind."""
    s.specialists[p] |= bit(card)
    s.crowd[p, space] += 1
    s.n_free[p] -= 1
    s.n_stood = 0
    add_standing(s, p, t.stands[card])
    s.busy = 1


@kernel
def put_baggage(s, p, space):
    """KG-SP-27."""
    s.baggage[p] = space
    s.baggage_out = 1
    s.n_free[p] -= 1
    s.n_stood = 0


# The Bard


@kernel
def moves_possible(s, t, p):
    """KG-SP-14, KG-AM-46: whether a specialist, or with GO-21 the baggage, can be moved to another kind of space."""
    now = arranged(s, t, p)
    for i in range(count_bits(int64(own_spaces(s, t, p)))):
        if moves_from(s, t, p, i, now) != NOBODY:
            return True
    return baggage_moves(s, t, p, now) != NOBODY


@kernel
def arranged(s, t, p):
    """How many specialists stand in each own kind of space, and where the baggage is, in one word (KG-AM-57)."""
    word, k, kinds = NOBODY, 0, own_spaces(s, t, p)
    while kinds != NOBODY:
        space = lowest_bit(kinds)
        kinds &= kinds - ONE
        word += uint64(s.crowd[p, space]) << uint64(S.NIBBLE * k)
        k += 1
        if space != S.OUTSIDE and s.baggage[p] == space:
            word += uint64(k) << BAGGAGE_PLACE
    return word


@kernel
def stood(s, word):
    """KG-AM-46: whether an arrangement stood before in this turn."""
    found = False
    for i in range(int64(s.n_stood)):
        found |= s.stood[i] == word
    return found


@kernel
def moves_from(s, t, p, i, now):
    """KG-SP-14, KG-AM-46: own kinds of spaces, by number, that a specialist in the i-th one can be moved to, as a mask; now: `arranged`."""
    mask = NOBODY
    if (now >> uint64(S.NIBBLE * i)) & LOW == NOBODY:
        return mask
    left, j, kinds = now - (ONE << uint64(S.NIBBLE * i)), 0, own_spaces(s, t, p)
    while kinds != NOBODY:
        to = lowest_bit(kinds)
        kinds &= kinds - ONE
        if j != i and free_in(s, t, p, to) > 0 and not stood(s, left + (ONE << uint64(S.NIBBLE * j))):
            mask |= bit(j)
        j += 1
    return mask


@kernel
def baggage_moves(s, t, p, now):
    """GO-21, KG-AM-46: own kinds of spaces, by number, that the baggage can be moved to, as a mask; now: `arranged`."""
    mask, targets = NOBODY, baggage_targets(s, t, p)
    if targets == NOBODY:
        return mask
    left, j, kinds = now & ((ONE << BAGGAGE_PLACE) - ONE), 0, own_spaces(s, t, p)
    while kinds != NOBODY:
        to = lowest_bit(kinds)
        kinds &= kinds - ONE
        j += 1
        if has(targets, to) and not stood(s, left + (uint64(j) << BAGGAGE_PLACE)):
            mask |= bit(j - 1)
    return mask


@kernel
def baggage_targets(s, t, p):
    """GO-21: kinds of spaces the baggage can be moved to, as a mask."""
    if t.baggage_moves == 0 or s.baggage[p] == 0:
        return NOBODY
    return free_spaces(s, t, p) & t.takes_baggage & ~bit(int64(s.baggage[p]))


@kernel
def kind_number(s, t, p, k):
    """The k-th kind of space the seat has."""
    kinds = own_spaces(s, t, p)
    for _ in range(k):
        kinds &= kinds - ONE
    return lowest_bit(kinds)


@kernel
def count_free(s, t, p):
    """Free spaces of all kinds."""
    n = int64(0)
    for space in range(S.SPACES):
        if has(own_spaces(s, t, p), space):
            n += free_in(s, t, p, space)
    return n


assert uint64(1) == ONE
assert S.GIVEN > S.WON
