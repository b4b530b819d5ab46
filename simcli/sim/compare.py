"""Two run folders beside each other: which cells belong together, whether their deals are the same, and counts by batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import KEYS
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import TooLargeError
from simcli.sim.paired import matching_rows, paired_rows
from simcli.sim.plan import Cell, Plan
from simcli.sim.tally import Tally

FEWEST_BATCHES = 10
"""With fewer batches in common two runs are compared as if they shared no deals."""

Apart = tuple[str, Any, Any]
"""In what two runs differ: a path, and its value here and there."""

Deals = NDArray[np.int64]
"""What deals, or batches of them, add up to: int64[units, 2, ratio rows], counts and values."""


@dataclass(frozen=True)
class PlayedRun:
    """A run folder with its counts: one tally a cell, and those of the batches they are the sums of, by number."""

    name: str
    folder: Path
    plan: Plan
    tallies: Sequence[Tally]
    batches: Mapping[int, NDArray[np.int64]]

    @property
    def run(self) -> ResolvedRun:
        """What was asked."""
        return self.plan.run

    def by_batch(self, cell: int, size: int) -> Deals:
        """What each `size` deals of a cell add up to: a multiple of the run's own batches; what is left over is not counted."""
        layout, together = self.plan.cells[cell].layout, size // self.plan.batch_deals
        n = len(self.plan.cells)
        flats = [self.batches[number] for number in sorted(self.batches) if number % n == cell]
        full = [flat for flat in flats if flat[0] == self.plan.batch_deals]
        rows = [layout.sums(flat).ratios[:, :2].T for flat in full[: len(full) // together * together]]
        if not rows:
            return np.zeros((0, 2, layout.ratio_rows), np.int64)
        units: Deals = np.stack(rows).reshape(-1, together, 2, layout.ratio_rows).sum(axis=1)
        return units


def share_deals(one: ResolvedRun, other: ResolvedRun) -> bool:
    """Whether deal n of two runs has the same cards, dice and line-up: the seed and who may sit where are the same."""
    alike = all(getattr(one, name) == getattr(other, name) for name in ("seed", "tables", "lineup", "weights"))
    alike = alike and len(one.strategies) == len(other.strategies)
    return alike and one.game.id == other.game.id and one.game.behaviour == other.game.behaviour


def play_alike(own: PlayedRun, cell: Cell, base: PlayedRun, base_cell: Cell) -> bool:
    """Whether every deal of two cells is the very same game: the same deals, tables, items, bans and strategies."""
    return cell.plays_as(base_cell) and share_deals(own.run, base.run) and own.run.playing == base.run.playing


def in_batches(own: PlayedRun, cell: int, base: PlayedRun, base_cell: int) -> tuple[Tally, Tally] | None:
    """Tallies of two cells whose unit is a batch that both have played, the first with its paired rows; None where there are too few."""
    if not share_deals(own.run, base.run):
        return None
    size = max(own.plan.batch_deals, base.plan.batch_deals)
    deals, base_deals = own.by_batch(cell, size), base.by_batch(base_cell, size)
    n = min(len(deals), len(base_deals))
    if n < FEWEST_BATCHES:
        return None
    mine, theirs = own.plan.cells[cell], base.plan.cells[base_cell]
    deals, base_deals = deals[:n], base_deals[:n]
    tally = _tally(mine, deals, is_paired=True)
    tally.parts.paired[:] = paired_rows(deals, base_deals, matching_rows(mine, theirs))
    return tally, _tally(theirs, base_deals, is_paired=False)


def _tally(cell: Cell, units: Deals, *, is_paired: bool) -> Tally:
    """A tally with the ratio rows of these units, and their number in place of the deals."""
    layout = replace(cell.layout, is_paired=is_paired)
    tally = Tally.empty(layout)
    c, y = units[:, 0], units[:, 1]
    if (np.square(units.astype(np.float64)).sum(axis=0) >= 2.0**62).any():
        raise TooLargeError("the batches of these runs make sums of squares that do not fit 64 bits: they are too long to be compared")
    ratios = layout.sums(tally.flat).ratios
    ratios[:] = np.stack([c.sum(axis=0), y.sum(axis=0), (c * c).sum(axis=0), (c * y).sum(axis=0), (y * y).sum(axis=0)], axis=1)
    tally.flat[0] = len(units)
    tally.flat[1] = int(tally.parts.place_share[0, 0])
    return tally


def same_place(cell: Cell, plan: Plan) -> int | None:
    """The cell of another plan that a cell belongs to: of the same variant, or of a run without any, with as many players."""
    names = {other.variant for other in plan.cells}
    wanted = cell.variant if cell.variant in names else "" if names == {""} else None
    return next((other.number for other in plan.cells if other.variant == wanted and other.players == cell.players), None)


def told_apart(one: ResolvedRun, other: ResolvedRun) -> Iterator[Apart]:
    """How two runs of a game differ: (path, here, there) of every setting, option, strategy and value of a component file."""
    for name in ("seed", "tables", "tolerance", "players"):
        here, its = getattr(one, name), getattr(other, name)
        if here != its:
            yield name, here, its
    if one.game.behaviour != other.game.behaviour:
        yield "rules version", one.game.behaviour, other.game.behaviour
    strategies, others = ({strategy["name"]: strategy for strategy in run.playing} for run in (one, other))
    for name in dict.fromkeys([*strategies, *others]):
        mine, theirs = strategies.get(name), others.get(name)
        yield from _leaves(f"strategies.{name}", mine, theirs) if mine and theirs else _there(f"strategies.{name}", mine, theirs)
    yield from _leaves("options", one.options, other.options)
    for name, key in KEYS.items():
        yield from _leaves(key, getattr(one.restrictions, name), getattr(other.restrictions, name))
    yield from _leaves("components", one.components, other.components)
    if [v.name for v in one.variants] != [v.name for v in other.variants]:
        yield "variants", ", ".join(v.name for v in one.variants), ", ".join(v.name for v in other.variants)


def _there(path: str, mine: Any, theirs: Any) -> Iterator[Apart]:
    if bool(mine) != bool(theirs):
        yield path, "plays" if mine else None, "plays" if theirs else None


def _leaves(path: str, here: Any, its: Any) -> Iterator[Apart]:
    """Where two nested values differ; records of a list by their id."""
    if here == its:
        return
    if isinstance(here, Mapping) and isinstance(its, Mapping):
        for key in dict.fromkeys([*here, *its]):
            yield from _leaves(f"{path}.{key}", here.get(key), its.get(key))
    elif _has_ids(here) and _has_ids(its):
        yield from _leaves(path, {row["id"]: row for row in here}, {row["id"]: row for row in its})
    else:
        yield path, here, its


def _has_ids(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(row, Mapping) and "id" in row for row in value)
