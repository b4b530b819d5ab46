"""Points by category, winners, and what is counted of a game (section 9)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.engine.sharing import share_win
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import kinds_of, total_of
from simcli.games.kings_guild.kernels.board import beside, tile
from simcli.games.kings_guild.kernels.craft import count_in_hand
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, has

CHARMS, RELICS, QUESTS, SPECIALISTS, ROOMS, OFFERED = range(6)
PIECES = 6


# Treasures


@kernel
def charm_points(s, t, p):
    """KG-P-01: points of the charms in a hand, without the bonus."""
    points = int64(0)
    kinds = s.hand_mask[p] & t.charms
    while kinds != NOBODY:
        card = lowest_bit(kinds)
        kinds &= kinds - ONE
        points += int64(s.hand[p, card]) * int64(t.charm_points[card])
    return points


@kernel
def charm_bonus(s, t, p):
    """KG-P-01, GO-05, KG-V-18: the bonus for most charms."""
    mine = count_in_hand(s, p, t.charms)
    if t.charm_bonus == 0 or (mine == 0 and t.charm_needed == 1):
        return int64(0)
    for q in range(s.n_players):
        if count_in_hand(s, q, t.charms) > mine:
            return int64(0)
    return int64(t.charm_majority)


@kernel
def relic_points(s, t, p):
    """KG-P-02: sets of different relics, the largest possible one after the other; eight bits a piece hold how many there are."""
    pieces = uint64(0)
    kinds = s.hand_mask[p] & t.relics
    while kinds != NOBODY:
        card = lowest_bit(kinds)
        kinds &= kinds - ONE
        pieces += uint64(s.hand[p, card]) << uint64(8 * int64(t.relic[card]))
    points = int64(0)
    while pieces != NOBODY:
        size = int64(0)
        for piece in range(PIECES):
            if (pieces >> uint64(8 * piece)) & uint64(0xFF) != NOBODY:
                size += 1
                pieces -= ONE << uint64(8 * piece)
        points += int64(t.relic_points[size])
    return points


# Rooms


@cold
def counted(s, t, p, what, coins):
    """What a room counts at the end; coins: those that count for it."""
    if what == S.N_COINS:
        return coins
    if what == S.N_SCROLLS:
        return count_in_hand(s, p, t.scrolls)
    if what == S.N_SPECIALISTS:  # GO-03
        return count_bits(int64(s.specialists[p])) + int64(t.baggage_counts == 1 and s.baggage[p] != 0)
    if what == S.N_ROOMS:  # KG-RM-18, GO-17
        rooms = s.rooms[p]
        if t.special_rooms == 0:
            rooms &= ~t.special
        return count_bits(int64(rooms))
    if what == S.N_KINDS:
        return count_bits(int64(kinds_of(s.held[p])))
    n = int64(0)
    quests = s.quests[p]
    while quests != NOBODY:
        quest = lowest_bit(quests)
        quests &= quests - ONE
        if what <= S.N_WARRIORS:
            n += int64(t.hero[quest] == what - S.N_MAGES + S.MAGE)
        else:
            n += int64(t.icons[what - S.N_WEAPONS, quest])
    return n


@kernel
def condition(s, t, p, room, what):
    """KG-P-05, GO-02: 1 if all spaces of the room hold specialists; KG-RM-10: 1 if the Statue lies beside it."""
    if what == S.OF_FULL:
        there = int64(s.crowd[p, room + 1]) + int64(t.baggage_fills == 1 and s.baggage[p] == room + 1)
        return int64(there == t.room_spaces[room])
    if not has(s.rooms[p], int64(t.statue)):
        return int64(0)
    near = beside(tile(t, room, int64(s.room_square[p, room])))
    return int64((near >> int64(s.room_square[p, t.statue])) & 1)


@cold
def end_points(s, t, p, room, coins):
    """KG-P-05: points of a room on a condition."""
    points, times = int64(0), int64(1)
    row = int64(t.end_row[room])
    while row != 0:
        kind, a, b, c = int64(t.kind[row]), int64(t.a[row]), int64(t.b[row]), int64(t.c[row])
        if kind == S.COUNT:
            n = counted(s, t, p, a, coins)
            if c != S.N_NOTHING:
                n = min(n, counted(s, t, p, c, coins))
            times = n // b
        elif kind == S.IF:
            value = condition(s, t, p, room, a)
            if value < b or value > c:
                return points
        elif kind == S.GAIN:
            points += times * b
        row = int64(t.next[row])
    return points


@kernel
def printed_points(s, t, p):
    """KG-P-05: points of rooms without a condition."""
    points = int64(0)
    rooms = s.rooms[p]
    while rooms != NOBODY:
        points += int64(t.room_points[lowest_bit(rooms)])
        rooms &= rooms - ONE
    return points


@cold
def room_points(s, t, p, coins):
    """KG-P-05: points of all rooms; coins: those that count for them."""
    points = printed_points(s, t, p)
    rooms = s.rooms[p] & t.end_rooms
    while rooms != NOBODY:
        points += end_points(s, t, p, lowest_bit(rooms), coins)
        rooms &= rooms - ONE
    return points


@kernel
def specialist_points(s, t, p):
    """KG-P-04."""
    points = int64(0)
    cards = s.specialists[p]
    while cards != NOBODY:
        points += int64(t.prestige[lowest_bit(cards)])
        cards &= cards - ONE
    return points


# Offering


@kernel
def offering_points(s, t, p, coins):
    """KG-P-06: points of an offering; coins: those that count for it."""
    if s.offered[p] == 0:
        return int64(0)
    return int64(t.offering_base) + coins // int64(t.coins_per) + total_of(s.held[p]) // int64(t.resources_per)


@cold
def mark_end(s, t):
    """Marks, when the game is over, rooms that give points on a condition, and coins the offering does not count (KG-P-08)."""
    for p in range(s.n_players):
        if s.power[p, S.COINS_KEPT] > 0 and s.offered[p] == 1 and s.coins[p] > 0:
            mark(s, p, S.NUMBER_EFFECTS + S.COINS_KEPT)
        rooms = s.rooms[p] & t.end_rooms
        while rooms != NOBODY:
            room = lowest_bit(rooms)
            rooms &= rooms - ONE
            if end_points(s, t, p, room, int64(s.coins[p])) > 0:
                mark(s, p, S.AT_END)
                row = int64(t.end_row[room])
                while row != 0:
                    mark(s, p, S.ROW_EFFECTS + int64(t.kind[row]))
                    row = int64(t.next[row])


@cold
def coins_for_rooms(s, t, p):
    """KG-P-08, GO-20: coins that count for rooms; the others count for the offering, all of them if no room keeps them."""
    own = int64(s.coins[p])
    if t.split_coins == 0 or s.power[p, S.COINS_KEPT] == 0 or s.offered[p] == 0:
        return own
    best, chosen = int64(-1), own
    for coins in range(own, -1, -1):
        points = room_points(s, t, p, coins) + offering_points(s, t, p, own - coins)
        if points > best:
            best, chosen = points, int64(coins)
    return chosen


@kernel
def coins_offered(s, t, p, kept):
    """Coins that count for the offering."""
    if s.power[p, S.COINS_KEPT] == 0:
        return int64(s.coins[p])
    return int64(s.coins[p]) - kept if t.split_coins == 1 else int64(0)


# The whole


@cold
def score(s, t, points):
    """points[player, category]: KG-P-01 to KG-P-06, as things stand."""
    for p in range(s.n_players):
        kept = coins_for_rooms(s, t, p)
        points[p, CHARMS] = charm_points(s, t, p) + charm_bonus(s, t, p)
        points[p, RELICS] = relic_points(s, t, p)
        points[p, QUESTS] = count_bits(int64(s.quests[p])) * int64(t.quest_points)  # KG-P-03
        points[p, SPECIALISTS] = specialist_points(s, t, p)
        points[p, ROOMS] = room_points(s, t, p, kept)
        points[p, OFFERED] = offering_points(s, t, p, coins_offered(s, t, p, kept))


@cold
def total_points(s, t, p):
    """All points of a seat."""
    kept = coins_for_rooms(s, t, p)
    points = charm_points(s, t, p) + charm_bonus(s, t, p) + relic_points(s, t, p) + specialist_points(s, t, p)
    points += count_bits(int64(s.quests[p])) * int64(t.quest_points) + room_points(s, t, p, kept)
    return points + offering_points(s, t, p, coins_offered(s, t, p, kept))


@cold
def standings(s, t, out):
    """Higher for who finishes ahead: KG-P-07, most prestige, then coins."""
    for p in range(s.n_players):
        out[p] = 0
        mine = total_points(s, t, p)
        for q in range(s.n_players):
            theirs = total_points(s, t, q)
            out[p] += mine > theirs or (mine == theirs and s.coins[p] > s.coins[q])


@cold
def shares(s, t, out):
    """Sixtieths of the win by seat: KG-P-07, most prestige, then coins."""
    standings(s, t, out)
    share_win(out, s.n_players)


@cold
def holdings(s, t, out):
    """out[player, item, 0/1]: copies offered and held, in the order of the catalogue.

    Guild tiles and boards are dealt: they are offered to their owner and to nobody else, and held. A specialist that lay in the row, a
    room that was on offer and a quest that lay face up are offered to all, and held by who owns them at the end. A treasure is offered
    to nobody (chance gives it) and held by who got it. What turns were used for, own quests by size, treasures by colour and bids are
    offered once and held as often as it happened.
    """
    for p in range(s.n_players):
        for item in range(t.n_items):
            out[p, item, 0] = 0
            out[p, item, 1] = 0
        hold(out, p, int64(t.first_guild_item) + int64(s.guild[p]), True, True)
        hold(out, p, int64(t.first_board_item) + int64(s.board[p]), True, True)
        for card in range(S.MAX_CARDS):
            hold(out, p, int64(t.specialist_item[card]), has(s.shown_specialists, card), has(s.specialists[p], card))
            hold(out, p, int64(t.quest_item[card]), has(s.shown_quests, card), has(s.quests[p], card))
            if s.taken[p, card] > 0:
                out[p, t.treasure_item[card], 1] = s.taken[p, card]
        for room in range(S.MAX_ROOMS):
            hold(out, p, int64(t.room_item[room]), has(s.shown_rooms, room), has(s.rooms[p], room))
        for use in range(S.USES):
            item = int64(t.shared_item) if use == S.USED_SHARED else int64(t.first_use_item) + use
            out[p, item, 0] = 1
            out[p, item, 1] = s.uses[p, use]
        hold_flow(s, t, out, p)
        out[p, t.start_item, 0] = t.fixed_seat == 0 and s.first == p
        out[p, t.start_item, 1] = s.first == p


@cold
def hold_flow(s, t, out, p):
    """Own quests by size; treasures that came, were played or sold and are left, by colour; rating (KG-V-21); bids of the auction."""
    first = int64(t.first_size_item)
    one = count_bits(int64(s.quests[p] & t.one_item))
    count_as(out, p, first, one)
    count_as(out, p, first + 1, count_bits(int64(s.quests[p])) - one)
    first = int64(t.first_flow_item)
    for colour in range(S.COLOURS):
        came = int64(0)
        for card in range(S.MAX_CARDS):
            if has(t.of_colour[colour], card):
                came += int64(s.taken[p, card])
        count_as(out, p, first, came)
        count_as(out, p, first + 1, int64(s.spent[p, S.SPENT_PLAYED, colour]))
        count_as(out, p, first + 2, int64(s.spent[p, S.SPENT_SOLD, colour]))
        count_as(out, p, first + 3, count_in_hand(s, p, t.of_colour[colour]))
        first += 4
    points = total_points(s, t, p)
    for rating in range(S.RATINGS):
        lowest = int64(t.ratings[rating])
        below = rating == S.RATINGS - 1 or points < t.ratings[rating + 1]
        count_as(out, p, int64(t.first_rating_item) + rating, int64(points >= lowest and below))
    first = int64(t.first_bid_item)
    count_as(out, p, first, int64(s.auction[p, S.AUCTION_BID]))
    count_as(out, p, first + 1, int64(s.auction[p, S.AUCTION_PAID]))
    count_as(out, p, first + 2, int64(s.shared_bid))


@kernel
def count_as(out, p, item, n):
    """Something that may happen to all, n times."""
    out[p, item, 0] = 1
    out[p, item, 1] = n


@kernel
def hold(out, p, item, offered, held):
    """One card offered, or held: a Shrine or a Statue can be held that nobody could build."""
    if item != S.NO_ITEM:
        if offered:
            out[p, item, 0] = 1
        if held:
            out[p, item, 1] = 1


assert S.NONE > PIECES
