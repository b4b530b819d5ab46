"""Rungs of a ladder on the deals they share: equal and unequal ones are planted, and so is what they have in common."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtri

from simcli.sim.deal_units import UNIT_DEALS, UNITS
from simcli.stats.intervals import Estimate, apart, interval, share_ratio
from simcli.stats.shared_luck import Luck, change, correlation
from simcli.stats.summary import Tolerance
from simcli.studies.ladder.estimate import FADES, REVERSES, LadderFigure, ladder_figures, lucks_of
from simcli.tally_parts import TallyParts
from tests.stats.synthetic import fake_cell, rows

TOLERANCE = Tolerance(0.04, of_even=True)
CELL = fake_cell(4, ("balanced",), deals=2)
EMPTY = replace(CELL, parts=TallyParts(**{name: np.zeros_like(part) for name, part in vars(CELL.parts).items()}))
SHARES = (0.27, 0.30, 0.30)
"""What seat 1 wins on three rungs, of which the last two are equal; the other seats share the rest."""


def wins(rng, shares, deals, common):
    """For each rung who wins each deal, int64[deals, 4] in sixtieths: seat 1 with its share, by luck of which a part is common to all."""
    luck, made = rng.standard_normal(max(deals)), []
    for share, n in zip(shares, deals, strict=True):
        own = math.sqrt(common) * luck[:n] + math.sqrt(1 - common) * rng.standard_normal(n)
        winner = np.where(own < ndtri(share), 0, rng.integers(1, 4, n))
        made.append(60 * (winner[:, None] == np.arange(4)))
    return made


def parts_of(won):
    """What these deals count, a game each."""
    totals = EMPTY.parts.totals.copy()
    totals[:2] = len(won)
    return replace(EMPTY.parts, totals=totals, place_share=rows(np.ones_like(won), won))


def figures(rng, shares, deals, common) -> list[LadderFigure]:
    """The four seats on rungs that are paired where they have the deals for it, by number."""
    names, made = [f"rung {i}" for i in range(len(shares))], wins(rng, shares, deals, common)
    cells = {name: [replace(EMPTY, parts=parts_of(won))] for name, won in zip(names, made, strict=True)}
    lucks = {}
    for name, won in zip(names, made, strict=True):
        if len(won) >= UNITS * UNIT_DEALS:
            units = ([parts_of(won[k : k + UNIT_DEALS])] for k in range(0, UNITS * UNIT_DEALS, UNIT_DEALS))
            lucks[name] = lucks_of(cells[name], units, TOLERANCE, ("seats",), ())
    return sorted(ladder_figures(names, cells, TOLERANCE, ("seats",), (), lucks), key=lambda figure: figure.name)


def planted(ladders: int, deals: tuple[int, ...], common: float) -> tuple[float, float, int, list[float]]:
    """Of so many ladders: how many intervals of the change hold it, by how many independent ones would, equal rungs that fade or reverse,
    and what pairing saves seat 1."""
    rng, held, alone, n, false, saved = np.random.default_rng(9), 0, 0, 0, 0, []
    for _ in range(ladders):
        for seat, figure in enumerate(figures(rng, SHARES, deals, common)):
            own = [share if seat == 0 else (1 - share) / 3 for share in SHARES]
            judge = int(figure.judge[-1])
            for i, one in enumerate(figure.rungs[:judge]):
                assert one.change is not None
                truth, reach = own[judge] - own[i], one.change.half_width * math.sqrt(one.saved or 1.0)
                held += one.change.low <= truth <= one.change.high
                alone += abs(one.change.value - truth) <= reach
                n += 1
                false += i == 1 and one.word in (FADES, REVERSES)
                saved += [one.saved] if seat == 0 else []
    return held / n, alone / n, false, saved


def test_the_change_is_held_as_often_as_promised_and_equal_rungs_do_not_fade() -> None:
    """50 ladders of four seats: independent intervals would be wider by half and hold the change nearly always."""
    held, alone, false, saved = planted(50, (4096, 4096, 4096), 0.75)
    assert 0.925 <= held <= 0.98
    assert held < alone - 0.01
    assert false <= 0.05 * 200
    assert 1.7 < float(np.median(saved)) < 2.5


@pytest.mark.soak
@pytest.mark.parametrize("common", [0.0, 0.3, 0.75])
@pytest.mark.parametrize(
    ("deals", "least"),
    [((4096, 4096, 4096), 0.93), ((1024, 8192, 8192), 0.93), ((8192, 8192, 1024), 0.92), ((40_000, 40_000, 400), 0.86)],
)
def test_many_planted_ladders(deals, least, common) -> None:
    """A rung of few deals is the judge mainly where it contradicts, so that its intervals hold less often, as independent ones do."""
    held, alone, false, _ = planted(200, deals, common)
    assert least <= held <= 0.97
    assert held >= alone - 0.03
    assert false <= 0.05 * 800


def test_what_is_in_common_counts_by_the_deals_that_both_played() -> None:
    """The variance is that of all deals of both: of few deals among many next to nothing is saved."""
    rng = np.random.default_rng(3)
    one, other = wins(rng, (0.3, 0.3), (16_384, 16_384), 0.75)
    for n in (16_384, 4096, 1024):
        few, many = (_seat_one(won) for won in (one[:n], other))
        found = change(few[0], many[0], few[1], many[1])
        first = np.corrcoef(one[:, 0], other[:, 0])[0, 1]
        expected = few[0].se ** 2 + many[0].se ** 2 - 2 * first * math.sqrt(n / 16_384) * few[0].se * many[0].se
        assert found.estimate.value == apart(few[0], many[0]).value
        assert found.estimate.se**2 == pytest.approx(expected, rel=0.12)
        assert found.saved == pytest.approx((few[0].se ** 2 + many[0].se ** 2) / found.estimate.se**2)


def _seat_one(won) -> tuple[Estimate, Luck]:
    units = won[: UNITS * UNIT_DEALS, 0].reshape(UNITS, UNIT_DEALS).sum(axis=1).astype(float)
    return share_ratio(parts_of(won).place_share[0]), Luck(len(won), (units - units.mean()) / units.std())


def test_rungs_without_units_count_as_independent() -> None:
    one, other = (_seat_one(won) for won in wins(np.random.default_rng(3), (0.3, 0.3), (4096, 4096), 0.75))
    alone = apart(one[0], other[0])
    for own, others in ((None, other[1]), (one[1], None), (one[1], one[1])):  # the last: no unit differs
        found = change(one[0], other[0], own, others)
        assert (found.estimate, found.saved) == (alone, None)
    assert interval(change(one[0], other[0], one[1], other[1]).estimate) != interval(alone)
    unknown = one[0]._replace(se=None, lacking="few")
    assert change(unknown, other[0], one[1], other[1]).estimate == apart(unknown, other[0])


def test_a_correlation_is_told_only_where_enough_units_tell_of_it() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 400))
    r, variance = correlation(x, 0.6 * x + 0.8 * y)  # type: ignore[misc]
    assert r == pytest.approx(np.corrcoef(x, 0.6 * x + 0.8 * y)[0, 1])
    assert variance == pytest.approx((1 - 0.36) ** 2 / 400, rel=0.3)
    assert correlation(x[:128], y) == correlation(x[:128], y[:128])
    rare = np.where(np.arange(400) % 40 == 0, x, 0.0)
    assert correlation(rare, y) is None  # ten units have anything
    assert correlation(x, x + rare) is None  # ten units differ
    assert correlation(x, x) is None
    assert correlation(x, np.zeros(400)) is None
