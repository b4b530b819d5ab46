"""The Python side of a game: what it is called, what it asks, what may be set. Imports no numba; the kernels load on use."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

Components = Mapping[str, Any]
"""Parsed component files by stem, e.g. {"guilds": {...}, "setup": {...}}, patches already applied."""


@dataclass(frozen=True)
class Feature:
    """One integer a strategy may see of a legal action."""

    name: str
    text: str


@dataclass(frozen=True)
class Decision:
    """A kind of choice the game asks for; its position in `Game.decisions` is the state's `phase`.

    `never_under` are options with the value under which it never comes.
    """

    name: str
    rule: str
    text: str
    features: tuple[Feature, ...] = ()
    never_under: tuple[tuple[str, str | bool], ...] = ()


COMPONENT, MARKER, SITUATION = "component", "marker", "situation"


@dataclass(frozen=True)
class Item:
    """A catalogued component whose strength is measured."""

    id: str
    kind: str
    name: str
    provenance: str
    bannable: bool = False
    """Whether a player can be restricted from taking or using it (`restrict` in a config)."""
    role: str = COMPONENT
    """component, marker (says who has a place at the table) or situation (says what a game was like)."""


@dataclass(frozen=True)
class Option:
    """A rule switch.

    `list_of` names the component file whose ids a list may hold, in place of one of `values`; different ids unless `list_repeats`.
    `low` and `high` bound a whole number, in place of one of `values`.
    """

    id: str
    default: str | bool | int
    rule: str
    see: str
    text: str
    provenance: str
    values: tuple[str | bool, ...] = ()
    list_of: str = ""
    list_min: int = 0
    list_max: int = 0
    list_repeats: bool = False
    low: int | None = None
    high: int | None = None

    def __post_init__(self) -> None:
        if not self.values and self.low is None and self.high is None:
            raise ValueError("it has neither values nor a range of whole numbers")
        if (self.low is None) is not (self.high is None):
            raise ValueError(f"it has no {'low' if self.low is None else 'high'}, a range of whole numbers has both")

    @property
    def range(self) -> tuple[int, int] | None:
        """Smallest and greatest whole number it may be set to; None for an option that takes no number."""
        return None if self.low is None or self.high is None else (self.low, self.high)


@dataclass(frozen=True)
class Catalogue:
    """What can be counted under one set of components and options: items, score categories, the range of final scores in points."""

    items: tuple[Item, ...]
    categories: tuple[str, ...]
    score_low: int
    score_high: int

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of items in the order of their first appearance."""
        return tuple(dict.fromkeys(item.kind for item in self.items))

    @property
    def item_kinds(self) -> tuple[int, ...]:
        """Number of the kind of each item: its position in `kinds`."""
        return tuple(self.kinds.index(item.kind) for item in self.items)


@dataclass(frozen=True)
class Price:
    """CPU time of one game on one core, in microseconds, when `random`, plans with weights or Python functions play.

    Measured once by tools/prices.py and written down, so that every machine cuts a run into the same batches: plans
    are all shipped ones, functions those of docs/examples. A change makes batches of another size, which refuses unfinished run folders.
    """

    random: int
    heuristic: int
    function: int

    def of(self, kinds: Sequence[str]) -> float:
        """Mean over strategies of these kinds."""
        by_kind = {"random": self.random, "heuristic": self.heuristic, "function": self.function}
        return sum(by_kind[kind] for kind in kinds) / len(kinds)


@dataclass(frozen=True)
class Slowdown:
    """By number of players, how many `times` as long a game takes when an option has any other value than `fast`."""

    option: str
    fast: str | bool
    times: Mapping[int, float]


@dataclass(frozen=True)
class Game:
    """A game's table of contents.

    `package` holds modules with these names, loaded on use:

    - `tables` (no numba): `validate(components) -> list[Fault]`, `catalogue(components, options) -> Catalogue`,
      `check_setup(components, options, players) -> list[Fault]`, `build(components, options, players) -> np.record`;
      `TABLES` dtype, `TABLES_FIELDS` the meaning of its fields by name
    - `state` (no numba): `STATE` dtype, `STATE_FIELDS` the meaning of its fields by name, `MAX_ACTIONS`
    - `rules`, `setup`, `scoring`, `features`: kernels of the contract
    - `words`: `make_names`, `action_text`, `state_text`, `news`, `set_fields`, `get_fields`, `score_sheet`; if it likes
      `told_at(fields)`, whose value tells a trace when to tell the state again (else at every round), and `board_svg(s, t, names)`,
      a picture of the board as SVG
    """

    id: str
    title: str
    min_players: int
    max_players: int
    behaviour: int
    package: str
    folder: Path
    decisions: tuple[Decision, ...]
    max_decisions: int
    prices: Mapping[int, Price]
    """What a game takes by number of players; a run is cut into batches by it (sim.plan)."""
    slowed_by: tuple[Slowdown, ...] = ()
    """Options that change the prices by much."""
    authors: str = ""
    has_start_player: bool = False
    """Whether one player begins and turns go round: `deal` then writes the seat to `s.first`, and places are counted from it."""

    def __post_init__(self) -> None:
        numbers = list(range(self.min_players, self.max_players + 1))
        if any(sorted(declared) != numbers for declared in (self.prices, *(slowdown.times for slowdown in self.slowed_by))):
            raise ValueError(f"{self.id} needs a price for every number of players, {self.min_players} to {self.max_players}")

    @property
    def data_folder(self) -> Path:
        """Folder with the component files (`*.yaml`)."""
        return self.folder / "data"

    @property
    def n_features(self) -> int:
        """Width of the feature matrix: the longest feature list of any decision, at least 1."""
        return max(1, *(len(d.features) for d in self.decisions))

    @property
    def has_pictures(self) -> bool:
        """Whether the game can draw its board."""
        return hasattr(self.module("words"), "board_svg")

    def module(self, name: str) -> ModuleType:
        """One of the game's modules, imported on first use."""
        return importlib.import_module(f"{self.package}.{name}")

    def decision_index(self, name: str) -> int:
        """Phase number of the decision called `name`."""
        return next(i for i, d in enumerate(self.decisions) if d.name == name)
