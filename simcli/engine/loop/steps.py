"""One game step by step, for traces, scenarios and tests: what the playout loop does at once, as functions that Python calls.

`states` is what `layout.new_states` makes, `tables` an array of one tables record and `scratch` one of one scratch record
(`lineup.new_scratch`); all of them best as `layout.bare`, since a call itself takes longer than a step.
"""

from __future__ import annotations

import numpy as np

from simcli.engine import rng
from simcli.engine.bans import list_actions, restrict_seats
from simcli.engine.contract import derive, holdings, redeal_hidden, score, shares, start
from simcli.engine.grants import grant_items
from simcli.engine.kernel import entry
from simcli.engine.loop.learned import note_context
from simcli.engine.loop.playout import choose, draw_lineup, start_luck, take


@entry
def step_start(states, tables, deal_number, repeat, seed, scratch):
    """Deals one game, and gives the seats their luck; repeat: see `playout.start_luck`."""
    deal_key = rng.deal_key(seed, deal_number)
    start(states, tables[0], deal_key)
    start_luck(states[0], deal_key, repeat, scratch[0])


@entry
def step_restrict(states, records, scratch):
    """Restricts the seats of states[0], just dealt; records: of the strategies; scratch[0].seats holds the strategy of each seat."""
    restrict_seats(states[0], records, scratch[0])


@entry
def step_grant(states, tables, records, scratch):
    """Gives the seats of states[0], just dealt and restricted, what they begin with; as `step_restrict`."""
    grant_items(states[0], tables[0], records, scratch[0])


@entry
def step_derive(states, tables):
    """Finds anew in states[0] what follows from the fields a scenario has set."""
    derive(states[0], tables[0])


@entry
def step_legal(states, tables, scratch):
    """What may be chosen in states[0] into scratch[0].actions; returns how many."""
    return list_actions(states[0], tables[0], scratch[0])


@entry
def step_choose(states, tables, k, n, strategies, scratch):
    """Index of the choice in states[0] by record k of the strategies; strategies: see engine.batch."""
    work = scratch[0]
    return choose(states[0], tables[0], strategies.records[k], n, work, strategies)


@entry
def step_features(states, tables, n, scratch, mask, fill):
    """The features in the bit mask `mask` of the n legal actions of states[0] into scratch[0].X; fill: `lineup.fill_pointer`."""
    states[0].feature_mask = mask
    fill(states[0], tables[0], n, scratch[0])


@entry
def step_context(states, tables, player, scratch):
    """What `player` knows of states[0] into scratch[0].learned.before."""
    note_context(states[0], tables[0], player, scratch[0].learned.before)


@entry
def step_apply(states, tables, action):
    """Counts and carries out one action in states[0]."""
    take(states[0], tables[0], np.uint32(action))  # as the playout loop has them: one compiled rule book for both


@entry
def step_results(states, tables, scratch):
    """Points, win shares and holdings of states[0] into the scratch record."""
    score(states[0], tables[0], scratch[0].points)
    shares(states[0], tables[0], scratch[0].share)
    holdings(states[0], tables[0], scratch[0].held)


@entry
def step_redeal_hidden(states, tables, player, scratch):
    """Re-deals in states[0] what `player` cannot know, from the scratch record's generator."""
    redeal_hidden(states[0], tables[0], player, scratch[0].generator)


@entry
def step_lineup(mode, fixed, n_strategies, deal_number, seed, n_players, scratch, order):
    """Line-up of a deal at rotation 0 into scratch[0].lineup; order: int64[strategies], zeros."""
    draw_lineup(mode, fixed, n_strategies, rng.deal_key(seed, deal_number), n_players, scratch[0].lineup, order, scratch[0].generator)
