"""What a finished game adds to a tally. Everything counted is an integer, so any split of deals over workers gives the same sums."""

from __future__ import annotations

from numpy import int64, uint32

from simcli.engine.batch import (
    CAPPED,
    DEALS,
    DECISIONS,
    FIGURE_MARGIN,
    FIGURE_ROUNDS,
    FIGURE_SHARED_VICTORIES,
    FIGURE_WINNING_SCORE,
    FORCED,
    GAME_DEAL,
    GAME_DECISIONS,
    GAME_FIRST,
    GAME_FORCED,
    GAME_OVER,
    GAME_ROTATION,
    GAME_ROUNDS,
    GAMES,
    MARGIN,
    OK,
    OVERFLOW,
    RECORD_DEAL,
    RECORD_DECISIONS,
    RECORD_ENDED,
    RECORD_FIXED,
    RECORD_PLACE,
    RECORD_ROTATION,
    RECORD_ROUNDS,
    RECORD_SEAT,
    RECORD_SHARE,
    RECORD_STRATEGY,
    ROUNDS,
    SCORE_OUT_OF_RANGE,
    SHARED_VICTORIES,
    STALLED,
    UNENDED_DECISIONS,
    WINNING_SCORE,
    Waiting,
)
from simcli.engine.header import ENDED, RUNNING, STOPPED
from simcli.engine.kernel import entry, in_bounds, kernel
from simcli.engine.terms import add_terms, keep_terms
from simcli.game import SIXTIETHS
from simcli.tally_parts import DEAL_GROUPS, finish_index

finish_place = kernel(finish_index)

LIMIT = int64(1 << 31)
"""Numbers of a deal lie between this below 0 and this."""


