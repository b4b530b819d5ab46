"""`simcli grow`: a game that has outgrown its file becomes a package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simcli.games import game_of_file
from simcli.terminal import ui
from simcli.terminal.common import argument
from simcli.terminal.new_files import write_new

EXAMPLES = ("simcli grow stones.py stones-game",)


def grow(
    file: Annotated[Path, argument("The file of a game.", "FILE")],
    folder: Annotated[Path, argument("Folder to write the package into.", "DIR")],
) -> int:
    """Writes the package of a game that has outgrown its one file; the same deals play the same games."""
    from simcli.games.onefile.find import known
    from simcli.games.onefile.grown import package_of

    made = game_of_file(file)
    game = made.id
    write_new(folder, ((Path(place), data) for place, data in sorted(package_of(known(made.package)).items())))
    ui.say(f"next: move {file} away, pip install --editable {folder}, then `simcli run {game}/seats`; its tests: pytest {folder}")
    return ui.DONE
