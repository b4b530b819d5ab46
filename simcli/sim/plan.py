"""From a resolved run to numbered batches of deals.

Batch k of a run belongs to cell k mod C and holds deals [i * batch_deals, (i + 1) * batch_deals) of it, i = k // C. The size depends on
the config and the prices in the game's description only, so every machine cuts a run into the same batches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simcli.config.resolved import MATCHUPS, ResolvedRun
from simcli.engine.batch import Match
from simcli.game import FIXED, TABLE_MODES, Catalogue, Game
from simcli.sim.lineups import Lineup, lineups_of
from simcli.sim.tally import Layout

BATCH_MICROSECONDS = 150_000
"""What a batch may take on one core: Ctrl-C is answered between batches, and one that is lost costs no more than this. Batches of the
dearest cell take more than half of it."""


@dataclass(frozen=True)
class Cell:
    """One number of players of one variant of a run, in matchups one line-up of these (`seats`).

    `tables` is the game's read-only record (a recarray of one row).

    `price` is the CPU time of all games of a deal on one core, in microseconds, as the game's description has it. `base` is the number of
    the cell that a variant's deals are compared with, or those of a line-up with the one in which the two change places.
    """

    number: int
    players: int
    catalogue: Catalogue
    tables: Any
    layout: Layout
    rotations: int
    price: float
    variant: str = ""
    restrict: Mapping[str, Sequence[str]] = field(default_factory=dict)
    base: int | None = None
    seats: Lineup = ()

    @property
    def pair(self) -> tuple[int, ...]:
        """In matchups the two strategies that meet, the one that sits alone first; empty in any other run."""
        return self.seats[:2]

    @property
    def counted(self) -> Catalogue:
        """What its tally has room for: in matchups no items."""
        return replace(self.catalogue, items=()) if self.seats else self.catalogue

    def plays_as(self, other: Cell) -> bool:
        """Whether both have the same rules, components, items and bans."""
        same = self.restrict == other.restrict and self.catalogue == other.catalogue
        return same and bool(self.tables.tobytes() == other.tables.tobytes())


@dataclass(frozen=True)
class Batch:
    """Deals [first_deal, first_deal + deals) of one cell."""

    number: int
    cell: int
    first_deal: int
    deals: int


@dataclass(frozen=True)
class Plan:
    """A run's cells and how its deals are cut into batches."""

    run: ResolvedRun
    cells: tuple[Cell, ...]
    batch_deals: int

    @property
    def mode(self) -> int:
        """Kind of tables as the playout loop numbers it; the line-ups of matchups are fixed ones."""
        return TABLE_MODES.get(self.run.tables, FIXED)

    @property
    def n_batches(self) -> int:
        """Batches until the cap of deals is reached in every cell."""
        return -(-self.run.deals // self.batch_deals) * len(self.cells)

    def batch(self, number: int) -> Batch:
        """Batch `number`, 0 <= number < n_batches; the last of a cell may be short."""
        first = number // len(self.cells) * self.batch_deals
        return Batch(number, number % len(self.cells), first, min(self.batch_deals, self.run.deals - first))

    def repeats_base(self, cell: Cell) -> bool:
        """Whether a variant plays the very game of its base, under another name."""
        if cell.base is None:
            return False
        return cell.plays_as(self.cells[cell.base])

    def same_deals(self, batch: Batch, cell: int) -> Batch:
        """The batch of another cell with the deals of `batch`."""
        return replace(batch, number=batch.number - batch.cell + cell, cell=cell)

    @property
    def games(self) -> int:
        """Games when all deals are played."""
        return sum(self.run.deals * cell.rotations for cell in self.cells)


def match_of(
    game: Game, catalogue: Catalogue, players: int, strategies: int, *, seed: int, mode: int, seating: Sequence[int], first: int, deals: int
) -> Match:
    """Deals [first, first + deals) as the playout loop takes them; strategies: how many play; seating: `ResolvedRun.seating`."""
    return Match(
        seed=np.uint64(seed),
        first_deal=first,
        n_deals=deals,
        mode=mode,
        fixed=np.array(seating or (0,), np.int64),
        n_players=players,
        max_decisions=game.max_decisions,
        score_low=catalogue.score_low,
        kinds=np.array(catalogue.item_kinds, np.int64),
        by_strategy=np.array(catalogue.by_strategy(strategies), np.int64),
        offer_pairs=np.array(catalogue.offer_pairs, np.int64).reshape(-1, 2),
    )


def make_plan(run: ResolvedRun) -> Plan:
    """Builds the tables of every cell and sets the size of a batch."""
    cells: list[Cell] = []
    rotations_of = {n: len(run.strategies) if run.tables == "mirror" else n for n in run.players}
    base = run.base_number
    for v, variant in enumerate(run.played_variants):
        catalogue = run.game.catalogue(variant.components, variant.options)
        for i, players in enumerate(run.players):
            layout = Layout.of(players, len(run.strategies), catalogue, is_paired=v != base)
            tables = run.game.tables.build(variant.components, variant.options, players)
            rotations = rotations_of[players]
            price = microseconds_a_game(run, players, variant.options) * rotations
            compared = None if v == base else base * len(run.players) + i
            cell = Cell(len(cells), players, catalogue, tables, layout, rotations, price, variant.name, variant.restrict, compared)
            cells += _matchups(cell, lineups_of(run, players)) if run.tables == MATCHUPS else [cell]
    return Plan(run, tuple(cells), power_of_two(BATCH_MICROSECONDS / max(cell.price for cell in cells)))


def _matchups(cell: Cell, lineups: Sequence[Lineup]) -> Iterator[Cell]:
    """A cell for each line-up; of the two of a pair the second is compared with the first."""
    for i, seats in enumerate(lineups):
        number = cell.number + i
        is_second = cell.players > 2 and i % 2 == 1
        one = replace(cell, number=number, base=number - 1 if is_second else None, seats=seats)
        yield replace(one, layout=Layout.of(cell.players, 2, one.counted, is_paired=is_second))


def microseconds_a_game(run: ResolvedRun, players: int, options: Mapping[str, Any]) -> float:
    """Price of a game on one core. But for fixed tables all strategies sit equally often."""
    seated = [run.strategies[k] for k in run.lineup] or run.strategies
    price = run.game.prices[players].of([strategy.kind for strategy in seated], [strategy.playouts for strategy in seated])
    return price * math.prod(slow.times[players] for slow in run.game.slowed_by if options[slow.option] != slow.fast)


def power_of_two(x: float) -> int:
    """The largest power of two not above x, at least 1."""
    return 1 << max(0, int(x).bit_length() - 1)
