"""Compiled code on the disk with a checksum: what does not match it is compiled again.

numba reads its cache files as they are. A file cut short ends in an exception, and one with a changed byte would run other machine code.
It also looks for them by the absolute path of the source: a second clone or environment with the same sources would compile all again.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from numba.core import caching

from simcli.base.files import read_checked, with_checksum


class CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """numba's index and data files; each ends in the sha256 of its name and what stands before."""

    def save(self, key: Any, data: Any) -> None:
        """Keeps compiled code; on a disk that takes no more it is not kept, and the next process compiles it again."""
        with contextlib.suppress(OSError):
            super().save(key, data)

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
    """A folder named by the place of the source in its package, for sources whose text names the folder above; by its path for others."""

    sources: Collection[Path] = ()

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder of one source below numba's cache folder, as `simcli.games.pig.kernels`."""
        path = Path(py_file).absolute()
        if path not in cls.sources:
            return str(super().get_suitable_cache_subpath(py_file))
        packages = [path.parent]
        while (packages[-1].parent / "__init__.py").exists():
            packages.append(packages[-1].parent)
        return ".".join(package.name for package in reversed(packages))


def check_caches(sources: Collection[Path]) -> None:
    """From now on numba keeps its caches in checked files, those of `sources` (absolute paths) in the same folder wherever they lie."""
    caching.IndexDataCacheFile = CheckedFile
    PackageLocator.sources = frozenset(sources)
    caching.CacheImpl._locator_classes = [PackageLocator, *caching.CacheImpl._locator_classes[1:]]
