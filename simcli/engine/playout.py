"""The playout loop: deals, line-ups, rotations and tallies. One source serves every game.

Everything counted is an integer, and a game depends on (seed, deal, rotation) only: any split over workers gives the same sums.
"""

from __future__ import annotations

from numpy import int64

from simcli.engine import rng
from simcli.engine.bans import restrict_seats
from simcli.engine.contract import (
    DEALT,
    PLAYED,
    apply_action,
    derive,
    features,
    holdings,
    legal_actions,
    redeal_hidden,
    score,
    shares,
    start,
)
from simcli.engine.header import MAX_SEATS
from simcli.engine.kernel import cold, entry, hot, kernel
from simcli.engine.policy import FUNCTION, HEURISTIC, softmax
from simcli.engine.sink import ALL_FEATURES, weigh_with

LINEUP_STREAM = 1 << 20
NOISE_STREAM = 1 << 21
"""Streams of a deal's key that belong to the engine; games use small numbers."""

MIXED, MIRROR, FIXED = 0, 1, 2

# What the first number of `status` says.
OK, BAD_CHOICE, SCORE_OUT_OF_RANGE, OVERFLOW = 0, 1, 2, 3

RAISED = -(1 << 40)
"""What a user's function returns in place of an index when it raised an exception."""

# Columns of `totals`.
DEALS, GAMES, ROUNDS, DECISIONS, TIES, CAPPED, WINNING_SCORE, MARGIN, STALLED, FORCED = range(10)

N_FIGURES, ITEM_PARTS = 4, 5
"""Rows of `figure` (rounds, winning score, margin, shared victories) and parts of an item among the ratio rows, see sim.tally."""

# Columns of `records`.
RECORD_DEAL, RECORD_ROTATION, RECORD_SEAT, RECORD_PLACE, RECORD_STRATEGY, RECORD_SHARE, RECORD_ROUNDS = range(7)
RECORD_DECISIONS, RECORD_ENDED = 7, 8
RECORD_FIXED = 9


@hot
def choose(s, t, player, n, w, noise, functions):
    """Index of the action that a strategy takes; `player` is its record (see engine.lineup), `w` the worker's working record."""
    if player.kind == HEURISTIC:
        return weigh(s, t, player, n, w)
    if player.kind == FUNCTION:
        all_features(s, t, n, w)
        return functions[player.function](s, t, w.actions[:n], w.X[:n], player.weights[s.phase], noise)
    return rng.below(noise, n)


@cold
def weigh(s, t, player, n, w):
    """Index of the action that a heuristic strategy takes. Not inlined: random play would have to save more registers."""
    s.feature_mask = player.feature_mask[s.phase]
    weigh_with(w.weighed, player, s.phase)
    features(s, t, w.actions, n, w.weighed)
    return softmax(w.weighed.sums, n, player, w.noise[s.actor])


@cold
def all_features(s, t, n, w):
    """Every column of w.X for the n actions in w.actions."""
    s.feature_mask = ALL_FEATURES
    features(s, t, w.actions, n, w.X)


@kernel
def draw_lineup(mode, fixed, n_strategies, deal_key, n_players, lineup, scratch, g):
    """Strategies of a deal by seat at rotation 0; `scratch` has room for all strategies and is left zeroed.

    mixed: a shuffled list of all strategies is dealt out, and again when it runs out, so each appears equally often.
    """
    if mode == FIXED:
        for p in range(n_players):
            lineup[p] = fixed[p]
        return
    rng.seed(g, rng.derive(deal_key, LINEUP_STREAM))
    seat = 0
    while seat < n_players:
        for i in range(n_strategies):
            j = rng.below(g, i + 1)
            scratch[i] = scratch[j]
            scratch[j] = i
        for i in range(n_strategies):
            if seat < n_players:
                lineup[seat] = scratch[i]
                seat += 1
            scratch[i] = 0


@kernel
def start_deal(states, t, deal_key):
    """Deals for all rotations; they start from copies, which costs less than dealing again."""
    start(states, t, deal_key)
    states[DEALT] = states[PLAYED]


