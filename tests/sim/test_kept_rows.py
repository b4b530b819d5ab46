"""Rows of batches that are kept until all are there: two of the same folder do not take each other's away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simcli.sim.folder import kept_rows
from simcli.sim.folder.kept_rows import KeptRows

ROWS = np.arange(6, dtype=np.int64).reshape(2, 3)


def test_what_is_forgotten_is_gone_with_its_folder_and_nothing_else_is(tmp_path: Path) -> None:
    one, other = KeptRows(tmp_path / "kept", "one"), KeptRows(tmp_path / "kept", "other")
    one.add(0, ROWS)
    other.add(0, ROWS + 1)
    one.forget()
    found = other.read(0, 2, 3)
    assert one.read(0, 2, 3) is None
    assert found is not None
    assert (found == ROWS + 1).all()
    other.forget()
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_is_taken_away_while_rows_are_written_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, write, taken = KeptRows(tmp_path / "kept", "one"), kept_rows.write_atomically, []

    def write_late(path: Path, data: bytes) -> None:
        if not taken:
            taken.append(path)
            path.parent.rmdir()
        write(path, data)

    monkeypatch.setattr(kept_rows, "write_atomically", write_late)
    kept.add(0, ROWS)
    found = kept.read(0, 2, 3)
    assert taken
    assert found is not None
    assert (found == ROWS).all()
