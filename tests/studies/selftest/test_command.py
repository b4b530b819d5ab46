"""`simcli selftest`: what it says of a simcli that is right, and of one in which something is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simcli.games import GAME_IDS, get_game
from simcli.sim.pool.player import Player
from simcli.sim.pool.pool import LostPoolError
from simcli.stats import intervals
from simcli.studies.selftest import checks
from simcli.studies.selftest.checks import CHEAP, CHECKS, GENERIC
from simcli.studies.selftest.command import NAMES
from simcli.studies.selftest.digests import digests_of, kept_digests
from simcli.studies.selftest.record import FAILED, NOT_TRIED, OK, Selftest, Tried
from simcli.tally_parts import Totals
from tests.cli.project import Project
from tests.report.limits import wrong_with

Patch = pytest.MonkeyPatch


def outcomes(lines: Iterator[Tried]) -> dict[str, str]:
    return {line.of: line.outcome for line in lines}


def test_the_kept_digests_are_those_of_today() -> None:
    """`python tools/selftest_digests.py` writes them again."""
    kept = kept_digests()
    assert kept == {game_id: digests_of(game_id) for game_id in GAME_IDS}
    assert [len(kept[game_id]) for game_id in GAME_IDS] == [g.max_players - g.min_players + 1 for g in map(get_game, GAME_IDS)]
    assert len({digest for of_game in kept.values() for digest in of_game.values()}) == sum(map(len, kept.values()))


@pytest.mark.parametrize("cpu", ["this CPU", pytest.param("any CPU", marks=pytest.mark.soak)])
def test_all_checks_hold_here_and_leave_page_and_json(project: Project, monkeypatch: Patch, cpu: str) -> None:
    """But for other processes, and a longer series of intervals, which have tests of their own. Strategies of the folder change nothing.

    Code for any CPU is compiled for minutes, so that only the long form plays it.
    """
    if cpu == "this CPU":
        monkeypatch.setattr(checks, "call_in_subprocess", lambda _module, _function, arguments, _environment: digests_of(**arguments))
    monkeypatch.setattr(checks, "find_spec", lambda _: None)
    monkeypatch.setattr(checks, "INTERVALS", 20)
    project.write("strategies/guildes/balanced.yaml", "game: guildes\nkind: random\n")
    before = project.files()
    shown = project.here("selftest", "--out", "out", "--format", "json", "-q")
    assert (shown.code, shown.out) == (0, project.read("out/selftest.json").decode())
    data = json.loads(shown.out)
    assert list(dict.fromkeys(line["check"] for line in data["lines"])) == list(NAMES) == list(CHECKS)
    assert {line["of"]: line["outcome"] for line in data["lines"] if line["outcome"] != OK} == {"two processes of a cluster": NOT_TRIED}
    assert data["answer"] == "All five checks hold on this machine."
    assert project.read("out/report.html").count(b">ok<") == len(data["lines"]) - 1
    assert {*project.files()} - {*before} == {"out", "out/report.html", "out/selftest.json"}


def test_some_checks_are_made_and_others_refused(project: Project) -> None:
    shown = project.here("selftest", "even")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("The check called even holds on this machine.\n5 of 5 lines are as they must be.\n")
    wrong = project.here("selftest", "evn")
    assert (wrong.code, wrong.out) == (2, "")
    assert "CHECK evn: there is no such check\n  hint: did you mean 'even'?" in wrong.err


def test_a_failed_check_ends_with_1_and_is_named(project: Project, monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks, "kept_digests", lambda: {game_id: {} for game_id in GAME_IDS})
    monkeypatch.setattr(checks, "call_in_subprocess", lambda *_: {})
    shown = project.here("selftest", "kept", "planted", "--out", "out")
    assert shown.code == 1, shown.err
    assert shown.out.startswith("1 of 2 checks failed on this machine: kept.\n3 of 8 lines are as they must be.\n")
    assert shown.out.count(FAILED) == len(GAME_IDS) == project.read("out/report.html").count(b">FAILED<")


def test_copies_that_are_none_are_uneven(monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks, "GAME_IDS", (CHEAP,))
    copies, other = checks.copies_of, checks.shipped_run(CHEAP, 4, "random").strategies

    def with_another(game_id: str, players: int) -> Any:
        run = copies(game_id, players)
        return replace(run, strategies=(*run.strategies[:-1], replace(other[0], name="another")))

    assert set(outcomes(checks.even()).values()) == {OK}
    monkeypatch.setattr(checks, "copies_of", with_another)
    assert set(outcomes(checks.even()).values()) == {FAILED}


def test_a_change_that_is_none_is_not_found_and_one_that_is_one_differs(monkeypatch: Patch) -> None:
    strong, nothing = checks.PLANTED, checks.INNOCENT
    monkeypatch.setattr(checks, "PLANTED", nothing)
    assert [*outcomes(checks.planted()).values()] == [FAILED, OK]
    monkeypatch.setattr(checks, "PLANTED", strong)
    monkeypatch.setattr(checks, "INNOCENT", strong)
    assert [*outcomes(checks.planted()).values()] == [OK, FAILED]


def test_a_variant_that_plays_other_deals_differs(monkeypatch: Patch) -> None:
    """What its own deals are is seen in its counts."""
    play = Player.play
    monkeypatch.setattr(Player, "play", lambda self, batch, *more: play(self, replace(batch, first_deal=batch.cell), *more))
    assert outcomes(checks.planted())["a guild with another name"] == FAILED


@pytest.fixture
def short(monkeypatch: Patch) -> None:
    """Batches are short, so that few deals make many; no other processes."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 2000)
    monkeypatch.setattr(checks, "find_spec", lambda _: None)


