"""Makes the toy game known to every Python process that has this folder on its path, so that the command line can be tested with it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "toys" / "pig"))

from pig import GAME

from simcli.games import register

register(GAME)
