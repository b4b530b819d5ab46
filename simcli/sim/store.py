"""The run folder: what was asked (run.json), and an append-only log of finished batches.

A line of `batches.log` is `number first_deal deals checksum payload`: base64 of the zlib-packed int64 tally, little endian. A kill leaves at
most a torn last line, which is dropped; anything else that does not check is damage and refused.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcli.errors import RunFolderError, StoppedError
from simcli.sim.plan import Plan

LOG, RUN, LOCK, RECORDS = "batches.log", "run.json", "run.lock", "records"


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


def read_run(folder: Path) -> dict[str, Any]:
    """Contents of run.json; RunFolderError when there is none or it cannot be read."""
    path = folder / RUN
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunFolderError(f"{folder} is not a run folder: it has no {RUN}") from None
    except (OSError, ValueError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}") from None
    if not isinstance(data, dict) or "run" not in data:
        raise RunFolderError(f"{path} is not what simcli wrote")
    return data


class Store:
    """An open run folder, locked against a second writer. Use as a context manager."""

    def __init__(self, folder: Path, plan: Plan, *, records: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self.records = records
        self._log: Any = None
        self._lock: Any = None

    def __enter__(self) -> Store:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        try:
            self._settle_run()
            good = self.check()
            self._log = (self.folder / LOG).open("r+b" if (self.folder / LOG).exists() else "w+b")
            self._log.truncate(good)
            self._log.seek(good)
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._log.close()
        self._lock.close()
        (self.folder / LOCK).unlink(missing_ok=True)

    def _take_lock(self) -> None:
        self._lock = (self.folder / LOCK).open("w")
        try:
            import fcntl

            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass  # no advisory locks on this system
        except OSError:
            self._lock.close()
            raise RunFolderError(f"another simcli is writing to {self.folder}") from None

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
                raise RunFolderError(f"{self.folder} was cut into batches of {there['batch_deals']} deals by another version, this one takes {self.plan.batch_deals}")
            if self.records and not there["records"]:
                raise RunFolderError(f"{self.folder} was begun without --records: choose another --out")
            self.records = there["records"]
        elif (self.folder / LOG).exists():
            raise RunFolderError(f"{self.folder} has a {LOG} but no {RUN}")
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
        try:
            self._log.write(f"{head} {_checksum(head, payload)} {payload}\n".encode("ascii"))
            self._log.flush()
            os.fsync(self._log.fileno())
        except OSError as error:
            raise StoppedError(f"{self.folder / LOG} cannot be written ({error.strerror}); finished batches are kept, run again to go on") from error
