"""The end of a round: crafts are secured, dice come back, the anvil moves on, cards are revealed."""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.bits import count_bits
from simcli.engine.chance import next_seat
from simcli.engine.header import ENDED, STOPPED
from simcli.engine.kernel import cold
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.kernels.chance import shuffle_deck


@cold
def clean_up(s, t):
    """KF-79 to KF-81, KF-84; when the game ends, dice stay where they lie."""
    done = False
    for i in range(s.n_drawn):
        if (int64(s.unsecured) >> i) & 1:
            s.secured[s.holder[i]] |= int64(1) << i
    for p in range(s.n_players):
        done |= count_bits(int64(s.secured[p])) >= int64(t.crafts_to_end)
    if done:
        s.unsecured = 0
        s.over = ENDED
        return
    if s.round == t.max_rounds:  # GO-10
        s.unsecured = 0
        s.over = STOPPED
        return
    return_dice(s, t)
    return_abilities(s, t)
    s.start = next_seat(s, int64(s.start))  # KF-22
    s.round += 1
    begin_round(s, t)


@cold
def return_laid(s):
    """Dice on crafts go to their owners; a library die to the pile."""
    for i in range(s.n_drawn):
        if (int64(s.unsecured) >> i) & 1 == 0:
            continue
        p = int64(s.holder[i])
        for colour in range(S.BASIC):
            s.laid_ge[i, colour] = uint64(0)
            s.laid_room[i, colour] = uint64(0)
            for value in range(1, S.FACES + 1):
                libraries = int64(s.laid_library[i, colour, value])
                s.hand[p, colour] += int64(s.laid[i, colour, value]) - libraries
                s.stock[S.LIBRARY] += libraries
                s.laid[i, colour, value] = 0
                s.laid_library[i, colour, value] = 0
    s.unsecured = 0


@cold
def return_dice(s, t):
    """KF-79, step 3, KF-05."""
    return_laid(s)
    for p in range(s.n_players):
        for colour in range(S.COLOURS):
            back = int64(s.workshop[p, colour]) + int64(s.allocated[p, colour])
            s.workshop[p, colour] = 0
            s.allocated[p, colour] = 0
            s.hand[p, colour] += back
        s.stock[S.LIBRARY] += s.hand[p, S.LIBRARY]
        s.hand[p, S.LIBRARY] = 0
    for colour in range(S.BOX):
        s.stock[colour] += s.burned[colour]
        s.burned[colour] = 0
    if s.cemetery > 0:
        s.stock[S.CEMETERY_DIE] += 1
    s.cemetery = 0


@cold
def return_abilities(s, t):
    """KF-79, step 4; GO-19 leaves tokens that were not used where they are."""
    s.tokens[0] = t.tokens[0]
    s.tokens[1] = t.tokens[1]
    for p in range(s.n_players):
        s.ones[p] = 0
        s.wake[p] = 0
        sixes, pluses = s.ability[p, S.AUTO_SIX], s.ability[p, S.PLUS_TOKEN]
        for kind in range(S.KINDS):
            s.ability[p, kind] = 0
        if t.unused_tokens == S.KEPT:
            s.tokens[0] -= sixes
            s.tokens[1] -= pluses
            s.ability[p, S.AUTO_SIX], s.ability[p, S.PLUS_TOKEN] = sixes, pluses


@cold
def begin_round(s, t):
    """KF-16, KF-79: the gather deck is shuffled and cards are revealed; nobody has passed."""
    shuffle_deck(s)
    s.deck_next = 0
    for place in range(t.n_face_up):
        s.face_up[place] = S.NONE
        if s.deck_next < s.n_gather:
            s.face_up[place] = s.deck[s.deck_next]
            s.deck_next += 1
    for p in range(s.n_players):
        s.ability[p, S.REROLL_ABILITY] = t.free_reroll  # GO-20
    s.n_used = 0
    s.n_docks = 0
    s.docks_used = 0
    s.n_passed = 0
    s.out = 0
    s.turns = 0
    s.cemetery_rolls = 0
    s.actor = s.start
    s.phase = S.GATHER


assert S.PLUS_TOKEN == S.AUTO_SIX + 1
