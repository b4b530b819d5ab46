"""The Python side of a game: what it is called, what it asks, what may be set. Imports no numba; the kernels load on use."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from simcli.errors import Fault, UserError

if TYPE_CHECKING:
    import numpy as np

Kernel = Callable[..., Any]

SIXTIETHS = 60
"""A win in sixtieths, so that up to six players share it exactly."""

LEAD_POINTS = 11
"""Points of a game at which the lead is noted: after k tenths of its decisions, rounded down, for k from 0 to 10."""

MIXED, MIRROR, FIXED, DRAWN = 0, 1, 2, 3
TABLE_MODES = {"mixed": MIXED, "mirror": MIRROR, "fixed": FIXED, "drawn": DRAWN}
"""How a run seats its strategies (`tables` of a config), as the playout loop numbers it."""


class Components(dict[str, Any]):
    """Parsed component files by stem, e.g. {"guilds": {...}, "setup": {...}}, patches already applied.

    `printed` holds the same files without the patches, for rules that compare the two: where a copy is added, the rest of a deck
    keeps its order.
    """

    def __init__(self, files: Mapping[str, Any], printed: Components | None = None) -> None:
        super().__init__(files)
        self._printed = printed

    @property
    def printed(self) -> Components:
        """The files as they are, unpatched."""
        return self if self._printed is None else self._printed

    def __or__(self, changed: Mapping[str, Any]) -> Components:  # type: ignore[override]
        """These components with some files in place of their own."""
        return Components({**self, **changed}, self.printed)


@dataclass(frozen=True)
class Sight:
    """Something that a player sees who looks for it, and that players can be blind to (`blind` in a config).

    `text` completes "does not see ...": the cards before the other players.
    """

    name: str
    text: str


@dataclass(frozen=True)
class Feature:
    """One integer a strategy may see of a legal action.

    `sight` names what a player must look at to know it, sights of the game with blanks between; nothing where the action, and what the
    player has, say it.
    """

    name: str
    text: str
    sight: str = ""

    def needs(self, sights: Sequence[str]) -> bool:
        """Whether one of these sights must be had to know it."""
        return not set(self.sight.split()).isdisjoint(sights)


Setting = tuple[str, str | bool]
"""An option and a value of it."""


@dataclass(frozen=True)
class Decision:
    """A kind of choice the game asks for; its position in `Game.decisions` is the state's `phase`.

    `never_under` are options with the value under which it never comes, `never_under_all` some under which it does not if all hold.
    """

    name: str
    rule: str
    text: str
    features: tuple[Feature, ...] = ()
    never_under: tuple[Setting, ...] = ()
    never_under_all: tuple[Setting, ...] = ()


@dataclass(frozen=True)
class Effect:
    """Something the rules do now and then; its position in `Game.effects` is what kernels `mark` it by (engine.mark).

    `never_under` are options with the value under which it never comes.
    """

    name: str
    text: str
    never_under: tuple[Setting, ...] = ()


COMPONENT, MARKER, SITUATION = "component", "marker", "situation"

NO_RULE = "no rule of the game gives a player one at the start"


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
    never_under: tuple[Setting, ...] = ()
    """Options with the value under which it never comes, though it is counted."""
    by_strategy: bool = False
    """Whether it is counted by strategy too: who does, uses or collects how much of it."""
    grantable: bool = False
    """Whether a player can be given a copy of it before the first decision (`grant` in a config); the game has a kernel for that."""
    not_granted: str = NO_RULE
    """Why it is not `grantable`, for a message."""
    dealt: bool = False
    """Whether chance deals it to single players before the first decision (`swap` in a config); the game has a kernel for that."""
    in_packs: bool = False
    """Whether it is dealt in packs of one size, where one more copy is one copy less of another: offers of its kind are judged together."""
    idle: str = ""
    """Why it cannot come under these options; empty where it can."""


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


def ruled_out_by(thing: Decision | Effect | Item, options: Mapping[str, object]) -> tuple[Setting, ...]:
    """The settings that hold in these options and keep something from coming; none where it may come."""
    held = tuple((option, value) for option, value in thing.never_under if options.get(option) == value)
    together = thing.never_under_all if isinstance(thing, Decision) else ()
    return held or (together if all(options.get(option) == value for option, value in together) else ())


STANDING_SLACK = 1000


@dataclass(frozen=True)
class Catalogue:
    """What can be counted under one set of components and options: items, score categories, the range of final scores in points.

    `usual_scores` are the lowest and the highest score of players who play to win, where that is known: a run warns of scores beyond.
    """

    items: tuple[Item, ...]
    categories: tuple[str, ...]
    score_low: int
    score_high: int
    usual_scores: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.usual_scores is not None and self.usual_scores[0] > self.usual_scores[1]:
            raise ValueError(f"usual scores reach from the lowest to the highest, found {self.usual_scores}")

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of items in the order of their first appearance."""
        return tuple(dict.fromkeys(item.kind for item in self.items))

    def by_strategy(self, strategies: int) -> tuple[int, ...]:
        """Numbers of the items that a run with `strategies` strategies counts by strategy: none with one, which has all there is."""
        return tuple(i for i, item in enumerate(self.items) if item.by_strategy and strategies > 1)

    @property
    def offer_pairs(self) -> tuple[tuple[int, int], ...]:
        """Numbers of any two items that are dealt in the same packs, the smaller first."""
        packed = [i for i, item in enumerate(self.items) if item.in_packs]
        return tuple((i, j) for i, j in combinations(packed, 2) if self.items[i].kind == self.items[j].kind)

    def held_pairs(self, kinds: Sequence[str]) -> tuple[tuple[int, int], ...]:
        """Numbers of any two items of the same kind out of `kinds`, the smaller first, and of each with itself."""
        numbers = [i for i, item in enumerate(self.items) if item.kind in kinds]
        return tuple((i, j) for i, j in combinations_with_replacement(numbers, 2) if self.items[i].kind == self.items[j].kind)

    def first(self, kind: str) -> int:
        """Number of the first item of a kind; the number of items if there is none."""
        return next((i for i, item in enumerate(self.items) if item.kind == kind), len(self.items))

    @property
    def item_kinds(self) -> tuple[int, ...]:
        """Number of the kind of each item: its position in `kinds`."""
        number = {kind: k for k, kind in enumerate(self.kinds)}
        return tuple(number[item.kind] for item in self.items)

    @property
    def standing_range(self) -> tuple[int, int]:
        """Least and greatest points of a seat in an unfinished game; what lies beyond is no standing."""
        room = self.score_high - self.score_low + STANDING_SLACK
        return self.score_low - room, self.score_high + room


