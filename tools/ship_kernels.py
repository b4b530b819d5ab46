"""Compiled code for a wheel: compiles what the commands of all games need and copies it to build/kernels; as a hook of hatchling it puts
what lies there into the wheel. A wheel that is built without it compiles at the first command, as a checkout does.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "kernels"


def main() -> int:
    """Compiles and copies; prints the size. Returns an exit code."""
    import json

    from simcli.cli.app import main as simcli
    from simcli.engine.code import store
    from simcli.games import GAME_IDS, get_game

    if code := simcli(["warm", "--all", *GAME_IDS]):
        return int(code)
    shutil.rmtree(BUILT, ignore_errors=True)
    target = BUILT / store.CACHE_NAME
    target.mkdir(parents=True)
    codes = [store.ENGINE, *(store.code_of(get_game(game_id).folder) for game_id in GAME_IDS)]
    for code in codes:
        name = "-".join(code)
        shutil.copytree(store.CACHE_FOLDER / name, target / name, ignore=shutil.ignore_patterns(".*"))
    for mark in store.CACHE_FOLDER.glob("*.warm"):
        if any(mark.stem.endswith(f"-{code.digest}") for code in codes):
            shutil.copy(mark, target)
    (target / store.ABOUT).write_text(json.dumps(store.FACTS, indent=1) + "\n", "utf-8")
    files = [path for path in target.rglob("*") if path.is_file()]
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB, in {BUILT.relative_to(ROOT)}")
    return 0


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # hatchling is there while it builds, and only then
    pass
else:

    class ShippedKernels(BuildHookInterface):  # type: ignore[type-arg]
        """Puts build/kernels into a wheel, where it is."""

        def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
            """Adds the folder to what the wheel includes; an editable one is a checkout, which has its cache."""
            if version == "standard" and BUILT.is_dir():
                build_data["force_include"][str(BUILT)] = "simcli/_shipped/kernels"


if __name__ == "__main__":
    sys.exit(main())
