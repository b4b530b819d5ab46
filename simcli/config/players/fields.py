"""Fields: plans with weights in one file, from which the seats of a table are drawn (`strategies: {field: NAME}`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from simcli.base.strangers import composed
from simcli.config.data.shipped import SUFFIXES, strategy_home
from simcli.config.players.strategies import NO_PLANS, Strategy, load_strategy
from simcli.config.players.strategy_files import RANDOM, is_file, shipped_strategies
from simcli.config.players.weights import SCALE, plain_weights, read_thousandths, shares_of
from simcli.config.yaml.addresses import KeyPath
from simcli.config.yaml.document import Document
from simcli.config.yaml.problems import Problems, found
from simcli.config.yaml.text_files import meant_file, read_mapping
from simcli.errors import Where, nearest
from simcli.game import Game

FOLDER = "fields"
IN_A_FOLDER = "field.yaml"
"""The file of a field that is a folder, with plans of its own beside it."""
LEAGUE = "league"
"""The field that a game's league has left."""
Named = str | Strategy
KEYS = ("game", "idea", "players", "plans")
MOST_WEIGHT = 2**31
"""Of all plans together (x1000): what a draw of 32 bits has room for."""


@dataclass(frozen=True)
class Field:
    """Plans and their weights.

    `weights` are by the number of players it was found for: x1000, one a plan, 0 for a plan that does not play with them. They need
    not sum to anything. `where` is the file it came from.
    """

    plans: tuple[Strategy, ...]
    weights: Mapping[int, tuple[int, ...]]
    idea: str
    where: str

    @classmethod
    def alike(cls, plans: Sequence[Strategy], weights: Sequence[int], players: Sequence[int], where: str) -> Self:
        """A field with the same weights at all numbers of players."""
        return cls(tuple(plans), dict.fromkeys(players, tuple(weights)), "", where)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it was found for."""
        return tuple(self.weights)

    @property
    def is_drawn(self) -> bool:
        """Whether seats draw from it: one plan alone sits everywhere, at mirror tables."""
        return len(self.plans) > 1

    def weights_at(self, players: int) -> tuple[int, ...]:
        """The weights with this number of players; where it was not found for them, those of the nearest number, the smaller of two."""
        return self.weights[min(self.weights, key=lambda n: (abs(n - players), n))]

    def shares_at(self, players: int) -> tuple[float, ...]:
        """The share of seats that draw each plan with this number of players."""
        return shares_of(self.weights_at(players))

    def shares(self, players: Sequence[int]) -> tuple[float, ...]:
        """The same on average over some numbers of players."""
        rows = [self.shares_at(n) for n in players]
        return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))

    def played_at(self, players: Sequence[int]) -> Self:
        """The same without plans that play with none of these numbers of players."""
        rows = [self.weights_at(n) for n in players]
        played = [k for k in range(len(self.plans)) if any(row[k] for row in rows)]
        weights = {n: tuple(row[k] for k in played) for n, row in self.weights.items()}
        return replace(self, plans=tuple(self.plans[k] for k in played), weights=weights)

    def odds(self, players: Sequence[int]) -> Any:
        """Its weights with these numbers of players as plain data: one list where they are all the same."""
        return plain_weights({n: self.weights_at(n) for n in players})


def is_field(path: Path) -> bool:
    """Whether a file of a folder of strategies is a field by its place, and not a strategy."""
    return path.parent.name == FOLDER or (path.parent.parent.name == FOLDER and path.name == IN_A_FOLDER)


def field_names(game_id: str) -> list[str]:
    """Names of the fields of a game, in ./strategies and shipped, sorted."""
    return sorted({name for home in _homes(game_id) for name in _names(home)})


def load_field(name: str, game: Game, folder: Path, where: Where, problems: Problems) -> Field | None:
    """The field that a config names at `where`; None when problems stood in the way.

    `league` or `guildes/league` is looked for in ./strategies/<game>/fields, then among the shipped ones; a path beside the config first.
    It is a file, or a folder with a field.yaml.
    """
    file = _field_file(name, game, folder)
    if file is not None:
        return load_field_file(file, game, problems)
    known = field_names(game.id)
    listing = f"`simcli strategies {game.id}` lists strategies and fields"
    problems.add(where, f"there is no field '{name}' of {game.title}", nearest(name.removeprefix(f"{game.id}/"), known, listing))
    return None


def _field_file(name: str, game: Game, folder: Path) -> Path | None:
    short = name.removeprefix(f"{game.id}/")
    is_path = "/" in short or "\\" in short or Path(short).suffix in SUFFIXES
    stems = [short] if Path(short).suffix in SUFFIXES else [short + suffix for suffix in SUFFIXES] + [f"{short}/{IN_A_FOLDER}"]
    files = [file for home in ([folder] if is_path else []) + _homes(game.id) for stem in stems if is_file(file := meant_file(home / stem))]
    return files[0] if files else None


def _names_a_field(name: str, game: Game, folder: Path) -> bool:
    """Whether this is the name of a field, or the path of one; a strategy of the same path comes first."""
    if (short := name.removeprefix(f"{game.id}/")) in field_names(game.id):
        return True
    file = _field_file(name, game, folder) if "/" in short or Path(short).suffix in SUFFIXES else None
    document = Problems().attempt(lambda: read_mapping(file)) if file else None
    return document is not None and "plans" in document.data


def field_of(game: Game, given: Sequence[Named | tuple[Named, float]], option: str) -> Field:
    """A field made on the spot: strategies, each as often, or pairs of one and its weight; or the name of one field; or all shipped
    strategies but `random` and those that search, if nothing is given. Names and paths are looked for from the current folder.

    UserError at `option` with all that cannot be read, and for a weight that is not above 0.
    """
    problems, where, here = Problems(), Where(option), Path.cwd()
    if len(given) == 1 and isinstance(name := given[0], str) and _names_a_field(name, game, here):
        field = load_field(name, game, here, where, problems)
        problems.raise_any()
        assert field is not None
        return field
    plans: list[Strategy] = []
    weights: list[int] = []
    for one in given or _shipped_plans(game, where, problems):
        named, weight = one if isinstance(one, tuple) else (one, 1.0)
        plan = load_strategy(named, game, here, where, problems) if isinstance(named, str) else named
        scaled = round(min(weight, MOST_WEIGHT) * SCALE)
        if scaled < 1:
            called = named if isinstance(named, str) else named.name
            problems.add(where, f"found the weight {weight:g} of {called}, expected at least 0.001")
        elif plan is not None and plan in plans:
            weights[plans.index(plan)] += scaled
        elif plan is not None:
            plans.append(plan)
            weights.append(scaled)
    if sum(weights) > MOST_WEIGHT:
        problems.add(where, f"the weights sum to {sum(weights) / SCALE:g}", "divide all of them by the same number")
    problems.raise_any()
    return Field.alike(plans, weights, range(game.min_players, game.max_players + 1), option)


def _shipped_plans(game: Game, where: Where, problems: Problems) -> list[Strategy]:
    """All shipped strategies but `random` and those that search or have learned; `random` if there is no other."""
    named = [load_strategy(name, game, None, where, problems) for name in shipped_strategies(game.id)]
    known = [strategy for strategy in named if strategy is not None and strategy.kind not in NO_PLANS]
    return [strategy for strategy in known if strategy.name != RANDOM] or known


def load_field_file(path: Path, game: Game, problems: Problems) -> Field | None:
    """The field of one file; None when problems stood in the way."""
    before = len(problems)
    document = problems.attempt(lambda: read_mapping(path))
    if document is None:
        return None
    problems.extend(document.problems)
    problems.refuse_unknown(document, KEYS, "a field")
    if (given := document.data.get("game")) != game.id:
        problems.add(document.value(("game",)), f"game: found {found(given)}, expected {game.id}", "a field belongs to one game")
    idea = document.data.get("idea", "")
    if not isinstance(idea, str):
        problems.add(document.value(("idea",)), f"idea: found {found(idea)}, expected text", "quote it")
    players = _players(document, game, problems)
    plans, rows = _plans(document, path, game, players, problems)
    weights = dict(zip(players, zip(*rows, strict=True), strict=True)) if rows else {}
    for n, row in weights.items():
        if not sum(row) and len(problems) == before:
            problems.add(document.value(("plans",)), f"plans: none of them plays with {n} players", "give one a weight, or set `players`")
        if sum(row) > MOST_WEIGHT:
            message = f"plans: the weights sum to {sum(row) / SCALE:g}"
            problems.add(document.value(("plans",)), message, "divide all of them by the same number")
            break
    if len(problems) > before:
        return None
    return Field(tuple(plans), weights, str(idea), str(path))


def _players(document: Document, game: Game, problems: Problems) -> tuple[int, ...]:
    """Numbers of players that the file says; all of the game where it says none."""
    every = range(game.min_players, game.max_players + 1)
    given = document.data.get("players", list(every))
    listed = given if isinstance(given, list) else [given]
    if not listed:
        problems.add(document.value(("players",)), "players: the list is empty", "name the numbers of players it is for")
    for i, count in enumerate(listed):
        if isinstance(count, bool) or count not in every:
            place: KeyPath = ("players", i) if isinstance(given, list) else ("players",)
            message = f"players: found {found(count)}, {game.title} is for {game.min_players} to {game.max_players}"
            problems.add(document.value(place), message)
    return tuple(count for count in listed if count in every)


def _plans(
    document: Document, path: Path, game: Game, players: Sequence[int], problems: Problems
) -> tuple[list[Strategy], list[tuple[int, ...]]]:
    given = document.data.get("plans")
    if not isinstance(given, dict) or not given:
        place, message = document.value(("plans",) if "plans" in document.data else ()), "expected strategies with weights"
        problems.add(place, f"plans: {'it is missing' if given is None else f'found {found(given)}'}, {message}", "plans: {balanced: 1}")
        return [], []
    plans: list[Strategy] = []
    rows: list[tuple[int, ...]] = []
    for name, value in given.items():
        where = document.key(("plans", name))
        row = _weights(document, name, value, players, problems)
        if not isinstance(name, str):
            problems.add(where, f"plans: found {found(name)}, expected the name of a strategy", "quote it")
            continue
        plan = load_strategy(name, game, path.parent, where, problems, family=True)
        if plan is None or row is None:
            continue
        if plan.name in [other.name for other in plans]:
            problems.add(where, f"two plans are called '{plan.name}'", "rename one of the files")
        plans.append(plan)
        rows.append(row)
    return plans, rows


def _weights(document: Document, name: Any, value: object, players: Sequence[int], problems: Problems) -> tuple[int, ...] | None:
    """The weight of a plan for each number of players: the same for all, or those that it names, and 0 for others."""
    if not isinstance(value, dict):
        weight = _weight(document, ("plans", name), value, problems)
        return None if weight is None else (weight,) * len(players)
    if not value:
        where, hint = document.value(("plans", name)), f"write {{{players[0] if players else 4}: 1}}, or one number for all"
        problems.add(where, f"plans.{name}: the mapping is empty, expected numbers of players with weights", hint)
    for n in value:
        if isinstance(n, bool) or n not in players:
            message = f"plans.{name}: found {found(n)}, expected a number of players of this field: {', '.join(map(str, players))}"
            problems.add(document.key(("plans", name, n)), message)
    read = {n: _weight(document, ("plans", name, n), weight, problems) for n, weight in value.items()}
    return tuple(read.get(n) or 0 for n in players)


def _weight(document: Document, path: KeyPath, value: object, problems: Problems) -> int | None:
    weight = read_thousandths(document, path, value, 0, problems)
    if weight == 0:
        message = f"{'.'.join(map(str, path))}: found {found(value)}, expected a weight above 0"
        problems.add(document.value(path), message, "leave it out")
    return weight


def _homes(game_id: str) -> list[Path]:
    return [Path("strategies") / game_id / FOLDER, strategy_home(game_id) / FOLDER]


def _names(folder: Path) -> list[str]:
    inside = list(folder.iterdir()) if folder.is_dir() else []
    return sorted(composed(p.stem) for p in inside if p.suffix in SUFFIXES or is_file(p / IN_A_FOLDER))
