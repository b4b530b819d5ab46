"""Line-ups of a run of matchups: every plan alone against copies of each other plan.

With two players a pair meets in one line-up. With more players two belong to a pair: each of the two sits alone among the other's. Both
play the same deals in all rotations, so that what a deal has in common is taken off their difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from simcli.base.restrictions import Restrictions
from simcli.config.data.restrictions import copies_faults
from simcli.config.run.measures import check_line_ups, line_ups
from simcli.config.run.resolved import ROUND_ROBIN, ResolvedRun, refuse_blind, refuse_without_rivals
from simcli.config.yaml.problems import Problems
from simcli.errors import UserError, Where

Lineup = tuple[int, ...]
"""Positions of strategies in the run, by seat; the one that sits alone first. Empty for a cell of any other run."""


def round_robin_of(run: ResolvedRun, asks: str = "matchups") -> ResolvedRun:
    """The run that plays the matchups of a config's strategies. UserError where there is nobody to meet, or too much to play.

    asks: who is named in an error.
    """
    refuse_without_rivals(run, asks)
    refuse_blind(run, "in matchups all plans see what they weigh")
    mixed = replace(run, tables=ROUND_ROBIN, lineup=(), weights={})
    n = count_lineups(mixed)
    if not n:
        names = ", ".join(strategy.name for strategy in run.strategies)
        message = f"only one plan plays ({names})" if len(run.strategies) == 1 else f"all strategies are the same plan ({names})"
        raise UserError.of(asks, message, "name at least two: --set strategies=[NAME,NAME]")
    problems = Problems()
    check_line_ups(n, run.strategies, len(run.variants), Where(asks), problems)
    problems.raise_any()
    for variant in mixed.played_variants:
        for players in mixed.players:
            seats = {strategy.name: players - 1 for strategy in mixed.strategies}  # a plan may sit in all but one
            for _, fault in copies_faults(mixed.game, variant.components, variant.options, players, variant.restrictions, seats):
                raise UserError.of("restrict", fault.what, fault.hint)
    return mixed


def count_lineups(run: ResolvedRun) -> int:
    """The line-ups of a run of matchups, over all variants and numbers of players."""
    return line_ups(len({*same_plans(run)}), len(run.played_variants), run.players)


def lineups_of(run: ResolvedRun, players: int) -> list[Lineup]:
    """The line-ups of a run of matchups, those of a pair next to one another."""
    lineups: list[Lineup] = []
    for one, other in combinations(sorted({*same_plans(run)}), 2):
        lineups += [(one, other)] if players == 2 else [(other, *[one] * (players - 1)), (one, *[other] * (players - 1))]
    return lineups


def same_plans(run: ResolvedRun) -> list[int]:
    """For each strategy the position of the first that is the same plan, with the same items banned, forced and given in every variant;
    mostly its own."""
    variants = [variant.restrictions for variant in run.played_variants]
    plans = [[plan | {"name": ""}, [one.of(plan["name"])._replace(blind=()) for one in variants]] for plan in run.playing]
    return [plans.index(plan) for plan in plans]


def of_lineup(restrictions: Restrictions, everybody: Sequence[str], playing: Sequence[str]) -> Restrictions:
    """The restrictions of a line-up: those of seats, of all, and of the strategies that play."""
    return restrictions.where(lambda player: player in playing or player not in everybody)
