"""The example runs kept under reports/examples are what the shipped configs give today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simcli
from simcli.games import GAME_IDS

EXAMPLES = Path(__file__).parents[1] / "reports" / "examples"


@pytest.mark.parametrize("game", GAME_IDS)
def test_an_example_is_repeated_by_its_config(game: str) -> None:
    kept = json.loads((EXAMPLES / game / "summary.json").read_text("utf-8"))
    again = simcli.simulate(f"{game}/plans", deals=kept["deals"], seed=kept["seed"]).summary
    assert again["identity"] == kept["identity"], "the example is out of date: make examples"
    assert (again["games"], again["stopped_by"]) == (kept["games"], kept["stopped_by"])
    for now, then in zip(again["cells"], kept["cells"], strict=True):
        assert [row["win_share"][1] for row in now["strategies"]] == [row["win_share"][1] for row in then["strategies"]]
        assert [row["score_quantiles"] for row in now["strategies"]] == [row["score_quantiles"] for row in then["strategies"]]


def test_the_readme_shows_a_chart_of_the_example() -> None:
    assert "reports/examples/guildes/win_share.png" in (EXAMPLES.parents[1] / "README.md").read_text("utf-8")
    assert (EXAMPLES / "guildes" / "win_share.png").stat().st_size > 10_000


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_example_page_is_small_and_complete_in_itself(game: str) -> None:
    page = (EXAMPLES / game / "report.html").read_text("utf-8")
    assert len(page) < 2_000_000
    assert page.count("<script") == 1  # that sorts the tables
    assert 'src="http' not in page
