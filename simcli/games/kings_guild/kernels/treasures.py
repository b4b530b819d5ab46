"""Treasures: drawing, and what is left to be drawn."""

from __future__ import annotations

from numpy import int64

from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import take_card
from simcli.games.kings_guild.kernels.chance import make_of_discards
from simcli.games.kings_guild.kernels.stack import NOBODY, push

PER_PLACE = 4
"""A waiting draw: where to, so many times, plus the colour."""


@kernel
def deck_size(s, colour):
    """Cards of a treasure deck."""
    return int64(s.n_treasure_deck[colour]) - int64(s.next_treasure[colour])


@kernel
def has_left(s, t, colour):
    """KG-T-13, KG-AM-45: whether a colour has cards in the deck, or others than scrolls among the discards."""
    return deck_size(s, colour) > 0 or s.discard_mask & t.of_colour[colour] & ~t.scrolls != NOBODY


@kernel
def colours_left(s, t, reg):
    """Colours that can be named, but those a chain has named, as a mask."""
    mask = int64(0)
    for colour in range(S.COLOURS):
        if has_left(s, t, colour) and ((reg & S.REG_COLOURS) >> (3 + colour)) & 1 == 0:
            mask |= 1 << colour
    return mask


@kernel
def push_draws(s, p, colour, n, place):
    """n treasures of a colour, one after the other."""
    for _ in range(n):
        push(s, S.DO_DRAW, p, place * PER_PLACE + colour, 0)


@cold
def draw(s, t, p, what):
    """KG-T-13: one treasure; if there is none left of the colour, another one is asked for."""
    colour, place = what % PER_PLACE, what // PER_PLACE
    if deck_size(s, colour) == 0:
        make_of_discards(s, t, colour)
        if deck_size(s, colour) == 0:
            if colours_left(s, t, 0) != 0:
                push(s, S.DO_OTHER_COLOUR, p, place, 0)
            return
        mark(s, p, S.SHUFFLED_AGAIN)
    card = int64(s.treasure_deck[colour, s.next_treasure[colour]])
    s.next_treasure[colour] += 1
    if place == S.TO_TABLE:
        s.drawn[s.n_drawn] = card
        s.n_drawn += 1
    else:
        take_card(s, p, card)
        if place == S.OF_QUEST:
            s.craft_got[int64(s.n_crafts) - 1, 0] += 1
    if t.early_shuffle == 1 and deck_size(s, colour) == 0:  # GO-14
        make_of_discards(s, t, colour)
