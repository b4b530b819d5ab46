"""Ranges of batches under way in a pool: as many as keep it busy, submitted again where a process was lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from simcli.errors import InterruptedRun, SimcliError, StoppedError
from simcli.sim.plan import Plan
from simcli.sim.pool.cluster import Workers, opened
from simcli.sim.pool.interrupts import POLL_SECONDS, Interrupts
from simcli.sim.pool.pool import LostRangeError, Pool

T = TypeVar("T")
MOST_TRIES = 4
"""How often a batch is played whose process is lost."""
AHEAD = 8
"""Finished ranges that wait for one before them, for each that keeps the pool busy."""


class Call:
    """A task with what it is called with (`work.Task`)."""

    def __init__(self, task: Callable[..., list[Any]], job: str, first: int, last: int, *extra: str | int) -> None:
        self.task, self.job, self.first, self.last, self.extra = task, job, first, last, extra

    def submit(self, pool: Pool) -> Future[list[Any]]:
        """Has it called."""
        return pool.submit(self.task, self.job, self.first, self.last, *self.extra)


def results_of(
    pool: Pool, calls: Sequence[Call], interrupts: Interrupts, said: str, *, allowed: type[SimcliError] | None = None
) -> list[Any]:
    """The one result of each call, in their order, or its error if it is `allowed`. InterruptedRun with what is said of it once a signal
    asks, those not started given up. A few are under way at a time: each wait looks at all that are."""
    tries = dict.fromkeys(range(len(calls)), 1)
    made: dict[int, object] = {}
    for job in dict.fromkeys(call.job for call in calls):
        pool.warm(job)
    left, futures = deque(range(len(calls))), dict[Future[list[Any]], int]()
    try:
        while left or futures:
            while left and len(futures) < AHEAD * pool.width:
                k = left.popleft()
                futures[calls[k].submit(pool)] = k
            for future in wait(futures, POLL_SECONDS, FIRST_COMPLETED).done:
                k = futures.pop(future)
                try:
                    (made[k],) = future.result()
                except LostRangeError as lost:
                    if tries[k] >= MOST_TRIES:
                        raise StoppedError(f"games of a candidate were lost {tries[k]} times with their process ({lost})") from lost
                    tries[k] += 1
                    futures[calls[k].submit(pool)] = k
                except SimcliError as error:
                    if allowed is None or not isinstance(error, allowed):
                        raise
                    made[k] = error
            if interrupts.asked:
                raise InterruptedRun(said)
    finally:
        for future in futures:
            future.cancel()
    return [made[k] for k in range(len(calls))]


class _UnderWay(NamedTuple):
    batches: range
    tries: int


class Window(Generic[T]):
    """The batches `numbers` of a plan, in their order. `task(job, first, last, *extra)` plays a range of them (`work.Task`)."""

    def __init__(self, pool: Pool, plan: Plan, task: Callable[..., list[T]], job: str, numbers: Iterable[int], *extra: str | int) -> None:
        self._pool, self._plan, self._extra = pool, plan, extra
        self._task, self._job = task, job
        self._numbers = iter(numbers)
        self._head = next(self._numbers, None)
        self._under_way: dict[Future[list[T]], _UnderWay] = {}

    def __enter__(self) -> Window[T]:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        for future in self._under_way:
            future.cancel()

    def __bool__(self) -> bool:
        """Whether anything is under way or left."""
        return bool(self._under_way) or self._head is not None

    def fill(self) -> None:
        """Submits ranges until the pool is busy."""
        while self._head is not None and len(self._under_way) < self._pool.width:
            self._submit(self._next(self._head), 1)

    def done(self) -> Iterator[tuple[range, list[T]]]:
        """Ranges that are finished, in their order; waits a moment for the first."""
        finished, _ = wait(self._under_way, POLL_SECONDS, FIRST_COMPLETED)
        return self._results(finished)

    def rest(self) -> Iterator[tuple[range, list[T]]]:
        """The ranges that are being played, as far as the pool's patience goes; what is not started or lost is dropped."""
        self._head = None
        if self._pool.patience is None:
            self._under_way = {future: one for future, one in self._under_way.items() if not future.cancel()}
        finished, _ = wait(self._under_way, self._pool.patience)
        return self._results(finished, again=False)

    def _next(self, first: int) -> range:
        """The range from the batch `first` on: whole rounds, or a part of one."""
        n = len(self._plan.cells)
        size = self._pool.batches(self._plan.n_batches - first)
        stop = first - first % n + (size // n * n or n) if size >= n else min(first + size, first - first % n + n)
        last = first + 1
        while (head := next(self._numbers, None)) == last < stop:
            last += 1
        self._head = head
        return range(first, last)

    def _submit(self, batches: range, tries: int) -> None:
        future = self._pool.submit(self._task, self._job, batches.start, batches.stop, *self._extra)
        self._under_way[future] = _UnderWay(batches, tries)

    def _results(self, finished: Iterable[Future[list[T]]], *, again: bool = True) -> Iterator[tuple[range, list[T]]]:
        for future in sorted(finished, key=lambda f: self._under_way[f].batches.start):
            one = self._under_way.pop(future)
            try:
                made = future.result()
            except LostRangeError as lost:
                if again:
                    self._try_again(one, lost)
                continue
            yield one.batches, made

    def _try_again(self, one: _UnderWay, lost: LostRangeError) -> None:
        """Batch by batch, so that one that ends its process is found."""
        if len(one.batches) == 1 and one.tries >= MOST_TRIES:
            batch = self._plan.batch(one.batches.start)
            deals = f"deals {batch.first_deal} to {batch.first_deal + batch.deals - 1}"
            what = f"batch {batch.number} ({deals}) was lost {one.tries} times with the process that played it ({lost})"
            raise StoppedError(f"{what}; what was finished is kept")
        for number in one.batches:
            self._submit(range(number, number + 1), one.tries + (len(one.batches) == 1))


def in_order(
    plan: Plan, task: Callable[..., list[T]], job: str, numbers: Iterable[int], *extra: str | int, workers: Workers, note: str
) -> Iterator[tuple[int, T]]:
    """Batches of a plan with what a task makes of each, in their order. InterruptedRun after Ctrl-C, which says what is kept (`note`)."""
    order = list(numbers)
    made: dict[int, T] = {}
    given = 0
    with Interrupts() as interrupts, opened(workers) as pool:
        pool.warm(job)
        with Window[T](pool, plan, task, job, order, *extra) as window:
            while given < len(order):
                is_asked = interrupts.asked
                if len(made) < AHEAD * pool.width and not is_asked:
                    window.fill()
                for batches, results in window.rest() if is_asked else window.done():
                    made |= zip(batches, results, strict=True)
                while given < len(order) and order[given] in made:
                    yield order[given], made.pop(order[given])
                    given += 1
                if is_asked and given < len(order):
                    raise InterruptedRun(f"interrupted; {note}")
