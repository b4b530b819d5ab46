"""Without the compiler a run plays the same games, from the command on: what `print` and a debugger in a strategy rely on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simcli.games import GAME_IDS


def shares(config: str, folder: Path, **environment: str) -> Any:
    command = [sys.executable, "-m", "simcli", "run", config, "--deals", "1", "--workers", "1", "--measure", "none", "-q"]
    command += ["--format", "json", "--out", str(folder)]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["cells"]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_run_without_the_compiler_plays_the_same_games(game: str, tmp_path: Path) -> None:
    played = [shares(f"{game}/demo", tmp_path / mode, NUMBA_DISABLE_JIT=mode) for mode in ("0", "1")]
    assert played[0] == played[1]
