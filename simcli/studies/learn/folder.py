"""The folder in which a player learns: whose it is, said before anything is played."""

from __future__ import annotations

import json
from pathlib import Path

from simcli.base.entry_points import sources_of
from simcli.base.files import write_atomically
from simcli.errors import RunFolderError
from simcli.game import Game
from simcli.sim.folder.identity import AGAIN, refuse_other
from simcli.sim.folder.names import LEARNING
from simcli.sim.folder.store import disk_error


def open_folder(folder: Path, identity: str, game: Game) -> bool:
    """Makes the folder of the player with this identity, or finds it; whether it is new.

    RunFolderError for a folder of something else, of another player or damaged, which is left as it was; StoppedError on a full disk.
    """
    path = folder / LEARNING
    try:
        is_new = not folder.exists() or not any(folder.iterdir())
        if not is_new:
            _check(path, identity, game)
            return False
        folder.mkdir(parents=True, exist_ok=True)
        sources = sources_of(game.folder)
        data = {"game": game.id, "identity": identity} | ({"sources": dict(sources)} if sources else {})
        write_atomically(path, (json.dumps(data) + "\n").encode())
    except OSError as error:
        raise disk_error(folder, error) from error
    return True


def _check(path: Path, identity: str, game: Game) -> None:
    folder = path.parent
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunFolderError(f"{folder} is no folder in which a player learns, and not empty: choose another --out") from None
    except (ValueError, RecursionError) as error:
        raise RunFolderError(f"{path} cannot be read: {error}; {AGAIN}") from None
    if not isinstance(data, dict) or not isinstance(there := data.get("identity"), str):
        raise RunFolderError(f"{path} is not what simcli wrote: {AGAIN}")
    if there != identity:
        by, other = f"the player of {folder} learned with", f"another player learns in {folder}"
        refuse_other(there, identity, game, data.get("sources"), by=by, other=other)
