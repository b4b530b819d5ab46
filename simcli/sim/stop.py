"""The contiguous prefix of finished rounds, and the rules that end a run.

Rules look only at the prefix, and only at the end of a block (`sim.blocks`): all cells are equally far there, and the answer depends
neither on which worker was faster nor on how many there were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from simcli.sim.blocks import Blocks, Flat, Piece, Spans
from simcli.sim.plan import Plan
from simcli.sim.shard import WHOLE, Shard
from simcli.sim.tally import Tally, summed
from simcli.tally_parts import TallyParts

HalfWidth = Callable[[TallyParts, int], Mapping[str, float]]
"""(parts, deals) -> half widths, the stop rule's under `watched`; handed in, since statistics come after simulation."""

DEALS, HALF_WIDTH, MINUTES, OVERFLOW = "deals", "half_width", "minutes", "overflow"
"""Names of the rules; the last holds when one more block would make sums that do not fit 64 bits."""


@dataclass
class Prefix:
    """The first `rounds` rounds added up by cell in `sums`, and later ones that wait for their turn; of a shard its own alone.

    `until.half_width` looks at all shards together, when they are merged: a shard is played to its end. `on_block` gets the own rounds
    of each block that is added, and its sums by cell.
    """

    plan: Plan
    half_width: HalfWidth
    shard: Shard = WHOLE
    on_block: Callable[[range, Sequence[Flat]], None] = lambda *_: None
    rounds: int = 0
    sums: list[Tally] = field(default_factory=list)
    _width: tuple[int, float] = (0, float("inf"))

    def __post_init__(self) -> None:
        self.sums = [Tally.empty(cell.layout) for cell in self.plan.cells]
        self._blocks = Blocks(self.plan, self.shard)
        self._waiting = [Spans(self._blocks) for _ in self.plan.cells]

    @property
    def count(self) -> int:
        """Batches added up."""
        return self.rounds * len(self.plan.cells)

    @property
    def waiting(self) -> list[int]:
        """The numbers of the batches that begin what waits."""
        cells = enumerate(self._waiting)
        return sorted(self._blocks.piece(cell, span, flat).number for cell, spans in cells for span, flat in spans)

    @property
    def goal(self) -> int:
        """Games when all batches are played."""
        return self._blocks.deals(range(len(self._blocks.rounds))) * sum(cell.rotations for cell in self.plan.cells)

    def left(self) -> Iterator[int]:
        """The batches that are not there yet, in their order."""
        n = len(self.plan.cells)
        for own in range(self.rounds, len(self._blocks.rounds)):
            yield from (self._blocks.rounds[own] * n + cell for cell in range(n) if not self._waiting[cell].has(own))

    def add(self, piece: Piece) -> None:
        """Finished batches, in any order; what is there already is passed over."""
        span = self._blocks.span(piece)
        if span.start >= self.rounds:
            self._waiting[piece.number % len(self.plan.cells)].add(span, piece.flat)

    def take(self, pieces: Iterable[Piece]) -> str:
        """Adds stored batches until a rule holds; returns its name or ''. Those of another cap (`Blocks.fits`) are passed over."""
        for piece in pieces:
            if self._blocks.fits(piece):
                self.add(piece)
                if stopped := self.advance(0.0):
                    return stopped
        return ""

    def advance(self, seconds: float) -> str:
        """Moves on, a block of every cell at a time, until a rule holds; returns its name or ''."""
        run = self.plan.run
        while True:
            if self.rounds >= len(self._blocks.rounds):
                return DEALS
            if run.half_width is not None and self.shard == WHOLE and self.rounds and self._widest() <= run.half_width:
                return HALF_WIDTH
            try:
                if not self._add_next():
                    break
            except OverflowError:
                return OVERFLOW
        return MINUTES if run.minutes is not None and seconds >= run.minutes * 60 and self.rounds else ""

    def _add_next(self) -> bool:
        block = self._blocks.under_cap(self.rounds)
        if not all(spans.covers(block) for spans in self._waiting):
            return False
        flats = [reduce(summed, (flat for _, flat in spans.take(block))) for spans in self._waiting]
        self.sums = [Tally(tally.layout, summed(tally.flat, flat)) for tally, flat in zip(self.sums, flats, strict=True)]
        self.rounds = block.stop
        self.on_block(block, flats)
        return True

    def _widest(self) -> float:
        """Widest interval of all cells, worked out once for each prefix."""
        if self._width[0] != self.rounds:
            self._width = self.rounds, max(self.half_width(t.parts, t.deals)["watched"] for t in self.sums)
        return self._width[1]
