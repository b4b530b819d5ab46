"""What a gather card, a dock, a pass or a way of paying brings: dice, help, and the odds of the next crafts."""

from __future__ import annotations

from typing import NamedTuple

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.code.eights import eight_at, least, number_at, put_eight, same_eight, second_at
from simcli.engine.kernel import cold, hot, hot_in_bounds, kernel
from simcli.engine.sink import part, put_parts, set_parts, wants
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.craft import LOW_BYTE
from simcli.games.kings_forge.kernels.features.columns import (
    AHEAD,
    BURNS,
    BURNS_DEAR,
    BURNS_IT,
    DENIES,
    DOCK,
    FIRST_PASS,
    GAINS_METAL,
    GROWTH,
    IDLE,
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
    SIX,
    TIES,
    WAKES,
)
from simcli.games.kings_forge.kernels.gather import next_gathering
from simcli.games.kings_forge.kernels.words import EACH

MOST_DICE = uint64(S.MAX_ODDS_DICE)
NO_COLOUR = S.BASIC
"""Behind the places of the colours."""


class Turn(NamedTuple):
    """What the rows of a gather turn are judged by: crafts the leader still needs, metal and all basic dice in hand, dice that will be
    rolled, dice that abilities held may change, the next player's column of `dear`, the odds before a payment."""

    crafts: int
    metal: int
    in_hand: int
    rolled: int
    held: int
    next_hand: int
    before: int


@kernel
def total(rows, i):
    """Dice of a row of colours."""
    n = int64(0)
    for colour in range(S.BASIC):
        n += int64(rows[i, colour])
    return n


@hot
def planned(s):
    """Mask of the drawn cards that plans look at: the display and what comes next."""
    end = min(int64(s.queue_next) + AHEAD, int64(s.n_drawn))
    return int64(s.display) | ((int64(1) << end) - (int64(1) << int64(s.queue_next)))


@cold
def find_lacks(s, t, p):
    """lacks_met[colour]: in byte k, the dice missing for planned cards that k gained dice of the colour provide, summed over the cards.

    Dice demanded beyond k + those owned are missing beyond k: a shift of the table for no dice. Owned are those wherever they lie, but for
    burn squares and crafts.
    """
    cards = planned(s)
    if cards == 0 or cards != int64(s.demanded_by):
        find_demanded(s, t, cards)
    for colour in range(S.BASIC):
        own = int64(s.hand[p, colour]) + int64(s.workshop[p, colour]) + int64(s.allocated[p, colour])
        more = s.demanded[colour] >> uint64(8 * min(own, MOST_MISSING)) if own <= MOST_MISSING else uint64(0)
        s.lacks_met[colour] = (more * EACH) << uint64(8)  # the product sums up the bytes from the lowest one on


@cold
def find_demanded(s, t, cards):
    """demanded, demanded_by: kept until other cards are planned for; which cards are drawn changes in the set-up alone."""
    s.demanded_by = cards
    for colour in range(S.BASIC):
        s.demanded[colour] = uint64(0)
    rest = cards
    while rest != 0:
        row = int64(s.drawn[lowest_bit(rest)])
        rest &= rest - 1
        for colour in range(S.BASIC):
            s.demanded[colour] += t.dice_above[row, colour]


@hot_in_bounds
def lacks_met(s, colour, gained):
    """Dice missing for planned cards that so many gained dice of a colour provide."""
    return int64((s.lacks_met[colour] >> uint64(8 * min(gained, MOST_MISSING))) & LOW_BYTE)


@hot
def odds_for(t, at, dice):
    """The chance that so many dice meet the minima of a card and colour. Unsigned: a signed index could count from the end."""
    return int64(t.odds[at, min(uint64(dice), MOST_DICE)])


