"""What ranges cost the process that asks: ranges that play nothing and give a kept tally of Guildes.

`python benchmarks/cluster_load.py [RANGES...]` sends them to `local:2`, as fast as it goes; with `--nodes N` to N simulated nodes of 20
threads, 25 to a process, where each range takes as long as simcli would make it (`cluster.TASKS_A_SECOND`). Printed for each
number of ranges: CPU a range of client and scheduler, which are one process, ranges a second, and the memory of that process before and
after. Run it in a checkout: workers import it by its path.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import psutil

HERE = Path(__file__).parents[1]
RANGES = (2_000, 10_000)
THREADS = 20
"""Of a simulated node."""
TO_A_PROCESS = 25
"""Simulated nodes: more of them wait for one another's interpreter lock."""


@cache
def kept(job: str) -> list[object]:
    """The tally of one batch."""
    from simcli.sim.pool.work import play

    return list(play(job, 0, 1))


def idle(job: str, _first: int, _last: int, milliseconds: int = 0) -> list[object]:
    """A task that plays nothing, for so long."""
    time.sleep(milliseconds / 1000)
    return kept(job)


async def nodes(address: str, count: int) -> None:
    """So many workers in this process, until it is ended."""
    from distributed import Worker

    workers = [Worker(address, nthreads=THREADS, dashboard=False, memory_limit=0) for _ in range(count)]
    await asyncio.gather(*workers)
    await asyncio.gather(*(worker.finished() for worker in workers))


@contextmanager
def cluster_of(count: int):  # type: ignore[no-untyped-def]
    """`local:2`, or a scheduler of this process with simulated nodes of another."""
    from distributed import LocalCluster

    from simcli.sim.pool.cluster import Cluster

    if not count:
        with Cluster("local:2") as cluster:
            yield cluster
        return
    with LocalCluster(n_workers=0, protocol="tcp://", dashboard_address=None, host="127.0.0.1") as scheduler:
        parts = [min(TO_A_PROCESS, count - first) for first in range(0, count, TO_A_PROCESS)]
        join = [sys.executable, __file__, "--join", scheduler.scheduler_address, "--nodes"]
        processes = [subprocess.Popen([*join, str(part)]) for part in parts]
        try:
            with Cluster(scheduler.scheduler_address) as cluster:
                while cluster.pool.threads < count * THREADS:
                    time.sleep(0.5)
                    cluster.pool._look()
                yield cluster
        finally:
            for process in processes:
                process.kill()


def main(counts: list[int], n_nodes: int) -> None:
    """Prints a line for each number of ranges."""
    from benchmarks.cluster_load import idle as task
    from simcli.config import load_config
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.remote import TASKS_A_SECOND
    from simcli.sim.pool.window import Window
    from simcli.sim.pool.work import job_of

    me = psutil.Process()
    with cluster_of(n_nodes) as cluster:
        pool = cluster.pool
        pool.batches = lambda _left: 1
        run = load_config("guildes/demo")
        for count in counts:
            plan = replace(make_plan(run), batch_deals=max(1, run.deals // count))
            job = job_of(plan)
            pool.warm(job)
            before, begun, cpu, done = me.memory_info().rss, time.monotonic(), sum(me.cpu_times()[:2]), 0
            takes = 1000 * n_nodes * THREADS // TASKS_A_SECOND
            with Window(pool, plan, task, job, range(count), takes) as window:
                while window:
                    window.fill()
                    done += sum(1 for _ in window.done())
            seconds, after = time.monotonic() - begun, me.memory_info().rss
            used = sum(me.cpu_times()[:2]) - cpu
            print(
                f"{pool.where()}: {done:,} ranges: {1e3 * used / done:.2f} ms of CPU a range, {done / seconds:.0f} a second,"
                f" {before / 1e6:.0f} -> {after / 1e6:.0f} MB"
            )


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    parser = argparse.ArgumentParser()
    parser.add_argument("ranges", nargs="*", type=int, default=RANGES)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--join", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.join:
        asyncio.run(nodes(given.join, given.nodes))
    else:
        main(list(given.ranges), given.nodes)
