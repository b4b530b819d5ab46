"""The question, settled before anything is written: the players of each level, and the deals that each plays."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from simcli.base.files import REPORTS
from simcli.base.names import kinds_of
from simcli.base.several import several
from simcli.config import ResolvedRun, load_config
from simcli.config.run.commands import rerun_command
from simcli.config.run.resolve import Overrides
from simcli.config.run.resolved import refuse_without_rivals
from simcli.errors import UserError
from simcli.sim.folder.names import default_folder
from simcli.sim.plan import make_plan, microseconds_a_game
from simcli.stats.figures.registry import NOT_DENIED, Topic, plain_name, why_unknown
from simcli.studies.known_figures import KnownFigures
from simcli.studies.ladder.estimate import EVERY, Asked, Group
from simcli.studies.ladder.rungs import Rung, check_number, read_rungs

BUDGET = 2.0
"""Minutes of one core that a rung may take, by the prices of the game, by default."""

FEWEST = 10
"""Fewest deals of a rung; a budget that does not reach for them is refused."""

PART = 4
"""What one player of a rung wins among players of the rung below is measured in a quarter of the budget of the rung."""

MOST_STEP_DEALS, FEWEST_STEP_DEALS = 2000, 20

FILE, RUNGS, PAGE_TITLE = "ladder", "rungs", "do the verdicts survive stronger players?"

QUESTION = "Do the verdicts hold with stronger players?"
"""What a ladder asks, with any question of the config."""


@dataclass(frozen=True)
class PlannedRung:
    """A rung and the run that it plays; `microseconds`: CPU time of a deal of all its cells, by the prices of the game."""

    rung: Rung
    run: ResolvedRun
    microseconds: float
    step_deals: Mapping[int, int]
    """by number of players, deals in which one of these players sits among those of the rung below; empty for the weakest"""
    step_microseconds: Mapping[int, float]
    """and the CPU time of such a deal"""


@dataclass(frozen=True)
class LadderQuestion:
    """What is to be played: the config's run, whose players do not matter, and the rungs from the weakest on."""

    run: ResolvedRun
    rungs: tuple[PlannedRung, ...]
    missing: tuple[str, ...]
    asked: tuple[Asked, ...]
    kinds: tuple[str, ...]
    budget: float
    about: str | None

    @property
    def folder(self) -> Path:
        """Where it goes, by default."""
        name = default_folder(self.run).name
        return Path(REPORTS) / f"{FILE}-{name}"

    def identity(self) -> str:
        """sha256 (hex) of everything the rungs depend on but their deals."""
        return hashlib.sha256("\n".join(f"{one.rung.name} {one.run.identity()}" for one in self.rungs).encode()).hexdigest()

    def command(self, deals: Sequence[int]) -> str:
        """The command line that repeats it, with this number of deals of each rung."""
        rungs = ",".join(f"{one.rung.word}:{n}" for one, n in zip(self.rungs, deals, strict=True))
        words = ["--rungs", rungs, "--budget", f"{self.budget:g}", *(["--about", self.about] if self.about else [])]
        return f"{rerun_command(self.run, FILE)} {shlex.join(words)}"


def ask(
    config: str | Path | Mapping[str, object],
    rungs: str | Sequence[str] = (),
    *,
    about: str | None = None,
    budget: float = BUDGET,
    **over: Unpack[Overrides],
) -> LadderQuestion:
    """Settles what is played. UserError with what cannot be, before anything is written."""
    named = several(rungs)
    if named:
        check_number(named)
    run = load_config(config, **over)
    if run.game.together:
        refuse_without_rivals(run, "ladder")
    given, missing = read_rungs(run, named)
    asked = _subjects(run, about)
    planned: list[PlannedRung] = []
    for rung in given:
        planned.append(_planned(run, rung, budget, planned[-1] if planned else None))
    return LadderQuestion(run, tuple(planned), tuple(missing), asked, kinds_of(run.report.kind), budget, about)