@hot
def chance_of(t, row, metal, wood, gem, magic):
    """The chance, 1024 for sure, that a roll of so many dice makes the card of a row; no library dice."""
    at = row * S.BASIC
    chance = odds_for(t, at + S.METAL, metal) * odds_for(t, at + S.WOOD, wood)
    chance = (chance >> S.CERTAIN_BITS) * odds_for(t, at + S.GEM, gem) >> S.CERTAIN_BITS
    return chance * odds_for(t, at + S.MAGIC, magic) >> S.CERTAIN_BITS


@hot
def odds_of(s, t, metal, wood, gem, magic):
    """Sum of `chance_of` over the display."""
    sum_ = int64(0)
    rest = int64(s.display)
    while rest != 0:
        sum_ += chance_of(t, int64(s.drawn[lowest_bit(rest)]), metal, wood, gem, magic)
        rest &= rest - 1
    return sum_


@hot
def falling(t, at, dice):
    """The chances that the minima of a card and colour are met by so many dice, by one less, and so on."""
    return eight_at(t.falling, at, S.MOST_FALLING - min(dice, S.MOST_FALLING))


@cold
def find_odds(s, t, p):
    """The odds before a payment; odds_paid[k]: their change when the k cheapest dice of the hand are paid: what most rows ask for.

    Of all payments, though few dice can leave no chance: where to stop would be a branch, mispredicted for most cards. k dice are first
    those of cheaper colours: what is left of a colour are the dice up to this colour less k, but no more than there are of it, and the
    chances of more dice are never smaller.
    """
    metal, wood, gem = int64(s.hand[p, S.METAL]), int64(s.hand[p, S.WOOD]), int64(s.hand[p, S.GEM])
    magic = int64(s.hand[p, S.MAGIC])
    wood_too, gem_too, all_ = metal + wood, metal + wood + gem, metal + wood + gem + magic
    odds = same_eight(0)
    rest = int64(s.display)
    while rest != 0:
        at = int64(s.drawn[lowest_bit(rest)]) * S.BASIC
        rest &= rest - 1
        chance = falling(t, at, metal) * least(falling(t, at + S.WOOD, wood_too), odds_for(t, at + S.WOOD, wood))
        chance = (chance >> S.CERTAIN_BITS) * least(falling(t, at + S.GEM, gem_too), odds_for(t, at + S.GEM, gem))
        chance = (chance >> S.CERTAIN_BITS) * least(falling(t, at + S.MAGIC, all_), odds_for(t, at + S.MAGIC, magic))
        odds = odds + (chance >> S.CERTAIN_BITS)
    before = number_at(odds, 0)
    put_eight(s.odds_paid, 0, in_percent(odds - before))
    return before


@hot
def in_percent(chance):
    """A chance, or a difference of chances, in whole percent."""
    return chance * 100 >> S.CERTAIN_BITS


@cold
def try_payment(s, t, p, row):
    """trial = dice left in hand after paying a row with cheap dice; returns (dice paid, burned, burned but not metal)."""
    for colour in range(S.BASIC):
        s.trial[colour] = s.hand[p, colour]
    paid = int64(0)
    burned = int64(0)
    dear = int64(0)
    if t.whole_hand[row] > 0:
        for colour in range(S.BASIC):
            paid += int64(s.trial[colour])
            s.trial[colour] = 0
        return paid, burned, dear
    step = int64(0)
    while step < int64(t.squares[row]):  # a run of equal squares takes of every colour what is there, the cheapest first
        due = int64(t.run_end[row, step]) - step
        mask = int64(t.square_mask[row, step])
        burns = int64(t.square_burns[row, step])
        for colour in range(S.BASIC):
            some = min(due, int64(s.trial[colour])) * (mask >> colour & 1)  # an estimate: may leave less than later squares need
            s.trial[colour] -= some
            due -= some
            paid += some
            burned += some * burns
            dear += some * burns * (colour != S.METAL)
        step = int64(t.run_end[row, step])
    return paid, burned, dear


@cold
def tier_of(t, row, paid):
    """Place among the gains by tier of what so many dice bring (KF-G08B)."""
    tier = int64(0)
    for i in range(S.MAX_TIERS):
        if t.tier_least[row, i] <= paid:
            tier = int64(i)
    return tier * S.ROW


