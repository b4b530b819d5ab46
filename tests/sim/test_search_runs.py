"""A run with a search player: the same bytes on any number of workers, stopped and continued or not; a trace tells what was tried."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from simcli.config import ResolvedRun, load_config
from simcli.config.run.stored import restore_run
from simcli.errors import UserError
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width
from simcli.studies.run.play import play
from simcli.trace.trace import Setup, trace

SEARCH = "game: pig\nkind: search\nidea: looks ahead\nrollout: hold_at_20\nplayouts: 12\nlead: 0.5\n"


@pytest.fixture
def searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: object) -> ResolvedRun:
    """One that searches against one that holds at 20."""
    monkeypatch.chdir(tmp_path)
    Path("search.yaml").write_text(SEARCH, "utf-8")
    return load_config({"game": "pig", "players": 2, "strategies": ["./search.yaml", "hold_at_20"], "deals": 40})


def test_workers_and_batches_leave_the_results_as_they_are(searched: ResolvedRun) -> None:
    cuts = ((40, 1), (4, 2))
    plans = [(replace(make_plan(searched), batch_deals=size), workers) for size, workers in cuts]
    one, other = (Runner(plan, half_width=half_width, workers=workers).run().tallies for plan, workers in plans)
    assert one == other
    assert [tally.games for tally in one] == [80]


def test_a_run_whose_deals_grow_ends_like_a_straight_one(searched: ResolvedRun) -> None:
    play(replace(searched, deals=16), Path("grown"), workers=2)
    play(searched, Path("grown"), workers=1)
    play(searched, Path("straight"), workers=2)
    grown, straight = (json.loads(Path(folder, "summary.json").read_text()) for folder in ("grown", "straight"))
    assert grown == straight
    assert grown["cells"][0]["games"] == 80


def test_a_stored_run_is_the_run_that_was_played(searched: ResolvedRun) -> None:
    kept = json.loads(json.dumps(searched.to_json() | {"identity": searched.identity(), "behaviour": searched.game.behaviour}))
    again = restore_run(kept)
    assert again.strategies == searched.strategies
    assert again.identity() == searched.identity()
    assert [s.to_json().keys() & {"rollout", "playouts", "best", "lead", "version"} for s in searched.strategies][1] == set()


def test_a_run_with_a_search_that_chose_otherwise_is_refused(searched: ResolvedRun) -> None:
    older = replace(searched, strategies=(replace(searched.strategies[0], version=1), searched.strategies[1]))
    kept = json.loads(json.dumps(older.to_json() | {"identity": older.identity(), "behaviour": older.game.behaviour}))
    del kept["strategies"][0]["version"]
    with pytest.raises(UserError, match="search players of another version cannot be used"):
        restore_run(kept)


def test_playouts_are_those_of_the_decisions_that_are_searched(searched: ResolvedRun) -> None:
    made = Player(make_plan(searched)).playouts(Batch(0, 0, 0, 10))
    assert made > 0
    assert made % 12 == 0  # each decision has two actions
    nobody = replace(searched, strategies=searched.strategies[1:])
    assert Player(make_plan(nobody)).playouts(Batch(0, 0, 0, 10)) == 0


def test_a_trace_tells_playouts_and_mean_shares(searched: ResolvedRun) -> None:
    setup = Setup(searched.game, searched.components, searched.options, 2, searched.strategies)
    lines = list(trace(setup, 0, explain=True))
    assert "          tried 2 of 2 actions in 12 playouts" in lines
    assert any("the favourite of hold at 20, mean share " in line and line.endswith(" of 6 playouts") for line in lines)
    assert [line for line in lines if not line.startswith("        ")] == list(trace(setup, 0))
