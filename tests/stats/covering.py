"""How often the intervals that a summary prints cover the truth, measured by playing shipped configs.

A cell is played once for many deals, in blocks of ten whose tallies are kept. Blocks drawn at random without replacement make small
runs; each is summarised like any run, and every `[low, estimate, high]` of its summary is compared with the estimate of all deals.
That truth holds the small run's own deals: the difference has the variance of the small run times (1 - n / N), and is stretched by as much.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any
from zlib import crc32

import numpy as np

from simcli.sim.plan import Batch, Cell, Plan, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.tally import Tally
from simcli.stats.intervals import FEWEST_EFFECTIVE, FEWEST_WINS, share_ratio
from simcli.stats.summary import to_json
from simcli.studies.counted import summarise_tallies
from simcli.studies.run.play import load_config
from simcli.tally_parts import TallyParts

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

DIFFERENCES = "differences"

Path = tuple[str | int, ...]
Bounds = tuple[float | None, float | None, float | None]


@dataclass
class Score:
    """Small runs of one row: how many there were, how many printed an interval, how many could expect few wins, and how many missed."""

    runs: int = 0
    printed: int = 0
    thin: int = 0
    missed: int = 0
    missed_thin: int = 0

    @property
    def covered(self) -> int:
        """Intervals that hold the truth."""
        return self.printed - self.missed

    @property
    def plain(self) -> Score:
        """The rows in which enough wins were to be expected."""
        return Score(self.runs - self.thin, self.printed - self.thin, 0, self.missed - self.missed_thin, 0)

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
        """Small runs in which the kind was printed and enough wins were to be expected: rows of one run share its luck and count once."""
        most: dict[str, int] = defaultdict(int)
        for key, score in self.rows.items():
            if key[:2] == (kind, deals):
                most[key[2]] = max(most[key[2]], score.plain.printed)
        return sum(most.values())

    def table(self) -> str:
        """Markdown: per kind and number of deals, how many intervals cover; how many are printed, how many with few wins, which cover."""
        lines = ["| figure |" + "".join(f" {deals} deals |" for deals in SIZES), "|---|" + "---|" * len(SIZES)]
        for kind in self.kinds:
            cells = [self.total(kind, deals) for deals in SIZES]
            lines.append(f"| {kind} |" + "".join(f" {_words(score)} |" for score in cells))
        return "\n".join(lines)


def _words(score: Score) -> str:
    """`95.1 (88 % printed; few wins in 12 %: 98.0)`: rows in which enough wins were to be expected come first."""
    if not score.printed:
        return "none"
    notes = [f"{100 * score.printed / score.runs:.0f} % printed"] if score.printed < 0.995 * score.runs else []
    if score.thin > 0.005 * score.printed:
        notes.append(f"few wins in {100 * score.thin / score.printed:.0f} %: {100 - 100 * score.missed_thin / score.thin:.1f}")
    plain = f"{100 * score.plain.covered / score.plain.printed:.1f}" if score.plain.printed else "none"
    return plain + (f" ({'; '.join(notes)})" if notes else "")


def play_blocks(plan: Plan, cell: int, deals: int) -> np.ndarray:
    """Tallies int64[blocks, numbers] of the first `deals` deals of a cell."""
    runner = Player(plan)
    return np.stack([runner.play(Batch(0, cell, first, BLOCK)) for first in range(0, deals, BLOCK)])


def estimates(record: Any, path: Path = ()) -> Iterator[tuple[Path, Bounds]]:
    """Every `[low, estimate, high]` of a cell's record with its path, of a difference by what it is of; lists of counts are passed over."""
    for key, value in record.items() if isinstance(record, Mapping) else enumerate(record):
        here = (*path, key)
        if key == DIFFERENCES:
            for row in value:
                yield (DIFFERENCES, f"{row['about']} {row['figure']}", str(row["of"]), str(row["part"])), tuple(row["value"])
        elif isinstance(value, list) and len(value) == 3 and all(x is None or isinstance(x, float) for x in value):
            yield here, (value[0], value[1], value[2])
        elif isinstance(value, (Mapping, list)):
            yield from estimates(value, here)