@hot
def next_hand(s, p):
    """Column of `dear`: dice in the hand of the next player still gathering, and one; 0 when there is no other."""
    q = next_gathering(s, int64(p))
    return int64(0) if q == p else min(total(s.hand, q), S.MAX_SQUARES) + 1


@kernel
def crafts_left(s, t):
    """Crafts the leader still needs to end the game, at least 1."""
    most = int64(0)
    for q in range(s.n_players):
        most = max(most, count_bits(int64(s.secured[q])))
    return max(int64(1), int64(t.crafts_to_end) - most)


@kernel
def find_room(s, p):
    """room: how much of what a row brings besides dice is of use."""
    for k in range(S.PLUS_ROOM):
        s.room[k] = S.ALL
    s.room[ONES - PIPS] = s.ones[p] == 0
    s.room[WAKES - PIPS] = total(s.workshop, int64(p)) if s.wake[p] == 0 else int64(0)
    s.room[SIX - PIPS] = s.tokens[0]
    s.room[S.PLUS_ROOM] = s.tokens[1]
    s.room[LIBRARIES - PIPS] = s.stock[S.LIBRARY]


@kernel
def held_dice(s, t, p):
    """Dice that the abilities and tokens held may change; one for a reroll and for ones-to-sixes."""
    dice = int64(s.ability[p, S.REROLL_ABILITY]) + int64(s.ones[p])
    dice += int64(s.ability[p, S.AUTO_SIX]) * int64(t.targets[S.AUTO_SIX]) + int64(s.ability[p, S.PLUS_TOKEN]) * int64(
        t.targets[S.PLUS_TOKEN]
    )
    for kind in range(t.n_kinds):
        dice += int64(s.ability[p, kind]) * int64(t.targets[kind])
    return dice


@hot
def turn_of(s, t, p):
    """Finds what rows are judged by; returns it as a `Turn`, the rest stands in the state."""
    find_lacks(s, t, p)
    find_room(s, p)
    before = find_odds(s, t, p) if wants(s, 1 << ODDS) else int64(0)
    in_hand = total(s.hand, int64(p))
    rolled = in_hand + int64(s.hand[p, S.LIBRARY])
    held = held_dice(s, t, p) if wants(s, 1 << IDLE) else int64(0)
    return Turn(crafts_left(s, t), int64(s.hand[p, S.METAL]), in_hand, rolled, held, next_hand(s, p), before)


@cold
def gather_features(s, t, p, actions, n, sink):
    """Halves, exchanges, pass."""
    turn = turn_of(s, t, p)
    for i in range(n):
        row = int64(actions[i])
        put_parts(sink, i, pass_parts(s, sink, i) if row == S.STOP else row_parts(s, t, p, turn, row, sink, i))


@cold
def gather_sums(s, t, p, actions, n, sink):
    """`gather_features`, weighed: what dice of a usual row are worth that are paid, burned or gained is found once for all rows."""
    turn = turn_of(s, t, p)
    find_worths(s, t, turn, sink)
    for i in range(n):
        row = int64(actions[i])
        if t.usual[row] == S.USUAL:  # asked first: one branch for most rows
            set_parts(sink, i, usual_parts(s, t, turn, row, sink, i))
        elif t.usual[row] == S.NARROW:
            set_parts(sink, i, narrow_parts(s, t, p, turn, row, sink, i))
        elif row == S.STOP:
            set_parts(sink, i, pass_parts(s, sink, i))
        else:
            set_parts(sink, i, row_parts(s, t, p, turn, row, sink, i))


