"""The craft phase: what can be made or stolen, and the dice placed on it."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bans import is_banned
from simcli.engine.bits import HIGH_BITS, count_bits, covers, lowest_bit
from simcli.engine.kernel import cold, hot, kernel
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.words import EACH, highest_in, list_mask, values_in, word_of

NO_CAP = S.FACES
ZERO, ONE = uint64(0), uint64(1)
BYTE = uint64(8)
HIGH_BIT = uint64(0x80)
HIGH_OF_FACES = uint64(0x0080808080808000)
LAST_BYTE = uint64(56)
LOW_BYTE = uint64(0xFF)
ALL_VALUES = S.ROW - 1
PLENTY = 120
"""Dice counted in a byte, so that the high bit stays free even with library dice; no card asks for so many."""
ALL_STEALS = S.STEAL - 1
"""The drawn card of a code: code & ALL_STEALS."""


@kernel
def banned_card(s, t, p, i):
    """GO-13: whether the seat may neither make nor steal drawn card i."""
    return s.restricted == 1 and is_banned(s, p, int64(t.card_item[s.drawn[i]]))


@kernel
def banned_theft(s, t, p, i):
    """GO-13: whether the seat may not steal drawn card i, though perhaps make it."""
    return s.restricted == 1 and is_banned(s, p, int64(t.stolen_item[s.drawn[i]]))


@kernel
def ask_for_card(s, t, code):
    """due, caps, beaten: what the dice for a craft (code i) or a steal (STEAL + i) must be, before the first is placed."""
    i = int64(code) & ALL_STEALS
    steal = int64(code) >= S.STEAL
    for colour in range(S.BASIC):
        s.cap[colour] = NO_CAP
        s.library_cap[colour] = NO_CAP
        for value in range(1, S.FACES + 1):
            s.due[colour, value] = s.laid[i, colour, value] if steal else t.need[s.drawn[i], colour, value]
    s.beaten = 0 if steal else 1


@hot
def dice_from(word):
    """Dice with a value of v and more in byte v, at most PLENTY, from those of value v in byte v."""
    up_to = word * EACH  # the product sums up the bytes from the lowest one on
    dice = up_to >> LAST_BYTE
    up = (dice * EACH - (up_to << BYTE)) & ~LOW_BYTE
    return up if dice <= uint64(PLENTY) else at_most_plenty(up)


@cold
def at_most_plenty(up):
    """No byte above PLENTY."""
    some = ZERO
    for value in range(S.ROW):
        shift = uint64(8 * value)
        some |= min((up >> shift) & LOW_BYTE, uint64(PLENTY)) << shift
    return some


@hot
def room_of(up):
    """High bit of byte v: not all of these dice have a value of v."""
    return ~((up | HIGH_BITS) - (up >> BYTE & LOW_BYTE) * EACH) & HIGH_OF_FACES


@kernel
def count_due(s, colour):
    """due_ge, due_room, held_ge of a colour: what is due, and the dice that may still be placed."""
    due = dice_from(word_of(s.due, colour))
    s.due_ge[colour] = due
    s.due_room[colour] = room_of(due)
    may = (ONE << BYTE * uint64(s.cap[colour]) + BYTE) - ONE
    s.held_ge[colour] = dice_from(word_of(s.rolled, colour) & may)


@kernel
def is_met(s):
    """Whether of every value up there are enough dice in held_ge, and of one more than enough where there is room, unless it is beaten."""
    enough = HIGH_BITS
    greater = uint64(s.beaten)
    for colour in range(S.BASIC):
        beyond = (s.held_ge[colour] | HIGH_BITS) - s.due_ge[colour]
        enough &= beyond
        greater |= (beyond - EACH) & s.due_room[colour]
    return enough & HIGH_BITS == HIGH_BITS and greater != 0


@cold
def can_meet(s, libraries):
    """Whether due_ge can be met from held_ge and the rolled library dice, beating it where that is still to be done (KF-70, KF-74).

    With library dice some way of giving them colours must do: all ways are tried, a few additions of words each.
    """
    if is_met(s):
        return True
    if libraries == 0:
        return False
    if s.beaten != 0 and libraries <= 2:
        return meets_with_two(s, libraries)
    short = int64(0)
    for colour in range(S.BASIC):
        short += worst_byte((s.due_ge[colour] | HIGH_BITS) - s.held_ge[colour])
    if short > libraries:
        return False
    colours = ZERO
    for colour in range(S.BASIC):
        s.coloured_ge[colour] = s.held_ge[colour]
        if s.due_ge[colour] != 0:
            s.asked[colours] = colour
            colours += ONE
    choices = colours + ONE  # a library die can stand for one of the colours asked for, or stay in hand
    ways = ONE
    for _ in range(libraries):
        ways *= choices
    found = False
    way = ZERO
    while way < ways - ONE and not found:  # the last way leaves all library dice out
        give_colours(s, way, choices)
        found = is_met(s)
        way += ONE
    for colour in range(S.BASIC):
        s.held_ge[colour] = s.coloured_ge[colour]
    return found


@kernel
def meets_with_two(s, libraries):
    """`can_meet` with one or two rolled library dice where nothing is to be beaten: they go where dice are missing, in one of two ways."""
    missing = int64(0)
    for colour in range(S.BASIC):
        missing |= int64(not covers(s.held_ge[colour], s.due_ge[colour])) << colour
    dice = word_of(s.rolled, S.LIBRARY)
    low = lowest_bit(dice) >> 3
    high = lowest_bit(dice - (ONE << BYTE * uint64(low))) >> 3  # 8, above any cap, where there is one die
    first, second = lowest_bit(missing), lowest_bit(missing & (missing - 1))
    if missing & (missing - 1) == 0:
        return covers(s.held_ge[first] + library_adds(s, first, low) + library_adds(s, first, high), s.due_ge[first])
    if count_bits(missing) > libraries:
        return False
    as_they_are = will_do(s, first, low) and will_do(s, second, high)
    return as_they_are or (will_do(s, first, high) and will_do(s, second, low))


@kernel
def library_adds(s, colour, value):
    """What a library die of a value adds to the dice of a colour, by `values_up_to`."""
    return values_up_to(value) if value <= int64(s.library_cap[colour]) else ZERO


@kernel
def will_do(s, colour, value):
    """Whether a library die of a value is what the dice of a colour lack."""
    return covers(s.held_ge[colour] + library_adds(s, colour, value), s.due_ge[colour])


@kernel
def give_colours(s, way, choices):
    """held_ge with library dice by the colour they stand for: digits of `way`, lowest die first; the last digit leaves it out.

    Unsigned, since the division of Python rounds down and takes twice as long.
    """
    for colour in range(S.BASIC):
        s.held_ge[colour] = s.coloured_ge[colour]
    for value in range(1, S.FACES + 1):
        for _ in range(int64(s.rolled[S.LIBRARY, value])):
            if way % choices < choices - ONE:
                colour = int64(s.asked[way % choices])
                if value <= int64(s.library_cap[colour]):
                    s.held_ge[colour] += values_up_to(value)
            way //= choices


@kernel
def values_up_to(value):
    """What one die adds to the dice with a value of v and more: 1 in byte 1 to `value`."""
    return EACH >> uint64(8 * (7 - value)) & ~uint64(1)


@cold
def count_rolled(s):
    """rolled_ge: rolled dice by colour with a value of v and more, a byte each; libraries."""
    for colour in range(S.BASIC):
        s.rolled_ge[colour] = dice_from(word_of(s.rolled, colour))
    s.libraries = word_of(s.rolled, S.LIBRARY) * EACH >> LAST_BYTE


@hot
def makes(s, t, i):
    """Whether a card can be made with the dice counted by `count_rolled`: all minima of a colour in one comparison."""
    enough = HIGH_BITS
    for colour in range(S.BASIC):
        enough &= (s.rolled_ge[colour] | HIGH_BITS) - t.need_ge[s.drawn[i], colour]
    return enough & HIGH_BITS == HIGH_BITS or with_libraries(s, t, i)


@hot
def beats(s, t, i):
    """Whether a craft can be beaten with them."""
    enough = HIGH_BITS
    greater = uint64(0)
    for colour in range(S.BASIC):
        beyond = (s.rolled_ge[colour] | HIGH_BITS) - s.laid_ge[i, colour]
        enough &= beyond
        greater |= (beyond - EACH) & s.laid_room[i, colour]
    if greater == 0:
        enough = uint64(0)
    return enough & HIGH_BITS == HIGH_BITS or with_libraries(s, t, S.STEAL + i)


@hot
def with_libraries(s, t, code):
    """Whether the library dice help to make a card or to beat a craft."""
    return s.libraries > 0 and possible_with_libraries(s, t, code)


@cold
def possible_with_libraries(s, t, code):
    """Whether a card can be made, or a craft beaten, where the library dice must help."""
    i = int64(code) & ALL_STEALS
    steal = int64(code) >= S.STEAL
    for colour in range(S.BASIC):
        s.due_ge[colour] = s.laid_ge[i, colour] if steal else t.need_ge[s.drawn[i], colour]
        s.due_room[colour] = s.laid_room[i, colour]
        s.held_ge[colour] = s.rolled_ge[colour]
        s.library_cap[colour] = NO_CAP
    s.beaten = 0 if steal else 1
    return can_meet(s, int64(s.libraries))


@kernel
def stealable(s, t, p):
    """KF-74, KF-76: mask of the unsecured crafts of others; GO-14 and GO-15 keep all of them, or those stolen before, out of reach."""
    mask = int64(0)
    rest = int64(s.unsecured) & int64(t.stealing) & ~(int64(s.theft) & int64(t.safe))
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        mask |= int64(s.holder[i] != p) << i
    return mask


@kernel
def worst_byte(beyond):
    """The largest of eight signed bytes, each with its high bit turned, or 0."""
    worst = int64(0)
    for _ in range(S.FACES + 1):
        worst = max(worst, int64(beyond & LOW_BYTE) - int64(HIGH_BIT))
        beyond >>= BYTE
    return worst


@cold
def list_crafts(s, t, p):
    """D9, KF-76: cards that can be made or stolen, never one's own, and the end of the turn."""
    count_rolled(s)
    n = 0
    rest = int64(s.display)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        s.options[n] = i  # counted if it can be made, without a branch to be mispredicted
        n += not banned_card(s, t, p, i) and makes(s, t, i)
    made = n
    rest = stealable(s, t, p)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        banned = banned_card(s, t, p, i) or banned_theft(s, t, p, i)
        s.options[n] = S.STEAL + i
        n += not banned and beats(s, t, i)
    if t.may_stop_crafting == 1 or made == 0:  # KF-71, GO-09
        s.options[n] = S.STOP
        n += 1
    return n


