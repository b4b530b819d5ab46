"""`simcli init`: the shipped configs and strategies, to be changed; or the skeleton of a game of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simcli.errors import UserError
from simcli.terminal import ui
from simcli.terminal.common import argument, option
from simcli.terminal.new_files import write_new

EXAMPLES = ("simcli init my-games", "simcli init --game stones --small .", "simcli init --game stones stones-game")


def init(
    folder: Annotated[Path, argument("Folder to copy into.", "DIR")],
    game: Annotated[
        str | None, option("Write a small playable game of this name, as a package to install.", "--game", panel=None, metavar="NAME")
    ] = None,
    small: Annotated[bool, option("The game is one file to be edited and played, not a package.", "--small", panel=None)] = False,
) -> int:
    """Copies the shipped configs and strategies into a folder, with JSON Schemas for editors; existing files are never overwritten."""
    from simcli.cli import new_game
    from simcli.config.data.shipped import shipped_folder

    if small and game is None:
        raise UserError.of("--small", "which game is to be written?", "name it: --game stones --small")
    if game is not None:
        if small:
            (file,) = write_new(folder, [(Path(f"{game}.py"), new_game.small(game))])
            ui.say(f"next: simcli run {file}, change it, `simcli check {file}`; then `simcli run {game}/seats` beside it")
        else:
            write_new(folder, new_game.skeleton(game))
            ui.say(f"next: pip install --editable {folder}, then `simcli run {game}/seats`; its tests: pytest {folder}")
        ui.say(f"from here to your own rules: {shipped_folder('docs') / 'own-game.md'}")
        return ui.DONE
    files = write_new(folder, [*new_game.schemas(), *new_game.copies()])
    first = next((t.relative_to(folder) for t in files if t.is_relative_to(folder / "configs")), Path("configs"))
    ui.say(f"next: cd {folder}, change {first}, then `simcli check` and `simcli run {first}`")
    ui.say(f"what configs and strategies may hold: {shipped_folder('docs') / 'config.md'}")
    return ui.DONE