def kind_of(path: Path) -> str:
    """`items per_copy_held`, `seats categories`, `margin_mean`: a row's kind without its number and without names."""
    return " ".join([key for key in path if isinstance(key, str)][:2])


def measure(coverage: Coverage, config: str, cell: int, *, deals: int, runs: int, sizes: Sequence[int] = SIZES, seed: int = 1) -> None:
    """Plays one cell of a config and adds the scores of `runs` small runs of each size."""
    plan = make_plan(load_config(config, sets=[], deals=deals))
    played, base = plan.cells[cell], plan.cells[cell].base
    both = [(played, play_blocks(plan, cell, deals))]
    if base is not None:
        both.append((plan.cells[base], play_blocks(plan, base, deals)))
    layout, name = played.layout, f"{config} {cell}"
    rng = np.random.default_rng([seed, crc32(name.encode())])
    everything = np.arange(deals // BLOCK)
    whole_run = both[0][1].sum(axis=0)
    record = _records(plan, both, [everything])[0]
    truth = {path: bounds[1] for path, bounds in estimates(record)}
    wins = {path: _wins(layout.parts(whole_run), record, path) / deals for path in truth}
    for size in sizes:
        chosen = [rng.choice(len(everything), size // BLOCK, replace=False) for _ in range(runs)]
        for record in _records(plan, both, chosen):
            for path, bounds in estimates(record):
                is_thin = wins.get(path, math.inf) * size < FEWEST_WINS
                _score(coverage.rows[kind_of(path), size, name, path], bounds, truth.get(path), 1.0 - size / deals, is_thin)


def _wins(parts: TallyParts, record: Mapping[str, Any], path: Path) -> float:
    """Deals with the rarer of win and loss of a share (games shared, holders of an item), infinite for what is no share.

    Whether a row has few wins is asked of all deals, not of the small run: runs that happen to see many of something rare miss it high.
    """
    kind = kind_of(path)
    if path[0] == DIFFERENCES:
        return _differing(parts, record, path)
    if kind == "tie_share":
        return share_ratio(parts.figure[3], unit=1).events
    if kind == "items holders":
        return float(min(int(part[path[1]][0]) for part in (parts.item_if_held, parts.item_if_not_held)))
    if kind.startswith("bans "):
        player = re.fullmatch(r"seat (\d+)", record["bans"][path[1]]["player"])
        assert player, "the shipped bans are of a seat"
        return share_ratio(parts.seat_share[int(player[1]) - 1]).events
    return share_ratio(getattr(parts, WIN_SHARES[kind])[path[1]]).events if kind in WIN_SHARES else math.inf


def _differing(parts: TallyParts, record: Mapping[str, Any], path: Path) -> float:
    """Of a difference infinite, or where few deals differ so many of them that `FEWEST_WINS` stands for the floor of a difference."""
    (row,) = (row for row in record[DIFFERENCES] if (f"{row['about']} {row['figure']}", str(row["of"]), str(row["part"])) == path[1:])
    differing, deals = row["differing"], parts.counted.deals
    return math.inf if 2 * differing >= deals else float(differing) * FEWEST_WINS / FEWEST_EFFECTIVE


def _records(plan: Plan, both: Sequence[tuple[Cell, np.ndarray]], chosen: Sequence[np.ndarray]) -> list[dict[str, Any]]:
    """The cell's records of one summary of so many runs, each of some blocks; of a variant with those of its base, which come last."""
    cells, tallies, n = [], [], len(chosen)
    for cell, blocks in both:
        for i, numbers in enumerate(chosen):
            cells.append(cell if cell.base is None else replace(cell, base=n + i))
            tallies.append(Tally(cell.layout, blocks[numbers].sum(axis=0)))
    records: list[dict[str, Any]] = to_json(summarise_tallies(replace(plan, cells=tuple(cells)), tallies, "deals").cells)
    return records[:n]


def _score(score: Score, bounds: Bounds, truth: float | None, left: float, is_thin: bool) -> None:
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
    score.thin += is_thin
    score.missed += missed
    score.missed_thin += missed and is_thin
