"""The lists of faults for `make mutants` fit the code as it is; whether tests find them is what the target says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import mutants  # noqa: E402

from simcli.games import get_game  # noqa: E402

each_game = pytest.mark.parametrize("game", mutants.GAMES)


@each_game
def test_every_fault_changes_one_place_and_leaves_a_program(game):
    listed = mutants.mutants_of(game)
    assert len(listed) >= 30
    for mutant in listed:
        text = (ROOT / "simcli" / "games" / game / mutant.file).read_text("utf-8")
        faulty = mutants.changed(mutant, text)
        assert faulty != text
        if mutant.file.endswith(".py"):
            compile(faulty, mutant.file, "exec")
    assert len({(m.file, m.old, m.new) for m in listed}) == len(listed)


def test_pages_count_the_faults():
    """As many as the lists hold, all together and by game."""
    lists = {game: mutants.mutants_of(game) for game in mutants.GAMES}
    n, explained = sum(map(len, lists.values())), sum(bool(fault.why) for faults in lists.values() for fault in faults)
    readme, page = ((ROOT / name).read_text("utf-8") for name in ("docs/tour.md", "docs/rules-testing.md"))
    assert f"Of {n} faults put into the rules one at a time, tests\n  find {n - explained}, and {explained} are explained" in readme
    assert f"\n{n} faults, {explained} of them explained, {n - explained} found;" in page
    for game, faults in lists.items():
        titled = f"| {get_game(game).title} | {len(faults)} | " in page
        assert titled or f"`tools/mutants/{game}.yaml` has {len(faults)} faults" in page, game


@each_game
def test_every_fault_breaks_a_rule_that_exists(game):
    rules = (ROOT / "simcli" / "games" / game / "RULES.md").read_text("utf-8")
    for mutant in mutants.mutants_of(game):
        number = re.sub(r"^section (\d+)$", r"## \1.", mutant.rule)
        assert re.search(rf"{re.escape(number)}(?!\w)", rules), mutant.rule


@each_game
def test_faults_are_spread_over_all_files_of_rules(game):
    kernels = {path.name for path in (ROOT / "simcli" / "games" / game / "kernels").glob("*.py")} - {
        "__init__.py",
        "features.py",
        "context.py",
    }
    counts = {name: sum(m.file == f"kernels/{name}" for m in mutants.mutants_of(game)) for name in kernels}
    assert min(counts.values()) >= 3, counts


@each_game
def test_tests_of_single_rules_come_first_and_golden_games_last(game):
    files = [Path(name).stem for name in mutants.tests_of(game, ROOT)]
    assert files[0] == "test_scenarios"
    assert files[-1] == "test_golden"
    assert {"test_lockstep", "test_contract", "test_restrict"} <= set(files)


def test_a_fault_that_no_longer_fits_is_named():
    gone = mutants.Mutant(7, "rules.py", "GU-61", "packs stay", "not there", "")
    with pytest.raises(ValueError, match=r"number 7 of the list: 'not there' stands 0 times in rules\.py"):
        mutants.changed(gone, "text")


def test_verdicts():
    plain, explained = (mutants.Mutant(1, "rules.py", "GU-61", "packs stay", "a", "b", why) for why in ("", "cannot show"))
    assert [mutants.verdict_of(m, found) for m in (plain, explained) for found in ("test_x", "")] == [
        *("found", "NOT FOUND"),
        *("found, though explained", "explained"),
    ]


def test_a_game_without_a_list_is_refused():
    done = subprocess.run([sys.executable, ROOT / "tools" / "mutants.py", "chess"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "invalid choice: 'chess'" in done.stderr
