"""Games of a run of which one choice each is looked at: what `simcli regret` is made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simcli.engine.loop import course as loop
from simcli.sim.games import OnProgress
from simcli.sim.look import JUDGING, Ints, LookQuestion, actions_in_words, kept_rows, look_batches, looked_rows
from simcli.sim.plan import Cell
from simcli.sim.pool.cluster import Workers
from simcli.studies.regret.looked import LookedGames


def looked_games(
    asked: LookQuestion, workers: Workers, folder: Path | None = None, on_progress: OnProgress = lambda *_: None
) -> list[LookedGames]:
    """LookQuestion at a choice of every game of a run; the games of each cell.

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
