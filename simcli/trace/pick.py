"""Finds a game worth looking at among those of many deals: the closest, the longest, one that a seat loses.

The games are those a run plays, played by the compiled loop; what its records do not hold, the standing at half of a game, is had by
playing the deal once more up to there, by the same loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.names import called
from simcli.config.run.resolved import ResolvedRun, Variant
from simcli.engine import layout
from simcli.engine.batch import (
    RECORD_DEAL,
    RECORD_DECISIONS,
    RECORD_ENDED,
    RECORD_FIXED,
    RECORD_ROTATION,
    RECORD_ROUNDS,
    RECORD_SHARE,
    RECORD_STRATEGY,
    SCORE_OUT_OF_RANGE,
)
from simcli.engine.code import doors, store
from simcli.engine.header import ENDED, RUNNING
from simcli.engine.loop.lineup import new_scratch
from simcli.errors import InterruptedRun, UserError
from simcli.game import SIXTIETHS
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.records import record_columns
from simcli.sim.pick_words import CLOSEST, COMEBACK, LONGEST, MEDIAN, SHORTEST, UPSET, Seats, Wanted, name_of, parts_of
from simcli.sim.plan import NOT_ASKED, Batch, Cell, Plan, counter_of, make_plan
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.player import Player
from simcli.sim.pool.pool import threads
from simcli.sim.tally import Layout

Ints = NDArray[np.int64]

OPTION = "--pick"

AS_PLAYED, WIDE = range(2)
"""Cells of a search: the run's, and one whose range of scores has room for those of unfinished games."""


@dataclass(frozen=True)
class Games:
    """Games in the order of deals and rotations. int64[games], or [games, players] by seat; over: see `header`; shares in sixtieths."""

    deal: Ints
    rotation: Ints
    rounds: Ints
    decisions: Ints
    strategy: Ints
    share: Ints
    score: Ints
    over: Ints

    def only(self, right: NDArray[np.bool_]) -> Games:
        """Some of them."""
        return Games(*(getattr(self, field.name)[right] for field in fields(self)))

    def ahead(self, seat: int) -> Ints:
        """Points of a seat, from 0, more than the best other has; below 0 behind."""
        ahead: Ints = self.score[:, seat] - np.delete(self.score, seat, axis=1).max(axis=1)
        return ahead

    @property
    def margin(self) -> Ints:
        """Points between the best and the second, as the report has them."""
        best = np.sort(self.score, axis=1)
        return best[:, -1] - best[:, -2]


@dataclass(frozen=True)
class Found:
    """The game found, and in words what it has: `games` were searched, `alike` have it too, `unended` did not end and were left out."""

    deal: int
    rotation: int
    what: str
    games: int
    alike: int
    unended: int = 0


def pick(run: ResolvedRun, variant: Variant, players: int, wanted: Wanted, deals: int, workers: int) -> Found:
    """The game of the first `deals` deals that is wanted most, of several the one with the lowest deal and rotation.

    A game that did not end is none of them. UserError for what is not to be found in such games, or was not found. InterruptedRun after
    Ctrl-C.
    """
    _check_wanted(run, players, wanted)
    cut = replace(run, players=(players,), variants=(variant,) if run.variants else (), deals=deals)
    plan = make_plan(cut)
    (cell,) = plan.cells
    low, high = cell.catalogue.standing_range  # room for scores that only an unfinished game has
    wide = replace(cell.catalogue, score_low=low, score_high=high)
    layout = Layout.of(players, len(run.strategies), wide)
    player = Player(replace(plan, cells=(cell, replace(cell, catalogue=wide, layout=layout, watched=(), asked=NOT_ASKED))))
    batches = [replace(plan.batch(number), cell=AS_PLAYED) for number in range(plan.n_batches)]
    with Interrupts() as interrupts, threads(workers) as pool:

        def each(play: Callable[[Batch], object]) -> Iterator[Any]:
            for part in pool.map(play, batches):
                yield part
                if interrupts.asked:
                    raise InterruptedRun("interrupted; nothing was found yet")

        parts = list(each(lambda batch: _games(_rows(player, batch), cell)))
        played = Games(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Games)))
        has_ended = played.over == ENDED
        games = played.only(has_ended)
        if not store.is_warm(run.game):
            store.mark_warm(run.game)
        check_ends(run, cell, Batch(0, cell.number, 0, deals), len(played.deal), int((played.over == RUNNING).sum()), 1)
        if not len(games.deal):
            raise UserError.of(OPTION, f"none of the {len(played.deal)} games searched ended", "look at one of them: --deal 0")
        seats, kind = parts_of(wanted)
        right = _does(games, seats)
        if not right.any():
            raise UserError.of(OPTION, f"none of the {len(right)} games searched is such a game", _more(games))
        if kind == COMEBACK:
            behind = np.concatenate(list(each(lambda batch: _behind(player, batch, played))))
            game = _comeback(run, games.only(right), behind[has_ended][right])
        elif kind == UPSET:
            game = _upset(run, games, right)
        elif kind:
            game = _chosen(games.only(right), kind)
        else:
            game = _first(games, right, ", ".join(map(_done, seats)))
    return replace(game, games=len(games.deal), unended=len(played.deal) - len(games.deal))


