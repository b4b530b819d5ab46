"""A search for weights as the command line drives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import RenderableType

from simcli.config.players.strategies import Strategy
from simcli.report import formatting as fmt
from simcli.report.rows import terminal_tables
from simcli.studies.driver import AskedStudy, StudyPlan, drive, folder_text, time_text
from simcli.studies.tune.question import DEALS, Budget, TuneQuestion, ask
from simcli.studies.tune.result import TuneResult
from simcli.studies.tune.search import SearchProgress, search
from simcli.terminal.arguments import members
from simcli.terminal.common import OfGame
from simcli.terminal.progress import LiveLine, clock


class TuneStudy(AskedStudy["TuneResult"]):
    """A search of generations, and fresh deals that judge what it found."""

    asked: TuneQuestion
    is_config = False

    def __init__(self, common: OfGame, asked: TuneQuestion, budget: Budget) -> None:
        super().__init__(common, asked)
        self.budget = budget

    @property
    def strategies(self) -> list[Strategy]:
        """Those of the field."""
        return list(self.asked.field.plans)

    def plan(self) -> StudyPlan:
        """What would be searched."""
        data = self.asked.plan(self.budget, self.folder, self.common.workers)
        games, minutes = data["games"], data["minutes"]
        facts = {
            "Game": self.run.game.title,
            "Players": ", ".join(map(str, data["players"])),
            "Start": data["start"],
            "Field": ", ".join(f"{name} ({fmt.percent(share)} of seats)" for name, share in data["field"].items()),
            "Searched": f"{data['searched']} weights",
            "A generation": f"{data['candidates']} candidates and the middle of the search, {data['games_a_generation']:,} games",
            "Ends at": f"{minutes:g} minutes" if games is None else f"{data['generations']:,} generations, {games:,} games",
            "Fresh deals": f"{data['fresh']:,} for each number of players",
            "Seed": str(data["seed"]),
            "Rough time": time_text(data),
            "Identity": data["identity"],
            "Folder": folder_text(data),
        }
        return StudyPlan(data, facts)

    def play(self) -> TuneResult:
        """The search, started or resumed, with a line that says where it stands."""
        first: list[SearchProgress] = []
        with LiveLine(quiet=self.common.quiet) as line:

            def on_progress(progress: SearchProgress) -> None:
                # The first generation may have waited for the compiler, so speed is measured from the moment it was done.
                if progress.played and not first:
                    first.append(progress)
                if progress.is_judging:
                    line.show(f"judging on {self.asked.fresh:,} fresh deals")
                elif progress.kept:
                    line.say(f"resuming {self.folder}: {progress.kept:,} generations are there")
                elif line.is_due and first and progress.played > first[0].played:
                    line.show(self._state(progress, first[0]))

            return search(self.asked, self.budget, self.folder, workers=self.common.workers, on_progress=on_progress)

    def _state(self, progress: SearchProgress, first: SearchProgress) -> str:
        """`generation 34 of 122, 278,528 games, 43,000/s, 0:17 left, wins 61.2 %`."""
        rate, most = (progress.played - first.played) / (progress.took - first.took), ""
        left = 60 * self.budget.minutes - progress.seconds if self.budget.minutes is not None else 0.0
        if self.budget.games is not None:
            generations = self.budget.games // self.asked.games
            left, most = (generations * self.asked.games - progress.games) / rate, f" of {generations:,}"
        wins = [] if progress.share is None else [f"wins {fmt.percent(progress.share)}"]
        speed = [f"{progress.games:,} games", f"{round(rate):,}/s", f"{clock(max(0.0, left))} left"]
        return ", ".join([f"generation {progress.generation:,}{most}", *speed, *wins])

    def tables(self, found: TuneResult) -> Iterable[RenderableType]:
        """What the tuned plan wins instead of the one it began with."""
        return terminal_tables(found.answer.rows, f"{fmt.count(self.asked.fresh)} fresh deals")

    def after(self, found: TuneResult) -> Iterator[str]:
        """The page, which has the command that makes the file again, and what to do with the file."""
        return self.file_lines(found, found.file)


def start(game: str, common: OfGame, first: str | None, field: str, budget: str | None, **settings: Any) -> int:
    """Searches, or resumes it; the exit code. `first`: the strategy it starts with; `settings`: how it searches, as `ask` takes them."""
    question = ask(game, first, members(field), players=common.players or (), **common.of_game, deals=common.deals or DEALS, **settings)
    limits = Budget() if budget is None else Budget.read(budget)
    question.check(limits)
    return drive(TuneStudy(common, question, limits))
