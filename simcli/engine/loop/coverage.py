"""The playout loop of a coverage run: the same games as a run's, of which it counts what came, and for whom.

An entry of its own, compiled when it is first asked for: the tally of a run has no room for counts by strategy, and its states none for
what is marked while they are played (engine.mark).
"""

from __future__ import annotations

from numpy import int64, uint64

from simcli.engine.batch import (
    CAME_DEAL,
    CAME_DECISIONS,
    CAME_HIGH,
    CAME_KEY,
    CAME_LEGAL,
    CAME_LOW,
    CAME_MOST,
    CAME_OVER,
    CAME_ROTATION,
    CAME_WINNERS,
    OK,
)
from simcli.engine.contract import holdings, score, shares
from simcli.engine.kernel import entry, kernel
from simcli.engine.layout import PLAYED
from simcli.engine.loop.playout import begin_deal, play_rotation, total_of
from simcli.engine.undone import begin_trail, key_of
from simcli.game import MIRROR


@kernel
def count_came(s, t, scratch, trail, came):
    """Adds a finished game to what came."""
    n_items = came.items.shape[1]
    score(s, t, scratch.points)
    if n_items > 0:
        holdings(s, t, scratch.held)
    for p in range(s.n_players):
        k = scratch.seats[p]
        came.games[k] += 1
        for i in range(n_items):
            for side in range(2):
                came.items[k, i, side] += scratch.held[p, i, side]
        for d in range(came.asked.shape[1]):
            for several in range(2):
                came.asked[k, d, several] += s.came_asked[p, d, several]
            came.undone[k, d] += trail.undone[p, d]
        for e in range(came.fired.shape[1]):
            times = s.came_fired[p, e]
            came.fired[k, e, 0] += times
            came.fired[k, e, 1] += times > 0
        for c in range(came.points.shape[1]):
            came.points[k, c, 0] += scratch.points[p, c]
            came.points[k, c, 1] += scratch.points[p, c] != 0


@kernel
def write_course(s, t, d, rotation, scratch, trail, row):
    """Writes a game that `count_came` has counted into its row."""
    shares(s, t, scratch.share)
    row[CAME_DEAL] = d
    row[CAME_ROTATION] = rotation
    row[CAME_DECISIONS] = s.decisions
    row[CAME_LEGAL] = s.came_legal[0]
    row[CAME_MOST] = s.came_legal[1]
    row[CAME_OVER] = s.over
    for p in range(s.n_players):
        total = total_of(scratch, p)
        row[CAME_LOW] = total if p == 0 else min(row[CAME_LOW], total)
        row[CAME_HIGH] = total if p == 0 else max(row[CAME_HIGH], total)
        row[CAME_WINNERS] += scratch.share[p] > 0
    row[CAME_KEY] = int64(key_of(trail) >> uint64(1))


@entry
def cover_batch(states, t, match, strategies, scratch, came, order, status):
    """Plays the games of a match that `play_batch` plays, and counts what came.

    states: what `new_states` makes of `mark.observed`; came: see engine.batch; order: int64[strategies], zeros; match.trail: of these
    states, see engine.undone; all else as there.
    """
    n_strategies = came.games.shape[0]
    rotations = n_strategies if match.mode == MIRROR else match.n_players
    work = scratch[0]
    at = 0
    for d in range(match.first_deal, match.first_deal + match.n_deals):
        status[4] = d
        deal_key = begin_deal(states, t, match, d, n_strategies, work, order)
        for rotation in range(rotations):
            status[5] = rotation
            begin_trail(match.trail)
            play_rotation(states, t, deal_key, rotation, match, strategies, work, status)
            if status[0] != OK:
                return
            count_came(states[PLAYED], t, work, match.trail, came)
            if came.rows.shape[0] > 0:
                write_course(states[PLAYED], t, d, rotation, work, match.trail, came.rows[at])
                at += 1
