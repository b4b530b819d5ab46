"""A dask scheduler and its workers as processes of their own, and an executor: where the tests of `--cluster` play."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psutil

from tests.cli.project import Project

SECONDS = 60


def processes() -> ProcessPoolExecutor:
    """What `--cluster tests.cli.machines:processes` plays with."""
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


class Machines:
    """A scheduler with `n` workers, which have no nanny: one that is killed stays away. To be used as a context manager."""

    def __init__(self, project: Project, n: int = 2, *options: str, env: dict[str, str] | None = None) -> None:
        self.file = project.folder / "scheduler.json"
        self.project, self.n, self.options, self.env = project, n, options, env or {}
        self.scheduler: subprocess.Popen[str]
        self.workers: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Machines:
        self.file.unlink(missing_ok=True)
        where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file))
        self.scheduler = self._start("dask_scheduler", *where)
        end = time.monotonic() + SECONDS
        while not (self.file.exists() and self.file.read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]
        for _ in range(self.n):
            self.add()
        return self

    def add(self) -> None:
        """One more worker, of one thread."""
        self.workers.append(self._start("dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard"))

    def _start(self, module: str, *args: str) -> subprocess.Popen[str]:
        program = ("-c", f"import sys; from distributed.cli.{module} import main; main()")
        command = [sys.executable, *program, *args, *self.options]
        env = self.project.environment() | self.env
        return subprocess.Popen(command, cwd=self.project.folder, env=env, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def below(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The processes that one has started."""
    return psutil.Process(process.pid).children(recursive=True)


def players(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Those of them that play."""
    return [one for one in below(process) if "spawn_main" in " ".join(one.cmdline())]


def alive(those: list[psutil.Process]) -> list[psutil.Process]:
    """Those that have not ended after a moment."""
    return psutil.wait_procs(those, timeout=3)[1]


def outputs(folder: Path) -> dict[str, bytes]:
    """What a study has written, but the log, which may hold batches beyond the end of a run, and generations with the seconds they took."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name not in ("batches.log", "generations.json"))
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@contextlib.contextmanager
def playing(project: Project, *args: object, batches: int = 1, **more: object):  # type: ignore[no-untyped-def]
    """simcli in a session of its own, once so many batches are kept in `run`; yields the process."""
    process = project.start(*args, start_new_session=True, **more)  # type: ignore[arg-type]
    end = time.monotonic() + SECONDS
    while project.batches("run") < batches and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
