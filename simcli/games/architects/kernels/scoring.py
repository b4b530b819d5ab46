"""The end of the game: virtue of buildings, points by category, winners, and what is counted of a game."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import counts
from simcli.engine.sharing import share_win
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import times_part
from simcli.games.architects.kernels.effects import mark_weighed, worth
from simcli.games.architects.kernels.stack import NOBODY, push

PRINTED, EFFECTS, CATHEDRAL, ON_TRACK, DEBTS, GOODS_POINTS, SILVER_POINTS, PRISON_POINTS = range(8)
ONE = uint64(1)


# Virtue at the end


@cold
def push_final(s, t, over):
    """AW-P01: player by player in turn order from the start player, then the game is over; what each moves is settled before any does."""
    s.scoring = 1
    s.last_turns = 0
    push(s, S.DO_SCORE, 0, over)
    p = int64(s.first)
    for _ in range(s.n_players):
        p = int64(s.n_players) - 1 if p == 0 else p - 1
        push_virtue(s, t, p)


@cold
def push_virtue(s, t, p):
    """AW-P01, AW-Q10, GO-12: what the seat's buildings move, in the order of the cards or the best one, put on the stack."""
    cards = s.built[p] & t.end_virtue_cards
    if cards == NOBODY:
        return
    n = int64(0)
    lost = int64(0)
    chosen = int64(0)
    while cards != NOBODY:
        row = int64(t.end_virtue_row[lowest_bit(cards)])
        virtue = worth(s, t, p, row, S.VIRTUE)
        if counts(s) and virtue != 0:
            mark_weighed(s, t, p, row, S.END_VIRTUE)
        cards &= cards - ONE
        if t.card_order == 1:
            s.end_chosen[chosen] = virtue
            chosen += 1
        elif virtue > 0 and n < S.MAX_ENDINGS:
            s.end_gain[n] = virtue
            n += 1
        else:
            lost += virtue
    if t.card_order == 0:
        chosen = order_best(s, t, p, n, lost)
    for k in range(chosen - 1, -1, -1):
        if s.end_chosen[k] != 0:
            push(s, S.DO_VIRTUE, p, int64(s.end_chosen[k]))


@cold
def order_best(s, t, p, n, lost):
    """The first of the best sets of gains to be resolved before the loss; returns how many numbers the order has."""
    best = int64(0)
    if lost < 0:
        best_points, best_virtue = int64(-1 << 40), int64(0)
        virtue, unpaid = int64(s.amount[p, S.VIRTUE]), int64(s.amount[p, S.UNPAID])
        for chosen in range(1 << n):
            for k in range(n):
                if (chosen >> k) & 1:
                    shift(s, p, int64(s.end_gain[k]))
            shift(s, p, lost)
            for k in range(n):
                if (chosen >> k) & 1 == 0:
                    shift(s, p, int64(s.end_gain[k]))
            points = moving_points(s, t, p)
            if points > best_points or (points == best_points and s.amount[p, S.VIRTUE] > best_virtue):
                best, best_points, best_virtue = int64(chosen), points, int64(s.amount[p, S.VIRTUE])
            s.amount[p, S.VIRTUE] = virtue
            s.amount[p, S.UNPAID] = unpaid
    at = int64(0)
    for k in range(n):
        if (best >> k) & 1:
            s.end_chosen[at] = s.end_gain[k]
            at += 1
    s.end_chosen[at] = lost
    at += 1
    for k in range(n):
        if (best >> k) & 1 == 0:
            s.end_chosen[at] = s.end_gain[k]
            at += 1
    return at


@kernel
def shift(s, p, virtue):
    """Virtue moved without a question: debts are taken and destroyed."""
    to = int64(s.amount[p, S.VIRTUE]) + virtue
    if to < 0:
        s.amount[p, S.UNPAID] -= to
    elif to > S.TRACK - 1:
        s.amount[p, S.UNPAID] -= min(to - (S.TRACK - 1), int64(s.amount[p, S.UNPAID]))
    s.amount[p, S.VIRTUE] = min(max(to, 0), S.TRACK - 1)


@kernel
def moving_points(s, t, p):
    """Points that depend on virtue and debts."""
    return virtue_points(s, t, p) + effect_points(s, t, p, t.end_points_cards)


@kernel
def virtue_points(s, t, p):
    """AW-P04, AW-P05: points of virtue and debts themselves."""
    return int64(t.track_points[s.amount[p, S.VIRTUE]]) + int64(t.unpaid_points) * int64(s.amount[p, S.UNPAID])


@kernel
def effect_points(s, t, p, cards):
    """AW-P02: what those of some buildings that are constructed give at the end."""
    sum_ = int64(0)
    cards &= s.built[p]
    while cards != NOBODY:
        sum_ += worth(s, t, p, int64(t.end_points_row[lowest_bit(cards)]), S.POINTS)
        cards &= cards - ONE
    return sum_


@kernel
def mark_points(s, t):
    """Marks what buildings give at the end."""
    if counts(s):
        for p in range(s.n_players):
            cards = s.built[p] & t.end_points_cards
            while cards != NOBODY:
                row = int64(t.end_points_row[lowest_bit(cards)])
                cards &= cards - ONE
                if worth(s, t, p, row, S.POINTS) != 0:
                    mark_weighed(s, t, p, row, S.END_POINTS)


# Points


