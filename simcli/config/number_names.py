"""How numbers of a game are spoken of: a name such as `knight copies` or `coins of seat 4`, what they count, and what they may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from simcli.config.addresses import KeyPath, is_records
from simcli.config.model_keys import Kind, kinds_on
from simcli.config.problems import dotted
from simcli.games.components import Entries, Unit
from simcli.shown import ordinal

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
class Facts:
    """What a number counts, the least and the greatest it may be (None: the model says nothing), and the name of its card."""

    unit: str
    low: int | None
    high: int | None
    card: str

    @property
    def is_bounded(self) -> bool:
        """Whether the model bounds it and leaves a choice: what it does not bound tells of the box and is no rule."""
        return (self.low is not None or self.high is not None) and self.low != self.high


def spoken(models: Mapping[str, Any], components: Mapping[str, Any], places: Sequence[tuple[KeyPath, KeyPath]]) -> list[str]:
    """A name for each (steps, place) of numbers of these components, no two alike; models: `Game.models`."""
    made = [_name(models, components, steps, place) for steps, place in places]
    for longer in (_with_structure, _with_file):
        often = Counter(made)
        made = [longer(models, components, *where) if often[name] > 1 else name for name, where in zip(made, places, strict=True)]
    often = Counter(made)
    return [dotted(steps) if often[name] > 1 else name for name, (steps, _) in zip(made, places, strict=True)]


def with_value(name: str, value: object) -> str:
    """`knight copies 12`, `coins of the 4th to move: 7`."""
    return f"{name}{':' if name[-1:].isdigit() or ' of ' in name or ' with ' in name else ''} {value}"


def option_name(option_id: str) -> str:
    """`max rounds` for max_rounds."""
    return option_id.replace("_", " ")


def _with_structure(models: Mapping[str, Any], components: Mapping[str, Any], steps: KeyPath, place: KeyPath) -> str:
    return _name(models, components, steps, place, left_out=frozenset())


def _with_file(models: Mapping[str, Any], components: Mapping[str, Any], steps: KeyPath, place: KeyPath) -> str:
    return f"{option_name(str(steps[0]))} {_with_structure(models, components, steps, place)}"


def _name(
    models: Mapping[str, Any], components: Mapping[str, Any], steps: KeyPath, place: KeyPath, left_out: frozenset[str] = STRUCTURE
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
    return " ".join([*(word.replace("_", " ") for word in [*of_file, *words]), *ends])


def _said(kinds: Sequence[Kind], what: type[T]) -> T | None:
    """What the model says of a value in this form."""
    return next((one for kind in kinds for one in kind.about if isinstance(one, what)), None)


def facts(models: Mapping[str, Any], components: Mapping[str, Any], places: Sequence[KeyPath]) -> list[Facts]:
    """What is known of the numbers at canonical places."""
    gained = frozenset(_gained(components))
    return [_facts(models, components, place, gained) for place in places]


def _facts(models: Mapping[str, Any], components: Mapping[str, Any], place: KeyPath, gained: frozenset[str]) -> Facts:
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


def _unit(parent: Any, place: KeyPath, gained: frozenset[str], *, is_keyed: bool) -> str:
    """What a number is of by the words around it: of a row of effects what is gained, of a price what is paid; '' where nothing says so."""
    last = place[-1]
    if isinstance(parent, dict) and last == "n":
        return next((str(parent[word]).replace("_", " ") for word in OF_ROW if word in parent), "")
    if isinstance(parent, dict) and last in ("every", "least", "most") and "of" in parent:
        return str(parent["of"]).replace("_", " ")
    word = next((step for step in reversed(place) if isinstance(step, str)), "")
    return word.replace("_", " ") if is_keyed or word in gained else ""


def _gained(node: Any) -> Iterator[str]:
    """The words for what rows of effects move."""
    if isinstance(node, Mapping):
        if isinstance(node.get("what"), str):
            yield node["what"]
        for part in node.values():
            yield from _gained(part)
    elif isinstance(node, list):
        for part in node:
            yield from _gained(part)