def _check_wanted(run: ResolvedRun, players: int, wanted: Wanted) -> None:
    """UserError for what no game of this run could be."""
    seats, kind = parts_of(wanted)
    if players == 1 and (seats or kind not in (LONGEST, SHORTEST)):
        raise UserError.of(OPTION, "with one player nobody is ahead of anybody", f"look for {LONGEST} or {SHORTEST}")
    for one in seats:
        if one.seat > players:
            raise UserError.of(OPTION, f"there is no seat {one.seat}, the game has seats 1 to {players}")
    if kind == UPSET and (run.is_mirror or len({*(run.lineup or range(len(run.strategies)))}) < 2):
        message = f"{UPSET} needs strategies that meet, in this run all seats of a game play the same"
        raise UserError.of(OPTION, message, "look for something else")


def _rows(player: Player, batch: Batch, decisions: int | None = None) -> Ints:
    """Records of a batch, int64[games, players, columns]; of its games after a number of decisions if given."""
    plan: Plan = player.plan
    cell = plan.cells[batch.cell]
    rows = np.zeros((batch.deals * cell.rotations, cell.players, record_columns(cell)), np.int64)
    states, scratch = layout.new_states(player.game), new_scratch(player.game)
    match, strategies = player.seated(batch, scratch)
    if decisions is not None:
        match = match._replace(max_decisions=decisions)
    status = np.zeros(6, np.int64)
    counter = counter_of(cell.layout, np.zeros(cell.layout.size, np.int64))
    flat = rows.reshape(-1, rows.shape[-1])
    player.call(doors.play_batch, batch, states, cell.tables[0], match, strategies, scratch, counter, flat, status)
    if decisions is not None and status[0] == SCORE_OUT_OF_RANGE:
        raise UserError.of(OPTION, f"{COMEBACK} needs points so far, which {player.game.title} does not have", "look for something else")
    player.check(status, cell, strategies, states, scratch)
    return rows


def _score(rows: Ints, cell: Cell) -> Ints:
    points: Ints = rows[:, :, RECORD_FIXED : RECORD_FIXED + len(cell.catalogue.categories)].sum(axis=2)
    return points


def _games(rows: Ints, cell: Cell) -> Games:
    deal, rotation, rounds, decisions, over = (
        rows[:, 0, column].copy() for column in (RECORD_DEAL, RECORD_ROTATION, RECORD_ROUNDS, RECORD_DECISIONS, RECORD_ENDED)
    )
    strategy, share = (rows[:, :, column].copy() for column in (RECORD_STRATEGY, RECORD_SHARE))
    return Games(deal, rotation, rounds, decisions, strategy, share, _score(rows, cell), over)


def _behind(player: Player, batch: Batch, games: Games) -> Ints:
    """By game of a batch and seat: points behind the best other seat after half of the game's decisions, rounded down.

    A deal is played once for every number of decisions that is half of one of its games.
    """
    cell = player.plan.cells[WIDE]
    behind = np.zeros((batch.deals * cell.rotations, cell.players), np.int64)
    first = batch.first_deal * cell.rotations
    for d in range(batch.deals):
        at = slice(d * cell.rotations, (d + 1) * cell.rotations)
        halves = games.decisions[first:][at] // 2
        deal = replace(batch, cell=WIDE, first_deal=batch.first_deal + d, deals=1)
        for half in set(halves.tolist()):
            score = _score(_rows(player, deal, half), cell)
            others = np.stack([np.delete(score, p, axis=1).max(axis=1) for p in range(cell.players)], axis=1)
            behind[at][halves == half] = (others - score)[halves == half]
    return behind


