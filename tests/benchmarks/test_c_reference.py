"""The C reference of Guildes plays the same games as the compiled Python. Needs a C compiler (`cc`): without one this fails, not skips."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simcli.engine.batch import OK, RECORD_DECISIONS, RECORD_FIXED, RECORD_SHARE, RECORD_STRATEGY
from simcli.games import get_game
from simcli.sim.reference import build_reference, build_tables, run_reference
from simcli.testing.playthrough import PLAY_SEED, Case, Playthrough, play
from tests.cli.forked import ROOT, forks
from tests.games.oracle_chance import splitmix

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


RANDOM = SimpleNamespace(name="random", kind="random", weights={}, temperature=0, source="", where="built in", columns={}, trees={})


def in_python(players: int, options: dict[str, Any]) -> tuple[int, int, int]:
    """Checksum, games and decisions as the program in C tells them, of the games that a run plays."""
    table = Playthrough(Case(get_game("guildes"), players, tuple(options.items())))
    played = play(table, [RANDOM], 0, DEALS, records=True)
    assert played["status"][0] == OK
    n = played["layout"].categories
    checksum = decisions = 0
    for k, row in enumerate(played["rows"].tolist(), start=1):
        points = sum(row[RECORD_FIXED : RECORD_FIXED + n])
        checksum = splitmix(checksum ^ (points * 4096 + row[RECORD_SHARE] * 16 + row[RECORD_STRATEGY]) % 2**64)
        if k % players == 0:
            checksum = splitmix(checksum ^ row[RECORD_DECISIONS])
            decisions += row[RECORD_DECISIONS]
    return checksum, len(played["rows"]) // players, decisions


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_c_and_compiled_python_play_the_same_games(program: Path, players: int, options: dict[str, Any]) -> None:
    in_c = run_reference(program, build_tables(players, options), DEALS, seed=PLAY_SEED)
    assert in_c.games == DEALS * players
    assert in_c.result == in_python(players, options)


def test_what_the_benchmark_times_is_the_same(program: Path, tmp_path: Path) -> None:
    """`make c-reference` compiles it and compares all checksums; here it runs without the compiler."""
    in_c = run_reference(program, build_tables(3, OPTIONS["both"]), 2)
    words = ["--worker", "--players", "3", "--variant", "both", "--deals", "2"]
    done = forks().run(words, tmp_path, os.environ | {"PYTHONPATH": str(ROOT / "benchmarks"), "NUMBA_DISABLE_JIT": "1"}, "c_reference")
    assert done.returncode == 0, done.stderr
    assert tuple(map(int, done.stdout.split()[:3])) == in_c.result


def test_another_deal_or_seed_gives_another_checksum(program: Path) -> None:
    tables = build_tables(4, {})
    base = run_reference(program, tables, 10)
    assert base.checksum != run_reference(program, tables, 10, first=1).checksum
    assert base.checksum != run_reference(program, tables, 10, seed=12).checksum
