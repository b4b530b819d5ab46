"""How the figures of a variant differ from those of the base, from deals that both have played.

All figures of all variants and numbers of players of a run are corrected together, so that at most one page in twenty names a difference
that does not exist. Win shares, which the question is about, have one half of that error and all other figures the other half. Differences
of shares are compared with the tolerance, all others with zero alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from simcli.stats.cell_tally import CellTally
from simcli.stats.figures.registry import BY_NAME, Scale, Topic, placed
from simcli.stats.figures.sources import At, Copies, WinShare
from simcli.stats.held import Gain, held_changes
from simcli.stats.intervals import FEW_DEALS, FEWEST_EFFECTIVE, Estimate
from simcli.stats.verdicts import Hypothesis

HELD: Sequence[tuple[Gain, str]] = tuple(
    (figure.source.gain, name) for (of, name), figure in BY_NAME.items() if of == "item" and isinstance(figure.source, Copies)
)
"""Figures of copies held, all items of a kind judged together."""


class Compared(NamedTuple):
    """A figure of a variant and of its base: the difference as a hypothesis, and how many times the deals pairing saves."""

    topic: Topic
    hypothesis: Hypothesis
    saved: float | None

    @property
    def is_win_share(self) -> bool:
        """Whether it is the win share of a seat, place or strategy: these are one family for corrections, all other figures another."""
        return isinstance(self.topic.row.source, WinShare)

    @property
    def few_differ(self) -> bool:
        """Whether the interval allows for deals not seen so far."""
        estimate = self.hypothesis.estimate
        return bool(estimate.se) and estimate.events < FEWEST_EFFECTIVE and 2 * estimate.events < estimate.n


def compared(cell: CellTally, tolerance: float) -> Iterator[Compared]:
    """Every figure of a variant that its base has too; none without a base, and none before anything is played."""
    if cell.units is not None:
        own, base = cell.units
        cell = replace(own, base=base, repeats_base=cell.repeats_base)
    if cell.base is not None and cell.deals and cell.base.deals:
        yield from _all(cell, cell.base, tolerance)


def _all(cell: CellTally, base: CellTally, tolerance: float) -> Iterator[Compared]:
    """The figures of a cell beside those of its base."""
    places = base.once(_places)
    for topic, at in placed(cell):
        base_at = places.get(topic)
        if base_at is not None and not isinstance(topic.row.source, Copies):
            yield _compare(cell, base, topic, at, base_at, tolerance)
    yield from _of_copies_held(cell, base, {item.id: i for i, item in enumerate(base.items)}, tolerance)


def _places(cell: CellTally) -> dict[Topic, At]:
    return dict(placed(cell))


def _of_copies_held(cell: CellTally, base: CellTally, place: Mapping[str, int], tolerance: float) -> Iterator[Compared]:
    """What a copy held is associated with, all items of a kind judged together; `place`: numbers in the base."""
    for kind, held in cell.held_kinds.items():
        if kind not in base.held_kinds:
            continue
        other = base.held_kinds[kind]
        both = [k for k, i in enumerate(held.items) if place.get(cell.items[i].id) in other.items]
        held, other = held.only(both), other.only([other.items.index(place[cell.items[held.items[k]].id]) for k in both])
        for gain, figure in HELD:
            for i, change in held_changes(held, other, gain, is_apart=cell.is_apart).items():
                topic = Topic("item", cell.items[i].id, figure)
                exact = change._replace(value=0.0, se=0.0, events=0.0) if cell.repeats_base and change.value is not None else change
                yield Compared(topic, Hypothesis(exact, 0.0, band(topic, tolerance), cell.deals), None)


def _compare(cell: CellTally, base: CellTally, topic: Topic, at: At, base_at: At, tolerance: float) -> Compared:
    """One difference. The same game has none, regardless of the number of deals."""
    source = topic.row.source
    assert source is not None
    difference, saved = source.difference(cell, at, base_at)
    if cell.repeats_base and difference.value is not None:
        difference, saved = Estimate(0.0, 0.0, difference.n, events=0.0), None
    elif topic.row.scale is Scale.GROUP and difference.value is not None and difference.n < FEWEST_EFFECTIVE and not cell.batched:
        difference, saved = difference._replace(se=None, lacking=FEW_DEALS), None
    unended = source.unended(cell, at) + source.unended(base, base_at)
    return Compared(topic, Hypothesis(difference, 0.0, band(topic, tolerance), cell.batched or cell.deals, unended), saved)


def band(topic: Topic, tolerance: float) -> float:
    """The distance from no change that counts as none."""
    return 0.0 if topic.row.scale is Scale.MEAN else tolerance
