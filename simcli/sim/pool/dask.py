"""A pool on dask.distributed: worker processes of this machine, or a scheduler that others have started."""

from __future__ import annotations

import logging
import os
import signal
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from multiprocessing import spawn
from pathlib import Path
from typing import Any

import dask.config
from dask.distributed import Client, KilledWorker, LocalCluster, WorkerPlugin
from distributed.client import ClosedClientError, FutureCancelledError

from simcli.errors import SimcliError, UserError
from simcli.sim.pool import work
from simcli.sim.pool.interrupts import deaf
from simcli.sim.pool.pool import LostPoolError, LostRangeError
from simcli.sim.pool.remote import RemotePool

CONNECT_SECONDS = 15
WORKERS_SECONDS = 60
"""How long a cluster may be without any worker."""
CLOSE_SECONDS = 3
WARM_TRIES = 4
"""How often a job is handed to workers, while some of them are lost."""
LOOK_SECONDS = 2.0
"""Between two looks at what the cluster is made of."""
HINT = "start one: `dask scheduler`, and `dask worker ADDRESS` on each machine"
KEPT = "what was finished is kept, and the same command goes on"
GONE = (OSError, RuntimeError, CancelledError, ClosedClientError)
"""What a client raises whose scheduler does not answer any more."""
OWN = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.diagnostics.computations.nframes": 0,
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
}
"""Settings of `local:N`: tasks are few and long, results small. Workers say nothing from their first moment to their last: what a worker
itself silences speaks again while it closes."""


class Job(WorkerPlugin):
    """Carries a job to every worker, those included that are started later. A Ctrl-C in the terminal is for the process that asks."""

    idempotent = True

    def __init__(self, job: str) -> None:
        self.job = job

    def setup(self, worker: object) -> None:  # noqa: ARG002
        """Called in each worker process."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        work.offer(self.job)


def _without_main(name: str, prepared: Callable[[str], dict[str, Any]] = spawn.get_preparation_data) -> dict[str, Any]:
    """What a new process takes from this one. A worker does not run the user's script again, which may have no `__main__` guard."""
    data = prepared(name)
    return {key: value for key, value in data.items() if not (name.startswith("Dask Worker") and key.startswith("init_main_from"))}


def _local(processes: int, folder: str) -> object:
    """Worker processes of this machine, of one thread each, whose files are in `folder`."""
    spawn.get_preparation_data = _without_main
    dask.config.set(OWN | {"temporary-directory": folder})
    start: Any = LocalCluster
    with deaf():
        return start(
            n_workers=processes,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )


