"""Blocks of rounds: what a log sums up, and where the rules look that end a run.

A round is a batch of every cell. The first rounds are blocks of their own; from there on every doubling of the deals makes as many blocks
again. A block is at most 1/64 of the deals before it, and 10^9 deals of 256 a batch are about 1,100 blocks. They depend on the size of a
batch alone. A shard plays its own rounds of each.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.sim.plan import Plan
from simcli.sim.shard import WHOLE, Shard
from simcli.sim.tally import summed

A_DOUBLING = 64
"""Blocks of a doubling of the deals, at least."""
SINGLE_DEALS = 1024
"""The first deals whose batches are never summed: `sim.deal_units` reads them."""

Flat = NDArray[np.int64]


class Piece(NamedTuple):
    """The tally of `deals` deals of a cell in `flat`: batch `number` from `first_deal` on, and those of the next rounds."""

    number: int
    first_deal: int
    deals: int
    flat: Flat


@dataclass(frozen=True)
class Blocks:
    """The rounds that a shard plays of a plan, numbered from 0, in blocks."""

    plan: Plan
    shard: Shard = WHOLE

    @cached_property
    def rounds(self) -> range:
        """The rounds of the plan that are its own."""
        return self.shard.rounds(self.plan)

    @property
    def whole(self) -> int:
        """How many of them have whole batches: all, or all but the last."""
        return len(self.rounds) - (self.deals(range(len(self.rounds))) % self.plan.batch_deals > 0)

    def capped(self, deals: int) -> Blocks:
        """Those of the same run with another cap."""
        run = replace(self.plan.run, deals=deals, half_width=None, minutes=None)
        return Blocks(replace(self.plan, run=run), self.shard)

    @cached_property
    def singles(self) -> int:
        """Rounds of the plan that are blocks of their own; a power of two, as the deals of a batch are."""
        return max(A_DOUBLING, SINGLE_DEALS // self.plan.batch_deals)

    def at(self, own: int) -> range:
        """The own rounds of the block that has round `own`, regardless of the plan's cap."""
        number = self.shard.number - 1 + own * self.shard.of
        size = 1 << max(0, (number // self.singles).bit_length() - 1)
        start = number - number % size
        first, last = (-(-(edge - self.shard.number + 1) // self.shard.of) for edge in (start, start + size))
        return range(max(0, first), last)

    def under_cap(self, own: int) -> range:
        """The same as far as the plan goes."""
        block = self.at(own)
        return range(block.start, min(block.stop, len(self.rounds)))

    def __iter__(self) -> Iterator[range]:
        """All blocks of the plan in their order."""
        own = 0
        while own < len(self.rounds):
            yield (block := self.under_cap(own))
            own = block.stop

    def span(self, piece: Piece) -> range:
        """Its own rounds."""
        own = (piece.number // len(self.plan.cells) - self.shard.number + 1) // self.shard.of
        return range(own, own - (-piece.deals // self.plan.batch_deals))

    def deals(self, span: range) -> int:
        """Deals of some own rounds of the plan."""
        return (len(span) - 1) * self.plan.batch_deals + self.plan.batch(self.rounds[span[-1]] * len(self.plan.cells)).deals if span else 0

    def fits(self, piece: Piece) -> bool:
        """Whether the plan has these deals: none beyond its cap, and no batch that another cap has cut short."""
        span = self.span(piece)
        return span.stop <= len(self.rounds) and piece.deals == self.deals(span)

    def piece(self, cell: int, span: range, flat: Flat) -> Piece:
        """Own rounds of a cell."""
        number = self.shard.number - 1 + span.start * self.shard.of
        return Piece(number * len(self.plan.cells) + cell, number * self.plan.batch_deals, int(flat[0]), flat)


class Spans:
    """Sums of a cell over spans of its own rounds, none of them twice. Neighbours within a block become one, except for those at `cut` and
    a batch that is short."""

    def __init__(self, blocks: Blocks, cut: int = -1) -> None:
        self._blocks, self._cut = blocks, cut
        self._starts: list[int] = []
        self._held: dict[int, tuple[range, Flat]] = {}

    def __iter__(self) -> Iterator[tuple[range, Flat]]:
        """The spans in their order."""
        return (self._held[start] for start in self._starts)

    def _before(self, own: int) -> range:
        """The last span that begins at a round or before; an empty one where there is none."""
        place = bisect_right(self._starts, own)
        return self._held[self._starts[place - 1]][0] if place else range(-1, -1)

    def has(self, own: int) -> bool:
        """Whether a round is among them."""
        return own in self._before(own)

    def add(self, span: range, flat: Flat) -> bool:
        """Takes a span, unless it has a round that is there already."""
        if self._before(span.stop - 1).stop > span.start:
            return False
        before = self._before(span.start)
        if before.stop == span.start and (joined := self._joined(before, flat)) is not None:
            span, flat = range(before.start, span.stop), joined
        else:
            insort(self._starts, span.start)
        self._held[span.start] = span, flat
        if span.stop in self._held and (joined := self._joined(span, self._held[span.stop][1])) is not None:
            after, _ = self._pop(span.stop)
            self._held[span.start] = range(span.start, after.stop), joined
        return True

    def _joined(self, span: range, after: Flat) -> Flat | None:
        """The sum of a span and what comes right after it; None where they are kept apart."""
        size, flat = self._blocks.plan.batch_deals, self._held[span.start][1]
        if span.stop == self._cut or span.stop not in self._blocks.at(span.start) or flat[0] % size or after[0] % size:
            return None
        try:
            return summed(flat, after)
        except OverflowError:
            return None

    def _pop(self, start: int) -> tuple[range, Flat]:
        self._starts.remove(start)
        return self._held.pop(start)

    def covers(self, span: range) -> bool:
        """Whether all rounds of a span are there, and none of a sum goes beyond it."""
        own = span.start
        while own < span.stop and own in self._held:
            own = self._held[own][0].stop
        return own == span.stop

    def take(self, span: range) -> list[tuple[range, Flat]]:
        """Takes out what covers a span."""
        taken = []
        own = span.start
        while own < span.stop:
            taken.append(self._pop(own))
            own = taken[-1][0].stop
        return taken
