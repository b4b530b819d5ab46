"""From a resolved run to numbered batches of deals.

Batch k of a run belongs to cell k mod C and holds deals [i * batch_deals, (i + 1) * batch_deals) of it, i = k // C. The size depends on
the config and the prices in the game's description only, so every machine cuts a run into the same batches.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcli.base.restrictions import NOBODY, SEAT, ByPlayer, Restrictions, in_turn
from simcli.config.run.in_play import played_setup
from simcli.config.run.resolved import ROUND_ROBIN, ResolvedRun, Variant
from simcli.engine.batch import GAME_FACTS, Counting, Match, Waiting
from simcli.engine.code.doors import count_waiting
from simcli.engine.layout import as_records
from simcli.game import COMPONENT, FIXED, TABLE_MODES, Catalogue, Game
from simcli.sim.blind import unseen_weights
from simcli.sim.lineups import Lineup, lineups_of
from simcli.sim.tally import Layout
from simcli.tally_parts import Term, held_terms

BATCH_MICROSECONDS = 150_000
"""What a batch may take on one core: Ctrl-C is answered between batches, and one that is lost costs no more than this. Batches of the
dearest cell take more than half of it."""

WAITING = 1 << 14
"""Numbers, about, that games write before they are counted: few enough to stay in a fast cache."""
SEAT_NUMBERS = 10
"""Of them those of a seat beside points and copies held."""

MOST_TOGETHER = 16
"""Items of a kind whose copies held are judged together in every run of variants; where these are bans the kind banned, however large."""


class Asked(NamedTuple):
    """A player who is denied items in turn, or must take them, and the numbers of those that count in a cell: all in the base, its own
    in a variant."""

    player: str
    items: tuple[int, ...]

    @classmethod
    def of(cls, bans: ByPlayer, catalogue: Catalogue) -> Asked:
        """The player and its items; one player at most."""
        denied = ((player, tuple(i for i, item in enumerate(catalogue.items) if item.id in ids)) for player, ids in bans.items())
        return next((cls(*one) for one in denied), NOT_ASKED)

    def number(self, strategies: Sequence[str]) -> int:
        """As the playout loop numbers players: the seat, or -1 less the number of the strategy."""
        return -1 - strategies.index(self.player) if self.player in strategies else int(self.player.removeprefix(SEAT)) - 1


NOT_ASKED = Asked(f"{SEAT}1", ())


@dataclass(frozen=True)
class Cell:
    """One number of players of one variant of a run, in matchups one line-up of these (`seats`).

    `tables` is the game's read-only record (`layout.as_records` of one row).

    `price` is the CPU time of all games of a deal on one core, in microseconds, as the game's description has it. `base` is the number of
    the cell that a variant's deals are compared with, or those of a line-up with the one in which the two change places. `watched` are the
    kinds of items whose copies held are judged together, `asked` who is denied which items in turn, or must take them. `unseen` are the
    weights that blind players do not use (`unseen_weights`).
    """

    number: int
    players: int
    catalogue: Catalogue
    tables: Any
    layout: Layout
    rotations: int
    price: float
    variant: str = ""
    restrictions: Restrictions = NOBODY
    unseen: frozenset[tuple[int, str, str, str]] = frozenset()
    base: int | None = None
    seats: Lineup = ()
    watched: tuple[str, ...] = ()
    asked: Asked = NOT_ASKED

    @property
    def unweighed(self) -> tuple[str, ...]:
        """Blind players who weigh nothing that they do not see."""
        weighing = {name for seat, strategy, *_ in self.unseen for name in (f"seat {seat}", strategy)}
        return tuple(player for player in self.restrictions.blind if player not in weighing)

    @property
    def pair(self) -> tuple[int, ...]:
        """In matchups the two strategies that meet, the one that sits alone first; empty in any other run."""
        return self.seats[:2]

    @property
    def counted(self) -> Catalogue:
        """What its tally has room for: in matchups no items."""
        return replace(self.catalogue, items=()) if self.seats else self.catalogue

    def plays_as(self, other: Cell) -> bool:
        """Whether both have the same rules, components, items, restrictions and weights that blind players do not use."""
        mine, theirs = (replace(cell.restrictions, blind={}) for cell in (self, other))
        same = (mine, self.unseen, self.catalogue) == (theirs, other.unseen, other.catalogue)
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
    game: Game,
    catalogue: Catalogue,
    players: int,
    strategies: int,
    *,
    seed: int,
    tables: tuple[int, Sequence[int]],
    deals: range,
    watched: Sequence[str] = (),
) -> Match:
    """Deals as the playout loop takes them; strategies: how many play; tables: the mode, and `ResolvedRun.seating` or, of fixed tables,
    several line-ups behind one another, which the deals take in turn; watched: kinds of items whose copies held are judged together.
    Nobody is denied items in turn."""
    mode, seating = tables
    of_kinds = catalogue.held_pairs(watched)
    pairs = np.array(of_kinds, np.int64).reshape(-1, 2)
    return Match(
        seed=np.uint64(seed),
        first_deal=deals.start,
        n_deals=len(deals),
        mode=mode,
        fixed=np.array(seating or (0,), np.int64),
        n_players=players,
        max_decisions=game.max_decisions,
        score_low=catalogue.score_low,
        kinds=np.array(catalogue.item_kinds, np.int64),
        by_strategy=np.array(catalogue.by_strategy(strategies), np.int64),
        offer_pairs=np.array(catalogue.offer_pairs, np.int64).reshape(-1, 2),
        held_pairs=pairs,
        held_items=pairs[pairs[:, 0] == pairs[:, 1], 0],
        terms=np.array(held_terms(of_kinds), np.int64).reshape(-1, len(Term._fields)),
    )


def counter_of(layout: Layout, flat: NDArray[np.int64], deals: NDArray[np.int64] | None = None) -> Counting:
    """What counts games into a flat vector of a layout, and keeps what each deal adds up to in `deals`, if given."""
    seats, held = layout.players, layout.items * 2
    n = max(seats, layout.strategies, WAITING // (seats * (layout.categories + held + SEAT_NUMBERS)))
    waiting = Waiting(
        facts=np.zeros((n, GAME_FACTS), np.int64),
        seats=np.zeros((n, seats), np.int64),
        share=np.zeros((n, seats), np.int32),
        standing=np.zeros((n, seats if layout.finishes else 0), np.int32),
        total=np.zeros((n, seats), np.int64),
        points=np.zeros((n, seats, layout.categories), np.int32),
        held=np.zeros((n, seats, layout.items, 2), np.int32),
    )
    return Counting(layout.sums(flat, deals), waiting, count_waiting.pointer("count"))


def make_plan(run: ResolvedRun) -> Plan:
    """Builds the tables of every cell and sets the size of a batch."""
    cells: list[Cell] = []
    rotations_of = {n: len(run.strategies) if run.is_mirror else n for n in run.players}
    base = run.base_number
    denied = in_turn(variant.restrictions for variant in run.variants) if run.tables != ROUND_ROBIN and bans_alone(run) else {}
    rules_of = _Rules(run)
    for v, variant in enumerate(run.played_variants):
        catalogue = rules_of.catalogue(variant)
        for i, players in enumerate(run.players):
            watched = watched_kinds(run, catalogue, is_base=v == base)
            pairs = v == base and bans_alone(run)
            asked = Asked.of(denied if v == base else asked_of(variant), catalogue) if denied else NOT_ASKED
            layout = Layout.of(
                *(players, len(run.strategies), catalogue), is_paired=v != base, watched=watched, with_pairs=pairs, asked=len(asked.items)
            )
            rotations = rotations_of[players]
            price = microseconds_a_game(run, players, variant.options) * rotations
            compared = None if v == base else base * len(run.players) + i
            cell = Cell(
                number=len(cells),
                players=players,
                catalogue=catalogue,
                tables=rules_of.tables(variant, players),
                layout=layout,
                rotations=rotations,
                price=price,
                variant=variant.name,
                restrictions=variant.restrictions,
                unseen=unseen_weights(variant.restrictions.blind, run.game, [run.strategies[k] for k in run.playing_at(players)], players),
                base=compared,
                watched=watched,
                asked=asked,
            )
            cells += _round_robin(cell, lineups_of(run, players)) if run.tables == ROUND_ROBIN else [cell]
    return Plan(run, tuple(cells), power_of_two(BATCH_MICROSECONDS / max(cell.price for cell in cells)))


class _Rules:
    """Catalogues and tables of a run's variants, made once for all that have the same components, the very ones, and options: those that
    only restrict players. Nothing writes into them."""

    def __init__(self, run: ResolvedRun) -> None:
        self.run = run
        self.catalogues: dict[tuple[object, ...], Catalogue] = {}
        self.built: dict[tuple[object, ...], object] = {}

    def catalogue(self, variant: Variant) -> Catalogue:
        """The catalogue of a variant."""
        key = _key(variant)
        if key not in self.catalogues:
            self.catalogues[key] = self.run.game.catalogue(*played_setup(self.run.game, variant, self.run.players))
        return self.catalogues[key]

    def tables(self, variant: Variant, players: int) -> Any:
        """The tables of a variant with a number of players."""
        key = (players, *_key(variant))
        if key not in self.built:
            self.built[key] = as_records(self.run.game.tables.build(*played_setup(self.run.game, variant, [players]), players))
        return self.built[key]


def _key(variant: Variant) -> tuple[object, ...]:
    return id(variant.components), *((name, value.__class__, value) for name, value in variant.options.items())


def bans_alone(run: ResolvedRun) -> bool:
    """Whether the variants of a run do nothing but restrict players."""
    is_any = any(variant.restrictions for variant in run.variants)
    return is_any and all(variant.options == run.options and not variant.patch for variant in run.variants)


def asked_of(variant: Variant) -> ByPlayer:
    """What a variant denies a player, or makes it take."""
    return variant.restrictions.bans or variant.restrictions.musts


def watched_kinds(run: ResolvedRun, catalogue: Catalogue, *, is_base: bool) -> tuple[str, ...]:
    """Kinds of items whose copies held are judged together in a cell.

    Where variants do nothing but restrict players these are the kinds of the items named, in the base alone. Where they change anything
    else they are all kinds of components of at most `MOST_TOGETHER` items, in each variant: the sums grow with the square of their
    number. A run without variants has none, and is not slowed down.
    """
    if not run.variants or run.tables == ROUND_ROBIN:
        return ()
    components = [item for item in catalogue.items if item.role == COMPONENT]
    if bans_alone(run):
        of_items = (variant.restrictions for variant in run.variants)
        rows = (row for one in of_items for row in (one.bans, one.musts, one.swaps, one.grants))
        banned = {name for row in rows for names in row.values() for name in names}
        return tuple(dict.fromkeys(item.kind for item in components if item.id in banned)) if is_base else ()
    numbers = Counter(item.kind for item in components)
    return tuple(kind for kind, number in numbers.items() if 2 <= number <= MOST_TOGETHER)


def _round_robin(cell: Cell, lineups: Sequence[Lineup]) -> Iterator[Cell]:
    """A cell for each line-up; of the two of a pair the second is compared with the first."""
    for i, seats in enumerate(lineups):
        number = cell.number + i
        is_second = cell.players > 2 and i % 2 == 1
        one = replace(cell, number=number, base=number - 1 if is_second else None, seats=seats)
        yield replace(one, layout=Layout.of(cell.players, 2, one.counted, is_paired=is_second, has_finishes=True))


def microseconds_a_game(run: ResolvedRun, players: int, options: Mapping[str, object]) -> float:
    """Price of a game on one core. Except at fixed tables all strategies sit equally often."""
    seated = [run.strategies[k] for k in run.lineup] or run.strategies
    price = run.game.prices[players].of([strategy.kind for strategy in seated], [strategy.playouts for strategy in seated])
    return price * math.prod(slow.times[players] for slow in run.game.slowed_by if options[slow.option] != slow.fast)


def power_of_two(x: float) -> int:
    """The largest power of two not above x, at least 1."""
    return 1 << max(0, int(x).bit_length() - 1)


def round_robin_cost(matchups: ResolvedRun, cores: int) -> tuple[int, float]:
    """Games of a run of matchups, and their rough time in seconds on `cores`, by the prices of the game."""
    games, microseconds = 0, 0.0
    for variant in matchups.played_variants:
        for players in matchups.players:
            n = len(lineups_of(matchups, players)) * players * matchups.deals
            games, microseconds = games + n, microseconds + n * microseconds_a_game(matchups, players, variant.options)
    return games, microseconds / 1e6 / cores


def rough_seconds(run: ResolvedRun, deals: int, cores: int, plan: Plan | None = None) -> float:
    """Rough time of this number of deals of a run on `cores`, once compiled: by the prices of the game, not from this machine.

    `plan` is that of the run, where it is there already.
    """
    if run.tables == ROUND_ROBIN:
        return round_robin_cost(replace(run, deals=deals), cores)[1]
    return deals * sum(cell.price for cell in (plan or make_plan(run)).cells) / 1e6 / cores
