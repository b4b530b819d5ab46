"""One player of a rung of a ladder among players of the rung below: games of a seat whose plan is drawn from one field, the others from
another."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simcli.base.restrictions import NOBODY
from simcli.config.players.fields import Field
from simcli.config.run.resolved import ResolvedRun
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.window import results_of
from simcli.stats.shares import Ints
from simcli.studies.candidates import Candidates, in_parts


def wins_of_one(run: ResolvedRun, upper: Field, lower: Field, *, players: int, deals: int, names: Sequence[str], workers: Workers) -> Ints:
    """int64[deals]: what one player of `upper` wins among those of `lower`, in sixtieths over all rotations of a deal.

    The rules are those of the base of `run`, and nobody is restricted; plans, line-ups and deals are drawn by a seed made from the run's
    and `names`. A game that a stall rule ends counts as it is scored. InterruptedRun after Ctrl-C; UserError for a Python strategy in
    `upper`.
    """
    key = " ".join(map(str, ("ladder", run.seed, *names, players)))
    luck = np.random.default_rng(int.from_bytes(hashlib.sha256(key.encode()).digest()))
    base = run.played_variants[run.base_number]
    game = replace(
        run,
        players=(players,),
        seed=int(luck.integers(2**63)),
        variants=(),
        base="",
        restrictions=NOBODY,
        options=base.options,
        components=base.components,
    )
    weights = (*lower.weights_at(players), *(0 for _ in upper.plans))
    rivals = Field.alike((*lower.plans, *upper.plans), weights, (players,), lower.where)
    table = Candidates(game, rivals)
    lineups, records = table.draw(luck, deals), [table.packed(plan) for plan in upper.plans]
    ends = np.cumsum(luck.multinomial(deals, upper.shares_at(players)))
    with Interrupts() as interrupts, opened(workers) as pool:
        calls = [
            call
            for record, end, begin in zip(records, ends, [0, *ends[:-1]], strict=True)
            for call in in_parts(pool, table, record, lineups[begin:end], int(begin), stalls_lose=False)
        ]
        won: Ints = np.concatenate(results_of(pool, calls, interrupts, "interrupted; the games of the rungs are kept"))
    return won
