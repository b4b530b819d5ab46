"""Ranks and verdicts of the rungs of a ladder, told by a tool."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import rung_ranks


def test_ranks_of_equal_values_are_the_mean_of_theirs() -> None:
    assert rung_ranks.ranks([3.0, 1.0, 3.0, 7.0]).tolist() == [2.5, 1.0, 2.5, 4.0]
    assert rung_ranks.spearman([1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 40.0, 30.0]) == pytest.approx(0.8)
    assert rung_ranks.spearman([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) is None
    assert rung_ranks.spearman([1.0, 2.0], [1.0, 2.0]) is None


def test_verdicts_of_two_rungs_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def figure(name: str, weak: tuple[float, str], strong: tuple[float, str]) -> dict[str, object]:
        on = [
            {"rung": rung, "value": [value - 0.02, value, value + 0.02], "verdict": verdict}
            for rung, (value, verdict) in (("weak", weak), ("strong", strong))
        ]
        return {"kind": "copy", "players": 4, "name": name, "rungs": on}

    figures = [
        figure("knight", (0.05, "more"), (-0.04, "less, size open")),
        figure("noble", (-0.05, "less"), (-0.06, "less, size open")),
        figure("cleric", (0.01, "not yet known"), (0.03, "more")),
        figure("artisan", (0.0, "even"), (0.07, "more")),
        figure("citizen", (0.0, "not yet known"), (0.0, "not yet known")),
    ]
    file = tmp_path / "mine" / "ladder.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"rungs": [{"rung": "weak"}, {"rung": "strong"}], "figures": figures}), "utf-8")
    assert rung_ranks.main([str(file)]) == 0
    *_, row = capsys.readouterr().out.splitlines()
    assert row == "| mine copy  4 | weak, strong | 5 | 0.21 | 2.0, 2.0 | 1 | 1 | 1 | 1 knight more -> less |"
