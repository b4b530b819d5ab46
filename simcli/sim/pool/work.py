"""Tasks of a pool: named functions of a job and a range of batches, called the same way by threads, processes and other machines.

A job is text: the run as its folder stores it, and how it is cut into batches. A process reads it once. For other processes the versions
that must be the same stand in a line before it.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import platform
import socket
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from simcli.base.entry_points import PACKAGE
from simcli.base.version import __version__
from simcli.config.run.stored import restore_run
from simcli.engine.code import store
from simcli.errors import SimcliError, UserError
from simcli.sim.blocks import Blocks, Flat, Piece, Spans
from simcli.sim.folder.picture import Picture
from simcli.sim.plan import Batch, Plan, make_plan
from simcli.sim.pool.player import Player

T = TypeVar("T")
JOBS_HELD = 64
"""Jobs that a process remembers."""
NAME = "job "
"""Start of the name of a job, which stands for its text in a process that knows it."""
MOST_THREADS = 256
"""Of a process that plays for others: how far apart its threads may be before a base is played twice."""

_texts: dict[str, str] = {}
_held: dict[str, Any] = {}
_lock = Lock()


@cache
def versions() -> Mapping[str, str]:
    """What this process plays with."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    python = ".".join(platform.python_version_tuple()[:2])
    return {"simcli": __version__, "code of simcli": digest.hexdigest()[:12], "Python": python}


def differing(worker: Mapping[str, str], asked: Mapping[str, str]) -> str:
    """How a worker differs from the process that asks it, in words; '' where it does not."""
    return ", ".join(f"{what} {worker.get(what)} in place of {ours}" for what, ours in asked.items() if ours != worker.get(what))


def job_of(plan: Plan, *, is_again: bool = False) -> str:
    """The text of a job."""
    return json.dumps({"run": plan.run.to_json(), "batch_deals": plan.batch_deals, "is_again": is_again})


def for_others(job: str) -> str:
    """The text of a job that only processes of the same versions play."""
    return f"{json.dumps(versions())}\n{job}"


def name_of(job: str) -> str:
    """A short name of a job."""
    return NAME + hashlib.sha256(job.encode()).hexdigest()[:24]


def offer(job: str) -> None:
    """Makes this process know a job by its name."""
    with _lock:
        _texts[name_of(job)] = job
        _forget(_texts)


def hold(job: str, player: object) -> None:
    """Makes this process play a job with what exists."""
    with _lock:
        _held[job] = player
        _forget(_held)


def _forget(known: dict[str, Any]) -> None:
    """Drops the oldest beyond those remembered."""
    for key in list(known)[:-JOBS_HELD]:
        del known[key]


def held(job: str, make: Callable[[dict[str, object]], T]) -> T:
    """What plays a job, by its text or its name; made of its data where there is none yet. UserError where this process has another
    version, game or behaviour."""
    with _lock:
        if job not in _held:
            _held[job] = make(_read(_texts.get(job, job)))
            _forget(_held)
        made: T = _held[job]
    return made


def _read(text: str) -> dict[str, object]:
    """The data of a job."""
    if text.startswith(NAME):
        raise SimcliError(f"{text} is not known on {socket.gethostname()}")
    head, _, body = text.rpartition("\n")
    if head and (other := differing(versions(), json.loads(head))):
        raise UserError.of("--cluster", f"{socket.gethostname()} has {other}", "install the same versions on all machines")
    data: dict[str, Any] = json.loads(body)
    return data


def player_of(job: str) -> Player:
    """The player of a run's job. Errors as `held`."""
    return held(job, _player)


def _player(data: dict[str, Any]) -> Player:
    plan = replace(make_plan(restore_run(data["run"])), batch_deals=data["batch_deals"])
    player = Player(plan, threads=MOST_THREADS, is_again=data["is_again"])
    compile_once(player)
    return player


def compile_once(player: Player) -> None:
    """Compiles the kernels of a game, unless another process of this machine is at it, which is waited for."""
    from filelock import FileLock

    game = player.game
    if store.JIT and not store.is_warm(game):
        with FileLock(store.CACHE_FOLDER / f"{game.id}.lock"):
            if not store.is_warm(game):
                player.play(Batch(0, 0, 0, 1))
                store.mark_warm(game)


def play(job: str, first: int, last: int, records: str = "") -> list[Piece]:
    """Plays the batches [first, last) of a run, and sums up those of a cell and block; writes their records into the folder `records`
    where one is named."""
    player = player_of(job)
    blocks = Blocks(player.plan)
    sums = [Spans(blocks) for _ in player.plan.cells]
    for number in range(first, last):
        batch = player.plan.batch(number)
        flat = player.play(batch, Path(records) if records else None)
        sums[batch.cell].add(blocks.span(Piece(number, batch.first_deal, batch.deals, flat)), flat)
    if not store.is_warm(player.game):
        store.mark_warm(player.game)
    return [blocks.piece(cell, *one) for cell, spans in enumerate(sums) for one in spans]


def play_each(job: str, first: int, last: int) -> list[Flat]:
    """Plays the batches [first, last) of a run: the tally of each."""
    player = player_of(job)
    return [player.play(player.plan.batch(number)) for number in range(first, last)]


def picture(job: str, _first: int, _last: int) -> list[Picture | None]:
    """The board at the end of one of the games of a run."""
    return [player_of(job).picture()]


Task = Callable[..., list[Any]]
"""A function (job, first, last, *extra) of a module, `extra` text and whole numbers: a result a batch of the range, or sums of several."""


def call(task: str, job: str, first: int, last: int, *extra: str | int) -> bytes:
    """What a task gives, packed for the way back; `task` as `module:function`. UserError where this process does not find it."""
    return zlib.compress(pickle.dumps(found(task)(job, first, last, *extra)), 1)


def found(name: str) -> Callable[..., Any]:
    """A function `module:function`. UserError where this process does not find it."""
    module, _, function = name.partition(":")
    try:
        made: Callable[..., object] = getattr(import_module(module), function)
    except (ImportError, AttributeError):
        raise UserError.of("--cluster", f"a worker does not find {name}", "make it a function of an installed module") from None
    return made


def unpack(data: bytes) -> list[object]:
    """Inverse of `call`."""
    made: list[object] = pickle.loads(zlib.decompress(data))
    return made
