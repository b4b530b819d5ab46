"""What `--cluster` names: worker processes, a dask scheduler, or an executor of the user's own. Opened when the first game is played."""

from __future__ import annotations

import gc
import ipaddress
import re
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simcli.errors import SimcliError, UserError
from simcli.sim.pool.interrupts import deaf
from simcli.sim.pool.subprocesses import usable_cores

if TYPE_CHECKING:
    from simcli.sim.pool.work import Task

FORMS = "local:N, tcp://HOST:PORT, tls://HOST:PORT, scheduler-file:PATH or MODULE:FUNCTION"
MOST_LOCAL = 1024
FEWEST_SECONDS = 5
"""What a range takes on one core: a second of a scheduler holds about a thousand tasks, ten times more than are sent."""
TASKS_A_SECOND = 100
PATIENCE = 3.0
"""Seconds that ranges under way are waited for after Ctrl-C."""
SHARES = 4
"""Ranges of what is left, for each thread: near the end they become short, so that no thread waits long for the last."""


class Cluster:
    """Where games are played besides this process; to be closed, or used as a context manager. UserError for an unknown form.

    `local:N` starts N worker processes; `tcp://`, `tls://` and `scheduler-file:` join a dask scheduler; `module:function` calls a function
    that returns a `concurrent.futures.Executor`, whose processes can import simcli.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        if match := re.fullmatch(r"local:([0-9]{1,4})", address):
            if not 1 <= int(match[1]) <= MOST_LOCAL:
                raise UserError.of(f"--cluster {address}", f"expected 1 to {MOST_LOCAL} processes", "write --cluster local:4")
        elif not re.fullmatch(r"(tcp|tls)://\S+:[0-9]+|scheduler-file:.+|(?!local:)[A-Za-z_][\w.]*:[A-Za-z_]\w*", address):
            raise UserError.of(f"--cluster {address}", f"expected {FORMS}", "write --cluster local:4")

    def __str__(self) -> str:
        return self.address

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def risk(self) -> str:
        """What is to be known of a scheduler elsewhere that anybody may join; '' of all others."""
        kind, _, rest = self.address.partition("://")
        host = rest.rpartition(":")[0].strip("[]")
        if kind != "tcp" or host == "localhost" or _is_loopback(host):
            return ""
        return f"--cluster {self.address}: whoever reaches this port runs code there and here; tls:// lets in who has a certificate"

    @property
    def threads(self) -> int:
        """Threads that play: of `local:N` N, else those of an open cluster; the cores of this machine as long as nobody knows."""
        kind, _, number = self.address.partition(":")
        if kind == "local":
            return int(number)
        return self.pool.threads if "pool" in self.__dict__ else usable_cores()

    @cached_property
    def pool(self) -> RemotePool:
        """The pool, opened at its first use."""
        kind, _, rest = self.address.partition(":")
        if kind in ("local", "tcp", "tls", "scheduler-file"):
            try:
                from simcli.sim.pool.dask import DaskPool
            except ImportError as error:
                hint = "pip install 'simcli-games[cluster]'"
                raise UserError.of(f"--cluster {self.address}", f"needs {error.name}, which is not installed", hint) from None
            return DaskPool(self.address)
        return ExecutorPool(_executor(self.address, kind, rest), self.address)

    def close(self) -> None:
        """Ends what was opened. It may be opened again."""
        if pool := self.__dict__.pop("pool", None):
            pool.close()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def _executor(address: str, module: str, name: str) -> Executor:
    """What the user's function returns."""
    place = f"--cluster {address}"
    try:
        function = getattr(import_module(module), name)
    except ImportError as error:
        raise UserError.of(place, f"{error}", "name a module that Python finds: PYTHONPATH=. simcli ...") from None
    except AttributeError:
        raise UserError.of(place, f"{module} has no {name}", "name a function that returns an executor") from None
    try:
        with deaf():
            made = function()
    except Exception as error:
        raise UserError.of(place, f"{name}() failed: {type(error).__name__}: {error}", "see docs/scale.md") from error
    if not (hasattr(made, "submit") and hasattr(made, "shutdown")):
        raise UserError.of(place, f"{name}() returned a {type(made).__name__}, expected an executor", "see docs/scale.md")
    executor: Executor = made
    return executor


