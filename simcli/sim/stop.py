"""The contiguous prefix of finished batches, and the rules that end a run.

Rules look only at the prefix (all cells equally far), so the answer never depends on which worker was faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simcli.sim.folder.store import StoredBatch
from simcli.sim.plan import Plan
from simcli.sim.shard import WHOLE, Shard
from simcli.sim.tally import Tally
from simcli.tally_parts import TallyParts

HalfWidth = Callable[[TallyParts, int], Mapping[str, float]]
"""(parts, deals) -> half widths, the stop rule's under `watched`; handed in, since statistics come after simulation."""

DEALS, HALF_WIDTH, MINUTES, OVERFLOW = "deals", "half_width", "minutes", "overflow"
"""Names of the rules; the last holds when one more batch would make sums that do not fit 64 bits."""


def fits(plan: Plan, batch: StoredBatch) -> bool:
    """Whether a stored batch is one of a plan: none beyond its cap of deals, and none cut short by another cap."""
    return batch.number < plan.n_batches and batch.deals == plan.batch(batch.number).deals


@dataclass
class Prefix:
    """The first `count` batches added up by cell in `sums`, and later ones that wait for their turn; of a shard its batches alone.

    `until.half_width` looks at all shards together, when they are merged: a shard is played to its end.
    """

    plan: Plan
    half_width: HalfWidth
    shard: Shard = WHOLE
    count: int = 0
    sums: list[Tally] = field(default_factory=list)
    waiting: dict[int, Tally] = field(default_factory=dict)
    _width: tuple[int, float] = (0, float("inf"))

    def __post_init__(self) -> None:
        self.sums = [Tally.empty(cell.layout) for cell in self.plan.cells]

    @property
    def goal(self) -> int:
        """Games when all batches are played."""
        if self.shard == WHOLE:
            return self.plan.games
        n = len(self.plan.cells)
        deals = sum(self.plan.batch(k * n).deals for k in self.shard.rounds(self.plan))
        return deals * sum(cell.rotations for cell in self.plan.cells)

    def left(self) -> Iterator[int]:
        """The batches that are not counted yet, in their order."""
        n = len(self.plan.cells)
        return (number for k in self.shard.rounds(self.plan)[self.count // n :] for number in range(k * n, k * n + n))

    def add(self, number: int, flat: NDArray[np.int64]) -> None:
        """One finished batch, in any order."""
        self.waiting[number] = Tally(self.plan.cells[number % len(self.plan.cells)].layout, flat)

    def take(self, batches: Iterable[StoredBatch]) -> tuple[set[int], str]:
        """Adds stored batches until a rule holds; returns the numbers taken and the rule's name or ''.

        A batch stored with another number of deals (the last one under another cap) or beyond the cap is passed over.
        """
        taken: set[int] = set()
        for record in batches:
            if record.number not in taken and fits(self.plan, record):
                taken.add(record.number)
                self.add(record.number, record.flat)
                if stopped := self.advance(0.0):
                    return taken, stopped
        return taken, ""

    def advance(self, seconds: float) -> str:
        """Moves on, one batch of every cell at a time, until a rule holds; returns its name or ''."""
        run = self.plan.run
        while True:
            if self.count >= self.shard.batches(self.plan):
                return DEALS
            if run.half_width is not None and self.shard == WHOLE and self.count and self._widest() <= run.half_width:
                return HALF_WIDTH
            try:
                if not self._add_next():
                    break
            except OverflowError:
                return OVERFLOW
        return MINUTES if run.minutes is not None and seconds >= run.minutes * 60 and self.count else ""

    def _add_next(self) -> bool:
        n = len(self.plan.cells)
        first = self.shard.rounds(self.plan)[self.count // n] * n
        if not all(first + i in self.waiting for i in range(n)):
            return False
        self.sums = [self.sums[i] + self.waiting[first + i] for i in range(n)]
        for i in range(n):
            del self.waiting[first + i]
        self.count += n
        return True

    def _widest(self) -> float:
        """Widest interval of all cells, worked out once for each prefix."""
        if self._width[0] != self.count:
            self._width = self.count, max(self.half_width(t.parts, t.deals)["watched"] for t in self.sums)
        return self._width[1]
