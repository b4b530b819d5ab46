"""The question, settled before anything is written: whose favourites are judged, who sits at the tables, and how much is looked at."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict, Unpack

from simcli.base.files import REPORTS
from simcli.base.several import Assignments, assignments, several
from simcli.base.whole_numbers import SEEDS
from simcli.config import ResolvedRun, load_config
from simcli.config.players.fields import IN_A_FOLDER, LEAGUE, Field, Named, field_names, field_of
from simcli.config.players.learned_keys import BEST
from simcli.config.players.strategies import HEURISTIC, SEARCH, Strategy, load_strategies
from simcli.config.players.strategy_files import shipped_strategies
from simcli.config.run.resolved import DRAWN
from simcli.errors import UserError
from simcli.games import named_game
from simcli.sim.look import LookQuestion
from simcli.studies.in_game import check_sets, counts_of, field_word, refuse_unknown, word
from simcli.studies.learn.boost import made_by
from simcli.studies.learn.fit import FEWEST
from simcli.studies.looks import check_worlds, default_deals

NAME = "learned"
WORLDS, ROUNDS, FRESH = 8, 1, 2000
"""Worlds in which each action is played to the end, rounds, and deals of the judgement, by default."""
SECONDS, MOST = 300, 1_000_000
"""What a round looks at by default takes about that time on one core by the prices of the game; the most deals."""
SEARCHED = 25
"""Playouts a decision of the search it is judged against."""
SEARCH_DEALS = 20
"""One fresh deal in this number is played against the search."""
LEADS = (0, 125, 250, 500, 1000)
"""By how much (x1000) an action may have to be worth more than the plan's favourite to be taken: the best of these is found in play."""
LEAD_DEALS = 4
"""One deal for this number of fresh ones, and others than these, is played with each of them."""
OWN = 3
"""From the second round on, how many seats the player of the round before has for one of the field: if both had as many, plans would win
more than an even share among players who have learned."""
FORMAT = 2
"""Raised when the same question makes another player."""


@dataclass(frozen=True)
class LearnQuestion:
    """What is learned. `run` holds the rules, seed and numbers of players; `plan` whose favourites are judged; `field` who sits at the
    tables; deals: of a round, for each number of players."""

    run: ResolvedRun
    plan: Strategy
    field: Field
    deals: int
    worlds: int
    rounds: int
    fresh: int

    def identity(self) -> str:
        """sha256 (hex) of everything that decides what is learned, except for the number of rounds and the deals it is judged on."""
        matter = {
            "run": replace(self.run, strategies=(self.plan, *self.field.plans)).identity(),
            "odds": self.field.odds(self.run.players),
            "sizes": [self.deals, self.worlds],
            "made by": [FORMAT, made_by()],
        }
        return hashlib.sha256(json.dumps(matter, sort_keys=True).encode()).hexdigest()

    @property
    def folder(self) -> Path:
        """Where it is kept, by default."""
        return Path(REPORTS) / f"learn-{self.run.game.id}-{self.identity()[:8]}"

    @property
    def has_search(self) -> bool:
        """Whether it is judged against a search."""
        return SEARCH in shipped_strategies(self.run.game.id)

    def looks(self, number: int, learned: Strategy | None) -> LookQuestion:
        """What is looked at in a round: games of the field, from the second on with the player of the round before in most seats."""
        plans, weights = self.field.plans, {n: self.field.weights_at(n) for n in self.run.players}
        if learned is not None:
            plans, weights = (*plans, learned), {n: (*row, OWN * sum(row)) for n, row in weights.items()}
        seed = (self.run.seed + number) % (SEEDS[1] + 1)
        run = replace(self.run, strategies=plans, tables=DRAWN, weights=weights, deals=self.deals, seed=seed)
        return LookQuestion(run, self.worlds)

    def command(self) -> str:
        """The command that makes the same player again."""
        run = self.run
        words = ["simcli", "learn", run.game.id, "--plan", word(self.plan), "--players", ",".join(map(str, run.players))]
        words += ["--field", field_word(self.field, run.players)]
        words += ["--deals", str(self.deals), "--worlds", str(self.worlds), "--rounds", str(self.rounds), "--seed", str(run.seed)]
        words += ["--fresh", str(self.fresh)] if self.fresh != FRESH else []
        for text in run.sets:
            words += ["--set", text]
        return shlex.join(words)

    @property
    def field_name(self) -> str:
        """What its field is called; that of its plan where it has one alone."""
        if not self.field.is_drawn:
            return self.field.plans[0].name
        file = Path(self.field.where)
        return (file.parent.name if file.name == IN_A_FOLDER else file.stem) if file.suffix else "the field"