@pytest.mark.parametrize("way", ["summary_bytes", "resumed_bytes", "merged_bytes"])
def test_a_way_that_plays_otherwise_is_found(way: str, short: None, monkeypatch: Patch) -> None:
    bytes_of: Callable[..., bytes] = getattr(checks, way)

    def other(run: Any, folder: Path, workers: int = 2) -> bytes:
        return bytes_of(
            replace(run, seed=run.seed + 1) if workers == 2 and "way" in folder.name else run, folder, *[workers] * (way[0] == "s")
        )

    monkeypatch.setattr(checks, way, other)
    assert [*outcomes(checks.same()).values()].count(FAILED) == 1


def test_counts_that_depend_on_what_was_played_before_are_found(short: None, monkeypatch: Patch) -> None:
    play, calls = Player.play, []

    def drifting(self: Player, *words: Any) -> Any:
        calls.append(words)
        flat = play(self, *words)
        flat[len(Totals._fields) + 1] += len(calls)  # wins of the first strategy
        return flat

    monkeypatch.setattr(Player, "play", drifting)
    assert [*outcomes(checks.same()).values()] == [FAILED, FAILED, FAILED, NOT_TRIED]


def test_processes_of_a_cluster_leave_the_same_bytes_and_no_files(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 2000)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert [*outcomes(checks.same()).values()] == [OK] * 4
    assert [*tmp_path.iterdir()] == []


def test_a_cluster_that_does_not_start_has_failed(short: None, monkeypatch: Patch) -> None:
    def lost(*_: object) -> bytes:
        raise LostPoolError("local:2 cannot be started: no socket; what was finished is kept")

    monkeypatch.setattr(checks, "find_spec", lambda _: True)
    monkeypatch.setattr(checks, "cluster_bytes", lost)
    *_, line = checks.same()
    assert (line.found, line.outcome) == ("local:2 cannot be started: no socket", FAILED)


@pytest.mark.parametrize(("factor", "number", "outcome"), [(1.0, 200, OK), (0.5, 60, FAILED), (2.0, 200, FAILED)])
def test_intervals_of_another_width_fail(factor: float, number: int, outcome: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(checks, "INTERVALS", number)
    critical = intervals.critical
    monkeypatch.setattr(intervals, "critical", lambda *words: factor * critical(*words))
    assert [*outcomes(checks.intervals()).values()] == [outcome]


def test_other_counts_of_any_cpu_fail(monkeypatch: Patch) -> None:
    asked = []
    monkeypatch.setattr(checks, "GAME_IDS", (CHEAP, "kings_forge"))

    def forged(module: str, function: str, arguments: dict[str, str], environment: dict[str, str]) -> dict[str, str]:
        asked.append((arguments["game_id"], environment))
        return digests_of(arguments["game_id"]) | ({"3": "0"} if arguments["game_id"] == CHEAP else {})

    monkeypatch.setattr(checks, "call_in_subprocess", forged)
    found = outcomes(checks.kept(generic=True))
    assert [of for of, outcome in found.items() if outcome == FAILED] == ["Guildes, any CPU"]
    assert asked == [(CHEAP, GENERIC), ("kings_forge", GENERIC)]
    asked.clear()
    assert len(outcomes(checks.kept())) == 3
    assert asked == [(CHEAP, GENERIC)]


def test_answers_are_short() -> None:
    for outcome in (OK, FAILED, NOT_TRIED):
        lines = tuple(Tried(name, "x", "y", outcome if name == "kept" else OK) for name in NAMES)
        assert wrong_with(Selftest(simcli="1", machine={}, seed=1, lines=lines).answer, names=NAMES) == []


@pytest.mark.parametrize("check", ["same", "intervals"])
def test_ctrl_c_leaves_nothing(check: str, tmp_path: Path) -> None:
    """Neither in the folder nor among temporary files."""
    for name in ("here", "temporary"):
        (tmp_path / name).mkdir()
    environment = os.environ | {"TMPDIR": str(tmp_path / "temporary"), "PYTHONPATH": str(Path(checks.__file__).parents[3])}
    words = [sys.executable, "-m", "simcli", "selftest", check, "--out", "out"]
    running = subprocess.Popen(words, cwd=tmp_path / "here", env=environment, stderr=subprocess.PIPE, text=True)
    begun = time.monotonic()
    while check == "same" and not [*(tmp_path / "temporary").rglob("batches.log")] and time.monotonic() < begun + 30:
        time.sleep(0.01)
    time.sleep(1.5 if check == "intervals" else 0.0)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert (running.returncode, "interrupted" in err) == (130, True), err
    assert [*tmp_path.rglob("*")] == [tmp_path / "here", tmp_path / "temporary"]
