"""`simcli feel`: how long, how close, how open and how lucky the games of a config are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from simcli.cli.common import Kept, PlayedConfig, deals_option, with_options
from simcli.cli.driver import Plan, Study, drive

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.studies.results import StudyResults

EXAMPLES = (
    "simcli feel guildes/seats --set players=4 --deals 200",
    "simcli feel guildes/variants --set players=4 --deals 200",
    "simcli feel my.yaml --format csv > feel.csv",
)


@dataclass(frozen=True, kw_only=True)
class OfFeel(Kept):
    """The common options; few deals say much of a game's feel."""

    deals: Annotated[int | None, deals_option("Deals followed; 500 if not given.")] = None


def plan_data(run: ResolvedRun) -> dict[str, Any]:
    """What would be followed, as plain data."""
    from simcli.sim.plan import make_plan
    from simcli.studies.feel.rider import PLAYS

    return {
        "game": run.game.id,
        "strategies": [strategy.name for strategy in run.strategies],
        "players": list(run.players),
        "deals": run.deals,
        "plays": PLAYS,
        "games": PLAYS * make_plan(run).games,
        "seed": run.seed,
    }


def _facts(run: ResolvedRun, plan: dict[str, Any]) -> RenderableType:
    """The same as a table."""
    from simcli.report import formatting as fmt
    from simcli.report.table.grid import Facts

    facts = {
        "Game": run.game.title,
        "Strategies": ", ".join(plan["strategies"]),
        "Players": ", ".join(map(str, plan["players"])),
        "Deals": f"{fmt.count(plan['deals'])}, each {plan['plays']} times in every rotation",
        "Games": fmt.count(plan["games"]),
        "Seed": str(plan["seed"]),
    }
    return Facts(tuple(facts.items()))


class FeelStudy(Study["StudyResults"]):
    """Games that are followed decision by decision."""

    is_begun = True
    """What is followed is kept beside the kernels until all is."""

    @property
    def default_folder(self) -> Path:
        """Where its records are kept."""
        from simcli.studies.feel.api import feel_folder

        return feel_folder(self.run)

    @property
    def kinds(self) -> Sequence[str]:  # type: ignore[override]
        """Kernels that follow games."""
        from simcli.studies.feel.play import WARM

        return (WARM,)

    def plan(self) -> Plan:
        """What would be followed."""
        data = plan_data(self.run)
        return Plan(data, [_facts(self.run, data)])

    def play(self) -> StudyResults:
        """The games, followed or gone on with."""
        from simcli.cli.progress import LiveLine
        from simcli.studies.feel.api import follow_run, results_of

        with LiveLine(quiet=self.common.quiet) as line:
            followed = follow_run(
                self.run,
                workers=self.common.workers,
                tell=lambda games, goal: line.state(f"{games:,} of {goal:,} games followed"),
            )
        found = results_of(self.run, followed)
        found.write(self.folder)
        return found

    def tables(self, found: StudyResults) -> Iterable[RenderableType]:
        """A table for each number of players and variant."""
        from simcli.studies.feel.words import terminal_tables

        return terminal_tables(found.record.cells)

    def after(self, found: StudyResults) -> Iterator[str]:
        """How many games it was, and where the page is."""
        games = sum(cell.games for cell in found.record.cells)
        yield f"followed: {self.run.deals:,} deals, each {found.record.plays} times in every rotation, {games:,} games"
        yield self.page_line()


@with_options
def feel(config: PlayedConfig, common: OfFeel) -> int:
    """Says how games feel to play: length, closeness, lead changes, comebacks, when they are decided, luck, and choices that are none."""
    from simcli.studies.feel.api import load_feel

    return drive(FeelStudy(common, load_feel(config, **common.asked)))
