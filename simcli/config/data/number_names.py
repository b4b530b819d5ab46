"""The whole numbers of a game: a name for each such as `knight copies`, what it counts, and what it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from simcli.base.escapes import ordinal
from simcli.base.names import said
from simcli.config.data.model_keys import Kind, kinds_on
from simcli.config.data.options import OptionValue
from simcli.config.data.patch import NOT_FOR_PATCHES
from simcli.config.yaml.addresses import KeyPath, is_records, step_from_file
from simcli.config.yaml.problems import dotted
from simcli.config.yaml.values import is_whole
from simcli.games.components import DESCRIPTIVE, Entries, Unit

OPTIONS, PATCH = "options", "patch"
STRUCTURE = frozenset({"effects", "options", "then"})
"""Keys that hold a chain of effects together and say nothing of the number."""
OF_ROW = ("what", "number", "colour", "which", "kind")
"""What the `n` of a row of effects is of, in this order."""
PLAYERS, SETUP = "players", "setup"
"""Mappings by the number of players, and what their keys stand for; the file whose own numbers need no other name."""
TO_MOVE = "to move"
"""Seats in turn order, which are spoken of as in the report: the 4th to move."""
T = TypeVar("T")


@dataclass(frozen=True)
class Number:
    """A whole number of a game. `steps` are its address as a designer says it (file or `options` first), `place` where it really stands."""

    steps: KeyPath
    place: KeyPath
    value: int
    name: str
    """How a person says it: `knight copies`, `coins of seat 4`; no two numbers of a game have the same."""

    @property
    def path(self) -> str:
        """`guilds.knight.copies`, `guilds.knight.prizes.round_2.1` (places in a list count from 0), `options.max_rounds`."""
        return dotted(self.steps)

    @property
    def is_option(self) -> bool:
        """Whether it is an option, and not in a component file."""
        return self.steps[0] == OPTIONS


Change = tuple[Number, int]
"""A number, and what it becomes."""


@dataclass(frozen=True)
class Facts:
    """What a number counts, the least and the greatest it may be (None: the model says nothing), and the name of its card."""

    unit: str
    low: int | None
    high: int | None
    card: str

    @property
    def is_bounded(self) -> bool:
        """Whether the model bounds it and leaves a choice: what it does not bound describes the box and is no rule."""
        return (self.low is not None or self.high is not None) and self.low != self.high


def numbers_of(
    models: Mapping[str, object], components: Mapping[str, object], options: Mapping[str, OptionValue] | None = None
) -> list[Number]:
    """All whole numbers of the component files in their order, then the `options` that are whole numbers; models: `Game.models`."""
    printed = [one for stem, data in components.items() if stem != OPTIONS for one in _in_file(stem, data)]
    integers = {name: value for name, value in (options or {}).items() if is_whole(value)}
    taken = {said(option) for option in integers}
    names = spoken(models, components, [(steps, place) for steps, place, _ in printed])
    made = [Number(*one, f"{said(str(one[0][0]))} {name}" if name in taken else name) for one, name in zip(printed, names, strict=True)]
    return made + [Number((OPTIONS, name), (OPTIONS, name), value, said(name)) for name, value in integers.items()]


def values_of(components: Mapping[str, object], options: Mapping[str, OptionValue]) -> dict[KeyPath, int]:
    """The same numbers by their place, without their names."""
    values = {place: value for stem, data in components.items() if stem != OPTIONS for _, place, value in _in_file(stem, data)}
    return values | {(OPTIONS, name): value for name, value in options.items() if is_whole(value)}


def names_by_path(models: Mapping[str, Any], components: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, str]:
    """Names of numbers by their paths; models: `Game.models`."""
    return {number.path: number.name for number in numbers_of(models, components, options)}


def path_called(name: str, models: Mapping[str, Any], components: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """Where a config has what tables call so, a number or an option: `patch.guilds.knight.copies`; an empty text where there is none."""
    wanted = " ".join(name.casefold().split())
    if option := next((option for option in options if wanted in (option, said(option))), ""):
        return f"{OPTIONS}.{option}"
    numbers = numbers_of(models, components, options) if wanted else ()
    return next((f"{PATCH}.{number.path}" for number in numbers if number.name.casefold() == wanted), "")


def paths_like(steps: Sequence[str], paths: Iterable[str]) -> list[str]:
    """The paths that end in these steps, else those that have all of them, else those that end in most of them, the shortest first."""
    known = [(path, path.split(".")) for path in paths]
    ends = [[path for path, own in known if own[i - len(steps) :] == [*steps[i:]]] for i in range(len(steps))]
    every = [path for path, own in known if {*steps} <= {*own}]
    return sorted(next(filter(None, (ends[0], every, *ends[1:])), ()), key=lambda path: path.count("."))


Found = tuple[KeyPath, KeyPath, int]
"""The address of a number as a designer says it, its place, and the number."""


def _in_file(stem: str, data: Any) -> Iterator[Found]:
    for key, part in data.items():
        if is_records(part):
            for i, row in enumerate(part):
                is_short = step_from_file(data, row["id"], indices=False) == (key, i)
                steps = (stem, row["id"]) if is_short else (stem, key, row["id"])
                yield from _below(row, steps, (stem, key, i))
        else:
            yield from _below({key: part}, (stem,), (stem,))


def _below(node: object, steps: KeyPath, place: KeyPath) -> Iterator[Found]:
    """The numbers in a value, without those that describe it."""
    if isinstance(node, dict):
        for key, part in node.items():
            if key not in DESCRIPTIVE and key not in NOT_FOR_PATCHES:
                yield from _below(part, (*steps, key), (*place, key))
    elif isinstance(node, list):
        has_ids = is_records(node)
        for i, part in enumerate(node):
            yield from _below(part, (*steps, part["id"] if has_ids else i), (*place, i))
    elif is_whole(node):
        yield steps, place, node


def spoken(models: Mapping[str, object], components: Mapping[str, object], places: Sequence[tuple[KeyPath, KeyPath]]) -> list[str]:
    """A name for each (steps, place) of numbers of these components, no two alike; models: `Game.models`."""
    names = [_name(models, components, steps, place) for steps, place in places]
    for with_file in (False, True):
        often = Counter(names)
        for i, (steps, place) in enumerate(places):
            if often[names[i]] > 1:
                whole = _name(models, components, steps, place, left_out=frozenset())
                names[i] = f"{said(str(steps[0]))} {whole}" if with_file else whole
    often = Counter(names)
    return [dotted(steps) if often[name] > 1 else name for name, (steps, _) in zip(names, places, strict=True)]


def with_value(name: str, value: object) -> str:
    """`knight copies 12`, `coins of the 4th to move: 7`."""
    return f"{name}{':' if name[-1:].isdigit() or ' of ' in name or ' with ' in name else ''} {value}"


def _name(
    models: Mapping[str, object], components: Mapping[str, object], steps: KeyPath, place: KeyPath, left_out: frozenset[str] = STRUCTURE
) -> str:
    """The words of the steps below the file; places in lists and numbers of players at the end: `coins of seat 4`."""
    words: list[str] = []
    ends: list[str] = []
    kinds: list[list[Kind]] | None = None
    node: Any = components[str(place[0])]
    offset = len(place) - len(steps)
    for depth, key in enumerate(place[1:], 1):
        container, node = node, node[key]
        step = steps[depth - offset] if depth - offset > 0 else None
        is_last = depth == len(place) - 1
        if step is None:
            continue
        if not isinstance(step, int):
            if is_last and step == "n" and isinstance(container, dict):
                step = next((str(container[word]) for word in OF_ROW if word in container), step)
            if step not in left_out and not (is_last and left_out and words and words[-1].endswith(step)):
                words.append(step)
            continue
        kinds = kinds or kinds_on(models, components, place)
        each = _said(kinds[depth - 1], Entries)
        if isinstance(container, list):
            text = each.text if each else (words[-1].removesuffix("s") if words else "entry")
            n = step + (each.first if each else 1)
            entry = f"the {ordinal(n)} {text}" if text == TO_MOVE else f"{text} {n}"
            if is_last:
                ends.insert(0, f"of {entry}")
            elif words:
                words[-1] = entry
        else:
            text = each.text if each else PLAYERS
            words = words[:-1] if words and words[-1] == PLAYERS else words
            ends.append(f"with {step} {text.removesuffix('s') if step == 1 else text}")
    of_file = [str(steps[0])] if len(steps) == 2 and steps[0] != SETUP else []
    return " ".join([*(said(word) for word in [*of_file, *words]), *ends])


def _said(kinds: Sequence[Kind], type_: type[T]) -> T | None:
    return next((one for kind in kinds for one in kind.about if isinstance(one, type_)), None)


def facts(models: Mapping[str, object], components: Mapping[str, object], places: Sequence[KeyPath]) -> list[Facts]:
    """What is known of the numbers at canonical places."""
    gained = frozenset(_gained(components))
    return [_facts(models, components, place, gained) for place in places]


def _facts(models: Mapping[str, object], components: Mapping[str, object], place: KeyPath, gained: frozenset[str]) -> Facts:
    kinds = kinds_on(models, components, place)
    low, high = bounds(kinds[-1])
    node: Any = components[str(place[0])]
    card, parent = "", node
    for key in place[1:]:
        parent, node = node, node[key]
        if isinstance(parent, list) and is_records(parent):
            card = str(node.get("name") or node.get("name_en") or "")
    unit = next((one.text for level in reversed(kinds) if (one := _said(level, Unit))), "") or _unit(
        parent, place, gained, is_keyed=any(get_origin(kind.type) is dict for kind in kinds[-2])
    )
    return Facts(unit, low, high, card)


def bounds(kinds: Sequence[Kind]) -> tuple[int | None, int | None]:
    """The least and the greatest whole number of these types."""
    lows: list[int | None] = []
    highs: list[int | None] = []
    for kind in kinds:
        numbers = [one for one in get_args(kind.type) if isinstance(one, int)] if get_origin(kind.type) is Literal else []
        if kind.type is not int and not numbers:
            continue
        lows.append(min(numbers, default=_bound(kind, "ge")))
        highs.append(max(numbers, default=_bound(kind, "le")))
    low = None if None in lows or not lows else min(one for one in lows if one is not None)
    return low, None if None in highs or not highs else max(one for one in highs if one is not None)


def _bound(kind: Kind, name: str) -> int | None:
    return next((int(getattr(one, name)) for one in kind.about if getattr(one, name, None) is not None), None)


def _unit(parent: object, place: KeyPath, gained: frozenset[str], *, is_keyed: bool) -> str:
    """What a number is of by the words around it: of a row of effects what is gained, of a price what is paid; '' where nothing says so."""
    last = place[-1]
    if isinstance(parent, dict) and last == "n":
        return next((said(str(parent[word])) for word in OF_ROW if word in parent), "")
    if isinstance(parent, dict) and last in ("every", "least", "most") and "of" in parent:
        return said(str(parent["of"]))
    word = next((step for step in reversed(place) if isinstance(step, str)), "")
    return said(word) if is_keyed or word in gained else ""


def _gained(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get("what"), str):
            yield node["what"]
        for part in node.values():
            yield from _gained(part)
    elif isinstance(node, list):
        for part in node:
            yield from _gained(part)
