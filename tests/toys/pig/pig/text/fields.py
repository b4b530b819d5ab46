"""A position as named fields, and named fields back into a position; seats count from 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.games.fields import Field, Path, get_all, read_seat, read_seats, read_whole, set_all

from .names import Names


@dataclass(frozen=True)
class Position:
    """What fields are read from and set in."""

    s: Any
    t: Any
    names: Names

    @property
    def n(self) -> int:
        """Number of players."""
        return int(self.s["n_players"])

    def counted(self, counts: Any) -> dict[str, int]:
        """Numbers by face, zeros left out."""
        return {face: int(c) for face, c in zip(self.names.faces, counts, strict=False) if c}

    def set_whole(self, name: str, path: Path, value: Any, low: int, high: int) -> None:
        """Sets a field of the record to a whole number."""
        self.s[name] = read_whole(path, value, low, high)


def _set_actor(x: Position, path: Path, value: Any) -> None:
    x.s["actor"] = read_seat(path, value, x.n)


def _set_banked(x: Position, path: Path, value: Any) -> None:
    for p, (at, points) in read_seats(path, value, x.n).items():
        x.s["banked"][p] = read_whole(at, points, 0, int(x.t["goal"]) - 1)


FIELDS: tuple[Field[Position], ...] = (
    Field("round", lambda x: int(x.s["round"]), lambda x, path, value: x.set_whole("round", path, value, 1, int(x.t["max_rounds"]))),
    Field("phase", lambda x: "over" if x.s["over"] else "turn"),
    Field("actor", lambda x: 0 if x.s["over"] else int(x.s["actor"]) + 1, _set_actor),
    Field("over", lambda x: bool(x.s["over"])),
    Field("rolls", lambda x: int(x.s["rolls"]), lambda x, path, value: x.set_whole("rolls", path, value, 0, 1000)),
    Field("at_risk", lambda x: int(x.s["at_risk"]), lambda x, path, value: x.set_whole("at_risk", path, value, 0, 1000)),
    Field("banked", lambda x: {p + 1: int(x.s["banked"][p]) for p in range(x.n)}, _set_banked),
    Field("turn_faces", lambda x: x.counted(x.s["turn_faces"])),
    Field("rolled", lambda x: {p + 1: x.counted(x.s["rolled"][p]) for p in range(x.n)}),
    Field("kept", lambda x: {p + 1: x.counted(x.s["kept"][p]) for p in range(x.n)}),
)


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full position in plain data."""
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; the dice of the turn under way stay what they are. FaultsError for what does not fit."""
    set_all(Position(s, t, names), FIELDS, fields)
