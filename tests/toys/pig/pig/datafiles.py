"""The component files: a model each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simcli.games.components import Id, OptionsFile, Sourced, Strict, Unit

from .state import MAX_FACES, MAX_POINTS, MAX_ROUNDS


class Face(Sourced):
    """A side of the die."""

    id: Id
    points: Annotated[int, Field(ge=0, le=MAX_POINTS), Unit("points")]
    bust: bool


class DieFile(Sourced):
    """die.yaml."""

    schema_: Literal["pig/die/1"] = Field(alias="schema")
    faces: Annotated[list[Face], Field(min_length=1, max_length=MAX_FACES)]


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["pig/setup/1"] = Field(alias="schema")
    goal: Annotated[int, Field(ge=1, le=MAX_POINTS), Unit("points")]
    max_rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS), Unit("rounds")]


MODELS: dict[str, type[Strict]] = {"die": DieFile, "setup": SetupFile, "options": OptionsFile}
