"""Steps of a turn, as features: gather, craft, build, hire, offer, play and sell."""

from __future__ import annotations

from numpy import int64

from simcli.engine.bits import count_bits
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.columns import kings_guild as c
from simcli.games.kings_guild.kernels.amounts import hand_room, sale_of, storage, total_of
from simcli.games.kings_guild.kernels.craft import cost_of, fee_on
from simcli.games.kings_guild.kernels.features.aims import aim, find_aims, reach
from simcli.games.kings_guild.kernels.hire import hire_price
from simcli.games.kings_guild.kernels.scoring import end_points, offering_points, room_points
from simcli.games.kings_guild.kernels.stack import NOBODY, bit, has
from simcli.games.kings_guild.state import (
    BOTH_ITEMS,
    C_BARD,
    C_BUILD,
    C_CRAFT,
    C_END,
    C_GATHER,
    C_HIRE,
    C_OFFERING,
    C_PASS,
    C_PLAY,
    C_SELL,
    C_STATUE,
    COINS_KEPT,
    CRAFTED,
    DISCOUNT,
    GATHERED,
    GEM_ACCESS,
    HAND_LIMIT,
    HIRED,
    MAGIC_ACCESS,
    NONE,
    STANDINGS,
    STORAGE,
)

MOST_TAKEN = 3
GATHERING = 1 << c.TURN_AIM | 1 << c.TURN_READY
LAST = 2
"""The end is near when so many quests are left in the deck, a player."""


@cold
def step_features(s, t, p, actions, n, sink):
    """KG-DP-04, KG-DP-14."""
    late = s.last_turns > 0 or (int64(s.n_quest_deck) - int64(s.next_quest)) <= LAST * int64(s.n_players)
    for i in range(n):
        code = int64(actions[i])
        if code == C_GATHER:
            gather_step(s, t, p, i, sink)
        elif code < C_BUILD:
            craft_step(s, t, p, code - C_CRAFT, i, sink)
        elif code < C_HIRE:
            build_step(s, t, p, code - C_BUILD, late, i, sink)
        elif code < C_OFFERING:
            hire_step(s, t, p, code - C_HIRE, late, i, sink)
        elif code == C_STATUE:
            put(sink, i, c.TURN_STATUE, 1)
        elif code < C_PLAY:
            offering_step(s, t, p, i, sink)
        elif code < C_SELL:
            play_step(s, t, p, code - C_PLAY, late, i, sink)
        elif code < C_BARD:
            sell_step(s, t, p, code - C_SELL, i, sink)
        elif code == C_BARD:
            put(sink, i, c.TURN_BARD, 1)
        elif code == C_END:
            put(sink, i, c.TURN_END, 1)
        elif code == C_PASS:
            put(sink, i, c.TURN_PASS, 1)


@kernel
def gather_step(s, t, p, i, sink):
    """Gather, by the room there is and how near the nearest thing is."""
    room = min(storage(s, t, p) - total_of(s.held[p]), MOST_TAKEN)
    put(sink, i, c.TURN_GATHER, 1)
    put(sink, i, c.TURN_ROOM, room)
    if wants(s, GATHERING):
        find_aims(s, t, p)
        near, ready = aim(s, s.held[p]), reach(s, s.held[p])
        put(sink, i, c.TURN_AIM, near)
        put(sink, i, c.TURN_READY, ready)


@kernel
def craft_step(s, t, p, code, i, sink):
    """Craft, by what it brings and costs."""
    k, items = code // 3, code % 3
    quest = int64(s.slot[k])
    coins, paid = int64(0), int64(0)
    for item in range(2):
        if items == item or items == BOTH_ITEMS:
            coins += int64(t.item_coins[item, quest])
            paid += total_of(cost_of(s, t, p, quest, item))
    opener = int64(s.opener[k])
    opens = int64(t.items[quest]) == 2 and items != BOTH_ITEMS and opener == NONE
    shares = opener != NONE and opener != p
    done = not opens
    fee = fee_on(s, t, p, quest)
    put(sink, i, c.TURN_CRAFT, 1)
    put(sink, i, c.TURN_CRAFT_COINS, coins - fee)
    put(sink, i, c.TURN_CRAFT_PAYS, paid)
    put(sink, i, c.TURN_OPENS, opens)
    put(sink, i, c.TURN_SHARES, shares)
    if done:
        treasures = 1 if shares else int64(t.items[quest])
        put(sink, i, c.TURN_TREASURES, treasures)
        put(sink, i, c.TURN_OWN_QUEST, not shares)
        over = max(int64(s.n_hand[p]) + treasures - hand_room(s, t, p), 0)
        put(sink, i, c.TURN_OVER_HAND, over)
    if not shares and wants(s, 1 << c.TURN_QUEST_POINTS) and s.rooms[p] & t.end_rooms != NOBODY:
        before = room_points(s, t, p, int64(s.coins[p]))
        own = s.quests[p]
        s.quests[p] = own | bit(quest)
        gained = room_points(s, t, p, int64(s.coins[p])) - before
        s.quests[p] = own
        put(sink, i, c.TURN_QUEST_POINTS, gained)


