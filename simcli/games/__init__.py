"""The catalogue of games: folders beside this file, what other packages bring by the entry point group `simcli.games`, and games in one
file: those of the current folder, and those that were named by a path."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from simcli.base.entry_points import GROUP, folder_of, installed_games
from simcli.errors import UserError, nearest
from simcli.game import Game
from simcli.games.onefile.places import files_here, is_game_file

ONE_FILE = "onefile"
GAME_IDS = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and module.name != ONE_FILE))
"""Ids of the games that come with simcli: a folder each."""

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Makes a game that is not installed (a test's) known to the engine and the command line."""
    _registered[game.id] = game


def game_ids() -> tuple[str, ...]:
    """Ids of all known games, shipped ones first."""
    return tuple(dict.fromkeys((*GAME_IDS, *installed_games(), *_registered, *files_here())))


def sound_ids() -> tuple[str, ...]:
    """The same without games in files of the current folder that have mistakes: who names such a file is told of them, nobody else."""
    here = files_here()
    return tuple(name for name in game_ids() if name not in here or _is_sound(name))


def _is_sound(game_id: str) -> bool:
    try:
        get_game(game_id)
    except UserError:
        return False
    return True


def game_of_file(path: Path) -> Game:
    """The game of a file, known by its name from now on. UserError with every problem of the file, or when another game is called so."""
    game_id, place = path.stem, path.resolve()
    if not is_game_file(path):
        what = "the file is no game" if path.is_file() else "there is no such file"
        raise UserError.of(
            str(path), what, "a game in one file imports from simcli.small: `simcli init --game stones --small .` writes one"
        )
    if game_id in GAME_IDS or game_id in installed_games():
        raise UserError.of(str(path), f"there is another game '{game_id}'", "give the file another name")
    game = _registered[game_id] = _load_file(place)
    return game


def named_game(name: str, where: str = "") -> Game:
    """The game that a person names at `where`: by its id, or by the path of its file. UserError with the nearest id."""
    if name.endswith(".py"):
        return game_of_file(Path(name))
    if name not in game_ids():
        raise UserError.of(where or name, f"there is no game '{name}'", nearest(name, game_ids()))
    return get_game(name)


def own_folders() -> dict[str, Path]:
    """Folders of the games that other packages bring, and of those that are registered, and the files of others, by their ids."""
    installed = {name: folder_of(entry) for name, entry in installed_games().items()}
    found = {name: folder for name, folder in installed.items() if folder is not None}
    return found | {name: game.folder for name, game in _registered.items()} | files_here()


def games_at(path: Path) -> list[Game]:
    """Games that a path means: that of a file, that of its folder, and those that the package of a folder brings."""
    if is_game_file(path):
        return [game_of_file(path)]
    here = path.resolve()
    is_package = (here / "pyproject.toml").is_file()
    own = {name: folder.resolve() for name, folder in own_folders().items() if folder.is_dir()}
    found = [name for name, folder in own.items() if folder == here or (is_package and folder.is_relative_to(here))]
    return [get_game(name) for name in [*found, *(name for name in GAME_IDS if Path(__path__[0]).resolve() / name == here)]]


def get_game(game_id: str) -> Game:
    """The game called `game_id`; KeyError if there is none, UserError when the package that brings it does not."""
    if game_id in _registered:
        game = _registered[game_id]
        return game if game.file is None else _load_file(game.file)
    if game_id in GAME_IDS:
        shipped: Game = importlib.import_module(f"simcli.games.{game_id}").GAME
        return shipped
    return _load(game_id) if game_id in installed_games() else _load_file(files_here()[game_id])


def _load(game_id: str) -> Game:
    """A game of another package."""
    entry = installed_games()[game_id]
    where = f"{GROUP} {entry.name} = {entry.value}"
    try:
        game = entry.load()
    except (ImportError, AttributeError) as error:
        raise UserError.of(where, f"the package does not bring its game: {error}", "install it again, or mend its entry point") from error
    if not isinstance(game, Game) or game.id != game_id:
        description = f"a game called '{game.id}'" if isinstance(game, Game) else f"{type(game).__name__}"
        raise UserError.of(where, f"this is {description}, expected the game '{game_id}'", 'write `name = "package:GAME"`')
    return game


def _load_file(path: Path) -> Game:
    """A game in one file."""
    from simcli.games.onefile.find import load  # numpy and pydantic, which the names of games do not need

    return load(path)
