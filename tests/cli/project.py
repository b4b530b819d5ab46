"""A folder with a config of the toy game, and simcli called in it, inside this process or in one of its own."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PATHS = (Path(simcli.__file__).parents[1], TESTS / "cli" / "site")
CONFIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 600\n"
LONG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 200000\n"


def schema(name: str) -> Any:
    """The JSON schema `docs/NAME.schema.json`."""
    return json.loads((ROOT / "docs" / f"{name}.schema.json").read_text("utf-8"))


def summary(project: Project, folder: str = "run") -> dict[str, Any]:
    """summary.json of a run folder, which is as its schema says."""
    found: dict[str, Any] = json.loads(project.read(f"{folder}/summary.json"))
    jsonschema.validate(found, schema("summary"))
    return found


@dataclass(frozen=True)
class Result:
    """How a call ended."""

    code: int
    out: str
    err: str


@dataclass
class Project:
    """The current folder of a test."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def files(self) -> set[str]:
        return {p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*")}

    def here(self, *args: object) -> Result:
        """simcli inside this process."""
        from simcli.cli.app import main

        self.capture.readouterr()
        code = main([str(a) for a in args])
        out, err = self.capture.readouterr()
        return Result(code, out, err)

    def environment(self) -> dict[str, str]:
        """Environment of a process that finds simcli and the toy game."""
        return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, PATHS))}

    def start(self, *args: object, program: tuple[str, ...] = ("-m", "simcli"), **more: object) -> subprocess.Popen[str]:
        """simcli in a process of its own, or another Python `program`."""
        environment = self.environment() | dict(more.pop("env", {}))  # type: ignore[call-overload]
        command = [sys.executable, *program, *map(str, args)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
        return subprocess.Popen(command, cwd=self.folder, env=environment, text=True, **streams)  # type: ignore[call-overload, no-any-return]

    def apart(self, *args: object, timeout: float = 240, **more: object) -> Result:
        """The same, waited for."""
        process = self.start(*args, **more)  # type: ignore[arg-type]
        out, err = process.communicate(timeout=timeout)
        return Result(process.returncode, out, err)

    def forked(self, *args: object, env: Mapping[str, str] | None = None, program: str = "simcli") -> Result:
        """simcli, or another module, in a process of its own that need not read modules first."""
        from tests.cli.forked import forks

        done = forks().run([str(a) for a in args], self.folder, self.environment() | dict(env or {}), program)
        return Result(done.returncode, done.stdout, done.stderr)

    def stop_when(self, number: signal.Signals, reached: Callable[[], bool], *args: object) -> Result:
        """simcli in a process of its own that gets a signal as soon as `reached`."""
        process = self.start(*args)
        wait_until(reached, process)
        process.send_signal(number)
        out, err = process.communicate(timeout=240)
        return Result(process.returncode, out, err)

    def batches(self, folder: str) -> int:
        """Lines in the log of a run folder."""
        log = self.folder / folder / "batches.log"
        return log.read_bytes().count(b"\n") if log.exists() else 0


def wait_until(reached: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Waits for a condition, the end of the process, or four minutes."""
    end = time.monotonic() + 240
    while not reached() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


def command_of(project: Project, folder: str) -> list[str]:
    """The command at the end of the page of a folder, which repeats it all."""
    text = project.here("report", folder, "--format", "md").out
    return shlex.split(text.splitlines()[-1])[1:]


def make_project(folder: Path, capture: pytest.CaptureFixture[str]) -> Project:
    project = Project(folder, capture)
    for name in ("hold_at_20", "hold_at_25", "random"):
        (folder / "strategies" / "pig").mkdir(parents=True, exist_ok=True)
        shutil.copy(TESTS / "toys" / "pig" / "pig" / "strategies" / f"{name}.yaml", folder / "strategies" / "pig")
    project.write("pig.yaml", CONFIG)
    project.write("long.yaml", LONG)
    return project
