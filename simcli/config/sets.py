"""`--set path=value` and its shorthands: values from the command line laid over the config, with the argument itself as their place."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from simcli.config.models import NO_MEASURE
from simcli.config.problems import Problems, found
from simcli.config.restrict import BAN, BLIND, GRANT, RESTRICT
from simcli.config.values import LONGEST_NAME
from simcli.config.yaml_marks import Document, known_data, parse_value
from simcli.errors import UserError, Where, nearest

VARIED = ("options", "patch", RESTRICT)
"""Keys of a config in which the variants of a run may differ."""
AS_IT_IS, CHANGED = "as it is", "changed"
FORM = "write --set path=value, e.g. --set deals=2000 or --set options.events=on"


def apply_sets(document: Document, sets: Sequence[str], problems: Problems) -> None:
    """Lays each `path=value` over the document, later ones over earlier ones; the value is YAML."""
    for item in sets:
        place = Where(f"--set {item}")
        path_text, equals, value_text = item.partition("=")
        steps = [step.strip() for step in path_text.strip().split(".")]
        if not equals or not all(steps):
            problems.add(place, "found no path and value", FORM)
            continue
        try:
            value = parse_value(value_text, place)
        except UserError as error:
            problems.extend(error.problems)
            continue
        problems.extend(value.problems)
        _lay(document, steps, value, place, problems)


def apply_changes(document: Document, changes: Sequence[str], problems: Problems) -> tuple[str, ...]:
    """Makes two variants of a config, as it is and with all `path=value` of `changes`, and asks what differs.

    Returns the sets that do the same.
    """
    place, before = Where(f"--set {changes[0]}"), len(problems)
    refuse_variants(document, problems, "put the change beside them, or name a config without")
    if len(problems) > before:
        return ()
    for item in changes:
        if (first := item.partition("=")[0].partition(".")[0].strip()) not in VARIED:
            hint = nearest(first, VARIED, f"what differs must stand under {', '.join(VARIED)}")
            problems.add(Where(f"--set {item}"), f"two variants of one run cannot differ in '{first}'", hint)
    if len(problems) > before:
        return ()
    name = change_name(changes)
    document.overlay(("variants",), known_data({AS_IT_IS: {}, name: {}}, place))
    changed = Document(document.file, {}, {})
    apply_sets(changed, changes, problems)
    document.overlay(("variants", name), changed)
    report = {"about": "variants", "question": f"What changes with {' and '.join(changes)}?"}
    document.overlay(("report",), known_data(report, place))
    return (
        f"variants.{AS_IT_IS}={{}}",
        *(f"variants.{name}.{item}" for item in changes),
        f"report={json.dumps(report, ensure_ascii=False)}",
    )


def refuse_variants(document: Document, problems: Problems, hint: str) -> None:
    """A problem for a config with several games of its own, where one is to be varied."""
    for key in ("variants", "every"):
        if key in document.data:
            problems.add(document.key((key,)), f"the config has `{key}`, so there are several games that could be changed", hint)
            return


def change_name(changes: Sequence[str]) -> str:
    """`knight copies 12` for patch.guilds.knight.copies=12: without the file a patch is of, and without a point, which parts a path."""
    names = []
    for item in changes:
        path, _, value = item.partition("=")
        first, *steps = [step.strip() for step in path.split(".")]
        if value.strip().startswith("{"):  # no name of a few words
            names.append(" ".join(steps or [_verbs(value) if first == RESTRICT else first]))
            continue
        names.append(" ".join([*(steps[1:] if first == "patch" and len(steps) > 1 else steps), value.strip()]).replace(".", ","))
    return ", ".join(names)[:LONGEST_NAME].strip() or CHANGED


def _verbs(restrictions: str) -> str:
    """`bans`, `grants` or `blindness`, or several: what a text of restrictions holds."""
    names = {BAN: "bans", GRANT: "grants", BLIND: "blindness"}
    return " and ".join(name for verb, name in names.items() if re.search(rf"\b{verb}\b", restrictions)) or RESTRICT


def apply_shorthand(document: Document, key: str, value: int | None) -> None:
    """Lays the value of an option such as `--deals 500` over the document; None leaves it alone."""
    if value is not None:
        document.overlay((key,), known_data(value, Where(f"--{key} {value}")))


def apply_measure(document: Document, names: str | None) -> tuple[str, ...]:
    """Lays what `--measure` names over the document; None leaves it alone. Returns the sets that do the same."""
    if names is None:
        return ()
    listed = [name.strip() for name in names.split(",")]
    value = listed[0] if len(listed) == 1 else listed
    document.overlay(("measure",), known_data(value, Where(f"--measure {names}")))
    return (f"measure=[{', '.join(name for name in listed if name != NO_MEASURE)}]",)


def _lay(document: Document, steps: list[str], value: Document, place: Where, problems: Problems) -> None:
    """Walks to the last step, making the mappings that are missing on the way."""
    node: Any = document.data
    path: tuple[str | int, ...] = ()
    for step in steps[:-1]:
        key = _key(node, step)
        path += (key,)
        if isinstance(node, list):
            if not _is_entry(node, key, path, place, problems):
                return
        elif not isinstance(node.get(key), dict | list):
            document.overlay(path, known_data({}, place))
        node = node[key]
    last = _key(node, steps[-1])
    if isinstance(node, list) and not _is_entry(node, last, (*path, last), place, problems):
        return
    document.overlay((*path, last), value)


def _key(node: Any, step: str) -> str | int:
    """A step of digits is a number, as it is in YAML, unless the mapping holds it as text."""
    is_number = step.isascii() and step.isdigit() and len(step) < 10
    return int(step) if is_number and not (isinstance(node, dict) and step in node) else step


def _is_entry(node: list[Any], key: str | int, path: tuple[str | int, ...], place: Where, problems: Problems) -> bool:
    if isinstance(key, int) and key < len(node):
        return True
    name = ".".join(str(p) for p in path[:-1])
    problems.add(place, f"{name} is a list of {len(node)}; {found(key)} is no entry of it", f"set the whole list: --set {name}=[...]")
    return False
