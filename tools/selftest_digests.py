"""The digests that `simcli selftest` compares with, played again: `python tools/selftest_digests.py` writes them.

They change where rules, components or shipped strategies do. tests/studies/selftest/test_command.py compares.
"""

from __future__ import annotations

import json

from simcli.games import GAME_IDS
from simcli.studies.selftest.digests import KEPT, digests_of

if __name__ == "__main__":
    KEPT.write_text(json.dumps({game_id: digests_of(game_id) for game_id in GAME_IDS}, indent=1) + "\n", "utf-8")
