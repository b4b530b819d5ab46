"""Games of a run of which one choice each is looked at: what `simcli regret` is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcli.base.version import __version__
from simcli.engine import layout
from simcli.engine.batch import Look
from simcli.engine.code import doors, store
from simcli.engine.code.doors import WARM_REGRET
from simcli.engine.header import RUNNING
from simcli.engine.loop import course as loop
from simcli.engine.loop.lineup import new_scratch, without_search
from simcli.game import Record
from simcli.sim.faults.ends import check_ends
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.games import OnProgress, rows_by_cell
from simcli.sim.plan import Batch, Cell, Plan, make_plan, power_of_two
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.player import Player
from simcli.sim.pool.work import player_of
from simcli.studies.regret.looked import LookedGames
from simcli.studies.regret.question import JUDGING, TRIED, RegretQuestion, games_of_a_look

Ints = NDArray[np.int64]


def looked_games(
    asked: RegretQuestion, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> list[LookedGames]:
    """Looks at a choice of every game of a run; the games of each cell.

    Batches are kept in `folder` until all are there; `on_progress` gets the games so far and all. InterruptedRun after Ctrl-C: with a
    folder, the same call goes on.
    """
    plan, run = plan_of(asked), asked.run.identity()
    kept = None if folder is None else KeptRows(folder, run, __version__, asked.worlds, plan.batch_deals, loop.LOOK_COLUMNS)

    def shape(batch: Batch) -> tuple[int, int]:
        return _shape(plan.cells[batch.cell], batch)

    found = rows_by_cell(plan, look_batches, asked.worlds, kept=kept, shape=shape, workers=workers, on_progress=on_progress)
    return [_by_name(cell, rows, texts, asked.worlds) for (cell, rows), texts in zip(found, _taken(asked, found), strict=True)]


def _by_name(cell: Cell, rows: Ints, texts: Sequence[str], worlds: int) -> LookedGames:
    """Rows of the loop by name."""
    columns = {
        "deal": loop.LOOK_DEAL,
        "choices": loop.CHOICES,
        "seat": loop.SEAT,
        "decision": loop.DECISION,
        "share": loop.GAIN_SHARE,
        "points": loop.GAIN_POINTS,
        "alike": loop.ALIKE_HALVES,
        "every": loop.ALL_HALVES,
        "playouts": loop.LOOK_PLAYED,
        "unended": loop.LOOK_UNENDED,
    }
    return LookedGames(
        variant=cell.variant,
        players=cell.players,
        judging=JUDGING * worlds,
        seats=rows[:, loop.LOOK_COLUMNS :],
        taken=texts,
        **{name: rows[:, column] for name, column in columns.items()},
    )


def plan_of(asked: RegretQuestion) -> Plan:
    """The run in batches as much smaller as a game that is looked at takes longer: each action is played to the end of half a game."""
    plan = make_plan(asked.run)
    return replace(plan, batch_deals=power_of_two(plan.batch_deals / games_of_a_look(asked.worlds)))


def _shape(cell: Cell, batch: Batch) -> tuple[int, int]:
    """Games and columns of the rows of a batch."""
    return batch.deals * cell.rotations, loop.LOOK_COLUMNS + cell.players


def look_batches(job: str, first: int, last: int, worlds: int) -> list[Ints]:
    """The games of some batches."""
    player = player_of(job)
    none = layout.bare(layout.new_states(player.game)[:0])
    made = [_look(player, player.plan.batch(number), worlds, none) for number in range(first, last)]
    store.mark_warm(player.game, WARM_REGRET)
    return made


def _look(player: Player, batch: Batch, worlds: int, positions: Record) -> Ints:
    cell, game = player.plan.cells[batch.cell], player.game
    states, spare, scratch = layout.new_states(game), layout.new_states(game), new_scratch(game)
    match, strategies = player.seated(batch, scratch)
    rows = np.zeros(_shape(cell, batch), np.int64)
    room = np.zeros((2, TRIED, 2), np.int64), np.zeros((cell.players, 2), np.int32)
    players, judging = without_search(strategies.records), JUDGING * worlds
    ahead = Look(spare, players, TRIED, worlds, judging, game.max_decisions, *room, rows, positions)
    order, status = np.zeros(len(player.plan.run.strategies), np.int64), np.zeros(6, np.int64)
    player.call(doors.look_batch, batch, states, cell.tables[0], match, strategies, scratch, ahead, order, status)
    player.check(status, cell, strategies, states, scratch)
    check_ends(player.plan.run, cell, batch, len(rows), int((rows[:, loop.LOOK_OVER] == RUNNING).sum()))
    return rows


def _taken(asked: RegretQuestion, looked: Sequence[tuple[Cell, Ints]]) -> Iterator[list[str]]:
    """Of each cell what was taken in the choices that were looked at, in words, by rows; '' in a game without a choice.

    The games are played once more, up to these choices.
    """
    plan = make_plan(asked.run)
    player, text = Player(plan), asked.run.game.text
    for cell, rows in looked:
        variant = next(one for one in asked.run.played_variants if one.name == cell.variant)
        names, texts = text.make_names(variant.components), list[str]()
        for number in range(cell.number, plan.n_batches, len(plan.cells)):
            batch = plan.batch(number)
            positions = layout.bare(np.zeros(batch.deals * cell.rotations, player.game.state.STATE))
            again = _look(player, batch, 0, positions)
            texts += [
                text.action_text(position, cell.tables[0], names, int(row[loop.TAKES])) if row[loop.CHOICES] else ""
                for position, row in zip(positions, again, strict=True)
            ]
        assert len(texts) == len(rows)
        yield texts
