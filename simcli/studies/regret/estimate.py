"""How far plans are from good play, from the choices that were looked at: a game, a decision, and by what is decided.

The line below a field describes it; docs/regret.schema.json is made from these lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from simcli.engine.loop import course as loop
from simcli.game import SIXTIETHS
from simcli.sim.plan import Cell
from simcli.stats.bounds import Interval
from simcli.stats.intervals import FEW_DEALS, FEWEST_EFFECTIVE, LEVEL, Estimate, interval, ratio, ratio_row
from simcli.stats.measured import ActionGain, DecisionGain, PlanGain, RegretCell
from simcli.stats.records import Played, answered
from simcli.stats.summary import VariantChanges
from simcli.stats.verdicts import Hypothesis, TestResult, decide
from simcli.studies.regret.question import JUDGING

Ints = NDArray[np.int64]
DIGITS = 10
FEWEST_LOOKS = 30
"""Choices of an action that must have been looked at before it is listed."""


@dataclass(frozen=True, kw_only=True)
class Regret(Played):
    """What a look-ahead gains over the plans of a config."""

    SAID: ClassVar = answered("title", "how far the plans are from good play, in words")
    schema: Literal[1] = 1
    """version of this format"""
    kind: Literal["regret"] = field(default="regret", metadata={"after": "schema"})
    """what this is"""
    worlds: int = field(metadata={"after": "seed"})
    """worlds in which each action of a choice was played to the end"""
    tried: int = field(metadata={"after": "worlds"})
    """most actions of a choice that were tried"""
    tables: str = field(metadata={"after": "tried"})
    """how the plans were seated: mixed, mirror, fixed or drawn"""
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    variants: tuple[VariantChanges, ...] | None = None
    """what each variant changes; only when the run has variants"""
    cells: tuple[RegretCell, ...] = ()
    """one for each number of players; with variants one for each variant and number of players, variant by variant"""


@dataclass(frozen=True)
class Looked:
    """The choices of one number of players of one variant, by rows of `engine.loop.course`; what was taken there in words."""

    cell: Cell
    rows: Ints
    texts: Sequence[str]
    worlds: int

    @property
    def deal(self) -> Ints:
        """Number of the deal of each game."""
        deal: Ints = self.rows[:, loop.LOOK_DEAL]
        return deal

    @property
    def strategy(self) -> Ints:
        """Number of the strategy that decided; -1 in a game without a choice."""
        rows = np.arange(len(self.rows))
        decided: Ints = np.where(self.rows[:, loop.CHOICES] > 0, self.rows[rows, loop.LOOK_COLUMNS + self.rows[:, loop.SEAT]], -1)
        return decided

    def seats(self, strategy: int) -> Ints:
        """Seats of a strategy in each game."""
        seats: Ints = (self.rows[:, loop.LOOK_COLUMNS :] == strategy).sum(axis=1)
        return seats

    def by_deal(self, values: Ints) -> Ints:
        """Sums over the games of each deal."""
        sums: Ints = np.bincount(self.deal, values, int(self.deal.max()) + 1).astype(np.int64)
        return sums

    def ratio(self, counts: Ints, values: Ints, unit: int) -> Estimate:
        """Values a count, with the deal as the unit of sampling; without an interval where too few deals tell something."""
        c, y = self.by_deal(counts), self.by_deal(values)
        estimate = ratio(ratio_row(c, y), unit)
        told = kish(y)
        return estimate if told >= FEWEST_EFFECTIVE or not told else replace(estimate, se=None, lacking=FEW_DEALS)


def kish(values: Ints) -> float:
    """In how many deals values come up: squared sum of their sizes over the sum of their squares; 0 where all are 0."""
    sizes = np.abs(values).astype(np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes)) if sizes.any() else 0.0


def regret_cell(looked: Looked, run_strategies: Sequence[str], decisions: Sequence[str], tolerance: float) -> RegretCell:
    """The gains of all plans with one number of players; `tolerance`: of a win share."""
    own, rows = looked.strategy, looked.rows
    masks: dict[tuple[int, str, str], NDArray[np.bool_]] = {}
    for k in range(len(run_strategies)):
        if not looked.seats(k).any():
            continue
        masks[k, "", ""] = own == k
        for d in sorted(set(rows[own == k, loop.DECISION].tolist())):
            masks[k, decisions[d], ""] = at = (own == k) & (rows[:, loop.DECISION] == d)
            masks |= {(k, decisions[d], text): one for text, one in _by_text(looked.texts, at)}
    gains = dict(zip(masks, _gains(looked, masks, tolerance), strict=True))
    return RegretCell(
        variant=looked.cell.variant or None,
        players=looked.cell.players,
        deals=int(looked.deal.max()) + 1,
        games=len(rows),
        playouts=int(rows[:, loop.LOOK_PLAYED].sum()),
        unended=int(rows[:, loop.LOOK_UNENDED].sum()),
        plans=tuple(
            _plan(looked, name, masks[k, "", ""], {key[1:]: gain for key, gain in gains.items() if key[0] == k})
            for k, name in enumerate(run_strategies)
            if (k, "", "") in masks
        ),
    )


def _by_text(texts: Sequence[str], at: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """The choices of one kind of decision by what was taken, where that was looked at often enough."""
    of = np.array(texts, object)
    names, counts = np.unique(of[at].astype(str), return_counts=True)
    for name, count in zip(names.tolist(), counts, strict=True):
        if count >= FEWEST_LOOKS:
            yield name, at & (of == name)


def _gains(looked: Looked, masks: Mapping[tuple[int, str, str], NDArray[np.bool_]], tolerance: float) -> Iterator[dict[str, object]]:
    """The fields of a `Gain` for each part of the choices; plans, their decisions and their actions are a family each."""
    share, points, choices = (looked.rows[:, column] for column in (loop.GAIN_SHARE, loop.GAIN_POINTS, loop.CHOICES))
    judging = JUDGING * looked.worlds
    unit = SIXTIETHS * judging
    made, family = [], []
    for (k, *_), mask in masks.items():
        seats, weight = looked.seats(k), np.where(mask, choices, 0)
        game = looked.ratio(seats, weight * share, unit)
        made.append(
            {
                "choices": round(float(weight.sum()) / float(seats.sum()), DIGITS),
                "looked": int(mask.sum()),
                "gain": _interval(looked.ratio(weight, weight * share, unit)),
                "game": _interval(game).each(lambda bound: round(of_all(bound, looked.cell.players), DIGITS)),
                "points": _interval(looked.ratio(seats, weight * points, judging)),
            }
        )
        family.append(Hypothesis(game, 0.0, tolerance, int(looked.deal.max()) + 1))
    depths = [sum(map(bool, key[1:])) for key in masks]
    tests: dict[int, TestResult] = {}
    for depth in range(3):
        places = [i for i, d in enumerate(depths) if d == depth]
        tests |= dict(zip(places, decide([family[i] for i in places]), strict=True))
    return ({**fields, "test": tests[i]} for i, fields in enumerate(made))


def of_all(gains: float, players: int) -> float:
    """What the gains of all choices of a game, added up, bring together, from an even share: each takes the same part of what is left to
    win, so that nobody wins more than all games."""
    left = 1.0 - 1.0 / players
    return left * -math.expm1(-gains / left)


def _plan(looked: Looked, name: str, mask: NDArray[np.bool_], gains: Mapping[tuple[str, str], dict[str, object]]) -> PlanGain:
    alike, every = (int(looked.rows[mask, column].sum()) for column in (loop.ALIKE_HALVES, loop.ALL_HALVES))
    actions = [ActionGain(decision=d, action=text, **fields) for (d, text), fields in gains.items() if text]  # type: ignore[arg-type]
    return PlanGain(
        strategy=name,
        **gains["", ""],  # type: ignore[arg-type]
        signal=round(2 * alike / every, DIGITS) if every else None,
        decisions=tuple(DecisionGain(decision=d, **fields) for (d, text), fields in gains.items() if d and not text),  # type: ignore[arg-type]
        actions=tuple(sorted(actions, key=lambda one: (-(one.game.value or 0.0), one.decision, one.action))),
    )


def _interval(estimate: Estimate) -> Interval:
    low, high = interval(estimate)
    return Interval(low, estimate.value, high).each(lambda bound: round(bound, DIGITS) + 0.0)
