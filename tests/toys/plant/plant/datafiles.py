"""Models of the component files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from simcli.games.components import Id, OptionsFile, Sourced, Strict

Strength = Annotated[int, Field(ge=-2000, le=2000)]
"""In hundredths of a unit of the logarithm of odds."""


class Seat(Sourced):
    """What sitting there is worth."""

    id: Id
    bonus: Strength


class Card(Sourced):
    """What a copy kept is worth."""

    id: Id
    copies: Annotated[int, Field(ge=0, le=20)]
    value: Strength


class Choice(Sourced):
    """What a choice is worth by itself; the first three beat each other in a circle."""

    id: Id
    value: Strength


class PlantFile(Sourced):
    """Seats, cards and choices."""

    schema_: Literal["plant/plant/1"] = Field(alias="schema")
    seats: list[Seat]
    cards: list[Card]
    choices: list[Choice]


class SetupFile(Sourced):
    """Cards dealt and kept, the strength of the circle, the part of luck in per cent."""

    schema_: Literal["plant/setup/1"] = Field(alias="schema")
    hand: Annotated[int, Field(ge=1, le=10)]
    keep: Annotated[int, Field(ge=1, le=10)]
    circle: Strength
    noise: Annotated[int, Field(ge=0, le=2000)]


MODELS: dict[str, type[Strict]] = {"plant": PlantFile, "setup": SetupFile, "options": OptionsFile}