@cold
def find_worths(s, t, turn, sink):
    """worth_paid, worth_burned, worth_gained: what so many dice of a usual row are worth by the weights of a sink; no dice nothing.

    More dice than are in hand change the odds as all of them do.
    """
    for k in range(1, S.MAX_SQUARES + 1):
        s.worth_paid[k] = paid_parts(sink, 0, min(int64(k), turn.in_hand), int64(s.odds_paid[k]))
    for k in range(1, int64(t.most_burned) + 1):
        n = min(int64(k), turn.in_hand)
        s.worth_burned[k] = burned_parts(turn, sink, 0, n, max(n - turn.metal, 0))
    growth = part(sink, 0, GROWTH, turn.crafts)
    for colour in range(S.BASIC):
        of_one = part(sink, 0, GAINS_METAL + colour, 1) + growth
        stock = int64(s.stock[colour])
        for k in range(1, int64(t.most_gained[colour]) + 1):
            got = min(int64(k), stock)
            lacks = (s.lacks_met[colour] >> uint64(8 * got)) & LOW_BYTE  # `lacks_met` of fewer dice than ROW
            s.worth_gained[colour * S.ROW + k] = got * of_one + part(sink, 0, LACKS, lacks)


@hot_in_bounds
def usual_parts(s, t, turn, row, sink, i):
    """Of a usual row by `find_worths`."""
    squares = int64(t.squares[row])
    parts = s.worth_paid[squares] + s.worth_burned[t.burn_squares[row]]
    parts += s.worth_gained[t.gain_at[row, 0]] + s.worth_gained[t.gain_at[row, 1]]
    return parts + other_parts(s, t, turn, row, sink, i, min(squares, turn.in_hand))


@cold
def narrow_parts(s, t, p, turn, row, sink, i):
    """Of a row paid with dice of one colour first and then the cheapest; it can be paid."""
    squares, burned = int64(t.squares[row]), int64(t.burn_squares[row])
    narrow, first = int64(t.narrow[row]), int64(t.narrow_squares[row])
    due = squares - first
    metal = int64(s.hand[p, S.METAL])
    wood, gem = int64(s.hand[p, S.WOOD]) - first * (narrow == S.WOOD), int64(s.hand[p, S.GEM]) - first * (narrow == S.GEM)
    magic = int64(s.hand[p, S.MAGIC]) - first * (narrow == S.MAGIC)
    wood_too, gem_too, all_ = metal + wood, metal + wood + gem, metal + wood + gem + magic
    change = int64(0)
    if wants(s, 1 << ODDS):
        wood_left, gem_left = min(wood, max(wood_too - due, 0)), min(gem, max(gem_too - due, 0))
        odds_left = odds_of(s, t, max(metal - due, 0), wood_left, gem_left, min(magic, max(all_ - due, 0)))
        change = in_percent(odds_left - turn.before)
    dear = min(burned, first) + max(burned - first - metal, 0)
    parts = paid_parts(sink, i, squares, change) + burned_parts(turn, sink, i, burned, dear)
    parts += s.worth_gained[t.gain_at[row, 0]] + s.worth_gained[t.gain_at[row, 1]]
    return parts + other_parts(s, t, turn, row, sink, i, squares)


@cold
def row_parts(s, t, p, turn, row, sink, i):
    """Of any row."""
    tier = int64(-1)
    if t.usual[row] == S.USUAL:  # as most rows: `try_payment` in short
        paid, burned = min(int64(t.squares[row]), turn.in_hand), min(int64(t.burn_squares[row]), turn.in_hand)
        dear = max(burned - turn.metal, 0)
        change = int64(s.odds_paid[paid])
    else:
        paid, burned, dear = try_payment(s, t, p, row)
        change = int64(0)
        if wants(s, 1 << ODDS):
            odds_left = odds_of(s, t, int64(s.trial[S.METAL]), int64(s.trial[S.WOOD]), int64(s.trial[S.GEM]), int64(s.trial[S.MAGIC]))
            change = in_percent(odds_left - turn.before)
        if t.whole_hand[row] > 0:
            tier = tier_of(t, row, paid)
    parts = paid_parts(sink, i, paid, change) + burned_parts(turn, sink, i, burned, dear)
    for colour in range(S.BASIC):  # KF-24
        got = min(int64(t.gain[row, colour] if tier < 0 else t.tier_gain[row, tier + colour]), int64(s.stock[colour]))
        parts += gained_parts(s, turn, sink, i, colour, got)
    return parts + other_parts(s, t, turn, row, sink, i, paid)


