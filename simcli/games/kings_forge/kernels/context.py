"""What a player knows of a position; everything is open but the order of the gather deck. Names and meaning: GAME.context."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits, lowest_bit
from simcli.engine.header import RUNNING
from simcli.engine.kernel import cold, kernel
from simcli.games.columns import kings_forge as c
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.craft import ALL_STEALS, LOW_BYTE, count_rolled, stealable
from simcli.games.kings_forge.kernels.features.craft import crafts_of
from simcli.games.kings_forge.kernels.features.dice import held_pips, judge, judge_now, judge_with
from simcli.games.kings_forge.kernels.features.gather import chance_of, held_dice, in_percent, planned, total
from simcli.games.kings_forge.kernels.words import EACH


@cold
def context(s, t, player, out):
    """Writes the columns of GAME.context into zeros."""
    p = int64(player)
    acts = is_rolling(s, p)
    waits = is_to_come(s, p)
    note_dice(s, p, acts, waits, out)
    note_lacks(s, t, out)
    note_chances(s, t, p, waits, out)
    if waits or (acts and s.phase < S.CRAFT):
        note_help(s, t, p, out)
    if acts:
        note_rolled(s, t, p, int64(out[c.CONTEXT_HELP]), out)
    note_crafts(s, t, p, out)
    note_rivals(s, t, p, out)
    out[c.CONTEXT_PLACE] = turn_of(s, p)
    if s.phase <= S.CEMETERY:
        out[c.CONTEXT_GATHERING] = int64(s.n_players) - count_bits(int64(s.out) | int64(1) << p)
        out[c.CONTEXT_CARDS] = int64(s.n_gather) - int64(s.n_used)
    out[c.CONTEXT_STOCK_GEM] = s.stock[S.GEM]
    out[c.CONTEXT_STOCK_MAGIC] = s.stock[S.MAGIC]


# Turns of a round


@kernel
def turn_of(s, q):
    """Place of a seat in this round, from 0."""
    return (q - int64(s.start) + int64(s.n_players)) % int64(s.n_players)


@kernel
def is_rolling(s, q):
    """Whether a seat is in its craft turn."""
    return s.over == RUNNING and s.phase > S.CEMETERY and s.actor == q


@kernel
def is_to_come(s, q):
    """Whether a seat has its craft turn of this round before it."""
    return s.over == RUNNING and (s.phase <= S.CEMETERY or turn_of(s, q) > int64(s.turns))


# Dice


@kernel
def rolled_of(s, colour):
    """Rolled dice of a colour."""
    n = int64(0)
    for value in range(1, S.FACES + 1):
        n += int64(s.rolled[colour, value])
    return n


@kernel
def owned(s, q, colour):
    """Dice of a colour that a seat has as the next round begins; those that are being paid, placed or marked are left out."""
    n = int64(s.hand[q, colour]) + int64(s.workshop[q, colour]) + int64(s.allocated[q, colour])
    if s.phase > S.CEMETERY:
        if s.actor == q:
            n += rolled_of(s, colour)
        rest = crafts_of(s, q) & int64(s.unsecured)
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            n += laid_of(s, i, colour)
            for value in range(1, S.FACES + 1):
                n -= int64(s.laid_library[i, colour, value])
    return n


@kernel
def laid_of(s, i, colour):
    """Dice that stand for a colour on an unsecured craft."""
    return int64((s.laid_ge[i, colour] >> uint64(8)) & LOW_BYTE)


@kernel
def at_hand(s, q, colour):
    """Dice of a colour that a seat has rolled, or will roll in this round."""
    return rolled_of(s, colour) if is_rolling(s, q) else int64(s.hand[q, colour])


@kernel
def note_dice(s, p, acts, waits, out):
    """Own dice by colour, all of them, and those at hand."""
    for colour in range(S.BASIC):
        n = owned(s, p, int64(colour))
        out[c.CONTEXT_METAL + colour] = n
        out[c.CONTEXT_DICE] += n
    if acts or waits:
        for colour in range(S.COLOURS):
            out[c.CONTEXT_HAND] += at_hand(s, p, int64(colour))


@kernel
def note_lacks(s, t, out):
    """Dice missing for the cards that plans look at; own dice stand in `out`."""
    cards = planned(s)
    nearest = int64(S.NONE)
    while cards != 0:
        i = lowest_bit(cards)
        cards &= cards - 1
        row = int64(s.drawn[i])
        lacking = int64(0)
        for colour in range(S.BASIC):
            lack = max(int64(t.dice[row, colour]) - int64(out[c.CONTEXT_METAL + colour]), 0)
            out[c.CONTEXT_LACKS_METAL + colour] += lack
            lacking += lack
        out[c.CONTEXT_ENOUGH] += lacking == 0
        if (int64(s.display) >> i) & 1:
            nearest = min(nearest, lacking)
    out[c.CONTEXT_NEAREST] = nearest


@kernel
def chances(s, t, metal, wood, gem, magic):
    """(sum, best) over the display of the chances, in percent, that a roll of these dice makes the card; no library dice."""
    sum_, best = int64(0), int64(0)
    rest = int64(s.display)
    while rest != 0:
        chance = chance_of(t, int64(s.drawn[lowest_bit(rest)]), metal, wood, gem, magic)
        rest &= rest - 1
        sum_ += chance
        best = max(best, chance)
    return in_percent(sum_), in_percent(best)


@cold
def chances_now(s, t, q):
    """The same of the dice in a hand."""
    return chances(s, t, int64(s.hand[q, S.METAL]), int64(s.hand[q, S.WOOD]), int64(s.hand[q, S.GEM]), int64(s.hand[q, S.MAGIC]))


@kernel
def note_chances(s, t, p, waits, out):
    """Chances of the roll to come in this round, and of all own dice in the next one."""
    if waits:
        out[c.CONTEXT_ODDS], out[c.CONTEXT_BEST_ODDS] = chances_now(s, t, p)
    metal, wood = int64(out[c.CONTEXT_METAL]), int64(out[c.CONTEXT_WOOD])
    gem, magic = int64(out[c.CONTEXT_GEM]), int64(out[c.CONTEXT_MAGIC])
    out[c.CONTEXT_NEXT_ODDS], out[c.CONTEXT_NEXT_BEST] = chances(s, t, metal, wood, gem, magic)


@kernel
def note_help(s, t, p, out):
    """Abilities and tokens that may still be used."""
    out[c.CONTEXT_HELP] = held_pips(s, t, p)
    out[c.CONTEXT_REROLLS] = s.ability[p, S.REROLL_ABILITY]
    out[c.CONTEXT_ONES] = s.ones[p]
    if s.wake[p] > 0:
        out[c.CONTEXT_WAKES] = total(s.workshop, p)
    out[c.CONTEXT_IDLE] = max(held_dice(s, t, p) - int64(out[c.CONTEXT_HAND]), 0)


@kernel
def note_rolled(s, t, p, help_, out):
    """What the rolled dice can make; while dice are placed without library dice, about which the rules keep notes then."""
    others = stealable(s, t, p)
    if s.phase == S.PLACE:
        display, bit = s.display, int64(1) << (int64(s.using) & ALL_STEALS)
        s.display &= ~bit
        others &= ~bit
        count_rolled(s)
        judge(s, t, others)
        count, near, reached = judge_with(s, t, others, int64(0), s.rolled_ge[0], help_)
        s.display = display
    else:
        count, near, reached = judge_now(s, t, p, others, help_)
    out[c.CONTEXT_MAKES] = count
    out[c.CONTEXT_NEAR] = near
    out[c.CONTEXT_REACHES] = reached


# Crafts


@kernel
def standing_of(crafts):
    """Number of crafts and the place of the best one, as one number to compare (KF-82, KF-85)."""
    best = int64(0)
    rest = crafts
    while rest != 0:
        best = lowest_bit(rest) + 1
        rest &= rest - 1
    return count_bits(crafts) * (S.MAX_DRAWN + 1) + best


@kernel
def note_crafts(s, t, p, out):
    """Own crafts, and what may be stolen of them."""
    crafts = crafts_of(s, p)
    out[c.CONTEXT_CRAFTS] = count_bits(crafts)
    out[c.CONTEXT_RANK] = standing_of(crafts) % (S.MAX_DRAWN + 1)
    rest = crafts & int64(s.unsecured) & int64(t.stealing) & ~(int64(s.theft) & int64(t.safe))
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        for colour in range(S.BASIC):
            above = s.laid_ge[i, colour] - t.need_ge[s.drawn[i], colour]
            out[c.CONTEXT_SURPLUS] += int64((above * EACH) >> uint64(56))
        for q in range(s.n_players):
            if q != p and (is_to_come(s, int64(q)) or is_rolling(s, int64(q))):
                enough = int64(1)
                for colour in range(S.BASIC):
                    enough &= at_hand(s, int64(q), int64(colour)) >= laid_of(s, i, int64(colour))
                out[c.CONTEXT_EXPOSED] += 1
                out[c.CONTEXT_THREATS] += enough


@kernel
def note_rivals(s, t, p, out):
    """The best of the others, and where the player stands."""
    mine, best = standing_of(crafts_of(s, p)), int64(0)
    for seat in range(s.n_players):
        q = int64(seat)
        if q == p:
            continue
        best = max(best, standing_of(crafts_of(s, q)))
        if is_to_come(s, q):
            out[c.CONTEXT_RIVAL_ODDS] = max(int64(out[c.CONTEXT_RIVAL_ODDS]), chances_now(s, t, q)[0])
        metal, wood = owned(s, q, int64(S.METAL)), owned(s, q, int64(S.WOOD))
        gem, magic = owned(s, q, int64(S.GEM)), owned(s, q, int64(S.MAGIC))
        out[c.CONTEXT_RIVAL_DICE] = max(int64(out[c.CONTEXT_RIVAL_DICE]), metal + wood + gem + magic)
        out[c.CONTEXT_RIVAL_NEXT] = max(int64(out[c.CONTEXT_RIVAL_NEXT]), chances(s, t, metal, wood, gem, magic)[0])
    theirs = best // (S.MAX_DRAWN + 1)
    out[c.CONTEXT_LEAD] = int64(out[c.CONTEXT_CRAFTS]) - theirs
    out[c.CONTEXT_AHEAD] = mine > best
    out[c.CONTEXT_RIVAL_CRAFTS] = theirs
    out[c.CONTEXT_CRAFTS_LEFT] = max(int64(t.crafts_to_end) - max(int64(out[c.CONTEXT_CRAFTS]), theirs), 0)


assert c.CONTEXT_METAL + S.MAGIC == c.CONTEXT_MAGIC
assert c.CONTEXT_LACKS_METAL + S.MAGIC == c.CONTEXT_LACKS_MAGIC