LEARNED_MICROSECONDS = 4
"""What a learned player takes for a choice, about."""


@dataclass(frozen=True)
class Price:
    """CPU time of one game on one core, in microseconds, when `random`, plans with weights or Python functions play.

    Measured once by tools/prices.py and written down, so that every machine cuts a run into the same batches: plans
    are all shipped ones, functions those of docs/examples. A change makes batches of another size, which refuses unfinished run folders.
    `choices` are the decisions of all seats of a game that have several actions: a search plays half a game in every playout of each.
    """

    random: int
    heuristic: int
    function: int
    choices: int = 100

    def of(self, kinds: Sequence[str], playouts: Sequence[int] = ()) -> float:
        """Mean over strategies of these kinds; playouts: of each a decision, for those that search."""
        by_kind = {"random": self.random, "heuristic": self.heuristic, "function": self.function, "search": self.heuristic}
        by_kind["learned"] = self.heuristic + LEARNED_MICROSECONDS * self.choices
        searched = sum(playouts) * self.choices * self.heuristic / 2
        return (sum(by_kind[kind] for kind in kinds) + searched) / len(kinds)


@dataclass(frozen=True)
class Beaten:
    """How far shipped plans are known to be beaten, at least: the best of six searches or more found a player who wins `tuned` among
    `against`; `page` says how. `ahead` is what `search` wins among them, by its playouts a decision; `look_ahead` how much more than an
    even share a player would win who looks ahead at every choice (`simcli regret`); `learned` what the shipped learned player wins among
    them, where it plays.

    Shares are (low, share, high): a 95 % interval, of deals that neither the searches nor the choice of the best has seen.
    """

    players: int
    tuned: tuple[float, float, float]
    ahead: Mapping[int, tuple[float, float, float]]
    look_ahead: tuple[float, float, float]
    against: str = "the league"
    page: str = "docs/players.md"
    learned: tuple[float, float, float] | None = None

    @classmethod
    def of(cls, players: int, tuned: str, search_50: str, search_100: str, look_ahead: str, learned: str = "") -> Beaten:
        """From percentages, each `low share high`."""

        def share(text: str) -> tuple[float, float, float]:
            low, middle, high = (round(float(word) / 100, 5) for word in text.split())
            return low, middle, high

        ahead = {50: share(search_50), 100: share(search_100)}
        return cls(players, share(tuned), ahead, share(look_ahead), learned=share(learned) if learned else None)


