"""Ids as a person says them: `big guilds` for big_guilds. A leaf.

An id is what is typed, and what JSON, CSV files and records hold; claims, tables, charts and headings have the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from simcli.base.escapes import rewritten

_CODE = re.compile(r"(`[^`]*`)")
COMMAND = "simcli "
"""How a text begins that is a command."""


def said(id_: str) -> str:
    """`big guilds` for big_guilds."""
    return id_.replace("_", " ").strip()


def kinds_of(text: str) -> tuple[str, ...]:
    """The kinds of items that a text names, with commas between."""
    return tuple(kind.strip() for kind in text.split(",") if kind.strip())


def names_of(ids: Iterable[str]) -> dict[str, str]:
    """Names by the ids that are not said as they are typed; an id whose name is that of another keeps itself."""
    known = set(ids)
    names = {one: said(one) for one in sorted(known) if said(one) != one and said(one) not in known}
    return {one: name for one, name in names.items() if list(names.values()).count(name) == 1}


def called(ids: Sequence[str]) -> list[str]:
    """The names of ids, in their order."""
    names = names_of(ids)
    return [names.get(one, one) for one in ids]


def said_in(data: object, ids: Iterable[str]) -> Any:
    """Data (as `rewritten` takes it) with the names of these ids in their place, in texts too; commands stay as they are typed."""
    names = names_of(ids)
    return rewritten(data, _Said(names).__getitem__) if names else data


class _Said(dict[str, str]):
    """Texts with names in the place of ids, each worked out once."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.found = re.compile(rf"(?<![\w./\\=-])(?:{'|'.join(map(re.escape, names))})(?![\w/\\=-]|\.\w)")

    def __missing__(self, text: str) -> str:
        self[text] = made = text if "_" not in text or text.startswith(COMMAND) else self._written(text)
        return made

    def _written(self, text: str) -> str:
        if text in self.names:
            return self.names[text]
        parts = [part if part.startswith("`") else self.found.sub(lambda match: self.names[match[0]], part) for part in _CODE.split(text)]
        return "".join(parts)