@in_bounds
def add_ratios(ratios, counts, values):
    """One deal into the ratio rows (c, y, cc, cy, yy); clears the deal's game. Returns whether the sums still fit 64 bits.

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
            large |= (c + LIMIT) | (y + LIMIT)
            wrapped |= ratios[k, 2] | ratios[k, 4]
            counts[k] = 0
            values[k] = 0
    return large >> 32 == 0 and wrapped >= 0


@in_bounds
def keep_deal(deals, d, counts, values):
    """What deal d adds up to, beside the sums: deals is int64[deals, 2, rows]."""
    for k in range(counts.shape[0]):
        deals[d, 0, k] = counts[k]
        deals[d, 1, k] = values[k]


@kernel
def place_of(p, first, n_players):
    """Place of seat p in turn order, counted from 0: the seat that begins."""
    place = p - first
    return place + n_players if place < 0 else place


@in_bounds
def count_items(game, match, sums):
    """Items of one finished game that somebody is offered or holds. Who holds none is counted with the deal (`count_without`)."""
    held = game.held
    n_items = sums.item_offered.shape[0]
    n_kinds = (sums.rows.figure - sums.rows.place_held) // match.n_players
    for i in range(n_items):
        some = int64(0)
        for p in range(match.n_players):
            some |= held[p, i, 0] | held[p, i, 1]
        if some == 0:  # as with most items
            continue
        for side in range(2):
            row = sums.rows.item_if_offered + side * n_items + i
            sum_x = sum_xx = sum_xy = int64(0)
            for p in range(match.n_players):
                x, y = int64(held[p, i, side]), int64(game.share[p])
                sum_x += x
                sum_xx += x * x
                sum_xy += x * y
                if x > 0:
                    sums.counts[row] += 1
                    sums.values[row] += y
                    if side == 1:
                        place = place_of(p, game.facts[GAME_FIRST], match.n_players)
                        sums.values[sums.rows.place_held + place * n_kinds + match.kinds[i]] += x
                        level = min(x, sums.item_level_games.shape[1] - 1)
                        sums.item_level_games[i, level] += 1
                        sums.item_level_share[i, level] += y
            slope = sums.rows.item_offered_slope + side * n_items + i
            sums.counts[slope] += match.n_players * sum_xx - sum_x * sum_x
            sums.values[slope] += match.n_players * sum_xy - SIXTIETHS * sum_x
            if side == 0:
                sums.item_offered[i] += sum_x
            else:
                sums.item_held[i] += sum_x


@in_bounds
def count_without(players, share, sums):
    """Of a deal who holds none of an item: all players of the games that ended, with their win shares, less those who hold some."""
    n_items = sums.item_offered.shape[0]
    first = sums.rows.item_if_offered + n_items
    for i in range(n_items):
        none = players - sums.counts[first + i]
        lost = share - sums.values[first + i]
        sums.counts[first + n_items + i] = none
        sums.values[first + n_items + i] = lost
        sums.item_level_games[i, 0] += none
        sums.item_level_share[i, 0] += lost


@in_bounds
def count_together(game, match, sums):
    """Copies offered of two items that are dealt in the same packs: how they vary together between the players of one finished game."""
    held = game.held
    n_players = match.n_players
    n = match.offer_pairs.shape[0]
    k = 0
    while k < n:
        first = k
        i = match.offer_pairs[k, 0]
        while k < n and match.offer_pairs[k, 0] == i:
            k += 1
        sum_x = int64(0)
        for p in range(n_players):
            sum_x += held[p, i, 0]
        for p in range(n_players):
            more = n_players * int64(held[p, i, 0]) - sum_x
            for pair in range(first, k):
                sums.offered_together[uint32(pair), 0] += more * held[p, uint32(match.offer_pairs[uint32(pair), 1]), 0]


@in_bounds
def count_held(game, match, sums):
    """Copies held of the items that are judged together: how they vary between the players of one finished game, and what goes with it."""
    held = game.held
    total = game.total
    n_players = match.n_players
    group = game.facts[GAME_DEAL] % sums.held_spread.shape[0]
    spread = sums.held_spread[group]
    gain = sums.held_gain[group]
    all_points = int64(0)
    for p in range(n_players):
        all_points += total[p]
    for k in range(match.held_items.shape[0]):
        i = match.held_items[k]
        for p in range(n_players):
            x = int64(held[p, i, 1])
            if x != 0:
                gain[k, 0] += x * (n_players * game.share[p] - SIXTIETHS)
                gain[k, 1] += x * (n_players * total[p] - all_points)
    last = int64(-1)
    sum_x = int64(0)
    for k in range(match.held_pairs.shape[0]):
        i = match.held_pairs[k, 0]
        j = match.held_pairs[k, 1]
        if i != last:
            last = i
            sum_x = 0
            for p in range(n_players):
                sum_x += held[p, i, 1]
        if sum_x != 0:
            both = int64(0)
            for p in range(n_players):
                both += (n_players * held[p, i, 1] - sum_x) * held[p, j, 1]
            spread[k] += both
    for k in range(sums.held_both.shape[1]):
        row = sums.held_both[group, k]
        for p in range(n_players):
            if held[p, match.held_pairs[k, 0], 1] > 0 and held[p, match.held_pairs[k, 1], 1] > 0:
                row[0] += 1
                row[1] += n_players * game.share[p] - SIXTIETHS
                row[2] += n_players * total[p] - all_points
    if sums.terms.shape[2] > 0:
        keep_terms(game, match, sums)


@in_bounds
def count_asked(game, match, sums, has_ended):
    """Copies that the player who is denied items in turn uses of each in one finished game, and its win share."""
    for p in range(match.n_players):
        if match.asked == p or match.asked == -1 - game.seats[p]:
            for j in range(match.asked_items.shape[0]):
                if has_ended:
                    sums.counts[sums.rows.asked_used + j] += game.held[p, match.asked_items[j], 1]
                sums.values[sums.rows.asked_used + j] += game.share[p]


@in_bounds
def add_together(match, sums):
    """One deal's products of what offers go with; before `add_ratios`, which sees whether the squares fit: no product is larger."""
    slope = sums.rows.item_offered_slope
    for k in range(match.offer_pairs.shape[0]):
        i, j = uint32(slope + match.offer_pairs[k, 0]), uint32(slope + match.offer_pairs[k, 1])
        sums.offered_together[k, 1] += sums.values[i] * sums.values[j]


@in_bounds
def count_by_strategy(game, match, sums):
    """Copies held at the end of one finished game, by strategy, of the items counted so."""
    n = match.by_strategy.shape[0]
    for p in range(match.n_players):
        row = sums.rows.strategy_held + game.seats[p] * n
        for j in range(n):
            sums.values[row + j] += game.held[p, match.by_strategy[j], 1]


