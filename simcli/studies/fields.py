"""The results of matchups for the fields of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.base.grouped import grouped
from simcli.sim.lineups import same_plans
from simcli.stats.field_tally import FieldTally

if TYPE_CHECKING:
    from simcli.sim.plan import Plan
    from simcli.sim.tally import Tally


def fields_of(plan: Plan, tallies: Sequence[Tally]) -> Iterator[FieldTally]:
    """What the line-ups of a run of matchups counted, by variant and number of players."""
    run = plan.run
    groups = grouped(((cell.variant, cell.players), (cell, tally)) for cell, tally in zip(plan.cells, tallies, strict=True))
    names, same = tuple(strategy.name for strategy in run.strategies), same_plans(run)
    base = run.played_variants[run.base_number].name
    for (variant, players), group in groups.items():
        shares, paired, finishes = {}, {}, {}
        for cell, tally in group:
            one, other = cell.pair
            shares[one, other] = tally.parts.strategy_share[0]
            finishes[one, other] = tally.parts.finishes
            if players == 2:
                shares[other, one] = tally.parts.strategy_share[1]
            elif cell.base is not None:
                paired[one, other] = tally.parts.paired_with("strategy_share")[0]
        deals, games = group[0][1].deals, sum(tally.games for _, tally in group)
        pairs = zip(group, groups[base, players], strict=True)
        repeats = variant != base and all(own.plays_as(other) for (own, _), (other, _) in pairs)
        yield FieldTally(variant, players, names, same, deals, games, shares, paired, finishes, repeats)
