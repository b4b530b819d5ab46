"""What a strategy may see of each choice; everything is open but the order of the gather deck. Names and meaning: GAME.decisions."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot_in_bounds, kernel
from simcli.engine.sink import put, wants
from simcli.games.kings_forge.kernels.craft import ALL_STEALS, LOW_BYTE, MOST, count_rolled, possible
from simcli.games.kings_forge.kernels.gather import EACH, HIGH_BITS
from simcli.games.kings_forge.state import (
    AUTO_SIX,
    BASIC,
    BONUS,
    BRINGS,
    CEMETERY,
    CERTAIN,
    CERTAIN_BITS,
    COLOURS,
    CRAFT,
    FACES,
    FIRST_DOCK,
    GATHER,
    GEM,
    GIVE_UP,
    LIBRARY,
    MAGIC,
    MAX_ODDS_DICE,
    MAX_TIERS,
    METAL,
    MODIFY,
    NONE,
    PAY,
    PLACE,
    PLUS_TOKEN,
    REROLL,
    REROLL_ABILITY,
    ROW,
    STEAL,
    STOP,
    TARGET,
    UNKNOWN,
    WOOD,
)

# Columns of a gather turn.
(
    PASS,
    FIRST_PASS,
    GAINS_METAL,
    GAINS_WOOD,
    GAINS_GEM,
    GAINS_MAGIC,
    LACKS,
    GROWTH,
    BURNS,
    BURNS_DEAR,
    TIES,
    ODDS,
    PIPS,
    REROLLS,
    ONES,
    WAKES,
    SIX,
    LIBRARIES,
    CEMETERIES,
    DOCK,
    DENIES,
) = range(21)
# Columns of a payment.
PAY_METAL, PAY_WOOD, PAY_GEM, PAY_MAGIC, PAY_LIBRARY, BURNS_IT, PAY_ODDS, PAY_LACKS = range(8)
# Columns of a craft or steal.
ENDS_TURN, CRAFTS, STEALS, RANK, DICE, FINISHES, LEADS, FROM_LEADER, CRAFT_EXPOSED, BLOCKS = range(10)
# Columns of a die to place.
SURPLUS, PROTECTS, KEEPS, WILD, PLACE_EXPOSED = range(5)
# Columns of abilities, targets, marks.
USES, ENABLES, CLOSER, HIGH, LOW, RISKS, WASTES = range(7)
MOST_MISSING = ROW - 1
"""Missing dice of a colour that count, per card."""
AHEAD = 2
"""Cards of the queue that plans look at besides the display."""


@kernel
def features(s, t, actions, n, sink):
    """Puts the features of each action into a sink, by the kind of decision."""
    p = s.actor
    if s.phase == GATHER:
        gather_features(s, t, p, actions, n, sink)
    elif s.phase == PAY:
        pay_features(s, t, p, actions, n, sink)
    elif s.phase == CRAFT:
        craft_features(s, t, p, actions, n, sink)
    elif s.phase == PLACE:
        place_features(s, t, p, actions, n, sink)
    elif s.phase == MODIFY:
        modify_features(s, t, p, actions, n, sink)
    elif s.phase == TARGET:
        target_features(s, t, p, actions, n, sink)
    elif s.phase == REROLL:
        mark_features(s, t, p, actions, n, sink)
    elif s.phase == GIVE_UP:
        for i in range(n):
            card = int64(s.face_up[actions[i]])
            put(sink, i, 0, dear_dice(t, card))
            put(sink, i, 1, (int64(t.mandatory) >> card) & 1)
            put(sink, i, 2, of_use(t, card, next_hand(s, p)))
    elif s.phase == BONUS:
        for i in range(n):
            put(sink, i, 0, total(t.bonus_gain, int64(actions[i])))
            put(sink, i, 1, t.bonus_tokens[actions[i]])
    elif s.phase == CEMETERY:
        for i in range(n):
            put(sink, i, 0, actions[i] != STOP)
            put(sink, i, 1, s.cemetery == 1)


@kernel
def total(rows, i):
    """Dice of a row of colours."""
    n = int64(0)
    for colour in range(BASIC):
        n += int64(rows[i, colour])
    return n


@kernel
def owned(s, p, colour):
    """Dice of a colour that the player has, wherever they lie, those on burn squares and on crafts left out."""
    n = int64(s.hand[p, colour]) + int64(s.workshop[p, colour]) + int64(s.allocated[p, colour])
    if s.phase > CEMETERY:
        for value in range(1, FACES + 1):
            n += int64(s.rolled[colour, value])
    return n


@kernel
def planned(s):
    """Mask of the drawn cards that plans look at: the display and what comes next."""
    mask = int64(s.display)
    for i in range(int64(s.queue_next), min(int64(s.queue_next) + AHEAD, int64(s.n_drawn))):
        mask |= int64(1) << i
    return mask


@cold
def find_lacks(s, t, p):
    """lacks_met[colour]: in byte k, the dice missing for planned cards that k gained dice of the colour provide, summed over the cards."""
    cards = planned(s)
    for colour in range(BASIC):
        own = owned(s, p, colour)
        more = uint64(0)  # byte k: cards for which more than k dice are missing
        rest = cards
        while rest != 0:
            row = int64(s.drawn[lowest_bit(rest)])
            rest &= rest - 1
            missing = min(max(int64(t.dice[row, colour]) - own, 0), MOST_MISSING)
            more += ((uint64(1) << uint64(8 * missing)) - uint64(1)) & EACH
        s.lacks_met[colour] = (more * EACH) << uint64(8)  # the product sums up the bytes from the lowest one on


@hot_in_bounds
def lacks_met(s, colour, gained):
    """Dice missing for planned cards that so many gained dice of a colour provide."""
    return int64((s.lacks_met[colour] >> uint64(8 * min(gained, MOST_MISSING))) & LOW_BYTE)


@cold
def odds_now(s, t):
    """Sum over the display of the chances, 1024 for sure, that a roll of the dice in trial[colour] makes the card; no library dice."""
    sum_ = int64(0)
    rest = int64(s.display)
    while rest != 0:
        at = int64(s.drawn[lowest_bit(rest)]) * BASIC
        rest &= rest - 1
        chance = int64(CERTAIN)
        for colour in range(BASIC):
            dice = min(int64(s.trial[colour]), MAX_ODDS_DICE)
            chance = chance * int64(t.odds[at + colour, dice]) >> CERTAIN_BITS
        sum_ += chance
    return sum_


@kernel
def odds_after(s, t, only_metal):
    """`odds_now`, remembered for payments in metal alone, which many choices share."""
    if not only_metal:
        return odds_now(s, t)
    dice = min(int64(s.trial[METAL]), MAX_ODDS_DICE)
    if s.odds_by_metal[dice] == UNKNOWN:
        s.odds_by_metal[dice] = odds_now(s, t)
    return int64(s.odds_by_metal[dice])


@kernel
def try_payment(s, t, p, row):
    """trial = dice left in hand after paying a row with cheap dice; returns (dice paid, burned, burned but not metal, metal paid)."""
    for colour in range(BASIC):
        s.trial[colour] = s.hand[p, colour]
    paid = int64(0)
    burned = int64(0)
    dear = int64(0)
    if t.whole_hand[row] > 0:
        for colour in range(BASIC):
            paid += int64(s.trial[colour])
            s.trial[colour] = 0
        return paid, burned, dear, int64(s.hand[p, METAL])
    step = int64(0)
    while step < int64(t.squares[row]):  # a run of equal squares takes of every colour what is there, the cheapest first
        due = int64(t.run_end[row, step]) - step
        mask = int64(t.square_mask[row, step])
        burns = int64(t.square_burns[row, step])
        for colour in range(BASIC):
            some = min(due, int64(s.trial[colour])) * (mask >> colour & 1)  # an estimate: may leave less than later squares need
            s.trial[colour] -= some
            due -= some
            paid += some
            burned += some * burns
            dear += some * burns * (colour != METAL)
        step = int64(t.run_end[row, step])
    metal = int64(s.hand[p, METAL]) - int64(s.trial[METAL])
    return paid, burned, dear, metal


@hot_in_bounds
def gained(s, t, row, colour, paid):
    """Dice of a colour that a row brings now (KF-24)."""
    n = int64(t.gain[row, colour])
    if t.whole_hand[row] > 0:
        for i in range(MAX_TIERS):
            if t.tier_least[row, i] <= paid:
                n = int64(t.tier_gain[row, i * ROW + colour])
    return min(n, int64(s.stock[colour]))


@kernel
def dear_dice(t, card):
    """Gem and magic dice that the better half of a gather card brings."""
    best = int64(0)
    for row in range(2 * card, 2 * card + 2):
        best = max(best, int64(t.gain[row, GEM]) + 2 * int64(t.gain[row, MAGIC]))
    return best


@kernel
def next_hand(s, p):
    """Dice in the hand of the next player still gathering; -1 when there is no other."""
    q = int64(p)
    for _ in range(s.players):
        q = 0 if q + 1 == s.players else q + 1
        if (int64(s.out) >> q) & 1 == 0:
            break
    return int64(-1) if q == p else total(s.hand, q)


@kernel
def of_use(t, card, hand):
    """Gem and magic dice of the better half of a card that so many dice in hand can pay."""
    best = int64(0)
    for row in range(2 * card, 2 * card + 2):
        if int64(t.squares[row]) <= hand:
            best = max(best, int64(t.gain[row, GEM]) + 2 * int64(t.gain[row, MAGIC]))
    return best


@kernel
def crafts_left(s, t):
    """Crafts the leader still needs to end the game, at least 1."""
    most = int64(0)
    for q in range(s.players):
        most = max(most, count_bits(int64(s.secured[q])))
    return max(int64(1), int64(t.crafts_to_end) - most)


@hot_in_bounds
def put_brings(s, t, row, no_ones, wakes, sink, i):
    """What a row brings besides dice, as far as it is of use: counts that `t.brings` holds, see BRINGS."""
    put(sink, i, PIPS, t.brings[row, 0])
    put(sink, i, REROLLS, t.brings[row, REROLLS - PIPS])
    put(sink, i, ONES, int64(t.brings[row, ONES - PIPS]) * no_ones)
    put(sink, i, WAKES, int64(t.brings[row, WAKES - PIPS]) * wakes)
    put(sink, i, SIX, min(int64(t.brings[row, SIX - PIPS]), int64(s.tokens[1 if t.gain_token[row] == PLUS_TOKEN else 0])))
    put(sink, i, LIBRARIES, min(int64(t.brings[row, LIBRARIES - PIPS]), int64(s.stock[LIBRARY])))
    put(sink, i, CEMETERIES, t.brings[row, CEMETERIES - PIPS])
    put(sink, i, DOCK, t.brings[row, DOCK - PIPS])


@cold
def gather_features(s, t, p, actions, n, sink):
    """Halves, exchanges, pass."""
    left = crafts_left(s, t)
    find_lacks(s, t, p)
    odds = wants(s, 1 << ODDS)
    before = int64(0)
    if odds:
        for colour in range(BASIC):
            s.trial[colour] = s.hand[p, colour]
        for dice in range(MAX_ODDS_DICE + 1):
            s.odds_by_metal[dice] = UNKNOWN
        before = odds_after(s, t, True)
    wakes = total(s.workshop, int64(p)) if s.wake[p] == 0 else int64(0)
    no_ones = int64(s.ones[p] == 0)
    denies = wants(s, 1 << DENIES)
    hand = next_hand(s, p)
    for i in range(n):
        row = int64(actions[i])
        if row == STOP:
            put(sink, i, PASS, 1)
            put(sink, i, FIRST_PASS, s.n_passed == 0)
            continue
        paid, burned, dear, metal = try_payment(s, t, p, row)
        dice = int64(0)
        met = int64(0)
        for colour in range(BASIC):
            got = gained(s, t, row, colour, paid)
            put(sink, i, GAINS_METAL + colour, got)
            dice += got
            met += lacks_met(s, colour, got)
        put_brings(s, t, row, no_ones, wakes, sink, i)
        put(sink, i, LACKS, met)
        put(sink, i, GROWTH, (dice - burned) * left)
        put(sink, i, BURNS, burned)
        put(sink, i, BURNS_DEAR, dear)
        put(sink, i, TIES, paid)
        if odds and paid > 0:
            put(sink, i, ODDS, (odds_after(s, t, metal == paid) - before) * 100 >> CERTAIN_BITS)
        if denies and row < FIRST_DOCK:
            put(sink, i, DENIES, of_use(t, row // 2, hand))


@cold
def pay_features(s, t, p, actions, n, sink):
    """Colours for a square."""
    burns = t.square_burns[int64(s.using), int64(s.step)] == 1
    find_lacks(s, t, p)
    odds = wants(s, 1 << PAY_ODDS)
    for colour in range(BASIC):
        s.trial[colour] = s.hand[p, colour]
    before = odds_now(s, t) if odds else int64(0)
    for i in range(n):
        colour = int64(actions[i])
        put(sink, i, PAY_METAL + colour, 1)
        put(sink, i, BURNS_IT, colour if burns and colour < LIBRARY else 0)
        if colour < BASIC:
            if odds:
                s.trial[colour] -= 1
                put(sink, i, PAY_ODDS, (odds_now(s, t) - before) * 100 >> CERTAIN_BITS)
                s.trial[colour] += 1
            put(sink, i, PAY_LACKS, lacks_met(s, colour, 1) if burns else 0)


# The craft phase


@kernel
def turns_to_come(s):
    """Players whose craft turn is still to come in this round."""
    return int64(s.players) - 1 - int64(s.turns)


@kernel
def held_by(s, q):
    """Crafts of a seat, secured or not."""
    n = count_bits(int64(s.secured[q]))
    rest = int64(s.unsecured)
    while rest != 0:
        n += s.holder[lowest_bit(rest)] == q
        rest &= rest - 1
    return n


@cold
def craft_features(s, t, p, actions, n, sink):
    """Cards to make or steal, the end of the turn."""
    mine = held_by(s, int64(p))
    most = int64(0)
    for q in range(s.players):
        if q != p:
            most = max(most, held_by(s, q))
    exposed = turns_to_come(s)
    for i in range(n):
        code = int64(actions[i])
        if code == STOP:
            put(sink, i, ENDS_TURN, 1)
            continue
        card = code & ALL_STEALS
        steal = code >= STEAL
        dice = int64(0)
        for colour in range(BASIC):
            dice += int64(t.dice[s.drawn[card], colour])
        put(sink, i, CRAFTS, not steal)
        put(sink, i, STEALS, steal)
        put(sink, i, RANK, card + 1)
        put(sink, i, DICE, dice)
        put(sink, i, FINISHES, mine + 1 >= int64(t.crafts_to_end))
        put(sink, i, LEADS, mine + 1 > most)
        if steal:
            holder = held_by(s, int64(s.holder[card]))
            put(sink, i, FROM_LEADER, holder >= most)
            put(sink, i, BLOCKS, holder >= int64(t.crafts_to_end))
        put(sink, i, CRAFT_EXPOSED, exposed * int64(not steal))


@cold
def place_features(s, t, p, actions, n, sink):
    """Dice for the next requirement."""
    exposed = turns_to_come(s)
    at = int64(0)
    for k in range(FACES):
        value = FACES - k
        for c in range(BASIC):
            colour = BASIC - 1 - c
            if s.due[colour, value] > 0 and at == 0:
                at = int64(value)
    others = int64(s.display) & ~(int64(1) << (int64(s.using) & ALL_STEALS))
    count_rolled(s)
    for i in range(n):
        colour, value = int64(actions[i]) // ROW, int64(actions[i]) % ROW
        surplus = value - at
        put(sink, i, SURPLUS, surplus)
        put(sink, i, PROTECTS, surplus if exposed > 0 else 0)
        put(sink, i, KEEPS, still_makable(s, t, others, colour, value) if wants(s, 1 << KEEPS) else 0)
        put(sink, i, WILD, colour == LIBRARY)
        put(sink, i, PLACE_EXPOSED, surplus * exposed)


@cold
def still_makable(s, t, cards, colour, value):
    """Cards that the counted dice could make without one die; without library dice, and each card by itself."""
    less = EACH >> uint64(8 * (7 - value)) & ~uint64(1) if colour < BASIC else uint64(0)
    count = int64(0)
    rest = cards
    while rest != 0:
        row = int64(s.drawn[lowest_bit(rest)])
        rest &= rest - 1
        enough = HIGH_BITS
        for c in range(BASIC):
            have = s.rolled_ge[c] - (less if c == colour else uint64(0))
            enough &= (have | HIGH_BITS) - t.need_ge[row, c]
        count += enough & HIGH_BITS == HIGH_BITS
    return count


@kernel
def makable(s, t, p):
    """Cards of the display that the counted dice can make, and crafts of others they can beat."""
    count = int64(0)
    rest = int64(s.display)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        count += possible(s, t, i)
    rest = int64(s.unsecured)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if s.holder[i] != p:
            count += possible(s, t, STEAL + i)
    return count


@kernel
def nearest(s, t):
    """Pips missing for the card of the display that misses fewest; NONE when nothing is missing for any. A missing die counts 9."""
    best = int64(NONE)
    rest = int64(s.display)
    while rest != 0:
        row = int64(s.drawn[lowest_bit(rest)])
        rest &= rest - 1
        missing = int64(0)
        for colour in range(BASIC):
            missing += pips_missing(t.need_ge[row, colour], s.rolled_ge[colour])
        if missing > 0:
            best = min(best, missing)
    return best


@kernel
def pips_missing(need, have):
    """Pips that the dice of a colour lack: for every value up, the requirements beyond the dice, summed over the bytes."""
    beyond = (need | HIGH_BITS) - have
    positive = beyond & ((beyond & HIGH_BITS) >> uint64(7)) * MOST
    return int64((positive * EACH) >> uint64(56)) + 8 * int64((positive >> uint64(8)) & MOST)


@kernel
def move_die(s, colour, value, raised):
    """A rolled die changes its value, or comes back to it; counted dice follow."""
    s.rolled[colour, value] -= 1
    s.rolled[colour, raised] += 1
    if colour < BASIC:
        low, high = min(value, raised), max(value, raised)
        change = (EACH >> uint64(8 * (7 - high))) & ~(EACH >> uint64(8 * (7 - low)))
        if raised > value:
            s.rolled_ge[colour] += change
        else:
            s.rolled_ge[colour] -= change


@cold
def modify_features(s, t, p, actions, n, sink):
    """Abilities and tokens."""
    count_rolled(s)
    now = makable(s, t, p)
    for i in range(n):
        kind = int64(actions[i])
        put(sink, i, USES, kind != STOP)
        if kind == REROLL_ABILITY:
            put(sink, i, HIGH, 1)
            put(sink, i, RISKS, now)
        elif kind != STOP:
            raised = FACES if kind == AUTO_SIX else 0
            gain, closer = best_raise(s, t, p, int64(t.pips[kind]), raised, now)
            put(sink, i, ENABLES, gain)
            put(sink, i, CLOSER, closer)
            put(sink, i, LOW, int64(t.targets[kind]) - 1)


@cold
def best_raise(s, t, p, pips, set_to, now):
    """(cards that the best single raise makes possible, pips it brings the nearest card closer)."""
    gain = int64(0)
    closer = int64(0)
    near = nearest(s, t)
    for colour in range(COLOURS):
        for value in range(1, FACES):
            if s.rolled[colour, value] > 0:
                raised = set_to if set_to > 0 else min(value + pips, FACES)
                move_die(s, colour, value, raised)
                gain = max(gain, makable(s, t, p) - now)
                closer = max(closer, near - nearest(s, t))
                move_die(s, colour, raised, value)
    return gain, closer


@cold
def target_features(s, t, p, actions, n, sink):
    """Dice to raise."""
    kind = int64(s.using)
    count_rolled(s)
    now = makable(s, t, p)
    near = nearest(s, t)
    for i in range(n):
        if actions[i] == STOP:
            continue
        put(sink, i, USES, 1)
        colour, value = int64(actions[i]) // ROW, int64(actions[i]) % ROW
        raised = FACES if kind == AUTO_SIX else min(value + int64(t.pips[kind]), FACES)
        move_die(s, colour, value, raised)
        put(sink, i, ENABLES, makable(s, t, p) - now)
        put(sink, i, CLOSER, near - nearest(s, t))
        move_die(s, colour, raised, value)
        put(sink, i, HIGH, value)
        put(sink, i, WASTES, max(0, value + int64(t.pips[kind]) - FACES))


@cold
def mark_features(s, t, p, actions, n, sink):
    """Dice to roll anew."""
    count_rolled(s)
    now = makable(s, t, p)
    for i in range(n):
        if actions[i] == STOP:
            put(sink, i, USES, 1)
            continue
        colour, value = int64(actions[i]) // ROW, int64(actions[i]) % ROW
        put(sink, i, HIGH, value)
        put(sink, i, LOW, value <= FACES // 2)
        s.rolled[colour, value] -= 1
        count_rolled(s)
        put(sink, i, RISKS, now - makable(s, t, p))
        s.rolled[colour, value] += 1


assert PAY_METAL + MAGIC == PAY_MAGIC
assert GAINS_WOOD == GAINS_METAL + WOOD
assert PIPS + len(BRINGS) == DOCK + 1
