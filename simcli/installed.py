"""Games that other packages bring, by the entry point group `simcli.games`. Nothing is imported to find them."""

from __future__ import annotations

import importlib.util
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

GROUP = "simcli.games"


@cache
def installed_games() -> dict[str, EntryPoint]:
    """Entry points by the id of the game, sorted."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def folder_of(entry: EntryPoint) -> Path | None:
    """Folder of the package that holds a game; None when it is not where its entry point says."""
    try:
        spec = importlib.util.find_spec(entry.module)
    except ImportError:
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def installed_folders() -> tuple[Path, ...]:
    """Folders of all installed games that can be found."""
    found = (folder_of(entry) for entry in installed_games().values())
    return tuple(folder for folder in found if folder is not None)
