"""Steps of a turn, as features: gather, craft, build, hire, offer, play and sell."""

from __future__ import annotations

from typing import NamedTuple

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.sink import part, put_parts
from simcli.games.columns import kings_guild as c
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import BYTE, kinds_of, sale_of, storage, total_of
from simcli.games.kings_guild.kernels.craft import cost_of, fee_on
from simcli.games.kings_guild.kernels.features.aims import find_aims, is_open, per_one, quest_gain, rate, rate_gained, reach
from simcli.games.kings_guild.kernels.features.deeds import ability_worth, most_harm, takes_away
from simcli.games.kings_guild.kernels.features.worth import (
    best_arranged,
    best_filled,
    is_idle,
    kept_worth,
    points_when_full,
    prospect,
    quests_left,
    resources_of,
    waiting_for_room,
)
from simcli.games.kings_guild.kernels.hire import hire_price
from simcli.games.kings_guild.kernels.scoring import offering_points
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, has

MOST_TAKEN = 3
KINDS_TAKEN = 2
LAST = 2
"""The end is near when so many quests are left in the deck, a player."""
TIME = 8
"""How much of the game is left is told in so many parts."""
RED, YELLOW = 1, 2
QUIET_ROUNDS, MOST_STUCK = 2, 4


class Outlook(NamedTuple):
    """What the choices of a turn have in common.

    late: whether the end is near; time: how much of the game is left; tally, left: what counts towards quests, and how many are left;
    access: the price of a rare resource, if it is needed; kept: the price of a master room; stuck: see `stuck_for`; person, room: points
    that own rooms give for a specialist, for a room; full, half: see `best_filled`.
    """

    late: bool
    time: int
    tally: int
    left: int
    access: int
    kept: int
    stuck: int
    person: int
    room: int
    full: int
    half: int


@cold
def step_features(s, t, p, actions, n, sink):
    """KG-DP-04, KG-DP-14."""
    deck = int64(s.n_quest_deck) - int64(s.next_quest)
    late = s.last_turns > 0 or deck <= LAST * int64(s.n_players)
    time = TIME * deck // int64(s.n_quest_deck) if s.last_turns == 0 else int64(0)
    tally, left, access, kept, person, room, full, half = NOBODY, int64(0), int64(0), int64(0), int64(0), int64(0), int64(0), int64(0)
    if s.phase != S.FREE:
        left = quests_left(s)
        kept, person, room = cheapest_master(s, t), per_one(s, t, p, S.N_SPECIALISTS), per_one(s, t, p, S.N_ROOMS)
        full, half = best_filled(s, t, p)
        find_aims(s, t, p)
        tally = s.tally
        if s.rare != NOBODY and not is_open(s, p):
            access = price_of_access(s, t, p)
    outlook = Outlook(late, time, tally, left, access, kept, stuck_for(s), person, room, full, half)
    for i in range(n):
        code = int64(actions[i])
        if code == S.C_GATHER:
            parts = gather_step(s, t, p, i, sink)
        elif code < S.C_BUILD:
            parts = craft_step(s, t, p, code - S.C_CRAFT, tally, i, sink)
        elif code < S.C_HIRE:
            parts = build_step(s, t, p, code - S.C_BUILD, outlook, i, sink)
        elif code < S.C_OFFERING:
            parts = hire_step(s, t, p, code - S.C_HIRE, outlook, i, sink)
        elif code >= S.C_BARD:
            parts = end_step(s, t, p, code, i, sink)
        elif code >= S.C_SELL:
            parts = sell_step(s, t, p, code - S.C_SELL, outlook, i, sink)
        elif code >= S.C_PLAY:
            parts = play_step(s, t, p, code - S.C_PLAY, outlook, i, sink)
        elif code == S.C_STATUE:
            parts = part(sink, i, c.TURN_STATUE, 1)
        else:
            parts = offering_step(s, t, p, i, sink)
        put_parts(sink, i, parts)


