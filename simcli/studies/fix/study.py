"""The search for the smallest change as the command line drives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from simcli.base.files import PAGE
from simcli.config import ResolvedRun
from simcli.report import formatting as fmt
from simcli.report.rows import terminal_tables
from simcli.sim.plan import make_plan
from simcli.sim.pool.cluster import cores_of
from simcli.studies.driver import AskedStudy, StudyPlan, drive, folder_text
from simcli.studies.fix.estimate import stages_of
from simcli.studies.fix.play import FILE, FixResult, search
from simcli.studies.fix.question import FixQuestion, ask
from simcli.studies.fix.words import caption
from simcli.terminal import ui
from simcli.terminal.common import Kept
from simcli.terminal.progress import ProgressPrinter


class FixStudy(AskedStudy["FixResult"]):
    """A search among changes; its games lie in a folder of their own, the fresh deals in that of the run."""

    common: Kept
    asked: FixQuestion
    is_begun = True
    """What is searched is kept in any case."""

    def plan(self) -> StudyPlan:
        """What would be searched; `seconds` of every change with all its deals, by the prices of the game's description."""
        asked, run, plan = self.asked, self.run, make_plan(self.asked.played)
        cores, stages, games = cores_of(self.common.workers), list(stages_of(run.deals)), 1 + len(asked.singles)
        data: dict[str, Any] = {
            "game": run.game.id,
            "goal": asked.goal.name,
            "by": list(asked.by),
            "changes": len(asked.singles),
            "pairs": len(asked.pairs),
            "left_out": len(asked.left_out),
            "seed": run.seed,
            "deals": run.deals,
            "stages": stages,
            "games": games * plan.games,
            "workers": cores,
            "seconds": games * run.deals * sum(cell.price for cell in plan.cells) / 1e6 / cores,
            "folder": str(asked.folder),
            "folder_exists": asked.folder.exists(),
        }
        left = f", {len(asked.left_out)} more cannot be played or change nothing" if asked.left_out else ""
        facts = {
            "Game": run.game.title,
            "Goal": asked.goal.name,
            "Numbers": ", ".join(asked.by),
            "Changes": f"{fmt.count(len(asked.singles))} of one number, {fmt.count(len(asked.pairs))} of two{left}",
            "Deals": f"{fmt.count(run.deals)} a change, in stages of {fmt.listing([fmt.count(n) for n in stages])}",
            "Games": f"{fmt.count(games * plan.games)} of the game as it is and changes of one number, at most",
            "Seed": str(run.seed),
            "Rough time": f"{fmt.readable_time(data['seconds'])} at most, on {fmt.cores(cores)}, once compiled",
            "Folder": folder_text(data),
        }
        return StudyPlan(data, facts)

    def play(self) -> FixResult:
        """Searches and certifies."""

        def watch(run: ResolvedRun, place: Path) -> AbstractContextManager[ProgressPrinter]:
            return ProgressPrinter(run, place, is_resumed=False, quiet=self.common.quiet)

        asked, common = self.asked, self.common
        return search(asked, asked.folder, common.out, workers=common.workers, watch=watch, on_progress=self.say)

    def tables(self, found: FixResult) -> Iterable[RenderableType]:
        """The figures of the goal, as they are and changed, or those of all versions that were played."""
        return terminal_tables(found.answer.rows, caption(found.results))

    def after(self, found: FixResult) -> Iterator[str]:
        """How many changes were left out, and where the page is, with the command that plays the fresh deals again."""
        assert found.run.folder is not None
        left = len(self.asked.left_out)
        yield f"left out: {fmt.count(left)} changes, named in {FILE}.json" if left else ""
        yield f"report: {found.run.folder / PAGE}"

    def code(self, found: FixResult) -> int:
        """1 where nothing reaches the goal, 3 while that is not known."""
        codes = {"nothing to fix": ui.DONE, "found": ui.DONE, "none": ui.GATE_SAYS_NO, "not yet known": ui.STOPPED}
        return codes[found.results.outcome]


def start(config: str, common: Kept, goal: str, by: Sequence[str], within: Sequence[str]) -> int:
    """Searches and certifies; the exit code."""
    return drive(FixStudy(common, ask(config, goal, by, within=within, **common.asked)))
