"""A folder that one process writes to at a time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from simcli.errors import RunFolderError

LOCK = "run.lock"


class FolderLock:
    """An advisory lock on a folder, held between `take` and `release`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: Any = None

    def take(self) -> None:
        """RunFolderError when another process holds it; OSError when nothing can be written there."""
        path = self.folder / LOCK
        while True:
            self._file = path.open("w")
            try:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except ImportError:
                return  # no advisory locks on this system
            except BlockingIOError:
                self._file.close()
                raise RunFolderError(f"another simcli is writing to {self.folder}") from None
            # The file may have been taken away by its last holder between opening and locking it; then it locks nothing.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._file.fileno()), path.stat()):
                    return
            self._file.close()

    def release(self) -> None:
        """Gives it back."""
        with suppress(OSError):
            (self.folder / LOCK).unlink()
        self._file.close()
