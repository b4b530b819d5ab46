"""A folder that one process writes to at a time."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from simcli.errors import RunFolderError

if TYPE_CHECKING:
    from filelock import BaseFileLock

LOCK, SOFT = "run.lock", ".run.lock"
"""The file that is locked, and the one that stands for a lock where none can be."""
NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP)
"""What a file system says that knows no locks."""


class FolderLock:
    """A lock on a folder, held between `take` and `release`; the system gives it back when its process ends in any way.

    Where the system or the file system has no such locks, a file that names its process stands for one: it holds until that one ends.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: BaseFileLock | None = None
        self._made: Sequence[Path] = ()

    @property
    def is_new(self) -> bool:
        """Whether the folder was made when the lock was taken."""
        return bool(self._made)

    def take(self) -> None:
        """Makes the folder, if there is none. RunFolderError when another process holds it; OSError when nothing can be written there."""
        self._made = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        self.folder.mkdir(parents=True, exist_ok=True)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "only soft file lock", UserWarning)  # said on import, of what is wanted here
            from filelock import FileLock, SoftFileLock, Timeout

        path = self.folder / LOCK
        is_ours = not path.exists()
        self._lock = FileLock(path, blocking=False, thread_local=False, fallback_to_soft=False)
        try:
            try:
                self._lock.acquire()
            except Timeout:
                raise
            except OSError as error:
                if is_ours:
                    path.unlink(missing_ok=True)
                if error.errno not in NO_LOCKS:
                    raise
                self._lock = SoftFileLock(self.folder / SOFT, blocking=False, thread_local=False)
                self._lock.acquire()
        except Timeout:
            raise RunFolderError(f"another simcli is writing to {self.folder}") from None

    def release(self) -> None:
        """Gives it back, and takes its file away, and folders that were made for it and stayed empty."""
        from filelock import SoftFileLock

        if self._lock is not None and self._lock.is_locked:
            if not isinstance(self._lock, SoftFileLock):  # which takes its own away
                with suppress(OSError):
                    (self.folder / LOCK).unlink()
            self._lock.release()
        with suppress(OSError):
            for path in self._made:
                path.rmdir()
