"""Target files: what the figures of a run have to be, for `simcli gate`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcli.config.yaml.document import Document
from simcli.config.yaml.nodes import KeyPath
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.text_files import read_mapping
from simcli.errors import UserError, Where, nearest

_NUMBER = r"([-+−]?\s*(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*(%?)"
_BETWEEN = re.compile(rf"{_NUMBER}\s*\.\.\s*{_NUMBER}")
_ONE_SIDE = re.compile(rf"(at least|at most)\s+{_NUMBER}")
WITHIN, PLAYERS, VARIANT = "within", "players", "variant"
ENTRY_KEYS = (WITHIN, PLAYERS, VARIANT)
EXAMPLE = "write '24 % .. 26 %', 'at least 8' or 'at most 5 %'"


@dataclass(frozen=True)
class Target:
    """A figure by its name, and the bounds it has to keep to: `low` and `high` as fractions of 1 where `percent`, None for no bound.

    `players` and `variant` say where it has to; None for everywhere. `where` is its place in the file.
    """

    where: Where
    figure: str
    low: float | None
    high: float | None
    percent: bool
    players: int | None = None
    variant: str | None = None


def read_targets(path: str | Path) -> tuple[Target, ...]:
    """The targets of a file. UserError with every problem and its place."""
    document, problems = read_mapping(Path(path)), Problems()
    problems.extend(document.problems)
    targets = tuple(check_targets(document, problems))
    problems.raise_any()
    return targets


def check_targets(document: Document, problems: Problems) -> Iterator[Target]:
    """The targets of a document; what is wrong with it goes to `problems`."""
    data = document.data
    for key in data:
        if key != "targets":
            problems.add(document.key((key,)), f"unknown key '{key}' in a file of targets", nearest(key, ["targets"]))
    targets = data.get("targets")
    if not isinstance(targets, dict) or not targets:
        where = document.value(("targets",) if "targets" in data else ())
        problems.add(where, f"targets: found {found(targets)}, expected figures with bounds", f"under `seat 1 win share:` {EXAMPLE}")
        return
    for figure, value in targets.items():
        at: KeyPath = ("targets", figure)
        if not isinstance(figure, str):
            problems.add(document.key(at), f"targets: found {found(figure)}, expected the name of a figure", "such as seat 1 win share")
        elif isinstance(value, list):
            for i, entry in enumerate(value):
                yield from _entry(figure, entry, (*at, i), document, problems)
        else:
            yield from _entry(figure, value, at, document, problems)


def _entry(figure: str, value: Any, at: KeyPath, document: Document, problems: Problems) -> Iterator[Target]:
    """One target: bounds as text, or `{within: BOUNDS, players: N, variant: NAME}`."""
    if not isinstance(value, Mapping):
        yield from _bounds(figure, value, at, document, problems, None, None)
        return
    before = len(problems)
    for key in value:
        if key not in ENTRY_KEYS:
            problems.add(document.key((*at, key)), f"targets.{figure}: unknown key '{key}'", nearest(key, ENTRY_KEYS))
    players, variant = value.get(PLAYERS), value.get(VARIANT)
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        what = f"targets.{figure}.{PLAYERS}: found {found(players)}, expected a number of players"
        problems.add(document.value((*at, PLAYERS)), what)
    if variant is not None and not isinstance(variant, str):
        what = f"targets.{figure}.{VARIANT}: found {found(variant)}, expected the name of a variant"
        problems.add(document.value((*at, VARIANT)), what, "put it in quotes" if not isinstance(variant, dict | list) else "")
    if WITHIN not in value:
        problems.add(document.value(at), f"targets.{figure}: the key '{WITHIN}' is missing", f"add `{WITHIN}: ` and {EXAMPLE}")
    if len(problems) == before:
        yield from _bounds(figure, value[WITHIN], (*at, WITHIN), document, problems, players, variant)


def _bounds(
    figure: str, value: Any, at: KeyPath, document: Document, problems: Problems, players: int | None, variant: str | None
) -> Iterator[Target]:
    text = value.strip() if isinstance(value, str) else ""
    between, one_side = _BETWEEN.fullmatch(text), _ONE_SIDE.fullmatch(text)
    where = document.value(at)
    if between:
        low, low_unit, high, high_unit = between.groups()
        if low_unit != high_unit:
            what = f"targets.{figure}: one bound of '{text}' is in per cent, the other is not"
            problems.add(where, what, "write % after both or neither")
            return
        bounds = (_number(low, low_unit), _number(high, high_unit))
        if bounds[0] > bounds[1]:
            problems.add(where, f"targets.{figure}: '{text}' begins above its end", "write the lower bound first")
            return
        yield Target(where, figure, *bounds, bool(low_unit), players, variant)
    elif one_side:
        side, number, unit = one_side.groups()
        bound = _number(number, unit)
        least, most = (bound, None) if side == "at least" else (None, bound)
        yield Target(where, figure, least, most, bool(unit), players, variant)
    else:
        problems.add(where, f"targets.{figure}: found {found(value)}, expected bounds", EXAMPLE)


def plain_bounds(text: str) -> tuple[float | None, float | None] | None:
    """Lower and upper bound of a figure that is no share: `at least 4`, `at most 2`, `2 .. 3`; None for any other text."""
    between, one_side = _BETWEEN.fullmatch(text), _ONE_SIDE.fullmatch(text)
    if between and not (between[2] or between[4]):
        return _number(between[1], ""), _number(between[3], "")
    if one_side and not one_side[3]:
        bound = _number(one_side[2], "")
        return (bound, None) if one_side[1] == "at least" else (None, bound)
    return None


def _number(text: str, unit: str) -> float:
    number = float(text.replace("−", "-").replace(" ", ""))
    return number / 100 if unit else number


def refuse_unknown(target: Target, what: str, hint: str) -> None:
    """UserError of a target that the run cannot answer."""
    raise UserError.of(target.where, f"targets.{target.figure}: {what}", hint)
