"""A position on the table, in lists a person would make: what the named fields are read from, and set in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from simcli.games.fields import Path, bits, read_list, read_name
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.text.names import Names


class Unsecured(NamedTuple):
    """A craft that can still be stolen; dice by colour and value, library dice too, and the library dice among them."""

    seat: int
    dice: Sequence[Sequence[int]]
    libraries: Sequence[Sequence[int]]
    stolen: bool


class Position:
    """A position that is read, or that `fields` are being set in.

    Cards are kept in lists until all fields are set, since a card that is named in one place gives way in the others: craft cards by
    their row in the tables, gather turns as (seat, card, half). What is None follows from the rest.
    """

    def __init__(self, s: Any, t: Any, names: Names, fields: Mapping[str, Any] | None = None) -> None:
        self.s, self.t, self.names = s, t, names
        self.fields = {} if fields is None else fields
        self.n = int(s["n_players"])
        self.over = bool(s["over"])
        self.phase = S.NONE if self.over else int(s["phase"])  # the decision asked, as read
        self.passed: list[int] = s["passed"][: int(s["n_passed"])].tolist()
        self.wanted_phase = self.wanted_actor = -1
        self.wanted_stock: dict[int, int] = {}
        self.wanted_tokens: dict[int, int] = {}
        used = int(s["n_used"])
        columns = (s[column][:used].tolist() for column in ("used_seat", "used_card", "used_half"))
        self.turns: list[tuple[int, int, int]] = list(zip(*columns, strict=True))
        self.face_up: list[int] | None = None
        self.deck: list[int] | None = None
        self.cards = names.cards(t)
        self.drawn: list[int] = s["drawn"][: int(s["n_drawn"])].tolist()
        self.theft = set(self.rows(s["theft"]))
        self.unsecured = {self.drawn[i]: self._lying(i) for i in bits(s["unsecured"])}
        self.secured = [self.rows(mask) for mask in s["secured"][: self.n].tolist()]
        self.display: list[int] | None = None
        self.queue: list[int] | None = None

    @property
    def seats(self) -> range:
        """Numbers of the seats as a person reads them."""
        return range(1, self.n + 1)

    def in_order(self) -> list[int]:
        """Seats in the order of this round."""
        return [(int(self.s["start"]) + i) % self.n for i in range(self.n)]

    def rows(self, mask: Any) -> list[int]:
        """Rows of the craft cards in a mask of drawn ones."""
        return [self.drawn[i] for i in bits(mask)]

    def mask(self, rows: Iterable[int]) -> int:
        """The other way round."""
        return sum(1 << self.drawn.index(row) for row in rows)

    def card_names(self, rows: Iterable[int]) -> list[str]:
        """Names of craft cards."""
        return [self.cards[row] for row in rows]

    def read_crafts(self, path: Path, value: Any) -> list[int]:
        """Rows of the craft cards a scenario names."""
        return [read_name((*path, i), card, self.cards) for i, card in enumerate(read_list(path, value))]

    def _lying(self, i: int) -> Unsecured:
        s = self.s
        return Unsecured(int(s["holder"][i]), s["laid"][i].tolist(), s["laid_library"][i].tolist(), self.drawn[i] in self.theft)

    def laid(self, colour: int) -> int:
        """Dice of a colour on unsecured crafts."""
        libraries = [sum(map(sum, craft.libraries)) for craft in self.unsecured.values()]
        if colour == S.LIBRARY:
            return sum(libraries)
        return sum(sum(craft.dice[colour]) - sum(craft.libraries[colour]) for craft in self.unsecured.values())