class LearnSettings(TypedDict, total=False):
    """The options of learning."""

    players: int | Sequence[int]
    seed: int
    sets: Assignments
    deals: int | None
    worlds: int
    rounds: int
    fresh: int


def ask(
    game: str, plan: Named | None = None, field: Named | Sequence[Named | tuple[Named, float]] = (), **settings: Unpack[LearnSettings]
) -> LearnQuestion:
    """Settles what is learned. UserError with what cannot be, before anything is played or written."""
    refuse_unknown(settings, LearnSettings)
    one = named_game(game)
    counts = counts_of(one, several(settings.get("players", ())))
    worlds = settings.get("worlds", WORLDS)
    check_worlds(worlds)
    sets = assignments(settings.get("sets", ()))
    check_sets(sets, "a player that learns")
    config = {"game": one.id, "players": list(counts), "strategies": ["random"], "deals": 1, "seed": 1}
    run = load_config(config, sets=sets, seed=settings.get("seed", 1))
    members = several(field) or ((LEAGUE,) if LEAGUE in field_names(one.id) else ())
    others = field_of(one, members, "--field").played_at(counts)
    first = _plan_of(others, counts) if plan is None else plan
    (judged,) = load_strategies(one, [first], "--plan")
    if judged.kind != HEURISTIC:
        raise UserError.of("--plan", f"'{judged.name}' has no weights to find favourites with", "name a YAML strategy with weights")
    asked = LearnQuestion(run, judged, others, 1, worlds, settings.get("rounds", ROUNDS), settings.get("fresh", FRESH))
    least = -(-FEWEST // sum(counts))
    deals = settings.get("deals") or max(least, default_deals(asked.looks(1, None).run, worlds, SECONDS, MOST))
    if deals < least:
        what = f"a round looks at one choice of each of {deals * sum(counts)} games, and trees are fitted to {FEWEST} choices or more"
        raise UserError.of(f"--deals {deals}", what, f"say {least} or more")
    return replace(asked, deals=deals)


def _plan_of(field: Field, players: Sequence[int]) -> Strategy:
    """The plan with weights that most seats draw. UserError where there is none."""
    able = [(share, -k) for k, (plan, share) in enumerate(zip(field.plans, field.shares(players), strict=True)) if plan.kind == HEURISTIC]
    if not able:
        raise UserError.of("--plan", "no plan of the field has weights to find favourites with", "name one: --plan NAME")
    return field.plans[-max(able)[1]]


def with_favourites(asked: LearnQuestion, number: int, columns: dict[str, tuple[str, ...]], trees: dict[str, str]) -> Strategy:
    """The player that a round has made."""
    counts = " or ".join(map(str, asked.run.players))
    idea = f"Takes, of the favourites of {asked.plan.name}, the one that look-ahead taught it to value most, with {counts} players."
    name = NAME if number == asked.rounds else f"{NAME}_{number}"
    return replace(
        asked.plan,
        name=name,
        kind=NAME,
        idea=idea,
        rollout=asked.plan.name,
        best=BEST,
        columns=columns,
        trees=trees,
        where=f"{name}.yaml",
    )
