"""The game of a file."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

from simcli.base.files import shown
from simcli.errors import UserError
from simcli.game import Game
from simcli.games.onefile.code import code_of, name_by_code
from simcli.games.onefile.folder import written
from simcli.games.onefile.places import ID, tell_processes
from simcli.games.onefile.read import read, text_of
from simcli.games.onefile.spec import Rules

BESIDE = re.compile(r"[\"']([^\"'/\n]+\.csv)[\"']")
_known: dict[str, Rules] = {}


def known(package: str) -> Rules:
    """What the file of a package says that is being imported."""
    return _known[package]


def version_of(path: Path, text: str) -> str:
    """Digest of a file and of the tables beside it: 16 hexadecimal digits.

    Packages are called by it: a process may play several versions.
    """
    digest = hashlib.sha256(text.encode())
    for name in sorted(set(BESIDE.findall(text))):
        if (file := path.with_name(name)).is_file():
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def load(path: Path) -> Game:
    """The game of a file (an absolute path) as it is now. UserError with every problem of the file."""
    if not ID.fullmatch(path.stem):
        raise UserError.of(shown(path), f"'{path.stem}' cannot be the id of a game", "name the file with lower-case letters, digits and _")
    tell_processes(path)
    text = text_of(path)
    return _loaded(path, text, version_of(path, text))


@cache
def _loaded(path: Path, text: str, version: str) -> Game:
    """A version of a file, read once in a process."""
    package = f"_simcli_{path.stem}_{version}"
    rules = read(path, text, package)
    rules = replace(rules, code=code_of(rules))
    name_by_code(rules)
    folder = written(rules)
    _known[package] = rules
    spec = importlib.util.spec_from_file_location(package, folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    game: Game = module.GAME
    return game
