"""Rolls, and what befalls a die as it is rolled: cemetery, ones-to-sixes."""

from __future__ import annotations

from numpy import int64

from simcli.engine.chance import open_stream
from simcli.engine.kernel import cold, kernel
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.chance import cemetery_stream, reroll_stream, roll_die, roll_stream


@kernel
def drop_die(s, p, colour, n):
    """One rolled die shows n: it counts, or is cancelled (KF-53), or becomes a six (KF-54, KF-G15T)."""
    if n == s.cemetery:
        s.workshop[p, colour] += 1
    else:
        to_six = int64(n == 1) & int64(s.ones[p] > 0)  # a number: a branch would be mispredicted for every sixth die
        s.rolled[colour, n + to_six * (S.FACES - 1)] += 1


@cold
def roll_hand(s, t, p):
    """KF-52, KF-G06B: all dice of the hand are rolled, with roll-the-workshop its basic dice too."""
    for colour in range(S.COLOURS):
        n = int64(s.hand[p, colour])
        s.hand[p, colour] = 0
        if s.wake[p] > 0 and colour < S.BASIC:
            n += int64(s.workshop[p, colour])
            s.workshop[p, colour] = 0
        if n > 0:
            open_stream(s, roll_stream(int64(s.round), int64(p), colour))
            for _ in range(n):
                drop_die(s, p, colour, roll_die(s))
    s.rerolls = 0


@cold
def roll_marked(s, p):
    """KF-66: the marked dice are rolled anew."""
    for colour in range(S.COLOURS):
        n = 0
        for value in range(1, S.FACES + 1):
            n += int64(s.base[colour, value])
            s.base[colour, value] = 0
        if n > 0:
            open_stream(s, reroll_stream(int64(s.round), int64(p), int64(s.rerolls), colour))
            for _ in range(n):
                drop_die(s, p, colour, roll_die(s))
    s.rerolls += 1


@cold
def roll_cemetery(s):
    """KF-G09B."""
    open_stream(s, cemetery_stream(int64(s.round), int64(s.cemetery_rolls)))
    s.cemetery_rolls += 1
    s.cemetery = roll_die(s)


assert S.LIBRARY == S.COLOURS - 1
