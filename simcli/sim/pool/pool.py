"""The seam between a run and what plays it: threads of this process, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from simcli.engine.code import store
from simcli.errors import StoppedError

if TYPE_CHECKING:
    from simcli.sim.pool.work import Task


class LostRangeError(Exception):
    """A task that ended with the process that played it. It may be submitted again."""


class LostPoolError(StoppedError):
    """Nothing is played any more; what was finished is kept."""


class Pool(Protocol):
    """Where ranges of batches are played."""

    @property
    def width(self) -> int:
        """Ranges under way that keep it busy."""

    patience: float | None
    """seconds that ranges under way are waited for at the end; None: until they are done"""

    def warm(self, job: str) -> None:
        """Makes it know a job. UserError where it cannot play it."""

    def batches(self, left: int) -> int:
        """How many of the batches left are a range."""

    def submit(self, task: Task, job: str, first: int, last: int, *extra: str | int) -> Future[list[Any]]:
        """Has a task called. The future raises LostRangeError, LostPoolError, or what the task raises."""

    def where(self) -> str:
        """What it is made of, for the line of progress. LostPoolError where nothing is left of it."""


class Threads:
    """Threads of this process; a range is one batch, so that a kill loses no more than that."""

    patience: float | None = None

    def __init__(self, executor: ThreadPoolExecutor, threads: int) -> None:
        self.executor, self.width = executor, threads + 1

    def warm(self, job: str) -> None:
        """Its player is held, or made by the first task."""

    def batches(self, _left: int) -> int:
        """One."""
        return 1

    def submit(self, task: Task, job: str, first: int, last: int, *extra: str | int) -> Future[list[Any]]:
        """Calls the task on the next thread that is free."""
        return self.executor.submit(task, job, first, last, *extra)

    def where(self) -> str:
        """Nothing that is worth a word."""
        return ""


@contextmanager
def threads(n: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that are waited for at the end, except when a second Ctrl-C comes."""
    pool = ThreadPoolExecutor(n, initializer=store.let_wrap)
    try:
        yield pool
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    except BaseException:
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown(wait=True)