@kernel
def play_game(states, t, deal_key, rotation, players, functions, w, limit, status):
    """Plays what `start_deal` has dealt to the end; returns the number of forced decisions. status[0] tells of a bad choice.

    players: records of the strategies; w: the working record, w.seats holds the strategy of each seat.
    """
    states[PLAYED] = states[DEALT]
    s = states[PLAYED]
    restrict_seats(s, players, w)
    for p in range(s.n_players):
        rng.seed(w.noise[p], rng.derive(deal_key, NOISE_STREAM + rotation * MAX_SEATS + p))
    forced = 0
    while s.over == 0 and s.decisions < limit:
        n = legal_actions(s, t, w.actions)
        i = 0
        if n > 1:
            k = w.seats[s.actor]
            i = choose(s, t, players[k], n, w, w.noise[s.actor], functions)
            if i < 0 or i >= n:
                status[0] = BAD_CHOICE
                status[1] = k
                status[2] = i
                status[3] = n
                return forced
        else:
            forced += 1
        s.decisions += 1
        apply_action(s, t, w.actions[i])
    return forced


@kernel
def add_ratios(ratios, counts, values):
    """One deal into the ratio rows (c, y, cc, cy, yy); clears the deal's scratch. Returns whether the sums still fit 64 bits.

    Exact: numbers of a deal below 2**31 have squares below 2**62, of which a sum below 2**63 takes one more and is then seen to be
    negative. The other sums are never larger: |sum of c| <= cc and, by Cauchy and Schwarz, cy**2 <= cc * yy.
    """
    large = int64(0)
    wrapped = int64(0)
    for k in range(counts.shape[0]):
        c = counts[k]
        y = values[k]
        if c != 0 or y != 0:
            ratios[k, 0] += c
            ratios[k, 1] += y
            ratios[k, 2] += c * c
            ratios[k, 3] += c * y
            ratios[k, 4] += y * y
            large |= (c ^ (c >> 63)) | (y ^ (y >> 63))
            wrapped |= ratios[k, 2] | ratios[k, 4]
            counts[k] = 0
            values[k] = 0
    return large >> 31 == 0 and wrapped >= 0


@kernel
def place_of(p, first, n_players):
    """Place of seat p in turn order, counted from 0: the seat that begins."""
    place = p - first
    return place + n_players if place < 0 else place


@kernel
def tally_items(held, share, first, kinds, n_players, held_rows, base, counts, values, offered_sum, held_sum, level_games, level_share):
    """Items of one finished game.

    first: seat that began; kinds: kind of each item. Of the ratio rows of a deal `held_rows` is the first of `place_held`, `base` the
    first of the items' parts (see sim.tally).
    """
    n_items = offered_sum.shape[0]
    n_kinds = (base - N_FIGURES - held_rows) // n_players
    top = level_games.shape[1] - 1
    all_shares = 0
    for p in range(n_players):
        all_shares += share[p]
    for i in range(n_items):
        for side in range(2):
            row = base + side * n_items + i
            slope = base + (3 + side) * n_items + i
            each = held[0, i, side]
            differ = 0
            for p in range(1, n_players):
                differ |= held[p, i, side] ^ each
            if differ == 0:  # as with most items: nobody, or everybody alike
                held_by = row if each > 0 else row + n_items
                if each > 0 or side == 1:
                    counts[held_by] += n_players
                    values[held_by] += all_shares
                if side == 1:
                    level_games[i, min(each, top)] += n_players
                    level_share[i, min(each, top)] += all_shares
                    if each > 0:
                        held_sum[i] += n_players * each
                        for place in range(n_players):
                            values[held_rows + place * n_kinds + kinds[i]] += each
                else:
                    offered_sum[i] += n_players * each
                values[slope] += n_players * each * (all_shares - 60)
                continue
            sum_x = 0
            sum_xx = 0
            sum_xy = 0
            for p in range(n_players):
                x = held[p, i, side]
                y = share[p]
                sum_x += x
                sum_xx += x * x
                sum_xy += x * y
                if x > 0:
                    counts[row] += 1
                    values[row] += y
                elif side == 1:
                    counts[row + n_items] += 1
                    values[row + n_items] += y
                if side == 1:
                    values[held_rows + place_of(p, first, n_players) * n_kinds + kinds[i]] += x
                    level = min(x, top)
                    level_games[i, level] += 1
                    level_share[i, level] += y
            if side == 0:
                offered_sum[i] += sum_x
            else:
                held_sum[i] += sum_x
            counts[slope] += n_players * sum_xx - sum_x * sum_x
            values[slope] += n_players * sum_xy - 60 * sum_x


