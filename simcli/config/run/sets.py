"""`--set path=value` and its shorthands: values from the command line that override the config, with the argument itself as their place."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from simcli.base.entry_points import NO_MEASURE
from simcli.base.names import said
from simcli.config.data.number_names import OPTIONS, PATCH, names_by_path, path_called, paths_like, with_value
from simcli.config.data.relative import Rules, is_of_rules, is_relative, rules_of, settle, split
from simcli.config.data.restrictions import BAN, BLIND, GRANT, MUST, RESTRICT, SWAP
from simcli.config.run.models import ConfigFile
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document, Mark, known_data, parse_value
from simcli.config.yaml.problems import Problems, dotted, found
from simcli.config.yaml.values import LONGEST_NAME
from simcli.errors import Problem, Where, nearest

VARIED = ("options", "patch", RESTRICT)
"""Keys of a config in which the variants of a run may differ."""
AS_IT_IS, CHANGED = "as it is", "changed"
FORM = "write --set path=value, e.g. --set deals=2000 or --set options.events=on"


@dataclass(frozen=True)
class Laid:
    """A `path=value` that overrides a config: as it can be typed again, and the path and value that were meant."""

    text: str
    path: str
    value: str


def apply_sets(document: Document, sets: Sequence[str], problems: Problems, typed: Sequence[str] = ()) -> list[Laid]:
    """Lays each `path=value` over the document, later ones over earlier ones; the value is YAML, or a step such as +1 and x1.5.

    `typed` are the texts to name in problems, where they are others.
    """
    if any(is_relative(_parts(item)[1]) for item in sets):
        settle(document)
    laid: list[Laid] = []
    for item, typed_item in zip(sets, typed or sets, strict=True):
        place = Where(f"--set {typed_item}")
        item = _by_path(document, item)
        path_text, value_text = _parts(item)
        steps = [step.strip() for step in path_text.split(".")]
        if "=" not in item or not all(steps):
            problems.add(place, "found no path and value", FORM)
            continue
        path, before = _path(document.data, steps), len(problems)
        step = _relative(document, path, value_text, place, problems)
        value = step or problems.attempt(partial(parse_value, value_text, place)) if len(problems) == before else None
        if value is None:
            continue
        problems.extend(value.problems)
        meant = _text(value.data) if step else value_text.strip()
        _lay(document, path, value, place, problems)
        laid.append(Laid(f"{dotted(path)}={meant}" if step else item, path_text, meant))
    return laid


def _by_path(document: Document, item: str) -> str:
    """A `name=value` as `path=value`, of what the game's tables call so, `knight copies` or `events`; any other as it is."""
    path, value = _parts(item)
    if "=" not in item or "." in path or path in ConfigFile.model_fields:
        return item
    rules = rules_of(document, None, printed=True)
    found = path_called(path, rules.game.models, rules.components, rules.options) if rules else ""
    return f"{found}={value}" if found else item


def _parts(item: str) -> tuple[str, str]:
    """Path and value of a `path=value`; `path+=1` and `path-=1` have the value `+=1` and `-=1`."""
    path, equals, value = item.partition("=")
    if equals and path.rstrip()[-1:] in ("+", "-"):
        return path.rstrip()[:-1].strip(), f"{path.rstrip()[-1]}={value.strip()}"
    return path.strip(), value


def _relative(document: Document, path: KeyPath, text: str, place: Where, problems: Problems) -> Document | None:
    """The number that a step such as +1 makes of the one that stands there; None for a value of its own."""
    if not is_relative(text):
        return None
    variant, rest = split(path)
    rules = rules_of(document, variant) if is_of_rules(path) else None
    standing = rules.standing(rest) if rules is not None else None
    value = standing.becomes(text) if standing is not None else None
    sign = text.strip()[0]
    if value is not None:
        return Document(place.file, value, {(): Mark(place, place)})  # without its text, so that it is no step again
    if standing is not None and sign in "+-":
        message = f"{text.strip()} is the number itself here, since this one may be below 0; it is {standing.value} so far"
        document.notes.append(Problem(place, message, f"write {dotted(path)}{sign}={text.strip()[1:]} for a step"))
    elif "=" in text:
        problems.add(place, f"{dotted(path)} is no whole number that a step can change", "steps are for numbers under options and patch")
    return None


