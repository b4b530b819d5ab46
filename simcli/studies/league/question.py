"""The question, settled before anything is written: the search of the first reply, and how far the league goes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any, TypedDict, Unpack

from simcli.base.files import REPORTS
from simcli.base.several import Assignments, several
from simcli.config import ResolvedRun
from simcli.config.players.fields import Named, field_of
from simcli.config.players.strategies import HEURISTIC, Strategy
from simcli.errors import UserError
from simcli.games import named_game
from simcli.studies.in_game import counts_of, refuse_unknown
from simcli.studies.tune import question as tune
from simcli.studies.tune.play import Budget
from simcli.studies.tune.play import ask as ask_tune
from simcli.studies.tune.question import TuneQuestion

ROUNDS, STARTS, DEALS, ENOUGH = 8, 1, 200, 0.05
"""Replies, starts of a search, deals of a line-up, and the gain that ends a league, by default."""

BLOCKS = 20
"""Blocks that the deals of a line-up are played and resampled in."""

MOST_TABLES = 5000
"""Most line-ups that are played; more are refused."""


@dataclass(frozen=True)
class LeagueQuestion:
    """The question of a league: the search of its first reply with game, numbers and seed, and how far it goes."""

    first: TuneQuestion
    budget: Budget
    rounds: int
    starts: int
    deals: int
    enough: float

    @property
    def run(self) -> ResolvedRun:
        """The rules and the number of players."""
        return self.first.run

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return self.run.players[0]

    def to_json(self, folder: Path) -> dict[str, Any]:
        """The plan as plain data."""
        names = [plan.name for plan in self.first.field.plans]
        return {
            "game": self.run.game.id,
            "players": self.players,
            "field": names,
            "line_ups": line_ups(len(names), self.players),
            "most_line_ups": line_ups(len(names) + self.rounds, self.players),
            "deals": self.deals,
            "rounds": self.rounds,
            "starts": self.starts,
            "games": self.budget.games,
            "minutes": self.budget.minutes,
            "enough": self.enough,
            "seed": self.run.seed,
            "folder": str(folder),
            "folder_exists": folder.exists(),
        }

    @property
    def folder(self) -> Path:
        """Where it goes, by default: of other deals, starts or another gain the replies are to another mix."""
        name = hashlib.sha256(f"{self.first.identity()} {self.deals} {self.starts} {self.enough}".encode()).hexdigest()[:8]
        return Path(REPORTS) / f"league-{self.run.game.id}-{self.players}-{name}"


class LeagueSettings(TypedDict, total=False):
    """The options of a league."""

    players: int | None
    rounds: int
    starts: int
    budget: str | Budget | None
    deals: int
    enough: float
    seed: int
    own_deals: int
    habits: str | Sequence[str]
    sets: Assignments


def ask(game: str, field: Named | Sequence[Named] = (), **settings: Unpack[LeagueSettings]) -> LeagueQuestion:
    """Settles what is played. UserError with what cannot be, before anything is written."""
    refuse_unknown(settings, LeagueSettings)
    rounds, deals = settings.get("rounds", ROUNDS), settings.get("deals", DEALS)
    players, budget = settings.get("players"), settings.get("budget")
    field = several(field)
    known = field_of(named_game(game), field, "--field")
    names = [plan.name for plan in known.plans]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UserError.of("--field", f"two plans are called {twice[0]}", "rename one of the files, or name it once")
    begun = next(filter(can_begin, known.plans), None)
    if begun is None:
        raise UserError.of("--field", "none of these plans has weights that a search can begin with", "add a YAML strategy with weights")
    if deals % BLOCKS:
        raise UserError.of(
            f"--deals {deals}",
            f"expected a multiple of {BLOCKS}, the blocks its intervals are made from",
            f"say {-(-deals // BLOCKS) * BLOCKS}",
        )
    counts = counts_of(named_game(game), () if players is None else (players,))
    n, seats = len(known.played_at(counts).plans) + rounds, counts[0]
    if (tables := line_ups(n, seats)) > MOST_TABLES:
        what = f"{n} plans make {tables:,} line-ups of {seats}, expected at most {MOST_TABLES:,}"
        raise UserError.of("--field", what, "name fewer plans, or fewer --rounds")
    search: tune.TuneSettings = {"players": counts}
    for key in ("seed", "own_deals", "habits", "sets"):
        if key in settings:
            search[key] = settings[key]
    first = ask_tune(game, begun, field, **search)
    how_long = Budget.read(budget) if isinstance(budget, str) else budget or Budget()
    return LeagueQuestion(first, how_long, rounds, settings.get("starts", STARTS), deals, settings.get("enough", ENOUGH))


def line_ups(plans: int, players: int) -> int:
    """How many tables some plans make."""
    return comb(plans + players - 1, players)


def can_begin(plan: Strategy) -> bool:
    """Whether a search can begin with the strategy: with one of weights."""
    return plan.kind == HEURISTIC
