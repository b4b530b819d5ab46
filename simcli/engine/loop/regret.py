"""The loop of `simcli regret`: games of a run of which one choice each is looked at, as a search does, with nothing of it played.

An entry of its own, compiled when it is first asked for. The choice is drawn from all choices of the game, each equally likely. The action
taken, and the others that the strategy likes best, are played to the end in the same worlds by the players of the game. These worlds
say which action is best, others by how much it is better than the one taken: judged by the worlds by which it was chosen, luck would pass
for worth.
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine import rng
from simcli.engine.bans import list_actions
from simcli.engine.batch import OK, Strategies
from simcli.engine.header import ALL_FEATURES, RUNNING
from simcli.engine.kernel import entry, kernel
from simcli.engine.layout import DEALT, PLAYED
from simcli.engine.loop.course import (
    ACTION,
    ACTION_COLUMNS,
    ALIKE_HALVES,
    ALL_HALVES,
    CHOICES,
    DECISION,
    FINAL,
    GAIN_POINTS,
    GAIN_SHARE,
    LEADS,
    LEGAL,
    LOOK_COLUMNS,
    LOOK_DEAL,
    LOOK_OVER,
    LOOK_PLACE,
    LOOK_PLAYED,
    LOOK_ROTATION,
    LOOK_ROUND,
    LOOK_UNENDED,
    RESULT_POINTS,
    RESULT_SHARE,
    SEAT,
    SHARES,
    TAKES,
    WON,
)
from simcli.engine.loop.favourites import list_favourites
from simcli.engine.loop.learned import note_after, note_context, place_of
from simcli.engine.loop.playout import (
    begin_deal,
    begin_game,
    choose,
    luck_of,
    note_bad_choice,
    note_stuck,
    play_game,
    seat_strategies,
    take,
)
from simcli.engine.loop.search import deal_world, lead_of
from simcli.engine.loop.swings import index_of, note_results, play_rest
from simcli.game import MIRROR

LOOK_STREAM = 1 << 22
"""Stream of a deal's key from which it is drawn which choices are looked at."""
WORLD_STREAM = uint64(1 << 30)
"""Streams of a choice's luck that are its worlds begin here, behind those of a search."""


@kernel
def play_to(s, t, choice, match, strategies, scratch, row, status):
    """Plays a game that has begun up to one of its choices, and notes the action taken there; returns how many there are, 0 for none."""
    made = 0
    while s.over == RUNNING and s.decisions < match.max_decisions:
        n = list_actions(s, t, scratch)
        i = 0
        if n > 1:
            i = choose(s, t, strategies.records[scratch.rows[s.actor]], n, scratch, strategies)
            if i < 0 or i >= n:
                note_bad_choice(s, scratch, i, n, status)
                return 0
            if made == choice:
                row[TAKES] = scratch.actions[i]
                return n
            made += 1
        elif n < 1:
            note_stuck(s, status)
            return 0
        take(s, t, scratch.actions[i])
    return 0


@kernel
def list_tried(s, t, n, taken, look, scratch):
    """Lists in scratch.search the actions that are tried, the one taken first, then the strategy's favourites; returns how many."""
    tried = scratch.search
    likes = look.records[scratch.rows[s.actor]]
    favourites = list_favourites(s, t, n, look.tried, likes, scratch, luck_of(s, scratch), tried.order)
    tried.actions[0] = taken
    m = 1
    for c in range(favourites):
        action = scratch.actions[tried.order[c]]
        if m < look.tried and action != taken:
            tried.actions[m] = action
            m += 1
    return m