def _comeback(run: ResolvedRun, games: Games, behind: Ints) -> Found:
    of_winners = np.where(games.share > 0, behind, -1)
    most = of_winners.max(axis=1)
    if most.max() <= 0:
        raise UserError.of(OPTION, f"in none of the {len(most)} games searched was a winner behind at half", _more(games))
    i = int(most.argmax())
    seat = int(of_winners[i].argmax())
    half, decisions = int(games.decisions[i]) // 2, int(games.decisions[i])
    who = f"seat {seat + 1} ({_plan(run, int(games.strategy[i, seat]))})"
    reason = f"{who} wins, {_counted(int(most[i]), 'point')} behind after decision {half} of {decisions}"
    return _found(games, i, reason, most == most[i])


def _does(games: Games, seats: Sequence[Seats]) -> NDArray[np.bool_]:
    """In which games all seats do what they are to."""
    right = np.ones(len(games.deal), bool)
    for one in seats:
        right &= games.share[:, one.seat - 1] == (SIXTIETHS if one.wins else 0)
        if one.by is not None:
            far = games.ahead(one.seat - 1) * (1 if one.wins else -1)
            right &= (far >= one.by[0]) & (far <= one.by[1])
    return right


def _done(one: Seats) -> str:
    does = f"seat {one.seat} {'wins alone' if one.wins else 'has no share in the win'}"
    return does if one.by is None else f"{does}, {name_of(one).partition(' by ')[2]} points {'ahead' if one.wins else 'behind'}"


def _chosen(games: Games, wanted: str) -> Found:
    """The game wanted, by its records."""
    if wanted in (LONGEST, SHORTEST):
        most = games.rounds.max() if wanted == LONGEST else games.rounds.min()
        return _first(games, games.rounds == most, _counted(int(most), "round"))
    margin = games.margin
    if wanted == MEDIAN:  # nearest the medians of margin and rounds, each distance measured in mean distances from the median
        middle = [int(np.sort(values)[(len(values) - 1) // 2]) for values in (margin, games.rounds)]
        far = [np.abs(values - m) for values, m in zip((margin, games.rounds), middle, strict=True)]
        spread = [max(1, int(distances.sum())) for distances in far]
        distance = far[0] * spread[1] + far[1] * spread[0]
        i = int(distance.argmin())
        its = f"margin {_counted(int(margin[i]), 'point')} and {_counted(int(games.rounds[i]), 'round')}"
        return _found(games, i, f"{its}, the medians are {middle[0]} and {middle[1]}", distance == distance[i])
    value = margin.min() if wanted == CLOSEST else margin.max()
    return _first(games, margin == value, f"margin {_counted(int(value), 'point')}")


def _upset(run: ResolvedRun, games: Games, right: NDArray[np.bool_]) -> Found:
    """A win, alone, of the strategy with the lowest win share of those that have one, in one of the right games."""
    shares = {k: games.share[games.strategy == k] for k in range(len(run.strategies))}
    rates = {k: own.mean() / SIXTIETHS for k, own in shares.items() if (own == SIXTIETHS).any()}
    if not rates:
        return _first(games, np.zeros(len(games.deal), bool), "")
    k = min(rates, key=lambda k: (rates[k], k))
    won = right & ((games.strategy == k) & (games.share == SIXTIETHS)).any(axis=1)
    return _first(games, won, f"{_plan(run, k)} wins alone, which it does least: its win share here is {100 * rates[k]:.1f}%")


def _plan(run: ResolvedRun, k: int) -> str:
    """The name of a strategy by its number."""
    return called([strategy.name for strategy in run.strategies])[k]


def _first(games: Games, right: NDArray[np.bool_], reason: str) -> Found:
    """The first of the games that are right; UserError when none is."""
    if not right.any():
        raise UserError.of(OPTION, f"none of the {len(right)} games searched is such a game", _more(games))
    return _found(games, int(right.argmax()), reason, right)


def _found(games: Games, i: int, reason: str, alike: NDArray[np.bool_]) -> Found:
    return Found(int(games.deal[i]), int(games.rotation[i]), reason, len(alike), int(alike.sum()) - 1)


def _more(games: Games) -> str:
    return f"search more deals: --among {10 * (int(games.deal[-1]) + 1)}"


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
