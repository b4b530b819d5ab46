"""simcli in processes apart that need not start Python: a parent has read simcli, and forks for each command.

For tests whose subject is what a command says. Those of signals, kills, the disk, the compiler and imports start processes of their own.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from simcli.engine.code import store
from simcli.errors import SimcliError

ROOT = Path(__file__).parents[2]
READ = ("cli.app", "studies.driver", "studies.run.study", "studies.run.command", "studies.run.play", "engine.loop.playout", "report.page")
AGAIN = ("simcli.sim.faults.rules", "simcli.studies.coverage.trial")
"""Modules that have games played in another process, without the compiler."""
FIXED = ("SIMCLI_FAST", "SIMCLI_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_OPT")
"""What modules read of the environment when they are read: a parent for each."""


class Forks:
    """Parents of processes, one for each environment that modules read; they end with this process. `seconds` are CPU of the processes."""

    def __init__(self) -> None:
        self.parents: dict[tuple[str, ...], subprocess.Popen[str]] = {}
        self.seconds = 0.0

    def run(self, words: list[str], folder: Path, env: Mapping[str, str], program: str = "simcli") -> subprocess.CompletedProcess[str]:
        """What `python -m simcli WORDS`, or another program, does in a folder."""
        return self._done({"words": words, "program": program}, folder, env)

    def call(self, module: str, function: str, arguments: dict[str, Any], env: Mapping[str, str], _seconds: float | None = None) -> Any:
        """What `call_in_subprocess` gives, in whose place it can be put."""
        done = self._done({"call": [module, function, arguments]}, Path(), os.environ | env)
        if done.returncode:
            raise SimcliError(done.stderr)
        return json.loads(done.stdout)

    def _done(self, what: dict[str, Any], folder: Path, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        parent = self._parent(env)
        assert parent.stdin is not None
        assert parent.stdout is not None
        with TemporaryDirectory() as place:
            streams = [Path(place, name) for name in ("out", "err")]
            asked = what | {"folder": str(folder.absolute()), "env": dict(env), "streams": list(map(str, streams)), "read": f"{place}/read"}
            parent.stdin.write(json.dumps(asked) + "\n")
            parent.stdin.flush()
            code, seconds = json.loads(parent.stdout.readline())
            self.seconds += seconds
            encoding = env.get("PYTHONIOENCODING", "utf-8")
            out, err = (stream.read_bytes().decode(encoding, "surrogateescape") for stream in streams)
        return subprocess.CompletedProcess([], code, out, err)

    def _parent(self, env: Mapping[str, str]) -> subprocess.Popen[str]:
        key = tuple(env.get(name, "") for name in FIXED)
        if key not in self.parents:
            own = {name: value for name, value in env.items() if not name.startswith("PYTHONIO")} | {"PYTHONPATH": str(ROOT)}
            command = [sys.executable, "-m", "tests.cli.forked"]
            self.parents[key] = subprocess.Popen(command, cwd=ROOT, env=own, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.parents[key]

    def close(self) -> None:
        """Ends the parents."""
        for parent in self.parents.values():
            parent.communicate()


@cache
def forks() -> Forks:
    """Those of this process."""
    made = Forks()
    atexit.register(made.close)
    return made


def serve() -> None:
    """Reads simcli, then a command a line until there are no more."""
    for module in READ:
        importlib.import_module(f"simcli.{module}")
    answers = os.fdopen(os.dup(1), "w")
    store.VERSIONS = 100  # as in the process of the tests: else what a child keeps would drop what others compiled
    for line in sys.stdin:
        asked = json.loads(line)
        gc.freeze()  # a child that collects need not look through, and so copy, what was here before it
        child = os.fork()
        if child == 0:
            answers.close()
            _become(asked)
        _, status, used = os.wait4(child, 0)
        _learn(Path(asked["read"]))
        answers.write(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime]) + "\n")
        answers.flush()


def _learn(read: Path) -> None:
    """Reads what a child had to read of simcli and scipy, so that the next ones need not."""
    for name in json.loads(read.read_text("utf-8")) if read.exists() else ():
        with suppress(ImportError):
            importlib.import_module(name)


def _called(module: str, function: str, arguments: dict[str, Any]) -> Any:
    return getattr(importlib.import_module(module), function)(**arguments)


@contextmanager
def _helped() -> Iterator[None]:
    """What is played again without the compiler is so by a fork, made while there are no threads, one of which could hold a lock."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        with suppress(BaseException), theirs.makefile("rw") as stream:
            for asked in stream:
                with suppress(Exception):
                    stream.write(json.dumps(_called(*json.loads(asked))))
                stream.write("\n")
                stream.flush()
        os._exit(0)
    theirs.close()
    one_by_one = Lock()

    def call(*asked: Any) -> Any:
        with one_by_one:
            stream.write(json.dumps(asked[:3]) + "\n")
            stream.flush()
            if told := stream.readline().strip():
                return json.loads(told)
        raise SimcliError(f"{asked[1]}() failed")

    for module in AGAIN:
        importlib.import_module(module).call_in_subprocess = call  # type: ignore[attr-defined]
    try:
        with ours, ours.makefile("rw") as stream:
            yield
    finally:
        os.waitpid(child, 0)


def _become(asked: dict[str, Any]) -> None:
    """A process as if it had begun with this environment; never returns."""
    code, known = 70, set(sys.modules)
    try:
        env = asked["env"]
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(env)
        for number, (stream, name) in enumerate(zip(asked["streams"], ("stdout", "stderr"), strict=True), start=1):
            os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT, 0o644), number)
            errors = "strict" if name == "stdout" else "backslashreplace"
            setattr(sys, name, open(number, "w", encoding=env.get("PYTHONIOENCODING", "utf-8"), errors=errors, closefd=False))  # noqa: SIM115
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        paths = [path for path in env.get("PYTHONPATH", "").split(os.pathsep) if path]
        sys.path[:0] = [asked["folder"], *(path for path in paths if path not in sys.path)]
        sys.argv = [asked.get("program", ""), *asked.get("words", ())]
        for site in (Path(path, "sitecustomize.py") for path in paths):
            if site.is_file():
                runpy.run_path(str(site))
        if "call" in asked:
            sys.stdout.write(json.dumps(_called(*asked["call"])))
        else:
            with _helped() if env.get("NUMBA_DISABLE_JIT") else nullcontext():
                runpy.run_module(asked["program"], run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
            read = [name for name in sys.modules if name not in known and name.partition(".")[0] in ("simcli", "scipy")]
            Path(asked["read"]).write_text(json.dumps(read), "utf-8")
        os._exit(code)


if __name__ == "__main__":
    serve()
