"""However a run is cut off, going on gives the bytes of a run that was not."""

from __future__ import annotations

import os
import resource
import signal
import subprocess

import pytest
from cli_project import Project, wait_until

RUN = ("run", "long.yaml", "--out", "run", "--quiet")
Straight = tuple[bytes, int]


def finish(project: Project) -> bytes:
    """Goes on to the end; the bytes of summary.json."""
    done = project.here(*RUN)
    assert done.code == 0, done.err
    return project.read("run/summary.json")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_finishes_batches_in_flight_and_tells_how_to_go_on(project: Project, straight: Straight, number: signal.Signals) -> None:
    shown = project.stop_when(number, lambda: project.batches("run") >= 2, *RUN[:-1])
    assert shown.code == 130
    assert shown.out == ""
    assert "Traceback" not in shown.err
    assert "stopping: batches in flight are being finished" in shown.err
    assert "to go on: simcli run long.yaml --out run\n" in shown.err
    assert not (project.folder / "run/summary.json").exists()
    assert not (project.folder / "run/run.lock").exists()
    so_far = project.here("report", "run", "--format", "json")
    assert '"stopped_by": "unfinished"' in so_far.out
    assert finish(project) == straight[0]


def test_a_second_ctrl_c_quits_at_once_and_loses_no_finished_batch(project: Project, straight: Straight) -> None:
    process = project.start(*RUN[:-1])
    wait_until(lambda: project.batches("run") >= 2, process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    assert process.returncode == 130
    assert project.batches("run") >= 2
    assert finish(project) == straight[0]


def test_a_killed_run_goes_on(project: Project, straight: Straight) -> None:
    shown = project.stop_when(signal.SIGKILL, lambda: project.batches("run") >= 3, *RUN)
    assert shown.code == -signal.SIGKILL
    assert finish(project) == straight[0]


def test_the_number_of_workers_and_bounds_checks_leave_no_trace(project: Project, straight: Straight) -> None:
    assert project.here(*RUN, "--workers", 2).code == 0
    assert project.read("run/summary.json") == straight[0]
    done = project.apart("run", "long.yaml", "--out", "fast", "--fast", "--workers", 2, "--quiet")
    assert done.code == 0, done.err
    assert project.read("fast/summary.json") == straight[0]


def test_a_torn_tail_is_dropped_and_played_again(project: Project, straight: Straight) -> None:
    finish(project)
    log = project.read("run/batches.log")
    project.write("run/batches.log", log[: int(len(log) * 0.6)])
    (project.folder / "run/summary.json").unlink()
    assert finish(project) == straight[0]


def test_damage_in_the_middle_is_refused_and_left_alone(project: Project, straight: Straight) -> None:
    project.here(*RUN)
    log = bytearray(project.read("run/batches.log"))
    log[len(log) // 2] ^= 1
    project.write("run/batches.log", bytes(log))
    shown = project.here(*RUN)
    assert (shown.code, shown.out) == (4, "")
    assert "batches.log is damaged at byte" in shown.err
    assert project.read("run/batches.log") == bytes(log)


def test_a_folder_in_use_is_refused(project: Project) -> None:
    process = project.start(*RUN)
    wait_until(lambda: project.batches("run") >= 1, process)
    shown = project.here(*RUN)
    process.kill()
    process.communicate()
    assert shown.code == 4
    assert "another simcli is writing to run" in shown.err


def test_a_full_disk_stops_with_3_and_loses_nothing(project: Project, straight: Straight) -> None:
    limit = straight[1] // 2

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    shown = project.apart(*RUN, preexec_fn=small_disk, stdout=subprocess.DEVNULL, env={"SIMCLI_DEBUG": "1"})
    assert shown.code == 3, shown.err
    assert "batches.log cannot be written" in shown.err
    assert "to go on: simcli run long.yaml" in shown.err
    kept = project.batches("run")
    assert kept > 0
    assert os.path.getsize(project.folder / "run/batches.log") <= limit  # noqa: PTH202
    assert finish(project) == straight[0]
