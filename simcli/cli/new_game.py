"""What `simcli init` writes: copies of the shipped files, or the skeleton of a game under the user's name for it."""

from __future__ import annotations

import importlib.util
import keyword
import os
import re
from collections.abc import Iterator
from pathlib import Path

from simcli.config.data.shipped import KINDS, SUFFIXES, shipped_folder
from simcli.config.players.fields import is_field
from simcli.config.run.schema import field_schema, schema_text, strategy_schema
from simcli.errors import UserError
from simcli.games import GAME_IDS, game_ids, get_game

NAME = re.compile(r"[a-z][a-z0-9_]*")
LONGEST = 40
SMALL = "stones"
"""Name of the shipped game in one file."""
SCHEMAS = "schemas"


def skeleton(name: str) -> Iterator[tuple[Path, bytes]]:
    """Every file of the package by its place in the folder: the shipped dice game with its names replaced.

    UserError for a name that cannot be a game's id and a package's name.
    """
    check_name(name)
    words = {"pig": name, "Pig": title_of(name), "PG": prefix_of(name), "PO": f"{prefix_of(name)}O"}
    pattern = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(words)})(?![A-Za-z0-9])")

    def renamed(text: str) -> str:
        return pattern.sub(lambda found: words[found[1]], text)

    root = shipped_folder("skeleton")
    for source in sorted(p for p in root.rglob("*") if p.is_file()):
        place = source.relative_to(root)
        if not any(part.startswith((".", "__pycache__")) for part in place.parts):
            yield Path(renamed(place.as_posix())), renamed(source.read_text("utf-8")).encode()


def small(name: str) -> bytes:
    """A game in one file under the user's name for it. UserError for a name that cannot be a game's id."""
    check_name(name)
    text = (shipped_folder("small") / f"{SMALL}.py").read_text("utf-8")
    return text.replace(f"{title_of(SMALL)}:", f"{title_of(name)}:").replace(f"simcli games {SMALL} ", f"simcli games {name} ").encode()


def check_name(name: str) -> None:
    """UserError unless a game may be called so."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        what = f"found '{name}', expected lower-case letters, digits and _, a letter first, at most {LONGEST} of them"
        raise UserError.of("--game", what, "for example --game harbour_kings")
    if name in game_ids():
        raise UserError.of("--game", f"there is a game '{name}' already", "choose another name")
    if importlib.util.find_spec(name) is not None:
        raise UserError.of("--game", f"Python has a module '{name}' already, which the game's package would hide", "choose another name")


def title_of(name: str) -> str:
    """`Harbour Kings` of `harbour_kings`."""
    return name.replace("_", " ").strip().title()


def prefix_of(name: str) -> str:
    """Two letters before the numbers of its rules: `HK` of `harbour_kings`, `ST` of `stones`."""
    parts = [part for part in name.split("_") if part]
    letters = "".join(part[0] for part in parts[:2]) if len(parts) > 1 else name[:2]
    return letters.upper().ljust(2, "X")


def copies() -> Iterator[tuple[Path, bytes]]:
    """Every shipped file by its place in the folder; YAML files open with the line by which editors find their schema."""
    for kind in KINDS:
        root = shipped_folder(kind)
        for source in sorted(p for p in root.rglob("*") if p.is_file() and not any(part.startswith((".", "__")) for part in p.parts[-2:])):
            target, content = Path(kind) / source.relative_to(root), source.read_bytes()
            if target.suffix in SUFFIXES:
                schema = "config" if kind == "configs" else f"{'field' if is_field(target) else 'strategy'}-{target.parts[1]}"
                way = Path(os.path.relpath(Path(SCHEMAS) / f"{schema}.schema.json", target.parent)).as_posix()
                content = f"# yaml-language-server: $schema={way}\n".encode() + content
            yield target, content


def schemas() -> Iterator[tuple[Path, bytes]]:
    """The JSON Schemas of configs and of each game's strategies and fields by their places in the folder."""
    yield Path(SCHEMAS) / "config.schema.json", schema_text().encode()
    for game_id in GAME_IDS:
        yield Path(SCHEMAS) / f"strategy-{game_id}.schema.json", schema_text(strategy_schema(get_game(game_id))).encode()
        yield Path(SCHEMAS) / f"field-{game_id}.schema.json", schema_text(field_schema(get_game(game_id))).encode()
