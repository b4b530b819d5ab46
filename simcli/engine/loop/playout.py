"""The playout loop: deals, line-ups and rotations. One source serves every game; what a game adds to the tally is in engine.counting.

A game depends on (seed, deal, rotation) only: any split over workers gives the same sums.

The noise of a decision is found from (deal, seat, round, number of the seat's decision in the round), and that of an action from its code
besides. It depends neither on what other seats did nor on how many actions an earlier decision had, so a variant of a game shares the
luck of its base also after the first decision that differs.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bans import list_actions, restrict_seats
from simcli.engine.batch import (
    BAD_CHOICE,
    GAME_DEAL,
    GAME_DECISIONS,
    GAME_FIRST,
    GAME_FORCED,
    GAME_OVER,
    GAME_ROTATION,
    GAME_ROUNDS,
    GIVEN_UP,
    NO_ACTIONS,
    OK,
)
from simcli.engine.contract import apply_action, features, holdings, score, shares, standings, start
from simcli.engine.grants import grant_items
from simcli.engine.header import ALL_FEATURES, FUNCTION, HEURISTIC, MAX_SEATS, OUTGROWN, RANDOM, RUNNING
from simcli.engine.kernel import cold, entry, hot, in_bounds, kernel
from simcli.engine.layout import DEALT, PLAYED
from simcli.engine.mark import note_asked
from simcli.engine.policy import softmax
from simcli.engine.sink import weigh_with
from simcli.engine.undone import note_position
from simcli.game import DRAWN, FIXED, MIRROR

LINEUP_STREAM = 1 << 20
LUCK_STREAM = 1 << 21
"""Streams of a deal's key that belong to the engine; games use small numbers."""

ROUND_SHIFT = uint64(16)
"""A seat's decisions are numbered from round << 16 on in each round."""


@hot
def choose(s, t, strategy, n, scratch, strategies):
    """Index of the action that a strategy takes; `strategy` is its record, `scratch` the worker's (see engine.lineup)."""
    if strategy.kind == HEURISTIC:
        return weigh(s, t, strategy, n, scratch)
    if strategy.kind == RANDOM:
        return rng.below_once(luck_of(s, scratch), n)
    return ask(s, t, strategy, n, scratch, strategies)


@cold
def ask(s, t, strategy, n, scratch, strategies):
    """Index of the action that a strategy takes which is reached through a pointer. Not inlined: what it returns in would be cleared for
    every choice of the others."""
    if strategy.kind == FUNCTION:
        s.feature_mask = ALL_FEATURES
        strategies.fill(s, t, n, scratch)
        rng.seed(scratch.noise, luck_of(s, scratch))
        return strategies.functions[strategy.function](
            s, t, scratch.actions[:n], scratch.X[:n], strategy.weights[s.phase], scratch.noise[:]
        )
    return strategies.search(s, t, n, strategy, scratch, strategies.models)


@hot
def luck_of(s, scratch):
    """Key of the noise of the decision at hand."""
    return rng.derive(scratch.luck[s.actor], (uint64(s.round) << ROUND_SHIFT) + uint64(s.decided[s.actor]))


@hot
def take(s, t, action):
    """Counts and carries out one action of `s.actor`."""
    s.decisions += 1
    s.decided[s.actor] += 1
    round_ = s.round
    apply_action(s, t, action)
    if s.round != round_:
        for p in range(s.n_players):
            s.decided[p] = 0


@hot
def total_of(scratch, p):
    """The points of a seat in scratch.points, over all categories."""
    total = int64(0)
    for c in range(scratch.points.shape[1]):
        total += scratch.points[p, c]
    return total


@cold
def weigh(s, t, strategy, n, scratch):
    """Index of the action that a heuristic strategy takes. Not inlined: random play would have to save more registers."""
    key = luck_of(s, scratch)
    s.feature_mask = strategy.feature_mask[s.phase]
    weigh_with(scratch.weighed, strategy, s.phase)
    features(s, t, scratch.actions, n, scratch.weighed)
    return softmax(scratch.weighed.sums, scratch.actions, n, strategy, key)


