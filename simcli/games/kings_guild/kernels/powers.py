"""Powers after a craft, and with GO-18 after treasure: Fighter, Ranger, Wizard, Thug, Warlock (KG-K-12)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import drop_card
from simcli.games.kings_guild.kernels.craft import AFTER_TREASURE
from simcli.games.kings_guild.kernels.effects import asked_of, options_of
from simcli.games.kings_guild.kernels.quests import find_slot
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has, push


@kernel
def usable(s, t, p, when):
    """Specialists with a chain that can be used now, as a mask."""
    f = int64(s.n_crafts) - 1
    cards = s.specialists[p] & t.fires[S.CRAFTED] & ~s.craft_used[f] & ~t.thugs & ~t.warlocks
    cards &= ~(t.hero_chains & s.craft_heroes[f])  # KG-AM-18
    if when == AFTER_TREASURE:
        cards &= t.hero_heads
    elif t.heroes_on_treasure == 1:
        cards &= ~t.hero_heads
    mask = NOBODY
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        if starts(s, t, p, int64(t.head[S.CRAFTED, card])):
            mask |= bit(card)
    return mask


@kernel
def starts(s, t, p, row):
    """Whether the `if`s at the head hold, a `pay` that follows can be paid, and one option of a `choose` that follows is possible."""
    while t.kind[row] == S.IF:
        value = asked_of(s, t, int64(t.a[row]))
        if value < t.b[row] or value > t.c[row]:
            return False
        row = int64(t.next[row])
    if t.kind[row] == S.PAY:
        return s.coins[p] >= t.b[row]
    return t.kind[row] != S.CHOOSE or options_of(s, t, row, p, 0) != NOBODY


@kernel
def first_unused(s, cards):
    """The first of some cards, in file order, that was not used after this craft; NO_CARD if there is none."""
    left = cards & ~s.craft_used[int64(s.n_crafts) - 1]
    return lowest_bit(left) if left != NOBODY else int64(S.NO_CARD)


@kernel
def thug_targets(s, t, p):
    """KG-SP-11, GO-12: slots the thug token can be put on, as a mask."""
    mask = NOBODY
    if first_unused(s, s.specialists[p] & t.thugs) == S.NO_CARD or (t.thug_moves == 0 and s.thug_quest != S.NO_CARD):
        return mask
    for k in range(S.MAX_SLOTS):
        if s.slot[k] < S.FUNERAL and s.slot[k] != s.thug_quest:
            mask |= bit(k)
    return mask


@kernel
def scroll_targets(s, t, p):
    """KG-SP-22: scrolls of the hand, as a mask of kinds."""
    if first_unused(s, s.specialists[p] & t.warlocks) == S.NO_CARD:
        return NOBODY
    return s.hand_mask[p] & t.scrolls


@cold
def use_power(s, t, p, when, code):
    """One power, and powers are asked for again."""
    if code == S.STOP:
        return
    f = int64(s.n_crafts) - 1
    mark(s, p, S.AT_CRAFTED)
    push(s, S.DO_POWER, p, when, 0)
    if code >= S.P_SCROLL:
        card = first_unused(s, s.specialists[p] & t.warlocks)
        mark(s, p, S.ROW_EFFECTS + S.WARLOCK_ROW)
        s.spent[p, S.SPENT_PLAYED, t.colour[code - S.P_SCROLL]] += 1
        drop_card(s, p, code - S.P_SCROLL)
        push(s, S.DO_LIMIT, p, 0, 0)
        if t.played[code - S.P_SCROLL] != 0:
            push(s, int64(t.played[code - S.P_SCROLL]), p, 0, S.REG_WARLOCK)
    elif code >= S.P_THUG:
        card = first_unused(s, s.specialists[p] & t.thugs)
        mark(s, p, S.ROW_EFFECTS + S.THUG_ROW)
        s.thug_quest = s.slot[code - S.P_THUG]
        s.thug_seat = p
    else:
        card = code
        push(s, S.DO_LIMIT, p, 0, 0)
        push(s, int64(t.head[S.CRAFTED, card]), p, 0, S.REG_HELD)
        if has(t.hero_chains, card):
            s.craft_heroes[f] |= bit(card)
            k = find_slot(s, int64(s.craft_quest[f]))
            if k >= 0:
                s.used[k] |= bit(card)
    s.craft_used[f] |= bit(card)


assert uint64(1) == ONE
