"""Arguments of several verbs, and values of options read in simcli's words: whole numbers, and words of a list."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import typer

from simcli.base.entry_points import NO_MEASURE, measures
from simcli.base.whole_numbers import PLAYERS
from simcli.errors import UserError, nearest
from simcli.games import game_ids
from simcli.sim.pick_words import PICKS, read_wanted
from simcli.sim.shard import Shard

W = TypeVar("W", bound=StrEnum)


def whole(option: str, low: int, high: int) -> dict[str, Any]:
    """Keywords of a typer option that takes a whole number from `low` to `high`, read as in a file."""

    def parse(text: str | int) -> int:
        return text if isinstance(text, int) else _whole(text, f"{option} {text}", (low, high))  # a default comes as it is

    return {"parser": parse, "metavar": "N"}


def _whole(text: str, place: str, allowed: tuple[int, int]) -> int:
    from simcli.config.yaml.problems import by_points
    from simcli.config.yaml.values import typed, whole_fault

    value = typed(text, place)
    if fault := whole_fault(value, *allowed):
        raise UserError.of(place, fault[0], by_points(text.strip(), fault[1]))
    assert isinstance(value, int)
    return value


def counts(option: str) -> dict[str, Any]:
    """Keywords of a typer option that takes numbers of players: 4, or several with commas between, or 3..5."""

    def parse(text: str | tuple[int, ...]) -> tuple[int, ...]:
        if not isinstance(text, str):
            return text
        from simcli.config.yaml.values import span

        given = [(one, span(one)) for one in listed([text])]
        numbers = [n for one, several in given for n in several or [_whole(one, f"{option} {text}", PLAYERS)]]
        if not numbers:
            raise UserError.of(f"{option} {text}", "found no number of players", f"write {option} 4, or {option} 3,4")
        return tuple(dict.fromkeys(numbers))

    return {"parser": parse, "metavar": "N,..."}


def part(option: str) -> dict[str, Any]:
    """Keywords of a typer option that takes a shard of a run, `3/16`."""

    def parse(text: str) -> Any:
        return Shard.read(text, option)

    return {"parser": parse, "metavar": "I/N"}


def word(option: str, words: type[W]) -> dict[str, Any]:
    """Keywords of a typer option that takes one of `words`."""
    names = [str(w) for w in words]
    one_of = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))

    def parse(text: str) -> W:
        if text in names:
            return words(text)
        hint = nearest(text, names, " ").strip()
        raise UserError.of(f"{option} {text}", f"found '{text}', expected {one_of}", hint)

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return {"parser": parse, "metavar": f"[{'|'.join(names)}]", "autocompletion": complete}


def game_wanted(option: str) -> dict[str, Any]:
    """Keywords of a typer option that says what game to look for."""

    def parse(text: str) -> Any:
        return read_wanted(text, option)

    def complete(incomplete: str) -> list[str]:
        seats = [f"seat-{n}-{what}" for n in range(1, 7) for what in ("wins", "loses")]
        return [name for name in (*PICKS, *seats) if name.startswith(incomplete)]

    return {"parser": parse, "metavar": "WORD", "autocompletion": complete}


def config_names(incomplete: str) -> list[str]:
    """Names of configs that start so, for the Tab key; the shell itself completes files when there is none."""
    from simcli.config.data.shipped import known_configs

    return [name for name in known_configs() if name.startswith(incomplete)]


def measures_of(incomplete: str) -> list[str]:
    """What a run can measure as well, for the Tab key."""
    return [name for name in (*measures(), NO_MEASURE) if name.startswith(incomplete)]


def game_names(incomplete: str) -> list[str]:
    """Ids of games that start so, for the Tab key."""
    return [game_id for game_id in game_ids() if game_id.startswith(incomplete)]


def rule_names(incomplete: str) -> list[str]:
    """Ids of rules that start so, for the Tab key."""
    from simcli.config.data.rule_texts import rule_ids

    return [id_ for id_ in rule_ids() if id_.startswith(incomplete)]


Config = Annotated[
    str,
    typer.Argument(metavar="CONFIG", help="Config file, or a name such as guildes/seats.", show_default=False, autocompletion=config_names),
]
PLAY = "What is played"


def listed(texts: Sequence[str] | None) -> list[str]:
    """The names of a repeatable option, each time several with commas between them."""
    return [name.strip() for text in texts or () for name in text.split(",") if name.strip()]


def members(text: str) -> list[str | tuple[str, float]]:
    """`balanced,denier:2` as names and pairs of name and weight."""
    members: list[str | tuple[str, float]] = []
    for word in listed([text]):
        name, colon, weight = word.rpartition(":")
        if not colon:
            members.append(word)
            continue
        try:
            members.append((name, float(weight)))
        except ValueError:
            raise UserError.of(f"--field {word}", f"found the weight '{weight}', expected a number", f"write {name}:2") from None
    return members
