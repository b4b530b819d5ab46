"""Games and studies that other packages bring, by their entry point groups. Nothing is imported to find them."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP, STUDIES = "simcli.games", "simcli.studies"
PACKAGE = Path(__file__).parents[1]


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """Entry points of a group by their names, sorted."""
    from importlib.metadata import entry_points  # costs every start of simcli 20 ms that does not ask

    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda entry: entry.name)}


def installed_games() -> dict[str, EntryPoint]:
    """Entry points by the id of the game."""
    return installed(GROUP)


def folder_of(entry: EntryPoint) -> Path | None:
    """Folder of the package that holds a game or study; None when it is not where its entry point says."""
    try:
        spec = importlib.util.find_spec(entry.module)
    except ImportError:
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def installed_folders() -> tuple[Path, ...]:
    """Folders of all installed games that can be found."""
    folders = (folder_of(entry) for entry in installed_games().values())
    return tuple(folder for folder in folders if folder is not None)


RIDER = "rider.py"
"""The file of a study that rides: what a run can measure as well."""
NO_MEASURE = "none"


@cache
def shipped_measures() -> tuple[str, ...]:
    """Studies of this package that ride."""
    return tuple(sorted(file.parent.name for file in (PACKAGE / "studies").glob(f"*/{RIDER}")))


@cache
def measures() -> tuple[str, ...]:
    """What a run can measure as well, by the names of the studies that ride, those of other packages last."""
    shipped = shipped_measures()
    folders = {name: folder_of(entry) for name, entry in installed(STUDIES).items() if name not in shipped}
    return (*shipped, *(name for name, folder in folders.items() if folder is not None and (folder / RIDER).is_file()))


@cache
def sources_of(folder: Path) -> Mapping[str, str]:
    """Digests of the Python files and data of a game outside this package, by their place in its folder; empty for a shipped game.

    Shipped games have a behaviour version, which tests hold to their bytes; nobody holds that of a game being written. The files are
    read once in a process, which goes on to play what it imported.
    """
    if folder.resolve().is_relative_to(PACKAGE.resolve()):
        return {}
    files = {*folder.rglob("*.py"), *(folder / "data").rglob("*")}
    places = {file.relative_to(folder): file for file in files if file.is_file()}
    seen = {place: file for place, file in places.items() if not any(part.startswith((".", "__pycache__")) for part in place.parts)}
    return {place.as_posix(): hashlib.sha256(seen[place].read_bytes()).hexdigest()[:16] for place in sorted(seen)}


def changed_sources(remote: object, here: Mapping[str, str]) -> str:
    """Which files of a game differ from those that were noted: `kernels/rules.py changed`; '' where none does."""
    noted = remote if isinstance(remote, dict) else {}
    words = [f"{place} {'changed' if place in noted else 'new'}" for place, digest in here.items() if noted.get(place) != digest]
    return ", ".join([*words, *(f"{place} gone" for place in noted if place not in here)])
