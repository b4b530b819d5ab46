"""What a player knows of a position: what lies open, and the own hand; never hands of others, decks or bids. Names: GAME.context."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits, covers, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.columns import kings_guild as c
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import count_of, free_sigils, sale_of, storage, total_of
from simcli.games.kings_guild.kernels.craft import cost_of, count_in_hand
from simcli.games.kings_guild.kernels.features.aims import find_aims, hall_points, look_ahead, tallied, tally_of
from simcli.games.kings_guild.kernels.features.steps import cheapest_master
from simcli.games.kings_guild.kernels.features.worth import best_filled, points_when_full, prospect, quests_left, resources_of
from simcli.games.kings_guild.kernels.hire import hire_price
from simcli.games.kings_guild.kernels.scoring import charm_points, end_points, offering_points, relic_points, specialist_points
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE


@cold
def context(s, t, player, out):
    """Writes the columns of GAME.context into zeros."""
    p = int64(player)
    tally = tally_of(s, t, p)
    note_goods(s, t, p, out)
    note_hand(s, t, p, out)
    note_guild(s, t, p, out)
    note_aims(s, t, p, out)
    note_offer(s, t, p, tally, out)
    open_ = open_points(s, t, p, tally)
    out[c.CONTEXT_POINTS] = open_ + int64(out[c.CONTEXT_HAND_POINTS])
    note_rivals(s, t, p, out)
    out[c.CONTEXT_QUESTS_LEFT] = quests_left(s)
    out[c.CONTEXT_LAST_TURNS] = s.last_turns
    out[c.CONTEXT_OWN_TURN] = s.active == p


# What a seat has


@kernel
def note_goods(s, t, p, out):
    """Coins, resources and the room for more."""
    out[c.CONTEXT_COINS] = s.coins[p]
    for kind in range(S.RESOURCES):
        out[c.CONTEXT_CLOTH + kind] = count_of(s.held[p], kind)
    out[c.CONTEXT_STORAGE] = storage(s, t, p)
    out[c.CONTEXT_ROOM] = storage(s, t, p) - total_of(s.held[p])


@kernel
def note_hand(s, t, p, out):
    """Treasures in the own hand, and what they are good for."""
    out[c.CONTEXT_HAND] = s.n_hand[p]
    out[c.CONTEXT_CHARMS] = count_in_hand(s, p, t.charms)
    kinds = s.hand_mask[p]
    while kinds != NOBODY:
        card = lowest_bit(kinds)
        kinds &= kinds - ONE
        n = int64(s.hand[p, card])
        out[c.CONTEXT_SALE] += n * sale_of(s, t, p, card)
        brought, chosen = resources_of(t, card)
        out[c.CONTEXT_BRINGS] += n * (total_of(brought) + chosen)
    points = charm_points(s, t, p) + relic_points(s, t, p)
    rooms = s.rooms[p] & t.end_rooms
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        if counts_scrolls(t, room):
            points += end_points(s, t, p, room, int64(s.coins[p]))
    out[c.CONTEXT_HAND_POINTS] = points


@kernel
def note_guild(s, t, p, out):
    """Quests, specialists and rooms, and what they bring."""
    out[c.CONTEXT_QUESTS] = quests_of(s, p)
    out[c.CONTEXT_SIGILS] = free_sigils(s, t, p)
    out[c.CONTEXT_SPECIALISTS] = count_bits(int64(s.specialists[p]))
    out[c.CONTEXT_ROOMS] = count_bits(int64(s.rooms[p]))
    out[c.CONTEXT_SPACES] = s.n_free[p]
    out[c.CONTEXT_SQUARES] = S.SQUARES - count_bits(int64(s.covered[p]))
    out[c.CONTEXT_GEM_ACCESS] = s.power[p, S.GEM_ACCESS] > 0
    out[c.CONTEXT_MAGIC_ACCESS] = s.power[p, S.MAGIC_ACCESS] > 0
    out[c.CONTEXT_MIXES] = s.power[p, S.GATHER_MIX] > 0
    out[c.CONTEXT_DISCOUNTS] = total_of(s.less[p, 0]) + total_of(s.less[p, 1])
    out[c.CONTEXT_GATHERERS] = count_bits(int64(s.specialists[p] & t.fires[S.GATHERED]))
    out[c.CONTEXT_POWERS] = count_bits(int64(s.specialists[p] & (t.fires[S.CRAFTED] | t.fires[S.QUEST_TREASURE])))
    full, _ = best_filled(s, t, p)
    out[c.CONTEXT_FILLS] = full
    rooms = s.rooms[p] & t.with_spaces
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        if s.crowd[p, room + 1] < t.room_spaces[room]:
            out[c.CONTEXT_UNFILLED] += points_when_full(t, room)


@kernel
def note_aims(s, t, p, out):
    """What can be made of the quests face up."""
    find_aims(s, t, p)
    ahead = look_ahead(s, p, s.held[p])
    out[c.CONTEXT_NEAREST] = ahead.nearest
    out[c.CONTEXT_READY] = ahead.ready
    out[c.CONTEXT_RATE] = ahead.rate


@kernel
def note_offer(s, t, p, tally, out):
    """Rooms and specialists on offer that the coins suffice for; which squares are free is not looked at."""
    coins, left = int64(s.coins[p]), quests_left(s)
    rooms = s.on_offer & t.within[min(max(coins, 0), S.MOST_PRICE)] & ~s.rooms[p]
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        points, hope = prospect(s, t, p, room, tally, coins - int64(t.room_cost[room]), left)
        out[c.CONTEXT_BEST_ROOM] = max(int64(out[c.CONTEXT_BEST_ROOM]), points + hope)
    out[c.CONTEXT_MASTER_LACKS] = max(cheapest_master(s, t) - coins, 0)
    if s.n_free[p] > 0:
        for place in range(int64(t.places)):
            card = int64(s.row[place])
            if card != S.NO_CARD and hire_price(s, t, p, place) <= coins:
                out[c.CONTEXT_BEST_HIRE] = max(int64(out[c.CONTEXT_BEST_HIRE]), int64(t.prestige[card]))


# Points that all can count


@kernel
def quests_of(s, q):
    """Quests of a seat, those with an own sigil too (KG-E-06)."""
    return count_bits(int64(s.quests[q])) + int64(s.out[q])


@kernel
def counts_scrolls(t, room):
    """Whether points of a room hang on scrolls, which lie in a hand."""
    found, row = False, int64(t.end_row[room])
    while row != 0:
        found |= t.kind[row] == S.COUNT and (t.a[row] == S.N_SCROLLS or t.c[row] == S.N_SCROLLS)
        row = int64(t.next[row])
    return found


@cold
def open_points(s, t, q, tally):
    """Points of a seat if the game ended now, but those of its hand; tally: see `aims.tally_of`."""
    points = quests_of(s, q) * int64(t.quest_points) + specialist_points(s, t, q)
    coins = int64(s.coins[q])
    points += offering_points(s, t, q, coins if s.power[q, S.COINS_KEPT] == 0 else int64(0))
    rooms = s.rooms[q]
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        points += int64(t.room_points[room])
        row = int64(t.end_row[room])
        if row == 0 or counts_scrolls(t, room):
            continue
        if t.kind[row] == S.COUNT and tallied(int64(t.a[row])):
            points += hall_points(t, room, tally)
        else:
            points += end_points(s, t, q, room, coins)
    return points


# The others


@kernel
def note_rivals(s, t, p, out):
    """The best of the others in each respect, and what they can take."""
    most = int64(0)
    for seat in range(s.n_players):
        q = int64(seat)
        if q == p:
            continue
        most = max(most, open_points(s, t, q, tally_of(s, t, q)))
        out[c.CONTEXT_RIVAL_COINS] = max(int64(out[c.CONTEXT_RIVAL_COINS]), int64(s.coins[q]))
        out[c.CONTEXT_RIVAL_HAND] = max(int64(out[c.CONTEXT_RIVAL_HAND]), int64(s.n_hand[q]))
        out[c.CONTEXT_RIVAL_QUESTS] = max(int64(out[c.CONTEXT_RIVAL_QUESTS]), quests_of(s, q))
    out[c.CONTEXT_RIVAL_POINTS] = most
    out[c.CONTEXT_LEAD] = int64(out[c.CONTEXT_POINTS]) - most
    for k in range(S.MAX_SLOTS):
        if s.slot[k] < S.FUNERAL:
            out[c.CONTEXT_OPEN_TO_SHARE] += s.opener[k] != S.NONE and s.opener[k] != p
            out[c.CONTEXT_CONTESTED] += is_contested(s, t, p, k)


@kernel
def is_contested(s, t, p, k):
    """Whether one of the others holds what is missing for the quest of a slot."""
    quest, made = int64(s.slot[k]), int64(s.made[k])
    for seat in range(s.n_players):
        q = int64(seat)
        if q == p or (t.sharing == 0 and s.opener[k] != S.NONE and s.opener[k] != q):
            continue
        cost = NOBODY
        for item in range(int64(t.items[quest])):
            if made != item + 1:
                cost += cost_of(s, t, q, quest, int64(item))
        if covers(s.held[q], cost):
            return int64(1)
    return int64(0)


assert c.CONTEXT_CLOTH + S.MAGIC == c.CONTEXT_MAGIC
