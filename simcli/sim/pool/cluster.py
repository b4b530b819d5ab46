"""What `--cluster` names: worker processes, a dask scheduler, or an executor of the user's own. Opened when the first game is played."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from typing import TypeAlias

from simcli.errors import UserError
from simcli.sim.pool.interrupts import deaf
from simcli.sim.pool.pool import Pool, Threads, threads
from simcli.sim.pool.remote import ExecutorPool, RemotePool
from simcli.sim.pool.subprocesses import usable_cores

FORMS = "local:N, tcp://HOST:PORT, tls://HOST:PORT, scheduler-file:PATH or MODULE:FUNCTION"
MOST_LOCAL = 1024


class Cluster:
    """Where games are played in addition to this process; to be closed, or used as a context manager. UserError for an unknown form.

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


Workers: TypeAlias = int | Cluster
"""Threads of this process, or a cluster."""


def cores_of(workers: Workers | None) -> int:
    """Threads that play, as far as this is known beforehand."""
    if workers is None:
        return usable_cores()
    return workers if isinstance(workers, int) else workers.threads


@contextmanager
def opened(workers: Workers) -> Iterator[Pool]:
    """Threads, ended with the block, or a cluster, which stays open."""
    if isinstance(workers, int):
        with threads(workers) as executor:
            yield Threads(executor, workers)
    else:
        yield workers.pool
