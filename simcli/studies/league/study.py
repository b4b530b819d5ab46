"""A league as the command line drives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import RenderableType

from simcli.config.players.strategies import Strategy
from simcli.report import formatting as fmt
from simcli.report.rows import terminal_tables
from simcli.studies.driver import AskedStudy, StudyPlan, drive
from simcli.studies.league.play import FIELD_FOLDER, LeagueResult, play
from simcli.studies.league.question import DEALS, LeagueQuestion, ask
from simcli.terminal.common import OfGame


class LeagueStudy(AskedStudy["LeagueResult"]):
    """Rounds of searches, and the tables of all plans."""

    asked: LeagueQuestion
    is_config = False
    is_begun = True
    """What was searched is kept in any case."""

    @property
    def strategies(self) -> list[Strategy]:
        """Those it starts with."""
        return list(self.asked.first.field.plans)

    def plan(self) -> StudyPlan:
        """What is played, and when it ends."""
        asked, plan = self.asked, self.asked.to_json(self.folder)
        most = f"at most {fmt.count(plan['most_line_ups'])} with a reply of each of {fmt.count(asked.rounds)} rounds"
        each = f", from each of {asked.starts} starts" if asked.starts > 1 else ""
        facts = {
            "Game": self.run.game.title,
            "Players": str(asked.players),
            "Plans": ", ".join(plan["field"]),
            "Line-ups": f"{fmt.count(plan['line_ups'])} of these plans, {most}; {fmt.count(asked.deals)} deals each, in all rotations",
            "Each search": f"{asked.budget.minutes:g} minutes" if asked.budget.games is None else f"{fmt.count(asked.budget.games)} games",
            "It ends": f"with a reply that gains less than {fmt.bare_percent(asked.enough)} points{each}",
            "Seed": str(self.run.seed),
            "Folder": f"{self.folder}{', to be gone on with' if self.folder.exists() else ''}",
        }
        return StudyPlan(plan, facts)

    def play(self) -> LeagueResult:
        """The league, played or resumed."""
        return play(self.asked, self.folder, workers=self.common.workers, on_progress=self.say)

    def tables(self, found: LeagueResult) -> Iterable[RenderableType]:
        """The rows of the answer, then the plans and the searches."""
        yield from terminal_tables(found.answer.rows)
        yield from super().tables(found)

    def after(self, found: LeagueResult) -> Iterator[str]:
        """Where page and field are."""
        field = self.folder / FIELD_FOLDER
        yield self.page_line()
        yield f"in a config: strategies: {{field: {field.as_posix()}}}"


def start(game: str, common: OfGame, field: Sequence[str], **settings: Any) -> int:
    """Plays a league, or resumes it; the exit code. `settings`: how replies are searched, as `ask` takes them."""
    asked = ask(game, field, players=common.players, deals=common.deals or DEALS, **common.of_game, **settings)
    return drive(LeagueStudy(common, asked))
