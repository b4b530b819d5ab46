"""Hiring: who can be hired, the price, coins on the row, and the row itself (KG-X-06 to KG-X-09)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.board import can_place, put_specialist
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, push

PER_CARD = 2
"""A specialist to be placed: its number so many times, plus why."""


@hot
def hire_price(s, t, p, place):
    """KG-X-06, KG-SP-09: coins for a card of the row."""
    coins = int64(s.row_coins[place]) * (1 + int64(s.power[p, S.ROW_COINS_AGAIN]))
    return max(int64(t.cost[s.row[place]]) - coins, 0)


@kernel
def is_barred(s, t, p, card):
    """Whether the seat may not have the specialist."""
    return s.restricted == 1 and is_banned(s, p, int64(t.specialist_item[card]))


@cold
def hireable(s, t, p):
    """KG-X-06: places of the row whose card can be hired, as a mask."""
    mask = NOBODY
    if s.n_free[p] == 0:
        return mask
    for place in range(int64(t.places)):
        card = int64(s.row[place])
        if card == S.NO_CARD or hire_price(s, t, p, place) > s.coins[p]:
            continue
        if can_place(s, t, p, card) and not is_barred(s, t, p, card):
            mask |= bit(place)
    return mask


@cold
def come(s, t, p, what, space):
    """KG-X-06 to KG-X-09: a specialist is paid for if it was hired, put in a space, the row closes and is filled; then what it does."""
    card, how = what // PER_CARD, what % PER_CARD
    place = 0
    while s.row[place] != card:
        place += 1
    if how == S.FROM_HIRE:
        s.coins[p] -= hire_price(s, t, p, place)
        if counts(s):
            mark_price(s, t, p, place)
        if s.row_coins[place] == 0 and t.row_step > 0:  # KG-X-07, KG-AM-42, KG-V-15, GO-33
            put_coins(s, t, p, place)
    put_specialist(s, t, p, card, space)
    s.row[place] = S.NO_CARD
    close_row(s, t)
    push(s, S.DO_LIMIT, p, 0, 0)
    if t.head[S.HIRED, card] != 0:
        mark(s, p, S.AT_HIRED)
        push(s, int64(t.head[S.HIRED, card]), p, 0, 0)


@kernel
def mark_price(s, t, p, place):
    """Marks what has made the price less than what is printed."""
    if s.row_coins[place] > 0:
        mark(s, p, S.COINS_OF_THE_ROW)
        if s.power[p, S.ROW_COINS_AGAIN] > 0:
            mark(s, p, S.NUMBER_EFFECTS + S.ROW_COINS_AGAIN)


@kernel
def put_coins(s, t, p, place):
    """KG-X-07, GO-33: coins on every card to the right; a card whose cost that brings to 0 leaves the game."""
    for other in range(place + 1, int64(t.places)):
        if s.row[other] != S.NO_CARD:
            s.row_coins[other] += t.row_step
            if s.row_coins[other] >= t.cost[s.row[other]]:
                s.row[other] = S.NO_CARD
                mark(s, p, S.COIN_TO_ZERO)


@cold
def close_row(s, t):
    """KG-X-08: cards close up to the right with their coins; empty places are filled from the deck, the rightmost first."""
    to = int64(t.places) - 1
    for place in range(int64(t.places) - 1, -1, -1):
        if s.row[place] != S.NO_CARD:
            s.row[to] = s.row[place]
            s.row_coins[to] = s.row_coins[place]
            to -= 1
    while to >= 0:
        s.row[to] = S.NO_CARD
        s.row_coins[to] = 0
        if s.next_specialist < s.n_specialist_deck:
            card = int64(s.specialist_deck[s.next_specialist])
            s.next_specialist += 1
            s.row[to] = card
            s.shown_specialists |= bit(card)
        to -= 1


@kernel
def oldest_card(s, t):
    """The card on the far right, NO_CARD if the row is empty."""
    for place in range(int64(t.places) - 1, -1, -1):
        if s.row[place] != S.NO_CARD:
            return int64(s.row[place])
    return int64(S.NO_CARD)


@kernel
def age_row(s, t, card):
    """KG-V-15: a card leaves the game if it is still in the row, the others close up and the row is filled."""
    if card == S.NO_CARD:
        return
    for place in range(int64(t.places)):
        if s.row[place] == card:
            s.row[place] = S.NO_CARD
            close_row(s, t)
            return


@cold
def bring_oldest(s, t, p):
    """KG-SP-33, GO-19: the oldest card comes if it can be placed, or the oldest that can."""
    for place in range(int64(t.places) - 1, -1, -1):
        card = int64(s.row[place])
        if card == S.NO_CARD:
            continue
        if can_place(s, t, p, card) and not is_barred(s, t, p, card):
            push(s, S.DO_SPACE, p, card * PER_CARD + S.FROM_OVERSEER, 0)
            return
        if t.next_oldest == 0:
            return


assert uint64(1) == ONE