@dataclass(frozen=True)
class Slowdown:
    """By number of players, how many `times` as long a game takes when an option has any other value than `fast`."""

    option: str
    fast: str | bool
    times: Mapping[int, float]


Options = Mapping[str, Any]
"""Values of all rule options by id."""
Record: TypeAlias = Any
"""A row or column of a numpy record array, whose fields numba knows."""
Names: TypeAlias = Any
"""What a game's own texts call its components."""


class ChecksModule(Protocol):
    """checks.py: what is wrong with components. Free of numba, like all modules but `kernels`."""

    def validate(self, components: Components) -> list[Fault]:
        """What is wrong with the files, each for itself and with each other."""

    def check_setup(self, components: Components, options: Options, players: int) -> list[Fault]:
        """What cannot be set up with these options and this number of players, of components that `validate`."""


class CatalogueModule(Protocol):
    """catalogue.py: what can be counted."""

    def catalogue(self, components: Components, options: Options) -> Catalogue:
        """Items, score categories and the range of scores."""

    # `idle(components, options, players)` may be there too: see `Game.idle`.


class TablesModule(Protocol):
    """tables.py: components and options as the record the kernels read."""

    @property
    def TABLES(self) -> np.dtype[Any]:  # noqa: N802
        """Type of the record."""

    @property
    def TABLES_FIELDS(self) -> Mapping[str, str]:  # noqa: N802
        """Meaning of its fields by name."""

    def build(self, components: Components, options: Options, players: int) -> np.recarray[Any, Any]:
        """The record for one number of players, as an array of one row."""


class StateModule(Protocol):
    """state.py: the record of a game in play."""

    @property
    def STATE(self) -> np.dtype[Any]:  # noqa: N802
        """Type of the record; it starts with engine.header.HEADER."""

    @property
    def STATE_FIELDS(self) -> Mapping[str, str]:  # noqa: N802
        """Meaning of its fields by name."""

    # `PASSING` may be there too: names of fields that say nothing of a position; see `engine.undone`.

    @property
    def MAX_ACTIONS(self) -> int:  # noqa: N802
        """Room for legal actions of one decision."""

    @property
    def MAX_CATEGORIES(self) -> int:  # noqa: N802
        """Room for score categories."""

    @property
    def MAX_ITEMS(self) -> int:  # noqa: N802
        """Room for items of the catalogue."""


