"""Everything random: one stream of the deal a purpose, and the redeal of what nobody can see."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.chance import open_stream, shuffle_numbers, shuffle_sorted
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_forge import state as S

CRAFT_STREAM, GATHER_STREAM, START_STREAM = 0, 1, 2
DECK_STREAM, CEMETERY_STREAM, ROLL_STREAM, REROLL_STREAM = 1 << 16, 1 << 17, 1 << 18, 1 << 19
"""Streams of a deal: of its set-up; the first one of each kind of what later rounds draw."""
ONE = uint64(1)


@kernel
def deck_stream(round_):
    """Stream of the order of the gather deck in a round."""
    return DECK_STREAM + round_


@kernel
def cemetery_stream(round_, k):
    """Stream of the k-th roll of the cemetery die in a round."""
    return CEMETERY_STREAM + (round_ << 6) + k


@kernel
def roll_stream(round_, seat, colour):
    """Stream of the roll of one colour: what else a player has or does moves no die of this colour."""
    return ROLL_STREAM + (round_ << 5) + (seat << 3) + colour


@kernel
def reroll_stream(round_, seat, k, colour):
    """Stream of one colour in the k-th reroll of a craft turn: which other dice are marked moves no die of this colour."""
    return REROLL_STREAM + (round_ << 11) + (seat << 9) + (k << 3) + colour


# Set-up


@kernel
def draw_start_player(s, t):
    """KF-19, GO-08: the seat that starts the first round."""
    open_stream(s, int64(START_STREAM))
    return int64(0) if t.start_player == S.FIXED_SEAT else rng.below(s.chance, t.players)


@kernel
def draw_craft_cards(s, t):
    """KF-13, GO-11: rows of the craft cards of the game, as a mask."""
    open_stream(s, int64(CRAFT_STREAM))
    return draw_some(s, int64(t.n_cards), t.craft_cards, int64(t.n_to_draw))


@kernel
def draw_gather_cards(s, t, n, named):
    """KF-15, GO-12: places of the gather cards of the game among the n that are not mandatory, as a mask."""
    open_stream(s, int64(GATHER_STREAM))
    return draw_some(s, n, named, int64(t.n_random))


@kernel
def draw_some(s, n, named, wanted):
    """`wanted` of n things as a mask: the named ones, and of the others those that come first in a shuffle of all.

    A config that names some so keeps the rest of a deal as it was where it can.
    """
    order = s.drawn_order
    shuffle_numbers(s, order, n)
    chosen = uint64(named)
    missing = int64(wanted)
    for i in range(n):
        missing -= int64((chosen >> uint64(i)) & ONE)
    for i in range(n):
        bit = ONE << uint64(order[i])
        if missing > 0 and chosen & bit == 0:
            chosen |= bit
            missing -= 1
    return chosen


# Rounds


@kernel
def shuffle_deck(s):
    """KF-16: every round shuffles the order of the round before."""
    open_stream(s, deck_stream(int64(s.round)))
    shuffle_from(s, int64(0))


@kernel
def shuffle_from(s, first):
    """Shuffles the gather deck from a place on."""
    for i in range(int64(s.n_gather) - 1, first, -1):
        j = first + rng.below(s.chance, i + 1 - first)
        card = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = card


@kernel
def roll_die(s):
    """A face from 1 to 6, from the stream that is open."""
    return rng.below(s.chance, S.FACES) + 1


@cold
def redeal_hidden(s, t, player, noise):
    """Re-deals what nobody can see: the order of the face-down gather cards (KF-18) and all rolls and shuffles to come."""
    rng.seed(s.chance, rng.next_u64(noise))
    s.key = rng.next_u64(s.chance)
    shuffle_sorted(s, s.deck, int64(s.deck_next), int64(s.n_gather))
