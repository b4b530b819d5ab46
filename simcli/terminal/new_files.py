"""Files written where none are: an author's own are never overwritten."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from simcli.errors import Problem, UserError, Where
from simcli.terminal import ui


def write_new(folder: Path, contents: Iterable[tuple[Path, bytes]]) -> list[Path]:
    """Writes the files and lists them; UserError, and nothing written, when one of them is there."""
    files = {folder / name: content for name, content in contents}
    there = [Problem(Where(str(target)), "exists already", "") for target in files if target.exists()]
    if there:
        raise UserError([*there[:-1], Problem(there[-1].where, there[-1].what, "nothing was written; choose another folder")])
    try:
        for target, content in files.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    except OSError as error:
        raise UserError.of(folder, f"cannot be written: {error.strerror}", "choose another folder") from None
    ui.write("".join(f"{target}\n" for target in files))
    return list(files)