class KernelsModule(Protocol):
    """kernels/: the rules, compiled by the engine (engine/contract.py says what each does)."""

    @property
    def deal(self) -> Kernel:
        """Sets up a game."""

    @property
    def legal_actions(self) -> Kernel:
        """What the actor may do."""

    @property
    def apply_action(self) -> Kernel:
        """Advances to the next decision."""

    @property
    def derive(self) -> Kernel:
        """What the record repeats of a position, found again after named fields were set."""

    @property
    def features(self) -> Kernel:
        """What the actor may know of each legal action."""

    @property
    def score(self) -> Kernel:
        """Points by category."""

    @property
    def shares(self) -> Kernel:
        """Win shares."""

    # `grant(s, t, player, item)` may be there too: gives a seat one of the `grantable` items; see `engine.contract.grant`. And
    # `swap(s, t, player, item, fixed)`: has chance deal it one of the `dealt` items; see `engine.contract.swap`.
    # `sums(s, t, actions, n, sink)` may be there too: weighted sums, where not all must be worked out; see `engine.contract.features`.
    # `context(s, t, player, out)` may be there too, for what `Game.context` names; see `engine.contract.context`.
    # `standings(s, t, out)` may be there too: int32[players], greater for who finishes ahead; see `engine.contract.standings`.

    @property
    def redeal_hidden(self) -> Kernel:
        """Re-deals what a player cannot know."""

    @property
    def holdings(self) -> Kernel:
        """Copies offered and held."""


