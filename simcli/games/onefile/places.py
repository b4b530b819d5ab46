"""Where games in one file are: files of the current folder, those that this process was told of, and what is made of them."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from simcli.base.files import cache_root

ID = re.compile(r"[a-z][a-z0-9_]*")
FILES = "SIMCLI_GAMES"
"""Environment variable with the files of the games in play, for the processes that play them."""
MARK = b"from simcli.small import"
MOST_BYTES = 1_000_000
HOME = "onefile"
"""Folder of the packages in the cache."""


def homes_of_files() -> Path:
    """Folder of all packages that are made from files."""
    return cache_root() / HOME


def tell_processes(path: Path) -> None:
    """Lets the processes that this one starts find the game."""
    others = [one for one in told_files() if one.stem != path.stem]
    os.environ[FILES] = os.pathsep.join(map(str, [path, *others]))


def told_files() -> list[Path]:
    """Files that this process has been told of and that are there."""
    return [path for path in map(Path, filter(None, os.environ.get(FILES, "").split(os.pathsep))) if path.is_file()]


def is_game_file(path: Path) -> bool:
    """Whether a file says that it is a game: it imports from simcli.small."""
    try:
        stat = path.stat() if path.suffix == ".py" and path.is_file() else None
        return stat is not None and _has_mark(path.absolute(), stat.st_mtime_ns, stat.st_size)
    except (OSError, ValueError):
        return False


@cache
def _has_mark(path: Path, _time: int, _size: int) -> bool:
    """Whether it stands in a version of a file: a command asks several times."""
    with path.open("rb") as file:
        return MARK in file.read(MOST_BYTES)


def files_here() -> dict[str, Path]:
    """Files of games by their ids: those this process has been told of, then those of the current folder."""
    here = sorted(path for path in Path().glob("*.py") if ID.fullmatch(path.stem) and is_game_file(path))
    found = {path.stem: path.resolve() for path in [*told_files(), *here][::-1]}
    return {name: found[name] for name in sorted(found)}