@kernel
def pass_parts(s, sink, i):
    """Of a pass."""
    return part(sink, i, PASS, 1) + part(sink, i, FIRST_PASS, int64(s.n_passed == 0))


@hot
def paid_parts(sink, i, paid, change):
    """Of so many dice paid, which change the odds."""
    return part(sink, i, TIES, paid) + part(sink, i, ODDS, change)


@hot
def burned_parts(turn, sink, i, burned, dear):
    """Of so many dice burned, some of them dear."""
    return part(sink, i, BURNS, burned) + part(sink, i, BURNS_DEAR, dear) + part(sink, i, GROWTH, -burned * turn.crafts)


@hot
def gained_parts(s, turn, sink, i, colour, got):
    """Of so many dice of a colour gained."""
    parts = part(sink, i, GAINS_METAL + colour, got)
    return parts + part(sink, i, LACKS, lacks_met(s, colour, got)) + part(sink, i, GROWTH, got * turn.crafts)


@hot_in_bounds
def other_parts(s, t, turn, row, sink, i, paid):
    """Of what a row brings besides dice, and of what it denies; of a row that has been looked up before, with a check."""
    parts = part(sink, i, PIPS + int64(t.brings[row]), min(int64(t.brings_most[row]), int64(s.room[t.brings_room[row]])))
    parts += part(sink, i, DOCK, row // S.FIRST_DOCK)  # a comparison would be a branch, mispredicted for every third row
    parts += part(sink, i, DENIES, int64(t.dear[row, turn.next_hand]))
    idle = max(turn.held - turn.rolled, 0)
    return parts + part(sink, i, IDLE, max(turn.held + int64(t.helps[row]) - turn.rolled + paid, 0) - idle)


@cold
def pay_features(s, t, p, actions, n, sink):
    """Colours for a square."""
    burns = t.square_burns[int64(s.using), int64(s.step)] == 1
    if burns:
        find_lacks(s, t, p)
    odds = wants(s, 1 << PAY_ODDS)
    if odds:
        find_odds_less(s, t, p)
    for i in range(n):
        colour = int64(actions[i])
        parts = part(sink, i, PAY_METAL + colour, 1)
        if colour < S.BASIC:
            if odds:
                parts += part(sink, i, PAY_ODDS, int64(s.odds_paid[colour]))
            if burns:
                parts += part(sink, i, BURNS_IT, colour) + part(sink, i, PAY_LACKS, lacks_met(s, colour, int64(1)))
        set_parts(sink, i, parts)


@kernel
def find_odds_less(s, t, p):
    """odds_paid[colour]: change of the odds, in percent, by one die of a colour less; all colours at once, and at NO_COLOUR without one."""
    odds = same_eight(0)
    rest = int64(s.display)
    while rest != 0:
        at = int64(s.drawn[lowest_bit(rest)]) * S.BASIC
        rest &= rest - 1
        chance = one_less(s, t, p, at, S.METAL) * one_less(s, t, p, at, S.WOOD) >> S.CERTAIN_BITS
        chance = chance * one_less(s, t, p, at, S.GEM) >> S.CERTAIN_BITS
        odds = odds + (chance * one_less(s, t, p, at, S.MAGIC) >> S.CERTAIN_BITS)
    put_eight(s.odds_paid, 0, in_percent(odds - number_at(odds, NO_COLOUR)))


@hot
def one_less(s, t, p, at, colour):
    """The chances that the dice in hand meet the minima of a card and colour, with one less at the place of this colour."""
    return second_at(falling(t, at + colour, int64(s.hand[p, colour])), colour)


assert S.MAX_DEALS <= 2 * S.FIRST_DOCK
