"""Runs that are killed with SIGKILL at random moments; a program of its own, started by test_faults_kill.py.

`kill_runs.py COUNT KILLS SECONDS ARGS...`: COUNT runs in folders run0, run1, ... are each killed KILLS times, up to SECONDS after their
start, and then left alone. The library is loaded once, every run is a fork of it. A run that ended before its kill came is started again.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from simcli.cli.app import main


def forked(args: list[str]) -> int:
    """Process id of a run of its own."""
    child = os.fork()
    if child == 0:
        os._exit(main(args))
    return child


def kill(args: list[str], after: float) -> bool:
    """Kills a run; whether it was still running."""
    child = forked(args)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def kill_runs(count: int, kills: int, seconds: float, args: list[str]) -> None:
    """All runs, one after the other."""
    rng = random.Random(1)
    for number in range(count):
        own = [*args, "--out", f"run{number}"]
        killed = 0
        while killed < kills:
            killed += kill(own, seconds * rng.random())
        assert os.waitpid(forked(own), 0)[1] == 0


if __name__ == "__main__":
    kill_runs(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:])