@kernel
def standing_features(s, p, numbers, i, sink):
    """What standing numbers of a card or room change."""
    gem = numbers[GEM_ACCESS] > 0 and s.power[p, GEM_ACCESS] == 0
    magic = numbers[MAGIC_ACCESS] > 0 and s.power[p, MAGIC_ACCESS] == 0
    saved = int64(0)
    for number in range(DISCOUNT, STANDINGS):
        saved += int64(numbers[number])
    put(sink, i, c.TURN_STORAGE, numbers[STORAGE])
    put(sink, i, c.TURN_HAND, numbers[HAND_LIMIT])
    put(sink, i, c.TURN_ACCESS, int64(gem) + int64(magic))
    put(sink, i, c.TURN_DISCOUNTS, saved)


@kernel
def build_step(s, t, p, room, late, i, sink):
    """Build, by points as things stand, and by what the room allows."""
    cost = int64(t.room_cost[room])
    points = int64(t.room_points[room])
    if has(t.end_rooms, room) and t.room_spaces[room] == 0:
        square = s.room_square[p, room]
        s.room_square[p, room] = 0
        points += end_points(s, t, p, room, int64(s.coins[p]) - cost)
        s.room_square[p, room] = square
    put(sink, i, c.TURN_BUILD, 1)
    put(sink, i, c.TURN_BUILD_COST, cost)
    put(sink, i, c.TURN_BUILD_POINTS, points)
    put(sink, i, c.TURN_SPACES, t.room_spaces[room])
    standing_features(s, p, t.room_stands[room], i, sink)
    if s.last_turns > 0:
        put(sink, i, c.TURN_LAST_POINTS, points)
    elif late:
        put(sink, i, c.TURN_LATE_POINTS, points)


@kernel
def hire_step(s, t, p, place, late, i, sink):
    """Hire, by the price, prestige and what the card does."""
    card = int64(s.row[place])
    price, prestige = hire_price(s, t, p, place), int64(t.prestige[card])
    left = int64(s.n_free[p]) - 1
    put(sink, i, c.TURN_HIRE, 1)
    put(sink, i, c.TURN_HIRE_PRICE, price)
    put(sink, i, c.TURN_HIRE_POINTS, prestige)
    put(sink, i, c.TURN_BARGAIN, s.row_coins[place])
    put(sink, i, c.TURN_GATHERERS, has(t.fires[GATHERED], card))
    put(sink, i, c.TURN_POWERS, has(t.fires[CRAFTED], card))
    put(sink, i, c.TURN_ABILITIES, has(t.fires[HIRED], card))
    put(sink, i, c.TURN_SPACES_LEFT, left)
    standing_features(s, p, t.stands[card], i, sink)
    if s.last_turns > 0:
        put(sink, i, c.TURN_LAST_POINTS, prestige)
    elif late:
        put(sink, i, c.TURN_LATE_POINTS, prestige)


@kernel
def offering_step(s, t, p, i, sink):
    """The offering, by its points."""
    s.offered[p] = 1
    points = offering_points(s, t, p, int64(s.coins[p]) if s.power[p, COINS_KEPT] == 0 else int64(0))
    s.offered[p] = 0
    put(sink, i, c.TURN_OFFERING, 1)
    put(sink, i, c.TURN_OFFERING_POINTS, points)


@kernel
def play_step(s, t, p, card, late, i, sink):
    """A treasure that is played, by its kind and the room for resources."""
    put(sink, i, c.TURN_PLAY, 1)
    room = storage(s, t, p) - total_of(s.held[p])
    put(sink, i, c.TURN_PLAY_ROOM, min(room, MOST_TAKEN))
    put(sink, i, c.TURN_PLAY_SCROLL, has(t.scrolls, card))
    put(sink, i, c.TURN_PLAY_MAP, has(t.needy, card))
    put(sink, i, c.TURN_PLAY_CONTRACT, has(t.contracts, card))
    put(sink, i, c.TURN_PLAY_LATE, late)


@kernel
def sell_step(s, t, p, card, i, sink):
    """A treasure that is sold, by its coins and what it is worth in the hand."""
    put(sink, i, c.TURN_SELL, 1)
    put(sink, i, c.TURN_SELL_COINS, sale_of(s, t, p, card))
    put(sink, i, c.TURN_SELL_POINTS, kept_worth(s, t, p, card))
    put(sink, i, c.TURN_SELL_PLAYABLE, has(t.playable, card))


@kernel
def kept_worth(s, t, p, card):
    """Points that a card in the hand is worth: of a charm, of a relic that is a new piece."""
    if has(t.relics, card):
        return relic_worth(s, t, p, card)
    return int64(t.charm_points[card])


@kernel
def relic_worth(s, t, p, card):
    """Pieces of the set a relic belongs to, 1 if the hand holds it twice."""
    if s.hand[p, card] > 1:
        return int64(1)
    return 1 + count_bits(int64(s.hand_mask[p] & t.relics)) // 2
