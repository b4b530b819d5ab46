"""The change between two rungs of real games, of every kind of figure, holds the truth as often as promised."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from simcli.sim.deal_units import UNIT_DEALS, UNITS
from simcli.sim.plan import Plan, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.tally import N_GROUPS, Tally
from simcli.stats.cell_tally import CellTally
from simcli.studies.counted import cell_tallies
from simcli.studies.ladder.estimate import Kind, LadderFigure, ladder_figures, lucks_of
from simcli.studies.ladder.question import LadderQuestion, ask
from simcli.studies.played import tolerance_of
from simcli.tally_parts import TallyParts
from tests.stats.synthetic import Table, fake_cards, play, tally
from tests.stats.test_shared_luck import TOLERANCE

CONFIGS = Path(__file__).parents[2] / "configs"
ALL, DRAWN = 1024, 512
"""Units played of each rung, which are the truth, and units of a small run, drawn from them with replacement."""


PLACES = N_GROUPS // UNIT_DEALS


@dataclass(frozen=True)
class Played:
    """The units of two rungs, [unit][cell]."""

    asked: LadderQuestion
    plans: dict[str, Plan]
    units: dict[str, list[list[np.ndarray]]]

    @classmethod
    def of(cls, config: str, rungs: Sequence[str], about: str) -> Played:
        asked = ask(CONFIGS / f"{config}.yaml", rungs, deals=ALL * UNIT_DEALS, players=[4], about=about)
        plans = {one.rung.name: replace(make_plan(one.run), batch_deals=UNIT_DEALS) for one in asked.rungs}
        units = {}
        for name, plan in plans.items():
            runner, n = Player(plan, is_again=True), len(plan.cells)
            units[name] = [[runner.play(plan.batch(unit * n + cell)) for cell in range(n)] for unit in range(ALL)]
        return cls(asked, plans, units)

    def figures(self, drawn: Sequence[int]) -> dict[tuple[object, ...], LadderFigure]:
        """What a ladder says of these units, the first of them for what is in common."""
        cells, lucks, asked = {}, {}, self.asked
        for name, plan in self.plans.items():
            own, layouts = self.units[name], [cell.layout for cell in plan.cells]
            flats = [sum((own[unit][i] for unit in drawn), np.zeros(layout.size, np.int64)) for i, layout in enumerate(layouts)]
            cells[name] = cell_tallies(plan, [Tally(layout, flat) for layout, flat in zip(layouts, flats, strict=True)])
            parts = ([layout.parts(flat) for layout, flat in zip(layouts, own[unit], strict=True)] for unit in drawn[:UNITS])
            lucks[name] = lucks_of(cells[name], parts, tolerance_of(asked.run), asked.asked, asked.kinds)
        found = ladder_figures(list(self.plans), cells, tolerance_of(asked.run), asked.asked, asked.kinds, lucks)
        return {(one.kind, one.variant, one.of, one.figure): one for one in found}


def changes(figures: dict[tuple[object, ...], LadderFigure]) -> Iterator[tuple[tuple[object, ...], LadderFigure]]:
    """Figures of both rungs with an interval of the change."""
    for name, figure in figures.items():
        if len(figure.rungs) == 2 and figure.judge == figure.rungs[1].rung and figure.rungs[0].change and figure.rungs[0].change.half_width:
            yield name, figure


@pytest.mark.soak
@pytest.mark.parametrize(
    ("config", "about", "runs", "kinds"),
    [
        ("guildes/ban", "bans", 400, {"ban"}),
        ("kingdom_builder/seats", "seats", 200, {"seat"}),
        ("guildes/cards", "items", 100, {"offered"}),
        ("kings_guild/guilds", "items", 60, {"offered"}),
        ("guildes/variants", "items", 40, {"offered"}),
        ("guildes/variants", "variants", 12, {"difference"}),
    ],
)
def test_changes_of_real_rungs_are_held(config: str, about: str, runs: int, kinds: set[Kind]) -> None:
    played = Played.of(config, ("shipped", "balanced"), about)
    truth = {name: figure.rungs for name, figure in changes(played.figures(range(ALL)))}
    held, n = defaultdict(int), defaultdict(int)
    for run in range(runs):
        # As many units of each place among the 32 groups of deals that copies held are counted in.
        places = np.random.default_rng(run).integers(0, ALL // PLACES, (DRAWN // PLACES, PLACES)) * PLACES + np.arange(PLACES)
        drawn = places.ravel().tolist()
        for name, figure in changes(played.figures(drawn)):
            if name in truth:
                weaker, judge = (one.value.value for one in truth[name])
                assert figure.rungs[0].change is not None
                n[figure.kind] += 1
                held[figure.kind] += figure.rungs[0].change.low <= judge - weaker <= figure.rungs[0].change.high
    assert set(n) == kinds
    for kind, number in n.items():
        assert 0.92 <= held[kind] / number <= 0.985, (kind, number)


def test_copies_offered_are_paired_as_seats_are() -> None:
    """Half of the deals of the second rung are those of the first, so that independent rungs would take twice the deals."""
    rng, n, deals = np.random.default_rng(2), 4, 2048
    cards, others = fake_cards(n), [(i, j) for i in range(n) for j in range(i + 1, n)]
    first, fresh = play(rng, 4, 1, n, 2, deals), play(rng, 4, 1, n, 2, deals)
    same = rng.random(deals) < 0.5
    cells, lucks = {}, {}

    def counted(table: Table, deals: slice) -> TallyParts:
        part = Table(*(None if one is None else one[deals] for one in vars(table).values()))
        return tally(part, 1, -50, 250, [card.kind for card in cards], (), others)

    for name, table in (("first", first), ("second", _mixed(first, fresh, same))):
        parts = counted(table, slice(None))
        cell = CellTally(4, ("balanced",), cards, ("trade", "votes"), -50, parts, offer_pairs=tuple(others))
        units = ([counted(table, slice(k, k + UNIT_DEALS))] for k in range(0, UNITS * UNIT_DEALS, UNIT_DEALS))
        cells[name], lucks[name] = [cell], lucks_of([cell], units, TOLERANCE, ("items",), ())
    saved = defaultdict(list)
    for figure in ladder_figures(("first", "second"), cells, TOLERANCE, ("items",), (), lucks):
        assert figure.rungs[0].paired_by == "batch"
        saved[figure.kind].append(figure.rungs[0].saved)
    assert {kind: len(found) for kind, found in saved.items()} == {"offered": n}
    assert all(1.5 < np.median(found) < 2.6 for found in saved.values())


def _mixed(one: Table, other: Table, is_one: np.ndarray) -> Table:
    """Deals of one table and of another."""
    both = zip(vars(one).values(), vars(other).values(), strict=True)
    return Table(*(None if a is None else np.where(is_one.reshape(-1, *[1] * (a.ndim - 1)), a, b) for a, b in both))
