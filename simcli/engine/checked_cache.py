"""Compiled code on the disk with a checksum: what does not match it is compiled again.

numba reads its cache files as they are. A file cut short ends in an exception, and one with a changed byte would run other machine code.
It also looks for them by the absolute path of the source: a second clone or environment with the same sources would compile all again.

What a game's code is compiled from stands in the key of each piece of it: an edit of one game compiles that game alone.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from numba.core import caching, types
from numba.core.sigutils import normalize_signature

from simcli.base.files import read_checked, with_checksum
from simcli.base.game_sources import KERNELS, digest_of

VERSIONS = 4
"""Versions of a game whose code is kept: as many clones may take turns without compiling."""


class Code(NamedTuple):
    """What a piece of compiled code has of a game: the name of its folder, and the digest of what it is compiled from."""

    game: str
    digest: str


_codes: dict[Any, Code] = {}


def code_of(folder: Path) -> Code:
    """That of a game's folder."""
    return Code(folder.name, digest_of(folder))


def know_records(records: Iterable[Any], folder: Path) -> None:
    """Notes that records of these types (of numba) are those of a game."""
    _codes.update(dict.fromkeys(records, code_of(folder)))


@cache
def _code_of_file(file: str) -> Code | None:
    """That of the game whose kernels a file holds; None for a file of the engine."""
    home = next((folder for folder in Path(file).parents if folder.name == KERNELS), None)
    return None if home is None else code_of(home.parent)


class GameCache(caching.FunctionCache):  # type: ignore[misc]
    """numba's cache of a function, whose keys name the code of the game as well."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        args, _ = normalize_signature(sig)
        records = [one.dtype if isinstance(one, types.Array) else one for one in args]
        found = {_codes[one] for one in records if isinstance(one, types.Record) and one in _codes}
        own = _code_of_file(self._py_func.__code__.co_filename)
        return (*super()._index_key(sig, codegen), tuple(sorted({*found, *([own] if own else ())})))

    def _save_overload(self, sig: Any, data: Any) -> None:
        super()._save_overload(sig, data)
        with contextlib.suppress(OSError):
            self._cache_file.drop_old(self._index_key(sig, data.codegen)[-1])


class CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """numba's index and data files; each ends in the sha256 of its name and what stands before.

    What is not in the cache folder is looked for in the folder that came with simcli, which nobody writes to.
    """

    folder, shipped = Path(), Path()

    def load(self, key: Any) -> Any:
        """Compiled code of a key; None when neither folder has it undamaged."""
        mine = super().load(key)
        place = Path(self._cache_path)
        if mine is not None or place.parent != self.folder or not self.shipped.is_dir():
            return mine
        # A file of its own: the numbers in its names are not those of the cache folder.
        name = self._index_name.removesuffix(".nbi")
        return super(CheckedFile, CheckedFile(str(self.shipped / place.name), name, self._source_stamp)).load(key)

    def save(self, key: Any, data: Any) -> None:
        """Keeps compiled code; on a disk that takes no more it is not kept, and the next process compiles it again."""
        with contextlib.suppress(OSError):
            super().save(key, data)

    def drop_old(self, codes: tuple[Code, ...]) -> None:
        """Of the games of a key that was saved by a `GameCache`, deletes the code of all but the latest versions."""
        overloads = self._load_index()
        games = [code.game for code in codes]
        newest: dict[tuple[Code, ...], float] = {}
        for key, name in overloads.items():
            if [code.game for code in key[-1]] == games:
                with contextlib.suppress(OSError):
                    newest[key[-1]] = max(newest.get(key[-1], 0.0), Path(self._data_path(name)).stat().st_mtime)
        old = sorted(newest, key=lambda one: (one == codes, newest[one]))[:-VERSIONS]
        if gone := {key: name for key, name in overloads.items() if key[-1] in old}:
            self._save_index({key: name for key, name in overloads.items() if key not in gone})
            for name in gone.values():
                Path(self._data_path(name)).unlink(missing_ok=True)

    def _load_index(self) -> dict[Any, str]:
        data = read_checked(Path(self._index_path))
        if data is None:
            return {}
        stream = BytesIO(data)
        if pickle.load(stream) != self._version:
            return {}
        stamp, overloads = pickle.load(stream)
        return overloads if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> Any:
        data = read_checked(Path(self._data_path(name)))
        if data is None:
            raise OSError("damaged")  # which numba takes for a file that is not there
        return pickle.loads(data)

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        buffer = BytesIO()
        yield buffer
        data = buffer.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(with_checksum(Path(filepath).name, data))


class PackageLocator(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """A folder named by the place of the source in its package, for sources whose text names the folder above or stands in the key; by
    its path for others."""

    sources: Collection[Path] = ()

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of one source below numba's cache folder, as `simcli.games.pig.kernels`."""
        path = Path(py_file).absolute()
        if path not in cls.sources and KERNELS not in path.parts:
            return str(super().get_suitable_cache_subpath(py_file))
        packages = [path.parent]
        while (packages[-1].parent / "__init__.py").exists():
            packages.append(packages[-1].parent)
        return ".".join(package.name for package in reversed(packages))


def check_caches(sources: Collection[Path], folder: Path, shipped: Path) -> None:
    """From now on numba keeps its caches in checked files, those of `sources` (absolute paths) in the same folder wherever they lie; what
    `folder` does not have is taken from `shipped`.
    """
    caching.IndexDataCacheFile = CheckedFile
    CheckedFile.folder, CheckedFile.shipped = folder, shipped
    PackageLocator.sources = frozenset(sources)
    caching.CacheImpl._locator_classes = [PackageLocator, *caching.CacheImpl._locator_classes[1:]]
