"""`simcli grow`: a game that has outgrown its file becomes a package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.games import game_of_file
from simcli.terminal import ui
from simcli.terminal.new_files import write_new

EXAMPLES = ("simcli grow stones.py stones-game",)


def grow(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of a game.", show_default=False)],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to write the package into.", show_default=False)],
) -> int:
    """Writes the package of a game that has outgrown its one file; the same deals play the same games."""
    from simcli.games.onefile.find import known
    from simcli.games.onefile.grown import package_of

    made = game_of_file(file)
    game = made.id
    write_new(folder, ((Path(place), data) for place, data in sorted(package_of(known(made.package)).items())))
    ui.say(f"next: move {file} away, pip install --editable {folder}, then `simcli run {game}/seats`; its tests: pytest {folder}")
    return ui.DONE