def _path(node: Any, steps: Sequence[str]) -> KeyPath:
    """The steps as keys: digits are numbers, as in YAML, unless the config holds them as text."""
    path: list[str | int] = []
    for step in steps:
        key = _key(node, step)
        path.append(key)
        is_there = (isinstance(node, dict) and key in node) or (isinstance(node, list) and isinstance(key, int) and key < len(node))
        node = node[key] if is_there else None
    return tuple(path)


def _text(value: object) -> str:
    """A value as `--set` takes it: JSON, which is YAML."""
    return json.dumps(value, ensure_ascii=False)


def apply_changes(document: Document, changes: Sequence[str], problems: Problems) -> tuple[str, ...]:
    """Makes two variants of a config, as it is and with all `path=value` of `changes`, and asks what differs.

    Returns the sets that do the same.
    """
    place, before = Where(f"--set {changes[0]}"), len(problems)
    refuse_variants(document, problems, "put the change beside them, or name a config without")
    if len(problems) > before:
        return ()
    rules = rules_of(document, None, printed=True)
    changes = [_by_path(document, item) for item in changes]
    for item in changes:
        path, _, value = item.partition("=")
        first = path.partition(".")[0].strip()
        if "=" not in item:
            name, _, number = item.rpartition(" ")
            is_known = rules is not None and path_called(name, rules.game.models, rules.components, rules.options)
            problems.add(Where(f"--set {item}"), "found no path and value", f'write --set "{name}={number}"' if is_known else FORM)
        elif first not in VARIED:
            names, under = names_of(rules).values() if " " in first else (), f"what differs must stand under {', '.join(VARIED)}"
            hint = _right_path(rules, path, value) or nearest(path, names, " ").strip() or nearest(first, VARIED, under)
            if first == "players":
                hint = f"both are played with --players {value.strip('[] ').replace(' ', '')}"
            problems.add(Where(f"--set {item}"), f"two variants of one run cannot differ in '{first}'", hint)
        elif first == PATCH and rules and (stem := _steps(path)[0]) not in rules.components and (right := _right_path(rules, path, value)):
            problems.add(Where(f"--set {item}"), f"{PATCH}: there is no component file '{stem}'", right)
    if len(problems) > before:
        return ()
    scratch = Document(document.file, copy.deepcopy(document.data), dict(document.marks))
    laid = apply_sets(scratch, changes, problems)
    if len(problems) > before:
        return ()
    document.notes += scratch.notes
    name = change_name([f"{one.path}={one.value}" for one in laid], names_of(rules))
    document.overlay(("variants",), known_data({AS_IT_IS: {}, name: {}}, place))
    changed = Document(document.file, {}, {})
    texts = [one.text for one in laid]
    apply_sets(changed, texts, problems, changes)
    document.overlay(("variants", name), changed)
    report = {"about": "variants", "question": f"What changes with {name}?"}
    document.overlay(("report",), known_data(report, place))
    return (f"variants.{AS_IT_IS}={{}}", *(f"variants.{name}.{text}" for text in texts), f"report={json.dumps(report, ensure_ascii=False)}")


def changes_in(sets: Sequence[str]) -> tuple[list[str], list[str]]:
    """The changes that `apply_changes` made these sets of, and the sets beside them; no changes where it made none."""
    start = f"variants.{AS_IT_IS}={{}}"
    if start not in sets:
        return [], list(sets)
    at = sets.index(start) + 1
    first = sets[at].split(".", 2)[:2] if at < len(sets) else []
    name = ".".join([*first, ""])
    end = next((i for i, text in enumerate(sets[at:], at) if not text.startswith(name)), len(sets))
    is_asked = end < len(sets) and sets[end].startswith('report={"about": "variants", "question": "What changes with ')
    return ([text.removeprefix(name) for text in sets[at:end]], [*sets[: at - 1], *sets[end + 1 :]]) if is_asked else ([], list(sets))


MOST_PATHS = 3
"""Most paths that a hint names."""


def _steps(path: str) -> list[str]:
    """The steps of a path below `patch` or `options`; an empty step where there is none."""
    first, *steps = [step.strip() for step in path.split(".")]
    return (steps or [""]) if first in (PATCH, OPTIONS) else [first, *steps]


