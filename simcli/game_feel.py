"""The feel of play of a config's games, for the Python API and `simcli feel`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.api import variant_changes
from simcli.config import ResolvedRun, load_config

if TYPE_CHECKING:
    from simcli.sim.plan import Cell
    from simcli.stats.feel import Feel
    from simcli.stats.followed import FollowedGames, Ints

DEALS = 500
"""Deals followed, if nobody says otherwise."""
PLAYS = 2
"""How often each is played in each rotation."""


def feel(
    config: str | Path | Mapping[str, Any],
    *,
    deals: int | None = None,
    seed: int | None = None,
    sets: Sequence[str] = (),
    workers: int | None = None,
) -> Feel:
    """Plays the games of a config and says how they feel to play (docs/method.md, "Feel of play"); nothing is kept.

    `deals` are played, 500 if not given, each twice in every rotation. Errors as `simcli.simulate`; UserError also for a game for one.
    """
    return follow_run(load_config(config, sets=sets, deals=DEALS if deals is None else deals, seed=seed), workers=workers)


def follow_run(run: ResolvedRun, *, workers: int | None = None) -> Feel:
    """The same for a resolved run, with as many deals as it says."""
    from simcli.config.resolved import plain
    from simcli.sim.feel import follow
    from simcli.sim.subprocesses import usable_cores
    from simcli.stats.feel import Feel, summarise_feel

    found = follow(run, PLAYS, workers or usable_cores())
    games = [_games(cell, rows) for cell, rows in found]
    played = Feel(
        game=run.game.id,
        title=run.game.title,
        seed=run.seed,
        plays=PLAYS,
        strategies=tuple(strategy.name for strategy in run.strategies),
        tables=run.tables,
        behaviour=run.game.behaviour,
        options=plain(run.options),
        patch=plain(run.patch),
        restrict=plain(run.restrict) or None,
        grants=plain(run.grants) or None,
        variants=variant_changes(run),
    )
    return summarise_feel(
        played, [(one, None if cell.base is None else games[cell.base]) for one, (cell, _) in zip(games, found, strict=True)]
    )


def _games(cell: Cell, rows: Ints) -> FollowedGames:
    """Rows of the playout loop by name."""
    from simcli.engine import feel as loop
    from simcli.stats.followed import FollowedGames

    seats = rows[:, loop.COLUMNS :].reshape(len(rows), cell.players, loop.SEAT_COLUMNS)
    return FollowedGames(
        variant=cell.variant,
        players=cell.players,
        plays=PLAYS,
        deal=rows[:, loop.DEAL],
        rounds=rows[:, loop.ROUNDS],
        decisions=rows[:, loop.DECISIONS],
        forced=rows[:, loop.FORCED],
        few=rows[:, loop.FEW],
        weighed=rows[:, loop.WEIGHED],
        clear=rows[:, loop.CLEAR],
        changes=rows[:, loop.CHANGES],
        last_round=rows[:, loop.LAST_ROUND],
        last_decision=rows[:, loop.LAST_DECISION],
        late_leader=rows[:, loop.LATE_LEADER],
        strategy=seats[:, :, loop.STRATEGY],
        share=seats[:, :, loop.SHARE],
        score=seats[:, :, loop.SCORE],
        half=seats[:, :, loop.HALF],
    )
