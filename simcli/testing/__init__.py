"""What the tests of a game need, shipped with simcli so that games of other packages are held to the same (docs/own-game.md).

under_test   tables of the compiled game, positions by name, what strategies win
scenarios    rules tests as data: every file holds and names rules that exist
lockstep     the compiled game beside an oracle in plain Python
golden       a game told word for word as before
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("simcli.testing")  # what differs is shown as in a test's own assertions