@kernel
def draw_lineup(mode, fixed, n_strategies, deal_key, n_players, lineup, order, g):
    """Strategies of a deal by seat at rotation 0; `order` has room for all strategies and is left zeroed.

    mixed: a shuffled list of all strategies is dealt out, and again when it runs out, so each appears equally often.
    drawn: each seat draws one by the weights of a field, by itself.
    """
    if mode == FIXED:
        for p in range(n_players):
            lineup[p] = fixed[p]
        return
    rng.seed(g, rng.derive(deal_key, LINEUP_STREAM))
    if mode == DRAWN:
        for p in range(n_players):
            x = rng.below(g, fixed[n_strategies - 1])
            k = 0
            while fixed[k] <= x:
                k += 1
            lineup[p] = k
        return
    seat = 0
    while seat < n_players:
        for i in range(n_strategies):
            j = rng.below(g, i + 1)
            order[i] = order[j]
            order[j] = i
        for i in range(n_strategies):
            if seat < n_players:
                lineup[seat] = order[i]
                seat += 1
            order[i] = 0


@kernel
def start_deal(states, t, deal_key):
    """Deals for all rotations; they start from copies, which costs less than dealing again."""
    start(states, t, deal_key)
    states[DEALT] = states[PLAYED]


@kernel
def period_of(lineup, n_players):
    """Fewest rotations, at least one, that seat the same strategies of a line-up in the same seats again."""
    period = 1
    while period < n_players:
        p = 0
        while p < n_players and lineup[p] == lineup[(p + period) % n_players]:
            p += 1
        if p == n_players:
            return period
        period += 1
    return n_players


@kernel
def begin_deal(states, t, match, deal_number, n_strategies, work, order):
    """Draws the line-up of a deal and deals it; returns its key. order: int64[strategies], left zeroed."""
    deal_key = rng.deal_key(match.seed, deal_number)
    work.period = n_strategies
    if match.mode != MIRROR:
        turn = 0
        if match.mode == FIXED:
            turn = (deal_number - match.first_deal) * match.n_players % match.fixed.shape[0]
        draw_lineup(match.mode, match.fixed[turn:], n_strategies, deal_key, match.n_players, work.lineup, order, work.generator)
        work.period = period_of(work.lineup, match.n_players)
    start_deal(states, t, deal_key)
    return deal_key


@kernel
def note_bad_choice(s, scratch, i, n, status):
    """Says in status[0..3] that an index stands for no action: whose, the index, and how many actions there are."""
    status[0] = BAD_CHOICE
    status[1] = scratch.seats[s.actor]
    status[2] = i
    status[3] = n


@kernel
def seat_strategies(match, rotation, work):
    """The strategy of each seat in a rotation of a deal."""
    for p in range(match.n_players):
        work.seats[p] = rotation if match.mode == MIRROR else work.lineup[(p + rotation) % match.n_players]


