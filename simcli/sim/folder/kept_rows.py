"""Games that are followed, batch by batch in files of a folder, until all are there and their figures are made."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simcli.base.files import read_checked, with_checksum, write_atomically
from simcli.base.game_sources import digest_of
from simcli.config.run.resolved import ResolvedRun
from simcli.engine.code import store
from simcli.sim.folder.store import writing

Ints = NDArray[np.int64]
TRIES = 10
"""How often a folder is made that another process takes away."""


def cache_folder(study: str, run: ResolvedRun, *matter: int) -> Path:
    """Where a study keeps the rows of a run's batches that belong to no run folder: with the kernels that play them."""
    name = "-".join([run.identity()[:16], *map(str, matter), digest_of(run.game.folder)])
    return store.CACHE_FOLDER / study / name


class KeptRows:
    """Rows of batches in `folder`, int64[games, columns], named by their question; a damaged file counts as none."""

    def __init__(self, folder: Path, *matter: object) -> None:
        self.folder = folder
        self._key = hashlib.sha256(repr(matter).encode()).hexdigest()[:16]

    def read(self, number: int, games: int, columns: int) -> Ints | None:
        """The rows of a batch; None where they are to be played."""
        data = read_checked(self._file(number))
        if data is None or len(data) != 8 * games * columns:
            return None
        return np.frombuffer(data, "<i8").astype(np.int64).reshape(games, columns)

    def add(self, number: int, rows: Ints) -> None:
        """Keeps the rows of a batch. StoppedError on a full disk."""
        data = rows.astype("<i8").tobytes()
        with writing(self.folder):
            for _ in range(TRIES):
                self.folder.mkdir(parents=True, exist_ok=True)
                with suppress(FileNotFoundError):  # another process was done with the folder at this very moment
                    write_atomically(self._file(number), with_checksum(self._file(number).name, data))
                    return
            raise FileNotFoundError(f"{self.folder} is taken away again and again")

    def forget(self) -> None:
        """Takes the rows away, what is half written, and the folder unless it holds others: of another question at the same time."""
        for file in (*self.folder.glob(f"{self._key}-*"), *self.folder.glob(".*.part")):
            file.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _file(self, number: int) -> Path:
        return self.folder / f"{self._key}-{number}"
