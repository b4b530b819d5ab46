"""`simcli ladder`: whether the verdicts of a config survive stronger players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.formatting import count, readable_time
from simcli.studies.driver import Study, StudyPlan, drive, time_text
from simcli.terminal.arguments import PLAY, listed
from simcli.terminal.common import Kept, PlayedConfig, deals_option, with_options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config.players.strategies import Strategy
    from simcli.sim.pool.cluster import Workers
    from simcli.studies.ladder.question import LadderQuestion, PlannedRung
    from simcli.studies.results import StudyResult
    from simcli.terminal.progress import ProgressPrinter

EXAMPLES = (
    "simcli ladder kingdom_builder/seats --set players=4",
    "simcli ladder guildes/cards --set players=4 --rungs random,balanced,search-5 --budget 0.5 --out cards-ladder",
)


def _minutes(text: str | float) -> float:
    """A number of minutes above 0."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if 0.0 < minutes < 1e6:
        return minutes
    raise UserError.of(f"--budget {text}", f"found '{text}', expected minutes, a number above 0", "for instance --budget 2")


@dataclass(frozen=True, kw_only=True)
class OfLadder(Kept):
    """The common options; deals are those of a rung."""

    deals: Annotated[int | None, deals_option("Most deals of a rung.")] = None


class LadderStudy(Study["StudyResult"]):
    """A run of the same config for every rung."""

    common: OfLadder
    is_begun = True
    """What was played is kept in any case."""

    def __init__(self, common: OfLadder, asked: LadderQuestion) -> None:
        super().__init__(common, asked.run)
        self.asked = asked

    @property
    def strategies(self) -> list[Strategy]:
        """The players of all rungs."""
        return [plan for one in self.asked.rungs for plan in one.run.strategies]

    @property
    def default_folder(self) -> Path:
        """Where the rungs are kept."""
        return self.asked.folder

    def notes(self) -> Iterator[str]:
        """Usual rungs that are left out."""
        return (f"left out: {one}" for one in self.asked.missing)

    def plan(self) -> StudyPlan:
        """What would be played."""
        data = plan_data(self.asked, self.folder, self.common.workers)
        return StudyPlan(data, list(_plan_tables(self.asked, data)))

    def play(self) -> StudyResult:
        """Every rung, played or resumed."""
        from simcli.studies.ladder.play import play_ladder

        @contextmanager
        def watch(one: PlannedRung, place: Path) -> Iterator[ProgressPrinter]:
            self.say(f"{one.rung.name}: {count(one.run.deals)} deals")
            with self.printer(one.run, place) as printer:
                yield printer

        found = play_ladder(self.asked, self.folder, workers=self.common.workers, watch=watch)
        for planned, rung in zip(self.asked.rungs, found.results.rungs, strict=True):
            if rung.deals > planned.run.deals:
                self.say(f"kept: {self.folder} holds {rung.deals:,} deals of {rung.rung}; for fewer choose another --out")
        return found

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """A row a figure."""
        from simcli.studies.ladder.words import terminal_tables

        return terminal_tables(found.results)

    def after(self, found: StudyResult) -> Iterator[str]:
        """Where the page is."""
        yield self.page_line()


@with_options
def ladder(
    config: PlayedConfig,
    common: OfLadder,
    rungs: Annotated[
        list[str] | None,
        typer.Option(
            "--rungs",
            metavar="NAME,...",
            help="Players from weak to strong: strategies, shipped, fields, search-N; NAME:DEALS for its deals.",
            rich_help_panel=PLAY,
            show_default=False,
        ),
    ] = None,
    about: Annotated[
        str | None,
        typer.Option(
            metavar="FIGURE",
            help="What is judged: seats, items, bans, variants or a figure; what the config asks about if not given, else all.",
            rich_help_panel=PLAY,
            show_default=False,
        ),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(help="Rough minutes of one core for each rung.", rich_help_panel=PLAY, parser=_minutes, metavar="MINUTES"),
    ] = 2.0,
) -> int:
    """Says whether the verdicts of a config survive stronger players: each is repeated with the players of each rung, on the same deals."""
    from simcli.studies.ladder.question import ask

    return drive(LadderStudy(common, ask(config, listed(rungs), about=about, budget=budget, **common.asked)))


def plan_data(asked: LadderQuestion, folder: Path, workers: Workers | None) -> dict[str, Any]:
    """The plan as plain data; `seconds` come from the prices of the game's description, not from this machine."""
    from simcli.sim.deal_units import played_again
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.cluster import cores_of

    cores = cores_of(workers)
    plans = [make_plan(one.run) for one in asked.rungs]
    rungs = [
        {
            "rung": one.rung.name,
            "strategies": [plan.name for plan in one.run.strategies],
            "tables": one.run.tables,
            "players": list(one.run.players),
            "deals": one.run.deals,
            "games": plan.games,
            "step_deals": {str(n): deals for n, deals in one.step_deals.items()},
            "seconds": (
                (one.run.deals + played_again(plan, one.run.deals)) * one.microseconds
                + sum(one.step_deals[n] * one.step_microseconds[n] for n in one.step_deals)
            )
            / 1e6
            / cores,
        }
        for one, plan in zip(asked.rungs, plans, strict=True)
    ]
    return {
        "game": asked.run.game.id,
        "seed": asked.run.seed,
        "judged": [one if isinstance(one, str) else one.name for one in asked.asked],
        "rungs": rungs,
        "missing": list(asked.missing),
        "workers": cores,
        "seconds": sum(float(str(rung["seconds"])) for rung in rungs),
        "folder": str(folder),
        "folder_exists": folder.exists(),
    }


def _plan_tables(asked: LadderQuestion, plan: dict[str, Any]) -> Iterator[RenderableType]:
    """A row a rung, and what holds for all."""
    from simcli.report.table.grid import Facts, Grid

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
            readable_time(rung["seconds"]),
        )
        for rung in plan["rungs"]
    )
    facts = {
        "Game": asked.run.game.title,
        "Judged": fmt.listing(plan["judged"]),
        "Seed": str(plan["seed"]),
        "Rough time": time_text(plan),
        "Folder": f"{plan['folder']}{', to be gone on with' if plan['folder_exists'] else ''}",
    }
    yield Grid(titles, rows, right=frozenset({4, 5, 6}), leaves=(6, 2))
    yield Facts(tuple(facts.items()))
