"""The board of one game of a run as its report shows it: drawn when the run is finished, kept in the run folder.

A page shows the picture as it stands, so a received one must not only match its checksum, which anyone can work out: it may hold
nothing but shapes and texts.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from simcli.base.files import write_atomically
from simcli.errors import RunFolderError
from simcli.sim.folder.store import checksum

BOARD, FACTS = "board.svg", "board.json"
START, END = "<svg ", "</svg>\n"
LARGEST = 2_000_000
"""Characters of a picture."""

SPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = frozenset({"svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan"})
PLACES = {"x", "y", "dx", "dy", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"}
SHAPES = {"d", "points", "width", "height", "viewBox", "transform"}
PAINT = {"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray"}
TEXTS = {"font-family", "font-size", "font-weight", "font-style", "text-anchor", "textLength", "lengthAdjust"}
ATTRIBUTES = frozenset(PLACES | SHAPES | PAINT | TEXTS | {"style", "opacity", "id", "role", "aria-label", "aria-labelledby"})
STYLE = re.compile(r"(fill|stroke):var\(--[a-z]+,#[0-9a-f]{6}\)")
VALUE = re.compile(r"[\w\s#%.,:+()-]*")
"""Neither quotes nor slashes, so no address; `url(` and `javascript:` are refused as well."""


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


def write_picture(folder: Path, picture: Picture, identity: str) -> None:
    """Writes board.svg and board.json into the folder of the run `identity`."""
    facts = {name: value for name, value in asdict(picture).items() if name != "svg"}
    facts["check"] = _check(identity, facts, picture.svg)
    write_atomically(folder / BOARD, picture.svg.encode("utf-8"))
    write_atomically(folder / FACTS, (json.dumps(facts, ensure_ascii=False) + "\n").encode("utf-8"))


def read_picture(folder: Path, identity: str) -> Picture | None:
    """What `write_picture` has written; None when there is no picture. RunFolderError when it is damaged, or of another run."""
    if not (folder / FACTS).exists():
        return None
    try:
        svg = (folder / BOARD).read_bytes().decode("utf-8")
        facts: dict[str, Any] = json.loads((folder / FACTS).read_text("utf-8"))
        check = facts.pop("check", None)
        lists = {name: tuple(facts[name]) for name in ("strategies", "totals", "shares")}
        picture = Picture(**facts | lists, svg=svg)
        is_right = check == _check(identity, facts, svg)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RunFolderError(f"{folder / FACTS} and {BOARD} cannot be read: {error}; delete them, or run again") from None
    if not is_right or not _is_well_formed(picture):
        raise RunFolderError(f"{folder / BOARD} and {FACTS} are not what simcli wrote for this run: delete them, or run again")
    if stranger := stranger_in(svg):
        raise RunFolderError(f"{folder / BOARD} is not what simcli wrote, it holds {stranger}: delete {FACTS}, or run again")
    return picture


def _check(identity: str, facts: dict[str, object], svg: str) -> str:
    return checksum(identity, json.dumps(facts, sort_keys=True), svg)


def _is_well_formed(picture: Picture) -> bool:
    counts = (picture.players, picture.deal, picture.rotation, *picture.totals, *picture.shares)
    lists = (picture.strategies, picture.totals, picture.shares)
    are_whole = all(isinstance(x, int) and not isinstance(x, bool) for x in counts)
    return are_whole and all(isinstance(name, str) for name in picture.strategies) and all(len(x) == picture.players for x in lists)


def stranger_in(svg: str) -> str:
    """What a picture of a board does not hold, in words; '' when there are only shapes and texts."""
    if len(svg) > LARGEST or not (svg.startswith(START) and svg.endswith(END)):
        return "no picture"
    if "<!" in svg or "<?" in svg:
        return "a declaration or comment"
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, ValueError, RecursionError):
        return "no readable XML"
    for element in root.iter():
        name = str(element.tag).removeprefix(SPACE)
        if not str(element.tag).startswith(SPACE) or name not in ELEMENTS:
            return f"the element {name!r:.40}"
        for key, value in element.attrib.items():
            plain = VALUE.fullmatch(value) and "url" not in value.lower() and "script" not in value.lower()
            if key not in ATTRIBUTES or not plain or (key == "style" and not STYLE.fullmatch(value)):
                return f"the attribute {key!r:.40} of {name}"
    return ""
