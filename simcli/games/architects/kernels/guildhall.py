"""The Guildhall: a worker for good, then a building or a step of the Cathedral."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import covers, lowest_bit
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import mark
from simcli.games.architects import state as S
from simcli.games.architects.kernels.amounts import ONE, change_virtue, pay_good, purse
from simcli.games.architects.kernels.effects import first_copies
from simcli.games.architects.kernels.stack import NOBODY, fire, fire_board, mark_standing, push
from simcli.games.architects.kernels.workshop import discard_first_column


@kernel
def own_skills(s, t, p):
    """Skills of the own apprentices, bit k for skill k (AW-A12a)."""
    mask = int64(0)
    for skill in range(S.SKILLS):
        mask |= int64(s.apprentices[p] & t.skilled[skill] != NOBODY) << skill
    return mask


@kernel
def payable(s, t, p, word, card):
    """Whether a purse covers a building's price, for Lothaire one of the two lower ones (AW-PB06)."""
    merged = min(int64(s.power[p, S.INTERCHANGEABLE]), 1)
    if s.power[p, S.SAVING_GOODS] == 0:
        return covers(word, t.price[merged, 0, card])
    return covers(word, t.price[merged, S.LESS_WOOD, card]) or covers(word, t.price[merged, S.LESS_STONE, card])


@cold
def without_banned_buildings(s, t, p, mask):
    """GO-21: buildings without those the seat may not construct."""
    cards = mask
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        if is_banned(s, p, int64(t.building_item[card])):
            mask &= ~(ONE << uint64(card))
    return mask


@cold
def project_mask(s, t, p):
    """AW-A11, AW-D11, GO-21: buildings of the hand that can be constructed, and the Cathedral."""
    word = purse(s, p)
    skills = own_skills(s, t, p)
    mask = NOBODY
    cards = first_copies(t.building_type, t.later_buildings, s.hand[p])
    while cards != NOBODY:
        card = lowest_bit(cards)
        cards &= cards - ONE
        possible = int64(int64(t.need[card]) & ~skills == 0) & int64(payable(s, t, p, word, card))  # no branch
        mask |= uint64(possible) << uint64(card)
    if s.restricted == 1:
        mask = without_banned_buildings(s, t, p, mask)
    s.level_ahead = next_level(s, t, p)
    if can_climb(s, t, p, word, int64(s.level_ahead)) and (s.restricted == 0 or not is_banned(s, p, int64(t.cathedral_item))):
        mask |= ONE << uint64(S.CATHEDRAL_CODE)
    return mask


@kernel
def next_level(s, t, p):
    """AW-A13b, AW-R05: the next level of the Cathedral, 0 if it is closed to the seat for now."""
    level = int64(s.amount[p, S.LEVEL]) + 1
    if level > t.n_levels or s.amount[p, S.VIRTUE] <= t.cathedral_closed:
        return int64(0)
    if s.amount[p, S.CARDS] == 0 and sacrifices(s, t, p):  # AW-PB04
        return int64(0)
    there = 0
    for q in range(s.n_players):
        there += s.amount[q, S.LEVEL] == level
    return level if there < t.level_spaces[level] else int64(0)


@kernel
def can_climb(s, t, p, word, level):
    """AW-A13, AW-A13a: whether the seat can pay for the next level of the Cathedral."""
    if level == 0:
        return False
    if t.level_any[level] > 0:
        return int64(s.amount[p, S.WOOD]) + int64(s.amount[p, S.STONE]) >= level_any(s, t, p, level)
    return covers(word, t.level_price[min(int64(s.power[p, S.INTERCHANGEABLE]), 1), level])


@kernel
def sacrifices(s, t, p):
    """AW-A13a, AW-PB04: whether a building card of the hand is asked for."""
    return int64(t.cards_per_step) > int64(s.power[p, S.NO_SACRIFICE])


@kernel
def level_any(s, t, p, level):
    """Wood and stone for a level in any mix, for Lothaire one less (AW-PB06)."""
    return max(int64(t.level_any[level]) - int64(s.power[p, S.SAVING_GOODS]), 0)


