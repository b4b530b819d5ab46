"""Records of a measure in a file of the run folder, which names its run; read back as strictly as anything of a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TypeVar

from pydantic import TypeAdapter

from simcli.base.files import write_atomically
from simcli.errors import RunFolderError
from simcli.sim.folder.store import checksum
from simcli.stats.summary import dump_json, to_json

FORMAT = 1
"""Raised when the records change, or what they count."""
T = TypeVar("T")


def write_record(path: Path, record: object, identity: str) -> None:
    """Writes a record of the run `identity`, atomically."""
    write_atomically(path, _written(to_json(record), identity))


def read_record(path: Path, kind: type[T], identity: str) -> T | None:
    """What `write_record` has written; None when there is no file. RunFolderError when it is damaged, or of another run or version."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RunFolderError(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        found = json.loads(raw.decode("utf-8"), parse_constant=_refuse)
        is_right = raw == _written(found["data"], identity)  # the bytes too: a damaged file may still say the same
        record = as_record(found["data"], kind)
        dump_json(record)  # a number too large for a float has become infinite
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        what = str(error).splitlines()[0]
        raise RunFolderError(f"{path} cannot be read: {what}; delete it, or run again") from None
    if not is_right:
        raise RunFolderError(f"{path} is not what simcli wrote for this run: delete it, or run again")
    return record


def is_stored(read: Callable[[], T | None], is_enough: Callable[[T], bool]) -> bool:
    """Whether a folder holds a record that is enough. One that cannot be read is made again."""
    with suppress(RunFolderError):
        found = read()
        return found is not None and is_enough(found)
    return False


def as_record(data: object, kind: type[T]) -> T:
    """Plain data as a record. ValueError (pydantic's) where it is none of this kind."""
    return TypeAdapter(kind).validate_json(json.dumps(data), strict=True)


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _written(data: object, identity: str) -> bytes:
    check = checksum(str(FORMAT), identity, json.dumps(data, sort_keys=True))
    return (json.dumps({"data": data, "check": check}, indent=1, ensure_ascii=False) + "\n").encode()
