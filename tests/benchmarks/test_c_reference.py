"""The C reference of Guildes plays the same games as the compiled Python. Needs a C compiler (`cc`): without one this fails, not skips."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

import c_reference  # noqa: E402

from simcli.sim.reference import build_reference, build_tables, run_reference  # noqa: E402

# Readings of the rules that change what random players meet.
OPTIONS: dict[str, dict[str, Any]] = {
    "base": {},
    "events": {"events": "on"},
    "tricks": {"tricks": "on"},
    "both": {"events": "on", "tricks": "on"},
    "others": {
        "events": "on",
        "tricks": "on",
        "value_profile": "equal_steps",
        "draft_direction": "alternate",
        "tied_groups_lower_players_move_up": False,
        "one_or_two_start": "always_two",
        "swap_needs_both_unprotected": False,
        "null_trick_actions_legal": True,
        "trick_c_may_hit_owner": False,
        "virtual_card_scores_alone": False,
        "trick_e_three_players": "literal",
        "discard_pile_scope": "this_round",
        "trick_repeat_rule": "free",
    },
}
DEALS = 300


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_reference(tmp_path_factory.mktemp("c_reference"))


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_c_and_compiled_python_play_the_same_games(program: Path, players: int, options: dict[str, Any]) -> None:
    tables = build_tables(players, options)
    in_c = run_reference(program, tables, DEALS)
    assert in_c.games == DEALS * players
    assert in_c.result == c_reference.run_kernel(tables, DEALS).result


def test_another_deal_or_seed_gives_another_checksum(program: Path) -> None:
    tables = build_tables(4, {})
    base = run_reference(program, tables, 10)
    assert base.checksum != run_reference(program, tables, 10, first=1).checksum
    assert base.checksum != run_reference(program, tables, 10, seed=12).checksum