@kernel
def count_scores(game, match, sums):
    """Shares and scores of one game that ended, by strategy, seat and place. Returns what `status` says of it.

    Counts that are the same in every deal, those of seats, places and figures, are left to `count_games`.
    """
    counts = sums.counts
    values = sums.values
    n_categories = sums.strategy_category.shape[1]
    best = 0
    second = 0
    winners = 0
    for p in range(match.n_players):
        k = game.seats[p]
        share = game.share[p]
        place = place_of(p, game.facts[GAME_FIRST], match.n_players)
        by_category = sums.rows.place_category + place * n_categories
        total = game.total[p]
        for c in range(n_categories):
            points = game.points[p, c]
            sums.strategy_category[k, c] += points
            values[by_category + c] += points
        bin_ = total - match.score_low
        if bin_ < 0 or bin_ >= sums.strategy_histogram.shape[1]:
            return SCORE_OUT_OF_RANGE
        sums.strategy_histogram[k, bin_] += 1
        sums.strategy_score_square[k] += total * total
        if sums.strategy_score_square[k] < 0:  # scores have less than 31 bits
            return OVERFLOW
        counts[sums.rows.strategy_share + k] += 1
        values[sums.rows.strategy_share + k] += share
        counts[sums.rows.strategy_score + k] += 1
        values[sums.rows.strategy_score + k] += total
        values[sums.rows.seat_share + p] += share
        values[sums.rows.place_share + place] += share
        values[sums.rows.place_score + place] += total
        winners += share > 0
        if p == 0 or total > best:
            second = best if p > 0 else total
            best = total
        elif p == 1 or total > second:
            second = total
    sums.totals[WINNING_SCORE] += best
    sums.totals[MARGIN] += best - second
    sums.totals[SHARED_VICTORIES] += winners > 1
    figures = sums.rows.figure
    values[figures + FIGURE_WINNING_SCORE] += best
    values[figures + FIGURE_MARGIN] += best - second
    values[figures + FIGURE_SHARED_VICTORIES] += winners > 1
    return OK


@in_bounds
def count_unended(game, match, sums):
    """Who wins a game that did not end, by its stall rule: nothing else of it is counted beside that it was played."""
    for p in range(match.n_players):
        k = game.seats[p]
        share = game.share[p]
        sums.counts[sums.rows.strategy_share + k] += 1
        sums.values[sums.rows.strategy_share + k] += share
        sums.values[sums.rows.seat_share + p] += share
        sums.values[sums.rows.place_share + place_of(p, game.facts[GAME_FIRST], match.n_players)] += share


@kernel
def count_finishes(game, n_players, counts):
    """Adds the steps of a finished game to counts, int64[outcomes]; game.standing: see `contract.standings`, greater is ahead.

    The plan that sits alone is strategy 0. At each step those with the greatest standing of all that are left finish.
    """
    left = n_players
    is_left = int64(1)
    last = int64(0)
    while left > 0:
        best = int64(0)
        seats = 0
        is_next = int64(0)
        for p in range(n_players):
            standing = int64(game.standing[p])
            if left < n_players and standing >= last:
                continue
            if seats == 0 or standing > best:
                best = standing
                seats = 0
                is_next = int64(0)
            if standing == best:
                seats += 1
                is_next |= int64(game.seats[p] == 0)
        counts[finish_place(n_players, is_left, left - is_left, is_next, seats)] += 1
        left -= seats
        is_left -= is_next
        last = best


@in_bounds
def count_games(sums, games):
    """Every game of a deal counts once in each row of a win share by seat and place; one that ended in the other rows of places and figures
    (`FIGURE_ROUNDS` has counted them), and alike for all items of a strategy."""
    n_strategies = sums.strategy_score_square.shape[0]
    n_items = (sums.rows.seat_share - sums.rows.strategy_held) // n_strategies
    for k in range(n_strategies):
        row = sums.rows.strategy_held + k * n_items
        for j in range(n_items):
            sums.counts[row + j] = sums.counts[sums.rows.strategy_score + k]
    ended = sums.counts[sums.rows.figure + FIGURE_ROUNDS]
    for k in range(sums.rows.seat_share, sums.rows.place_score):
        sums.counts[k] = games
    for k in range(sums.rows.place_score, sums.rows.item_if_offered):
        sums.counts[k] = ended


