"""A finding: a sentence of a page and what it is about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A sentence about one cell. `tone` is a tone of a verdict or `note`.

    `where` is `With 4 players: ` when the run has several cells, `cell` says which one.
    """

    topic: str
    players: int
    tone: str
    text: str
    where: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return self.where + self.text
