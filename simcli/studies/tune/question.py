"""The question of a search for weights, and its checks."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np

from simcli.base.files import GENERATIONS, REPORTS
from simcli.base.several import Assignments, assignments, several
from simcli.base.whole_numbers import SEARCH_GAMES
from simcli.config import ResolvedRun, load_config
from simcli.config.players.fields import Field, Named, field_of
from simcli.config.players.strategies import Strategy, load_strategies
from simcli.config.players.strategy_files import shipped_strategies
from simcli.config.yaml.values import typed, whole_fault
from simcli.errors import UserError
from simcli.games import named_game
from simcli.sim.plan import microseconds_a_game
from simcli.sim.pool.cluster import Workers, cores_of
from simcli.studies.in_game import check_sets, counts_of, field_word, refuse_unknown, word
from simcli.studies.tune.cma_es import require_cmaes
from simcli.studies.tune.constraints import Habit
from simcli.studies.tune.generations import Generations
from simcli.studies.tune.searched_weights import TEMPERATURE, SearchedWeights, searched_keys

STARTS = ("balanced", "greedy")
"""Strategies a search starts with if nobody names one, the first that the game has."""
GAMES = 1_000_000
"""Games of a search, by default."""
CANDIDATES, DEALS, FRESH = 32, 64, 4000
"""Candidates of a generation, deals each plays in it, and deals of the judgement, the last two for each number of players."""
FORMAT = 1
"""Raised when the same question makes another search."""
BUDGET = re.compile(r"(?P<minutes>[0-9]+(?:\.[0-9]+)?)\s*(?:m|min|minutes?)|(?P<games>.*?)\s*(?:games?)?")


@dataclass(frozen=True)
class Budget:
    """When a search ends: after a number of games, or of minutes."""

    games: int | None = GAMES
    minutes: float | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """`10m`, `1000000` or `1000000 games`; UserError for anything else."""
        form = BUDGET.fullmatch(text.strip())
        if form and form["minutes"] and float(form["minutes"]):
            return cls(None, float(form["minutes"]))
        place = f"--budget {text}"
        games = typed(form["games"] or "", place) if form else None
        fault = whole_fault(games, *SEARCH_GAMES)
        if fault and isinstance(games, int | float | str) and (fault[1] or not isinstance(games, str)):
            raise UserError.of(place, f"games: {fault[0]}", fault[1])
        if not isinstance(games, int):
            hint = "write 10m for ten minutes, or a number of games such as 2000000"
            raise UserError.of(place, "found neither minutes nor games", hint)
        return cls(games, None)


@dataclass(frozen=True)
class TuneQuestion:
    """What is searched. `run` holds the rules, seed and numbers of players; `field` who sits in the other seats."""

    run: ResolvedRun
    weights: SearchedWeights
    field: Field
    keep: tuple[str, ...] = ()
    candidates: int = CANDIDATES
    deals: int = DEALS
    fresh: int = FRESH
    own_deals: int = 0
    habits: tuple[str, ...] = ()

    @property
    def start(self) -> Strategy:
        """The strategy it starts with."""
        return self.weights.start

    @property
    def name(self) -> str:
        """Name of what comes of it."""
        return f"{self.start.name}_tuned"

    @property
    def games(self) -> int:
        """Games of a generation: of its candidates, and of the middle of the search."""
        players = sum(self.run.players)
        return players * ((self.candidates + 1) * self.deals + self.candidates * self.own_deals)

    def identity(self) -> str:
        """sha256 (hex) of everything that decides how the search goes, except for its budget and the deals it is judged on."""
        matter = {
            "run": replace(self.run, strategies=(self.start, *self.field.plans)).identity(),
            "odds": self.field.odds(self.run.players),
            "weights": [self.weights.keys, self.weights.steps],
            "candidates": self.candidates,
            "deals": self.deals,
            "own deals": self.own_deals,
            "habits": self.habits,
            "made by": [FORMAT, require_cmaes().__version__, np.__version__],
        }
        return hashlib.sha256(json.dumps(matter, sort_keys=True).encode()).hexdigest()

    def kept_in(self, folder: Path) -> Generations:
        """The run folder of this search, to be opened as a context manager."""
        return Generations(folder, self.identity(), self.run.game, self.candidates, len(self.run.players))

    def check(self, budget: Budget) -> None:
        """UserError for a budget below one generation."""
        if budget.games is not None and budget.games < self.games:
            what = f"{budget.games:,} games are less than one generation of {self.games:,}"
            raise UserError.of(f"--budget {budget.games}", what, "ask for more games, or fewer --candidates or --deals")

    def plan(self, budget: Budget, folder: Path, workers: Workers | None) -> dict[str, Any]:
        """What would be searched, as plain data; `seconds` come from the prices of the game's description, not from this machine."""
        generations = None if budget.games is None else budget.games // self.games
        cores, fresh = cores_of(workers), 2 * self.fresh * sum(self.run.players)
        run = replace(self.run, strategies=(self.start, *self.field.plans))
        price = sum(n * microseconds_a_game(run, n, run.options) for n in run.players) / sum(run.players) / 1e6 / cores
        seconds = 60 * (budget.minutes or 0.0) if generations is None else generations * self.games * price
        return {
            "game": self.run.game.id,
            "players": list(self.run.players),
            "start": self.start.name,
            "field": {plan.name: share for plan, share in zip(self.field.plans, self.field.shares(self.run.players), strict=True)},
            "searched": len(self.weights.keys),
            "candidates": self.candidates,
            "games_a_generation": self.games,
            "generations": generations,
            "games": None if generations is None else generations * self.games,
            "minutes": budget.minutes,
            "fresh": self.fresh,
            "seed": self.run.seed,
            "seconds": seconds + fresh * price,
            "workers": cores,
            "identity": self.identity(),
            "folder": str(folder),
            "folder_exists": (folder / GENERATIONS).exists(),
        }

    @property
    def folder(self) -> Path:
        """Where the search is kept, by default."""
        return Path(REPORTS) / f"{self.run.game.id}-{self.name}-{self.identity()[:8]}"


