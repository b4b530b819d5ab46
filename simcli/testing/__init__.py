"""What the tests of a game need, shipped with simcli so that games of other packages are held to the same (docs/own-game.md).

contract     what every game owes the engine, as tests of cases that the game names
playthrough  cases, and a way to step through them
under_test   tables of the compiled game, positions by name, what strategies win
scenarios    rules tests as data: every file holds and names rules that exist
lockstep     the compiled game beside an oracle in plain Python
golden       a game told word for word as before
pictures     what every picture of a board owes a page
colours      what readers with the common colour deficiencies see of two colours
"""

from __future__ import annotations

import pytest

MODULES = ("colours", "contract", "golden", "lockstep", "pictures", "playthrough", "scenarios", "under_test")

# What differs is shown as in a test's own assertions.
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))
