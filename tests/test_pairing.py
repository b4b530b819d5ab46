"""What pairing saves, told by a tool, on the toy game."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import pairing

from simcli.config import load_config

pytestmark = pytest.mark.usefixtures("toy_game")
CONFIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25]\nvariants: {long: {}, short: {patch: {setup: {goal: 60}}}}\n"
SMALL = ["--deals", "60", "--games", "2"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "two.yaml"
    path.write_text(CONFIG, "utf-8")
    return path


def test_it_tells_what_pairing_saves_and_where_games_part(config, capsys):
    assert pairing.main([str(config), *SMALL]) == 0
    line = capsys.readouterr().out
    assert re.search(
        r"win share: [0-9.]+ times, ([0-9]+) % of deals differ; score: .* times, ([0-9]+) % of deals differ; ([0-9]+) % of decisions", line
    )


def test_a_game_with_another_goal_is_the_same_until_the_shorter_one_ends(config):
    """Plans of Pig hold at a number of points in a turn, whatever the goal, until a win is near."""
    run = load_config(config)
    (part,) = pairing.alike(run, 1)
    base, own = (pairing.decisions(run, variant, 2, 0) for variant in (0, 1))
    same = sum(1 for _ in iter_same(base, own))
    assert part == same / len(base)
    assert 0.2 < part < 1
    assert len(own) < len(base)


def iter_same(base, own):
    for one, other in zip(base, own, strict=False):
        if one != other:
            return
        yield one


def test_one_variant_is_compared_with_nothing(config, capsys):
    config.write_text("game: pig\nplayers: 2\nstrategies: [hold_at_20]\n", "utf-8")
    assert pairing.main([str(config), *SMALL]) == 2
    assert "compared with nothing" in capsys.readouterr().err
