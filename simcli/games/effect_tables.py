"""Chains of effects as numbered rows of a tables record, for games whose cards are chains of rows; `effect_rows` has their models."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from simcli.games.components import fill

EMPTY = (0, 0, 0, 0, 0)
"""A row that does nothing; row 0 is one."""


class Rows(ABC):
    """Rows as they are flattened, chains one after another: kind, three numbers, and the row that follows (0 for none)."""

    choose: int
    """The kind of a row with several chains."""

    def __init__(self) -> None:
        self.rows = [EMPTY]

    @abstractmethod
    def encode(self, row: object) -> tuple[int, int, int, int]:
        """Kind and numbers of a row that is no choice."""

    def may(self, row: Any) -> int:
        """1 for a row that may be declined."""
        return int(bool(row.get("may")))

    def add(self, chain: object) -> int:
        """Flattens a chain; returns its first row, 0 for none."""
        if chain is None:
            return 0
        at = len(self.rows)
        self.rows.append(EMPTY)
        self.put(at, chain)
        return at

    def put(self, at: int, row: Any) -> None:
        """Flattens a chain whose first row lies at `at`."""
        if row["kind"] == "choose":
            self.put_choice(at, row)
        else:
            following = self.add(row.get("then"))
            self.rows[at] = (*self.encode(row), following)

    def put_choice(self, at: int, row: Any) -> None:
        """Flattens one of several chains: their first rows follow each other."""
        options, first = list(row["options"].values()), len(self.rows)
        self.rows += [EMPTY] * len(options)
        self.rows[at] = (self.choose, len(options), first, self.may(row), 0)
        for i, option in enumerate(options):
            self.put(first + i, option)

    def heads(self, effects: Mapping[str, object] | None) -> dict[str, int]:
        """First row by trigger; standing numbers are no rows."""
        return {trigger: self.add(chain) for trigger, chain in (effects or {}).items() if trigger != "standing"}

    def write(self, t: object, most: int) -> None:
        """All rows into the record, which has room for `most`."""
        if len(self.rows) > most:
            raise ValueError(f"{len(self.rows)} rows of effects, expected at most {most}")
        columns = list(zip(*self.rows, strict=True))
        fill(t, kind=columns[0], a=columns[1], b=columns[2], c=columns[3], next=columns[4], n_rows=len(self.rows))


def standing_of(effects: Mapping[str, Any] | None) -> Iterator[tuple[str, int]]:
    """Standing numbers of a card, and by how much they change."""
    row = (effects or {}).get("standing")
    while row:
        yield row["number"], row["n"]
        row = row.get("then")
