"""However a run is cut off, going on gives the bytes of a run that was not."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import signal
import subprocess

import pytest

from simcli.sim.folder.lock import FolderLock
from tests.cli.project import Project, wait_until

RUN = ("run", "long.yaml", "--out", "run", "--quiet")
Straight = tuple[bytes, int]


def finish(project: Project) -> bytes:
    """Goes on to the end; the bytes of summary.json."""
    done = project.here(*RUN)
    assert done.code == 0, done.err
    return project.read("run/summary.json")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
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


SEARCH = "tune pig --start hold_at_20 --field random --players 2 --budget 400 --candidates 4 --deals 10 --fresh 100"
WORDS = (("run", "pig.yaml", "--deals", "40"), tuple(SEARCH.split()))


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
@pytest.mark.parametrize("words", WORDS)
def test_where_no_file_can_be_locked_a_file_that_names_the_process_stands_for_a_lock(
    project: Project, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], number: int
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refused)
    shown = project.here(*words, "--out", "out")
    assert shown.code in (0, 3), shown.err
    lock = FolderLock(project.folder / "out")
    lock.take()
    assert "another simcli is writing to out" in project.here(*words, "--out", "out").err
    lock.release()
    again = project.here(*words, "--out", "out")
    assert (again.code, again.out) == (shown.code, shown.out)
    assert not list(project.folder.rglob("*.lock"))


BARE = ("-c", "import sys; sys.modules['fcntl'] = None; from simcli.cli.app import main; sys.exit(main(sys.argv[1:]))")
"""simcli where Python has no fcntl, as on Windows."""
HOLDS = "import sys; sys.modules['fcntl'] = None; from pathlib import Path; from simcli.sim.folder.lock import FolderLock; "
HOLDS += "lock = FolderLock(Path('out')); lock.take(); print('held', flush=True); sys.stdin.read()"
SMALL = ("run", "pig.yaml", "--deals", 40, "--out", "out")


def test_without_fcntl_all_is_as_with_it(project: Project) -> None:
    """A run, another with a seed of its own, what differs between them, and a search; no warning is printed."""
    runs = (SMALL, (*SMALL[:-1], "two", "--seed", 2), (*WORDS[1], "--out", "tuned"))
    for command in (*((*words, "--format", "json", "-q") for words in runs), ("compare", "out", "two")):
        shown = project.apart(*command, program=BARE)
        assert shown.code == 0, shown.err
        assert "lock" not in shown.err
        assert shown == project.forked(*command)
    assert not list(project.folder.rglob("*.lock"))


def test_without_fcntl_a_folder_has_one_writer_and_one_that_is_killed_holds_nothing(project: Project) -> None:
    (project.folder / "out").mkdir()
    holder = project.start(program=("-c", HOLDS), stdin=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    again = project.apart(*SMALL, program=BARE)
    assert again.code == 4
    assert "another simcli is writing to out" in again.err
    holder.kill()
    holder.communicate()
    assert (project.folder / "out" / "run.lock").exists()
    assert project.apart(*SMALL, program=BARE).code == 0
    assert not list(project.folder.rglob("*.lock"))


def test_a_lock_that_fails_otherwise_is_told_and_leaves_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(fcntl, "flock", refused)
    shown = project.here("run", "pig.yaml", "--deals", 40, "--out", "out")
    assert (shown.code, shown.out) == (4, "")
    assert "out cannot be written: Operation not permitted" in shown.err
    assert not list(project.folder.rglob("run.lock"))


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("module", ["simcli.terminal.ui", "typer.core", "pydantic.main", "numpy", "llvmlite.binding"])
def test_a_signal_while_modules_load_ends_with_130_and_no_traceback(project: Project, number: signal.Signals, module: str) -> None:
    process = project.start(*RUN, env={"PYTHONPROFILEIMPORTTIME": "1"}, stdout=subprocess.DEVNULL)
    assert process.stderr is not None
    for line in process.stderr:
        if line.rstrip().endswith(f" {module}"):
            break
    process.send_signal(number)
    rest = process.stderr.read()
    assert process.wait(timeout=240) == 130
    assert "interrupted\n" in rest or "to go on: " in rest
    assert "Traceback" not in rest


def test_a_ctrl_c_that_is_ignored_from_the_start_ends_nothing_but_sigterm_does(project: Project, straight: Straight) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    process = project.start(*RUN, preexec_fn=ignore, stdout=subprocess.DEVNULL)
    wait_until(lambda: project.batches("run") >= 2, process)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
    wait_until(lambda: project.batches("run") >= 4, process)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=240)
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert project.batches("run") >= 4
    assert finish(project) == straight[0]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("run", "nowhere.yaml"), 2),
        (("run", "--no-such-option"), 2),
        (("check", "bad.yaml"), 2),
        (("report", "no-folder"), 4),
        (("run", "pig.yaml", "--set", "tolerance=0.0001", "--deals", "50", "--gate", "seats"), None),
        (("run", "pig.yaml", "--deals", "50"), 0),
        (("games",), 0),
    ],
)
def test_a_full_disk_behind_stderr_changes_no_exit_code(project: Project, args: tuple[str, ...], code: int | None) -> None:
    project.write("bad.yaml", "game: pig\nplayers: 99\n")
    usual = project.here(*args).code
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123
        shown = project.apart(*args, stderr=full)
    assert shown.code == usual
    assert code in (None, usual)


@pytest.mark.parametrize("args", [("run", "pig.yaml", "--out"), ("run", "pig.yaml", "--dry-run", "--out")])
def test_a_name_that_no_folder_can_have_is_the_users_problem(project: Project, args: tuple[str, ...]) -> None:
    for name in ("x" * 256, f"{'y' * 300}/run", "z/" * 3000):
        shown = project.here(*args, name)
        assert (shown.code, shown.out) == (2, "")
        assert "--out: the name of " in shown.err
    assert project.here("run", "pig.yaml", "--deals", 20, "--quiet", "--out", "x" * 255).code == 0
    assert project.here("report", "x" * 255, "--format", "md", "--out", f"{'m' * 252}.md").code == 0
    assert project.here("report", "x" * 256).code == 4
    assert project.here("report", "x" * 255, "--format", "md", "--out", "m" * 256).code == 2


def test_a_config_with_the_longest_name_has_a_default_folder(project: Project) -> None:
    name = f"{'ü' * 125}.yaml"
    project.write(name, project.read("pig.yaml"))
    assert project.here("run", name, "--deals", 20, "--quiet").code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_within_a_destructor_is_not_lost(project: Project, number: signal.Signals) -> None:
    """Python prints and drops an exception that is raised there."""
    project.write(
        "destroy.py",
        "import signal, time\nfrom simcli import __main__\nfrom simcli.cli import app\n"
        f"class Held:\n    def __del__(self):\n        signal.raise_signal({int(number)})\n"
        "def run(args):\n    Held()\n    time.sleep(60)\n    return 0\n"
        "app.main = run\n__main__.main()\n",
    )
    shown = project.apart(program=("destroy.py",), timeout=50)
    assert (shown.code, shown.out, shown.err) == (130, "", "interrupted\n")


def test_what_fails_since_an_interrupt_was_dropped_is_an_interrupt(project: Project) -> None:
    """A compiler calls back from foreign code: an exception there is dropped, and what it should have done is missing afterwards."""
    project.write(
        "call_back.py",
        "import ctypes, signal\nfrom simcli import __main__\nfrom simcli.cli import app\nfrom simcli.terminal import ui\n"
        "def run(args):\n    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()\n"
        "    return ui.show_error(RuntimeError('no compiled object yet'))\n"
        "app.main = run\n__main__.main()\n",
    )
    shown = project.apart(program=("call_back.py",), timeout=50)
    assert (shown.code, shown.out, shown.err) == (130, "", "interrupted\n")
