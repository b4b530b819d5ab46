"""The search for weights on the toy game, whose games take microseconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.config import load_config
from simcli.config.players.fields import field_of
from simcli.engine.code import store
from simcli.games import get_game
from simcli.sim.plan import Batch
from simcli.sim.pool.player import Player
from simcli.studies.candidates import CANDIDATE, Candidates
from simcli.studies.league.play import league
from simcli.studies.tune.play import TuneResult, tune

pytestmark = [pytest.mark.usefixtures("toy_game"), pytest.mark.filterwarnings("ignore:First-class function type")]
BAD = """game: pig
idea: "Holds with nothing at risk, rolls on with everything: wrong on purpose."
temperature: 1
weights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}
"""
SMALL: dict[str, Any] = {"players": [2], "candidates": 8, "deals": 32, "fresh": 500, "budget": "6912 games"}
"""Twelve generations of nine times 32 deals in both rotations."""


def tuned(folder: Path, *, out: str | None = None, field: Any = ("hold_at_20", "random"), **more: Any) -> TuneResult:
    (folder / "bad.yaml").write_text(BAD, "utf-8")
    return tune("pig", str(folder / "bad.yaml"), field, **SMALL | more, out=None if out is None else folder / out)


def table(field: dict[str, float], players: int = 2) -> Candidates:
    run = load_config({"game": "pig", "players": players, "strategies": sorted(field), "deals": 1})
    return Candidates(run, field_of(run.game, [(strategy, field[strategy.name]) for strategy in run.strategies], "field"))


def test_bad_weights_are_improved_and_judged_on_fresh_deals(tmp_path: Path) -> None:
    found = tuned(tmp_path)
    (row,) = found.results.against
    assert row.gain.low is not None
    assert row.gain.low > 0.2
    assert row.gain.known == pytest.approx(row.after.known - row.before.known, abs=1e-9)
    assert (found.results.generations, found.results.games, row.deals) == (12, 6912, 500)
    assert found.strategy.name == "bad_tuned"
    assert found.folder is None


def test_the_same_seed_and_budget_make_the_same_bytes_on_any_number_of_workers_resumed_or_not(tmp_path: Path) -> None:
    tuned(tmp_path, out="straight", workers=1)
    tuned(tmp_path, out="resumed", workers=2, budget="2000")
    tuned(tmp_path, out="resumed", workers=2)
    tuned(tmp_path, out="other", seed=2)
    files = ("bad_tuned.yaml", "tune.json")
    straight, resumed, other = ([(tmp_path / out / file).read_bytes() for file in files] for out in ("straight", "resumed", "other"))
    assert straight == resumed
    assert straight[0] != other[0]


def test_line_ups_are_drawn_by_the_weights_of_the_field() -> None:
    drawn = table({"hold_at_20": 3.0, "random": 1.0}, players=3).draw(np.random.default_rng(1), 4000)
    assert (drawn[:, 0] == CANDIDATE).all()
    assert (drawn[:, 1:] == 1).mean() == pytest.approx(0.75, abs=5 * np.sqrt(0.75 * 0.25 / 8000))


def test_a_deal_is_the_same_alone_and_among_others_whose_line_ups_differ() -> None:
    games = table({"hold_at_20": 1.0, "random": 1.0}, players=3)
    lineups = games.draw(np.random.default_rng(1), 40)
    candidate = games.packed(games.run.strategies[1 + CANDIDATE])
    together = games.wins(candidate, lineups, 100)
    assert [int(games.wins(candidate, lineups[k : k + 1], 100 + k)[0]) for k in range(40)] == together.tolist()
    assert len(set(together.tolist())) > 1


def test_a_setting_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="unknown setting 'colour'"):
        tune("guildes", colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unknown setting 'colour'"):
        league("guildes", colour="red")  # type: ignore[call-arg]


def test_the_loop_is_compiled_once_for_runs_and_candidates(tmp_path: Path) -> None:
    Player(table({"hold_at_20": 1.0})._player.plan).playouts(Batch(0, 0, 0, 1))
    tuned(tmp_path)
    names = [path.name for path in store.files_of(store.code_of(get_game("pig").folder))]
    assert len([name for name in names if name.startswith("play_batch")]) == 1
