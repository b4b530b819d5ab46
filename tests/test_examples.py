"""The example pages kept under reports/examples are small, and what the shipped configs give today."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import simcli
from simcli.games import GAME_IDS
from simcli.report.charts import vega

EXAMPLES = Path(__file__).parents[1] / "reports" / "examples"
DEALS, SEED = 500, 1
LARGEST = 350_000
"""Characters of the largest page without the scripts that draw its charts, which are the same on every page."""


@pytest.mark.parametrize("game", GAME_IDS)
def test_an_example_is_repeated_by_its_config(game: str) -> None:
    with (EXAMPLES / game / "strategies.csv").open(encoding="utf-8", newline="") as file:
        kept = list(csv.DictReader(file))
    plans, players = ", ".join(row["strategy"] for row in kept), {int(row["players"]) for row in kept}
    again = simcli.simulate(f"{game}/plans", deals=DEALS, seed=SEED, players=sorted(players), sets=[f"strategies=[{plans}]"]).summary
    assert again["identity"] in (EXAMPLES / game / "report.html").read_text("utf-8"), "the example is out of date: make examples"
    rows = [row for cell in again["cells"] for row in cell["strategies"]]
    assert [row["name"] for row in rows] == [row["strategy"] for row in kept]
    for now, then in zip(rows, kept, strict=True):
        assert [str(now[key]) for key in ("player_games", "unended")] == [then[key] for key in ("player_games", "unended")]
        assert now["win_share"] == pytest.approx([float(then[f"win_share{end}"]) for end in ("_low", "", "_high")], rel=1e-9)
        assert now["score_mean"] == pytest.approx([float(then[f"score_mean{end}"]) for end in ("_low", "", "_high")], rel=1e-9)


def test_the_readme_shows_a_chart_of_the_example() -> None:
    assert "reports/examples/guildes/win_share.png" in (EXAMPLES.parents[1] / "README.md").read_text("utf-8")
    assert (EXAMPLES / "guildes" / "win_share.png").stat().st_size > 10_000


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_example_page_is_small_and_complete_in_itself(game: str) -> None:
    page = (EXAMPLES / game / "report.html").read_text("utf-8")
    assert len(page) - len(vega.scripts()) < LARGEST
    assert page.count("<script") == 4  # sorting and copying, the data of charts, what draws them, and their tabs
    assert page.count("<script>") + page.count('<script type="application/json" id="chart-data">') == 4  # none from elsewhere
    assert 'src="http' not in page


@pytest.mark.parametrize("game", GAME_IDS)
def test_nothing_else_is_kept(game: str) -> None:
    assert {path.name for path in (EXAMPLES / game).iterdir()} - {"board.svg"} == {"report.html", "strategies.csv", "win_share.png"}
