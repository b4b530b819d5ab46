"""The strategies, configs and docs that come with simcli (beside the package in a checkout, inside it in a wheel) or with an installed
game (in its folder), and the user's own configs in ./configs, which come before those of the same name."""

from __future__ import annotations

from pathlib import Path

from simcli.base.entry_points import folder_of, installed_folders, installed_games
from simcli.base.strangers import composed
from simcli.games import GAME_IDS, game_ids, game_of_file, get_game
from simcli.games.onefile.places import files_here, homes_of_files

_PACKAGE = Path(__file__).parents[2]
OWN = Path("configs")
KINDS = ("configs", "strategies")
IN_A_CHECKOUT = {"skeleton": "tests/toys/pig", "small": "tests/toys/small"}
"""Folders of a checkout that have another name there."""
SUFFIXES = (".yaml", ".yml")


def shipped_folder(kind: str) -> Path:
    """Folder of the shipped `strategies`, `configs` or `docs`, or of what `init --game` writes: `skeleton`, and `small` in one file.

    It may be missing in a broken installation.
    """
    inside = _PACKAGE / "_shipped" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / IN_A_CHECKOUT.get(kind, kind)


def is_shipped(file: str | Path) -> bool:
    """Whether a config or strategy is one that comes with simcli or an installed game."""
    path = Path(file).resolve()
    homes = [home / kind for home in installed_folders() for kind in KINDS] + [shipped_folder(kind) for kind in KINDS] + [homes_of_files()]
    return any(path.is_relative_to(home.resolve()) for home in homes)


def strategy_home(game_id: str) -> Path:
    """Folder of the strategies that come with a game: for one of another package inside its own."""
    shipped = shipped_folder("strategies") / game_id
    return shipped if shipped.is_dir() or game_id not in game_ids() else get_game(game_id).folder / "strategies"


def shipped_configs() -> dict[str, Path]:
    """Path by name (`guildes/seats`) of every config that comes with simcli or an installed game."""
    brought = {
        f"{game_id}/{name}": path
        for game_id, entry in installed_games().items()
        if game_id not in GAME_IDS and (home := folder_of(entry)) is not None
        for name, path in _configs_in(home / "configs").items()
    }
    return brought | _configs_in(shipped_folder("configs"))


def configs_of_file(game_id: str) -> dict[str, Path]:
    """Configs that are made for a game in one file, by their names; none where no file here is called so."""
    file = files_here().get(game_id)
    return {} if file is None else {f"{game_id}/{name}": path for name, path in _configs_in(game_of_file(file).folder / "configs").items()}


def known_configs() -> dict[str, Path]:
    """Path by name of every config that can be named: those in ./configs, then shipped ones of other names."""
    return shipped_configs() | _configs_in(OWN)


def _configs_in(root: Path) -> dict[str, Path]:
    files = sorted(p for suffix in SUFFIXES for p in root.rglob(f"*{suffix}") if p.is_file())
    return {composed(p.relative_to(root).with_suffix("").as_posix()): p for p in sorted(files)}


def find_configs(name: str) -> list[Path]:
    """Known configs that `name` may mean: `guildes/seats`, `seats`, with or without suffix. Several when games share a name."""
    short = composed(name).removesuffix(".yaml").removesuffix(".yml").removeprefix("configs/")
    by_name = configs_of_file(short.partition("/")[0]) | known_configs()
    if short in by_name:
        return [by_name[short]]
    return [path for full, path in by_name.items() if full.rpartition("/")[2] == short]
