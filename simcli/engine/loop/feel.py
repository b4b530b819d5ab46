"""The playout loop of `simcli feel`: games of a run of which the standing after every decision is kept, each deal played several times.

An entry of its own, compiled when it is first asked for. Play number r of a rotation has the cards and seats of the run's game and, from
r = 1 on, luck of its own; play 0 is the run's game. The standing is what the game's own scoring says of a copy of the state.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine.bans import list_actions
from simcli.engine.batch import GIVEN_UP, OK, SCORE_OUT_OF_RANGE
from simcli.engine.contract import score, shares
from simcli.engine.header import HEURISTIC, OUTGROWN, RUNNING
from simcli.engine.kernel import entry, kernel
from simcli.engine.layout import PLAYED
from simcli.engine.loop.course import (
    CHANGES,
    CLEAR,
    COLUMNS,
    DEAL,
    DECISIONS,
    FEW,
    FIRST,
    FORCED,
    HALF,
    LAST_DECISION,
    LAST_ROUND,
    LATE_LEADER,
    LEAD,
    LEADER,
    NOBODY,
    OVER,
    PLAY,
    ROTATION,
    ROUNDS,
    SCORE,
    SEAT_COLUMNS,
    SHARE,
    STRATEGY,
    WEIGHED,
)
from simcli.engine.loop.playout import begin_deal, begin_game, choose, note_bad_choice, note_stuck, seat_strategies, take, total_of
from simcli.game import LEAD_POINTS, MIRROR

FEW_ACTIONS = 3
"""So many legal actions or fewer are few."""
RARE = 3
"""An action is hardly chosen when its sum lies so many temperatures below the best: less than a twentieth as often (e^-3)."""


@kernel
def note_standing(s, t, scratch, course, at):
    """Points of every seat into standings[at]; returns what `status` says of them."""
    course.spare[PLAYED] = s
    score(course.spare[PLAYED], t, scratch.points)
    for p in range(s.n_players):
        total = total_of(scratch, p)
        if total < course.low or total > course.high:
            return SCORE_OUT_OF_RANGE
        course.standings[at, p] = total
    return OK


@kernel
def leader(standings, at, n_players):
    """The seat that is ahead of all others, NOBODY when several are."""
    first = 0
    for p in range(1, n_players):
        if standings[at, p] > standings[at, first]:
            first = p
    for p in range(n_players):
        if p != first and standings[at, p] == standings[at, first]:
            return NOBODY
    return first


@kernel
def note_leads(standings, last, n_players, row):
    """Who leads at every point of a game of `last` decisions, and by how many points, into its row, whose leads are 0 so far."""
    for k in range(LEAD_POINTS):
        at = k * last // (LEAD_POINTS - 1)
        first = leader(standings, at, n_players)
        row[LEADER + k] = first
        if first != NOBODY:
            best = standings[at, 1 - min(first, 1)]  # of the others, of whom seat 0 is one unless it leads
            for p in range(n_players):
                if p != first:
                    best = max(best, standings[at, p])
            row[LEAD + k] = standings[at, first] - best


@kernel
def count_clear(strategy, scratch, n):
    """Whether a heuristic strategy hardly ever takes another action than its favourite (1), does (0), or weighs nothing (-1)."""
    if strategy.kind != HEURISTIC:
        return -1
    sums = scratch.weighed.sums
    best = sums[0]
    for i in range(1, n):
        best = max(best, sums[i])
    sensible = 0
    for i in range(n):
        sensible += best - sums[i] <= RARE * strategy.temperature
    return int64(sensible == 1)


@kernel
def follow_game(states, t, match, strategies, scratch, course, row, status):
    """Plays a game that has begun to the end and fills a row."""
    s = states[PLAYED]
    standings = course.standings
    ahead = NOBODY
    at = 0
    status[0] = note_standing(s, t, scratch, course, at)
    while status[0] == OK and s.over == RUNNING and s.decisions < match.max_decisions:
        n = list_actions(s, t, scratch)
        if n < 1:
            note_stuck(s, status)
            return
        i = 0
        if n > 1:
            k = scratch.rows[s.actor]
            i = choose(s, t, strategies.records[k], n, scratch, strategies)
            if i < 0 or i >= n:
                note_bad_choice(s, scratch, i, n, status)
                return
            clear = count_clear(strategies.records[k], scratch, n)
            row[WEIGHED] += clear >= 0
            row[CLEAR] += clear == 1
        row[FORCED] += n == 1
        row[FEW] += n <= FEW_ACTIONS
        before = int64(s.round)
        take(s, t, scratch.actions[i])
        at += 1
        if s.over == OUTGROWN:
            status[0] = GIVEN_UP
            return
        status[0] = note_standing(s, t, scratch, course, at)
        if int64(s.round) != before or s.over != RUNNING:
            now = leader(standings, at, match.n_players)
            if now != NOBODY:
                if ahead != NOBODY and now != ahead:
                    row[CHANGES] += 1
                    row[LAST_ROUND] = before
                    row[LAST_DECISION] = at
                ahead = now
    score(s, t, scratch.points)
    shares(s, t, scratch.share)
    row[FIRST] = s.first
    row[ROUNDS] = s.round
    row[DECISIONS] = at
    row[OVER] = s.over
    row[LATE_LEADER] = leader(standings, 3 * at // 4, match.n_players)
    note_leads(standings, at, match.n_players, row)
    for p in range(match.n_players):
        first = COLUMNS + SEAT_COLUMNS * p
        row[first + STRATEGY] = scratch.seats[p]
        row[first + SHARE] = scratch.share[p]
        row[first + SCORE] = standings[at, p]
        row[first + HALF] = standings[at // 2, p]


@entry
def follow_batch(states, t, match, strategies, scratch, course, order, status):
    """Plays the games of a match several times and fills a row a game; course: see engine.batch; all else as `cover_batch` has it."""
    n_strategies = order.shape[0]
    rotations = n_strategies if match.mode == MIRROR else match.n_players
    work = scratch[0]
    at = 0
    for d in range(match.first_deal, match.first_deal + match.n_deals):
        status[4] = d
        deal_key = begin_deal(states, t, match, d, n_strategies, work, order)
        for rotation in range(rotations):
            status[5] = rotation
            for play in range(course.plays):
                seat_strategies(match, rotation, work)
                row = course.rows[at]
                row[DEAL] = d
                row[ROTATION] = rotation
                row[PLAY] = play
                begin_game(states, t, deal_key, rotation // work.period + play * rotations, strategies, work)
                follow_game(states, t, match, strategies, work, course, row, status)
                if status[0] != OK:
                    return
                at += 1
