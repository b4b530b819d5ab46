"""How often the intervals that a summary prints cover the truth, measured by playing shipped configs.

A cell is played once for many deals, in blocks of ten whose tallies are kept. Blocks drawn at random without replacement make small
runs; each is summarised like any run, and every `[low, estimate, high]` of its summary is compared with the estimate of all deals.
That truth holds the small run's own deals: the difference has the variance of the small run times (1 - n / N), and is stretched by as much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simcli.api import load_config, summarise_tallies
from simcli.sim.plan import Batch, Plan, make_plan
from simcli.sim.runner import Runner
from simcli.sim.tally import Tally
from simcli.stats.balance import half_width
from simcli.stats.intervals import is_thin, share_ratio

BLOCK = 10
"""Deals of a block."""

SHARES = {
    "strategies win_share": "strategy_share",
    "seats win_share": "seat_share",
    "items win_share_if_offered": "item_if_offered",
    "items win_share_if_held": "item_if_held",
    "items win_share_if_not_held": "item_if_not_held",
}
"""Part of the tally behind each kind of share; those with few wins are counted apart."""

FEW = " (few wins)"

Path = tuple[str | int, ...]
Bounds = tuple[float | None, float | None, float | None]


@dataclass
class Score:
    """Small runs of one row: how many there were, how many printed an interval, and on which side it missed."""

    runs: int = 0
    printed: int = 0
    low: int = 0
    high: int = 0

    @property
    def covered(self) -> int:
        """Intervals that hold the truth."""
        return self.printed - self.low - self.high

    def __add__(self, other: Score) -> Score:
        return Score(self.runs + other.runs, self.printed + other.printed, self.low + other.low, self.high + other.high)


@dataclass
class Coverage:
    """Scores by kind, deals and row (cell and path); thin shares are kinds of their own, named `... (few wins)`."""

    rows: dict[tuple[str, int, str, Path], Score] = field(default_factory=lambda: defaultdict(Score))

    def kinds(self) -> list[str]:
        """All kinds, in order of appearance."""
        return list(dict.fromkeys(key[0] for key in self.rows))

    def total(self, kind: str, deals: int) -> Score:
        """All rows of a kind together."""
        return sum((score for key, score in self.rows.items() if key[:2] == (kind, deals)), Score())

    def by_cell(self, kind: str, deals: int) -> dict[str, Score]:
        """All rows of a kind by cell; rows of one cell share their deals and so their luck."""
        cells: dict[str, Score] = defaultdict(Score)
        for key, score in self.rows.items():
            if key[:2] == (kind, deals):
                cells[key[2]] += score
        return cells


def play_blocks(plan: Plan, cell: int, deals: int) -> np.ndarray:
    """Tallies int64[blocks, numbers] of the first `deals` deals of a cell."""
    runner = Runner(plan, half_width=half_width)
    return np.stack([runner.play(Batch(0, cell, first, BLOCK)) for first in range(0, deals, BLOCK)])


def estimates(cell: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Bounds]]:
    """Every `[low, estimate, high]` of a cell's record with its path; lists of counts are passed over."""
    for key, value in cell.items() if isinstance(cell, dict) else enumerate(cell):
        here = (*path, key)
        if isinstance(value, list) and len(value) == 3 and key != "counts" and all(x is None or isinstance(x, float) for x in value):
            yield here, tuple(value)
        elif isinstance(value, (dict, list)):
            yield from estimates(value, here)


def kind_of(path: Path) -> str:
    """`items per_copy_held`, `seats categories`, `margin_mean`: a row's kind without its number and without names."""
    words = [key for key in path if isinstance(key, str)]
    return " ".join(words[:2])


def measure(coverage: Coverage, config: str, cell: int, *, deals: int, sizes: tuple[int, ...], runs: int, seed: int = 1) -> None:
    """Plays one cell and adds the scores of `runs` small runs of each size."""
    whole = make_plan(load_config(config, sets=[], deals=deals))
    plan, blocks = replace(whole, cells=(whole.cells[cell],)), play_blocks(whole, cell, deals)
    layout, name = plan.cells[0].layout, f"{config} {cell}"
    rng = np.random.default_rng([seed, cell])
    truth = {path: bounds[1] for path, bounds in estimates(_records(plan, [blocks.sum(axis=0)])[0])}
    for size in sizes:
        flats = [blocks[rng.choice(len(blocks), size // BLOCK, replace=False)].sum(axis=0) for _ in range(runs)]
        for flat, record in zip(flats, _records(plan, flats), strict=True):
            parts = layout.parts(flat)
            for path, bounds in estimates(record):
                kind = kind_of(path)
                if kind in SHARES and is_thin(share_ratio(parts[SHARES[kind]][path[1]])):
                    kind += FEW
                _score(coverage.rows[kind, size, name, path], bounds, truth[path], 1.0 - size / deals)


def _records(plan: Plan, flats: Sequence[np.ndarray]) -> list[dict[str, Any]]:
    """The cells' records of one summary, of so many tallies of one cell."""
    cell = plan.cells[0]
    tallies = [Tally(cell.layout, flat) for flat in flats]
    records: list[dict[str, Any]] = summarise_tallies(replace(plan, cells=(cell,) * len(flats)), tallies, "deals")["cells"]
    return records


def _score(score: Score, bounds: Bounds, truth: float | None, left: float) -> None:
    """One small run of one row; shares fixed by construction (bounds equal to the estimate) are no intervals."""
    low, value, high = bounds
    if value is None or truth is None or (low is not None and low == high):
        return
    score.runs += 1
    if low is None or high is None:
        return
    far = value + (truth - value) / left**0.5
    score.printed += 1
    score.low += far < low
    score.high += far > high
