"""The records, component files, catalogue and checks of a game in one file, made from its `Shape`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field as Bound
from pydantic import create_model

from simcli.engine.header import HEADER
from simcli.engine.record import Described, described
from simcli.errors import Fault
from simcli.game import Catalogue, Components, Item, Options
from simcli.games.components import Id, OptionsFile, Provenance, Sourced, Strict, Unit, fill, validate_files
from simcli.games.onefile.spec import MOST_COPIES, ROOM, Shape, Table
from simcli.games.onefile.tables_text import AND, NOBODY
from simcli.games.onefile.words import Deck

SETUP = "setup"
NEW_ROW = "reconstructed"
"""Where a row comes from that a patch adds."""
MOST = 1_000_000
"""Greatest number of a table or of NUMBERS, up and down."""


def had(table: Table) -> str:
    """The field that counts what came before each seat; of a table that no seat has before it, what each chose."""
    return f"had_{table.stem}"


def now(table: Table) -> str:
    """The field that counts what each seat has before it, as of the last decision."""
    return f"now_{table.stem}"


def used(table: Table) -> str:
    """The field that counts what each seat has played from its hand."""
    return f"used_{table.stem}"


def counted_by_choice(rules: Shape, table: Table) -> str:
    """The field that counts how often each seat takes an action that names a row of a table; empty where its cards are counted as they
    lie."""
    if not rules.hands(table):
        return had(table)
    return used(table) if rules.is_played(table) and not rules.is_sealed(table) else ""


def state_of(rules: Shape) -> tuple[np.dtype[Any], dict[str, str]]:
    """The record of a game in play, and what its fields mean."""
    return described(_state_fields(rules))


def _state_fields(rules: Shape) -> Iterator[Described]:
    yield from HEADER
    yield rules.mark, np.int32, "tells this game's record from others; always 0"
    yield "stream", np.int64, "number of the stream of the decision under way"
    yield "stream_is_open", np.int32, "1 once chance has decided something in it"
    for name, field in rules.fields.items():
        text = name.replace("_", " ")
        if isinstance(field, Deck):
            shape = (*map(rules.length, field.shape), 2 + rules.table_of(field).deck_room)
            yield name, np.int32, shape, f"{text}: next place, end, and the cards from there"
        else:
            shape = tuple(map(rules.length, field.shape)) + ((rules.table_of(field).room,) if field.of else ())
            yield (name, np.int32, shape, text) if shape else (name, np.int32, text)
    for table in rules.items:
        shape = (rules.seats, table.room)
        yield (
            had(table),
            np.int32,
            shape,
            f"{table.stem} that came before each seat" if rules.hands(table) else f"{table.stem} chosen by seat",
        )
        if rules.hands(table):
            yield now(table), np.int32, shape, f"{table.stem} before each seat as of the last decision"
            if counted_by_choice(rules, table):
                yield used(table), np.int32, shape, f"{table.stem} played by seat"
    for table in rules.tables:
        if rules.is_hidden(table):
            room = table.deck_room + (rules.seats * ROOM)
            yield f"pool_{table.stem}", np.int32, (room,), f"room in which hidden {table.stem} are shuffled"


def tables_of(rules: Shape) -> tuple[np.dtype[Any], dict[str, str]]:
    """The record that rules read, and what its fields mean."""
    return described(_tables_fields(rules))


def _tables_fields(rules: Shape) -> Iterator[Described]:
    yield "players", np.int32, "number of players"
    for table in rules.tables:
        yield table.count, np.int32, f"rows of {table.stem}"
        for column in table.columns:
            name = table.copies if column == "copies" else column
            if table.relation(column):
                yield name, np.int32, (table.room, table.room), f"{column} of each of {table.stem}: 1 for every row that is named"
            else:
                words = ", ".join(f"{number} {word}" for number, word in enumerate(table.words.get(column, ())))
                yield name, np.int32, (table.room,), f"{column} of each of {table.stem}" + (f": {words}" if words else "")
    for name in rules.numbers:
        yield name, np.int32, name.replace("_", " ")
    for switch in rules.options:
        yield switch.name, np.int32, f"1 where the option holds: {switch.text}"


def build(rules: Shape, dtype: np.dtype[Any], components: Components, options: Options, players: int) -> Any:
    """The record for one number of players (a recarray of one row)."""
    made = np.zeros(1, dtype).view(np.recarray)
    values: dict[str, Any] = {"players": players}
    for table in rules.tables:
        rows = components[table.stem][table.stem]
        ids = [row["id"] for row in rows]
        values[table.count] = len(rows)
        for column in table.columns:
            name = table.copies if column == "copies" else column
            if table.relation(column):
                named = [set() if row[column] == NOBODY else set(row[column].split(AND)) for row in rows]
                values[name] = [[int(other in names) for other in ids] for names in named]
            elif column in table.words:
                values[name] = [table.words[column].index(row[column]) for row in rows]
            else:
                values[name] = [row[column] for row in rows]
    values |= {name: components[SETUP][name] for name in rules.numbers}
    values |= {switch.name: int(options[switch.name]) for switch in rules.options}
    fill(made[0], **values)
    return made


def models_of(rules: Shape) -> dict[str, type[Strict]]:
    """A model for each component file."""
    models: dict[str, type[Strict]] = {}
    for table in rules.tables:
        columns: dict[str, Any] = {"id": (Id, ...), "provenance": (Provenance, NEW_ROW)}
        for column in table.columns:
            columns[column] = (_type_of(table, column), ...)
        row = create_model(f"{table.item.title()}Row", __base__=Sourced, **columns)
        of_rows = Annotated[list[row], Bound(min_length=1, max_length=table.room)]
        named: dict[str, Any] = {"schema_": (_schema(rules, table.stem), Bound(alias="schema")), table.stem: (of_rows, ...)}
        models[table.stem] = create_model(f"{table.stem.title()}File", __base__=Sourced, **named)
    numbers: dict[str, Any] = {
        name: (Annotated[int, Bound(ge=-MOST, le=MOST), Unit(name.replace("_", " "))], ...) for name in rules.numbers
    }
    numbers["schema_"] = (_schema(rules, SETUP), Bound(alias="schema"))
    return models | {SETUP: create_model("SetupFile", __base__=Sourced, **numbers), "options": OptionsFile}


def _schema(rules: Shape, stem: str) -> Any:
    return Literal[f"{rules.id}/{stem}/1"]


def _type_of(table: Table, column: str) -> Any:
    """Type of a cell: a whole number, one of the words of the column, or names of rows."""
    if table.relation(column):
        return str
    if column in table.words:
        return Literal[table.words[column]]
    low, high = (0, 1000) if column == "copies" else (-MOST, MOST)
    return Annotated[int, Bound(ge=low, le=high), Unit(column)]


def validate(models: Mapping[str, Any], rules: Shape, components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, models)
    if faults:
        return faults
    for table in rules.tables:
        ids = [row["id"] for row in components[table.stem][table.stem]]
        faults += [Fault((table.stem, i), "the id occurs twice") for i in sorted({i for i in ids if ids.count(i) > 1})]
        for row in components[table.stem][table.stem]:
            for column in filter(table.relation, table.columns):
                named = [] if row[column] == NOBODY else row[column].split(AND)
                faults += [
                    Fault((table.stem, row["id"], column), f"there is no '{one}' in {table.stem}") for one in named if one not in ids
                ]
    return faults


def check_setup(rules: Shape, components: Components, options: Options, players: int) -> list[Fault]:
    """What cannot be set up: more cards than a deck has room for."""
    faults = []
    for table in rules.tables:
        count = sum(row["copies"] for row in components[table.stem][table.stem]) if table.has_copies else 0
        if count > table.deck_room:
            faults.append(
                Fault((table.stem,), f"{count} cards, there is room for {table.deck_room}: {MOST_COPIES} times those of the file")
            )
    return faults


def catalogue_of(rules: Shape, components: Components, options: Options) -> Catalogue:
    """Rows that seats have or that actions name, points by the functions that count them, and the range of final scores."""
    items = tuple(
        Item(row["id"], table.item, row["id"].replace("_", " "), row.get("provenance", NEW_ROW), table in rules.named, by_strategy=True)
        for table in rules.items
        for row in components[table.stem][table.stem]
    )
    categories = tuple(name.removeprefix("points_") for name in rules.categories)
    return Catalogue(items, categories, *rules.scores)
