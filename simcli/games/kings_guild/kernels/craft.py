"""Craft: what can be made, paying for it, the sigil, and a quest that is complete (section 5)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import covers, less_by, lowest_bit
from simcli.engine.header import OUTGROWN
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import discard_card, free_sigils, take_card
from simcli.games.kings_guild.kernels.quests import clear_slot, find_slot
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, push
from simcli.games.kings_guild.kernels.treasures import push_draws

AFTER_CRAFT, AFTER_TREASURE = range(2)
"""When powers are asked for."""
BITS_A_SLOT = 3


# What can be made


@kernel
def cost_of(s, t, p, quest, item):
    """KG-K-02: resources of an item for a seat, a byte a kind."""
    price = t.item_cost[item, quest]
    saved = s.less[p, t.item_kind[item, quest]]
    return less_by(price, saved) if saved != NOBODY else price


@kernel
def fee_on(s, t, p, quest):
    """KG-K-03: coins for the owner of a thug token of another player on the quest."""
    if s.thug_quest != quest or s.thug_seat == p:
        return int64(0)
    cards = s.specialists[s.thug_seat] & t.thugs
    return int64(t.b[t.head[S.CRAFTED, lowest_bit(cards)]]) if cards != NOBODY else int64(0)


@kernel
def opened_by_another(s, p, k):
    """GO-35: whether another player's sigil lies on the card of a slot."""
    return s.opener[k] != S.NONE and s.opener[k] != p


@cold
def craftable(s, t, p):
    """KG-K-01 to KG-K-04, KG-K-06: what can be made, as a mask: three bits a slot, for the first item, the second one, both."""
    mask = NOBODY
    sigils = free_sigils(s, t, p)
    for k in range(S.MAX_SLOTS):
        quest = int64(s.slot[k])
        if quest >= S.FUNERAL or (t.sharing == 0 and opened_by_another(s, p, k)):
            continue
        fee = int64(0)
        if s.thug_quest == quest:
            fee = fee_on(s, t, p, quest)
            if t.fee_before == 1 and s.coins[p] < fee:
                continue
        if s.restricted == 1 and is_banned(s, p, int64(t.quest_item[quest])):
            continue
        mask |= makeable(s, t, p, k, quest, sigils, fee) << uint64(BITS_A_SLOT * k)
    return mask


@kernel
def makeable(s, t, p, k, quest, sigils, fee):
    """The three bits of one slot."""
    mask, two = NOBODY, t.items[quest] == 2
    held, first = s.held[p], cost_of(s, t, p, quest, 0)
    second = cost_of(s, t, p, quest, 1) if two else NOBODY
    has_first, has_second = covers(held, first), two and covers(held, second)
    if not (has_first or has_second):
        return mask
    made, owned, short = int64(s.made[k]), int64(s.coins[p]), int64(0)
    if t.fee_before == 0:  # GO-11: coins held and prices together
        short = fee
    if not two:
        able = sigils >= 1 if t.sigil_each == 1 else True  # GO-01
        if able and owned + int64(t.item_coins[0, quest]) >= short:
            mask |= bit(S.FIRST_ITEM)
        return mask
    needed = 1 if t.sigil_each == 1 or made == 0 else 0  # KG-K-06
    if sigils >= needed:
        if made != 1 and has_first and owned + int64(t.item_coins[0, quest]) >= short:
            mask |= bit(S.FIRST_ITEM)
        if made != 2 and has_second and owned + int64(t.item_coins[1, quest]) >= short:
            mask |= bit(S.SECOND_ITEM)
    both = owned + int64(t.item_coins[0, quest]) + int64(t.item_coins[1, quest]) >= short
    if made == 0 and both and (t.sigil_each == 0 or sigils >= 2) and covers(held, first + second):
        mask |= bit(S.BOTH_ITEMS)
    return mask


# Making it