@kernel
def choose_card(s, t, code):
    """D9: the card for which dice are placed next."""
    s.using = code
    s.step = 0
    ask_for_card(s, t, code)
    s.due_next = next_due(s)
    s.phase = S.PLACE


@kernel
def next_due(s):
    """Class of the requirement to be met next: the largest minimum, equal ones in the order of colours; -1 when all are met."""
    due = ZERO
    for colour in range(S.BASIC):
        due |= word_of(s.due, colour)
    value = highest_in(due)
    colours = int64(0)
    for colour in range(S.BASIC):
        colours |= int64((word_of(s.due, colour) >> (BYTE * uint64(value & ALL_VALUES))) & LOW_BYTE != ZERO) << colour
    return lowest_bit(colours) * S.ROW + value if value >= 0 else -1


@kernel
def values_from(least, most):
    """Mask of the values from one to another."""
    return (int64(2) << most) - 1 & -(int64(1) << least)


@cold
def list_places(s, t):
    """D10: dice for the next requirement with which the card can still be completed."""
    colour, least = int64(s.due_next) // S.ROW, int64(s.due_next) % S.ROW
    n = list_mask(s, int64(0), values_in(word_of(s.rolled, colour)) & values_from(least, int64(s.cap[colour])), colour * S.ROW)
    of_libraries = word_of(s.rolled, S.LIBRARY)
    n = list_mask(s, n, values_in(of_libraries) & values_from(least, int64(s.library_cap[colour])), int64(S.LIBRARY * S.ROW))
    if n == 1:  # the card could be completed when it was chosen, and with every die placed since, so it still can
        return n
    libraries = int64(of_libraries * EACH >> LAST_BYTE)
    for other in range(S.BASIC):
        count_due(s, other)
    kept = int64(0)
    for i in range(n):
        s.options[kept] = s.options[i]
        kept += completes(s, colour, least, int64(s.options[i]) // S.ROW, int64(s.options[i]) % S.ROW, libraries)
    return kept


@kernel
def completes(s, colour, least, kind, value, libraries):
    """Whether the rest can follow a die (of colour `kind`) for a requirement; leaves the dice as they were. Other colours are counted."""
    cap, library_cap, beaten = s.cap[colour], s.library_cap[colour], s.beaten
    put_die(s, colour, least, kind, value)
    count_due(s, colour)
    met = can_meet(s, libraries - int64(kind == S.LIBRARY))
    s.rolled[kind, value] += 1
    s.due[colour, least] += 1
    s.cap[colour], s.library_cap[colour], s.beaten = cap, library_cap, beaten
    return met


@kernel
def put_die(s, colour, least, kind, value):
    """One requirement is met: values of a colour may not rise, and no coloured die follows a library die of its value."""
    s.rolled[kind, value] -= 1  # KF-72
    s.due[colour, least] -= 1
    s.cap[colour] = value - 1 if kind == S.LIBRARY else value
    s.library_cap[colour] = value
    if value > least:
        s.beaten = 1


@kernel
def place_die(s, t, action):
    """D10: one die is placed; with the last one the card is taken."""
    colour, least = int64(s.due_next) // S.ROW, int64(s.due_next) % S.ROW
    put_die(s, colour, least, int64(action) // S.ROW, int64(action) % S.ROW)
    s.chosen[s.step] = action
    s.stands[s.step] = colour
    s.step += 1
    s.due_next = next_due(s)
    if s.due_next < 0:
        take_craft(s, t, s.actor)


@cold
def take_craft(s, t, p):
    """KF-70, KF-73, KF-75, KF-76: the card and the dice lie in front of the player; robbed dice go to their owner's workshop."""
    code = int64(s.using)
    i = code & ALL_STEALS
    bit = int64(1) << i
    steal = code >= S.STEAL
    if steal:
        robbed = int64(s.holder[i])
        for colour in range(S.BASIC):
            for value in range(1, S.FACES + 1):
                libraries = int64(s.laid_library[i, colour, value])
                s.workshop[robbed, colour] += int64(s.laid[i, colour, value]) - libraries
                s.workshop[robbed, S.LIBRARY] += libraries
                s.laid[i, colour, value] = 0
                s.laid_library[i, colour, value] = 0
        s.theft |= bit
    for k in range(int64(s.step)):
        colour, value = int64(s.stands[k]), int64(s.chosen[k]) % S.ROW
        s.laid[i, colour, value] += 1
        s.laid_library[i, colour, value] += int64(s.chosen[k]) // S.ROW == S.LIBRARY
    count_laid(s, i)
    s.holder[i] = p
    s.unsecured |= bit
    if not steal:
        s.display &= ~bit
        if s.queue_next < s.n_drawn:  # KF-73
            s.display |= int64(1) << int64(s.queue_next)
            s.queue_next += 1
    s.phase = S.CRAFT


@cold
def count_laid(s, i):
    """laid_ge, laid_room: what a thief must meet and where there is room to beat it (KF-74)."""
    for colour in range(S.BASIC):
        up = dice_from(word_of(s.laid[i], colour))
        s.laid_ge[i, colour] = up
        s.laid_room[i, colour] = room_of(up)
