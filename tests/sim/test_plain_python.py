"""Without the compiler a run plays the same games, from the command on: what `print` and a debugger in a strategy rely on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from simcli.games import GAME_IDS
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