@kernel
def play_rotation(states, t, deal_key, rotation, match, strategies, work, status):
    """Seats the strategies and plays a deal; returns the number of forced decisions. status[0] says what went wrong."""
    seat_strategies(match, rotation, work)
    begin_game(states, t, deal_key, rotation // work.period, strategies, work)
    return play_game(states, t, strategies, work, match.max_decisions, status, match.trail)


@kernel
def start_luck(s, deal_key, repeat, scratch):
    """Gives every seat the key of its luck in the deal.

    repeat: how many earlier games of the deal seat the same strategies in the same seats.

    The luck of a seat is the same in all rotations that seat others, so that strategies are compared by what they choose and not by
    their noise; a repeat with the same luck would be the same game once more.
    """
    for p in range(s.n_players):
        scratch.luck[p] = rng.derive(deal_key, LUCK_STREAM + repeat * MAX_SEATS + p)


@kernel
def note_stuck(s, status):
    """Says in status[0..3] that no action is legal: who is to decide, what, and after how many decisions."""
    status[0] = NO_ACTIONS
    status[1] = int64(s.actor)
    status[2] = int64(s.phase)
    status[3] = int64(s.decisions)


@kernel
def begin_game(states, t, deal_key, repeat, strategies, scratch):
    """Sets up a game of what `start_deal` has dealt, for the strategies in scratch.seats; repeat: see `start_luck`."""
    states[PLAYED] = states[DEALT]
    s = states[PLAYED]
    restrict_seats(s, strategies.records, scratch)
    if scratch.grants != 0:
        grant_items(s, t, strategies.records, scratch)
    start_luck(s, deal_key, repeat, scratch)


@kernel
def play_game(states, t, strategies, scratch, max_decisions, status, trail):
    """Plays a game that has begun to the end; returns the number of forced decisions. status[0] says what went wrong."""
    s = states[PLAYED]
    forced = 0
    while s.over == RUNNING and s.decisions < max_decisions:
        n = list_actions(s, t, scratch)
        note_asked(s, n)
        note_position(s, trail)
        i = 0
        if n > 1:
            k = scratch.rows[s.actor]
            i = choose(s, t, strategies.records[k], n, scratch, strategies)
            if i < 0 or i >= n:
                note_bad_choice(s, scratch, i, n, status)
                return forced
        elif n == 1:
            forced += 1
        else:
            note_stuck(s, status)
            return forced
        take(s, t, scratch.actions[i])
    if s.over == OUTGROWN:
        status[0] = GIVEN_UP
    return forced


@in_bounds
def note_game(s, g, d, rotation, forced, n_players, scratch, waiting):
    """Writes what a game is counted by as number g of those that wait."""
    facts = waiting.facts
    facts[g, GAME_DEAL] = d
    facts[g, GAME_ROTATION] = rotation
    facts[g, GAME_OVER] = s.over
    facts[g, GAME_FIRST] = s.first
    facts[g, GAME_ROUNDS] = s.round
    facts[g, GAME_DECISIONS] = s.decisions
    facts[g, GAME_FORCED] = forced
    for p in range(n_players):
        waiting.seats[g, p] = scratch.seats[p]
        waiting.share[g, p] = scratch.share[p]
        if waiting.standing.shape[1] > 0:
            waiting.standing[g, p] = scratch.standing[p]
        total = int64(0)
        for c in range(waiting.points.shape[2]):
            waiting.points[g, p, c] = scratch.points[p, c]
            total += scratch.points[p, c]
        waiting.total[g, p] = total
        for i in range(waiting.held.shape[2]):
            waiting.held[g, p, i, 0] = scratch.held[p, i, 0]
            waiting.held[g, p, i, 1] = scratch.held[p, i, 1]


@kernel
def judge(s, t, scratch, waiting):
    """Points, shares, copies held and standings of a finished game, as far as they are counted."""
    score(s, t, scratch.points)
    shares(s, t, scratch.share)
    if waiting.held.shape[2] > 0:
        holdings(s, t, scratch.held)
    if waiting.standing.shape[1] > 0:
        standings(s, t, scratch.points, scratch.share, scratch.standing)


@entry
def play_batch(states, t, match, strategies, scratch, counter, records, status):
    """Plays all deals of a match with all their rotations and adds them to the tally.

    states: what `new_states` makes; match, strategies, counter: see engine.batch; scratch: one scratch record;
    records: int64[games * players, columns], or of length 0 for none; status: int64[6]: OK, or what went wrong: BAD_CHOICE with
    strategy, index and number of actions, NO_ACTIONS with seat, phase and decisions, SCORE_OUT_OF_RANGE, OVERFLOW or GIVEN_UP; the last two
    numbers are the deal and the rotation.
    """
    waiting = counter.waiting
    n_strategies = counter.sums.strategy_score_square.shape[0]
    n_players = match.n_players
    rotations = n_strategies if match.mode == MIRROR else n_players
    last = match.first_deal + match.n_deals - 1
    at = 0
    n = 0
    s = states[PLAYED]
    work = scratch[0]
    for d in range(match.first_deal, last + 1):
        status[4] = d
        deal_key = begin_deal(states, t, match, d, n_strategies, work, counter.sums.counts)
        rotation = 0
        while rotation < rotations and status[0] == OK:
            status[5] = rotation
            forced = play_rotation(states, t, deal_key, rotation, match, strategies, work, status)
            if status[0] == OK:
                judge(s, t, work, waiting)
                note_game(s, n, d, rotation, forced, n_players, work, waiting)
                n += 1
                rotation += 1
        if d == last or n + rotations > waiting.facts.shape[0] or status[0] != OK:
            counter.count(waiting, n, rotations, match, counter.sums, records, at, status)
            if status[0] != OK:
                return
            at += n * n_players
            n = 0
