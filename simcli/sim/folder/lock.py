"""A folder that one process writes to at a time."""

from __future__ import annotations

import errno
import os
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

from simcli.errors import RunFolderError

LOCK = "run.lock"
NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP)
"""What a file system says that knows no locks."""
UNLOCKED = "no file can be locked here, so that nothing keeps two simcli out of one folder: let only one write to it"


class FolderLock:
    """An advisory lock on a folder, held between `take` and `release`; the system gives it back when its process ends in any way.

    Where there are no such locks a warning says so.
    """

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
            except BlockingIOError:
                self._file.close()
                raise RunFolderError(f"another simcli is writing to {self.folder}") from None
            except (ImportError, OSError) as error:
                self._file.close()
                path.unlink()
                if isinstance(error, OSError) and error.errno not in NO_LOCKS:
                    raise
                warnings.warn(UNLOCKED, stacklevel=2)
                return
            # The file may have been taken away by its last holder between opening and locking it; then it locks nothing.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._file.fileno()), path.stat()):
                    return
            self._file.close()

    def release(self) -> None:
        """Gives it back."""
        if self._file.closed:
            return
        with suppress(OSError):
            (self.folder / LOCK).unlink()
        self._file.close()
