"""Games of which one choice each is looked at: its actions played to the end in common worlds, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simcli.base.models import MOST_TRIED
from simcli.base.version import __version__
from simcli.config.run.resolved import ResolvedRun
from simcli.engine import layout
from simcli.engine.batch import Look
from simcli.engine.code import doors, store
from simcli.engine.code.doors import WARM_DECISIONS, WARM_REGRET
from simcli.engine.header import RUNNING
from simcli.engine.loop import course as loop
from simcli.engine.loop.lineup import fill_pointer, new_scratch, without_search
from simcli.game import Game, Record
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.games import OnProgress, rows_by_cell
from simcli.sim.plan import Batch, Cell, Plan, make_plan, power_of_two
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.work import player_of

Ints = NDArray[np.int64]
JUDGING = 4
"""How many times as many worlds judge the best action as choose it."""
TRIED = MOST_TRIED
"""Most actions of a choice that are tried: the one taken, and the others that the plan likes best."""


@dataclass(frozen=True)
class LookQuestion:
    """The games of a run, of which one choice each is looked at in a number of worlds."""

    run: ResolvedRun
    worlds: int


@dataclass(frozen=True)
class TriedActions:
    """The actions tried in games of a cell; of `try_batches`.

    rows: of the games; tried: int64[games, TRIED, columns of an action]; game, place: int64[actions], the game of each action, and its
    place among those of the game.
    """

    run: ResolvedRun
    cell: Cell
    rows: Ints
    tried: Ints
    game: Ints
    place: Ints

    @classmethod
    def of(cls, run: ResolvedRun, cell: Cell, rows: Ints) -> Self:
        """Those of rows as the loop leaves them."""
        width = action_columns(run.game)
        tried = rows[:, rows.shape[1] - TRIED * width :].reshape(len(rows), TRIED, width)
        numbers = np.where(rows[:, loop.CHOICES] > 0, np.minimum(rows[:, loop.LEGAL], TRIED), 0)
        game, place = np.nonzero(np.arange(TRIED) < numbers[:, None])
        return cls(run, cell, rows, tried, game, place)

    def codes(self) -> list[list[int]]:
        """The codes of the actions of each game."""
        numbers = np.bincount(self.game, minlength=len(self.rows))
        return [self.tried[i, :n, loop.ACTION].tolist() for i, n in enumerate(numbers)]


def kept_rows(asked: LookQuestion, folder: Path, columns: int) -> KeptRows:
    """The rows of batches in a folder; columns: of each, before those of its seats."""
    return KeptRows(folder, asked.run.identity(), __version__, asked.worlds, plan_of(asked).batch_deals, columns)


def looked_rows(
    asked: LookQuestion, task: Callable[..., list[Ints]], more: int, kept: KeptRows | None, workers: Workers, on_progress: OnProgress
) -> list[tuple[Cell, Ints]]:
    """For each cell the rows that a task makes of its batches, with `more` columns behind those of the loop; they stay where they are
    kept. InterruptedRun as `looked_games`."""
    plan = plan_of(asked)

    def shape(batch: Batch) -> tuple[int, int]:
        games, columns = _shape(plan.cells[batch.cell], batch)
        return games, columns + more

    found = rows_by_cell(plan, task, asked.worlds, kept=kept, shape=shape, workers=workers, on_progress=on_progress, stay=True)
    for cell, rows in found:  # a batch may have too few games to say so
        _check_ends(asked.run, cell, Batch(cell.number, cell.number, 0, asked.run.deals), rows)
    return found


def _check_ends(run: ResolvedRun, cell: Cell, batch: Batch, rows: Ints) -> None:
    """UserError where none of many games has ended."""
    check_ends(run, cell, batch, len(rows), int((rows[:, loop.LOOK_OVER] == RUNNING).sum()))


def plan_of(asked: LookQuestion) -> Plan:
    """The run in batches as much smaller as a game that is looked at takes longer: each action is played to the end of half a game."""
    plan = make_plan(asked.run)
    return replace(plan, batch_deals=power_of_two(plan.batch_deals / games_of_a_look(asked.worlds)))


def _shape(cell: Cell, batch: Batch) -> tuple[int, int]:
    """Games and columns of the rows of a batch."""
    return batch.deals * cell.rotations, loop.LOOK_COLUMNS + cell.players


def look_batches(job: str, first: int, last: int, worlds: int) -> list[Ints]:
    """The games of some batches."""
    player = player_of(job)
    made = [look(player, player.plan.batch(number), worlds, JUDGING * worlds) for number in range(first, last)]
    store.mark_warm(player.game, WARM_REGRET)
    return made


def action_columns(game: Game) -> int:
    """Columns of an action that was tried."""
    return loop.ACTION_COLUMNS + game.n_features + 2 * len(game.context)


def try_batches(job: str, first: int, last: int, worlds: int) -> list[Ints]:
    """The games of some batches with all actions that were tried, behind one another, in place of a judgement of the best."""
    player = player_of(job)
    game, made = player.game, list[Ints]()
    for batch in map(player.plan.batch, range(first, last)):
        games, _ = _shape(player.plan.cells[batch.cell], batch)
        actions = np.zeros((games, TRIED, action_columns(game)), np.int64)
        made.append(np.hstack([look(player, batch, worlds, 0, actions=actions), actions.reshape(games, -1)]))
    for kind in (WARM_REGRET, WARM_DECISIONS):
        store.mark_warm(game, kind)
    return made


def look(player: Player, batch: Batch, worlds: int, judging: int, *, positions: Record | None = None, actions: Ints | None = None) -> Ints:
    """Rows of the games of a batch. positions: of the choices, state records as many as games; actions: those tried, with their columns;
    neither is written where it is None."""
    cell, game = player.plan.cells[batch.cell], player.game
    states, spare, scratch = layout.new_states(game), layout.new_states(game), new_scratch(game)
    match, strategies = player.seated(batch, scratch)
    if actions is not None:
        strategies = strategies._replace(fill=fill_pointer(game, needed=True))
    rows = np.zeros(_shape(cell, batch), np.int64)
    room = np.zeros((2, TRIED, 2), np.int64), np.zeros((cell.players, 2), np.int32)
    seen = layout.bare(layout.new_states(game)[:0]) if positions is None else positions
    tried = np.zeros((0, TRIED, action_columns(game)), np.int64) if actions is None else actions
    ahead = Look(spare, without_search(strategies.records), TRIED, worlds, judging, game.max_decisions, *room, rows, seen, tried)
    order, status = np.zeros(len(player.plan.run.strategies), np.int64), np.zeros(6, np.int64)
    player.call(doors.look_batch, batch, states, cell.tables[0], match, strategies, scratch, ahead, order, status)
    player.check(status, cell, strategies, states, scratch)
    _check_ends(player.plan.run, cell, batch, rows)
    return rows


def actions_in_words(asked: LookQuestion, cells: Sequence[Cell], codes: Iterable[Sequence[Sequence[int]]]) -> Iterator[list[list[str]]]:
    """Of each cell actions of the choices that were looked at, by games, in words; codes: of these actions.

    The games are played once more, up to these choices.
    """
    plan = make_plan(asked.run)
    player, text = Player(plan), asked.run.game.text
    for cell, games in zip(cells, codes, strict=True):
        variant = next(one for one in asked.run.played_variants if one.name == cell.variant)
        names, texts = text.make_names(variant.components), list[list[str]]()
        for number in range(cell.number, plan.n_batches, len(plan.cells)):
            batch = plan.batch(number)
            positions = layout.bare(np.zeros(batch.deals * cell.rotations, player.game.state.STATE))
            look(player, batch, 0, 0, positions=positions)
            asked_for = games[len(texts) : len(texts) + len(positions)]
            texts += [
                [text.action_text(position, cell.tables[0], names, code) for code in own]
                for position, own in zip(positions, asked_for, strict=True)
            ]
        assert len(texts) == len(games)
        yield texts


def games_of_a_look(worlds: int) -> float:
    """How many games it costs to play one and to look at one of its choices, after which half a game is left. A third of the playouts
    that are possible are made: most choices have fewer actions, and often the one taken is the best."""
    return 1.5 + (TRIED + 2 * JUDGING) * worlds / 2 / 3