@cold
def enter_hall(s, t, p):
    """AW-A11a: the worker takes the next space; the third one of a row and the first one of the lower rows do more."""
    s.amount[p, S.SUPPLY] -= 1
    s.hall[p] += 1
    s.n_hall += 1
    s.noted = s.apprentices[p]  # AW-G06
    number = int64(s.n_hall)
    push(s, S.DO_PROJECT, p, 0)
    if number <= t.hall_spaces:
        bit = ONE << uint64(number)
        if t.reset_at & bit != NOBODY:  # AW-A11c
            s.reset_due = 1
        if number == t.hall_spaces:  # AW-E01
            s.triggered = 1
        if t.discard_at & bit != NOBODY:  # AW-A11b
            discard_first_column(s, t)


@kernel
def begin_project(s, t, p, code):
    """AW-A11: what is worked on; the price may be a choice."""
    if code == S.CATHEDRAL_CODE:
        push(s, S.DO_CATHEDRAL_CARD if sacrifices(s, t, p) else S.DO_CATHEDRAL, p, 0)
        mark_standing(s, t, p, S.NO_SACRIFICE, NOBODY)
        level = int64(s.amount[p, S.LEVEL]) + 1
        if t.level_any[level] > 0:
            mark_standing(s, t, p, S.SAVING_GOODS, NOBODY)
            push(s, S.DO_MIX, p, level_any(s, t, p, level))
        else:
            for what in range(S.GOODS):
                pay_good(s, p, what, int64(t.level_cost[level, what]))
        return
    s.using = code
    push(s, S.DO_LESS, p, code)


@kernel
def saving_mask(s, t, p):
    """AW-D17, AW-PB06: a wood or a stone less, as far as the price has it and the rest can be paid; the price in full else."""
    if s.power[p, S.SAVING_GOODS] == 0:
        return ONE
    word, merged = purse(s, p), min(int64(s.power[p, S.INTERCHANGEABLE]), 1)
    card = int64(s.using)
    mask = NOBODY
    if t.cost[card, S.WOOD] > 0 and covers(word, t.price[merged, S.LESS_WOOD, card]):
        mask |= ONE << uint64(S.LESS_WOOD)
    if t.cost[card, S.STONE] > 0 and covers(word, t.price[merged, S.LESS_STONE, card]):
        mask |= ONE << uint64(S.LESS_STONE)
    return mask if mask != NOBODY else ONE


@cold
def construct(s, t, p, card, less):
    """AW-A12: the price, the card, then its virtue icon, its effect, powers (AW-A12b)."""
    for what in range(S.GOODS):
        n = int64(t.cost[card, what])
        if (less == S.LESS_WOOD and what == S.WOOD) or (less == S.LESS_STONE and what == S.STONE):
            n -= 1
        pay_good(s, p, what, n)
    s.hand[p] &= ~(ONE << uint64(card))
    s.amount[p, S.CARDS] -= 1
    s.built[p] |= ONE << uint64(card)
    s.amount[p, S.BUILDINGS] += 1
    s.printed[p] += t.building_points[card]
    s.constructed += 1
    if less != 0:
        mark(s, p, S.STANDING_EFFECTS + S.SAVING_GOODS)
    if t.built_row[card] != 0:
        mark(s, p, S.TRIGGER_EFFECTS + S.WHEN_BUILT)
        push(s, int64(t.built_row[card]), p, 1)
    change_virtue(s, t, p, int64(t.building_virtue[card]))


@kernel
def mix_mask(s, p):
    """AW-D12: numbers of wood among the wood and stone to be paid."""
    mask = NOBODY
    due = int64(s.left)
    for wood in range(due + 1):
        if wood <= s.amount[p, S.WOOD] and due - wood <= s.amount[p, S.STONE]:
            mask |= ONE << uint64(wood)
    return mask


@kernel
def pay_mix(s, p, wood):
    """So many wood, the rest stone."""
    s.amount[p, S.WOOD] -= wood
    s.amount[p, S.STONE] -= int64(s.left) - wood


@kernel
def end_visit(s, t, p):
    """AW-PB08: what the player board gives for each building constructed in the visit."""
    for _ in range(int64(s.constructed)):
        fire_board(s, t, S.WHEN_BUILT, p, 1)


@cold
def climb(s, t, p):
    """AW-A13a: one level up; the reward, then the bonuses of Acolytes."""
    s.amount[p, S.LEVEL] += 1
    fire(s, t, S.AT_CATHEDRAL, p, s.noted)
    row = int64(t.empty_reward_row)  # AW-RW07
    if s.next_reward < s.n_rewards:
        reward = int64(s.rewards[s.next_reward])
        s.next_reward += 1
        s.rewards_taken[p, reward] += 1
        row = int64(t.reward_row[reward])
    push(s, row, p, 1)
