"""Writing files so that they are there whole or not at all; a leaf that imports nothing of simcli."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Writes a file in one step: it is there whole or not at all. OSError when it cannot be."""
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