@kernel
def gather_step(s, t, p, i, sink):
    """Gather, by the room there is and what can be made with it soon."""
    room = min(storage(s, t, p) - total_of(s.held[p]), MOST_TAKEN)
    best, ready = rate(s, p), reach(s, s.held[p])
    parts = part(sink, i, c.TURN_GATHER, 1)
    parts += part(sink, i, c.TURN_ROOM, room)
    parts += part(sink, i, c.TURN_RATE, best)
    parts += part(sink, i, c.TURN_READY, ready)
    if s.last_turns > 0:
        kinds = min(S.RESOURCES - count_bits(int64(kinds_of(s.held[p]))), KINDS_TAKEN)
        parts += part(sink, i, c.TURN_LAST_POINTS, kinds * per_one(s, t, p, S.N_KINDS))
    return parts


@kernel
def craft_step(s, t, p, code, tally, i, sink):
    """Craft, by what it brings and costs."""
    k, items = code // 3, code % 3
    quest = int64(s.slot[k])
    coins, paid = int64(0), int64(0)
    for item in range(2):
        if items == item or items == S.BOTH_ITEMS:
            coins += int64(t.item_coins[item, quest])
            paid += total_of(cost_of(s, t, p, quest, item))
    opener, both = int64(s.opener[k]), items == S.BOTH_ITEMS
    opens = int64(t.items[quest]) == 2 and not both and opener == S.NONE
    shares = opener != S.NONE and opener != p
    fee = fee_on(s, t, p, quest)
    parts = part(sink, i, c.TURN_CRAFT, 1)
    parts += part(sink, i, c.TURN_CRAFT_COINS, coins - fee)
    parts += part(sink, i, c.TURN_CRAFT_PAYS, paid)
    parts += part(sink, i, c.TURN_OPENS, opens)
    parts += part(sink, i, c.TURN_SHARES, shares)
    parts += part(sink, i, c.TURN_BOTH, both)
    if not opens:
        treasures = 1 if shares else int64(t.items[quest])
        parts += part(sink, i, c.TURN_TREASURES, treasures)
        parts += part(sink, i, c.TURN_RED, t.reward[0, quest] == RED or (t.items[quest] == 2 and t.reward[1, quest] == RED))
        parts += part(sink, i, c.TURN_YELLOW, t.reward[0, quest] == YELLOW or (t.items[quest] == 2 and t.reward[1, quest] == YELLOW))
    if opener == S.NONE:
        gained = quest_gain(s, t, p, tally, quest)
        parts += part(sink, i, c.TURN_OWN_QUEST, 1)
        parts += part(sink, i, c.TURN_QUEST_POINTS, gained)
        if s.last_turns > 0:
            parts += part(sink, i, c.TURN_LAST_POINTS, gained + int64(t.quest_points))
    return parts


@kernel
def price_of_access(s, t, p):
    """Coins for the cheapest room on offer that gives access to a rare resource the seat cannot gather, 0 if there is none."""
    least, rooms = int64(0), s.on_offer
    while rooms != NOBODY:
        room = lowest_bit(rooms)
        rooms &= rooms - ONE
        numbers = t.room_stands[room]
        gem, magic = numbers[S.GEM_ACCESS] > s.power[p, S.GEM_ACCESS], numbers[S.MAGIC_ACCESS] > s.power[p, S.MAGIC_ACCESS]
        if (gem or magic) and (least == 0 or t.room_cost[room] < least):
            least = int64(t.room_cost[room])
    return least


@kernel
def standing_features(s, p, numbers, saved, outlook, price, i, sink):
    """What standing numbers of a card or room change, the more the more of the game is left; saved: its discounts together."""
    time = outlook.time
    parts = part(sink, i, c.TURN_STORAGE, time * int64(numbers[S.STORAGE]))
    parts += part(sink, i, c.TURN_HAND, time * int64(numbers[S.HAND_LIMIT]))
    parts += part(sink, i, c.TURN_SALE, time * int64(numbers[S.SALE]))
    parts += part(sink, i, c.TURN_DISCOUNTS, time * saved)
    gem = numbers[S.GEM_ACCESS] > 0 and s.power[p, S.GEM_ACCESS] == 0
    magic = numbers[S.MAGIC_ACCESS] > 0 and s.power[p, S.MAGIC_ACCESS] == 0
    if gem or magic:
        rare = s.rare
        if gem:
            rare &= ~(BYTE << uint64(8 * S.GEM))
        if magic:
            rare &= ~(BYTE << uint64(8 * S.MAGIC))
        more = rate_gained(s, p, rare)
        parts += part(sink, i, c.TURN_ACCESS, time * (int64(gem) + int64(magic)))
        parts += part(sink, i, c.TURN_ACCESS_RATE, more)
    else:
        parts += part(sink, i, c.TURN_STRANDS, strands(s, p, outlook, price))
    return parts


