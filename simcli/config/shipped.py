"""The strategies, configs and docs that come with simcli (beside the package in a checkout, inside it in a wheel), and the user's own
configs in ./configs, which come before shipped ones of the same name."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
OWN = Path("configs")
SUFFIXES = (".yaml", ".yml")


def shipped_folder(kind: str) -> Path:
    """Folder of the shipped `strategies`, `configs` or `docs`; it may be missing in a broken installation."""
    inside = _PACKAGE / "_shipped" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def is_shipped(file: str | Path) -> bool:
    """Whether a config or strategy is one that comes with simcli."""
    path = Path(file).resolve()
    return any(path.is_relative_to(shipped_folder(kind).resolve()) for kind in ("configs", "strategies"))


def shipped_configs() -> dict[str, Path]:
    """Path by name (`guildes/seats`) of every shipped config, sorted by name."""
    return _configs_in(shipped_folder("configs"))


def known_configs() -> dict[str, Path]:
    """Path by name of every config that can be named: those in ./configs, then shipped ones of other names."""
    return shipped_configs() | _configs_in(OWN)


def _configs_in(root: Path) -> dict[str, Path]:
    files = sorted(p for suffix in SUFFIXES for p in root.rglob(f"*{suffix}") if p.is_file())
    return {p.relative_to(root).with_suffix("").as_posix(): p for p in sorted(files)}


def find_configs(name: str) -> list[Path]:
    """Known configs that `name` may mean: `guildes/seats`, `seats`, with or without suffix. Several when games share a name."""
    wanted = name.removesuffix(".yaml").removesuffix(".yml").removeprefix("configs/")
    by_name = known_configs()
    if wanted in by_name:
        return [by_name[wanted]]
    return [path for full, path in by_name.items() if full.rpartition("/")[2] == wanted]
