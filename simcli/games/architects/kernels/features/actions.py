"""What an action at a place brings: trades, captures, the Guardhouse, workers taken back."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold, kernel
from simcli.engine.sink import put, wants
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import number_of
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.features.captures import is_idle
from simcli.games.architects.kernels.features.points import find_totals, leader_of_others, near_the_end, sending_harm, trade_points
from simcli.games.architects.kernels.features.target import find_projects
from simcli.games.columns import architects as c

STORE_TARGET = 1 << c.STOREHOUSE_NEEDS | 1 << c.STOREHOUSE_LACKS
LEADS = 1 << c.CAPTURE_LEADS


@cold
def back_features(s, p, actions, n, sink):
    """AW-D04."""
    for i in range(n):
        code = int64(actions[i])
        there = int64(1)
        if code < S.BACK_CAPTOR:
            there = int64(s.at[code, p])
        elif code < S.BACK_PRISON:
            there = int64(s.captured[code - S.BACK_CAPTOR, p])
        elif code == S.BACK_PRISON:
            there = int64(s.amount[p, S.PRISON])
        put(sink, i, c.TAKE_BACK_N, there)
        put(sink, i, c.TAKE_BACK_PRISON, code == S.BACK_PRISON)


@kernel
def needed(s, p, what, paid):
    """Of goods paid, how many the nearest project then lacks more."""
    if what >= S.GOODS:
        return int64(0)
    due = number_of(s.due, what)
    spare = max(int64(s.amount[p, what]) - due, 0)
    return max(min(paid, int64(s.amount[p, what])) - spare, 0) if due > 0 else int64(0)


@cold
def store_features(s, t, p, actions, n, sink):
    """AW-D08."""
    if wants(s, STORE_TARGET):
        find_projects(s, t, p)
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, c.STOREHOUSE_STOP, 1)
            continue
        trade = code >= S.FIRST_TRADE
        price = t.trade_price[0, code - S.FIRST_TRADE] if trade else t.mix_price[code]
        row = int64(t.next[t.trade_row[code - S.FIRST_TRADE]]) if trade else int64(t.mix_row[code])
        paid, needs = int64(0), int64(0)
        for what in range(S.PURSE):
            k = number_of(price, what)
            paid += k
            needs += needed(s, p, what, k)
        virtue = worth(s, t, p, row, int64(S.VIRTUE))
        gold, marble = worth(s, t, p, row, int64(S.GOLD)), worth(s, t, p, row, int64(S.MARBLE))
        lacks = int64(0)
        for what in range(S.GOODS):
            lacks += min(worth(s, t, p, row, int64(what)), number_of(s.lack, what))
        top = virtue > 0 and int64(s.amount[p, S.VIRTUE]) + virtue > S.TRACK - 1
        put(sink, i, c.STOREHOUSE_VIRTUE, virtue)
        put(sink, i, c.STOREHOUSE_GOLD, gold)
        put(sink, i, c.STOREHOUSE_MARBLE, marble)
        put(sink, i, c.STOREHOUSE_PAYS, paid)
        put(sink, i, c.STOREHOUSE_NEEDS, needs)
        put(sink, i, c.STOREHOUSE_LACKS, lacks)
        put(sink, i, c.STOREHOUSE_TOP, top)
        if wants(s, 1 << c.STOREHOUSE_LAST_POINTS) and near_the_end(s, t):
            put(sink, i, c.STOREHOUSE_LAST_POINTS, trade_points(s, t, p, price, row, int64(s.left)))


@cold
def capture_features(s, t, p, actions, n, sink):
    """AW-D09."""
    best, leader = int64(-1), int64(-1)
    if wants(s, LEADS):
        for q in range(s.n_players):
            points = int64(s.printed[q]) + int64(t.level_points[s.amount[q, S.LEVEL]])
            if q != p and points > best:
                best, leader = points, int64(q)
    ahead = int64(-1)
    if wants(s, 1 << c.CAPTURE_LEADER):
        find_totals(s, t)
        ahead = leader_of_others(s, p)
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, c.CAPTURE_STOP, 1)
        elif code == S.RANSOM_CODE:
            put(sink, i, c.CAPTURE_RANSOM, s.amount[p, S.HELD])
        else:
            location, colour = code // S.MAX_PLAYERS, code % S.MAX_PLAYERS
            there = int64(s.at[location, colour])
            put(sink, i, c.CAPTURE_OWN if colour == p else c.CAPTURE_RIVALS, there)
            if colour == leader:
                put(sink, i, c.CAPTURE_LEADS, 1)
            if colour == ahead:
                put(sink, i, c.CAPTURE_LEADER, there)
            if is_idle(s, p, colour):
                put(sink, i, c.CAPTURE_IDLE, there)
            if colour != p and location == S.MINES:
                put(sink, i, c.CAPTURE_GOLD, there // int64(t.gold_per))


@cold
def guard_features(s, t, p, actions, n, sink):
    """AW-D10."""
    for i in range(n):
        code = int64(actions[i])
        if code == S.STOP:
            put(sink, i, c.GUARDHOUSE_STOP, 1)
        elif code == S.SEND:
            put(sink, i, c.GUARDHOUSE_SEND, s.amount[p, S.CAPTURED])
            if wants(s, 1 << c.GUARDHOUSE_HARM) and near_the_end(s, t):
                put(sink, i, c.GUARDHOUSE_HARM, sending_harm(s, t, p))
        elif code == S.RELEASE_ALL:
            put(sink, i, c.GUARDHOUSE_RELEASE, s.amount[p, S.PRISON])
        elif code == S.PAY_OFF:
            put(sink, i, c.GUARDHOUSE_PAY_OFF, 1)
        else:
            put(sink, i, c.GUARDHOUSE_RANSOM, s.amount[p, S.HELD])
            put(sink, i, c.GUARDHOUSE_BY_DEBT, code == S.RANSOM_DEBT)


@cold
def mix_features(s, t, p, actions, n, sink):
    """AW-D12."""
    find_projects(s, t, p)
    for i in range(n):
        wood = int64(actions[i])
        needs = needed(s, p, int64(S.WOOD), wood) + needed(s, p, int64(S.STONE), int64(s.left) - wood)
        put(sink, i, c.MIX_WOOD, wood)
        put(sink, i, c.MIX_NEEDS, needs)


@cold
def choice_features(s, t, p, actions, n, sink):
    """AW-D14: gains of a building."""
    find_projects(s, t, p)
    first = int64(t.b[s.pending_row[int64(s.n_pending) - 1]])
    for i in range(n):
        if actions[i] == S.STOP:
            continue
        row = first + int64(actions[i])
        lacks = int64(0)
        for what in range(S.GOODS):
            lacks += min(worth(s, t, p, row, int64(what)), number_of(s.lack, what))
        gold, marble = worth(s, t, p, row, int64(S.GOLD)), worth(s, t, p, row, int64(S.MARBLE))
        silver = worth(s, t, p, row, int64(S.SILVER))
        put(sink, i, c.CHOOSE_GOLD, gold)
        put(sink, i, c.CHOOSE_MARBLE, marble)
        put(sink, i, c.CHOOSE_SILVER, silver)
        put(sink, i, c.CHOOSE_LACKS, lacks)


@cold
def ability_features(s, t, actions, n, sink):
    """AW-D21."""
    for i in range(n):
        row = int64(t.board_row[S.AT_RESET, s.board[s.actor]]) if actions[i] == S.FARA_CODE else int64(t.head[S.AT_RESET, actions[i]])
        kind = int64(t.kind[row])
        gains = kind == S.GAIN or kind == S.IF
        put(sink, i, c.ABILITY_GAINS, gains)
        put(sink, i, c.ABILITY_FREES, not gains)