@hot
def strands(s, p, outlook, price):
    """Whether too few coins are left for access that is needed."""
    return s.coins[p] >= outlook.access > s.coins[p] - price


@kernel
def cheapest_master(s, t):
    """Coins for the cheapest master room on offer, 0 if there is none."""
    least, rooms = int64(0), s.on_offer & t.masters
    while rooms != NOBODY:
        cost = int64(t.room_cost[lowest_bit(rooms)])
        rooms &= rooms - ONE
        least = min(least, cost) if least > 0 else cost
    return least


@kernel
def build_step(s, t, p, room, outlook, i, sink):
    """Build, by points as things stand and as they may become, and by what the room allows."""
    cost = int64(t.room_cost[room])
    points, hope = int64(t.room_points[room]), int64(0)
    if has(t.end_rooms & ~t.with_spaces, room):
        points, hope = prospect(s, t, p, room, outlook.tally, int64(s.coins[p]) - cost, outlook.left)
    points += outlook.room
    full = points_when_full(t, room)
    parts = part(sink, i, c.TURN_BUILD, 1)
    parts += part(sink, i, c.TURN_BUILD_COST, cost)
    parts += part(sink, i, c.TURN_BUILD_POINTS, points)
    parts += part(sink, i, c.TURN_BUILD_HOPE, hope)
    if s.last_turns == 0:
        parts += part(sink, i, c.TURN_FULL_POINTS, full)
        parts += part(sink, i, c.TURN_SPACES, t.room_spaces[room])
        parts += part(sink, i, c.TURN_SPARE, 0 if has(t.masters, room) else min(max(int64(s.coins[p]) - outlook.kept, 0), cost))
    parts += part(sink, i, c.TURN_MASTER, has(t.masters, room))
    parts += part(sink, i, c.TURN_KEPT_COINS, cost if s.power[p, S.COINS_KEPT] > 0 else 0)
    if has(t.changing_rooms, room):
        parts += standing_features(s, p, t.room_stands[room], int64(t.room_saves[room]), outlook, cost, i, sink)
    else:
        parts += part(sink, i, c.TURN_STRANDS, strands(s, p, outlook, cost))
    if s.last_turns > 0:
        hires = (s.legal[0] >> uint64(S.C_HIRE)) & uint64((1 << S.MAX_ROW) - 1)
        filled = full if t.room_spaces[room] == 1 and s.phase == S.TURN and hires != NOBODY else 0
        parts += part(sink, i, c.TURN_LAST_POINTS, points + filled)
    elif outlook.late:
        parts += part(sink, i, c.TURN_LATE_POINTS, points)
    return parts


