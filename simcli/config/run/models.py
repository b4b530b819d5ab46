"""The config file as pydantic models: its keys, their kinds and ranges. What depends on the game is checked in `resolve`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, ValidationError, WithJsonSchema

from simcli.base.entry_points import NO_MEASURE, measures, shipped_measures
from simcli.base.whole_numbers import DEALS, PLAYERS, SEEDS
from simcli.config.run.resolved import MIRROR, MIXED
from simcli.config.yaml import values as v
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import TAG, Problems, from_validation
from simcli.errors import nearest

DEFAULT_DEALS = 10_000
MAX_MINUTES = 1_000_000
DEFAULT_TOLERANCE = v.Tolerance(0.04, of_even=True)
TABLE_WORDS = (MIXED, MIRROR)
SUBJECTS = ("seats", "strategies", "items", "variants", "bans", "stalls", "cards", "scores")
"""What the first sentence of a report can be about; one thing by its name as well: `plan denier`, `seat 1`, `guild alchemist`."""
ABOUT = f"{v.either(SUBJECTS)}, or one by its name such as plan denier, seat 1 or guild alchemist"
MOST_PLAYERS = 100
"""Longest list of numbers of players. What is longer is reported once, not entry by entry."""

LISTED, FIELD = f"{TAG}listed", f"{TAG}field"

_COUNT = {"type": "integer", "minimum": 1}
_SPAN = {"type": "string", "pattern": r"^\d+\.\.\d+$"}
_PERCENT_SCHEMA = {"type": "string", "pattern": r"^\s*([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%\s*$"}
_OF_EVEN_SCHEMA = {"type": "string", "pattern": r"^\s*([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*%\s+of\s+even\s*$"}


def _fraction_schema(below: float, *others: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": below}, _PERCENT_SCHEMA, *others]})


def _whole_schema(low: int, high: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": low, "maximum": high})


Name = Annotated[str, BeforeValidator(partial(v.text, v.LONGEST_NAME, empty=False)), WithJsonSchema({"type": "string", "minLength": 1})]
Prose = Annotated[str, BeforeValidator(partial(v.text, 20_000)), WithJsonSchema({"type": "string"})]
PlayerCount = Annotated[int, BeforeValidator(partial(v.whole, *PLAYERS)), _whole_schema(*PLAYERS)]
PlayerCounts = Annotated[
    tuple[PlayerCount, ...],
    BeforeValidator(v.one_or_list),
    WithJsonSchema(
        {
            "anyOf": [
                _COUNT,
                {"type": "array", "items": {"anyOf": [_COUNT, _SPAN]}, "minItems": 1, "uniqueItems": True},
                _SPAN,
            ]
        }
    ),
]
Deals = Annotated[int, BeforeValidator(partial(v.whole, *DEALS)), _whole_schema(*DEALS)]
Seed = Annotated[int, BeforeValidator(partial(v.whole, *SEEDS)), _whole_schema(*SEEDS)]
HalfWidth = Annotated[float, BeforeValidator(partial(v.fraction, Decimal("0.5"), "0.005 or '0.5 %'")), _fraction_schema(0.5)]
ToleranceText = Annotated[v.Tolerance, BeforeValidator(v.tolerance), _fraction_schema(1, _OF_EVEN_SCHEMA)]
Minutes = Annotated[
    float,
    BeforeValidator(partial(v.number, 0, MAX_MINUTES)),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": MAX_MINUTES}),
]

Measures = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: v.some_of(measures(), NO_MEASURE, value)),
    WithJsonSchema(
        {
            "anyOf": [
                {"enum": [*shipped_measures(), NO_MEASURE]},
                {"type": "array", "items": {"enum": list(shipped_measures())}, "uniqueItems": True},
            ]
        }
    ),
]


def _mapping(value: object) -> Any:
    if not isinstance(value, dict):
        hint = "remove the key to leave it unset" if value is None else ""
        v.refuse(f"found {'nothing' if value is None else 'a value'}, expected keys with values", hint)
    return value


Free = Annotated[dict[Any, Any], BeforeValidator(_mapping), WithJsonSchema({"type": "object"})]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FixedTable(_Strict):
    """A table whose seats are named: the line-up sits down as written and is rotated round the table."""

    fixed: Annotated[tuple[Name, ...], Field(min_length=1, description="strategy of each seat in turn order, one per player")]


class FieldOf(_Strict):
    """Strategies of a field, each with a weight: every seat draws one by these weights."""

    field: Annotated[Name, Field(description="name or path of a field, such as league: strategies with weights in one file")]


def _listed_or_drawn(value: object) -> str:
    return FIELD if isinstance(value, dict | FieldOf) else LISTED


def _tables(value: object) -> Any:
    if isinstance(value, dict):
        return FixedTable.model_validate(value)
    return v.one_of((*TABLE_WORDS, "{fixed: [names]}"), value)


class Until(_Strict):
    """Stop rules; the first one reached ends the run, `deals` at the latest."""

    half_width: Annotated[
        HalfWidth | None,
        BeforeValidator(v.given),
        Field(description="stop when every win share is known to within this fraction, e.g. 0.005 or '0.5 %'"),
    ] = None
    minutes: Annotated[Minutes | None, BeforeValidator(v.given), Field(description="stop after this many minutes")] = None


def _subject(value: object) -> Any:
    if isinstance(value, str) and " " in (one := " ".join(value.split())):
        return one
    return v.one_of(SUBJECTS, "strategies" if value == "plans" else value)


class Report(_Strict):
    """Texts of the report page, and what its first sentence is about."""

    title: Annotated[Prose, Field(description="heading of the page")] = ""
    question: Annotated[Prose, Field(description="the question the run is to answer")] = ""
    note: Annotated[Prose, Field(description="anything the reader should know")] = ""
    about: Annotated[
        str | None,
        BeforeValidator(_subject),
        Field(description=f"what the question is about, and so the first sentence: {ABOUT}"),
        WithJsonSchema({"anyOf": [{"enum": list(SUBJECTS)}, {"type": "string", "pattern": r"\S \S"}]}),
    ] = None
    kind: Annotated[
        Prose,
        Field(description="with `about: items`: which kind of items it is about, such as guild, or several after commas; default: any"),
    ] = ""
    item: Annotated[Prose, Field(description="with `about: cards`: the id of the one item it is about; default: all")] = ""


class ConfigFile(_Strict):
    """One run of simcli."""

    game: Annotated[Name, Field(description="id of the game; `simcli games` lists them")]
    players: Annotated[PlayerCounts, Field(min_length=1, description="number of players, or several that share the deals: a list, or 3..5")]
    strategies: Annotated[
        Annotated[
            Annotated[tuple[Name, ...], Field(min_length=1), Tag(LISTED)] | Annotated[FieldOf, Tag(FIELD)], Discriminator(_listed_or_drawn)
        ]
        | None,
        BeforeValidator(v.given),
        Field(
            description="names or paths of strategies, or {field: NAME}; default: every shipped strategy but random and those that search"
        ),
    ] = None
    tables: Annotated[
        str | FixedTable,
        BeforeValidator(_tables),
        Field(description="who sits together: mixed (line-ups drawn from the strategies), mirror (one strategy in all seats) or fixed"),
    ] = "mixed"
    deals: Annotated[Deals, Field(description="number of deals at most; a deal is played once for every seat rotation")] = DEFAULT_DEALS
    until: Annotated[Until, Field(description="stop rules that may end the run before `deals`")] = Until()
    seed: Annotated[Seed, Field(description="seed of all chance in the run")] = 1
    options: Annotated[Free, Field(description="rule switches of the game by id; `simcli games GAME --options` lists them")] = {}
    patch: Annotated[Free, Field(description="changed components: file stem, then id, then field: value")] = {}
    variants: Annotated[
        Free | None,
        BeforeValidator(v.given),
        Field(description="several variants of the game by name, each with the options and patch it lays over the run's own; at least two"),
    ] = None
    every: Annotated[
        Free | None,
        BeforeValidator(v.given),
        Field(
            description="one variant for every value of an option (all, or the size of its lists) or number: {patch.FILE.ID.FIELD: 8..14}; "
            "or for every item of a kind that seat 1, or who is named, may neither take nor use: {ban: KIND, for: seat 1}, "
            "or must take ({must: KIND}), is dealt ({swap: KIND}) or begins with ({grant: KIND}), or for every sight the player does not "
            "have: {blind: all}"
        ),
    ] = None
    base: Annotated[
        Name | None,
        BeforeValidator(v.given),
        Field(description="name of the variant that all others are compared with, deal by deal; default: the first"),
    ] = None
    restrict: Annotated[
        Free,
        Field(
            description="items a strategy, 'seat N' or all may neither take nor use: {seat 1: {ban: [item ids]}}, "
            "or must take (must), is dealt in place of a random one (swap) or begins with (grant): {seat 1: {grant: [item ids]}}; "
            "sights that its plan does without: {seat 1: {blind: [sights]}}"
        ),
    ] = {}
    tolerance: Annotated[
        ToleranceText,
        Field(description="distance from the even win share that still counts as even: 0.01 or '1 %' (points), or '4 % of even'"),
    ] = DEFAULT_TOLERANCE
    measure: Annotated[
        Measures | None,
        BeforeValidator(v.given),
        Field(
            description="what is measured besides, in games of its own: feel (how games feel to play), regret (how far the players are "
            "from good play), reply (what a player wins who is tuned to beat these), variety (how many of the plans are worth playing), "
            "a list, or none; default: regret and reply, in runs that take much longer than these"
        ),
    ] = None
    report: Annotated[Report, Field(description="texts of the report page")] = Report()


EXPECTED = {
    "game": "the id of a game",
    "players": "a number of players or a list of numbers",
    "strategies": "a list of at least one name or path, or {field: NAME}",
    "strategies.field": "the name of a field",
    "tables": "mixed, mirror or {fixed: [names]}",
    "tables.fixed": "a list of strategy names, one per seat",
    "deals": "a whole number",
    "until": "keys with values: half_width, minutes",
    "until.half_width": "a fraction such as 0.005",
    "until.minutes": "a number",
    "seed": "a whole number",
    "options": "option ids with values",
    "patch": "file stems with changed components",
    "variants": "names, each with options and patch",
    "every": "an option or a path of a patch with its values, or what is banned, must be taken, is dealt, granted or hidden in turn",
    "base": "the name of a variant",
    "restrict": "players with what they may not take or use, must take, are dealt, begin with, or do not see",
    "tolerance": "a fraction such as 0.01, '1 %' or '4 % of even'",
    "measure": "feel, regret, reply, variety, a list or none",
    "report": "keys with texts: title, question, note, about, kind, item",
    "report.title": "text",
    "report.question": "text",
    "report.note": "text",
    "report.about": ABOUT,
    "report.kind": "a kind of items",
    "report.item": "the id of an item",
}
MISPLACED = {key: f"it belongs under `{path.rpartition('.')[0]}`" for path in EXPECTED if "." in path for key in [path.rpartition(".")[2]]}


def parse_config(document: Document, problems: Problems) -> tuple[ConfigFile | None, frozenset[str]]:
    """Model of the config's mapping, and the top keys whose values could not be used (they hold placeholders in the model).

    All problems go to `problems`. None when the game itself is missing or unusable.
    """
    data = dict(document.data)
    bad: set[str] = set()
    is_told = False
    players = data.get("players")
    if isinstance(players, list) and len(players) > MOST_PLAYERS:
        problems.add(document.value(("players",)), f"players: found a list of {len(players)}, expected at most {MOST_PLAYERS}")
        bad.add("players")
        data["players"] = 1
    for key in {"players", "strategies"} - bad:
        _refuse_repeats(key, document, problems)
    while True:
        try:
            return ConfigFile.model_validate(data), frozenset(bad)
        except ValidationError as error:
            if not is_told:
                problems.extend(from_validation(error, document, EXPECTED, _of_game(data) | MISPLACED))
                is_told = True
            wrong = {d["loc"][0] for d in error.errors()}
            if "game" in wrong:
                return None, frozenset(bad)
            bad |= {str(key) for key in wrong}
            data = {key: value for key, value in data.items() if key not in wrong}
            if "players" in wrong:
                data["players"] = 1


def _of_game(data: Mapping[Any, object]) -> dict[str, str]:
    """Hints for keys at the top that hold others and are none of a config's: files of the game, if they are no slips of the pen."""
    fields = [key for key in EXPECTED if "." not in key]
    strange = [str(key) for key, value in data.items() if isinstance(value, dict) and key not in fields]
    return {key: nearest(key, fields, f"numbers of the game are changed under `patch`: patch.{key}") for key in strange}


def _refuse_repeats(key: str, document: Document, problems: Problems) -> None:
    values = document.data.get(key)
    seen: set[str | int | float] = set()
    for i, value in enumerate(values if isinstance(values, list) else ()):
        if not isinstance(value, str | int | float) or isinstance(value, bool):
            continue
        if value in seen:
            problems.add(document.value((key, i)), f"{key}: {value} stands in the list twice", "keep one")
        seen.add(value)
