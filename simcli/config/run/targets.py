"""Target files: what the figures of a run have to be, for `simcli gate`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.text_files import read_mapping
from simcli.config.yaml.values import is_whole
from simcli.errors import UserError, Where, nearest

_NUMBER = r"([-+−]?\s*(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*(%?)"
_BETWEEN = re.compile(rf"{_NUMBER}\s*\.\.\s*{_NUMBER}")
_ONE_SIDE = re.compile(rf"(at least|at most)\s+{_NUMBER}")
_AT_END = re.compile(rf"(?P<name>.*?)[:\s]\s*(?P<bounds>{_BETWEEN.pattern}|{_ONE_SIDE.pattern})")
WITHIN, PLAYERS, VARIANT = "within", "players", "variant"
ENTRY_KEYS = (WITHIN, PLAYERS, VARIANT)
EXAMPLE = "write '24 % .. 26 %', 'at least 8' or 'at most 5 %'"


@dataclass(frozen=True)
class Bounds:
    """`low` and `high` as fractions of 1 where `percent`, None for no bound."""

    low: float | None
    high: float | None
    percent: bool


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
    problems.refuse_unknown(document, ("targets",), "a file of targets")
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
    before, is_plain = len(problems), not isinstance(value, Mapping)
    given: Mapping[Any, Any] = {WITHIN: value} if is_plain else value
    for key in given:
        if key not in ENTRY_KEYS:
            problems.add(document.key((*at, key)), f"targets.{figure}: unknown key '{key}'", nearest(key, ENTRY_KEYS))
    players, variant = given.get(PLAYERS), given.get(VARIANT)
    if players is not None and not is_whole(players):
        message = f"targets.{figure}.{PLAYERS}: found {found(players)}, expected a number of players"
        problems.add(document.value((*at, PLAYERS)), message)
    if variant is not None and not isinstance(variant, str):
        message = f"targets.{figure}.{VARIANT}: found {found(variant)}, expected the name of a variant"
        problems.add(document.value((*at, VARIANT)), message, "put it in quotes" if not isinstance(variant, dict | list) else "")
    if WITHIN not in given:
        problems.add(document.value(at), f"targets.{figure}: the key '{WITHIN}' is missing", f"add `{WITHIN}: ` and {EXAMPLE}")
    if len(problems) > before:
        return
    text, where = given[WITHIN], document.value(at if is_plain else (*at, WITHIN))
    try:
        bounds = read_bounds(text) if isinstance(text, str) else None
    except WrongBoundsError as wrong:
        problems.add(where, f"targets.{figure}: {wrong.args[0]}", wrong.args[1])
        return
    if bounds is None:
        problems.add(where, f"targets.{figure}: found {found(text)}, expected bounds", EXAMPLE)
    else:
        yield Target(where, figure, bounds.low, bounds.high, bounds.percent, players, variant)


class WrongBoundsError(ValueError):
    """Bounds that cannot be kept: what is wrong with them, and what to write."""


def read_bounds(text: str) -> Bounds | None:
    """`24 % .. 26 %`, `at least 8`, `at most 5 %`; None for any other text. WrongBoundsError for bounds that nothing lies within."""
    text = text.strip()
    between, one_side = _BETWEEN.fullmatch(text), _ONE_SIDE.fullmatch(text)
    if between:
        low, low_unit, high, high_unit = between.groups()
        if low_unit != high_unit:
            raise WrongBoundsError(f"one bound of '{text}' is in per cent, the other is not", "write % after both or neither")
        least, most = _number(low, low_unit), _number(high, high_unit)
        if least > most:
            raise WrongBoundsError(f"'{text}' begins above its end", "write the lower bound first")
        return Bounds(least, most, bool(low_unit))
    if one_side:
        side, number, unit = one_side.groups()
        bound = _number(number, unit)
        return Bounds(bound, None, bool(unit)) if side == "at least" else Bounds(None, bound, bool(unit))
    return None


def split_bounds(text: str) -> tuple[str, str]:
    """The name of a figure and its bounds, of a text that ends with them; the whole text and '' where it does not."""
    found_in = _AT_END.fullmatch(text.strip())
    return (found_in["name"].rstrip(": "), found_in["bounds"]) if found_in else (text.strip(), "")


def wrong_unit(bounds: Bounds | Target, *, is_share: bool) -> tuple[str, str] | None:
    """What is wrong with bounds of a share that are not in per cent, and the other way round; what to write."""
    if is_share and not bounds.percent:
        return "the figure is a share, its bounds are not in per cent", "write 24 % .. 26 %"
    if bounds.percent and not is_share:
        return "the figure is no share, its bounds are in per cent", "write 8 .. 12"
    return None


def _number(text: str, unit: str) -> float:
    number = float(text.replace("−", "-").replace(" ", ""))
    return number / 100 if unit else number


def refuse_unknown(target: Target, message: str, hint: str) -> None:
    """UserError of a target that the run cannot answer."""
    raise UserError.of(target.where, f"targets.{target.figure}: {message}", hint)