@kernel
def note_columns(s, t, n, m, strategies, actions, scratch):
    """Writes the codes of the m actions tried, among n legal ones, their features, and what the seat knows before and after them."""
    s.feature_mask = ALL_FEATURES
    strategies.fill(s, t, n, scratch)
    work, features = scratch.learned, scratch.X.shape[1]
    known = (actions.shape[1] - ACTION_COLUMNS - features) // 2
    if known > 0:
        note_context(s, t, s.actor, work.before)
        note_after(s, t, m, scratch.search.actions, scratch)
    for c in range(m):
        action = scratch.search.actions[c]
        actions[c, ACTION] = action
        i = index_of(scratch, n, action)
        for f in range(features):
            actions[c, ACTION_COLUMNS + f] = scratch.X[i, f]
        for k in range(known):
            actions[c, ACTION_COLUMNS + features + k] = work.before[k]
            actions[c, ACTION_COLUMNS + features + known + k] = work.after[c, k]


@kernel
def note_sums(values, m, actions):
    """Writes what the m actions tried have brought in each half of the worlds."""
    for half in range(2):
        for c in range(m):
            actions[c, SHARES + half] = values[half, c, RESULT_SHARE]
            actions[c, LEADS + half] = values[half, c, RESULT_POINTS]


@kernel
def play_worlds(s, t, m, is_judging, strategies, look, scratch, status):
    """Plays the first m actions tried in the worlds that choose or in those that judge; sums of win share and lead of who decides into
    look.values. Returns how many games did not end."""
    tried, seat, values, out = scratch.search, int64(s.actor), look.values, look.out
    key, unended = luck_of(s, scratch), 0
    first, worlds = (look.worlds, look.judging) if is_judging else (0, look.worlds)
    for half in range(2):
        for c in range(m):
            values[half, c, RESULT_SHARE] = 0
            values[half, c, RESULT_POINTS] = 0
    for w in range(worlds):
        deal_world(s, t, look.spare, rng.derive(key, WORLD_STREAM + uint64(first + w)), scratch)
        look.spare[DEALT] = look.spare[PLAYED]
        half = w % 2
        for c in range(m):
            unended += not play_rest(look.spare, t, tried.actions[c], strategies, scratch, look.max_decisions, out, status)
            if status[0] != OK:
                return unended
            values[half, c, RESULT_SHARE] += out[seat, RESULT_SHARE]
            values[half, c, RESULT_POINTS] += lead_of(scratch, seat, int64(s.n_players))
    return unended


@kernel
def spread(values, m, measure):
    """How far the actions lie from their mean, in all, x actions."""
    total = 0
    for c in range(m):
        total += values[0, c, measure] + values[1, c, measure]
    apart = 0
    for c in range(m):
        apart += abs(m * (values[0, c, measure] + values[1, c, measure]) - total)
    return apart


@kernel
def best_of_tried(values, m):
    """The action with the highest win share and lead together, each in units of how far the actions lie apart in it; of equals the first.

    The lead is less noisy than who wins, so that with few worlds it finds the better action more often; where it says nothing, or the
    wins say nothing, the other one decides.
    """
    share_unit, points_unit = spread(values, m, RESULT_SHARE), spread(values, m, RESULT_POINTS)
    share_weight = points_unit if points_unit > 0 else 1
    points_weight = share_unit if share_unit > 0 else 1
    best = 0
    highest = 0
    for c in range(m):
        worth = share_weight * (values[0, c, RESULT_SHARE] + values[1, c, RESULT_SHARE])
        worth += points_weight * (values[0, c, RESULT_POINTS] + values[1, c, RESULT_POINTS])
        if c == 0 or worth > highest:
            best = c
            highest = worth
    return best


@kernel
def note_signal(values, m, row):
    """Writes how far the halves of the worlds agree about the actions: sums of products around their means, x actions."""
    one = 0
    other = 0
    for c in range(m):
        x, y = values[0, c, RESULT_SHARE], values[1, c, RESULT_SHARE]
        one += x
        other += y
        row[ALIKE_HALVES] += m * x * y
        row[ALL_HALVES] += m * (x * x + y * y)
    row[ALIKE_HALVES] -= one * other
    row[ALL_HALVES] -= one * one + other * other


