"""Component data + options -> the read-only tables record."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from simcli.engine.record import described
from simcli.errors import Fault
from simcli.game import Catalogue, Components, Item
from simcli.games.components import Id, OptionsFile, Sourced, Strict, fill, validate_files

from .state import MAX_FACES, MAX_POINTS, MAX_ROUNDS


class Face(Sourced):
    """A side of the die."""

    id: Id
    points: Annotated[int, Field(ge=0, le=MAX_POINTS)]
    bust: bool


class DieFile(Sourced):
    """die.yaml."""

    schema_: Literal["pig/die/1"] = Field(alias="schema")
    faces: Annotated[list[Face], Field(min_length=1, max_length=MAX_FACES)]


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["pig/setup/1"] = Field(alias="schema")
    goal: Annotated[int, Field(ge=1, le=MAX_POINTS)]
    max_rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)]


MODELS: dict[str, type[Strict]] = {"die": DieFile, "setup": SetupFile, "options": OptionsFile}

TABLES, TABLES_FIELDS = described(
    [
        ("players", np.int32, "number of players"),
        ("n_faces", np.int32, "faces of the die"),
        ("goal", np.uint32, "points that win"),
        ("max_rounds", np.uint32, "rounds at most"),
        ("must_roll", np.uint32, "1 when a turn begins with a roll"),
        ("equal_turns", np.uint32, "1 when the round is played to its end"),
        ("points", np.uint32, (MAX_FACES,), "points of each face"),
        ("bust", np.uint32, (MAX_FACES,), "1 for a face that loses the turn"),
    ]
)


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS)
    if faults:
        return faults
    faces = components["die"]["faces"]
    ids = [face["id"] for face in faces]
    faults += [Fault(("die", i), "the id occurs twice") for i in sorted({i for i in ids if ids.count(i) > 1})]
    if not any(face["bust"] for face in faces):
        faults.append(Fault(("die",), "has no bust face, so a turn need never end", "PG-12"))
    return faults


def check_setup(components: Components, options: Any, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players: nothing is."""
    return []


def catalogue(components: Components, options: Any) -> Catalogue:
    """The faces of the die; all points are banked ones.

    A turn can go past the goal by any number of rolls; 150 of the best face is a bound no sane die reaches.
    """
    items = tuple(Item(f["id"], "face", f["id"], f["provenance"]) for f in components["die"]["faces"])
    best = max(f["points"] for f in components["die"]["faces"])
    return Catalogue(items, ("banked",), 0, components["setup"]["goal"] + 150 * best)


def build(components: Components, options: Any, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    faces = components["die"]["faces"]
    fill(
        tables[0],
        players=players,
        n_faces=len(faces),
        goal=components["setup"]["goal"],
        max_rounds=components["setup"]["max_rounds"],
        must_roll=int(options["must_roll"]),
        equal_turns=int(options["equal_turns"]),
        points=[f["points"] for f in faces],
        bust=[f["bust"] for f in faces],
    )
    return tables
