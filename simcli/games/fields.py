"""Named fields of a position: masks of the record as numbers, and what a scenario gives read back.

A scenario gives seats, names, numbers and counts; what does not fit is a fault that knows its key path.
Shared by the texts of all games. Each reader raises FaultsError with one fault; `collect` gathers those of many fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NoReturn, TypeVar

from simcli.errors import Fault, FaultsError, nearest
from simcli.game import Names, Record

Path = tuple[str | int, ...]
ALL = "all"
"""Key that stands for every seat."""
ABSENT = object()
"""What the reader of a field gives when this position has no such field."""

P = TypeVar("P")


@dataclass(frozen=True)
class Field(Generic[P]):
    """A named field of a position `P`: how it is read, and how what a scenario gives is set. One of them may be missing."""

    name: str
    get: Callable[[P], Any] | None = None
    set: Callable[[P, Path, Any], None] | None = None


class Position:
    """A position that is read, or that `fields` are being set in."""

    def __init__(self, s: Record, t: Record, names: Names, fields: Mapping[str, Any] | None = None) -> None:
        self.s, self.t, self.names = s, t, names
        self.fields = {} if fields is None else fields
        self.n = int(s["n_players"])

    @property
    def phase(self) -> int:
        """The decision asked, -1 once the game is over."""
        return -1 if self.s["over"] else int(self.s["phase"])

    def by_seat(self, row: Callable[[int], Any]) -> dict[int, Any]:
        """A value for every seat."""
        return {p + 1: row(p) for p in range(self.n)}


def get_all(position: P, fields: Sequence[Field[P]]) -> dict[str, Any]:
    """All fields that can be read, by name."""
    values = {}
    for field in fields:
        if field.get is not None and (value := field.get(position)) is not ABSENT:
            values[field.name] = value
    return values


def set_all(position: P, fields: Sequence[Field[P]], given: Mapping[Any, Any]) -> None:
    """Sets what is given, in the order of `fields`. FaultsError with the faults of all of them; unknown names are faults."""
    collect(given, {field.name: partial(field.set, position) for field in fields if field.set is not None})


def bits(mask: Any) -> list[int]:
    """Numbers of the bits set in a mask, e.g. of locations or cards."""
    left, numbers = int(mask), []
    while left:
        lowest = left & -left
        numbers.append(lowest.bit_length() - 1)
        left ^= lowest
    return numbers


def refuse(path: Path, message: str, hint: str = "") -> NoReturn:
    """FaultsError with one fault."""
    raise FaultsError([Fault(path, message, hint)])


def collect(fields: Mapping[Any, Any], readers: Mapping[str, Callable[[Path, Any], None]]) -> None:
    """Hands every field to its reader, in the order of `readers`. FaultsError with the faults of all fields; unknown names are faults."""
    faults = [Fault((name,), "is no field that can be set", nearest(name, readers)) for name in fields if name not in readers]
    for name, read in readers.items():
        if name in fields:
            try:
                read((name,), fields[name])
            except FaultsError as error:
                faults += error.faults
    if faults:
        raise FaultsError(faults)


def read_name(path: Path, value: object, names: Sequence[str]) -> int:
    """Index of a name."""
    if not isinstance(value, str) or value not in names:
        refuse(path, f"is {value!r}, which is not known here", nearest(value, names))
    return names.index(value)


def read_whole(path: Path, value: object, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        refuse(path, f"is {value!r}, expected a whole number from {low} to {high}")
    return value


def read_flag(path: Path, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse(path, f"is {value!r}, expected true or false")
    return value


def read_list(path: Path, value: object) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        refuse(path, f"is {value!r}, expected a list")
    return value


def read_mapping(path: Path, value: object) -> Mapping[Any, Any]:
    """Keys with values."""
    if not isinstance(value, Mapping):
        refuse(path, f"is {value!r}, expected keys with values")
    return value


def read_seat(path: Path, value: object, players: int) -> int:
    """A seat number, counted from 1; returned counted from 0."""
    return read_whole(path, value, 1, players) - 1


def read_seats(path: Path, value: object, players: int) -> dict[int, tuple[Path, Any]]:
    """Values by seat (from 0), each with its path; the key `all` stands for every seat that is not named itself."""
    given = read_mapping(path, value)
    out = dict.fromkeys(range(players), ((*path, ALL), given[ALL])) if ALL in given else {}
    for seat, entry in given.items():
        if seat != ALL:
            out[read_seat((*path, seat), seat, players)] = ((*path, seat), entry)
    return dict(sorted(out.items()))


def read_counts(path: Path, value: object, names: Sequence[str], low: int = 0, high: int = 255) -> list[int]:
    """Numbers by name, 0 for names not given; in the order of `names`."""
    out = [0] * len(names)
    for name, number in read_mapping(path, value).items():
        out[read_name((*path, name), name, names)] = read_whole((*path, name), number, low, high)
    return out
