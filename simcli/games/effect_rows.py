"""Models of effects as data rows, shared by games whose cards are chains of rows (docs/architecture.md, "Effects as data rows").

Words for amounts, numbers and actions are the game's own: it checks them with `check_words`, and what may stand under a trigger itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from simcli.games.components import Id, Strict, Unit

Number = Annotated[int, Field(ge=1, le=20)]
NO_MOST = 9999
"""Greatest amount of an `if` that names none."""


# What kinds of rows say that several games have; a game with kinds of its own puts its own rows behind them


class GainWords(Strict):
    """n of an amount gained or lost, after a count so many times."""

    kind: Literal["gain", "lose"]
    what: Id
    n: Number


class PayWords(Strict):
    """n of an amount, or the chain ends."""

    kind: Literal["pay"]
    what: Id
    n: Number


class CountWords(Strict):
    """Every full `every` of an amount counts once."""

    kind: Literal["count"]
    of: Id
    every: Number


class IfWords(Strict):
    """Goes on if the amount lies between."""

    kind: Literal["if"]
    of: Id
    least: Annotated[int, Field(ge=0, le=999)] = 0
    most: Annotated[int, Field(ge=0, le=NO_MOST)] = NO_MOST


class Gain(GainWords):
    """A gain or loss, and what follows."""

    then: Row | None = None


class Pay(PayWords):
    """A payment, and what follows."""

    then: Row


class Count(CountWords):
    """A count, and what follows."""

    then: Row


class If(IfWords):
    """A condition, and what follows."""

    then: Row


class Most(Strict):
    """Goes on if the owner alone has most."""

    kind: Literal["most"]
    of: Id
    then: Row


class Each(Strict):
    """The rest of the chain for every player."""

    kind: Literal["each"]
    who: Literal["all"]
    then: Row


class Release(Strict):
    """Up to n own workers come back."""

    kind: Literal["release"]
    n: Annotated[Number, Unit("workers")]
    then: Row | None = None


class Choose(Strict):
    """One of several chains; `may`: or none."""

    kind: Literal["choose"]
    options: Annotated[dict[Id, Row], Field(min_length=1, max_length=7)]
    may: bool = False


class Discard(Strict):
    """A card leaves the hand, or another place of the player; `may`: or none does."""

    kind: Literal["discard"]
    from_: Id = Field(alias="from")
    n: Literal[1]
    may: bool = False
    then: Row | None = None


class Action(Strict):
    """An action of the rules for nothing; `may`: or none."""

    kind: Literal["action"]
    which: Id
    n: Annotated[Number, Unit("times")]
    may: bool = False


class Standing(Strict):
    """A number of the rules that is another while the card is owned."""

    kind: Literal["standing"]
    number: Id
    n: Number
    then: Standing | None = None


Row = Annotated[Gain | Pay | Count | If | Most | Each | Release | Choose | Discard | Action | Standing, Field(discriminator="kind")]


def rows_of(row: object) -> Iterator[Any]:
    """All rows of a chain, those of options too; nothing for None."""
    while row is not None:
        yield row
        for option in getattr(row, "options", {}).values():
            yield from rows_of(option)
        row = getattr(row, "then", None)


def check_words(row: object, **known: Collection[str]) -> None:
    """ValueError if a field of a row that is named here has a word that is not among the known ones."""
    for field, words in known.items():
        word = getattr(row, field, None)
        if isinstance(word, str) and word not in words:
            raise ValueError(f"{field} is {word!r}, expected {', '.join(words)}")