@kernel
def tally_scores(points, share, lineup, first, n_players, score_low, figures, counts, values, totals, squares, histogram, categories):
    """Shares and scores of one finished game by strategy, seat and place. Returns what `status` says of it.

    first: seat that began; figures: first of the rows of `figure` in the ratio rows of a deal. Counts that are the same in every deal,
    those of seats, places and figures, are left to `count_games`.
    """
    n_strategies = squares.shape[0]
    n_categories = categories.shape[1]
    seats = 2 * n_strategies
    places = seats + n_players
    best = 0
    second = 0
    winners = 0
    for p in range(n_players):
        k = lineup[p]
        place = places + place_of(p, first, n_players)
        by_category = places + 2 * n_players + (place - places) * n_categories
        total = 0
        for c in range(n_categories):
            total += points[p, c]
            categories[k, c] += points[p, c]
            values[by_category + c] += points[p, c]
        bin_ = total - score_low
        if bin_ < 0 or bin_ >= histogram.shape[1]:
            return SCORE_OUT_OF_RANGE
        histogram[k, bin_] += 1
        squares[k] += total * total
        if squares[k] < 0:  # scores have less than 31 bits
            return OVERFLOW
        counts[k] += 1
        values[k] += share[p]
        counts[n_strategies + k] += 1
        values[n_strategies + k] += total
        values[seats + p] += share[p]
        values[place] += share[p]
        values[place + n_players] += total
        winners += share[p] > 0
        if p == 0 or total > best:
            second = best if p > 0 else total
            best = total
        elif p == 1 or total > second:
            second = total
    totals[WINNING_SCORE] += best
    totals[MARGIN] += best - second
    totals[TIES] += winners > 1
    values[figures + 1] += best
    values[figures + 2] += best - second
    values[figures + 3] += winners > 1
    return OK


@kernel
def count_games(counts, begin, end, games):
    """Every game of a deal counts once in each of the ratio rows [begin, end)."""
    for k in range(begin, end):
        counts[k] = games


@kernel
def write_records(rows, at, s, w, deal_number, rotation, n_players, n_items, n_categories):
    """One row a player: fixed columns, points by category, items held."""
    for p in range(n_players):
        rows[at + p, RECORD_DEAL] = deal_number
        rows[at + p, RECORD_ROTATION] = rotation
        rows[at + p, RECORD_SEAT] = p + 1
        rows[at + p, RECORD_PLACE] = place_of(p, int64(s.first), n_players) + 1
        rows[at + p, RECORD_STRATEGY] = w.seats[p]
        rows[at + p, RECORD_SHARE] = w.share[p]
        rows[at + p, RECORD_ROUNDS] = s.round
        rows[at + p, RECORD_DECISIONS] = s.decisions
        rows[at + p, RECORD_ENDED] = s.over
        for c in range(n_categories):
            rows[at + p, RECORD_FIXED + c] = w.points[p, c]
        for i in range(n_items):
            rows[at + p, RECORD_FIXED + n_categories + i] = w.held[p, i, 1]


