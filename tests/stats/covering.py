"""How often the intervals that a summary prints cover the truth, measured by playing shipped configs.

A cell is played once for many deals, in blocks of ten whose tallies are kept. Blocks drawn at random without replacement make small
runs; each is summarised like any run, and every `[low, estimate, high]` of its summary is compared with the estimate of all deals.
That truth holds the small run's own deals: the difference has the variance of the small run times (1 - n / N), and is stretched by as much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from zlib import crc32

import numpy as np

from simcli.api import load_config, summarise_tallies
from simcli.sim.plan import Batch, Plan, make_plan
from simcli.sim.runner import Runner
from simcli.sim.tally import Tally
from simcli.stats.balance import half_width
from simcli.stats.intervals import FEWEST_WINS, is_thin, share_ratio

BLOCK = 10
"""Deals of a block."""

WIN_SHARES = {
    "strategies win_share": "strategy_share",
    "seats win_share": "place_share",
    "items win_share_if_offered": "item_if_offered",
    "items win_share_if_held": "item_if_held",
    "items win_share_if_not_held": "item_if_not_held",
}
"""Part of the tally behind each kind of win share."""

SIZES = (20, 50, 100, 500)
"""Deals of the small runs."""

Path = tuple[str | int, ...]
Bounds = tuple[float | None, float | None, float | None]


@dataclass
class Score:
    """Small runs of one row: how many there were, how many printed an interval, how many of these marked, and how many of either missed."""

    runs: int = 0
    printed: int = 0
    marked: int = 0
    missed: int = 0
    missed_marked: int = 0

    @property
    def covered(self) -> int:
        """Intervals that hold the truth."""
        return self.printed - self.missed

    @property
    def plain(self) -> Score:
        """The intervals that are not marked."""
        return Score(self.runs - self.marked, self.printed - self.marked, 0, self.missed - self.missed_marked, 0)

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)))


@dataclass
class Coverage:
    """Scores by kind, deals, cell and row."""

    rows: dict[tuple[str, int, str, Path], Score] = field(default_factory=lambda: defaultdict(Score))

    @property
    def kinds(self) -> list[str]:
        """All kinds that were met, in the summary's order."""
        return list(dict.fromkeys(key[0] for key in self.rows))

    def total(self, kind: str, deals: int) -> Score:
        """All rows of a kind together."""
        return sum((score for key, score in self.rows.items() if key[:2] == (kind, deals)), Score())

    def independent(self, kind: str, deals: int) -> int:
        """Small runs in which the kind was printed without a mark: rows of one run share its luck and count once."""
        most: dict[str, int] = defaultdict(int)
        for key, score in self.rows.items():
            if key[:2] == (kind, deals):
                most[key[2]] = max(most[key[2]], score.plain.printed)
        return sum(most.values())

    def table(self) -> str:
        """Markdown: per kind and number of deals, how many unmarked intervals cover; how many are printed, how many marked, which cover."""
        lines = ["| figure |" + "".join(f" {deals} deals |" for deals in SIZES), "|---|" + "---|" * len(SIZES)]
        for kind in self.kinds:
            cells = [self.total(kind, deals) for deals in SIZES]
            lines.append(f"| {kind} |" + "".join(f" {_words(score)} |" for score in cells))
        return "\n".join(lines)


def _words(score: Score) -> str:
    """`95.1 (88 % printed, 12 % marked: 98.0)`: intervals without a mark first."""
    if not score.printed:
        return "none"
    notes = [f"{100 * score.printed / score.runs:.0f} % printed"] if score.printed < 0.995 * score.runs else []
    if score.marked > 0.005 * score.printed:
        notes.append(f"{100 * score.marked / score.printed:.0f} % marked: {100 - 100 * score.missed_marked / score.marked:.1f}")
    plain = f"{100 * score.plain.covered / score.plain.printed:.1f}" if score.plain.printed else "all marked"
    return plain + (f" ({', '.join(notes)})" if notes else "")


def play_blocks(plan: Plan, cell: int, deals: int) -> np.ndarray:
    """Tallies int64[blocks, numbers] of the first `deals` deals of a cell."""
    runner = Runner(plan, half_width=half_width)
    return np.stack([runner.play(Batch(0, cell, first, BLOCK)) for first in range(0, deals, BLOCK)])


def estimates(record: Any, path: Path = ()) -> Iterator[tuple[Path, Bounds]]:
    """Every `[low, estimate, high]` of a cell's record with its path; lists of counts are passed over."""
    for key, value in record.items() if isinstance(record, Mapping) else enumerate(record):
        here = (*path, key)
        if isinstance(value, list) and len(value) == 3 and all(x is None or isinstance(x, float) for x in value):
            yield here, (value[0], value[1], value[2])
        elif isinstance(value, (Mapping, list)):
            yield from estimates(value, here)


def kind_of(path: Path) -> str:
    """`items per_copy_held`, `seats categories`, `margin_mean`: a row's kind without its number and without names."""
    return " ".join([key for key in path if isinstance(key, str)][:2])


def measure(coverage: Coverage, config: str, cell: int, *, deals: int, runs: int, sizes: Sequence[int] = SIZES, seed: int = 1) -> None:
    """Plays one cell of a config and adds the scores of `runs` small runs of each size."""
    whole = make_plan(load_config(config, sets=[], deals=deals))
    plan, blocks = replace(whole, cells=(whole.cells[cell],)), play_blocks(whole, cell, deals)
    layout, name = plan.cells[0].layout, f"{config} {cell}"
    rng = np.random.default_rng([seed, crc32(name.encode())])
    truth = {path: bounds[1] for path, bounds in estimates(_records(plan, [blocks.sum(axis=0)])[0])}
    for size in sizes:
        flats = [blocks[rng.choice(len(blocks), size // BLOCK, replace=False)].sum(axis=0) for _ in range(runs)]
        for flat, record in zip(flats, _records(plan, flats), strict=True):
            parts = layout.parts(flat)
            for path, bounds in estimates(record):
                kind = kind_of(path)
                _score(coverage.rows[kind, size, name, path], bounds, truth.get(path), 1.0 - size / deals, _is_marked(parts, kind, path))


def _is_marked(parts: Mapping[str, np.ndarray], kind: str, path: Path) -> bool:
    """Whether a share has few wins, few games shared, or few who hold an item."""
    if kind == "tie_share":
        return is_thin(share_ratio(parts["figure"][3], unit=1))
    if kind == "items holders":
        held, rest = (int(parts[name][path[1]][0]) for name in ("item_if_held", "item_if_not_held"))
        return min(held, rest) < FEWEST_WINS
    return kind in WIN_SHARES and is_thin(share_ratio(parts[WIN_SHARES[kind]][path[1]]))


def _records(plan: Plan, flats: Sequence[np.ndarray]) -> list[dict[str, Any]]:
    """The cells' records of one summary, of so many tallies of one cell."""
    cell = plan.cells[0]
    tallies = [Tally(cell.layout, flat) for flat in flats]
    records: list[dict[str, Any]] = summarise_tallies(replace(plan, cells=(cell,) * len(flats)), tallies, "deals")["cells"]
    return records


def _score(score: Score, bounds: Bounds, truth: float | None, left: float, marked: bool) -> None:
    """One small run of one row; shares fixed by construction (bounds equal to the estimate) are no intervals."""
    low, value, high = bounds
    if value is None or truth is None or (low is not None and low == high):
        return
    score.runs += 1
    if low is None or high is None:
        return
    far = value + (truth - value) / left**0.5
    missed = not low <= far <= high
    score.printed += 1
    score.marked += marked
    score.missed += missed
    score.missed_marked += missed and marked
