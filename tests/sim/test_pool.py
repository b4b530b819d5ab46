"""What a pool owes a run: ranges that are lost are played again, a batch that ends its process is named, errors travel."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from simcli.errors import Fault, FaultsError, Problem, SimcliError, StoppedError, Suspect, UserError, Where
from simcli.sim.plan import Plan, make_plan
from simcli.sim.pool import work
from simcli.sim.pool.interrupts import deaf
from simcli.sim.pool.pool import LostRangeError
from simcli.sim.pool.window import MOST_TRIES, Window
from simcli.sim.runner import Runner
from tests.conftest import MakeRun

Lose = Callable[[int, int], int]
"""How often a range from one batch up to another is lost."""


class Lossy:
    """A pool of this process, ranges of four batches, that loses some with the process that plays them."""

    width = 3
    patience: float | None = None

    def __init__(self, lose: Lose) -> None:
        self.lose = lose
        self.lost: dict[tuple[int, int], int] = {}

    def warm(self, job: str) -> None:
        pass

    def where(self) -> str:
        return "here"

    def batches(self, left: int) -> int:
        return 4

    def submit(self, task: work.Task, job: str, first: int, last: int, *extra: str | int) -> Future[list[Any]]:
        future: Future[list[Any]] = Future()
        if self.lost.get((first, last), 0) < self.lose(first, last):
            self.lost[first, last] = self.lost.get((first, last), 0) + 1
            future.set_exception(LostRangeError("tcp://1.2.3.4:5"))
        else:
            future.set_result(task(job, first, last, *extra))
        return future


def number(_job: str, first: int, last: int) -> list[int]:
    return list(range(first, last))


def in_window(plan: Plan, pool: Lossy) -> list[int]:
    made: dict[int, int] = {}
    with Window[int](pool, plan, number, "", range(plan.n_batches)) as window:
        while window:
            window.fill()
            for batches, results in window.done():
                assert len(batches) == len(results)
                made |= zip(batches, results, strict=True)
    return [made[key] for key in sorted(made)]


LOSSES: dict[str, Lose] = {
    "none": lambda first, last: 0,
    "every range once": lambda first, last: last - first > 1,
    "a range thrice, then each of its batches": lambda first, last: 3 if 8 <= first < 12 else 0,
    "a batch as often as it may": lambda first, last: (first <= 9 < last) * (MOST_TRIES - 1),
}


@pytest.mark.parametrize("lose", LOSSES.values(), ids=LOSSES)
def test_what_is_lost_is_played_again_and_each_batch_comes_once(lose: Lose, plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(deals=185, players="[2, 3]")
    assert in_window(plan, Lossy(lose)) == list(range(plan.n_batches))


def test_a_run_that_loses_ranges_has_the_result_of_one_that_does_not(run_of: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 100)
    plan = make_plan(run_of(players="[2, 3]", deals=400))
    assert plan.n_batches > 16
    flats = []
    for lose in (LOSSES["none"], LOSSES["every range once"], LOSSES["a batch as often as it may"]):
        runner = Runner(plan, half_width=lambda *_: {})
        pool = Lossy(lose)
        monkeypatch.setattr("simcli.sim.runner.opened", lambda _, pool=pool: open_now(pool))
        flats.append([tally.flat.tolist() for tally in runner.run().tallies])
        assert bool(pool.lost) == (len(flats) > 1)
    assert flats[1:] == flats[:1] * 2


class open_now:  # noqa: N801  (stands for a function)
    def __init__(self, pool: Lossy) -> None:
        self.pool = pool

    def __enter__(self) -> Lossy:
        return self.pool

    def __exit__(self, *_: object) -> None:
        pass


def test_a_batch_that_ends_its_process_each_time_is_named_with_its_deals(plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(deals=185, players="[2, 3]", batch_deals=10)
    pool = Lossy(lambda first, last: 99 * (first <= 9 < last))
    with pytest.raises(StoppedError) as told:
        in_window(plan, pool)
    assert str(told.value) == (
        "batch 9 (deals 40 to 49) was lost 4 times with the process that played it (tcp://1.2.3.4:5); what was finished is kept"
    )
    assert told.value.exit_code == 3
    assert pool.lost == {(8, 12): 1, (9, 10): MOST_TRIES}


def every_error(kind: type[SimcliError] = SimcliError) -> Iterator[type[SimcliError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from every_error(one)


MADE: dict[type[SimcliError], Callable[[type[Any]], SimcliError]] = {
    UserError: lambda kind: kind(
        [Problem(Where("a.yaml", 3, 4, Suspect("x", 1, 2, "what", "hint")), "one", "hint"), Problem(Where("b"), "two")]
    ),
    FaultsError: lambda kind: kind([Fault(("guilds", 3), "wrong", "hint")]),
}


def test_every_error_survives_the_way_from_one_process_to_another() -> None:
    import simcli.cli.app

    kinds = [kind for kind in every_error() if kind.__module__.startswith("simcli.")]
    assert {simcli.errors.TooLargeError, simcli.errors.InterruptedRun} <= set(kinds)
    for kind in kinds:
        make = next((made for base, made in MADE.items() if issubclass(kind, base)), lambda kind: kind("message"))
        error = make(kind)
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), str(back), back.exit_code) == (kind, str(error), error.exit_code)
        assert vars(back) == vars(error)


def test_a_job_of_another_version_is_refused_by_name(plan_of: Callable[..., Plan]) -> None:
    ours = work.versions()
    text = json.dumps(dict(ours) | {"Python": "2.7"}) + "\n" + work.job_of(plan_of())
    with pytest.raises(UserError, match=rf"has Python {ours['Python']} in place of 2\.7"):
        work.player_of(text)
    assert work.differing(ours, dict(ours)) == ""
    assert work.differing({}, {"simcli": "1"}) == "simcli None in place of 1"


def test_a_name_stands_for_a_job_that_was_offered_and_for_no_other(plan_of: Callable[..., Plan]) -> None:
    text = work.for_others(work.job_of(plan_of(deals=30)))
    with pytest.raises(SimcliError, match="is not known on"):
        work.player_of(work.name_of(text))
    work.offer(text)
    assert work.player_of(work.name_of(text)).plan.n_batches == 3
    packed = work.call("simcli.sim.pool.work:play", work.name_of(text), 1, 3)
    assert [(piece.number, piece.first_deal, piece.deals) for piece in work.unpack(packed)] == [(1, 10, 10), (2, 20, 10)]


def test_a_task_and_a_count_that_workers_cannot_find_are_refused(plan_of: Callable[..., Plan]) -> None:
    from simcli.sim.games import count_batches

    with pytest.raises(UserError, match="a worker does not find json:nothing"):
        count_batches(work.job_of(plan_of(deals=10)), 0, 1, 2, "json:nothing")
    for task in ("json:nothing", "no_such_module:task"):
        with pytest.raises(UserError, match=f"a worker does not find {task}"):
            work.call(task, "", 0, 1)


def test_ctrl_c_waits_while_processes_are_started() -> None:
    reached: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        start(reached)
    assert reached == ["the end of the block"]


def start(reached: list[str]) -> None:
    with deaf():
        signal.raise_signal(signal.SIGINT)
        reached.append("the end of the block")
    reached.append("what comes behind it")


def test_what_killed_processes_leave_is_cleared_away_without_a_word() -> None:
    """As a Ctrl-C that ends a cluster may kill a process that holds a semaphore; its name is free again."""
    code = """
import multiprocessing, os
from simcli.sim.pool.interrupts import deaf

with deaf():
    lock = multiprocessing.get_context("spawn").Lock()
os._exit(7)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (7, "")


def test_a_worker_does_not_run_the_script_that_asks() -> None:
    """A script without a `__main__` guard would ask again in every worker; what else starts processes is left alone."""
    from multiprocessing import spawn

    from simcli.sim.pool import dask

    script = sys.modules["__main__"]
    prepared = spawn.get_preparation_data
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script, "__file__", "ask.py", raising=False)
        patch.setattr(script, "__spec__", None)
        other, worker = (dask._without_main(name, prepared) for name in ("Process-1", "Dask Worker process (from Nanny)"))
    assert set(other) - set(worker) == {"init_main_from_path"}
