"""The turn: main actions and free steps (section 3), Expand (section 6), and what happens between turns (sections 8 and 16)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import lowest_bit
from simcli.engine.chance import next_seat
from simcli.engine.header import ENDED, STOPPED
from simcli.engine.kernel import cold, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import free_sigils, gatherable, sell
from simcli.games.kings_guild.kernels.board import buildable, find_offer, moves_possible, statue_fits
from simcli.games.kings_guild.kernels.craft import craft, craftable, use_up
from simcli.games.kings_guild.kernels.hire import PER_CARD, age_row, hireable, oldest_card
from simcli.games.kings_guild.kernels.quests import PER_ROOM, find_slot, move_belt, take_opened
from simcli.games.kings_guild.kernels.scoring import mark_end
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, bit, has, push

ALWAYS, NEVER = 1, 2
"""Values of GO-16."""


# What is legal


@cold
def turn_legal(s, t, p):
    """The choices of `turn`, `expand` and `free` into `legal`: free steps come before and after the main action (KG-T-02, KG-T-05)."""
    main = free = hires = NOBODY
    may_hire = s.phase == S.TURN or (s.phase == S.EXPAND and (s.hired == 0 or t.players == 1))
    if may_hire or s.hand_mask[p] & t.contracts != NOBODY:
        hires = hireable(s, t, p)
    if s.phase == S.TURN:
        if gatherable(s, t, p) != NOBODY:  # KG-G-02
            main |= bit(S.C_GATHER)
        main |= craftable(s, t, p) << uint64(S.C_CRAFT)
        if can_offer(s, t, p):  # KG-E-04
            main |= bit(S.C_OFFERING)
    if s.phase == S.TURN or (s.phase == S.EXPAND and (s.built == 0 or t.players == 1)):  # KG-V-14
        main |= buildable(s, t, p) << uint64(S.C_BUILD)
    if may_hire:
        main |= hires << uint64(S.C_HIRE)
    if s.last_turns > 0 and s.power[p, S.FREE_OFFERING] > 0 and can_offer(s, t, p):  # KG-E-05
        free |= bit(S.C_FREE_OFFERING)
    if t.players == 1 and can_take_statue(s, t, p):
        if t.statue_acts == 0:
            free |= bit(S.C_STATUE)
        elif s.phase == S.TURN:
            main |= bit(S.C_STATUE)
    s.legal[0] = main | free
    s.legal[1] = playable(s, t, p, hires)
    s.legal[2] = s.hand_mask[p] & t.for_coins  # GO-34
    last = NOBODY
    if s.power[p, S.MOVES] > 0 and s.moves < S.MOST_MOVES and moves_possible(s, t, p):  # KG-SP-14
        last |= bit(S.C_BARD - 192)
    if s.phase != S.TURN:
        last |= bit(S.C_END - 192)
    elif may_pass(s, t, main):
        last |= bit(S.C_PASS - 192)
    s.legal[3] = last


@kernel
def may_pass(s, t, main):
    """KG-AM-16, GO-16."""
    if t.pass_rule == ALWAYS:
        return True
    if main != NOBODY:
        return False
    return t.pass_rule != NEVER or s.legal[1] | s.legal[2] == NOBODY


@kernel
def can_offer(s, t, p):
    """KG-E-04, KG-AM-52, GO-36."""
    return s.last_turns > 0 and t.may_offer == 1 and s.offered[p] == 0 and free_sigils(s, t, p) > 0


@kernel
def can_take_statue(s, t, p):
    """KG-V-16, GO-32."""
    return t.auction == 1 and find_slot(s, S.FUNERAL) >= 0 and statue_fits(s, t, p)


@kernel
def playable(s, t, p, hires):
    """KG-TR-39: treasures of the hand that can be played, as a mask."""
    mask = s.hand_mask[p] & t.playable
    if hires == NOBODY:
        mask &= ~t.contracts
    needy = mask & t.needy
    while needy != NOBODY:
        card = lowest_bit(needy)
        needy &= needy - ONE
        if s.n_hand[p] <= t.play_needs[card]:
            mask &= ~bit(card)
    if t.lucky_before == 1 and s.phase == S.TURN and s.lucky == 0:  # GO-09
        mask |= s.hand_mask[p] & t.luckies
    return mask


# What is done


@cold
def take_step(s, t, p, code):
    """A choice of `turn`, `expand` or `free`."""
    if code >= S.C_BARD:
        if code == S.C_BARD:
            mark(s, p, S.NUMBER_EFFECTS + S.MOVES)
            push(s, S.DO_MOVE, p, 0, 0)
        else:
            push(s, S.DO_END_TURN, p, 0, 0)
    elif code >= S.C_SELL:
        sell(s, t, p, code - S.C_SELL)
    elif code >= S.C_PLAY:
        play_card(s, t, p, code - S.C_PLAY)
    elif code == S.C_GATHER:
        s.main = S.M_GATHER
        s.uses[p, S.USED_GATHER] += 1
        push(s, S.DO_GATHER, p, 0, 0)
    elif code < S.C_BUILD:
        s.main = S.M_CRAFT
        s.uses[p, S.USED_BOTH if (code - S.C_CRAFT) % 3 == S.BOTH_ITEMS else S.USED_ONE] += 1
        craft(s, t, p, code - S.C_CRAFT)
    elif code < S.C_OFFERING:
        expand(s, t, p, code)
    elif code == S.C_STATUE:
        if t.statue_acts == 1:
            s.main = S.M_STATUE
        push(s, S.DO_FUNERAL_LEAVES, p, 0, 0)
        push(s, S.DO_SQUARE, p, int64(t.statue) * PER_ROOM + S.WON, 0)
    else:
        s.aims_of = 0
        s.offered[p] = 1
        s.uses[p, S.USED_OFFERING] += 1
        if code == S.C_FREE_OFFERING:
            mark(s, p, S.NUMBER_EFFECTS + S.FREE_OFFERING)
        if code == S.C_OFFERING:
            s.main = S.M_OFFERING
            if t.offering_ends == 1:  # GO-10
                push(s, S.DO_END_TURN, p, 0, 0)


@kernel
def play_card(s, t, p, card):
    """KG-TR-40: a treasure goes on its pile, then it acts."""
    use_up(s, t, p, card)
    if has(t.luckies, card):  # GO-09
        s.lucky = 1
        mark(s, p, S.ROW_EFFECTS + S.DOUBLE_IT)
        mark(s, p, S.AT_QUEST_DONE)
        return
    mark(s, p, S.AT_PLAYED)
    push(s, S.DO_LIMIT, p, 0, 0)
    push(s, int64(t.played[card]), p, 0, 0)


@cold
def expand(s, t, p, code):
    """KG-X-01, KG-V-14, KG-AM-55: one half of an Expand; the first one announces it."""
    if s.main == S.NO_MAIN:
        s.main = S.M_EXPAND
        if t.ages == 1:
            s.oldest = oldest_card(s, t)
    if code >= S.C_HIRE:
        s.hired += 1
    else:
        s.built += 1
    if s.built + s.hired == 2:
        push(s, S.DO_AGE, p, 0, 0)
    if code >= S.C_HIRE:
        push(s, S.DO_SPACE, p, int64(s.row[code - S.C_HIRE]) * PER_CARD + S.FROM_HIRE, 0)
    elif s.power[p, S.ROOM_SAVING] > 0:
        push(s, S.DO_SAVING, p, code - S.C_BUILD, 0)
    else:
        pay_room(s, t, p, code - S.C_BUILD, 0)


@kernel
def pay_room(s, t, p, room, saved):
    """KG-X-02, KG-SP-37: the price of a room, not below 0; its tile leaves the offer and is put on the board."""
    s.coins[p] -= max(int64(t.room_cost[room]) - saved, 0)
    s.pile[t.room_pile[room]] -= 1
    if s.pile[t.room_pile[room]] == 0:
        find_offer(s, t)
    push(s, S.DO_SQUARE, p, room * PER_ROOM + S.BUILT, 0)


@kernel
def age(s, t):
    """KG-V-15: the Expand is over."""
    age_row(s, t, int64(s.oldest))
    s.oldest = S.NO_CARD


# Between turns


@kernel
def begin_turn(s, p):
    """KG-T-01: the turn of a seat."""
    s.turns += 1
    s.round = (int64(s.turns) - 1) // int64(s.n_players) + 1
    s.active = p
    clear_turn(s)
    if s.power[p, S.FORESIGHT] > 0 and s.next_quest < s.n_quest_deck:
        mark(s, p, S.NUMBER_EFFECTS + S.FORESIGHT)


@kernel
def clear_turn(s):
    """What is said of the turn that goes on."""
    s.main = S.NO_MAIN
    s.built = 0
    s.hired = 0
    s.moves = 0
    s.n_stood = 0
    s.busy = 0


@kernel
def count_expand(s, p):
    """What an Expand was used for."""
    if s.main == S.M_EXPAND:
        s.uses[p, S.USED_EXPAND if s.built + s.hired == 2 else S.USED_BUILD if s.built == 1 else S.USED_HIRE] += 1


@cold
def end_turn(s, t, p):
    """KG-T-04, KG-V-13, KG-V-15, then KG-E-02 and KG-E-08."""
    count_expand(s, p)
    if t.ages == 1 and s.main == S.M_EXPAND:
        age(s, t)
    s.lucky = 0
    if t.players == 1 and move_belt(s, t) and t.ages == 1:
        age_row(s, t, oldest_card(s, t))
    if s.last_turns == 1:
        s.last_turns = 0
        clear_turn(s)
        take_opened(s, t)  # KG-E-07: what is left is scoring
        if counts(s):
            mark_end(s, t)
        s.over = STOPPED if s.stalled == 1 else ENDED
        return
    s.idle = 0 if s.busy == 1 else int64(s.idle) + 1
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.council == 1:  # KG-E-02, KG-V-19
        s.last_turns = s.n_players
    elif t.stall_turns > 0 and s.idle >= t.stall_turns:  # KG-E-08
        s.last_turns = s.n_players
        s.stalled = 1
        mark(s, p, S.STALL)
    begin_turn(s, int64(next_seat(s, p)))


assert uint64(1) == ONE