@cold
def craft(s, t, p, code):
    """KG-T-03, KG-K-03, KG-K-04: code: three a slot. The fee and the resources are paid; Fortune Potions are asked for."""
    k, items = code // BITS_A_SLOT, code % BITS_A_SLOT
    quest = int64(s.slot[k])
    s.busy = 1
    f = int64(s.n_crafts)
    if f >= S.MAX_CRAFTS:
        s.over = OUTGROWN
        return
    s.n_crafts = f + 1
    s.craft_quest[f] = quest
    s.craft_items[f] = items
    s.craft_opener[f] = S.NONE
    s.craft_used[f] = NOBODY
    s.craft_heroes[f] = s.used[k]
    s.craft_twice[f] = 0
    s.craft_got[f, 0] = 0
    s.craft_got[f, 1] = 0
    if t.fee_before == 1:
        pay_fee(s, t, p, quest)
    for item in range(2):
        if items == item or items == S.BOTH_ITEMS:
            price = cost_of(s, t, p, quest, item)
            if counts(s) and price != t.item_cost[item, quest]:
                mark(s, p, S.LESS_FOR_WEAPON + int64(t.item_kind[item, quest]))
            s.held[p] -= price
            s.stock += price
    push(s, S.DO_CRAFT_END, p, 0, 0)
    push(s, S.DO_DOUBLE, p, 0, 0)


@kernel
def pay_fee(s, t, p, quest):
    """KG-K-03: once for the whole craft."""
    fee = fee_on(s, t, p, quest)
    s.coins[p] -= fee
    if fee > 0:
        mark(s, int64(s.thug_seat), S.THUG_FEE)
        s.coins[s.thug_seat] += fee


@kernel
def count_in_hand(s, p, kinds):
    """Cards of some kinds in a hand."""
    n = int64(0)
    left = s.hand_mask[p] & kinds
    while left != NOBODY:
        n += int64(s.hand[p, lowest_bit(left)])
        left &= left - ONE
    return n


@kernel
def doubles(s, t, p):
    """KG-K-05, GO-08: items that Fortune Potions may double, as a mask: nothing, first, second, both."""
    n = count_in_hand(s, p, t.fortunes)
    mask = bit(0)
    if n > 0:
        items = int64(s.craft_items[int64(s.n_crafts) - 1])
        if items != S.SECOND_ITEM:
            mask |= bit(1)
        if items != S.FIRST_ITEM:
            mask |= bit(2)
        if items == S.BOTH_ITEMS and n > 1 and t.two_fortunes == 1:
            mask |= bit(3)
    return mask


@kernel
def use_up(s, t, p, card):
    """A treasure is played or used: it goes on its pile, and is counted."""
    s.spent[p, S.SPENT_PLAYED, t.colour[card]] += 1
    discard_card(s, p, card)


@cold
def sell_items(s, t, p, doubled):
    """KG-K-05 to KG-K-07: the prices, one doubled or both; then a sigil, or the quest is complete. doubled: a bit an item."""
    f = int64(s.n_crafts) - 1
    quest, items = int64(s.craft_quest[f]), int64(s.craft_items[f])
    for item in range(2):
        if (doubled >> item) & 1:
            card = lowest_bit(s.hand_mask[p] & t.fortunes)
            mark(s, p, S.ROW_EFFECTS + S.DOUBLE_IT)
            mark(s, p, S.AT_ITEM_MADE)
            use_up(s, t, p, card)
    for item in range(2):
        if items == item or items == S.BOTH_ITEMS:
            s.coins[p] += int64(t.item_coins[item, quest]) * (1 + ((doubled >> item) & 1))
    if t.fee_before == 0:
        pay_fee(s, t, p, quest)
    k = find_slot(s, quest)
    if t.items[quest] == 2 and items != S.BOTH_ITEMS and s.made[k] == 0:  # KG-K-06
        s.aims_of = 0
        s.made[k] = 1 + items
        s.opener[k] = p
        s.out[p] += 1
        push(s, S.DO_POWER, p, AFTER_CRAFT, 0)
        return
    complete(s, t, p, k, quest)


@cold
def complete(s, t, p, k, quest):
    """KG-K-07 to KG-K-12: what follows, the last one pushed first."""
    f = int64(s.n_crafts) - 1
    opener = int64(s.opener[k])
    if opener != S.NONE and opener != p:
        mark(s, p, S.SHARED_QUEST)
        s.craft_opener[f] = opener
        s.quests[opener] |= bit(quest)
        s.uses[p, S.USED_SHARED] += 1
        s.uses[opener, S.USED_SHARED] += 1
    else:
        s.quests[p] |= bit(quest)
    clear_slot(s, t, k)
    if t.powers_first == 0:  # GO-22
        push(s, S.DO_POWER, p, AFTER_CRAFT, 0)
    if t.players > 1:
        push(s, S.DO_FILL, p, k, 0)
    if t.powers_first == 1:
        push(s, S.DO_POWER, p, AFTER_CRAFT, 0)
    if s.craft_opener[f] != S.NONE:
        push(s, S.DO_RECEIVED, opener, 1, 0)
    push(s, S.DO_RECEIVED, p, 0, 0)
    if t.limits_first == 1:  # GO-31
        if s.craft_opener[f] != S.NONE:
            push(s, S.DO_LIMIT, opener, 0, 0)
        push(s, S.DO_LIMIT, p, 0, 0)
    push(s, S.DO_LUCKY, p, 0, 0)


