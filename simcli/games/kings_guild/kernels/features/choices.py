"""Choices within a step, as features: resources, treasures, rooms and specialists, powers, the bid."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import part, put, put_parts
from simcli.games.columns import kings_guild as c
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import count_of, kinds_of, sale_of, some, storage, total_of
from simcli.games.kings_guild.kernels.board import beside, kind_number, tile
from simcli.games.kings_guild.kernels.features.aims import find_aims, look_after, look_ahead, look_before, mixes_freely, per_one
from simcli.games.kings_guild.kernels.features.deeds import holders, takes_away
from simcli.games.kings_guild.kernels.features.worth import best_arranged, filled_by, kept_worth, points_when_full, waiting_for_room
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, has
from simcli.games.kings_guild.kernels.treasures import deck_size

# Resources


@cold
def gather_features(s, t, p, actions, n, sink):
    """KG-DP-05."""
    find_aims(s, t, p)
    room = storage(s, t, p)
    now, mixing = look_before(s, p), mixes_freely(s, p)
    per_kind = per_one(s, t, p, S.N_KINDS) if s.last_turns > 0 else int64(0)
    kinds = count_bits(int64(kinds_of(s.held[p])))
    room -= total_of(s.held[p])
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, c.GATHER_DECLINE, 1)
            continue
        mix = t.mix[actions[i]]
        size = total_of(mix)
        over = max(size - room, 0)
        rare = total_of(mix >> uint64(8 * S.GEM))  # the last two kinds
        then = look_after(s, t, now, int64(actions[i]), mixing)
        parts = part(sink, i, c.GATHER_N, size)
        parts += part(sink, i, c.GATHER_OVER, over)
        parts += part(sink, i, c.GATHER_RARE, rare)
        parts += part(sink, i, c.GATHER_NEARER, then.nearest - now.nearest)
        parts += part(sink, i, c.GATHER_READY, then.ready)
        parts += part(sink, i, c.GATHER_USED, then.used)
        parts += part(sink, i, c.GATHER_SOONER, then.rate - now.rate)
        put_parts(sink, i, parts)
        if per_kind > 0:
            put(sink, i, c.GATHER_KINDS, per_kind * (count_bits(int64(kinds_of(s.held[p] + mix))) - kinds))


@cold
def kind_features(s, t, p, actions, n, sink):
    """KG-DP-06, KG-DP-28 to 30, KG-DP-35, KG-DP-36, KG-SP-37: a kind given or taken."""
    find_aims(s, t, p)
    now = look_ahead(s, p, s.held[p])
    spoils = s.phase == S.KIND and takes_away(t, int64(s.pending_row[int64(s.n_pending) - 1]))
    for i in range(n):
        code = int64(actions[i])
        after = s.held[p]
        kind = code
        if code == S.STOP or (s.phase == S.SAVING and code == S.NO_SAVING):
            put(sink, i, c.RETURN_STOP, 1)
            continue
        if s.phase == S.RETURN or s.phase == S.SAVING:
            after = after - some(code, 1)
        elif s.phase == S.EXCHANGE:
            kind = code % S.RESOURCES
            after = after - some(code // S.RESOURCES, 1) + some(kind, 1)
        elif spoils:
            after = after - some(code, min(count_of(after, code), 1))
            harm = holders(s, p, code)
            put(sink, i, c.KIND_HARM, harm)
        else:
            kind = code // S.SEATS if s.phase == S.STEAL else code
            after = after + some(kind, 1)
        then = look_ahead(s, p, after)
        there = count_of(s.held[p], kind)
        put(sink, i, c.RETURN_SOONER, then.rate - now.rate)
        put(sink, i, c.RETURN_NEARER, then.nearest - now.nearest)
        put(sink, i, c.RETURN_READY, then.ready)
        put(sink, i, c.RETURN_RARE, kind >= S.GEM)
        put(sink, i, c.RETURN_HELD, there)


# Treasures


@cold
def treasure_features(s, t, p, actions, n, sink):
    """KG-DP-10, KG-DP-11, KG-DP-13, KG-DP-26, KG-DP-37: a card kept, bought, sold or discarded."""
    for i in range(n):
        card = int64(actions[i])
        if card == S.STOP:
            put(sink, i, c.KEEP_STOP, 1)
            continue
        put(sink, i, c.KEEP_COINS, sale_of(s, t, p, card))
        there = int64(s.hand[p, card]) - int64(s.phase != S.KEEP and s.phase != S.BUY)
        put(sink, i, c.KEEP_POINTS, kept_worth(s, t, p, card, there))
        put(sink, i, c.KEEP_RELIC, has(t.relics, card))
        put(sink, i, c.KEEP_CHARM, has(t.charms, card))
        put(sink, i, c.KEEP_PLAYABLE, has(t.playable, card))
        put(sink, i, c.KEEP_POTION, has(t.fortunes | t.luckies, card))
        put(sink, i, c.KEEP_TWICE, there > 0)


@cold
def colour_features(s, actions, n, sink):
    """KG-DP-02, KG-DP-12, KG-DP-27, KG-DP-31 to 34, KG-DP-44."""
    for i in range(n):
        colour = int64(actions[i])
        if colour == S.STOP:
            put(sink, i, c.COLOUR_STOP, 1)
        else:
            put(sink, i, c.COLOUR_BLUE + colour, 1)
            put(sink, i, c.COLOUR_DECK, deck_size(s, colour))


# Rooms and specialists


@cold
def square_features(s, t, p, actions, n, sink):
    """KG-DP-03, KG-DP-16, KG-DP-17."""
    room = int64(s.pending_n[int64(s.n_pending) - 1]) // 4
    for i in range(n):
        square = int64(actions[i])
        coins, resources = int64(0), int64(0)
        for k in range(int64(t.room_size[room])):
            bonus = int64(t.bonus[s.board[p], square + k])
            coins += int64(bonus == 1 + S.COINS)
            resources += int64(bonus != 0 and bonus != 1 + S.COINS)
        put(sink, i, c.SQUARE_COINS, coins)
        put(sink, i, c.SQUARE_RESOURCES, resources)
        put(sink, i, c.SQUARE_TOP, square < S.COLUMNS)
        put(sink, i, c.SQUARE_STATUE, near_statue(s, t, p, room, square))


@kernel
def near_statue(s, t, p, room, square):
    """Whether the Statue comes to lie beside a room that counts it, or such a room beside the Statue (KG-RM-10)."""
    near = beside(tile(t, room, square))
    if room != int64(t.statue):
        counts = t.kind[t.end_row[room]] == S.IF and t.room_spaces[room] == 0
        return counts and has(s.rooms[p], int64(t.statue)) and (near >> int64(s.room_square[p, t.statue])) & 1 == 1
    rooms = s.rooms[p] & t.end_rooms & ~t.with_spaces
    while rooms != NOBODY:
        other = lowest_bit(rooms)
        rooms &= rooms - ONE
        if t.kind[t.end_row[other]] == S.IF and near & tile(t, other, int64(s.room_square[p, other])) != 0:
            return True
    return False


@cold
def space_features(s, t, p, actions, n, sink):
    """KG-DP-19, KG-DP-20."""
    for i in range(n):
        space = int64(actions[i])
        put(sink, i, c.SPACE_OUTSIDE, space == S.OUTSIDE)
        put(sink, i, c.SPACE_FILLS, filled_by(s, t, p, space))
        put(sink, i, c.SPACE_WORTH, points_when_full(t, space - 1) if space != S.OUTSIDE else 0)


@cold
def move_features(s, t, p, actions, n, sink):
    """KG-DP-40: own kinds of spaces by number, 0 is outside."""
    best, gain = best_arranged(s, t, p)
    if s.last_turns == 0 or gain == 0:
        best = NOBODY
    waits = waiting_for_room(s, t, p) > 0
    for i in range(n):
        code = int64(actions[i])
        if code >= S.C_BAGGAGE:
            continue
        left, to = kind_number(s, t, p, code // S.KINDS_OF_SPACE), kind_number(s, t, p, code % S.KINDS_OF_SPACE)
        fills = points_when_full(t, to - 1) if has(best << ONE, to) and not has(best << ONE, left) else int64(0)
        put(sink, i, c.MOVE_INSIDE, left == S.OUTSIDE)
        put(sink, i, c.MOVE_OUTSIDE, to == S.OUTSIDE)
        put(sink, i, c.MOVE_FILLS, fills)
        put(sink, i, c.MOVE_MAKES_ROOM, waits and has(t.takes_baggage, left) and not has(t.takes_baggage, to))


@cold
def hire_features(s, t, p, actions, n, sink):
    """KG-DP-18."""
    for i in range(n):
        card = int64(s.row[actions[i]])
        put(sink, i, c.HIRE_POINTS, t.prestige[card])
        put(sink, i, c.HIRE_COST, t.cost[card])


@cold
def craft_features(s, t, actions, n, sink):
    """KG-DP-39."""
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, c.CRAFT_DECLINE, 1)
            continue
        quest, items = int64(s.slot[code // 3]), code % 3
        coins = int64(0)
        for item in range(2):
            if items == item or items == 2:
                coins += int64(t.item_coins[item, quest])
        put(sink, i, c.CRAFT_COINS, coins)
        put(sink, i, c.CRAFT_WHOLE, t.items[quest] == 1 or items == 2)


# The rest


@cold
def power_features(actions, n, sink):
    """KG-DP-45."""
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, c.POWER_STOP, 1)
        elif code >= S.P_SCROLL:
            put(sink, i, c.POWER_SCROLL, 1)
        elif code >= S.P_THUG:
            put(sink, i, c.POWER_THUG, 1)
        else:
            put(sink, i, c.POWER_HERO, 1)


@cold
def option_features(s, t, p, actions, n, sink):
    """KG-DP-01, KG-DP-32."""
    find_aims(s, t, p)
    now = look_ahead(s, p, s.held[p]).nearest
    first = int64(t.b[s.pending_row[int64(s.n_pending) - 1]])
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, c.CHOOSE_DECLINE, 1)
            continue
        row = first + int64(actions[i])
        after, coins = s.held[p], int64(0)
        while row != 0:
            if t.kind[row] == S.GAIN and t.a[row] < S.RESOURCES:
                after = after + some(int64(t.a[row]), int64(t.b[row]))
            elif t.kind[row] == S.PAY:
                coins += int64(t.b[row])
            row = int64(t.next[row])
        nearer = look_ahead(s, p, after).nearest - now
        put(sink, i, c.CHOOSE_NEARER, nearer)
        put(sink, i, c.CHOOSE_PAYS, coins)


@cold
def double_features(s, t, actions, n, sink):
    """KG-DP-08: coins that potions bring."""
    quest = int64(s.craft_quest[int64(s.n_crafts) - 1])
    for i in range(n):
        doubled = int64(actions[i])
        coins = (doubled & 1) * int64(t.item_coins[0, quest]) + (doubled >> 1) * int64(t.item_coins[1, quest])
        put(sink, i, c.DOUBLE_COINS, coins)
        put(sink, i, c.DOUBLE_POTIONS, (doubled & 1) + (doubled >> 1))


@cold
def quest_features(s, t, actions, n, sink):
    """KG-DP-38."""
    for i in range(n):
        if actions[i] == S.STOP:
            put(sink, i, c.QUEST_DECLINE, 1)
        else:
            put(sink, i, c.QUEST_COINS, t.item_coins[0, s.slot[actions[i]]])


@cold
def bid_features(s, t, p, actions, n, sink):
    """KG-DP-41."""
    own = int64(s.coins[p])
    best = int64(0)
    for q in range(s.n_players):
        if q != p:
            best = max(best, int64(s.coins[q]))
    for i in range(n):
        bid = int64(actions[i])
        put(sink, i, c.BID_BID, bid)
        put(sink, i, c.BID_SOME, bid > 0)
        put(sink, i, c.BID_UP_TO_FIVE, min(bid, 5))
        put(sink, i, c.BID_TOPS, bid > best)
        put(sink, i, c.BID_HALF, bid > own // 2)
