"""Legal actions and their effects."""

from __future__ import annotations

from simcli.engine import rng
from simcli.engine.header import ENDED, STOPPED
from simcli.engine.kernel import kernel
from simcli.engine.mark import mark

from ..state import BUST, HOLD, ROLL
from .setup import start_turn


@kernel
def legal_actions(s, t, actions):
    """Codes: 0 hold, 1 roll."""
    n = 0
    if s.rolls > 0 or t.must_roll == 0:  # PG-11, PO-01
        actions[n] = HOLD
        n += 1
    actions[n] = ROLL
    return n + 1


@kernel
def apply_action(s, t, action):
    """Carries out one choice of `s.actor`."""
    if action == HOLD:
        hold(s, t)
    else:
        roll(s, t)


@kernel
def hold(s, t):
    """PG-14: the points of this turn are banked."""
    p = s.actor
    s.banked[p] += s.at_risk
    for f in range(t.n_faces):
        s.kept[p, f] += s.turn_faces[f]
    end_turn(s, t)


@kernel
def roll(s, t):
    """PG-12, PG-13."""
    face = rng.below(s.chance, t.n_faces)
    s.rolls += 1
    s.rolled[s.actor, face] += 1
    s.turn_faces[face] += 1
    s.at_risk += t.points[face]
    if t.bust[face] == 1:  # PG-12
        mark(s, s.actor, BUST)
        end_turn(s, t)


@kernel
def goal_reached(s, t):
    """Whether somebody has banked the goal."""
    best = s.banked[0]
    for p in range(s.n_players):
        best = max(best, s.banked[p])
    return best >= t.goal


@kernel
def end_turn(s, t):
    """PG-14, PG-20, PG-22: the next seat, the next round, or the end."""
    last = s.actor + 1 == s.n_players
    if goal_reached(s, t) and (last or t.equal_turns == 0):  # PG-20, PO-02
        s.over = ENDED
    elif last and s.round == t.max_rounds:  # PG-22, PO-03
        s.over = STOPPED if t.last_round_ends == 0 else ENDED
    else:
        s.actor = 0 if last else s.actor + 1
        s.round += 1 if last else 0
        start_turn(s)
