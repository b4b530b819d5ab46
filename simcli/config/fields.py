"""Fields: plans with weights in one file, from which the seats of a table are drawn (`strategies: {field: NAME}`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.config.problems import Problems, found
from simcli.config.shipped import SUFFIXES, strategy_home
from simcli.config.strategies import SEARCH, Strategy, load_strategy
from simcli.config.strategy_files import RANDOM, is_file, shipped_strategies
from simcli.config.text_files import read_mapping
from simcli.config.weights import SCALE, read_thousandths, shares_of
from simcli.config.yaml_marks import Document
from simcli.config.yaml_nodes import KeyPath
from simcli.errors import Where, nearest
from simcli.game import Game

FOLDER = "fields"
IN_A_FOLDER = "field.yaml"
"""The file of a field that is a folder, with plans of its own beside it."""
Named = str | Strategy
KEYS = ("game", "idea", "players", "plans")
MOST_WEIGHT = 2**31
"""Of all plans together (x1000): what a draw of 32 bits has room for."""


@dataclass(frozen=True)
class Field:
    """Plans and their weights.

    `weights` (x1000, one a plan, at least 1) need not sum to anything; `players` are the numbers of players it was found for, `where` the
    file it came from.
    """

    plans: tuple[Strategy, ...]
    weights: tuple[int, ...]
    players: tuple[int, ...]
    idea: str
    where: str

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of seats that draw each plan."""
        return shares_of(self.weights)


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
    short = name.removeprefix(f"{game.id}/")
    is_path = "/" in short or "\\" in short or Path(short).suffix in SUFFIXES
    stems = [short] if Path(short).suffix in SUFFIXES else [short + suffix for suffix in SUFFIXES] + [f"{short}/{IN_A_FOLDER}"]
    files = [file for home in ([folder] if is_path else []) + _homes(game.id) for stem in stems if is_file(file := home / stem)]
    if files:
        return load_field_file(files[0], game, problems)
    known = field_names(game.id)
    listing = f"`simcli strategies {game.id}` lists strategies and fields"
    problems.add(where, f"there is no field '{name}' of {game.title}", nearest(short, known, listing))
    return None


def field_of(game: Game, given: Sequence[Named | tuple[Named, float]], option: str) -> Field:
    """A field made on the spot: strategies, each as often, or pairs of one and its weight; or the name of one field; or all shipped
    strategies but `random` and those that search, if nothing is given. Names and paths are looked for from the current folder.

    UserError at `option` with all that cannot be read, and for a weight that is not above 0.
    """
    problems, where, here = Problems(), Where(option), Path.cwd()
    if len(given) == 1 and isinstance(name := given[0], str) and name.removeprefix(f"{game.id}/") in field_names(game.id):
        whole = load_field(name, game, here, where, problems)
        problems.raise_any()
        assert whole is not None
        return whole
    plans: list[Strategy] = []
    weights: list[int] = []
    for one in given or _shipped_plans(game, where, problems):
        named, weight = one if isinstance(one, tuple) else (one, 1.0)
        plan = load_strategy(named, game, here, where, problems) if isinstance(named, str) else named
        scaled = round(min(weight, MOST_WEIGHT) * SCALE)
        if scaled < 1:
            problems.add(
                where, f"found the weight {weight:g} of {named if isinstance(named, str) else named.name}, expected at least 0.001"
            )
        elif plan is not None and plan in plans:
            weights[plans.index(plan)] += scaled
        elif plan is not None:
            plans.append(plan)
            weights.append(scaled)
    if sum(weights) > MOST_WEIGHT:
        problems.add(where, f"the weights sum to {sum(weights) / SCALE:g}", "divide all of them by the same number")
    problems.raise_any()
    return Field(tuple(plans), tuple(weights), tuple(range(game.min_players, game.max_players + 1)), "", option)


def _shipped_plans(game: Game, where: Where, problems: Problems) -> list[Strategy]:
    """All shipped strategies but `random` and those that search, which cost a thousand times as much; `random` if there is no other."""
    named = [load_strategy(name, game, None, where, problems) for name in shipped_strategies(game.id)]
    known = [strategy for strategy in named if strategy is not None and strategy.kind != SEARCH]
    return [strategy for strategy in known if strategy.name != RANDOM] or known


def load_field_file(path: Path, game: Game, problems: Problems) -> Field | None:
    """The field of one file; None when problems stood in the way."""
    before = len(problems)
    document = problems.attempt(lambda: read_mapping(path))
    if document is None:
        return None
    problems.extend(document.problems)
    for key in document.data:
        if key not in KEYS:
            problems.add(document.key((key,)), f"unknown key '{key}' in a field", nearest(key, KEYS))
    if (given := document.data.get("game")) != game.id:
        problems.add(document.value(("game",)), f"game: found {found(given)}, expected {game.id}", "a field belongs to one game")
    idea = document.data.get("idea", "")
    if not isinstance(idea, str):
        problems.add(document.value(("idea",)), f"idea: found {found(idea)}, expected text", "quote it")
    players = _players(document, game, problems)
    plans, weights = _plans(document, path, game, problems)
    if sum(weights) > MOST_WEIGHT:
        problems.add(
            document.value(("plans",)), f"plans: the weights sum to {sum(weights) / SCALE:g}", "divide all of them by the same number"
        )
    if len(problems) > before:
        return None
    return Field(tuple(plans), tuple(weights), players, str(idea), str(path))


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
            what = f"players: found {found(count)}, {game.title} is for {game.min_players} to {game.max_players}"
            problems.add(document.value(place), what)
    return tuple(count for count in listed if count in every)


def _plans(document: Document, path: Path, game: Game, problems: Problems) -> tuple[list[Strategy], list[int]]:
    given = document.data.get("plans")
    if not isinstance(given, dict) or not given:
        place, what = document.value(("plans",) if "plans" in document.data else ()), "expected strategies with weights"
        problems.add(place, f"plans: {'it is missing' if given is None else f'found {found(given)}'}, {what}", "plans: {balanced: 1}")
        return [], []
    plans: list[Strategy] = []
    weights: list[int] = []
    for name, value in given.items():
        where = document.key(("plans", name))
        weight = read_thousandths(document, ("plans", name), value, 0, problems)
        if weight == 0:
            problems.add(document.value(("plans", name)), f"plans.{name}: found {found(value)}, expected a weight above 0", "leave it out")
        if not isinstance(name, str):
            problems.add(where, f"plans: found {found(name)}, expected the name of a strategy", "quote it")
            continue
        plan = load_strategy(name, game, path.parent, where, problems, family=True)
        if plan is None or weight is None:
            continue
        if plan.name in [other.name for other in plans]:
            problems.add(where, f"two plans are called '{plan.name}'", "rename one of the files")
        plans.append(plan)
        weights.append(weight)
    return plans, weights


def _homes(game_id: str) -> list[Path]:
    return [Path("strategies") / game_id / FOLDER, strategy_home(game_id) / FOLDER]


def _names(folder: Path) -> list[str]:
    inside = list(folder.iterdir()) if folder.is_dir() else []
    return sorted(p.stem for p in inside if p.suffix in SUFFIXES or is_file(p / IN_A_FOLDER))
