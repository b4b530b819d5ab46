"""The strategies and configs that come with simcli: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
SUFFIXES = (".yaml", ".yml")


def shipped_folder(kind: str) -> Path:
    """Folder of the shipped `strategies` or `configs`; it may be missing in a broken installation."""
    inside = _PACKAGE / "_shipped" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def shipped_configs() -> dict[str, Path]:
    """Path by name (`guildes/seats`) of every shipped config, sorted by name."""
    root = shipped_folder("configs")
    files = sorted(p for suffix in SUFFIXES for p in root.rglob(f"*{suffix}"))
    return {p.relative_to(root).with_suffix("").as_posix(): p for p in sorted(files)}


def find_shipped_configs(name: str) -> list[Path]:
    """Shipped configs that `name` may mean: `guildes/seats`, `seats`, with or without suffix. Several when games share a name."""
    wanted = name.removesuffix(".yaml").removesuffix(".yml").removeprefix("configs/")
    by_name = shipped_configs()
    if wanted in by_name:
        return [by_name[wanted]]
    return [path for full, path in by_name.items() if full.rpartition("/")[2] == wanted]
