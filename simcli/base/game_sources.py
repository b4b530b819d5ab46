"""What the compiled code of a game comes from: the Python files of its folder, except those of its texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

KERNELS, TEXT = "kernels", "text"
SPEAKING = re.compile(r"^\s*(?:from|import)\b.*\btext\b", re.MULTILINE)
"""A line that takes something from the texts of a game."""


@cache
def digest_of(folder: Path) -> str:
    """Digest of the files of a game that its kernels may take something from: 16 hexadecimal digits.

    Positions, moves and events in words are no part of compiled code. Where another module takes something from them they are, for then
    nobody knows; `__init__.py` names them all and does not count.
    """
    files = list(_files(folder))
    silent = [path for path in files if path.relative_to(folder).parts[0] not in (TEXT, f"{TEXT}.py")]
    speaks = any(SPEAKING.search(path.read_text("utf-8", "replace")) for path in silent if path.name != "__init__.py")
    digest = hashlib.sha256()
    for path in files if speaks else silent:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    """The Python files of a folder in their order."""
    return (path for path in sorted(folder.rglob("*.py")) if path.is_file())
