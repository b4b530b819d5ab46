"""What a gather card, a dock, a pass or a way of paying brings: dice, help, and the odds of the next crafts."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.kernel import cold, hot_in_bounds, kernel
from simcli.engine.sink import put, wants
from simcli.games.kings_forge.kernels.craft import LOW_BYTE
from simcli.games.kings_forge.kernels.features.columns import (
    AHEAD,
    BURNS,
    BURNS_DEAR,
    BURNS_IT,
    CEMETERIES,
    DENIES,
    DOCK,
    FIRST_PASS,
    GAINS_METAL,
    GROWTH,
    LACKS,
    LIBRARIES,
    MOST_MISSING,
    ODDS,
    ONES,
    PASS,
    PAY_LACKS,
    PAY_METAL,
    PAY_ODDS,
    PIPS,
    REROLLS,
    SIX,
    TIES,
    WAKES,
)
from simcli.games.kings_forge.kernels.gather import EACH
from simcli.games.kings_forge.state import (
    BASIC,
    CEMETERY,
    CERTAIN,
    CERTAIN_BITS,
    FACES,
    FIRST_DOCK,
    GEM,
    LIBRARY,
    MAGIC,
    MAX_ODDS_DICE,
    MAX_TIERS,
    METAL,
    PLUS_TOKEN,
    ROW,
    STOP,
    UNKNOWN,
)


@kernel
def owned(s, p, colour):
    """Dice of a colour that the player has, wherever they lie, those on burn squares and on crafts left out."""
    n = int64(s.hand[p, colour]) + int64(s.workshop[p, colour]) + int64(s.allocated[p, colour])
    if s.phase > CEMETERY:
        for value in range(1, FACES + 1):
            n += int64(s.rolled[colour, value])
    return n


@kernel
def total(rows, i):
    """Dice of a row of colours."""
    n = int64(0)
    for colour in range(BASIC):
        n += int64(rows[i, colour])
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
    for _ in range(s.n_players):
        q = 0 if q + 1 == s.n_players else q + 1
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
    for q in range(s.n_players):
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
