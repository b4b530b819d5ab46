"""What the compiled code of a game comes from: the Python files of its folder, except those of its texts."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

KERNELS, TEXT = "kernels", "text"
SPEAKING = re.compile(rb"^\s*(?:from|import)\b.*\btext\b", re.MULTILINE)
"""A line that takes something from the texts of a game."""


@cache
def digest_of(folder: Path) -> str:
    """Digest of the files of a game that its kernels may take something from: 16 hexadecimal digits.

    Positions, moves and events in words are no part of compiled code. Where another module takes something from them they are, for then
    nobody knows; `__init__.py` names them all and does not count.
    """
    files = {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.py")) if path.is_file()}
    silent = {place: data for place, data in files.items() if place.parts[0] not in (TEXT, f"{TEXT}.py")}
    speaks = any(SPEAKING.search(data) for place, data in silent.items() if place.name != "__init__.py")
    digest = hashlib.sha256()
    for place, data in (files if speaks else silent).items():
        digest.update(place.as_posix().encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:16]
