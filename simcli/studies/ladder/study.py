"""A ladder as the command line drives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from simcli.config.players.strategies import Strategy
from simcli.report import formatting as fmt
from simcli.report.rows import PAGE_HAS, terminal_tables
from simcli.report.table.grid import Grid
from simcli.sim.deal_units import played_again
from simcli.sim.plan import make_plan
from simcli.sim.pool.cluster import cores_of
from simcli.studies.driver import AskedStudy, StudyPlan, drive, time_text
from simcli.studies.ladder.play import play_ladder
from simcli.studies.ladder.question import LadderQuestion, PlannedRung, ask
from simcli.studies.ladder.words import players_table
from simcli.studies.results import StudyResult
from simcli.terminal.common import Kept
from simcli.terminal.progress import ProgressPrinter


class LadderStudy(AskedStudy["StudyResult"]):
    """A run of the same config for every rung."""

    asked: LadderQuestion
    is_begun = True
    """What was played is kept in any case."""

    @property
    def strategies(self) -> list[Strategy]:
        """The players of all rungs."""
        return [plan for one in self.asked.rungs for plan in one.run.strategies]

    def notes(self) -> Iterator[str]:
        """Usual rungs that are left out."""
        return (f"left out: {one}" for one in self.asked.missing)

    def plan(self) -> StudyPlan:
        """A row a rung, and what holds for all; `seconds` by the prices of the game's description, not from this machine."""
        cores = cores_of(self.common.workers)
        rungs = [_rung_plan(one, cores) for one in self.asked.rungs]
        data = {
            "game": self.run.game.id,
            "seed": self.run.seed,
            "judged": [one if isinstance(one, str) else one.name for one in self.asked.asked],
            "rungs": rungs,
            "missing": list(self.asked.missing),
            "workers": cores,
            "seconds": sum(rung["seconds"] for rung in rungs),
            "folder": str(self.folder),
            "folder_exists": self.folder.exists(),
        }
        titles = ("Rung", "Who sits in all seats", "Tables", "Players", "Deals", "Games", "Deals for its strength", "Rough time")
        rows = tuple(
            (
                rung["rung"],
                fmt.few(rung["strategies"]),
                rung["tables"],
                fmt.listing([str(n) for n in rung["players"]]),
                fmt.count(rung["deals"]),
                fmt.count(rung["games"]),
                fmt.count(sum(rung["step_deals"].values())) if rung["step_deals"] else fmt.DASH,
                fmt.readable_time(rung["seconds"]),
            )
            for rung in rungs
        )
        facts = {
            "Game": self.run.game.title,
            "Judged": fmt.listing(data["judged"]),
            "Seed": str(self.run.seed),
            "Rough time": time_text(data),
            "Folder": f"{self.folder}{', to be gone on with' if self.folder.exists() else ''}",
        }
        return StudyPlan(data, facts, [Grid(titles, rows, right=frozenset({4, 5, 6}), leaves=(6, 2))])

    def play(self) -> StudyResult:
        """Every rung, played or resumed."""

        @contextmanager
        def watch(one: PlannedRung, place: Path) -> Iterator[ProgressPrinter]:
            self.say(f"{one.rung.name}: {fmt.count(one.run.deals)} deals")
            with self.printer(one.run, place) as printer:
                yield printer

        found = play_ladder(self.asked, self.folder, workers=self.common.workers, watch=watch)
        for planned, rung in zip(self.asked.rungs, found.results.rungs, strict=True):
            if rung.deals > planned.run.deals:
                self.say(f"kept: {self.folder} holds {rung.deals:,} deals of {rung.rung}; for fewer choose another --out")
        return found

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """The rows of the answer, then the players; the figures rung by rung are on the page."""
        yield from terminal_tables(found.answer.rows, rest=PAGE_HAS)
        yield players_table(found.spoken)


def _rung_plan(one: PlannedRung, cores: int) -> dict[str, Any]:
    plan, deals = make_plan(one.run), one.run.deals
    steps = sum(one.step_deals[n] * one.step_microseconds[n] for n in one.step_deals)
    return {
        "rung": one.rung.name,
        "strategies": [plan.name for plan in one.run.strategies],
        "tables": one.run.tables,
        "players": list(one.run.players),
        "deals": deals,
        "games": plan.games,
        "step_deals": {str(n): deals for n, deals in one.step_deals.items()},
        "seconds": ((deals + played_again(plan, deals)) * one.microseconds + steps) / 1e6 / cores,
    }


def start(config: str, common: Kept, rungs: Sequence[str], *, about: str | None, budget: float) -> int:
    """Plays a ladder of a config, or resumes it; the exit code."""
    return drive(LadderStudy(common, ask(config, rungs, about=about, budget=budget, **common.asked)))
