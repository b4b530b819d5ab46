"""Games of a run of which one choice each is looked at: what `simcli regret` is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
    kept = None if folder is None else kept_rows(asked, folder, loop.LOOK_COLUMNS)
    found = looked_rows(asked, look_batches, 0, kept, workers, on_progress)
    codes = [[[code] if choices else [] for code, choices in rows[:, [loop.TAKES, loop.CHOICES]].tolist()] for _, rows in found]
    texts = actions_in_words(asked, [cell for cell, _ in found], codes)
    games = [_by_name(cell, rows, ["".join(one) for one in taken], asked.worlds) for (cell, rows), taken in zip(found, texts, strict=True)]
    if kept is not None:
        kept.forget()
    return games


def kept_rows(asked: RegretQuestion, folder: Path, columns: int) -> KeptRows:
    """The rows of batches in a folder; columns: of each, before those of its seats."""
    return KeptRows(folder, asked.run.identity(), __version__, asked.worlds, plan_of(asked).batch_deals, columns)


def looked_rows(
    asked: RegretQuestion, task: Callable[..., list[Ints]], more: int, kept: KeptRows | None, workers: Workers, on_progress: OnProgress
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
    made = [_look(player, player.plan.batch(number), worlds, JUDGING * worlds) for number in range(first, last)]
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
        made.append(np.hstack([_look(player, batch, worlds, 0, actions=actions), actions.reshape(games, -1)]))
    for kind in (WARM_REGRET, WARM_DECISIONS):
        store.mark_warm(game, kind)
    return made


def _look(player: Player, batch: Batch, worlds: int, judging: int, *, positions: Record | None = None, actions: Ints | None = None) -> Ints:
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


def actions_in_words(asked: RegretQuestion, cells: Sequence[Cell], codes: Iterable[Sequence[Sequence[int]]]) -> Iterator[list[list[str]]]:
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
            _look(player, batch, 0, 0, positions=positions)
            asked_for = games[len(texts) : len(texts) + len(positions)]
            texts += [
                [text.action_text(position, cell.tables[0], names, code) for code in own]
                for position, own in zip(positions, asked_for, strict=True)
            ]
        assert len(texts) == len(games)
        yield texts