@kernel
def judge(s, t, m, strategies, look, scratch, at, status):
    """Chooses the best of the m actions tried, and compares it with the one taken in worlds that have not chosen it."""
    tried, values, row = scratch.search, look.values, look.rows[at]
    row[LOOK_UNENDED] = play_worlds(s, t, m, 0, strategies, look, scratch, status)
    row[LOOK_PLAYED] = m * look.worlds
    if status[0] != OK:
        return
    note_signal(values, m, row)
    if look.actions.shape[0] > 0:
        note_sums(values, m, look.actions[at])
    best = best_of_tried(values, m)
    if best == 0 or look.judging == 0:
        return
    tried.actions[1] = tried.actions[best]
    row[LOOK_UNENDED] += play_worlds(s, t, 2, 1, strategies, look, scratch, status)
    row[LOOK_PLAYED] += 2 * look.judging
    for half in range(2):
        row[GAIN_SHARE] += values[half, 1, RESULT_SHARE] - values[half, 0, RESULT_SHARE]
        row[GAIN_POINTS] += values[half, 1, RESULT_POINTS] - values[half, 0, RESULT_POINTS]


@kernel
def look_at(states, t, at, match, strategies, look, scratch, status):
    """Plays a game, draws one of its choices, and looks at it; its row says which rotation."""
    row = look.rows[at]
    rotation = row[LOOK_ROTATION]
    deal_key = rng.deal_key(match.seed, row[LOOK_DEAL])
    begin_game(states, t, deal_key, rotation // scratch.period, strategies, scratch)
    forced = play_game(states, t, strategies, scratch, match.max_decisions, status, None)
    s = states[PLAYED]
    if status[0] != OK:
        return
    choices = int64(s.decisions) - forced
    row[CHOICES] = choices
    row[LOOK_OVER] = s.over
    if choices == 0:
        return
    note_results(s, t, scratch, look.out)
    drawn = rng.below_once(rng.derive(rng.derive(deal_key, LOOK_STREAM), rotation), choices)
    begin_game(states, t, deal_key, rotation // scratch.period, strategies, scratch)
    n = play_to(s, t, drawn, match, strategies, scratch, row, status)
    if status[0] != OK:
        return
    row[SEAT] = s.actor
    row[DECISION] = s.phase
    row[LOOK_ROUND] = s.round
    row[LOOK_PLACE] = place_of(s)
    row[LEGAL] = n
    row[WON] = look.out[s.actor, RESULT_SHARE]
    row[FINAL] = look.out[s.actor, RESULT_POINTS]
    if look.positions.shape[0] > 0:
        look.positions[at] = s
    m = list_tried(s, t, n, row[TAKES], look, scratch)
    if look.actions.shape[0] > 0:
        note_columns(s, t, n, m, strategies, look.actions[at], scratch)
    players = Strategies(look.records, strategies.functions, strategies.fill, strategies.search, strategies.models)
    if look.worlds > 0:
        judge(s, t, m, players, look, scratch, at, status)


@entry
def look_batch(states, t, match, strategies, scratch, look, order, status):
    """Looks at a choice of every game of a match and fills a row a game; look: see engine.batch; all else as `cover_batch` has it."""
    n_strategies = order.shape[0]
    rotations = n_strategies if match.mode == MIRROR else match.n_players
    work = scratch[0]
    at = 0
    for d in range(match.first_deal, match.first_deal + match.n_deals):
        status[4] = d
        begin_deal(states, t, match, d, n_strategies, work, order)
        for rotation in range(rotations):
            status[5] = rotation
            seat_strategies(match, rotation, work)
            row = look.rows[at]
            row[LOOK_DEAL] = d
            row[LOOK_ROTATION] = rotation
            for p in range(match.n_players):
                row[LOOK_COLUMNS + p] = work.seats[p]
            look_at(states, t, at, match, strategies, look, work, status)
            if status[0] != OK:
                return
            at += 1