@cold
def score(s, t, points):
    """points[player, category]: AW-P02 to AW-P08, as things stand."""
    for p in range(s.n_players):
        points[p, PRINTED] = s.printed[p]
        points[p, EFFECTS] = effect_points(s, t, p, t.end_points_cards)
        points[p, CATHEDRAL] = t.level_points[s.amount[p, S.LEVEL]]  # AW-P03
        points[p, ON_TRACK] = t.track_points[s.amount[p, S.VIRTUE]]  # AW-P04
        points[p, DEBTS] = int64(t.unpaid_points) * int64(s.amount[p, S.UNPAID])  # AW-P05
        goods = int64(s.amount[p, S.GOLD]) * int64(t.gold_points) + int64(s.amount[p, S.MARBLE]) * int64(t.marble_points)
        points[p, GOODS_POINTS] = goods  # AW-P06
        points[p, SILVER_POINTS] = int64(s.amount[p, S.SILVER]) // int64(t.silver_per)  # AW-P07
        points[p, PRISON_POINTS] = -(int64(s.amount[p, S.PRISON]) // int64(t.prison_per))  # AW-P08


@kernel
def built_points(s, t, p):
    """AW-P02: printed points of constructed buildings; `printed` has them."""
    sum_ = int64(0)
    cards = s.built[p]
    while cards != NOBODY:
        sum_ += int64(t.building_points[lowest_bit(cards)])
        cards &= cards - ONE
    return sum_


@kernel
def total_points(s, t, p):
    """All points of a seat."""
    return points_with(s, t, p, t.end_points_cards)


@kernel
def points_with(s, t, p, cards):
    """Points of a seat, of what buildings give at the end that of some alone."""
    sum_ = virtue_points(s, t, p) + effect_points(s, t, p, cards) + int64(t.level_points[s.amount[p, S.LEVEL]]) + int64(s.printed[p])
    sum_ += int64(s.amount[p, S.GOLD]) * int64(t.gold_points) + int64(s.amount[p, S.MARBLE]) * int64(t.marble_points)
    return sum_ + times_part(int64(s.amount[p, S.SILVER]), t.silver_part) - times_part(int64(s.amount[p, S.PRISON]), t.prison_part)


@cold
def standings(s, t, out):
    """Higher for who finishes ahead: AW-K01, most points, then virtue, then silver."""
    for p in range(s.n_players):
        out[p] = 0
        mine = total_points(s, t, p)
        for q in range(s.n_players):
            theirs = total_points(s, t, q)
            ahead = mine > theirs
            if mine == theirs:
                ahead = s.amount[p, S.VIRTUE] > s.amount[q, S.VIRTUE]
                if s.amount[p, S.VIRTUE] == s.amount[q, S.VIRTUE]:
                    ahead = s.amount[p, S.SILVER] > s.amount[q, S.SILVER]
            out[p] += ahead


@cold
def shares(s, t, out):
    """Sixtieths of the win by seat: AW-K01, most points, then virtue, then silver."""
    standings(s, t, out)
    share_win(out, s.n_players)


@cold
def holdings(s, t, out):
    """out[player, item, 0/1]: copies offered and held, in the order of the catalogue.

    An apprentice that lay face up is offered to all and held by who owns it at the end; a building is offered to who could have kept or
    drew it and held by who constructed it; a reward is offered to nobody (chance gives it) and held by who got it. A board is offered
    to and held by its owner. Steps of the Cathedral, placements, captives and debts are held as often as they happened; what
    stands open to all is offered once.
    """
    for p in range(s.n_players):
        for item in range(t.n_items):
            out[p, item, 0] = 0
            out[p, item, 1] = 0
        cards = s.offered_apprentices
        while cards != NOBODY:
            card = lowest_bit(cards)
            cards &= cards - ONE
            out[p, t.apprentice_item[card], 0] += 1
            out[p, t.apprentice_item[card], 1] += int64((s.apprentices[p] >> uint64(card)) & ONE)
        cards = s.offered_buildings[p]
        while cards != NOBODY:
            card = lowest_bit(cards)
            cards &= cards - ONE
            out[p, t.building_item[card], 0] += 1
            out[p, t.building_item[card], 1] += int64((s.built[p] >> uint64(card)) & ONE)
        for kind in range(int64(t.n_reward_kinds)):
            out[p, int64(t.first_reward_item) + kind, 1] = s.rewards_taken[p, kind]
        board = int64(t.board_item[s.board[p]])
        if board != S.NO_ITEM:
            out[p, board, 0] = 1
            out[p, board, 1] = 1
        out[p, t.cathedral_item, 0] = 1
        out[p, t.cathedral_item, 1] = s.amount[p, S.LEVEL]
        for place in range(S.PLACES):
            out[p, int64(t.first_place_item) + place, 0] = 1
            out[p, int64(t.first_place_item) + place, 1] = s.visits[p, place]
        out[p, t.capture_item, 0] = 1
        out[p, t.capture_item, 1] = s.taken[p]
        out[p, t.sent_item, 0] = 1
        out[p, t.sent_item, 1] = s.sent[p]
        out[p, t.freed_item, 0] = 1
        out[p, t.freed_item, 1] = s.freed[p]
        out[p, t.debt_item, 0] = 1
        out[p, t.debt_item, 1] = s.debts_taken[p]
        out[p, t.start_item, 0] = t.fixed_seat == 0 and s.first == p
        out[p, t.start_item, 1] = s.first == p
