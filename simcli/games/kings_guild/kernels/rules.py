"""What waits on the stack is run until a seat has a choice to make; a decision with one choice is made at once (section 24)."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.header import OUTGROWN, RUNNING
from simcli.engine.kernel import cold, hot, kernel
from simcli.engine.mark import counts, mark
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.kernels.amounts import hand_room, storage, total_of
from simcli.games.kings_guild.kernels.answers import carry_out, find_legal
from simcli.games.kings_guild.kernels.craft import count_in_hand, draw_treasure, give_rest, received, sell_items
from simcli.games.kings_guild.kernels.effects import run_row
from simcli.games.kings_guild.kernels.gather import gathered
from simcli.games.kings_guild.kernels.quests import clear_slot, fill_slot, find_slot, resolve_auction
from simcli.games.kings_guild.kernels.stack import NOBODY, ONE, push
from simcli.games.kings_guild.kernels.treasures import draw
from simcli.games.kings_guild.kernels.turn import age, begin_turn, end_turn


@hot
def legal_actions(s, t, actions):
    """Codes of the legal actions of the decision asked; see state.py. Four are written at a time, as in `list_bits`."""
    if s.restricted == 1 or s.legal[0] | s.legal[1] | s.legal[2] | s.legal[3] == NOBODY:
        find_legal(s, t)
    n = 0
    for word in range(S.WORDS):
        mask = s.legal[word]
        end = n + count_bits(mask)
        while n < end:
            for k in range(n, n + 4):
                actions[k] = 64 * word + lowest_bit(mask)
                mask &= mask - ONE
            n += 4
        n = end
    return n


@kernel
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`, and those that follow without a choice."""
    carry_out(s, t, int64(action))
    go_on(s, t)


@cold
def go_on(s, t):
    """Runs what waits until a seat has more than one choice, or the game is over."""
    while True:
        run(s, t)
        if s.over != RUNNING:
            for word in range(S.WORDS):
                s.legal[word] = NOBODY
            return
        n = find_legal(s, t)
        if n > 1:
            return
        carry_out(s, t, only_code(s) if n == 1 else int64(-1))


@kernel
def only_code(s):
    """The code of the one legal action."""
    for word in range(S.WORDS):
        if s.legal[word] != NOBODY:
            return int64(64) * word + lowest_bit(s.legal[word])
    return int64(-1)


@cold
def run(s, t):
    """Carries out what is on the stack, then turns, until a decision is to be asked or the game is over."""
    while s.over == RUNNING:
        f = int64(s.n_pending) - 1
        if f < 0:
            if s.turns == 0:  # KG-U-13
                begin_turn(s, int64(s.first))
            s.actor = s.active
            if s.main == S.NO_MAIN:
                s.phase = S.TURN
            elif s.main == S.M_EXPAND and s.built + s.hired < 2:
                s.phase = S.EXPAND
            else:
                s.phase = S.FREE
            return
        if f >= S.MOST_WAITING:
            s.over = OUTGROWN
            return
        row, p, n, reg = int64(s.pending_row[f]), int64(s.pending_seat[f]), int64(s.pending_n[f]), int64(s.pending_reg[f])
        s.n_pending = f
        if row < S.FIRST_STEP:
            if run_row(s, t, row, p, n, reg):
                return
        elif do_step(s, t, row, p, n):
            return


@kernel
def ask(s, step, p, n, phase):
    """A decision is asked of a seat; what it is about stays on the stack until it is answered."""
    push(s, step, p, n, 0)
    s.actor = p
    s.phase = phase
    return True


@cold
def do_step(s, t, step, p, n):
    """One step of the rules; true when it asks."""
    if step == S.DO_LIMIT:  # KG-T-08
        if counts(s) and t.hand_limit < s.n_hand[p] <= hand_room(s, t, p):
            mark(s, p, S.NUMBER_EFFECTS + S.HAND_LIMIT)
        return s.n_hand[p] > hand_room(s, t, p) and ask(s, step, p, 0, S.LIMIT)
    if step == S.DO_STORAGE:  # KG-T-09
        return total_of(s.held[p]) > storage(s, t, p) and ask(s, step, p, 0, S.RETURN)
    if step == S.DO_GATHER:
        return ask(s, step, p, n, S.GATHER)
    if step == S.DO_SPACE:
        return ask(s, step, p, n, S.SPACE)
    if step == S.DO_SQUARE:
        return ask(s, step, p, n, S.SQUARE)
    if step == S.DO_DOUBLE:
        if s.hand_mask[p] & t.fortunes != NOBODY:
            return ask(s, step, p, n, S.DOUBLE)
        sell_items(s, t, p, 0)
        return False
    if step == S.DO_POWER:
        return s.specialists[p] & t.fires[S.CRAFTED] != NOBODY and ask(s, step, p, n, S.POWER)
    if step == S.DO_DRAW:
        draw(s, t, p, n)
    elif step == S.DO_GATHERED:
        gathered(s, t, p)
    elif step == S.DO_TREASURE:
        draw_treasure(s, t, p)
    elif step == S.DO_RECEIVED:
        received(s, t, p, n)
    elif step == S.DO_FILL:
        fill_slot(s, t, n)
    elif step == S.DO_CRAFT_END:
        s.n_crafts -= 1
    elif step == S.DO_END_TURN:
        end_turn(s, t, p)
    elif step == S.DO_LUCKY:
        return use_lucky(s, t, p)
    elif step == S.DO_KEEP:
        if n > 0 and s.n_drawn > 0:
            return ask(s, step, p, n, S.KEEP)
        give_rest(s)
    else:
        return do_rare_step(s, t, step, p, n)
    return False


@cold
def do_rare_step(s, t, step, p, n):
    """The same for what happens now and then."""
    if step == S.DO_OTHER_COLOUR:
        mark(s, p, S.OTHER_COLOUR)
        return ask(s, step, p, n, S.COLOUR)
    if step == S.DO_BID:
        return ask(s, step, p, n, S.BID)
    if step == S.DO_CRAFT:
        return ask(s, step, p, n, S.CRAFT)
    if step == S.DO_HIRE:
        return ask(s, step, p, n, S.HIRE)
    if step == S.DO_SAVING:
        return ask(s, step, p, n, S.SAVING)
    if step == S.DO_MOVE:
        return ask(s, step, p, n, S.MOVE)
    if step == S.DO_AUCTION:
        resolve_auction(s, t, n)
    elif step == S.DO_AGE:
        age(s, t)
    elif step == S.DO_FUNERAL_LEAVES:
        k = find_slot(s, S.FUNERAL)
        if k >= 0:
            clear_slot(s, t, k)
    return False


@kernel
def use_lucky(s, t, p):
    """KG-TR-16, GO-09: a Lucky Potion is asked for when a quest is done, or one that waits is used."""
    if t.lucky_before == 0:
        if count_in_hand(s, p, t.luckies) > 0:
            return ask(s, S.DO_LUCKY, p, 0, S.LUCKY)
    elif s.lucky == 1:
        s.lucky = 0
        s.craft_twice[int64(s.n_crafts) - 1] = 1
    push(s, S.DO_TREASURE, p, 0, 0)
    return False


assert uint64(1) == ONE
