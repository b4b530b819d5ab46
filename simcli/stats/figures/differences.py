"""How the figures of a variant differ from those of the base, from deals that both have played.

A figure is a family of its own for the correction over many comparisons, over all variants and player counts of the run. Differences of
shares are compared with the tolerance, all others with zero alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

from simcli.game import SIXTIETHS
from simcli.stats.cell_tally import CellTally
from simcli.stats.held import Gain, held_changes
from simcli.stats.intervals import FEW_DEALS, FEWEST_EFFECTIVE, Estimate, Row, difference, difference_apart, ratio, saved_by_pairing
from simcli.stats.summary import About, Difference, Figure
from simcli.stats.verdicts import Hypothesis
from simcli.tally_parts import Figures


class Scale(Enum):
    """What a figure is: a mean; a share of all games, at most 1 in every deal; a share of some players, or a slope."""

    MEAN = "mean"
    SHARE = "share"
    GROUP = "group"


@dataclass(frozen=True)
class Topic:
    """Whose figure it is, and which. `scale` says how it is compared, `unit` what counts as one."""

    about: About
    of: str | None
    figure: Figure
    part: str | None = None
    scale: Scale = Scale.MEAN
    unit: int = 1


@dataclass(frozen=True)
class Compared:
    """A figure of a variant and of its base: the difference as a hypothesis, and how many times the deals pairing saves."""

    topic: Topic
    hypothesis: Hypothesis
    saved: float | None

    @property
    def family(self) -> tuple[str, str]:
        """What it is corrected together with."""
        return self.topic.about, self.topic.figure

    @property
    def few_differ(self) -> bool:
        """Whether the interval allows for deals not seen so far."""
        estimate = self.hypothesis.estimate
        return bool(estimate.se) and estimate.events < FEWEST_EFFECTIVE and 2 * estimate.events < estimate.n


HELD: Sequence[tuple[Gain, Figure, Scale]] = (
    (Gain.SHARE, "win share per copy held", Scale.GROUP),
    (Gain.POINTS, "points per copy held", Scale.MEAN),
)
"""Figures of copies held, all items of a kind judged together."""
OF_GAMES: Sequence[tuple[str, Topic]] = (
    ("rounds", Topic("games", None, "rounds")),
    ("margin", Topic("games", None, "margin")),
    ("winning_score", Topic("games", None, "winning score")),
    ("shared_victories", Topic("games", None, "shared victories", scale=Scale.SHARE)),
)


def compared(cell: CellTally, tolerance: float) -> Iterator[Compared]:
    """Every figure of a variant that its base has too; none without a base, and none before anything is played."""
    if cell.units is not None:
        own, base = cell.units
        cell = replace(own, base=base, repeats_base=cell.repeats_base)
    if cell.base is not None and cell.deals and cell.base.deals:
        yield from _all(cell, tolerance)


def figures(cell: CellTally) -> dict[str, Topic]:
    """Every figure that a variant of a cell is compared in, by its name."""
    return {figure_name(one.topic): one.topic for one in _all(replace(cell, base=cell, is_apart=True), 0.0)}


def figure_name(row: Topic | Difference) -> str:
    """`rounds`, `seat 1 win share`, `strategy balanced score`, `item knight win share if held`, `seat 1 points trade`."""
    who = row.of if row.about in ("games", "seat") else f"{row.about} {row.of}"
    return " ".join(part for part in (who, row.figure, row.part) if part)


def _all(cell: CellTally, tolerance: float) -> Iterator[Compared]:
    """The figures of a cell beside those of its base."""
    base = cast(CellTally, cell.base)
    for name, topic in OF_GAMES:
        i = Figures._fields.index(name)
        yield _compare(cell, topic, tolerance, "figure", (i,), (i,))
    for strategy, i in cell.playing.items():
        if strategy not in base.playing:
            continue
        at, base_at = (i,), (base.playing[strategy],)
        if cell.compares and base.compares:
            topic = Topic("strategy", strategy, "win share", scale=Scale.SHARE, unit=SIXTIETHS)
            yield _compare(cell, topic, tolerance, "strategy_share", at, base_at, cell.unended_of(i) + base.unended_of(base_at[0]))
        yield _compare(cell, Topic("strategy", strategy, "score"), tolerance, "strategy_score", at, base_at)
    for i in range(cell.players):
        yield from _of_seat(cell, i, tolerance)
    place = {item.id: i for i, item in enumerate(base.items)}
    for i, item in enumerate(cell.items):
        if item.id in place:
            yield from _of_item(cell, i, place[item.id], tolerance)
    yield from _of_copies_held(cell, place, tolerance)


def _of_seat(cell: CellTally, i: int, tolerance: float) -> Iterator[Compared]:
    """Share, score, points by category and things held by kind, of a seat or place."""
    base, label = cast(CellTally, cell.base), cell.seat_label(i)
    if cell.players > 1:
        topic = Topic("seat", label, "win share", None, Scale.SHARE, SIXTIETHS)
        yield _compare(cell, topic, tolerance, "place_share", (i,), (i,), cell.unended + base.unended)
    yield _compare(cell, Topic("seat", label, "score"), tolerance, "place_score", (i,), (i,))
    parts: Sequence[tuple[str, Figure, Sequence[str], Sequence[str]]] = (
        ("place_category", "points", cell.categories, base.categories),
        ("place_held", "held", cell.kinds, base.kinds),
    )
    for rows, figure, names, base_names in parts:
        for k, name in enumerate(names):
            if name in base_names:
                yield _compare(cell, Topic("seat", label, figure, name), tolerance, rows, (i, k), (i, base_names.index(name)))


def _of_item(cell: CellTally, i: int, j: int, tolerance: float) -> Iterator[Compared]:
    """How many hold item i, which is item j of the base, what holders win, and what a further copy offered is worth."""
    base, item = cast(CellTally, cell.base), cell.items[i].id
    own, other = cell.holders_row(i), base.holders_row(j)
    paired: Row = ()
    if not cell.is_apart:
        # Where games did not end, deals are taken to have as many player-games that did as their mean.
        pairs, n, base_n, deals = cell.parts.paired_with("item_if_held")[i], int(own[0]), int(other[0]), cell.deals
        paired = (n * base_n // deals, n * int(other[1]) // deals, int(own[1]) * base_n // deals, int(pairs[0]), int(pairs[4]))
    yield _made(cell, Topic("item", item, "holders", scale=Scale.SHARE), tolerance, own, other, paired)
    if cell.players > 1:
        topic = Topic("item", item, "win share if held", None, Scale.GROUP, SIXTIETHS)
        yield _compare(cell, topic, tolerance, "item_if_held", (i,), (j,))
        yield _compare(cell, replace(topic, figure="win share per copy offered"), tolerance, "item_offered_slope", (i,), (j,))


def _of_copies_held(cell: CellTally, place: Mapping[str, int], tolerance: float) -> Iterator[Compared]:
    """What a copy held goes with, all items of a kind judged together; `place`: numbers in the base."""
    base = cast(CellTally, cell.base)
    for kind, held in cell.held_kinds.items():
        if kind not in base.held_kinds:
            continue
        other = base.held_kinds[kind]
        both = [k for k, i in enumerate(held.items) if place.get(cell.items[i].id) in other.items]
        held, other = held.only(both), other.only([other.items.index(place[cell.items[held.items[k]].id]) for k in both])
        for gain, figure, scale in HELD:
            for i, found in held_changes(held, other, gain, is_apart=cell.is_apart).items():
                topic = Topic("item", cell.items[i].id, figure, None, scale)
                exact = replace(found, value=0.0, se=0.0, events=0.0) if cell.repeats_base and found.value is not None else found
                yield Compared(topic, Hypothesis(exact, 0.0, 0.0 if scale is Scale.MEAN else tolerance, cell.deals), None)


def _compare(
    cell: CellTally, topic: Topic, tolerance: float, name: str, at: tuple[int, ...], base_at: tuple[int, ...], unended: float = 0.0
) -> Compared:
    """The rows `at` and `base_at` of the ratio part `name`; unended: see `verdicts.Hypothesis`."""
    base = cast(CellTally, cell.base)
    own, other = getattr(cell.parts, name)[at], getattr(base.parts, name)[base_at]
    return _made(cell, topic, tolerance, own, other, () if cell.is_apart else cell.parts.paired_with(name)[at], unended)


def _made(cell: CellTally, topic: Topic, tolerance: float, own: Row, base: Row, paired: Row, unended: float = 0.0) -> Compared:
    """One difference; `paired` is empty of runs that share no deals. The same game has none, whatever the number of deals."""
    if cell.is_apart:
        found = difference_apart(own, base, topic.unit)
    else:
        found = difference(own, base, paired, topic.unit, share=topic.scale is Scale.SHARE)
    if cell.repeats_base and found.value is not None:
        found = Estimate(0.0, 0.0, found.n, events=0.0)
    elif topic.scale is Scale.GROUP and found.value is not None and found.n < FEWEST_EFFECTIVE and not cell.batched:
        found = replace(found, se=None, lacking=FEW_DEALS)
    band = 0.0 if topic.scale is Scale.MEAN else tolerance
    saved = None if cell.is_apart else saved_by_pairing(ratio(own, topic.unit), ratio(base, topic.unit), found)
    return Compared(topic, Hypothesis(found, 0.0, band, cell.batched or cell.deals, unended), saved)