def _right_path(rules: Rules | None, path: str, value: str) -> str:
    """What may have been meant by a path that leads nowhere."""
    asked, options = _steps(path), [f"{OPTIONS}.{option}" for option in (rules.options if rules else ())]
    known = [f"{PATCH}.{number}" for number in names_of(rules) if number not in options] + options
    fit = paths_like(asked, known)
    return f"did you mean {', '.join(f'--set {one}={value.strip()}' for one in fit[:MOST_PATHS])}?" if fit else ""


def refuse_variants(document: Document, problems: Problems, hint: str) -> None:
    """A problem for a config with several games of its own, where one is to be varied."""
    for key in ("variants", "every"):
        if key in document.data:
            problems.add(document.key((key,)), f"the config has `{key}`, so there are several games that could be changed", hint)
            return


def names_of(rules: Rules | None) -> dict[str, str]:
    """What each number of a game is called, by its path below `patch` or in `options`; nothing where there is no game."""
    return names_by_path(rules.game.models, rules.components, rules.options) if rules else {}


def change_name(changes: Sequence[str], known: Mapping[str, str] = {}) -> str:
    """`knight copies 12` for patch.guilds.knight.copies=12: without the file a patch is of, and without a point, which parts a path.

    known: names of the game's numbers by path.
    """
    names = []
    for item in changes:
        path, _, value = item.partition("=")
        if name := known.get(path.strip().removeprefix(f"{PATCH}.")):
            names.append(with_value(name, said(value.strip())).replace(".", ","))
            continue
        first, *steps = [step.strip() for step in path.split(".")]
        if value.strip().startswith("{"):  # no name of a few words
            names.append(said(" ".join(steps or [_verbs(value) if first == RESTRICT else first])))
            continue
        names.append(said(" ".join([*(steps[1:] if first == "patch" and len(steps) > 1 else steps), value.strip()])).replace(".", ","))
    return ", ".join(names)[:LONGEST_NAME].strip() or CHANGED


def _verbs(restrictions: str) -> str:
    """`bans`, `musts`, `swaps`, `grants` or `blindness`, or several: what a text of restrictions holds."""
    names = {BAN: "bans", MUST: "musts", SWAP: "swaps", GRANT: "grants", BLIND: "blindness"}
    return " and ".join(name for verb, name in names.items() if re.search(rf"\b{verb}\b", restrictions)) or RESTRICT


def apply_shorthand(document: Document, key: str, value: int | None) -> None:
    """Lays the value of an option such as `--deals 500` over the document; None leaves it alone."""
    if value is not None:
        document.overlay((key,), known_data(value, Where(f"--{key} {value}")))


def apply_players(document: Document, players: Sequence[int]) -> tuple[str, ...]:
    """Lays the numbers of players of `--players 3,4` over the document; none leaves it alone. Returns the sets that do the same."""
    if not players:
        return ()
    document.overlay(("players",), known_data(list(players), Where(f"--players {','.join(map(str, players))}")))
    return (f"players={list(players)}",)


def apply_measure(document: Document, names: str | None) -> tuple[str, ...]:
    """Lays what `--measure` names over the document; None leaves it alone. Returns the sets that do the same."""
    if names is None:
        return ()
    listed = [name.strip() for name in names.split(",")]
    value = listed[0] if len(listed) == 1 else listed
    document.overlay(("measure",), known_data(value, Where(f"--measure {names}")))
    return (f"measure=[{', '.join(name for name in listed if name != NO_MEASURE)}]",)


def _lay(document: Document, path: KeyPath, value: Document, place: Where, problems: Problems) -> None:
    """Puts a value at a path, making the mappings that are missing on the way."""
    node: Any = document.data
    for depth, key in enumerate(path, 1):
        if isinstance(node, list) and not (isinstance(key, int) and key < len(node)):
            name = dotted(path[: depth - 1])
            message = f"{name} is a list of {len(node)}; {found(key)} is no entry of it"
            problems.add(place, message, f"set the whole list: --set {name}=[...]")
            return
        if depth < len(path):
            if isinstance(node, dict) and not isinstance(node.get(key), dict | list):
                document.overlay(path[:depth], known_data({}, place))
            node = node[key]
    document.overlay(path, value)


def _key(node: object, step: str) -> str | int:
    """A step of digits is a number, as it is in YAML, unless the mapping holds it as text."""
    is_number = step.isascii() and step.isdigit() and len(step) < 10
    return int(step) if is_number and not (isinstance(node, dict) and step in node) else step
