"""What the file of a game says, as records: tables, numbers, options, fields, actions, columns, plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from simcli.games.onefile.words import Cards, Deck, Field, Length

ROOM = 8
"""Rows that a patch can add to a table (`new: true`)."""
MOST_COPIES = 2
"""A deck has room for so many times the copies of its table, and a few more."""
TURN = "turn"
"""The decision of a game that names none."""
SEAT, NUMBER = "seat", "number"
"""What an argument of an action may be that is no row of a table."""


@dataclass(frozen=True)
class Table:
    """A table of components: its file and list (`cards`), the name of one row (`card`), columns, and rows.

    words: the words of a column that holds no numbers, numbered as they first come.
    """

    stem: str
    item: str
    columns: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    rows: tuple[Mapping[str, Any], ...]

    @property
    def count(self) -> str:
        """The field of the tables that says how many rows there are."""
        return f"n_{self.stem}"

    @property
    def room(self) -> int:
        """Rows the records have room for."""
        return len(self.rows) + ROOM

    @property
    def has_copies(self) -> bool:
        """Whether its rows come in copies: cards."""
        return "copies" in self.columns

    @property
    def copies(self) -> str:
        """The field of the tables that holds the copies of each row: t.copies_of_cards."""
        return f"copies_of_{self.stem}"

    @property
    def deck_room(self) -> int:
        """Cards a deck has room for."""
        return MOST_COPIES * sum(row["copies"] for row in self.rows) + ROOM if self.has_copies else self.room

    @property
    def numbered(self) -> Iterator[tuple[str, str]]:
        """Ids of rows and words of columns, which rules know as numbers, each with how a file names that number."""
        for number, row in enumerate(self.rows):
            name = str(row["id"])
            yield name, f"rows are numbers: write {name.upper()} = {number} near {self.stem.upper()}, whose first row is 0"
        for column, words in self.words.items():
            for number, word in enumerate(words):
                yield (
                    word,
                    f"words are numbers: write {word.upper()} = {number}, as the words of '{column}' are numbered as they first come",
                )

    def relation(self, column: str) -> bool:
        """Whether a column names other rows of the table, with + between them: which is next to which."""
        return self.words.get(column) == ()


@dataclass(frozen=True)
class Argument:
    """An argument of an action: its name, what it is (the stem of a table, SEAT or NUMBER), and from where to where a number goes."""

    name: str
    of: str
    low: int = 0
    high: int = 0

    @property
    def variable(self) -> str:
        """What it is called in kernels that are made: no name of theirs."""
        return f"of_{self.name}"


@dataclass(frozen=True)
class Verb:
    """An action: what `act_NAME` does, where `legal_NAME` allows it."""

    name: str
    decision: int
    arguments: tuple[Argument, ...]
    has_legal: bool
    text: str


@dataclass(frozen=True)
class Decision:
    """A decision of the game, with its actions in order."""

    name: str
    verbs: tuple[Verb, ...]


@dataclass(frozen=True)
class Switch:
    """A rule option: its name, its default, and what it asks."""

    name: str
    default: bool
    text: str


@dataclass(frozen=True)
class Plan:
    """A strategy of the file: weights by column, and what it is after."""

    name: str
    idea: str
    weights: Mapping[str, int | float]


@dataclass(frozen=True)
class OwnColumn:
    """A column that the file counts by `column_NAME`.

    verb: the action that its name begins with; None where it is of the position, the same for all actions.
    takes_arguments: whether it is told what the action takes.
    """

    name: str
    verb: str | None
    takes_arguments: bool
    text: str


@dataclass(frozen=True)
class Shape:
    """What a game in one file is, without the text of its rules."""

    id: str
    title: str
    players: tuple[int, int]
    scores: tuple[int, int]
    numbers: Mapping[str, int]
    options: tuple[Switch, ...]
    tables: tuple[Table, ...]
    fields: Mapping[str, Field]
    decisions: tuple[Decision, ...]
    categories: tuple[str, ...]
    """Functions that count points, `points` or `points_NAME`."""
    own_columns: tuple[OwnColumn, ...]
    """What `column_NAME` counts of a position or of an action, seen by plans."""
    together: bool = field(default=False, kw_only=True)
    """Whether all win or lose together: none of what counts points or parts equals looks at the seat."""

    @cached_property
    def by_stem(self) -> dict[str, Table]:
        """Tables by their stems."""
        return {table.stem: table for table in self.tables}

    @property
    def contexts(self) -> tuple[OwnColumn, ...]:
        """Columns of the file that are of the position alone."""
        return tuple(column for column in self.own_columns if column.verb is None)

    @property
    def mark(self) -> str:
        """Name of the field that tells the record of a game from those of others."""
        return f"of_{self.id}"

    @property
    def seats(self) -> int:
        """Most players: the length of what every seat has."""
        return self.players[1]

    def length(self, length: Length) -> int:
        """A length of a field as a number."""
        return length if isinstance(length, int) else self.by_stem[length].room if length in self.by_stem else self.seats

    def table_of(self, field: Field) -> Table:
        """The table whose rows a field counts."""
        return self.by_stem[field.of]

    def fields_of(
        self, kind: type[Field], table: Table | None = None, *, by_seat: bool | None = None, hidden: bool | None = None
    ) -> list[str]:
        """Names of the fields of a kind: of a table, before every seat or not, hidden or not."""
        return [
            name
            for name, field in self.fields.items()
            if isinstance(field, kind)
            and (table is None or field.of == table.stem)
            and by_seat in (None, field.is_by_seat)
            and hidden in (None, bool(field.hidden))
        ]

    def seen_by(self, name: str) -> str:
        """The field that says who has seen whose cards of a hidden hand; empty where nobody ever does."""
        hidden = self.fields[name].hidden
        return hidden if isinstance(hidden, str) else ""

    def hands(self, table: Table) -> list[str]:
        """Fields in which seats have rows of a table before them."""
        return self.fields_of(Cards, table, by_seat=True)

    def is_hidden(self, table: Table) -> bool:
        """Whether rows of a table lie where not everybody knows them."""
        return bool(self.fields_of(Deck, table) or self.fields_of(Cards, table, hidden=True))

    def is_played(self, table: Table) -> bool:
        """Whether its rows lie before no seat but in hidden hands, from which actions take them."""
        places = self.fields_of(Cards, table, by_seat=True, hidden=False) or self.fields_of(Deck, table, by_seat=True)
        return bool(self.hands(table)) and not places and table in self.named

    def is_sealed(self, table: Table) -> bool:
        """Whether its rows are chosen unseen."""
        return any(field.hand in self.hands(table) for field in self.fields.values() if field.hand)

    @cached_property
    def items(self) -> tuple[Table, ...]:
        """Tables whose rows are counted: those that seats have, and those that actions name."""
        return tuple(table for table in self.tables if self.hands(table) or table in self.named)

    @cached_property
    def named(self) -> tuple[Table, ...]:
        """Tables whose rows actions name."""
        stems = {argument.of for verb in self.verbs for argument in verb.arguments}
        return tuple(table for table in self.tables if table.stem in stems)

    @cached_property
    def verbs(self) -> tuple[Verb, ...]:
        """All actions."""
        return tuple(verb for decision in self.decisions for verb in decision.verbs)

    def size(self, argument: Argument) -> int:
        """How many values an argument has room for."""
        if argument.of == NUMBER:
            return argument.high - argument.low + 1
        return self.seats if argument.of == SEAT else self.by_stem[argument.of].room

    def codes(self, verb: Verb) -> int:
        """How many codes an action has room for."""
        count = 1
        for argument in verb.arguments:
            count *= self.size(argument)
        return count

    def first_code(self, verb: Verb) -> int:
        """The first code of an action: those of a decision follow each other."""
        code = 0
        for other in self.decisions[verb.decision].verbs:
            if other.name == verb.name:
                break
            code += self.codes(other)
        return code


@dataclass(frozen=True)
class Rules(Shape):
    """A game in one file: its shape, and what the file says of its rules."""

    path: Path
    text: str
    module: ModuleType
    about: str
    plans: tuple[Plan, ...]
    functions: Mapping[str, Callable[..., Any]]
    lines: Mapping[str, int]
    """Where names of the file are defined."""
    taken_from: frozenset[str]
    """Fields whose rows rules make smaller or write anew."""
    beside: Mapping[str, bytes]
    """Files beside it that hold tables, by name."""
    code: str = ""
    """Digest of what its compiled code comes from."""

    @property
    def mark(self) -> str:
        """By what its code comes from: a process may play several versions of a file."""
        return f"{super().mark}_{self.code}"

    def has(self, name: str) -> bool:
        """Whether the file has a function of this name."""
        return name in self.functions