class DaskPool(RemotePool):
    """A client of a scheduler, with the cluster where it is our own. UserError where nothing answers."""

    def __init__(self, address: str) -> None:
        for name in ["distributed", *logging.root.manager.loggerDict]:
            if name.partition(".")[0] in ("distributed", "tornado", "asyncio", "bokeh"):  # some have a level of their own
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        self._jobs: dict[str, str] = {}
        self._number = 0
        self._looked, self._seen = 0.0, time.monotonic()
        self._cluster: Any = None
        self._files: tempfile.TemporaryDirectory[str] | None = None
        kind, _, rest = address.partition(":")
        if kind == "scheduler-file" and not Path(rest).is_file():
            raise UserError.of(f"--cluster {address}", f"no file {rest}", "`dask scheduler --scheduler-file PATH` writes it")
        try:
            if kind == "local":
                self._files = tempfile.TemporaryDirectory(prefix="simcli-cluster-", ignore_cleanup_errors=True)
                self._cluster = _local(int(rest), self._files.name)
            where = {"local": {"address": self._cluster}, "scheduler-file": {"scheduler_file": rest}}.get(kind, {"address": address})
            join: Any = Client
            self._client = join(**where, timeout=CONNECT_SECONDS, set_as_default=False, name="simcli")
            self._client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            self.close()
            raise UserError.of(f"--cluster {address}", f"no worker has joined in {WORKERS_SECONDS} s", HINT) from None
        except (OSError, ValueError, RuntimeError) as error:
            self.close()
            if kind == "local":
                raise LostPoolError(f"{address} cannot be started: {error}; {KEPT}") from error
            raise UserError.of(f"--cluster {address}", f"cannot be joined: {error}", HINT) from None
        self._look()

    def warm(self, job: str) -> None:
        """Hands every worker the job, after a look at its versions."""
        if job in self._jobs:
            return
        text = work.for_others(job)
        name = work.name_of(text)
        for left in range(WARM_TRIES - 1, -1, -1):
            try:
                answers: dict[str, object] = self._client.run(work.versions, on_error="return")
                self._refuse(answers)
                self._client.register_plugin(Job(text), name=f"simcli-{name}")
                break
            except GONE as error:  # a worker that is lost meanwhile breaks it too
                if not left or self._client.status != "running":
                    raise self._lost() from error
        self._jobs[job] = name

    def _refuse(self, answers: dict[str, object]) -> None:
        """Workers that cannot play. One that was lost before it answered is none of them."""
        for worker, theirs in answers.items():
            if isinstance(theirs, OSError | TimeoutError):
                continue
            if not isinstance(theirs, dict):
                raise UserError.of(f"--cluster {self.address}", f"worker {worker} cannot play: {theirs}", "install simcli there")
            if other := work.differing(theirs, work.versions()):
                hint = "install the same versions on all machines"
                raise UserError.of(f"--cluster {self.address}", f"worker {worker} plays with another version: {other}", hint)

    def send(self, task: str, job: str, first: int, last: int, *extra: str | int) -> object:
        """Has it called on a worker that is free."""
        self._number += 1
        key = ("simcli", self._number)
        try:
            return self._client.submit(
                work.call, task, self._jobs[job], first, last, *extra, key=key, pure=False, retries=0, fifo_timeout="100 ms"
            )
        except GONE as error:
            raise self._lost() from error

    def told(self, error: BaseException) -> BaseException:
        """A lost worker's range may be tried again, a lost scheduler ends the run."""
        if isinstance(error, SimcliError):
            return error
        if isinstance(error, KilledWorker):
            return LostRangeError(str(error.last_worker.address if error.last_worker else error))
        if isinstance(error, CancelledError | FutureCancelledError | ClosedClientError | OSError):
            return self._lost()
        return error

    def _lost(self) -> LostPoolError:
        return LostPoolError(f"the scheduler of {self.address} is gone; {KEPT}")

    def where(self) -> str:
        """Machines and threads. LostPoolError where there has been no worker for a minute."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._look()
        if time.monotonic() - self._seen > WORKERS_SECONDS:
            raise LostPoolError(f"{self.address} has had no worker for {WORKERS_SECONDS} s; {KEPT}")
        return f"{self.machines} machine{'s' * (self.machines != 1)}, {self.threads} thread{'s' * (self.threads != 1)}"

    def _look(self) -> None:
        try:
            workers = self._client.scheduler_info()["workers"].values()
        except GONE as error:
            raise self._lost() from error
        self._looked = time.monotonic()
        if workers:
            self._seen = self._looked
            self.threads = sum(worker["nthreads"] for worker in workers)
            self.machines = len({worker["host"] for worker in workers})

    def close(self) -> None:
        """Leaves the scheduler, and ends the processes that are our own: nobody waits for what they play."""
        for nanny in self._cluster.workers.values() if self._cluster is not None else ():
            nanny.auto_restart = False
            if nanny.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(nanny.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        for part in (getattr(self, "_client", None), self._cluster):
            if part is not None:
                with suppress(TimeoutError):  # whoever does not answer any more is not waited for
                    part.close(timeout=CLOSE_SECONDS)
        if self._files is not None:
            self._files.cleanup()
