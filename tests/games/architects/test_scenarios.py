"""Rules tests as data: every file in scenarios/ holds. The file's name says what it shows, its `rule` which rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simcli.config.text_files import read_mapping
from simcli.games.architects import GAME
from simcli.testing.scenarios import check_scenario, rules_of, scenarios_in

SCENARIOS = scenarios_in(Path(__file__).parent / "scenarios")
RULE = r"AW-(?:PB|AP|BL|RW|BM|DB|[GCSTABREPKVQDW])\d+[a-e]?|GO-\d\d"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario_holds(path):
    check_scenario(path)


def test_scenarios_hold_without_the_compiler():
    """The kernels as plain Python, where numbers do not wrap round: an empty place of the display is a bit taken out of a mask."""
    command = [sys.executable, "-m", "simcli", "check", str(SCENARIOS[0].parent)]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=os.environ | path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scenarios_name_rules_that_exist():
    known = rules_of(GAME, f"(?:{RULE})")
    for path in SCENARIOS:
        named = read_mapping(path).data["rule"]
        assert named != []
        assert set(named) <= known, path.stem


def test_scenarios_are_named_after_one_of_their_rules():
    for path in SCENARIOS:
        stem = re.match(r"(?:aw|go)-(?:[a-z]+)?\d+[a-e]?", path.stem).group()
        assert stem in [rule.lower() for rule in read_mapping(path).data["rule"]], path.stem


def test_every_card_and_board_has_a_scenario():
    named = {rule for path in SCENARIOS for rule in read_mapping(path).data["rule"]}
    for prefix, count in (("AW-AP", 38), ("AW-BL", 43), ("AW-RW", 7), ("AW-BM", 11), ("AW-PB", 10)):
        assert {f"{prefix}{n:02}" for n in range(1, count + 1)} <= named
