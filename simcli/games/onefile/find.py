"""The game of a file."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path

from simcli.errors import UserError
from simcli.game import Game
from simcli.games.onefile.folder import written
from simcli.games.onefile.places import ID, tell_processes
from simcli.games.onefile.read import read, text_of
from simcli.games.onefile.source import shown
from simcli.games.onefile.spec import Rules

_known: dict[str, Rules] = {}


def known(package: str) -> Rules:
    """What the file of a package says that is being imported."""
    return _known[package]


@cache
def load(path: Path) -> Game:
    """The game of a file (an absolute path), read once in a process. UserError with every problem of the file."""
    if not ID.fullmatch(path.stem):
        raise UserError.of(shown(path), f"'{path.stem}' cannot be the id of a game", "name the file with lower-case letters, digits and _")
    text = text_of(path)
    # By its contents: compiled code that is found in the cache names the module it was compiled from.
    package = f"_simcli_{path.stem}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    rules = read(path, text, package)
    folder = written(rules)
    _known[package] = rules
    spec = importlib.util.spec_from_file_location(package, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    tell_processes(path)
    game: Game = module.GAME
    return game