def _subjects(run: ResolvedRun, about: str | None) -> tuple[Asked, ...]:
    """What is judged. UserError where a config has none of it."""
    has_company = any(n > 1 for n in run.players)
    there = {
        "seats": has_company and not all(variant.restrictions.seats for variant in run.played_variants),
        "bans": any(variant.restrictions.seats for variant in run.played_variants),
        "items": has_company and not run.played_variants[run.base_number].restrictions,
        "variants": len(run.played_variants) > 1,
    }
    lacking = {
        "seats": "a player alone has no seat to be compared with, and in every variant a seat is restricted",
        "bans": "no seat is restricted in it",
        "items": "a player alone has nobody to be offered less than, and with a ban in the base items are not judged",
        "variants": "it has none",
    }
    if about is not None:
        group = next((one for one in EVERY if one == plain_name(about)), None)
        if group is None:
            return (_figure(run, about),)
        if not there[group]:
            raise UserError.of(f"--about {about}", f"the config has nothing of it: {lacking[group]}", "leave it out for all there is")
        return (group,)
    of_config = ABOUT.get(run.report.about)
    chosen = [one for one in EVERY if there[one] and of_config in (one, None)] or [one for one in EVERY if there[one]]
    if not chosen:
        raise UserError.of("CONFIG", "there is nothing to judge with one player and no variants", "--set players=2")
    return tuple(chosen)


def _figure(run: ResolvedRun, about: str) -> Topic:
    """The figure of that name. UserError where there is none, or where the players of a rung have none."""
    where, known = f"--about {about}", KnownFigures.of(run)
    topic = known.find(about)
    if topic is not None and topic.about == "strategy":
        raise UserError.of(where, "in a ladder other players sit in all seats", "name a figure of games, seats or items")
    if why_unknown(about) == NOT_DENIED:
        raise UserError.of(where, NOT_DENIED[0], "--about bans judges that of all items, where the config has `every: {ban: KIND}`")
    return known.asked(where, about, EVERY, without=("strategy",))


def _planned(run: ResolvedRun, rung: Rung, budget: float, below: PlannedRung | None) -> PlannedRung:
    """The run of a rung with the deals its budget pays for, at most those of the config, unless the rung says how many."""
    once = make_plan(rung.run(run, 1))
    a_deal = sum(cell.price for cell in once.cells)
    paid = int(budget * 60e6 / a_deal)
    deals = rung.deals or min(run.deals, _rounded_down(paid))
    if rung.deals is None and deals < min(FEWEST, run.deals):
        minutes = FEWEST * a_deal / 60e6
        what = f"{FEWEST} deals of the rung {rung.name} take about {minutes:.2g} minutes of one core, more than its budget"
        hint = f"--budget {minutes * 1.1:.2g}, or say how many deals it gets: {rung.name}:{FEWEST}"
        raise UserError.of(f"--budget {budget:g}", what, hint)
    steps: dict[int, int] = {}
    prices: dict[int, float] = {}
    if below is not None and not _is_python(rung) and not _is_python(below.rung):
        counts = [n for n in once.run.players if n in below.run.players and n > 1]
        options = run.played_variants[run.base_number].options
        for n in counts:
            one, other = (microseconds_a_game(who, n, options) for who in (once.run, below.run))
            prices[n] = one + (n - 1) * other  # n games, in each one seat among n - 1 others
            steps[n] = max(FEWEST_STEP_DEALS, min(MOST_STEP_DEALS, int(budget * 60e6 / PART / len(counts) / prices[n])))
    return PlannedRung(rung, rung.run(run, deals), a_deal, steps, prices)


def _is_python(rung: Rung) -> bool:
    return any(plan.source for plan in rung.field.plans)


def _rounded_down(number: int) -> int:
    """Its first two digits, and zeros."""
    power: int = 10 ** max(0, len(str(number)) - 2)
    return number // power * power


ABOUT: Mapping[str, Group] = {**{group: group for group in EVERY}, "cards": "bans"}
"""What is judged where the question of the config is about this; all there is for any other."""
