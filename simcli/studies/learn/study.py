"""A player that learns, as the command line drives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import RenderableType

from simcli.config.players.strategies import Strategy
from simcli.engine.code.doors import WARM_DECISIONS
from simcli.report import formatting as fmt
from simcli.report.rows import terminal_tables
from simcli.studies.driver import AskedStudy, StudyPlan, drive, folder_text
from simcli.studies.learn.play import LearnResult, learn_in
from simcli.studies.learn.question import LearnQuestion, ask
from simcli.terminal.arguments import members
from simcli.terminal.common import OfGame
from simcli.terminal.progress import LiveLine


class LearnStudy(AskedStudy["LearnResult"]):
    """Rounds of looking ahead and fitting, and fresh deals that judge what was learned."""

    asked: LearnQuestion
    is_config = False
    kinds = (WARM_DECISIONS,)

    @property
    def strategies(self) -> list[Strategy]:
        """Those at the tables."""
        return list(self.asked.field.plans)

    def plan(self) -> StudyPlan:
        """What would be looked at."""
        asked, run = self.asked, self.run
        data: dict[str, Any] = {
            "game": run.game.id,
            "players": list(run.players),
            "plan": asked.plan.name,
            "field": [plan.name for plan in asked.field.plans],
            "rounds": asked.rounds,
            "deals": asked.deals,
            "worlds": asked.worlds,
            "fresh": asked.fresh,
            "seed": run.seed,
            "identity": asked.identity(),
            "folder": str(self.folder),
            "folder_exists": self.folder.exists(),
        }
        facts = {
            "Game": run.game.title,
            "Players": ", ".join(map(str, run.players)),
            "Judges the favourites of": asked.plan.name,
            "At the tables": ", ".join(data["field"]),
            "Rounds": fmt.count(asked.rounds),
            "Deals": f"{fmt.count(asked.deals)} for each number of players, {asked.worlds} worlds an action",
            "Fresh deals": f"{fmt.count(asked.fresh)} for each number of players",
            "Seed": str(run.seed),
            "Identity": data["identity"],
            "Folder": folder_text(data),
        }
        return StudyPlan(data, facts)

    def play(self) -> LearnResult:
        """What was learned, with a line that says where it stands."""
        with LiveLine(quiet=self.common.quiet) as line:
            return learn_in(self.asked, self.folder, workers=self.common.workers, on_progress=line.state)

    def tables(self, found: LearnResult) -> Iterable[RenderableType]:
        """What it wins among whom."""
        return terminal_tables(found.answer.rows, f"{fmt.count(self.asked.fresh)} fresh deals")

    def next_step(self, found: LearnResult) -> str:
        """More fresh deals, where a result is unclear."""
        _, at, deals = found.answer.next.partition("--fresh")
        return f"next: the same command with {at}{deals}" if at else ""

    def after(self, found: LearnResult) -> Iterator[str]:
        """The page, and what to do with the file."""
        return self.file_lines(found, found.file)


def start(game: str, common: OfGame, plan: str | None, field: str, **settings: Any) -> int:
    """Learns, or goes on; the exit code."""
    question = ask(
        game,
        plan,
        members(field),
        players=common.players or (),
        **common.of_game,
        **settings,
    )
    return drive(LearnStudy(common, question))
