"""Without the compiler a run plays the same games, from the command on: what `print` and a debugger in a strategy rely on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.engine import layout
from simcli.engine.loop.lineup import new_scratch, strategy_records
from simcli.game import Game
from simcli.games import GAME_IDS
from simcli.sim.plan import make_plan
from simcli.sim.warm import small_run
from tests.cli.forked import forks


def shares(config: str, folder: Path, **environment: str) -> Any:
    words = ["run", config, "--deals", "1", "--workers", "1", "--measure", "none", "-q", "--format", "json", "--out", str(folder)]
    done = forks().run(words, folder.parent, os.environ | environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["cells"]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_run_without_the_compiler_plays_the_same_games(game: str, tmp_path: Path) -> None:
    played = [shares(f"{game}/demo", tmp_path / mode, NUMBA_DISABLE_JIT=mode) for mode in ("0", "1")]
    assert played[0] == played[1]


def test_no_record_asks_for_its_fields_by_numpys_search(toy_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without the compiler takes twice as long where one does."""
    monkeypatch.setattr(layout, "JIT", False)
    plan = make_plan(small_run(toy_game.id))
    made = [layout.new_states(toy_game), new_scratch(toy_game), strategy_records(toy_game, plan.run.strategies), plan.cells[0].tables]
    for rows in made:
        assert not isinstance(rows[0], np.record)
        assert all(getattr(rows[0], name) is not None for name in rows.dtype.names)
