"""The run folder: what was asked (run.json), and an append-only log of finished batches.

A line of `batches.log` is `number first_deal deals checksum payload`: base64 of the zlib-packed int64 tally, little endian. A kill
leaves at most a torn last line, which is dropped; anything else that does not check is damage and refused.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.errors import RunFolderError, SimcliError, StoppedError, UserError
from simcli.sim.plan import Plan

LOG, RUN, LOCK, RECORDS, SUMMARY = "batches.log", "run.json", "run.lock", "records", "summary.json"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a disk that takes no more; what is on it stays good."""


@dataclass(frozen=True)
class StoredBatch:
    """A finished batch as read back."""

    number: int
    first_deal: int
    deals: int
    flat: NDArray[np.int64]


def _checksum(head: str, payload: str) -> str:
    return hashlib.sha256(f"{head} {payload}".encode()).hexdigest()[:16]


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file in one step: it is there whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def disk_error(path: Path, error: OSError) -> SimcliError:
    """The error to raise when `path` cannot be written: StoppedError on a full disk, else RunFolderError."""
    what = f"{error.filename or path} cannot be written: {error.strerror or error}"
    if error.errno in FULL:
        return StoppedError(f"{what}; finished batches are kept, make room and run again to go on")
    return RunFolderError(what)


def read_run(folder: Path) -> dict[str, Any]:
    """Contents of run.json; RunFolderError when there is none or it cannot be read."""
    path = folder / RUN
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunFolderError(f"{folder} is not a run folder: it has no {RUN}") from None
    except (OSError, ValueError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}") from None
    kinds = {"run": dict, "batch_deals": int, "records": bool}
    if not isinstance(data, dict) or not all(isinstance(data.get(key), kind) for key, kind in kinds.items()):
        raise RunFolderError(f"{path} is not what simcli wrote")
    return data


class Store:
    """An open run folder, locked against a second writer. Use as a context manager.

    Raises RunFolderError for a folder that is damaged, in use or another run's, StoppedError on a full disk. A refused folder is
    left as it was, and one made for a run that cannot be played is taken away again.
    """

    def __init__(self, folder: Path, plan: Plan, *, records: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self.records = records
        self.is_new = False
        self._log: Any = None
        self._lock: Any = None
        self._end = 0

    def __enter__(self) -> Store:
        self.is_new = not self.folder.exists()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
        except OSError as error:
            raise disk_error(self.folder, error) from error
        try:
            self._settle_run()
            self._end = self.check()
            self._log = (self.folder / LOG).open("r+b" if (self.folder / LOG).exists() else "w+b", buffering=0)
            self._log.truncate(self._end)
            self._log.seek(self._end)
        except BaseException as error:
            self._release()
            if isinstance(error, OSError):
                raise disk_error(self.folder, error) from error
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._log.close()
        if self.is_new and self._end == 0 and kind is not None and issubclass(kind, UserError):
            (self.folder / LOG).unlink()
            (self.folder / RUN).unlink()
        self._release()

    def _take_lock(self) -> None:
        path = self.folder / LOCK
        while True:
            self._lock = path.open("w")
            try:
                import fcntl

                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except ImportError:
                return  # no advisory locks on this system
            except BlockingIOError:
                self._lock.close()
                raise RunFolderError(f"another simcli is writing to {self.folder}") from None
            # The file may have been taken away by its last holder between opening and locking it; then it locks nothing.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._lock.fileno()), path.stat()):
                    return
            self._lock.close()

    def _release(self) -> None:
        """Gives the lock back; takes a new folder that stayed empty away."""
        with suppress(OSError):
            (self.folder / LOCK).unlink()
        self._lock.close()
        if self.is_new:
            with suppress(OSError):
                self.folder.rmdir()

    def _settle_run(self) -> None:
        identity = self.plan.run.identity()
        path = self.folder / RUN
        if path.exists():
            there = read_run(self.folder)
            if there["run"].get("identity") != identity:
                raise RunFolderError(
                    f"{self.folder} holds another run (identity {str(there['run'].get('identity'))[:12]}, this one is {identity[:12]}): "
                    "choose another --out, or delete the folder"
                )
            if there["batch_deals"] != self.plan.batch_deals:
                raise RunFolderError(
                    f"{self.folder} was cut into batches of {there['batch_deals']} deals by another version, "
                    f"this one takes {self.plan.batch_deals}: choose another --out"
                )
            if self.records and not there["records"]:
                raise RunFolderError(f"{self.folder} was begun without --records: choose another --out")
            self.records = there["records"]
        elif (self.folder / LOG).exists():
            raise RunFolderError(f"{self.folder} has a {LOG} but no {RUN}")
        elif strangers := [p.name for p in self.folder.iterdir() if p.name != LOCK and not p.name.startswith(".")]:
            raise RunFolderError(f"{self.folder} is no run folder and not empty (it holds {min(strangers)}): choose another --out")
        data = {"run": self.plan.run.to_json(), "batch_deals": self.plan.batch_deals, "records": self.records}
        write_atomically(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())

    def check(self) -> int:
        """Checks every line of the log; returns the length of the good part. RunFolderError when a line before the last is damaged."""
        good = 0
        for line, end, last in self._lines():
            if self._parse(line) is not None:
                good = end
            elif not last:
                raise RunFolderError(f"{self.folder / LOG} is damaged at byte {end - len(line)}: the line does not match its checksum")
        return good

    def _lines(self) -> Iterator[tuple[bytes, int, bool]]:
        path = self.folder / LOG
        if not path.exists():
            return
        size, end = path.stat().st_size, 0
        with path.open("rb") as file:
            for line in file:
                end += len(line)
                yield line, end, end == size

    def _parse(self, line: bytes) -> StoredBatch | None:
        try:
            head, check, payload = line.decode("ascii").removesuffix("\n").rsplit(" ", 2)
            if not line.endswith(b"\n") or check != _checksum(head, payload):
                return None
            number, first, deals = (int(x) for x in head.split(" "))
            flat = np.frombuffer(zlib.decompress(base64.b64decode(payload)), "<i8").astype(np.int64)
        except (ValueError, zlib.error):
            return None
        if flat.size != self.plan.cells[number % len(self.plan.cells)].layout.size:
            return None
        return StoredBatch(number, first, deals, flat)

    def batches(self) -> Iterator[StoredBatch]:
        """Finished batches in the order they were appended."""
        for line, _, _ in self._lines():
            batch = self._parse(line)
            if batch is not None:
                yield batch

    def append(self, number: int, first_deal: int, deals: int, flat: NDArray[np.int64]) -> None:
        """Adds a finished batch and flushes it to the disk; StoppedError when the disk does not take it."""
        head = f"{number} {first_deal} {deals}"
        payload = base64.b64encode(zlib.compress(flat.astype("<i8").tobytes(), 6)).decode("ascii")
        line = f"{head} {_checksum(head, payload)} {payload}\n".encode("ascii")
        try:
            (self.folder / SUMMARY).unlink(missing_ok=True)  # it tells of fewer batches now
            if self._log.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._log.fileno())
        except OSError as error:
            with suppress(OSError):
                self._log.truncate(self._end)
            raise disk_error(self.folder / LOG, error) from error
        self._end += len(line)
