"""A planted point more a copy in Guildes, looked for in what a run of variants says of its items.

Militia pays three votes a card in each scoring; the planted game pays four. Players choose at random, so that they do the same in both.
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from simcli.report.words.differences import certain
from simcli.report.words.differences import naming as may_name
from simcli.studies.run import play as api

CONFIG = Path(__file__).parents[2] / "docs" / "examples" / "guildes" / "planted.yaml"
FIGURES = ("win share per copy held", "points per copy held")


def named(seed: int) -> dict[str, set[str | None]]:
    """By figure the guilds that a run of 1,000 deals calls changed."""
    cell = api.simulate(CONFIG, seed=seed).results.cells[1]
    rows = may_name(cell.differences or (), [item.item for item in cell.items if item.offered_in_place is not None])
    return {figure: {row.of for row in rows if row.figure == figure and certain(row)} for figure in {row.figure for row in rows}}


def test_a_planted_point_is_found_and_no_other_guild_named() -> None:
    """Exact seeds: 6 runs; over them all figures that may name a guild name another at most once."""
    runs = [named(seed) for seed in range(1, 7)]
    for figure in FIGURES:
        assert [one[figure] for one in runs] == [{"militia"}] * 6
    assert {figure for one in runs for figure in one if "win share" in figure and figure != "win share"} == {FIGURES[0]}
    assert not any(one["holders"] for one in runs)


@pytest.mark.soak
def test_a_planted_point_is_found_in_95_of_100_runs_and_another_guild_named_in_at_most_5() -> None:
    """200 runs. Another named: 5 % and four binomial standard errors (false alarm 3e-5)."""
    n = 200
    runs = [named(seed) for seed in range(1000, 1000 + n)]
    for figure in FIGURES:
        assert sum("militia" in one[figure] for one in runs) >= 0.95 * n
        others = sum(bool(one[figure] - {"militia"}) for one in runs) / n
        assert others < 0.05 + 4 * math.sqrt(0.05 * 0.95 / n), (figure, others)
