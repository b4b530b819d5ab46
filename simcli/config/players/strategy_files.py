"""Which file a strategy's name means."""

from __future__ import annotations

import difflib
from pathlib import Path

from simcli.base.strangers import composed
from simcli.config.data.shipped import SUFFIXES, strategy_home
from simcli.config.yaml.text_files import meant_file
from simcli.errors import UserError, Where
from simcli.games import sound_ids

RANDOM = "random"
STRATEGY_SUFFIXES = (*SUFFIXES, ".py")


def shipped_strategies(game_id: str) -> list[str]:
    """Names of the strategies shipped for a game, sorted; `random` is always among them."""
    return sorted({RANDOM, *_names(strategy_home(game_id))})


def find_strategy(name: str, game_id: str, folder: Path | None, where: Where, *, family: bool = False) -> Path | None:
    """File of the strategy `name`, None for the built-in `random`.

    A name with a suffix or a slash is looked for in `folder` first (the config's, or with `family` the extending strategy's, where
    plain names count too), then in ./strategies/<game>, then among the shipped ones. UserError at `where` when there is none.
    """
    is_path = "/" in name or "\\" in name or Path(name).suffix in STRATEGY_SUFFIXES
    homes = [Path("strategies") / game_id, strategy_home(game_id)]
    if folder is not None and (is_path or family):
        homes = [folder, *homes]
    if is_path and Path(name).suffix not in STRATEGY_SUFFIXES and Path(name).suffix:
        raise UserError.of(where, f"'{name}' is no strategy file", f"a strategy ends in {', '.join(STRATEGY_SUFFIXES)}")
    for home in homes:
        suffixes = ("",) if Path(name).suffix in STRATEGY_SUFFIXES else STRATEGY_SUFFIXES
        files = [p for suffix in suffixes if is_file(p := meant_file(home / f"{name}{suffix}"))]
        if len(files) > 1:
            raise UserError.of(where, f"'{name}' may be {' or '.join(str(f) for f in files)}", "name it with its suffix")
        if files:
            return files[0]
    if name == RANDOM:
        return None
    raise UserError.of(where, f"there is no strategy '{name}'", _hint(name, game_id, homes, folder, is_path=is_path))


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none of a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _names(folder: Path) -> list[str]:
    inside = folder.iterdir() if folder.is_dir() else ()
    return [composed(p.stem) for p in inside if p.suffix in STRATEGY_SUFFIXES and not p.name.startswith((".", "_"))]


def _hint(name: str, game_id: str, homes: list[Path], folder: Path | None, *, is_path: bool) -> str:
    """The game a known strategy is of, or the nearest existing name, written as the user would have to write it."""
    listing = f"`simcli strategies {game_id}` lists those of {game_id}"
    if games := [g for g in sound_ids() if g != game_id and composed(Path(name).stem) in _known(g)]:
        return f"{Path(name).stem} is of {' and '.join(games)}; {listing}"
    written = {RANDOM: RANDOM} | {stem: stem for home in homes if home != folder or not is_path for stem in _names(home)}
    if folder is not None:
        inside = name.rpartition("/")[0] or "."
        beside = folder / inside
        files = sorted(p.name for p in beside.iterdir() if p.suffix in STRATEGY_SUFFIXES) if beside.is_dir() else []
        written |= {Path(file).stem: f"{inside}/{file}" for file in files if Path(file).stem not in written}
    close = difflib.get_close_matches(Path(name).stem, list(written), n=1, cutoff=0.6)
    return f"did you mean '{written[close[0]]}'?" if close else listing


def _known(game_id: str) -> list[str]:
    return [*_names(Path("strategies") / game_id), *_names(strategy_home(game_id))]