class _Answer(Future[list[Any]]):
    """What a task gives, unpacked; `theirs` is the future of the engine."""

    def __init__(self, theirs: Any) -> None:
        super().__init__()
        self.theirs = theirs

    def cancel(self) -> bool:
        """Cancels the task as well."""
        is_cancelled = super().cancel()
        if is_cancelled:
            self.theirs.cancel()
        return is_cancelled


class RemotePool:
    """What pools of other processes have in common: jobs go there as text, results come back packed."""

    patience: float | None = PATIENCE
    threads: int

    @property
    def width(self) -> int:
        """Two ranges a thread."""
        return 2 * self.threads

    def batches(self, left: int) -> int:
        """Batches of some seconds on one core; fewer near the end."""
        from simcli.sim.plan import BATCH_MICROSECONDS

        seconds = max(FEWEST_SECONDS, self.threads / TASKS_A_SECOND)
        return max(1, min(int(seconds * 1e6 / BATCH_MICROSECONDS), left // (SHARES * self.threads)))

    def submit(self, task: Task, job: str, first: int, last: int, *extra: str | int) -> Future[list[Any]]:
        """Has a task called there."""
        from simcli.sim.pool.work import unpack

        def finish(theirs: Any) -> None:
            if made.set_running_or_notify_cancel():
                try:
                    made.set_result(unpack(theirs.result()))
                except (Exception, CancelledError) as error:
                    made.set_exception(self.told(error))

        made = _Answer(self.send(f"{task.__module__}:{task.__qualname__}", job, first, last, *extra))
        made.theirs.add_done_callback(finish)
        return made

    def warm(self, job: str) -> None:
        """Makes it know a job."""
        raise NotImplementedError

    def where(self) -> str:
        """What it is made of."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends it."""
        raise NotImplementedError

    def send(self, task: str, job: str, first: int, last: int, *extra: str | int) -> Any:
        """A future of `work.call`, with `result` and `add_done_callback`."""
        raise NotImplementedError

    def told(self, error: BaseException) -> BaseException:
        """The error of a task as a pool raises it."""
        raise NotImplementedError


class ExecutorPool(RemotePool):
    """Any `concurrent.futures.Executor` whose processes can import simcli."""

    def __init__(self, executor: Executor, name: str) -> None:
        self.executor, self.name = executor, name
        self.threads = getattr(executor, "_max_workers", None) or usable_cores()

    def warm(self, job: str) -> None:
        """Jobs are sent along."""

    def send(self, task: str, job: str, first: int, last: int, *extra: str | int) -> Any:
        """Has it called."""
        from simcli.sim.pool.pool import LostPoolError
        from simcli.sim.pool.work import call, for_others

        try:
            with deaf():  # an executor may start its processes at the first task
                return self.executor.submit(call, task, for_others(job), first, last, *extra)
        except (BrokenExecutor, RuntimeError) as error:
            raise LostPoolError(f"the executor of {self.name} takes no more work: {error}; what was finished is kept") from error

    def told(self, error: BaseException) -> BaseException:
        """One that breaks the executor ends the run."""
        from simcli.sim.pool.pool import LostPoolError

        if isinstance(error, SimcliError) or not isinstance(error, BrokenExecutor | CancelledError):
            return error
        return LostPoolError(f"the executor of {self.name} broke: {error}; what was finished is kept")

    def where(self) -> str:
        """How many processes, where the executor says so."""
        return f"{self.threads} workers of {self.name}"

    def close(self) -> None:
        """Drops what is left, and ends the processes of a pool: nobody waits for what they play."""
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        for process in processes:
            process.terminate()
        self.executor.shutdown(wait=bool(processes), cancel_futures=True)
        del self.executor
        gc.collect()  # its semaphores
