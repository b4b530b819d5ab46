"""Pools of other processes: what they have in common, and one on an executor of the user's own."""

from __future__ import annotations

import gc
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from simcli.errors import SimcliError
from simcli.sim.plan import BATCH_MICROSECONDS
from simcli.sim.pool.interrupts import deaf
from simcli.sim.pool.pool import LostPoolError, Pool
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.pool.work import Task, call, for_others, unpack

FEWEST_SECONDS = 5
"""What a range takes on one core: a second of a scheduler holds about a thousand tasks, ten times more than are sent."""

TASKS_A_SECOND = 100

PATIENCE = 3.0
"""Seconds that ranges under way are waited for after Ctrl-C."""

SHARES = 4
"""Ranges of what is left, for each thread: near the end they become short, so that no thread waits long for the last."""


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


class RemotePool(Pool):
    """What pools of other processes have in common: jobs go there as text, results come back packed."""

    patience: float | None = PATIENCE
    threads: int

    @property
    def width(self) -> int:
        """Two ranges a thread."""
        return 2 * self.threads

    def batches(self, left: int) -> int:
        """Batches of some seconds on one core; fewer near the end."""
        seconds = max(FEWEST_SECONDS, self.threads / TASKS_A_SECOND)
        return max(1, min(int(seconds * 1e6 / BATCH_MICROSECONDS), left // (SHARES * self.threads)))

    def submit(self, task: Task, job: str, first: int, last: int, *extra: str | int) -> Future[list[Any]]:
        """Has a task called there."""

        def finish(theirs: Any) -> None:
            if made.set_running_or_notify_cancel():
                try:
                    made.set_result(unpack(theirs.result()))
                except (Exception, CancelledError) as error:
                    made.set_exception(self.told(error))

        made = _Answer(self.send(f"{task.__module__}:{task.__qualname__}", job, first, last, *extra))
        made.theirs.add_done_callback(finish)
        return made

    def close(self) -> None:
        """Ends it."""
        raise NotImplementedError

    def send(self, task: str, job: str, first: int, last: int, *extra: str | int) -> object:
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
        try:
            with deaf():  # an executor may start its processes at the first task
                return self.executor.submit(call, task, for_others(job), first, last, *extra)
        except BrokenExecutor as error:  # seen here before a result has said so
            raise self.told(error) from error
        except RuntimeError as error:
            raise LostPoolError(f"the executor of {self.name} takes no more work: {error}; what was finished is kept") from error

    def told(self, error: BaseException) -> BaseException:
        """One that breaks the executor ends the run."""
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
