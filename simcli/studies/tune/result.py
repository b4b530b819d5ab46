"""The result of a search: the strategy, its records, and its file with its provenance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simcli.config.players.strategies import Strategy
from simcli.config.players.weights import SCALE, without_zeros
from simcli.stats.measured import FieldMember
from simcli.stats.shares import Ints
from simcli.studies.played import header
from simcli.studies.results import FoundStrategy
from simcli.studies.tune.estimate import HabitShown, SearchStep, Tune, against
from simcli.studies.tune.generations import Generation
from simcli.studies.tune.question import TuneQuestion, repeat_command
from simcli.studies.tune.searched_weights import TEMPERATURE


@dataclass(frozen=True, kw_only=True)
class TuneResult(FoundStrategy):
    """What a search has found: `results` as frozen records (docs/summary.md), the strategy, the CPU seconds of this call."""

    study: str = "tune"


def named(question: TuneQuestion, values: Sequence[float]) -> Strategy:
    """The strategy with these values, without weights that are 0, under its own name and idea."""
    made = question.weights.strategy(values)
    weights = without_zeros(made.weights) or made.weights
    field, counts = ", ".join(plan.name for plan in question.field.plans), " or ".join(map(str, question.run.players))
    idea = f"Tuned from {question.start.name} against {field} with {counts} players. {question.start.idea}"
    return replace(made, name=question.name, idea=idea, weights=weights, where=f"{question.name}.yaml")


def record(
    question: TuneQuestion,
    strategy: Strategy,
    generations: Sequence[Generation],
    fresh: Sequence[tuple[Ints, Ints]],
    habits: tuple[HabitShown, ...],
) -> Tune:
    """All that was found."""
    run, field = question.run, question.field
    return Tune(
        **header(run) | {"identity": question.identity()},
        start=question.start.name,
        field=tuple(
            FieldMember(strategy=plan.name, share=share) for plan, share in zip(field.plans, field.shares(run.players), strict=True)
        ),
        searched=len(question.weights.keys),
        kept=question.keep,
        temperature=TEMPERATURE in question.weights.keys,
        candidates=question.candidates,
        deals=question.deals,
        own_deals=question.own_deals,
        generations=len(generations),
        games=len(generations) * question.games,
        against=tuple(against(n, before, after) for n, (before, after) in zip(run.players, fresh, strict=True)),
        habits=habits,
        weights={d: {f: w / SCALE for f, w in row.items()} for d, row in strategy.weights.items()},
        temperature_found=strategy.temperature / SCALE,
        steps=tuple(
            SearchStep(generation=k, games=k * question.games, share=mean_share(one.shares)) for k, one in enumerate(generations, 1)
        ),
        command=repeat_command(question, len(generations) * question.games),
    )


def mean_share(shares: Sequence[float | None]) -> float | None:
    """Over all numbers of players; None where one is missing."""
    known = [share for share in shares if share is not None]
    return sum(known) / len(known) if len(known) == len(shares) else None
