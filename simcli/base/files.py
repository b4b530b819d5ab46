"""Writing files so that they are there atomically, and where simcli keeps what it need not work out twice; a leaf."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

REPORTS = "reports"
"""Folder below the current one in which runs are kept if nobody says where."""
PAGE = "report.html"
"""The page of a folder with results."""
GENERATIONS = "generations.json"
"""What a search has played, in its folder."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a disk that takes no more; what is on it stays good."""
SHIPPED = Path(__file__).parents[1] / "_shipped"
"""What a wheel holds that lies beside the package in a checkout; there is none in a checkout."""
DIGEST_SIZE = hashlib.sha256().digest_size
DAYS_KEPT = 30
"""What is kept for other versions of sources and data is deleted after this number of days."""


def shown(path: str | Path) -> str:
    """A path as a person would type it from here."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if relative.startswith("..") else relative


def cache_root() -> Path:
    """Folder of what can be worked out again, compiled kernels above all: SIMCLI_CACHE_DIR or the user's cache folder."""
    if given := os.environ.get("SIMCLI_CACHE_DIR"):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_dir("simcli", appauthor=False)) / "kernels"


def delete_unused(paths: Iterable[Path]) -> None:
    """Deletes files and folders of the cache that nobody has touched for `DAYS_KEPT` days. OSError where one cannot be looked at."""
    limit = time.time() - DAYS_KEPT * 86400
    for path in paths:
        if path.stat().st_mtime < limit:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def kept_in_cache(kind: str, digest: str, make: Callable[[], bytes | None]) -> bytes | None:
    """What `make` gives, which follows from a digest: from the cache folder of its kind if it was made before, else made and kept there.

    What nobody has read for `DAYS_KEPT` days is deleted. A cache that cannot be written is done without; what `make` raises is passed on,
    and a None that it gives is not kept.
    """
    folder = cache_root() / kind
    path = folder / digest
    if (data := read_checked(path)) is not None:
        with suppress(OSError):
            path.touch()
        return data
    made = make()
    if made is not None:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            delete_unused(folder.iterdir())
            write_atomically(path, with_checksum(path.name, made))
    return made


def with_checksum(name: str, data: bytes) -> bytes:
    """Contents for a file of this name, which end in the sha256 of the name and what stands before."""
    return data + _digest(name, data)


def read_checked(path: Path) -> bytes | None:
    """Contents of a file without its checksum; None when it is missing or does not match."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    data, digest = raw[:-DIGEST_SIZE], raw[-DIGEST_SIZE:]
    return data if digest == _digest(path.name, data) else None


def _digest(name: str, data: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + data).digest()


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file in one step: it is there atomically. OSError when it cannot be."""
    # The name of the temporary file is short, so that every name the file itself can have can be written.
    digest = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:8]
    temporary = path.with_name(f".{digest}.{os.getpid()}.part")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