class TuneSettings(TypedDict, total=False):
    """The options of a search."""

    players: int | Sequence[int]
    seed: int
    sets: Assignments
    keep: str | Sequence[str]
    habits: str | Sequence[str]
    own_deals: int
    temperature: bool
    candidates: int
    deals: int
    fresh: int


def ask(
    game: str, start: Named | None = None, field: Named | Sequence[Named | tuple[Named, float]] = (), **settings: Unpack[TuneSettings]
) -> TuneQuestion:
    """Settles what is searched. UserError with what cannot be, before anything is played or written."""
    require_cmaes()
    refuse_unknown(settings, TuneSettings)
    sets = assignments(settings.get("sets", ()))
    keep, habits = (several(settings.get(key, ())) for key in ("keep", "habits"))
    own_deals, one = settings.get("own_deals", 0), named_game(game)
    counts = counts_of(one, several(settings.get("players", ())))
    start = start or next((name for name in STARTS if name in shipped_strategies(one.id)), None)
    if start is None:
        raise UserError.of("--start", f"{one.title} has no strategy '{STARTS[0]}' to begin with", "name the one to be tuned: --start NAME")
    check_sets(sets, "a search")
    if habits and not own_deals:
        raise UserError.of("--habit", "nothing is seen of it without games in which the candidate sits in all seats", "add --own-deals 8")
    config = {"game": one.id, "players": list(counts), "strategies": ["random"], "deals": 1, "seed": 1}
    run = load_config(config, sets=sets, seed=settings.get("seed", 1))
    (begun,) = load_strategies(one, [start], "--start")
    weights = SearchedWeights.of(begun, searched_keys(one, run.options, keep, temperature=settings.get("temperature", False)))
    others = field_of(one, several(field), "--field").played_at(run.players)
    if habits:
        catalogue = one.catalogue(run.components, run.options)
        for text in habits:
            Habit.read(text, catalogue)
    sizes = settings.get("candidates", CANDIDATES), settings.get("deals", DEALS), settings.get("fresh", FRESH)
    return TuneQuestion(run, weights, others, keep, *sizes, own_deals, habits)


def repeat_command(question: TuneQuestion, games: int) -> str:
    """The command that makes the same file again."""
    run = question.run
    words = ["simcli", "tune", run.game.id, "--start", word(question.start)]
    words += ["--field", field_word(question.field, run.players), "--players", ",".join(map(str, run.players))]
    words += ["--budget", str(games), "--seed", str(run.seed)]
    sizes = (("--candidates", question.candidates, CANDIDATES), ("--deals", question.deals, DEALS), ("--fresh", question.fresh, FRESH))
    for option, value, usual in sizes:
        words += [option, str(value)] if value != usual else []
    words += ["--own-deals", str(question.own_deals)] if question.own_deals else []
    words += ["--temperature"] if TEMPERATURE in question.weights.keys else []
    for option, texts in (("--keep", question.keep), ("--habit", question.habits), ("--set", run.sets)):
        for text in texts:
            words += [option, text]
    return shlex.join(words)