@entry
def play_batch(
    states,
    t,
    first_deal,
    n_deals,
    seed,
    mode,
    fixed,
    n_players,
    players,
    functions,
    works,
    limit,
    score_low,
    kinds,
    sums,
    counts,
    values,
    rows,
    status,
):
    """Plays deals [first_deal, first_deal + n_deals) with all their rotations and adds them to the tally.

    states: what `new_states` makes; players: strategy records; works: one working record; kinds: int64[items], the number of each
    item's kind (`Catalogue.item_kinds`); sums: the tally's arrays;
    counts, values: int64[ratio rows] scratch; rows: int64[games * players, columns], or of length 0 for no records;
    status: int64[6], first number 0 when all went well.
    """
    totals, ratios, squares, histogram, categories, offered_sum, held_sum, level_games, level_share = sums
    n_strategies = squares.shape[0]
    n_items = offered_sum.shape[0]
    item_rows = ratios.shape[0] - ITEM_PARTS * n_items
    figures = item_rows - N_FIGURES
    held_rows = 2 * n_strategies + 3 * n_players + n_players * categories.shape[1]
    rotations = n_strategies if mode == MIRROR else n_players
    at = 0
    s = states[0]
    w = works[0]
    for d in range(first_deal, first_deal + n_deals):
        deal_key = rng.deal_key(seed, d)
        if mode != MIRROR:
            draw_lineup(mode, fixed, n_strategies, deal_key, n_players, w.lineup, counts, w.generator)
        start_deal(states, t, deal_key)
        for rotation in range(rotations):
            for p in range(n_players):
                w.seats[p] = rotation if mode == MIRROR else w.lineup[(p + rotation) % n_players]
            forced = play_game(states, t, deal_key, rotation, players, functions, w, limit, status)
            if status[0] != OK:
                status[4] = d
                status[5] = rotation
                return
            score(s, t, w.points)
            shares(s, t, w.share)
            first = int64(s.first)
            if n_items > 0:
                holdings(s, t, w.held)
                tally_items(
                    w.held,
                    w.share,
                    first,
                    kinds,
                    n_players,
                    held_rows,
                    item_rows,
                    counts,
                    values,
                    offered_sum,
                    held_sum,
                    level_games,
                    level_share,
                )
            status[0] = tally_scores(
                w.points, w.share, w.seats, first, n_players, score_low, figures, counts, values, totals, squares, histogram, categories
            )
            if status[0] != OK:
                status[4] = d
                status[5] = rotation
                return
            totals[GAMES] += 1
            totals[ROUNDS] += s.round
            values[figures] += s.round
            totals[DECISIONS] += s.decisions
            totals[FORCED] += forced
            totals[CAPPED] += s.over == 0
            totals[STALLED] += s.over == 2
            if rows.shape[0] > 0:
                write_records(rows, at, s, w, d, rotation, n_players, n_items, categories.shape[1])
                at += n_players
        count_games(counts, 2 * n_strategies, item_rows, rotations)
        if not add_ratios(ratios, counts, values):
            status[0] = OVERFLOW
            status[4] = d
            return
        totals[DEALS] += 1


@entry
def step_start(states, t, deal_number, rotation, seed, works):
    """Deals one game for stepping through it, and starts the seats' noise."""
    deal_key = rng.deal_key(seed, deal_number)
    start(states, t, deal_key)
    for p in range(states[0].n_players):
        rng.seed(works[0].noise[p], rng.derive(deal_key, NOISE_STREAM + rotation * MAX_SEATS + p))


@entry
def step_restrict(states, players, works):
    """Lays down the bans of states[0], just dealt; works[0].seats holds the strategy of each seat."""
    restrict_seats(states[0], players, works[0])


@entry
def step_derive(states, t):
    """Finds anew in states[0] what follows from the fields a scenario has set."""
    derive(states[0], t)


@entry
def step_legal(states, t, works):
    """Legal actions of states[0] into works[0].actions; returns how many."""
    return legal_actions(states[0], t, works[0].actions)


@entry
def step_choose(states, t, k, n, players, functions, works):
    """Index of strategy k's choice in states[0]."""
    w = works[0]
    return choose(states[0], t, players[k], n, w, w.noise[states[0].actor], functions)


@entry
def step_apply(states, t, action):
    """Counts and carries out one action in states[0]."""
    states[0].decisions += 1
    apply_action(states[0], t, action)


@entry
def step_features(states, t, n, works):
    """All features of the legal actions of states[0] into works[0].X."""
    all_features(states[0], t, n, works[0])


@entry
def step_results(states, t, works):
    """Points, win shares and holdings of states[0] into the working record."""
    score(states[0], t, works[0].points)
    shares(states[0], t, works[0].share)
    holdings(states[0], t, works[0].held)


@entry
def step_redeal_hidden(states, t, player, works):
    """Re-deals in states[0] what `player` cannot know, from the working generator."""
    redeal_hidden(states[0], t, player, works[0].generator)


@entry
def step_lineup(mode, fixed, n_strategies, deal_number, seed, n_players, works, scratch):
    """Line-up of a deal at rotation 0 into works[0].lineup."""
    draw_lineup(mode, fixed, n_strategies, rng.deal_key(seed, deal_number), n_players, works[0].lineup, scratch, works[0].generator)