@kernel
def draws_twice(s, t, p, code):
    """KG-TR-16: the answer to a Lucky Potion: 0 draws twice."""
    if code == 0:
        s.craft_twice[int64(s.n_crafts) - 1] = 1
        card = lowest_bit(s.hand_mask[p] & t.luckies)
        mark(s, p, S.ROW_EFFECTS + S.DOUBLE_IT)
        mark(s, p, S.AT_QUEST_DONE)
        use_up(s, t, p, card)
    push(s, S.DO_TREASURE, p, 0, 0)


@cold
def draw_treasure(s, t, p):
    """KG-K-08, KG-K-09: the colours of the quest in printed order, with a Lucky Potion the whole list twice."""
    f = int64(s.n_crafts) - 1
    quest, shared = int64(s.craft_quest[f]), s.craft_opener[f] != S.NONE
    items, times = int64(t.items[quest]), 1 + int64(s.craft_twice[f])
    if shared:
        s.n_drawn = 0
        push(s, S.DO_KEEP, p, items * times // 2, 0)
    for _ in range(times):
        for i in range(items - 1, -1, -1):
            push_draws(s, p, int64(t.reward[i, quest]), 1, S.TO_TABLE if shared else S.OF_QUEST)


@kernel
def keep_mask(s):
    """Treasures drawn that nobody has yet, as a mask of kinds."""
    mask = NOBODY
    for i in range(int64(s.n_drawn)):
        mask |= bit(int64(s.drawn[i]))
    return mask


@kernel
def keep(s, p, card, left):
    """KG-K-09: the finisher keeps one."""
    k = 0
    while s.drawn[k] != card:
        k += 1
    for i in range(k, int64(s.n_drawn) - 1):
        s.drawn[i] = s.drawn[i + 1]
    s.n_drawn -= 1
    take_card(s, p, card)
    s.craft_got[int64(s.n_crafts) - 1, 0] += 1
    push(s, S.DO_KEEP, p, left - 1, 0)


@kernel
def give_rest(s):
    """KG-K-09: the opener gets the rest."""
    f = int64(s.n_crafts) - 1
    for i in range(int64(s.n_drawn)):
        take_card(s, int64(s.craft_opener[f]), int64(s.drawn[i]))
        s.craft_got[f, 1] += 1
    s.n_drawn = 0


@cold
def received(s, t, p, who):
    """KG-K-10, KG-AM-63: chains of own specialists in file order, with GO-18 heroes' powers; then the hand limit."""
    cards = s.specialists[p] & t.fires[S.QUEST_TREASURE]
    acts = s.craft_got[int64(s.n_crafts) - 1, who] > 0 and (cards != NOBODY or t.heroes_on_treasure == 1)
    if acts or t.limits_first == 0:
        push(s, S.DO_LIMIT, p, 0, 0)
    if not acts:
        return
    if t.heroes_on_treasure == 1:
        push(s, S.DO_POWER, p, AFTER_TREASURE, 0)
    f = int64(s.n_pending)
    while cards != NOBODY:
        mark(s, p, S.AT_TREASURE)
        push(s, int64(t.head[S.QUEST_TREASURE, lowest_bit(cards)]), p, 0, 0)
        cards &= cards - ONE
    turn_over(s, f)


@kernel
def turn_over(s, first):
    """What was pushed from place `first` on, the other way round: what was pushed first comes first."""
    last = int64(s.n_pending) - 1
    while first < last:
        row, seat = s.pending_row[first], s.pending_seat[first]
        s.pending_row[first] = s.pending_row[last]
        s.pending_seat[first] = s.pending_seat[last]
        s.pending_row[last] = row
        s.pending_seat[last] = seat
        first += 1
        last -= 1


assert uint64(S.NO_CARD) != NOBODY
