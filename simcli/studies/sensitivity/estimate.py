"""Which number of a game moves a figure how much: frozen records, and their making from a run whose variants are numbers one step away.

docs/sensitivity.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from simcli.stats.figures.registry import figure_name
from simcli.stats.left_out import LeftOut
from simcli.stats.measured import VIABLE, VarietyCell
from simcli.stats.records import Played, answered
from simcli.stats.summary import Cell, Interval, Summary
from simcli.stats.verdicts import MOST_DEALS, DealCount, TestResult, rounded_up

ROUGH = 0.1
"""An effect is rough while half its interval is a larger part of it."""


class NumberStep(NamedTuple):
    """What a variant changes: the path and the name of a number, the number as it is, and what it becomes."""

    path: str
    name: str
    value: int
    to: int


@dataclass(frozen=True, kw_only=True)
class StepEffect:
    """What a figure does when a number is another one."""

    variant: str
    """name of the variant in summary.json"""
    to: int
    """the number as it is there"""
    value: Interval
    """change of the figure against the number as it is; of a share a difference of shares"""
    few_differ: bool
    """few deals in which the figure differs: the interval of a share errs on the wide side"""
    test: TestResult

    @property
    def size(self) -> float:
        """How far the figure moves; 0 where that is not known."""
        return abs(self.value.value or 0.0)


@dataclass(frozen=True, kw_only=True)
class NumberEffect:
    """A number, and what the figure does with one step less and one more."""

    players: int
    """number of players"""
    path: str
    """where the number stands: file, component, field, as in `patch`; `options` and a name for an option"""
    name: str
    """how it is spoken of, such as knight copies"""
    value: int
    """the number as it is"""
    less: StepEffect | None
    """with one step less; null where the game refuses that, where it changes nothing here or makes the same game as another value"""
    more: StepEffect | None
    """with one step more; null as above"""
    rough: bool
    """whether half the interval of the larger effect is more than a tenth of it"""
    deals_precise: DealCount | None
    """deals in all after which it is less, taking the estimate for the truth; null where it is so, or if more than a thousand million"""

    @property
    def effects(self) -> list[StepEffect]:
        """Of one step less and one more, what is there."""
        return [effect for effect in (self.less, self.more) if effect is not None]

    @property
    def size(self) -> float:
        """How far the figure moves at most."""
        return max((effect.size for effect in self.effects), default=0.0)


@dataclass(frozen=True, kw_only=True)
class Sensitivity(Played):
    """Which number moves a figure how much."""

    SAID: ClassVar = answered("by", "which number moves the figure most, in words")
    deals: int
    """deals played, the same ones with every number"""
    figure: str
    """the figure, by its name"""
    unit: str
    """what it is counted in: `share`, or `number` of rounds, points, copies or plans"""
    by: int
    """the step"""
    numbers: tuple[NumberEffect, ...]
    """the numbers, for each number of players the one with the largest effect first"""
    left_out: tuple[LeftOut, ...]
    """values that were not played"""

    @property
    def counts(self) -> list[int]:
        """The numbers of players, in order."""
        return list(dict.fromkeys(number.players for number in self.numbers))


def number_effects(summary: Summary, figure: str, steps: Mapping[str, NumberStep]) -> tuple[NumberEffect, ...]:
    """The effects of a run whose variants are `steps`, by name, on one figure; cells without the figure have none."""
    made: list[NumberEffect] = []
    for players in dict.fromkeys(cell.players for cell in summary.cells):
        found: dict[tuple[str, str, int], dict[bool, tuple[StepEffect, int]]] = {}
        for cell, effect in _effects(summary, figure, steps):
            if cell.players == players:
                step = steps[effect.variant]
                found.setdefault((step.path, step.name, step.value), {})[step.to > step.value] = effect, cell.deals
        rows = [_number(players, *about, sides) for about, sides in found.items()]
        made += sorted(rows, key=lambda row: -row.size)
    return tuple(made)


def _effects(summary: Summary, figure: str, steps: Mapping[str, NumberStep]) -> Iterator[tuple[Cell | VarietyCell, StepEffect]]:
    """What the figure does in each variant that is a step, with the cell it is of."""
    if figure == VIABLE:
        for met in summary.variety or ():
            if met.variant is not None and met.variant in steps and met.difference is not None:
                test = TestResult(None, None, met.change, None, None, None)
                yield met, StepEffect(variant=met.variant, to=steps[met.variant].to, value=met.difference, few_differ=False, test=test)
        return
    for cell in summary.cells:
        row = next((row for row in cell.differences or () if figure_name(row.about, row.of, row.figure, row.part) == figure), None)
        if cell.variant is not None and cell.variant in steps and row is not None:
            yield (
                cell,
                StepEffect(variant=cell.variant, to=steps[cell.variant].to, value=row.value, few_differ=row.few_differ, test=row.test),
            )


def _number(players: int, path: str, name: str, value: int, sides: Mapping[bool, tuple[StepEffect, int]]) -> NumberEffect:
    """sides: the effect of one step less and of one more, with the deals it rests on."""
    largest, deals = max(sides.values(), key=lambda side: side[0].size)
    half, size = largest.value.half_width, largest.size
    rough = half is None or half > ROUGH * size
    needed = None
    if rough and half is not None and size:
        exact = deals * (half / (ROUGH * size)) ** 2
        needed = rounded_up(exact) if exact <= MOST_DEALS and math.isfinite(exact) else None
    less, more = (sides[side][0] if side in sides else None for side in (False, True))
    return NumberEffect(players=players, path=path, name=name, value=value, less=less, more=more, rough=rough, deals_precise=needed)
