"""Points that an action is worth as things stand, beyond what is printed: what it pays counts as well."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE
from simcli.games.architects.kernels.effects import worth
from simcli.games.architects.kernels.scoring import effect_points, points_with, shift, total_points
from simcli.games.architects.kernels.stack import NOBODY

FAR_AHEAD = 20
MIX_FOR_VIRTUE, MIX_FOR_MARBLE = 2, 3
BYTE = uint64(0xFF)
ALL_SEATS = (1 << S.MAX_PLAYERS) - 1


@kernel
def near_the_end(s, t):
    """In the last turns, or while the Guildhall has no more spaces than there are players."""
    return s.last_turns > 0 or int64(t.hall_spaces) - int64(s.n_hall) <= s.n_players


@kernel
def track_points(s, t, p, change):
    """Points of the virtue track gained or lost."""
    own = int64(s.amount[p, S.VIRTUE])
    return int64(t.track_points[min(max(own + change, 0), S.TRACK - 1)]) - int64(t.track_points[own])


@kernel
def silver_points(s, t, p, change):
    """Points of silver gained or paid: full tens count."""
    own = int64(s.amount[p, S.SILVER])
    return max(own + change, 0) // int64(t.silver_per) - own // int64(t.silver_per)


@kernel
def prison_points(s, t, q, more):
    """Points that a seat loses by more own workers in the Prison; negative for fewer."""
    own = int64(s.amount[q, S.PRISON])
    return (own + more) // int64(t.prison_per) - own // int64(t.prison_per)


@cold
def find_totals(s, t):
    """Writes `total` of all seats; what does not hang on others is kept until the seat changes."""
    for q in range(s.n_players):
        if (int64(s.steady_kept) >> q) & 1 == 0:
            s.steady[q] = points_with(s, t, q, t.end_points_cards & ~t.rival_cards)
        s.total[q] = s.steady[q] + effect_points(s, t, q, t.rival_cards)
    s.steady_kept = ALL_SEATS


@kernel
def points_ahead(s, p, more):
    """Points of a seat, with some more, less those of the best other, within bounds; see `find_totals`."""
    best = int64(-1 << 20)
    for q in range(s.n_players):
        if q != p:
            best = max(best, int64(s.total[q]))
    return min(max(int64(s.total[p]) + more - best, -FAR_AHEAD), FAR_AHEAD)


@kernel
def leader_of_others(s, p):
    """The other seat with most points as things stand, goods included; see `find_totals`."""
    best, leader = int64(-1 << 20), int64(-1)
    for q in range(s.n_players):
        if q != p and s.total[q] > best:
            best, leader = int64(s.total[q]), int64(q)
    return leader


@cold
def project_worth(s, t, p, code, before):
    """Points of a seat after a project less those before, as things stand: effects, virtue, and gold and marble paid."""
    built, printed = s.built[p], int64(0)
    for what in range(S.STORED):
        s.amounts_before[what] = s.amount[p, what]
    if code == S.CATHEDRAL_CODE:
        level = int64(s.amount[p, S.LEVEL]) + 1
        for what in range(S.GOODS):
            s.amount[p, what] -= t.level_cost[level, what]
        s.amount[p, S.LEVEL] = level
        if s.next_reward >= s.n_rewards:
            take_at_once(s, t, p, int64(t.empty_reward_row))
    else:
        for what in range(S.GOODS):
            s.amount[p, what] -= t.cost[code, what]
        s.built[p] = built | ONE << uint64(code)
        s.amount[p, S.BUILDINGS] += 1
        printed += int64(t.building_points[code])
        shift(s, p, int64(t.building_virtue[code]))
        take_at_once(s, t, p, int64(t.built_row[code]))
    points = total_points(s, t, p) + printed - before
    for what in range(S.STORED):
        s.amount[p, what] = s.amounts_before[what]
    s.built[p] = built
    return points


@kernel
def take_at_once(s, t, p, row):
    """What a chain gives of the amounts that are points: of a choice the option with most gold and marble, if any has some."""
    if row == 0:
        return
    if t.kind[row] == S.CHOOSE:
        first, most = int64(t.b[row]), int64(0)
        options, row = int64(t.a[row]), int64(0)
        for option in range(first, first + options):
            fine = worth(s, t, p, option, int64(S.GOLD)) + worth(s, t, p, option, int64(S.MARBLE))
            if fine > most:
                row, most = int64(option), fine
    if t.kind[row] == S.RELEASE:
        s.amount[p, S.PRISON] -= min(int64(t.b[row]), int64(s.amount[p, S.PRISON]))
    elif t.kind[row] == S.FORGIVE:
        s.amount[p, S.UNPAID] -= min(1, int64(s.amount[p, S.UNPAID]))
    gold, marble = worth(s, t, p, row, int64(S.GOLD)), worth(s, t, p, row, int64(S.MARBLE))
    silver, debts = worth(s, t, p, row, int64(S.SILVER)), worth(s, t, p, row, int64(S.UNPAID))
    virtue = worth(s, t, p, row, int64(S.VIRTUE))
    s.amount[p, S.GOLD] += gold
    s.amount[p, S.MARBLE] += marble
    s.amount[p, S.SILVER] += silver
    s.amount[p, S.UNPAID] += debts
    shift(s, p, virtue)


@cold
def storehouse_points(s, t, p, trades):
    """Most points of so many trades of goods for virtue and marble, or of one own apprentice's trade made as often as it can be paid."""
    mixed = int64(s.amount[p, S.WOOD]) + int64(s.amount[p, S.STONE])
    most = int64(0)
    for marbles in range(min(trades, mixed // MIX_FOR_MARBLE) + 1):
        left = mixed + int64(s.amount[p, S.CLAY]) - marbles * MIX_FOR_MARBLE
        virtue = min(left // MIX_FOR_VIRTUE, trades - marbles)
        most = max(most, marbles * int64(t.marble_points) + best_on_track(s, t, p, virtue))
    cards = s.apprentices[p] & t.traders
    while cards != NOBODY:
        k = int64(t.trade_of[lowest_bit(cards)])
        cards &= cards - ONE
        most = max(most, trade_points(s, t, p, t.trade_price[0, k], int64(t.next[t.trade_row[k]]), trades))
    return most


@kernel
def best_on_track(s, t, p, virtue):
    """Points of the virtue track for a gain."""
    return track_points(s, t, p, virtue) if virtue > 0 else int64(0)


@kernel
def trade_points(s, t, p, price, row, trades):
    """Points of a trade made as often as it can be paid, at most so often."""
    times = trades
    for what in range(S.PURSE):
        due = int64((price >> uint64(8 * what)) & BYTE)
        if due > 0:
            times = min(times, int64(s.amount[p, what]) // due)
    paid = int64((price >> uint64(8 * S.SILVER)) & BYTE)
    fine = worth(s, t, p, row, int64(S.GOLD)) * int64(t.gold_points) + worth(s, t, p, row, int64(S.MARBLE)) * int64(t.marble_points)
    virtue = worth(s, t, p, row, int64(S.VIRTUE))
    return times * fine + best_on_track(s, t, p, times * virtue) + silver_points(s, t, p, -times * paid)


@cold
def guardhouse_points(s, t, p, actions, pays, price):
    """Most points of so many actions: own workers out of the Prison, a debt paid off, silver for captives."""
    released = int64(s.amount[p, S.PRISON]) // int64(t.prison_per)
    sent = silver_points(s, t, p, int64(s.amount[p, S.CAPTURED]))
    paid = int64(0)
    if pays:
        paid = max(track_points(s, t, p, 1) - int64(t.unpaid_points) + silver_points(s, t, p, -price), 0)
    if actions >= 3:
        return released + sent + paid
    if actions == 2:
        return released + sent + paid - min(released, min(sent, paid))
    return max(released, max(sent, paid))


@cold
def sending_harm(s, t, p):
    """Points that the others lose when a seat sends its captives, of the one who loses most."""
    most = int64(0)
    for q in range(s.n_players):
        if q != p:
            most = max(most, prison_points(s, t, q, int64(s.captured[p, q])))
    return most
