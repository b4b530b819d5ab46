"""The board of one game of a run as its report shows it: drawn when the run is finished, kept in the run folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simcli.errors import RunFolderError
from simcli.sim.store import write_atomically

BOARD, FACTS = "board.svg", "board.json"
START, END = "<svg ", "</svg>\n"


@dataclass(frozen=True)
class Picture:
    """A final board as SVG, and the game it is from: strategies, totals and win shares (in sixtieths) are by seat."""

    svg: str
    players: int
    deal: int
    rotation: int
    strategies: tuple[str, ...]
    totals: tuple[int, ...]
    shares: tuple[int, ...]


def write_picture(folder: Path, picture: Picture) -> None:
    """Writes board.svg and board.json into a run folder."""
    facts = {name: value for name, value in asdict(picture).items() if name != "svg"}
    write_atomically(folder / BOARD, picture.svg.encode("utf-8"))
    write_atomically(folder / FACTS, (json.dumps(facts, ensure_ascii=False) + "\n").encode("utf-8"))


def read_picture(folder: Path) -> Picture | None:
    """What `write_picture` has written; None when there is no picture. RunFolderError when it has been damaged."""
    if not (folder / FACTS).exists():
        return None
    try:
        svg = (folder / BOARD).read_text("utf-8")
        facts: dict[str, Any] = json.loads((folder / FACTS).read_text("utf-8"))
        lists = {name: tuple(facts[name]) for name in ("strategies", "totals", "shares")}
        picture = Picture(**facts | lists, svg=svg)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise RunFolderError(f"{folder / FACTS} and {BOARD} cannot be read: {error}; delete them, or run again") from None
    if not (svg.startswith(START) and svg.endswith(END)):
        raise RunFolderError(f"{folder / BOARD} is not what simcli wrote: delete {FACTS}, or run again")
    return picture