class TextModule(Protocol):
    """text/: the game in words. `s` and `t` are records of the state and the tables, `names` what `make_names` gave."""

    def make_names(self, components: Components) -> Names:
        """Names of components by number, in a class of the game's own."""

    def action_text(self, s: Record, t: Record, names: Names, action: int) -> str:
        """A legal action as traces and scenarios write it."""

    def get_fields(self, s: Record, t: Record, names: Names) -> dict[str, Any]:
        """The position as named fields."""

    def set_fields(self, s: Record, t: Record, names: Names, fields: Mapping[str, Any]) -> None:
        """Changes named fields of a dealt position; FaultsError with everything that does not fit."""

    def state_text(self, s: Record, t: Record, names: Names) -> str:
        """The position in words."""

    def score_sheet(self, s: Record, t: Record, names: Names, points: Record, share: Record) -> str:
        """The scores of a finished game in words."""

    def events(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
        """What happened between two positions, each as named fields."""

    def told_at(self, fields: Mapping[str, Any]) -> Any:
        """A trace tells the position in full whenever this value changes."""


class BoardModule(Protocol):
    """text/board.py: the picture of the board, where there is one."""

    def board_svg(self, s: Record, t: Record, names: Names, points: Record, share: Record) -> str:
        """A picture of the board as SVG, with the points and, of a finished game, the winners."""


@dataclass(frozen=True)
class Game:
    """A game's table of contents: what it is called, what it asks, and where its modules are (see docs/architecture.md, "A game")."""

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
    effects: tuple[Effect, ...] = ()
    """What a coverage run counts in addition to decisions and items."""
    authors: str = ""
    has_start_player: bool = False
    """Whether one player begins and turns go round: `deal` then writes the seat to `s.first`, and places are counted from it."""
    together: bool = False
    """Whether all players win or lose together: every seat has the same points, and nothing parts equals."""
    sights: tuple[Sight, ...] = ()
    """What features need to be known (`Feature.sight`), and players can be blind to."""
    context: tuple[Feature, ...] = ()
    """What a player knows of a position, in columns for learned players; the game has a kernel `context` that writes them."""
    beaten: tuple[Beaten, ...] = ()
    """Where its shipped plans are known to be beaten by much: said of every run that they play."""
    file: Path | None = None
    """The file it is written in, of a game in one file: its folder is made from that."""

    def __post_init__(self) -> None:
        numbers = list(range(self.min_players, self.max_players + 1))
        if any(sorted(counts) != numbers for counts in (self.prices, *(slowdown.times for slowdown in self.slowed_by))):
            raise ValueError(f"{self.id} needs a price for every number of players, {self.min_players} to {self.max_players}")
        declared, needed = {sight.name for sight in self.sights}, {name for _, f in self.features for name in f.sight.split()}
        if declared != needed:
            raise ValueError(f"{self.id}: {', '.join(sorted(declared ^ needed))} must be both a sight of the game and needed by a feature")

    @property
    def features(self) -> tuple[tuple[Decision, Feature], ...]:
        """All features, each with its decision."""
        return tuple((decision, feature) for decision in self.decisions for feature in decision.features)

    @property
    def sources(self) -> tuple[Path, ...]:
        """Where its author's rules stand: its folder, or its file."""
        return (self.folder,) if self.file is None else (self.file,)

    @property
    def data_folder(self) -> Path:
        """Folder with the component files (`*.yaml`)."""
        return self.folder / "data"

    @property
    def n_features(self) -> int:
        """Width of the feature matrix: the longest feature list of any decision, at least 1."""
        return max(1, *(len(d.features) for d in self.decisions))

    @property
    def models(self) -> Mapping[str, Any]:
        """Pydantic models of the component files by stem (`MODELS` of its datafiles.py), where the game has any."""
        if importlib.util.find_spec(f"{self.package}.datafiles") is None:
            return {}
        return cast(Mapping[str, Any], self._module("datafiles").MODELS)

    @property
    def checks(self) -> ChecksModule:
        """What is wrong with components."""
        return cast(ChecksModule, self._module("checks"))

    @property
    def tables(self) -> TablesModule:
        """The record the kernels read."""
        return cast(TablesModule, self._module("tables"))

    @property
    def state(self) -> StateModule:
        """The record of a game in play."""
        return cast(StateModule, self._module("state"))

    @property
    def kernels(self) -> KernelsModule:
        """The rules; importing them loads the compiler."""
        return cast(KernelsModule, self._module("kernels"))

    @property
    def text(self) -> TextModule:
        """The game in words."""
        return cast(TextModule, self._module("text"))

    @property
    def has_pictures(self) -> bool:
        """Whether the game draws its board."""
        text = importlib.util.find_spec(f"{self.package}.text")
        is_package = text is not None and text.submodule_search_locations is not None
        return is_package and importlib.util.find_spec(f"{self.package}.text.board") is not None

    @property
    def board(self) -> BoardModule:
        """The picture of the board; of a game that `has_pictures`."""
        return cast(BoardModule, self._module("text.board"))

    def catalogue(self, components: Components, options: Options) -> Catalogue:
        """What can be counted under these components and options. UserError when the game's records have no room for it."""
        found = cast(CatalogueModule, self._module("catalogue")).catalogue(components, options)
        for what, number, room in (("items", len(found.items), "MAX_ITEMS"), ("score categories", len(found.categories), "MAX_CATEGORIES")):
            if number > getattr(self.state, room):
                said = f"{number} {what}, the records have room for {getattr(self.state, room)}"
                raise UserError.of(f"game {self.id}", said, f"raise {room} in its state.py")
        return replace(found, items=tuple(map(partial(_with_reason, options=options), found.items)))

    def idle(self, components: Components, options: Options, players: int) -> dict[tuple[str | int, ...], str]:
        """What is not in play with these options and number of players, regardless of its own numbers: addresses in the component files
        (stem, list, id), or ("options", id), each with the reason. Nothing where the game's catalogue.py has no `idle`."""
        if importlib.util.find_spec(f"{self.package}.catalogue") is None:
            return {}
        named = getattr(self._module("catalogue"), "idle", None)
        return {} if named is None else cast("dict[tuple[str | int, ...], str]", named(components, options, players))

    def _module(self, name: str) -> ModuleType:
        """One of the game's modules, imported on first use: `Owed` is how mypy sees that it has what the game owes."""
        return importlib.import_module(f"{self.package}.{name}")


def _with_reason(item: Item, options: Options) -> Item:
    """The item, with the options that keep it from coming as the reason."""
    ruled_out = ruled_out_by(item, options)
    return item if item.idle or not ruled_out else replace(item, idle=", ".join(f"{option}: {value}" for option, value in ruled_out))


@dataclass(frozen=True)
class Owed:
    """The modules of a game by role. A game says under TYPE_CHECKING `Owed(checks, catalogue, tables, state, kernels, text)`."""

    checks: ChecksModule
    catalogue: CatalogueModule
    tables: TablesModule
    state: StateModule
    kernels: KernelsModule
    text: TextModule
