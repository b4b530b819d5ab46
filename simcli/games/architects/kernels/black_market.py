"""The Black Market: three spaces of one worker each, and what a reset does."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, lose_virtue, take_building
from simcli.games.architects.kernels.chance import draw_building, put_drawn_under
from simcli.games.architects.kernels.effects import FREE, first_copies
from simcli.games.architects.kernels.stack import NOBODY, fire, fire_board, forget_total, mark_standing, push, standing


@kernel
def space_silver(s, t, p, space, cards):
    """AW-A09, AW-AP34: silver for a space."""
    return max(int64(t.space_silver[space]) - standing(s, t, p, S.MARKET_SILVER, cards), 0)


@kernel
def visit_market(s, t, p, place):
    """AW-A09: the worker closes the space; silver, virtue, then goods, a hiring or a draw, then Swindlers, then Caroline's card."""
    space = S.LEFT if place == S.TO_LEFT else S.RIGHT if place == S.TO_RIGHT else S.MIDDLE
    s.market[space] = p
    s.reset_due |= is_full(s)  # AW-B01
    fire_board(s, t, S.AT_MARKET, p, 1)
    fire(s, t, S.AT_MARKET, p, s.noted)
    if space != S.MIDDLE:
        push(s, S.DO_GOODS, p, space)
    elif place == S.TO_MIDDLE_HIRE:
        push(s, S.DO_HIRING, p, FREE)
    else:
        push(s, S.DO_KEEP, p, 0)
    if t.space_silver[space] > 0:
        mark_standing(s, t, p, S.MARKET_SILVER, s.noted)
    if t.space_virtue[space] > 0:
        mark_standing(s, t, p, S.MARKET_VIRTUE, s.noted)
    s.amount[p, S.SILVER] -= space_silver(s, t, p, space, s.noted)
    lose_virtue(s, t, p, max(int64(t.space_virtue[space]) - standing(s, t, p, S.MARKET_VIRTUE, s.noted), 0))  # AW-AP09


@kernel
def is_full(s):
    """Whether every space has its worker."""
    full = 1
    for space in range(S.SPACES):
        if s.market[space] == S.NONE:
            full = 0
    return full


@kernel
def goods_row(s, t, space):
    """AW-B03, AW-BM11: row of the goods a space shows."""
    turned = int64(s.n_turned)
    if space == S.LEFT:
        return int64(t.small_row[s.market_deck[turned]]) if turned < s.n_market else int64(t.printed_row[0])
    return int64(t.large_row[s.market_deck[turned - 1]]) if turned > 0 else int64(t.printed_row[1])


@kernel
def draw_to_keep(s, t, p):
    """AW-A09c: cards to keep one of; true when there is one."""
    s.n_drawn = min(int64(t.keep_drawn), int64(s.n_building_deck))
    for i in range(int64(s.n_drawn)):
        card = draw_building(s)
        s.drawn[i] = card
        s.offered_buildings[p] |= ONE << uint64(card)
    return s.n_drawn > 0


@kernel
def keep_mask(s, t):
    """AW-D07: the cards drawn, one of equal ones."""
    mask = NOBODY
    for i in range(int64(s.n_drawn)):
        mask |= ONE << uint64(s.drawn[i])
    return first_copies(t.building_type, t.later_buildings, mask)


@kernel
def keep_building(s, p, card):
    """AW-A09c: one card comes to the hand, the others go under the deck together."""
    n = 0
    for i in range(int64(s.n_drawn)):
        if s.drawn[i] != card:
            s.drawn[n] = s.drawn[i]
            n += 1
    s.n_drawn = n
    take_building(s, p, card)
    put_drawn_under(s, p)


# The reset


@cold
def reset(s, t):
    """AW-B02, AW-B03; the other steps wait on the stack, for the seats in turn order from the active one."""
    for space in range(S.SPACES):
        if s.market[space] != S.NONE:
            s.amount[s.market[space], S.PRISON] += 1
            forget_total(s, s.market[space])
            s.market[space] = S.NONE
    if s.n_turned < s.n_market:
        s.n_turned += 1
    s.resets += 1
    push(s, S.DO_RESET_DEBT, 0, 0)
    for k in range(int64(s.n_players) - 1, -1, -1):
        push(s, S.DO_PENALTY, in_order(s, k), 0)
    if t.owner_choice == 1:
        for k in range(int64(s.n_players) - 1, -1, -1):
            push(s, S.DO_ABILITIES, in_order(s, k), 1)
    else:
        push_abilities(s, t)


@kernel
def in_order(s, k):
    """The k-th seat in turn order from the one whose turn it is."""
    return (int64(s.active) + k) % int64(s.n_players)


@cold
def push_abilities(s, t):
    """AW-B04: Peddlers of all, then Squires, then Gatekeepers, then Fara; the last one is pushed first."""
    for k in range(int64(s.n_players) - 1, -1, -1):
        p = in_order(s, k)
        fire_board(s, t, S.AT_RESET, p, 1)
    for i in range(int64(t.n_abilities) - 1, -1, -1):
        for k in range(int64(s.n_players) - 1, -1, -1):
            p = in_order(s, k)
            own = s.apprentices[p] & t.ability_cards[i]
            while own != NOBODY:
                mark(s, p, S.TRIGGER_EFFECTS + S.AT_RESET)
                push(s, int64(t.head[S.AT_RESET, lowest_bit(own)]), p, 1)
                own &= own - ONE


@kernel
def abilities_of(s, t, p):
    """AW-D21, GO-11: abilities a seat has to resolve in this reset, as a mask of codes."""
    mask = s.apprentices[p] & t.fires[S.AT_RESET]
    if t.board_row[S.AT_RESET, s.board[p]] != 0:
        mask |= ONE << uint64(S.FARA_CODE)
    return mask


@kernel
def resolve_ability(s, t, p, code):
    """GO-11: one ability, then the others of the seat."""
    s.abilities &= ~(ONE << uint64(code))
    push(s, S.DO_ABILITIES, p, 0)
    if code == S.FARA_CODE:
        fire_board(s, t, S.AT_RESET, p, 1)
    else:
        mark(s, p, S.TRIGGER_EFFECTS + S.AT_RESET)
        push(s, int64(t.head[S.AT_RESET, code]), p, 1)


@kernel
def reset_penalty(s, t, p):
    """AW-B05."""
    if s.amount[p, S.PRISON] >= t.penalty_workers:
        lose_virtue(s, t, p, int64(t.penalty_virtue))


@cold
def reset_debt(s, t):
    """AW-B06: a debt for who has most workers in the Prison (GO-09: fewest, but one), ties included."""
    found = int64(0)
    for p in range(s.n_players):
        n = int64(s.amount[p, S.PRISON])
        if n > 0 and (found == 0 or ((n < found) == (t.fewest_in_prison == 1) and n != found)):
            found = n
    if found > 0:
        for k in range(int64(s.n_players) - 1, -1, -1):
            p = in_order(s, k)
            if s.amount[p, S.PRISON] == found:
                push(s, S.DO_DEBTS, p, int64(t.reset_debts))
