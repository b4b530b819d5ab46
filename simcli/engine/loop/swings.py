"""What a decision of a game was worth: the rest is played from the position before it, with the action taken and with one chosen again.

An entry of its own, compiled when it is first asked for. World number w of a decision has the deal of what its seat cannot know
(`redeal_hidden`), dice and luck of all seats of its own; both games of a world share them, so that they differ by the action alone.
Where the strategy takes the same action again they are one game.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.bans import list_actions
from simcli.engine.batch import BAD_CHOICE, OK
from simcli.engine.contract import score, shares
from simcli.engine.header import ENDED
from simcli.engine.kernel import entry, kernel
from simcli.engine.layout import DEALT, PLAYED
from simcli.engine.loop.course import ALIKE, ANEW, APART, ILLEGAL, RESULT_POINTS, RESULT_SHARE, TAKEN, UNENDED
from simcli.engine.loop.playout import choose, play_game, take, total_of
from simcli.engine.loop.search import deal_world


@kernel
def index_of(scratch, n, action):
    """Position of an action among the n listed, -1 where it is none of them."""
    for i in range(n):
        if scratch.actions[i] == action:
            return i
    return -1


@kernel
def play_rest(states, t, action, strategies, scratch, max_decisions, out, status):
    """Plays states[DEALT] to the end from an action on, and writes share and points of every seat; returns whether the game ended.

    Of a game that did not end they are what its stall rule says.
    """
    states[PLAYED] = states[DEALT]
    s = states[PLAYED]
    take(s, t, action)
    play_game(states, t, strategies, scratch, max_decisions, status, None)
    if status[0] != OK:
        return False
    note_results(s, t, scratch, out)
    return s.over == ENDED


@kernel
def note_results(s, t, scratch, out):
    """Writes share and points of every seat as a game stands."""
    score(s, t, scratch.points)
    shares(s, t, scratch.share)
    for p in range(s.n_players):
        out[p, RESULT_SHARE] = scratch.share[p]
        out[p, RESULT_POINTS] = total_of(scratch, p)


@kernel
def play_world(states, t, d, w, strategies, scratch, rest, status):
    """Plays world w of decision d, whose position is states[DEALT]; returns what it was.

    Worlds that are alike are played only where `rest.all` says so.
    """
    s, out, action = states[PLAYED], rest.out[d, w], rest.actions[d]
    n = list_actions(s, t, scratch)
    taken = index_of(scratch, n, action)
    if taken < 0:
        return ILLEGAL
    i = choose(s, t, strategies.records[scratch.rows[s.actor]], n, scratch, strategies)
    if i < 0 or i >= n:
        status[0] = BAD_CHOICE
        return UNENDED
    if i == taken and rest.all == 0:
        return ALIKE
    anew = scratch.actions[i]
    if not play_rest(states, t, action, strategies, scratch, rest.max_decisions, out[TAKEN], status):
        return UNENDED
    if i == taken:
        for p in range(states[PLAYED].n_players):  # a slice would be copied through memory of numba's own
            out[ANEW, p, RESULT_SHARE] = out[TAKEN, p, RESULT_SHARE]
            out[ANEW, p, RESULT_POINTS] = out[TAKEN, p, RESULT_POINTS]
        return ALIKE
    return APART if play_rest(states, t, anew, strategies, scratch, rest.max_decisions, out[ANEW], status) else UNENDED


@entry
def play_on(states, tables, positions, strategies, scratch, rest, status):
    """Plays worlds of decisions; for each what it was, and shares and points of both games by seat.

    states: what `new_states` makes; tables: one record; positions: state records before the decisions; scratch: one record, its seats
    restricted; rest: `batch.Rest`; status: int64[6], see `play_batch`, its fifth number the decision.
    """
    work, t = scratch[0], tables[0]
    for d in range(positions.shape[0]):
        for w in range(rest.kinds.shape[1]):
            deal_world(positions[d], t, states, rng.derive(rest.keys[d], int64(rest.first) + w), work)
            states[DEALT] = states[PLAYED]
            rest.kinds[d, w] = play_world(states, t, d, w, strategies, work, rest, status)
            if status[0] != OK:
                status[4] = d
                return
