"""What cards and rooms are worth to a seat: treasures in the hand, rooms as things stand and with what may still come, spaces filled."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import count_of, kinds_of
from simcli.games.kings_guild.kernels.board import free_in, own_spaces, room_for_baggage
from simcli.games.kings_guild.kernels.craft import count_in_hand
from simcli.games.kings_guild.kernels.features.aims import per_one, tallied
from simcli.games.kings_guild.kernels.hire import hire_price, is_barred
from simcli.games.kings_guild.kernels.scoring import condition
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has

PARTS = 12
"""Hopes are counted in twelfths of what a room counts."""
HEROES_HOPED, ICONS_HOPED, COINS_HOPED, PEOPLE_HOPED, ROOMS_HOPED, SCROLLS_HOPED = 4, 9, 12, 4, 3, 1
"""What a quest still to come brings of it."""
KINDS_KEPT = 4
"""Kinds of resources that a seat ends with if it tries to."""
SOLO_QUESTS = 5
"""Alone two cards of so many that come become own quests."""
TOO_MANY = 99


# Time


@kernel
def quests_left(s):
    """Cards of the quest deck still to come, for a seat."""
    left = int64(s.n_quest_deck) - int64(s.next_quest)
    return left // int64(s.n_players) if s.n_players > 1 else 2 * left // SOLO_QUESTS


# Treasures


@kernel
def kept_worth(s, t, p, card, there):
    """Points that a card is worth in the hand, without the bonus for most charms; there: copies of it that are in the hand besides."""
    if has(t.charms, card):
        return int64(t.charm_points[card])
    if has(t.relics, card):
        return relic_worth(s, t, p, card, there)
    if has(t.scrolls, card):
        return per_one(s, t, p, S.N_SCROLLS)
    return int64(0)


@kernel
def relic_worth(s, t, p, card, there):
    """What the set that the card belongs to is worth with it more than without; see KG-P-02."""
    size = int64(1)
    others = s.hand_mask[p] & t.relics & ~bit(card)
    if there == 0:  # as mostly: all others in the hand are in the set
        size += count_bits(others)
        others = NOBODY
    while others != NOBODY:
        size += int64(s.hand[p, lowest_bit(others)] > there)
        others &= others - ONE
    return int64(t.relic_points[size]) - int64(t.relic_points[size - 1])


@kernel
def is_idle(t, card):
    """Whether a card is good for nothing but to be sold."""
    return has(t.idle, card)


@kernel
def resources_of(t, card):
    """Resources that a card brings when it is played, a byte a kind, and how many besides of a kind to be chosen."""
    word, chosen, row = NOBODY, int64(0), int64(t.played[card])
    while row != 0:
        if t.kind[row] == S.GAIN:
            if t.a[row] < S.RESOURCES:
                word += uint64(t.b[row]) << uint64(8 * int64(t.a[row]))
            elif t.a[row] == S.NAMED:
                chosen += int64(t.b[row])
        elif chosen > 0 or word != NOBODY:
            return word, chosen
        row = int64(t.next[row])
    return word, chosen


# Rooms


@cold
def prospect(s, t, p, room, tally, coins, left):
    """Points of a room without those of full spaces: as things stand, and those that `left` more quests of the seat may add.

    tally: what own quests show, see `aims.tally_of`; coins: those held once the room is paid for.
    """
    now = int64(t.room_points[room])
    row = int64(t.end_row[room])
    if row == 0 or t.room_spaces[room] > 0:
        return now, int64(0)
    if t.kind[row] != S.COUNT:
        beside = has(s.rooms[p], int64(t.statue))
        return now + (int64(t.b[t.next[row]]) if beside else 0), int64(0)
    a, c, every, gain = int64(t.a[row]), int64(t.c[row]), int64(t.b[row]), int64(t.b[t.next[row]])
    n, more = amount(s, t, p, a, tally, coins, left)
    then = PARTS * n + more
    if c != S.N_NOTHING:
        m, more = amount(s, t, p, c, tally, coins, left)
        n, then = min(n, m), min(then, PARTS * m + more)
    points = n // every * gain
    return now + points, max(then * gain // (PARTS * every) - points, 0)


@kernel
def amount(s, t, p, what, tally, coins, left):
    """What a room counts, and how much more of it may come, in twelfths."""
    if tallied(what):
        return count_of(tally, what - S.N_MAGES), left * (HEROES_HOPED if what <= S.N_WARRIORS else ICONS_HOPED)
    if what == S.N_COINS:
        return max(coins, 0), left * COINS_HOPED
    if what == S.N_SPECIALISTS:
        return count_bits(int64(s.specialists[p])), min(left, int64(s.n_free[p])) * PEOPLE_HOPED
    if what == S.N_ROOMS:
        return 1 + count_bits(int64(s.rooms[p])), left * ROOMS_HOPED
    if what == S.N_KINDS:
        n = count_bits(int64(kinds_of(s.held[p])))
        return n, PARTS * max(KINDS_KEPT - n, 0)
    if what == S.N_SCROLLS:
        return count_in_hand(s, p, t.scrolls), left * SCROLLS_HOPED
    return int64(0), int64(0)


@kernel
def points_when_full(t, room):
    """Points of a room for full spaces."""
    row = int64(t.end_row[room])
    return int64(t.b[t.next[row]]) if row != 0 and t.room_spaces[room] > 0 else int64(0)


@kernel
def filled_by(s, t, p, space):
    """Points of the room that one more specialist in a kind of space fills."""
    if space == 0 or free_in(s, t, p, space) != 1:
        return int64(0)
    return points_when_full(t, space - 1)


@kernel
def best_filled(s, t, p):
    """Most points of a room that one more specialist fills, and twice those of one that it fills by half."""
    best, half = int64(0), int64(0)
    rooms = s.rooms[p] & t.with_spaces
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        free = free_in(s, t, p, room + 1)
        if free == 1:
            best = max(best, points_when_full(t, room))
        elif free > 1:
            half = max(half, points_when_full(t, room))
    return best, half


# The Bard


@kernel
def filling(s, t, p, rooms):
    """Points of these rooms when full, and the specialists that takes (GO-02)."""
    points, people = int64(0), int64(0)
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        points += points_when_full(t, room)
        people += int64(t.room_spaces[room])
        if s.baggage[p] == room + 1:
            people += -1 if t.baggage_fills == 1 else TOO_MANY
    return points, people


@cold
def best_arranged(s, t, p):
    """Rooms that are worth most of those that all own specialists can fill, as a mask, and the points by which that is more than now."""
    rooms, now, best, most = s.rooms[p] & t.with_spaces, int64(0), NOBODY, int64(0)
    left = rooms
    while left != NOBODY:
        room = lowest_bit(left)
        left &= left - ONE
        now += condition(s, t, p, room, S.OF_FULL) * points_when_full(t, room)
    chosen = rooms
    while chosen != NOBODY:
        points, people = filling(s, t, p, chosen)
        if points > most and people <= count_bits(int64(s.specialists[p])):
            best, most = chosen, points
        chosen = (chosen - ONE) & rooms
    return best, most - now


@cold
def waiting_for_room(s, t, p):
    """Most prestige of a card of the row that could be hired if the Bard made room for its baggage (KG-SP-27)."""
    most = int64(0)
    if (
        s.baggage_out == 1
        or s.n_free[p] < 2
        or room_for_baggage(s, t, p) > 0
        or s.hired > 0
        or (s.main != S.NO_MAIN and s.main != S.M_EXPAND)
    ):
        return most
    people, inside = int64(0), own_spaces(s, t, p) & t.takes_baggage
    while inside != NOBODY:
        people += int64(s.crowd[p, lowest_bit(inside)])
        inside &= inside - ONE
    for place in range(int64(t.places)):
        card = int64(s.row[place])
        if people == 0 or card == S.NO_CARD or not has(t.bringers, card):
            continue
        if hire_price(s, t, p, place) <= s.coins[p] and not is_barred(s, t, p, card):
            most = max(most, int64(t.prestige[card]))
    return most
