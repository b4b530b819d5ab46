"""What a range costs the process that asks: ranges that play nothing and give a kept tally of Guildes, through `--cluster local:2`.

`python benchmarks/cluster_load.py [RANGES...]` prints for each number of ranges: CPU a range of client and scheduler, which are one
process, ranges a second, and the memory of that process before and after. Run it in a checkout: workers import it by its path.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import psutil

HERE = Path(__file__).parents[1]
RANGES = (2_000, 10_000)


@cache
def kept(job: str) -> list[object]:
    """The tally of one batch."""
    from simcli.sim.pool.work import play

    return list(play(job, 0, 1))


def idle(job: str, _first: int, _last: int) -> list[object]:
    """A task that plays nothing."""
    return kept(job)


def main(counts: list[int]) -> None:
    """Prints a line for each number of ranges."""
    from benchmarks.cluster_load import idle as task
    from simcli.config import load_config
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.cluster import Cluster
    from simcli.sim.pool.window import Window
    from simcli.sim.pool.work import call, job_of

    me = psutil.Process()
    with Cluster("local:2") as cluster:
        pool = cluster.pool
        pool.batches = lambda _left: 1  # type: ignore[method-assign]
        run = load_config("guildes/demo")
        for count in counts:
            plan = replace(make_plan(run), batch_deals=max(1, run.deals // count))
            job = job_of(plan)
            pool.warm(job)
            print(f"packed: {len(call(f'{task.__module__}:{task.__qualname__}', job, 0, 1)):,} bytes, job: {len(job):,} bytes")
            before, begun, cpu, done = me.memory_info().rss, time.monotonic(), sum(me.cpu_times()[:2]), 0
            with Window(pool, plan, task, job, range(count)) as window:
                while window:
                    window.fill()
                    done += sum(1 for _ in window.done())
            seconds, after = time.monotonic() - begun, me.memory_info().rss
            used = sum(me.cpu_times()[:2]) - cpu
            print(
                f"{done:,} ranges: {1e3 * used / done:.2f} ms of CPU a range, {done / seconds:.0f} a second,"
                f" {before / 1e6:.0f} -> {after / 1e6:.0f} MB"
            )


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    main([int(word) for word in sys.argv[1:]] or list(RANGES))
