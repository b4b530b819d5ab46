"""Numbers said by what they are so far: `+1`, `-1` and `x1.5` in a patch, in options and in `--set`, turned into the numbers they mean.

A number that may be below 0 keeps `+1` and `-1` for itself, as configs have always had it; there `+=1` and `-=1` are the steps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from simcli.config.data.components import component_data, readable_components
from simcli.config.data.model_keys import kinds_on
from simcli.config.data.number_names import OPTIONS, PATCH, bounds
from simcli.config.data.options import read_options
from simcli.config.data.patch import apply_patch
from simcli.config.yaml.addresses import KeyPath, inside, places
from simcli.config.yaml.document import Document, Mark
from simcli.config.yaml.given_data import ROOT
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.values import is_whole
from simcli.game import Components, Game, Option
from simcli.games import game_ids, get_game

RELATIVE = re.compile(r"(?P<sign>[+-])(?P<sure>=?)\s*(?P<step>[0-9]{1,9})|[x×]\s*(?P<factor>[0-9]{1,6}(\.[0-9]{1,6})?)")
VARIANTS = "variants"


@dataclass(frozen=True)
class Rules:
    """The components and options that a config has so far, or one variant of it."""

    game: Game
    components: Components
    known: Mapping[str, Option]
    options: Mapping[str, object]

    def standing(self, path: KeyPath) -> Standing | None:
        """The whole number at a path (patch or options first); None where there is none."""
        low: int | None
        if path[0] == OPTIONS:
            option = self.known.get(str(path[1])) if len(path) == 2 else None
            if option is None or option.range is None:
                return None
            value, low = self.options.get(option.id, option.default), option.range[0]
        elif (place := self.place(path)) is None:
            return None
        else:
            value, low = inside(self.components, place), bounds(kinds_on(self.game.models, self.components, place)[-1])[0]
        return Standing(value, may_be_negative=low is None or low < 0) if is_whole(value) else None

    def place(self, path: KeyPath) -> KeyPath | None:
        """Canonical place of what a path under `patch` leads to; None for one that leads to nothing."""
        found = places(self.components, path[1:])
        return found[-1] if len(found) == len(path) - 1 > 0 else None


@dataclass(frozen=True)
class Standing:
    """A whole number as it is so far."""

    value: int
    may_be_negative: bool

    def becomes(self, text: str) -> int | None:
        """What a text such as `+1` or `x1.5` makes of it; None for one that means a number of its own."""
        match = RELATIVE.fullmatch(text.strip())
        if match is None or (self.may_be_negative and match["sign"] and not match["sure"]):
            return None
        if match["factor"]:
            return int((self.value * Decimal(match["factor"])).quantize(Decimal(1), rounding=ROUND_HALF_UP))
        return self.value + int(match["sign"] + match["step"])


def is_relative(text: str) -> bool:
    """Whether a text may mean a number by what it is so far."""
    return RELATIVE.fullmatch(text.strip()) is not None


def split(path: Sequence[str | int]) -> tuple[str | None, KeyPath]:
    """The variant that a path of a config is of (None: the run's own), and the rest."""
    return (str(path[1]), tuple(path[2:])) if len(path) > 2 and path[0] == VARIANTS else (None, tuple(path))


def rules_of(document: Document, variant: str | None, *, printed: bool = False) -> Rules | None:
    """The rules of a config so far, or of one variant; as printed and without the config's own if so said. None where there is no game."""
    data: Mapping[str, Any] = document.data if isinstance(document.data, dict) else {}
    if data.get("game") not in game_ids():
        return None
    game = get_game(data["game"])
    files = readable_components(game, Problems())
    if files is None:
        return None
    known = read_options(files.get(OPTIONS), Problems())
    components, options = component_data(files), {option.id: option.default for option in known.values()}
    parts = [data] if variant is None else [data, _mapping(_mapping(data.get(VARIANTS)).get(variant))]
    for part in parts[:-1] if printed else parts:
        patch = _mapping(part.get(PATCH))
        components = apply_patch(components, patch, Document("", {}, {}), Problems(), game.models).data
        options |= _mapping(part.get(OPTIONS))
    return Rules(game, components, known, options)


def _mapping(value: object) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def settle(document: Document) -> None:
    """Puts numbers in the place of the relative ones that stand in a config's `patch` and `options`, first its own, then its variants'.

    In a mapping of a Python program they are texts ("-1"); a number there is the number itself.
    """
    paths = [path for path, mark in document.marks.items() if mark.text and is_relative(mark.text) and is_of_rules(path)]
    if document.file == ROOT:
        paths = [path for path in paths if isinstance(inside(document.data, path), str)]
    settled: dict[str | None, Rules | None] = {}
    for path in sorted(paths, key=lambda path: path[0] == VARIANTS):
        variant, rest = split(path)
        if variant not in settled:
            settled[variant] = rules_of(document, variant, printed=True)
        rules, mark = settled[variant], document.marks[path]
        standing = rules.standing(rest) if rules is not None else None
        value = standing.becomes(mark.text) if standing is not None else None  # marked without its text, so that it is no step again
        if value is not None and isinstance(inside(document.data, path[:-1]), dict):
            document.overlay(path, Document(document.file, value, {(): Mark(mark.key, mark.value)}))


def is_of_rules(path: KeyPath) -> bool:
    """Whether a path of a config leads to a number of the rules that one step can change: under `patch` or `options`."""
    rest = split(path)[1]
    return len(rest) > 1 and rest[0] in (OPTIONS, PATCH)
