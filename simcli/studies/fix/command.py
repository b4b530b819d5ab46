"""`simcli fix`: the smallest change of named numbers that reaches a goal, certified on fresh deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.base.files import PAGE
from simcli.report import formatting as fmt
from simcli.studies.driver import Study, StudyPlan, drive, folder_text
from simcli.terminal import ui
from simcli.terminal.common import Kept, PlayedConfig, with_options
from simcli.terminal.progress import ProgressPrinter

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.sim.pool.cluster import Workers
    from simcli.studies.fix.play import FixResult
    from simcli.studies.fix.question import FixQuestion

EXAMPLES = (
    'simcli fix guildes/cards --players 4 --goal "guild fisherman even" --by guilds.fisherman.copies --within 5..8 --deals 10000',
    'simcli fix my.yaml --goal "seat 1 even" --by guilds.militia.copies,setup.rounds --deals 20000 --out fixed',
    'simcli fix my.yaml --goal "viable plans at least 2" --by setup.rounds --deals 4000',
    'simcli fix my.yaml --goal "margin at most 3" --by setup.rounds --deals 4000',
)


def plan_data(asked: FixQuestion, workers: Workers | None) -> dict[str, Any]:
    """What would be searched, as plain data; `seconds` of every change with all its deals, by the prices of the game's description."""
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.cluster import cores_of
    from simcli.studies.fix.estimate import stages_of

    cores = cores_of(workers)
    games = 1 + len(asked.singles)
    plan = make_plan(asked.played)
    return {
        "game": asked.run.game.id,
        "goal": asked.goal.name,
        "by": list(asked.by),
        "changes": len(asked.singles),
        "pairs": len(asked.pairs),
        "left_out": len(asked.left_out),
        "seed": asked.run.seed,
        "deals": asked.run.deals,
        "stages": list(stages_of(asked.run.deals)),
        "games": games * plan.games,
        "workers": cores,
        "seconds": games * asked.run.deals * sum(cell.price for cell in plan.cells) / 1e6 / cores,
        "folder": str(asked.folder),
        "folder_exists": asked.folder.exists(),
    }


def _facts(asked: FixQuestion, plan: dict[str, Any]) -> RenderableType:
    """The same as a table."""
    from simcli.report.table.grid import Facts

    left = f", {plan['left_out']} more cannot be played or change nothing" if plan["left_out"] else ""
    facts = {
        "Game": asked.run.game.title,
        "Goal": plan["goal"],
        "Numbers": ", ".join(plan["by"]),
        "Changes": f"{fmt.count(plan['changes'])} of one number, {fmt.count(plan['pairs'])} of two{left}",
        "Deals": f"{fmt.count(plan['deals'])} a change, in stages of {fmt.listing([fmt.count(n) for n in plan['stages']])}",
        "Games": f"{fmt.count(plan['games'])} of the game as it is and changes of one number, at most",
        "Seed": str(plan["seed"]),
        "Rough time": f"{fmt.readable_time(plan['seconds'])} at most, on {fmt.cores(plan['workers'])}, once compiled",
        "Folder": folder_text(plan),
    }
    return Facts(tuple(facts.items()))


class FixStudy(Study["FixResult"]):
    """A search among changes; its games lie in a folder of their own, the fresh deals in that of the run."""

    common: Kept
    is_begun = True
    """What is searched is kept in any case."""

    def __init__(self, common: Kept, asked: FixQuestion) -> None:
        super().__init__(common, asked.run)
        self.asked = asked

    @property
    def default_folder(self) -> Path:
        """Where the search keeps what it has played."""
        return self.asked.folder

    def plan(self) -> StudyPlan:
        """What would be searched."""
        data = plan_data(self.asked, self.common.workers)
        return StudyPlan(data, [_facts(self.asked, data)])

    def play(self) -> FixResult:
        """Searches and certifies."""
        from simcli.studies.fix.play import search

        def watch(run: ResolvedRun, place: Path) -> AbstractContextManager[ProgressPrinter]:

            return ProgressPrinter(run, place, is_resumed=False, quiet=self.common.quiet)

        asked, common = self.asked, self.common
        return search(asked, asked.folder, common.out, workers=common.workers, watch=watch, tell=self.say)

    def tables(self, found: FixResult) -> Iterable[RenderableType]:
        """A row a change that was tried."""
        from simcli.report.table.terminal import whole_table
        from simcli.studies.fix.words import view

        return [whole_table(view(found.results))]

    def after(self, found: FixResult) -> Iterator[str]:
        """What was left out, where the page is, and the command that plays the certificate again."""
        from simcli.report.words.left_out import left_out_text

        assert found.run.folder is not None
        yield left_out_text(self.asked.left_out) if self.asked.left_out else ""
        yield f"report: {found.run.folder / PAGE}"
        yield f"the fresh deals again: {found.command}"

    def code(self, found: FixResult) -> int:
        """1 where nothing reaches the goal, 3 while that is not known."""
        codes = {"nothing to fix": ui.DONE, "found": ui.DONE, "none": ui.GATE_SAYS_NO, "not yet known": ui.STOPPED}
        return codes[found.results.outcome]


@with_options
def fix(
    config: PlayedConfig,
    common: Kept,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help="What is to be so: 'seat 1 even', 'guild knight even' (what a copy is worth), or bounds such as 'margin at most 3'.",
        ),
    ],
    by: Annotated[list[str], typer.Option(metavar="NUMBER,...", help="Numbers that may change, such as guilds.knight.copies; repeatable.")],
    within: Annotated[
        list[str] | None,
        typer.Option(metavar="LO..HI", help="Values they may take, for all or for each path in its order.", show_default=False),
    ] = None,
) -> int:
    """Finds the smallest change of named numbers that reaches a goal, and certifies it on fresh deals."""
    from simcli.studies.fix.question import ask

    return drive(FixStudy(common, ask(config, goal, by, within=within or (), **common.asked)))
