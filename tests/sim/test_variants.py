"""Runs with several variants: cells, the same deals, any number of workers, resume, stop rules, and what stays as it was without them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcli.sim.plan import make_plan
from simcli.studies.run import play as api

TWO = "variants:\n  plain: {}\n  free: {options: {must_roll: false}}\n  short: {patch: {setup: {goal: 50}}}\n"
PLAYERS = "[2, 3]"


def test_a_plan_has_a_cell_for_each_variant_and_number_of_players(run_of) -> None:
    plan = make_plan(run_of(players=PLAYERS, more=TWO))
    assert [(c.variant, c.players, c.rotations) for c in plan.cells] == [(v, n, n) for v in ("plain", "free", "short") for n in (2, 3)]
    assert [int(c.tables["goal"][0]) for c in plan.cells] == [100, 100, 100, 100, 50, 50]
    assert plan.cells[4].layout.bins < plan.cells[0].layout.bins
    assert plan.n_batches == 6 * -(-100 // plan.batch_deals)
    assert [c.variant for c in make_plan(run_of()).cells] == [""]


def test_a_variant_plays_what_a_run_of_its_own_plays(run_of) -> None:
    together = api.simulate(run_of(players=PLAYERS, more=TWO), workers=2)
    alone = api.simulate(run_of(players=PLAYERS, more="options: {must_roll: false}\n"))
    of_variant = [cell for cell in together.summary["cells"] if cell["variant"] == "free"]
    for cell, own in zip(of_variant, alone.summary["cells"], strict=True):
        assert [row["score_histogram"] for row in cell["strategies"]] == [row["score_histogram"] for row in own["strategies"]]
        assert [row["win_share"] for row in cell["seats"]] == [row["win_share"] for row in own["seats"]]
        assert list(cell) == ["variant", "base", "paired_by", *own, "differences"]
    assert "variants" not in alone.summary
    assert together.summary["variants"] == [
        {"name": "plain", "options": {}, "patch": {}},
        {"name": "free", "options": {"must_roll": False}, "patch": {}},
        {"name": "short", "options": {}, "patch": {"setup": {"goal": 50}}},
    ]


def test_workers_and_resume_give_the_same_bytes(tmp_path: Path, run_of) -> None:
    def summary(name: str, workers: int, deals: int) -> bytes:
        api.simulate(run_of(players=PLAYERS, more=TWO, deals=deals), out=tmp_path / name, workers=workers)
        return (tmp_path / name / "summary.json").read_bytes()

    straight = summary("one", 1, 120)
    assert summary("two", 2, 120) == straight
    assert summary("grown", 2, 40) != straight
    assert summary("grown", 1, 120) == straight
    kept = api.load(tmp_path / "grown")
    assert kept.report("json").encode() == straight
    (tmp_path / "grown" / "summary.json").unlink()
    assert api.load(tmp_path / "grown").summary == json.loads(straight)


def test_precision_is_asked_of_every_cell(run_of) -> None:
    run = api.simulate(run_of(deals=200_000, more=TWO + "until: {half_width: 0.03}\n"), workers=2)
    assert run.summary["stopped_by"] == "half_width"
    bounds = [row["win_share"] for cell in run.summary["cells"] for row in cell["strategies"]]
    assert len(bounds) == 6
    assert all((high - low) / 2 <= 0.03 for low, _, high in bounds)
    assert len({cell["deals"] for cell in run.summary["cells"]}) == 1


def test_hundreds_of_cells_play(run_of) -> None:
    many = "variants:\n" + "".join(f"  goal {g}: {{patch: {{setup: {{goal: {g}}}}}}}\n" for g in range(20, 220))
    run = api.simulate(run_of(players=PLAYERS, deals=4, more=many), workers=2)
    assert len(run.summary["cells"]) == 400
    assert run.summary["games"] == 200 * 4 * 5
    frame = run.variants
    assert len(frame) == 400
    assert list(frame["players"]) == [2] * 200 + [3] * 200
    assert frame[frame["players"] == 3]["rank_margin_best"].is_monotonic_increasing
    assert len(run.report().encode()) < 2_000_000


def test_frames_carry_the_variant_only_where_there_are_some(run_of) -> None:
    with_some, without = api.simulate(run_of(deals=20, more=TWO)), api.simulate(run_of(deals=20))
    for name in ("strategies", "seats", "items", "scores", "categories"):
        frame, plain = getattr(with_some, name), getattr(without, name)
        together = [f"{key}{end}" for key in ("held_in_place", "points_in_place") for end in ("_low", "", "_high")]
        assert list(frame.columns) == ["variant", *plain.columns, *(together if name == "items" else [])]
        assert list(dict.fromkeys(frame["variant"])) == ["plain", "free", "short"]
        assert len(frame) >= 2 * len(plain)
    assert list(with_some.categories.columns) == ["variant", "players", "strategy", "category", "points"]
    assert set(with_some.variants["variant"]) == {"plain", "free", "short"}
    assert without.variants.empty


def test_records_say_the_variant(tmp_path: Path, run_of) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    api.simulate(run_of(deals=8, more=TWO), out=tmp_path / "run", records=True)
    parts = sorted((tmp_path / "run" / "records").glob("*/players-2/*.parquet"))
    assert [part.parts[-3] for part in parts] == ["variant-001", "variant-002", "variant-003"]
    assert [set(parquet.read_table(part).column("variant").to_pylist()) for part in parts] == [{"plain"}, {"free"}, {"short"}]