@kernel
def hire_step(s, t, p, place, outlook, i, sink):
    """Hire, by the price, prestige and what the card does."""
    card = int64(s.row[place])
    price, points = hire_price(s, t, p, place), int64(t.prestige[card]) + outlook.person
    left = int64(s.n_free[p]) - 1
    parts = part(sink, i, c.TURN_HIRE, 1)
    parts += part(sink, i, c.TURN_HIRE_PRICE, price)
    parts += part(sink, i, c.TURN_HIRE_POINTS, points)
    parts += part(sink, i, c.TURN_BARGAIN, s.row_coins[place])
    parts += part(sink, i, c.TURN_GATHERERS, outlook.time * int64(has(t.fires[S.GATHERED], card)))
    parts += part(sink, i, c.TURN_POWERS, outlook.time * int64(has(t.fires[S.CRAFTED], card) or has(t.fires[S.QUEST_TREASURE], card)))
    if has(t.acting, card):
        parts += part(sink, i, c.TURN_ABILITIES, ability_worth(s, t, p, place, outlook.tally))
    parts += part(sink, i, c.TURN_SPACES_LEFT, left)
    parts += part(sink, i, c.TURN_FILLS, max(outlook.full, outlook.half // 2))
    parts += part(sink, i, c.TURN_KEPT_COINS, price if s.power[p, S.COINS_KEPT] > 0 else 0)
    parts += part(sink, i, c.TURN_SPARE, min(max(int64(s.coins[p]) - outlook.kept, 0), price) if s.last_turns == 0 else 0)
    if has(t.changing, card):
        parts += standing_features(s, p, t.stands[card], int64(t.saves[card]), outlook, price, i, sink)
    else:
        parts += part(sink, i, c.TURN_STRANDS, strands(s, p, outlook, price))
    if s.last_turns > 0:
        parts += part(sink, i, c.TURN_LAST_POINTS, points + outlook.full)
    elif outlook.late:
        parts += part(sink, i, c.TURN_LATE_POINTS, points)
    return parts


@kernel
def stuck_for(s):
    """Rounds on end in which nobody crafted, built or hired, beyond the few that also happen where nothing is wrong."""
    return min(max(int64(s.idle) // int64(s.n_players) - QUIET_ROUNDS, 0), MOST_STUCK)


@kernel
def end_step(s, t, p, code, i, sink):
    """The end of the turn, or what the Bard is for; a pass shows nothing."""
    if code == S.C_BARD:
        gain = best_arranged(s, t, p)[1] if s.last_turns > 0 else int64(0)
        parts = part(sink, i, c.TURN_BARD, 1)
        return parts + part(sink, i, c.TURN_BARD_FILLS, max(gain, waiting_for_room(s, t, p)))
    return part(sink, i, c.TURN_END, code == S.C_END)


@kernel
def offering_step(s, t, p, i, sink):
    """The offering, by its points."""
    s.offered[p] = 1
    points = offering_points(s, t, p, int64(s.coins[p]) if s.power[p, S.COINS_KEPT] == 0 else int64(0))
    s.offered[p] = 0
    parts = part(sink, i, c.TURN_OFFERING, 1)
    parts += part(sink, i, c.TURN_OFFERING_POINTS, points)
    return parts


@kernel
def play_step(s, t, p, card, outlook, i, sink):
    """A treasure that is played, by its kind and what its resources are good for."""
    brought, chosen = resources_of(t, card)
    room = storage(s, t, p) - total_of(s.held[p])
    parts = part(sink, i, c.TURN_PLAY, 1)
    parts += part(sink, i, c.TURN_PLAY_GAINS, min(total_of(brought) + chosen, room))
    parts += part(sink, i, c.TURN_PLAY_POINTS, kept_worth(s, t, p, card, int64(s.hand[p, card]) - 1))
    parts += part(sink, i, c.TURN_PLAY_SCROLL, has(t.scrolls, card))
    parts += part(sink, i, c.TURN_PLAY_MAP, has(t.needy, card))
    parts += part(sink, i, c.TURN_PLAY_CONTRACT, has(t.contracts, card))
    parts += part(sink, i, c.TURN_PLAY_LATE, outlook.late)
    parts += part(sink, i, c.TURN_STUCK, outlook.stuck)
    if takes_away(t, int64(t.played[card])):
        harm = most_harm(s, p)
        parts += part(sink, i, c.TURN_PLAY_HARM, harm - 1)
    if brought != NOBODY and s.phase == S.TURN:
        enabled = reach(s, s.held[p] + brought) - reach(s, s.held[p])
        parts += part(sink, i, c.TURN_PLAY_ENABLES, enabled)
    return parts


@kernel
def sell_step(s, t, p, card, outlook, i, sink):
    """A treasure that is sold, by its coins and what it is worth in the hand."""
    coins = sale_of(s, t, p, card)
    parts = part(sink, i, c.TURN_SELL, 1)
    parts += part(sink, i, c.TURN_SELL_COINS, coins)
    parts += part(sink, i, c.TURN_STUCK, outlook.stuck)
    parts += part(sink, i, c.TURN_SELL_POINTS, kept_worth(s, t, p, card, int64(s.hand[p, card]) - 1))
    parts += part(sink, i, c.TURN_SELL_PLAYABLE, has(t.playable, card))
    parts += part(sink, i, c.TURN_SELL_IDLE, is_idle(t, card))
    parts += part(sink, i, c.TURN_SELL_LAST, coins if s.last_turns > 0 else 0)
    return parts