@in_bounds
def write_records(rows, at, game, match, sums):
    """One row a player: fixed columns, points by category, items held."""
    n_categories = sums.strategy_category.shape[1]
    facts = game.facts
    for p in range(match.n_players):
        rows[at + p, RECORD_DEAL] = facts[GAME_DEAL]
        rows[at + p, RECORD_ROTATION] = facts[GAME_ROTATION]
        rows[at + p, RECORD_SEAT] = p + 1
        rows[at + p, RECORD_PLACE] = place_of(p, facts[GAME_FIRST], match.n_players) + 1
        rows[at + p, RECORD_STRATEGY] = game.seats[p]
        rows[at + p, RECORD_SHARE] = game.share[p]
        rows[at + p, RECORD_ROUNDS] = facts[GAME_ROUNDS]
        rows[at + p, RECORD_DECISIONS] = facts[GAME_DECISIONS]
        rows[at + p, RECORD_ENDED] = facts[GAME_OVER]
        for c in range(n_categories):
            rows[at + p, RECORD_FIXED + c] = game.points[p, c]
        for i in range(sums.item_offered.shape[0]):
            rows[at + p, RECORD_FIXED + n_categories + i] = game.held[p, i, 1]


@kernel
def count_game(game, match, sums):
    """Adds a finished game to the tally; returns what `status` says of it."""
    facts = game.facts
    over = facts[GAME_OVER]
    if sums.finishes.shape[1] > 0:
        count_finishes(game, match.n_players, sums.finishes[facts[GAME_DEAL] % DEAL_GROUPS])
    sums.totals[GAMES] += 1
    if match.asked_items.shape[0] > 0:
        count_asked(game, match, sums, over == ENDED)
    if over != ENDED:
        sums.totals[CAPPED] += over == RUNNING
        sums.totals[STALLED] += over == STOPPED
        sums.totals[UNENDED_DECISIONS] += facts[GAME_DECISIONS]
        count_unended(game, match, sums)
        return OK
    if sums.item_offered.shape[0] > 0:
        count_items(game, match, sums)
        count_by_strategy(game, match, sums)
        count_together(game, match, sums)
    if match.held_items.shape[0] > 0:
        count_held(game, match, sums)
    sums.totals[ROUNDS] += facts[GAME_ROUNDS]
    sums.counts[sums.rows.figure + FIGURE_ROUNDS] += 1
    sums.values[sums.rows.figure + FIGURE_ROUNDS] += facts[GAME_ROUNDS]
    sums.totals[DECISIONS] += facts[GAME_DECISIONS]
    sums.totals[FORCED] += facts[GAME_FORCED]
    return count_scores(game, match, sums)


@kernel
def count_deal(deal_number, rotations, share, match, sums):
    """Adds what a deal adds up to, all its games counted, of which those that ended have these win shares; returns whether the sums still
    fit 64 bits."""
    count_without(match.n_players * sums.counts[sums.rows.figure + FIGURE_ROUNDS], share, sums)
    count_games(sums, rotations)
    if sums.deals.shape[0] > 0:
        keep_deal(sums.deals, deal_number - match.first_deal, sums.counts, sums.values)
    add_together(match, sums)
    if sums.terms.shape[2] > 0:
        add_terms(deal_number, match, sums)
    sums.totals[DEALS] += 1
    return add_ratios(sums.ratios, sums.counts, sums.values)


@entry
def count_waiting(waiting, n, rotations, match, sums, records, at, status):
    """Adds n games that wait to the tally, those of a deal one after the other, and writes their records from row `at` on.

    status: int64[6], see `play_batch`; it is left as it is unless a score is out of range or a sum does not fit.
    """
    share = int64(0)
    for g in range(n):
        game = Waiting(
            waiting.facts[g], waiting.seats[g], waiting.share[g], waiting.standing[g], waiting.total[g], waiting.points[g], waiting.held[g]
        )
        code = count_game(game, match, sums)
        if code == OK and records.shape[0] > 0:
            write_records(records, at + g * match.n_players, game, match, sums)
        if game.facts[GAME_OVER] == ENDED:
            for p in range(match.n_players):
                share += game.share[p]
        if code == OK and (g + 1) % rotations == 0:
            if not count_deal(game.facts[GAME_DEAL], rotations, share, match, sums):
                code = OVERFLOW
            share = int64(0)
        if code != OK:
            status[0] = code
            status[4] = game.facts[GAME_DEAL]
            status[5] = game.facts[GAME_ROTATION]
            return
