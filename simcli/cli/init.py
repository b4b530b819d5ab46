"""`simcli init`: the shipped configs and strategies, to be changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simcli.cli import ui

EXAMPLES = ("simcli init my-games",)
KINDS = ("configs", "strategies")


def init(folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to copy into.", show_default=False)]) -> int:
    """Copies the shipped configs and strategies into a folder; existing files are never overwritten."""
    from simcli.config.shipped import shipped_folder
    from simcli.errors import Problem, UserError, Where

    copies: dict[Path, Path] = {}
    for kind in KINDS:
        root = shipped_folder(kind)
        sources = sorted(p for p in root.rglob("*") if p.is_file() and not any(part.startswith((".", "__")) for part in p.parts[-2:]))
        copies |= {folder / kind / source.relative_to(root): source for source in sources}
    there = [Problem(Where(str(target)), "exists already", "") for target in copies if target.exists()]
    if there:
        raise UserError([*there[:-1], Problem(there[-1].where, there[-1].what, "nothing was written; choose another folder")])
    try:
        for target, source in copies.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    except OSError as error:
        raise UserError.of(folder, f"cannot be written: {error.strerror}", "choose another folder") from None
    ui.write("".join(f"{target}\n" for target in copies))
    first = next((t.relative_to(folder) for t in copies if t.is_relative_to(folder / "configs")), Path("configs"))
    ui.say(f"next: cd {folder}, change {first}, then `simcli check` and `simcli run {first}`")
    return ui.DONE
