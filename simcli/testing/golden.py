"""Golden texts: a game told word for word. They change only when the rules, the random streams or the words do.

After such a change write them anew, and read the difference: `SIMCLI_WRITE_GOLDEN=1 pytest`, then `git diff`. A difference in the
choices of an unchanged strategy means that `Game.behaviour` must be raised.
"""

from __future__ import annotations

import os
from pathlib import Path

WRITE = "SIMCLI_WRITE_GOLDEN"


def check_golden(path: Path, text: str) -> None:
    """Compares a text with the file, which is written first when SIMCLI_WRITE_GOLDEN is 1."""
    if os.environ.get(WRITE) == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{path.name} is not what it was; {WRITE}=1 writes it anew"
