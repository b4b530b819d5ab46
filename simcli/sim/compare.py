"""Two run folders beside each other: which cells belong together, whether their deals are the same, and counts by block of deals."""

from __future__ import annotations

from bisect import bisect_left
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

FEWEST_BLOCKS = 10
"""With fewer blocks of deals in common two runs are compared as if they shared no deals."""

Apart = tuple[str, object, object]
"""In what two runs differ: a path, and its value here and there."""

Deals = NDArray[np.int64]
"""What deals, or blocks of them, add up to: int64[units, 2, ratio rows], counts and values."""


@dataclass(frozen=True)
class PlayedRun:
    """A run folder with its counts: one tally a cell, and those of the blocks they are the sums of, each with the deals up to its end."""

    name: str
    folder: Path
    plan: Plan
    tallies: Sequence[Tally]
    blocks: Sequence[tuple[int, Sequence[NDArray[np.int64]]]]

    @property
    def run(self) -> ResolvedRun:
        """What was asked."""
        return self.plan.run

    def up_to(self, cell: int, ends: Sequence[int]) -> Deals:
        """What the deals of a cell between each two of these ends of blocks add up to."""
        layout = self.plan.cells[cell].layout
        units = np.zeros((len(ends), 2, layout.ratio_rows), np.int64)
        for end, flats in self.blocks:
            if (unit := bisect_left(ends, end)) < len(ends):
                units[unit] += layout.sums(flats[cell]).ratios[:, :2].T
        return units


def share_deals(one: ResolvedRun, other: ResolvedRun) -> bool:
    """Whether deal n of two runs has the same cards, dice and line-up: the seed and who may sit where are the same."""
    alike = all(getattr(one, name) == getattr(other, name) for name in ("seed", "tables", "lineup", "weights"))
    alike = alike and len(one.strategies) == len(other.strategies)
    return alike and one.game.id == other.game.id and one.game.behaviour == other.game.behaviour


def play_alike(own: PlayedRun, cell: Cell, base: PlayedRun, base_cell: Cell) -> bool:
    """Whether every deal of two cells is the very same game: the same deals, tables, items, bans and strategies."""
    return cell.plays_as(base_cell) and share_deals(own.run, base.run) and own.run.playing == base.run.playing


def in_blocks(own: PlayedRun, cell: int, base: PlayedRun, base_cell: int) -> tuple[int, Tally, Tally] | None:
    """Deals in common, and tallies of two cells whose unit is a block of them, the first with its paired rows; None where they are few."""
    if not share_deals(own.run, base.run):
        return None
    ends = sorted({end for end, _ in own.blocks} & {end for end, _ in base.blocks})
    if len(ends) < FEWEST_BLOCKS:
        return None
    deals, base_deals = own.up_to(cell, ends), base.up_to(base_cell, ends)
    mine, theirs = own.plan.cells[cell], base.plan.cells[base_cell]
    tally = _tally(mine, deals, is_paired=True)
    tally.parts.paired[:] = paired_rows(deals, base_deals, matching_rows(mine, theirs))
    return ends[-1], tally, _tally(theirs, base_deals, is_paired=False)


def _tally(cell: Cell, units: Deals, *, is_paired: bool) -> Tally:
    """A tally with the ratio rows of these units, and their number in place of the deals."""
    layout = replace(cell.layout, is_paired=is_paired)
    tally = Tally.empty(layout)
    c, y = units[:, 0], units[:, 1]
    if (np.square(units.astype(np.float64)).sum(axis=0) >= 2.0**62).any():
        raise TooLargeError("the blocks of these runs make sums of squares that do not fit 64 bits: they are too long to be compared")
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
        if mine and theirs:
            yield from _leaves(f"strategies.{name}", mine, theirs)
        elif mine or theirs:
            yield f"strategies.{name}", "plays" if mine else None, "plays" if theirs else None
    yield from _leaves("options", one.options, other.options)
    for name, key in KEYS.items():
        yield from _leaves(key, getattr(one.restrictions, name), getattr(other.restrictions, name))
    yield from _leaves("components", one.components, other.components)
    if [v.name for v in one.variants] != [v.name for v in other.variants]:
        yield "variants", ", ".join(v.name for v in one.variants), ", ".join(v.name for v in other.variants)


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


def _has_ids(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(row, Mapping) and "id" in row for row in value)
