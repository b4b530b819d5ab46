"""Runs that are cut off in every way: what is left goes on to the bytes of a run that was not. Figures: docs/faults.md."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.project import Project, wait_until
from tests.cli.soak import counts

KILLER = Path(__file__).with_name("kill_runs.py")
KILLS_A_FOLDER = 5
RUN = ("run", "long.yaml", "--deals", "100000", "--quiet")
OUTPUTS = ("summary.json", "report.html", "run.json", "tables/strategies.csv")


@counts(5, 500)
def test_a_run_killed_at_random_moments_goes_on_to_equal_bytes(project: Project, count: int) -> None:
    straight = project.here(*RUN, "--out", "straight")
    assert straight.code == 0, straight.err
    runs = count // KILLS_A_FOLDER
    done = project.apart(runs, KILLS_A_FOLDER, 2, *RUN, program=(str(KILLER),), timeout=3600)
    assert done.code == 0, done.err
    assert "Traceback" not in done.err
    for number in range(runs):
        for name in OUTPUTS:
            assert project.read(f"run{number}/{name}") == project.read(f"straight/{name}"), (number, name)
        assert not (project.folder / f"run{number}" / "run.lock").exists()


@counts(1, 6)
def test_ctrl_c_while_kernels_are_compiled_loses_nothing_and_leaves_a_cache_that_works(project: Project, count: int) -> None:
    rng = random.Random(1)
    expected = ""
    for number in range(count):
        cache = {"SIMCLI_CACHE_DIR": str(project.folder / f"cache{number}")}
        process = project.start("run", "pig.yaml", "--out", f"run{number}", env=cache, stdout=subprocess.DEVNULL)
        assert process.stderr is not None
        for line in process.stderr:
            if "compiling Pig" in line:
                break
        time.sleep(rng.random() * 5)
        process.send_signal(signal.SIGINT)
        if number % 2:  # the second one does not wait for the compiler
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(timeout=240) in (0, 130), rest
        assert "Traceback" not in rest
        again = project.apart("run", "pig.yaml", "--out", f"run{number}", "--format", "json", env=cache)
        assert again.code == 0, again.err
        expected = expected or again.out
        assert again.out == expected


@counts(1, 10)
def test_a_closed_terminal_ends_a_run_like_ctrl_c(project: Project, count: int, straight: tuple[bytes, int]) -> None:
    for number in range(count):
        folder = f"run{number}"
        process = project.start("run", "long.yaml", "--out", folder, stdout=subprocess.DEVNULL)
        wait_until(lambda folder=folder, number=number: project.batches(folder) > number, process)  # type: ignore[misc]
        assert process.stderr is not None
        process.stderr.close()  # as the terminal does
        process.send_signal(signal.SIGHUP)
        assert process.wait(timeout=240) in (0, 130)
        assert project.here("run", "long.yaml", "--out", folder, "--quiet").code == 0
        assert project.read(f"{folder}/summary.json") == straight[0]


@pytest.mark.parametrize("years", [-30, 30])
def test_a_clock_that_jumps_changes_no_result(project: Project, years: int, straight: tuple[bytes, int]) -> None:
    project.write(
        "jumping.py",
        "import random, runpy, time\n_now, _draw = time.time, random.Random(3)\n"
        f"time.time = lambda: _now() + {years} * 31_557_600 * _draw.random()\n"
        "time.time_ns = lambda: int(time.time() * 1e9)\nrunpy.run_module('simcli', run_name='__main__')\n",
    )
    shown = project.apart("run", "long.yaml", "--out", "run", "--quiet", program=("jumping.py",), stdout=subprocess.DEVNULL)
    assert shown.code == 0, shown.err
    assert project.read("run/summary.json") == straight[0]
