"""Legal actions and their effects, in the order of a turn: draft, redistribution, play, tricks, scoring, next round.

Simultaneous choices are asked seat by seat; what a seat chose is out of the others' sight (their features see face-up cards only)
until all are in.
"""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.bans import unbanned
from simcli.engine.bits import list_bits, lowest_bit
from simcli.engine.chance import next_seat
from simcli.engine.header import ENDED
from simcli.engine.kernel import hot, kernel
from simcli.games.guildes import state as S
from simcli.games.guildes.kernels import effects
from simcli.games.guildes.kernels.scoring import score_round
from simcli.games.guildes.kernels.setup import clear_tricks, start_play, start_round


@hot
def legal_actions(s, t, actions):
    """Codes: a guild number, a seat, or 0 / 1 (skip / use, one less / one more), by phase."""
    if s.phase == S.PICK:
        return list_bits(int64(s.pack_mask[pack_of(s, s.actor)]), actions)  # D-01
    if s.phase <= S.PLAY:
        hand = int64(s.hand_mask[s.actor])
        if s.restricted == 1 and s.phase == S.PLAY:
            hand = unbanned(s, s.actor, hand, 0)  # GO-15
        return list_bits(hand, actions)  # D-02, D-03, GU-72
    mask = effects.legal_mask(s, t)
    if s.restricted == 1:
        mask = effects.permitted(s, t, mask)
    return list_bits(mask, actions)


@hot
def pack_of(s, p):
    """The pack seat p holds."""
    pack = int64(p) + s.offset
    return uint32(pack - s.n_players if pack >= s.n_players else pack)


@hot
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`."""
    if s.phase == S.PICK:
        pick(s, t, action)
    elif s.phase == S.PLAY:
        play(s, t, action)
    elif s.phase == S.GIVE:
        give(s, t, action)
    else:
        apply_trick(s, t, action)


@hot
def pick(s, t, g):
    """GU-60 to GU-63: one card of the pack held joins the hand; then all packs move on."""
    p = s.actor
    pack = pack_of(s, p)
    left = s.packs[pack, g] - 1
    s.packs[pack, g] = left
    s.pack_mask[pack] &= ~(int64(left == 0) << g)
    s.hands[p, g] += 1
    s.hand_mask[p] |= int64(1) << g
    s.kept_mask[p] &= ~(int64(1) << g)
    s.actor = p + 1
    if s.actor < s.n_players:
        return
    s.actor = 0
    s.step += 1
    # GU-61: clockwise, a seat receives the pack of the seat before it.
    if s.clockwise == 1:
        s.offset = s.n_players - 1 if s.offset == 0 else s.offset - 1
    else:
        s.offset = next_seat(s, s.offset)
    if s.step == t.hand:  # GU-62
        start_play(s, t)


@kernel
def give(s, t, g):
    """GU-423: every player hands in one card; they are shuffled and dealt back one to each."""
    s.given[s.actor] = g
    take_from_hand(s, s.actor, g)
    s.actor += 1
    if s.actor < s.n_players:
        return
    for p in range(s.n_players):
        received = s.given[s.redistribution[s.round - 1, p]]
        s.hands[p, received] += 1
        s.hand_mask[p] |= int64(1) << received
    start_play(s, t)


@hot
def take_from_hand(s, p, g):
    """One card of guild g leaves the hand of seat p."""
    left = s.hands[p, g] - 1
    s.hands[p, g] = left
    s.hand_mask[p] &= ~(int64(left == 0) << g)  # no branch: it would be mispredicted every other time


@hot
def play(s, t, g):
    """GU-70 to GU-72: a card is placed; it is turned up when the event (or none) says so."""
    p = s.actor
    take_from_hand(s, p, g)
    s.played[p, g] += 1
    s.kept_mask[p] &= ~(int64(1) << g)
    sequential = t.event_sequential[s.event] == 1
    if sequential:  # GU-422
        effects.show(s, p, g)
        effects.forget_sums(s, int64(1) << g)
    else:
        s.down[p, uint32(s.step & 3)] = g
    s.turn += 1
    if s.turn < s.n_players:
        s.actor = next_seat(s, p)
        return
    s.turn = 0
    s.actor = 0
    s.step += 1
    if sequential:  # GU-422, A-11: the next card is started by the next seat
        s.revealed = s.step
        s.actor = (s.starter[s.round - 1] + s.step) % s.n_players
    else:
        turn_up(s, t)
    if s.step == t.plays[s.event]:  # GU-71, GU-420
        end_play(s, t)


@hot
def turn_up(s, t):
    """GU-70, GU-424, GU-425: cards placed so far that are due join the tableaus."""
    due = t.reveal[s.event, uint32(s.step - 1)]
    guilds = int64(0)
    while s.revealed < due:
        for p in range(s.n_players):
            g = s.down[p, uint32(s.revealed & 3)]
            effects.show(s, p, g)
            guilds |= int64(1) << g
        s.revealed += 1
    effects.forget_sums(s, guilds)


@kernel
def end_play(s, t):
    """GU-73: leftovers are discarded and the votes counted; with tricks both come later (GU-300, GU-312)."""
    if t.tricks_on == 1:
        s.phase = S.USE
        s.trick_turn = 0
        s.actor = s.trick_order[0]  # GU-310
        return
    for p in range(s.n_players):
        discard_hand(s, p)
    end_round(s, t)


@kernel
def discard_hand(s, p):
    """GU-73, GU-312, GU-313: all cards left in hand go to the discard pile."""
    rest = int64(s.hand_mask[p])
    while rest != 0:
        g = lowest_bit(rest)
        rest &= rest - 1
        effects.discard(s, g, s.hands[p, g])
        s.hands[p, g] = 0
    s.hand_mask[p] = 0


@kernel
def apply_trick(s, t, action):
    """One choice in a trick's chain; when the chain is done the owner discards the hand and the next trick is decided."""
    if not effects.advance(s, t, action):
        return
    discard_hand(s, s.trick_order[s.trick_turn])  # GU-312
    s.trick_turn += 1
    if s.trick_turn < s.n_players:
        s.phase = S.USE
        s.actor = s.trick_order[s.trick_turn]
    else:
        end_round(s, t)  # GU-314


@kernel
def clear_pile(s, t):
    """GO-13: cards discarded in earlier rounds are out of reach of trick I."""
    for g in range(t.n_guilds):
        s.gone[g] += s.discards[g]
        s.discards[g] = 0


@kernel
def clear_tableaus(s, t):
    """GO-20: what has been scored goes to the discard pile."""
    for g in range(t.n_guilds):
        for p in range(s.n_players):
            effects.discard(s, g, s.tableau[g, p])
            s.tableau[g, p] = 0
            s.played[p, g] = 0
        s.shown_ge[g] = effects.none_shown(s)


@kernel
def end_round(s, t):
    """GU-40, GU-44: scoring, then the next round or the end."""
    score_round(s, t)
    if t.tricks_on == 1:
        clear_tricks(s)
    if t.clears == 1 and s.round < t.rounds:  # GO-20
        clear_tableaus(s, t)
    if t.pile_this_round == 1:  # GO-13
        clear_pile(s, t)
    if s.round == t.rounds:
        s.over = ENDED
        return
    s.round += 1
    start_round(s, t)
