"""The gather phase: cards, docks, payment, gains, passing."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import HIGH_BITS, count_bits, lowest_bit
from simcli.engine.code.eights import LANES, eight_at, put_eight
from simcli.engine.kernel import cold, hot, kernel
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.effects import gain_by_tier, gain_tokens, take_effect
from simcli.games.kings_forge.kernels.words import EACH, list_mask, values_in, word_of

LOW_SIX = 63
assert S.MAX_EXCHANGES % LANES == 0
assert 2 * S.MAX_FACE_UP + S.MAX_EXCHANGES < S.MAX_ACTIONS
MANY = 15
"""More dice of a colour than any cost asks for; sums over all colours stay below 128, so that bytes do not run over."""
WITH_METAL, WITH_WOOD, WITH_GEM = uint64(0x0100010001000100), uint64(0x0101000001010000), uint64(0x0101010100000000)


@kernel
def dice_in_subsets(s, p):
    """have = dice of the hand whose colour lies in a subset of colours, for all subsets at once."""
    first = uint64(min(int64(s.hand[p, S.METAL]), MANY)) * WITH_METAL
    first += uint64(min(int64(s.hand[p, S.WOOD]), MANY)) * WITH_WOOD
    first += uint64(min(int64(s.hand[p, S.GEM]), MANY)) * WITH_GEM
    second = first + uint64(min(int64(s.hand[p, S.MAGIC]), MANY)) * EACH
    library = uint64(min(int64(s.hand[p, S.LIBRARY]), MANY)) * EACH
    s.have[0] = first
    s.have[1] = second
    s.have[2] = first + library
    s.have[3] = second + library


@hot
def payable(s, t, row, first, second):
    """KF-32: whether the squares of a row can be paid, by the marriage theorem: of every subset of colours enough dice are there.

    first, second: words of `have`, with the high bits.
    """
    enough = (first - t.square_need[row, 0]) & (second - t.square_need[row, 1])
    if t.library_dice_payable == 1:
        enough &= ((s.have[2] | HIGH_BITS) - t.square_need[row, 2]) & ((s.have[3] | HIGH_BITS) - t.square_need[row, 3])
    return enough & HIGH_BITS == HIGH_BITS


@kernel
def drop_banned(s, t, p, n):
    """GO-13: the rows listed without those the seat is kept from."""
    kept = 0
    for i in range(n):
        row = s.options[i]
        if not is_banned(s, p, int64(t.row_item[row])):
            s.options[kept] = row
            kept += 1
    return kept


@cold
def list_gather(s, t, p):
    """D1, KF-30. A row is written in any case and counted if it can be paid: a branch for each would often be mispredicted."""
    dice_in_subsets(s, p)
    n = 0
    cards = int64(0)
    for place in range(t.n_face_up):
        cards |= int64(s.face_up[place] != S.NONE) << int64(s.face_up[place] & LOW_SIX)
    if cards != 0:  # KF-43
        total = int64(s.have[3 if t.library_dice_payable == 1 else 1] >> uint64(56))
        first, second = s.have[0] | HIGH_BITS, s.have[1] | HIGH_BITS
        while cards != 0:
            row = 2 * lowest_bit(cards)
            cards &= cards - 1
            s.options[uint64(n)] = row
            n += payable(s, t, row, first, second)
            s.options[uint64(n)] = row + 1
            n += payable(s, t, row + 1, first, second)
        total = min(total, S.MAX_SQUARES)
        if t.dock_capacity == S.ONE_PER_EXCHANGE:  # GO-05
            n = list_mask(s, n, int64(t.dock_mask[total]) & ~int64(s.docks_used), int64(S.FIRST_DOCK))
        else:
            for k in range(0, S.MAX_EXCHANGES, LANES):  # all places, however many there are: no branch to be mispredicted
                put_eight(s.options, n + k, eight_at(t.dock_rows, total, k))
            n += count_bits(int64(t.dock_mask[total]))
    if s.restricted == 1:
        n = drop_banned(s, t, p, n)
    s.options[n] = S.STOP
    return n + 1


@hot
def begin_gather_turn(s, t, action):
    """D1: a half, an exchange or a pass."""
    p = s.actor
    if action == S.STOP:
        pass_turn(s, t, p)
        return
    s.using = action
    s.step = 0
    if action >= S.FIRST_DOCK:
        s.phase = S.GIVE_UP
        return
    for place in range(t.n_face_up):
        if s.face_up[place] == action // 2:
            s.place = place
    take_card(s, p, int64(action) & 1)
    start_payment(s, t, p)


@kernel
def list_given(s, t):
    """D2, KF-42."""
    n = 0
    for place in range(t.n_face_up):
        if s.face_up[place] != S.NONE:
            s.options[n] = place
            n += 1
    return n


@kernel
def give_card(s, t, place):
    """D2, KF-40: a card is put face down for the dock."""
    p = s.actor
    s.place = place
    take_card(s, p, int64(S.GIVEN_UP))
    exchange = int64(s.using) - S.FIRST_DOCK
    s.used_dock[s.n_docks] = exchange
    s.n_docks += 1
    s.docks_used |= int64(1) << exchange
    start_payment(s, t, p)


@kernel
def take_card(s, p, half):
    """KF-31: the card lies in front of the player until cleanup."""
    s.used_card[s.n_used] = s.face_up[s.place]
    s.used_half[s.n_used] = half
    s.used_seat[s.n_used] = p
    s.n_used += 1
    s.face_up[s.place] = S.NONE


@kernel
def start_payment(s, t, p):
    """From the first square on, or all basic dice at once."""
    row = int64(s.using)
    if t.whole_hand[row] > 0:
        paid = int64(0)
        for colour in range(S.BASIC):
            n = int64(s.hand[p, colour])
            s.hand[p, colour] = 0
            s.allocated[p, colour] += n
            paid += n
        gain_by_tier(s, t, p, row, paid)
        finish_gather_turn(s, t, p, row)
    elif t.squares[row] == 0:
        finish_gather_turn(s, t, p, row)
    else:
        s.phase = S.PAY


@hot
def list_payments(s, t, p):
    """D3: colours for the next square; within a run of equal squares none before the last colour, and the rest stays payable."""
    row, step = int64(s.using), int64(s.step)
    end = int64(t.run_end[row, step])
    first = int64(0)
    if step > 0 and t.run_end[row, step - 1] == end:
        first = int64(s.chosen[step - 1])
    mask = int64(t.square_mask[row, step])
    some = values_in(word_of(s.hand, int64(p))) & mask & -(int64(1) << first)
    if some & (some - 1) == 0:  # one colour left: the square was payable when the row was chosen, so it still is
        s.options[0] = lowest_bit(some)
        return 1
    if end == int64(t.squares[row]):  # the last run: colours from this one up must do for the rest of it
        return list_last_run(s, p, some, end - step)
    rest = uint64(end - step - 1)
    after = end * S.MAX_DEALS + row
    dice_in_subsets(s, p)
    legal = int64(0)
    for colour in range(S.COLOURS):
        run_mask = mask & -(int64(1) << colour)
        enough = HIGH_BITS
        for w in range(t.n_words):
            left = s.have[w] - (t.holding[1 << colour, w] if s.hand[p, colour] <= MANY else uint64(0))  # wrong for colours not in `some`
            enough &= (left | HIGH_BITS) - t.square_need[after, w] - rest * t.holding[run_mask, w]
        legal |= int64(enough & HIGH_BITS == HIGH_BITS) << colour
    return list_mask(s, int64(0), legal & some, int64(0))


@kernel
def list_last_run(s, p, some, due):
    """D3: colours of `some` such that the hand has `due` dice of this one and later ones."""
    total = int64(0)
    legal = int64(0)
    for k in range(S.COLOURS):
        colour = S.COLOURS - 1 - k
        total += int64(s.hand[p, colour]) * (some >> colour & 1)
        legal |= int64(total >= due) << colour
    return list_mask(s, int64(0), legal & some, int64(0))


@hot
def pay_square(s, t, colour):
    """D3: one die is placed; with the last one the effect follows."""
    p, row = s.actor, int64(s.using)
    s.hand[p, colour] -= 1
    s.chosen[s.step] = colour
    s.step += 1
    if s.step < t.squares[row]:
        return
    for k in range(int64(s.step)):  # what burns is no branch, but a number to be added
        paid, burns = int64(s.chosen[k]), int64(t.square_burns[row, k])
        s.allocated[p, paid] += 1 - burns  # KF-34
        if t.burned_dice_return == S.IMMEDIATELY:  # GO-06
            s.stock[paid] += burns
        else:
            s.burned[paid] += burns  # KF-35
    finish_gather_turn(s, t, p, row)


@cold
def finish_gather_turn(s, t, p, row):
    """KF-31: the effect; the turn ends once a rolled cemetery die is settled."""
    s.uses[p, row] += 1
    take_effect(s, t, p, row)
    if s.phase != S.CEMETERY:
        end_gather_turn(s, t)


@kernel
def end_gather_turn(s, t):
    """KF-39: the empty place is refilled; then the next player."""
    if s.deck_next < s.n_gather:
        s.face_up[s.place] = s.deck[s.deck_next]
        s.deck_next += 1
    next_gatherer(s)


@kernel
def next_gatherer(s):
    """KF-21, KF-30: the next seat that has not passed; s.turns stays 0 until all have."""
    s.phase = S.GATHER
    s.actor = next_gathering(s, int64(s.actor))


@hot
def next_gathering(s, p):
    """The next seat after p that has not passed, p itself when there is no other."""
    left = (int64(1) << int64(s.n_players)) - 1 & ~int64(s.out)
    later = left & (int64(-2) << p)
    left = later if later != 0 else left
    return lowest_bit(left) if left != 0 else p


@kernel
def pass_turn(s, t, p):
    """KF-46, KF-47."""
    s.out |= int64(1) << int64(p)
    s.passed[s.n_passed] = p
    s.n_passed += 1
    if s.n_passed == 1 and t.n_bonus > 0:  # GO-16
        s.phase = S.BONUS
    else:
        next_gatherer(s)


@kernel
def take_bonus(s, t, i):
    """D4, KF-47, KF-48: a die goes to the hand."""
    p = s.actor
    for colour in range(S.BASIC):
        got = min(int64(t.bonus_gain[i, colour]), int64(s.stock[colour]))
        s.stock[colour] -= got
        s.hand[p, colour] += got
    if t.bonus_tokens[i] > 0:
        gain_tokens(s, p, int64(t.bonus_token[i]), int64(t.bonus_tokens[i]))
    next_gatherer(s)


@kernel
def all_passed(s):
    """KF-49."""
    return s.n_passed == uint32(s.n_players)
