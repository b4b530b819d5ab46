"""Studies whose games are one run, which machines may share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from simcli.config.players.strategies import FUNCTION
from simcli.config.run.commands import more_command
from simcli.config.run.measures import FEEL, REGRET
from simcli.engine.code.doors import WARM_FEEL, WARM_REGRET
from simcli.report import formatting as fmt
from simcli.report import notebook
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.report.table.grid import Grid
from simcli.sim.folder.names import RUN, default_folder
from simcli.sim.plan import make_plan, rough_seconds
from simcli.sim.pool.cluster import Workers, cores_of
from simcli.sim.stop import DEALS, HALF_WIDTH, MINUTES
from simcli.stats.verdicts import deals_to_call_even
from simcli.studies.driver import GAP, LINE, Study, StudyPlan, folder_text, time_text
from simcli.studies.played import tolerance_of
from simcli.studies.result import Result
from simcli.studies.riders import plans
from simcli.studies.run.play import play, play_shard
from simcli.terminal import ui
from simcli.terminal.common import Sharded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.sim.runner import Outcome
    from simcli.sim.shard import Shard
    from simcli.studies.run.result import RunResult


@dataclass(frozen=True)
class PlayedShard(Result):
    """A shard that is played: `results` has how many games, and where they are; it has no page before all are merged."""

    results: Mapping[str, Any]
    of: int
    title: str
    study: str = "shard"
    tables: ClassVar[Mapping[str, CsvTable]] = {"shard": CsvTable(lambda row: [dict(row)])}

    @property
    def answer(self) -> Answer:
        """That it is played, and what is to be done with it."""
        claim = f"Shard {self.results['shard']} of {self.title} is played: {fmt.count(self.results['games'])} games."
        return Answer(claim, next=f"when all {self.of} are: simcli merge FOLDER ...")

    def page(self) -> Page:
        """ValueError: it says nothing of its games."""
        raise ValueError("a shard has no page: `simcli merge` makes one run of all shards")

    def _repr_html_(self) -> str:
        """Its answer alone."""
        return notebook.said(self.answer)


def run_plan(run: ResolvedRun, folder: Path, workers: Workers | None) -> StudyPlan:
    """What a run would play; it writes nothing."""
    data = plan_data(run, folder, workers)
    return StudyPlan(data, _facts(run, data, workers), [_cells_table(run, data)], [_even_text(run, data["cells"])])


def _cells_table(run: ResolvedRun, plan: dict[str, Any]) -> RenderableType:
    """A row for each number of players and variant."""
    names = ("Variant", "Players") if run.variants else ("Players",)
    titles = (*names, "Deals", "Games a deal", "Games", "Deals to call seats even")
    rows = [
        (
            *((cell["variant"],) if run.variants else ()),
            str(cell["players"]),
            *(f"{cell[key]:,}" for key in ("deals", "games_a_deal", "games")),
            fmt.count(cell["deals_to_call_even"]),
        )
        for cell in plan["cells"]
    ]
    n = len(names)
    return Grid(titles, tuple(rows), right=frozenset(range(n, n + 4)), leaves=(n + 1,))


def _facts(run: ResolvedRun, plan: dict[str, Any], workers: Workers | None) -> dict[str, str]:
    """The question, its time, and its folder."""
    rules = {"half_width": "every win share within ± {:.4g} of a win", "minutes": "{:g} minutes"}
    said = {"bans": "may not take or use", "musts": "must take", "swaps": "is dealt", "grants": "begins with", "blind": "is blind to"}
    bans = [
        f"{player} {text} {', '.join(names)}" for kind, text in said.items() for player, names in getattr(run.restrictions, kind).items()
    ]
    stop = [f"{plan['deals']:,} deals", *(text.format(plan[key]) for key, text in rules.items() if plan[key] is not None)]
    names, drawn = [strategy.name for strategy in run.strategies], fmt.drawn_texts(run.drawn_shares)
    names = [f"{name} ({often} of seats)" for name, often in zip(names, drawn, strict=True)] if drawn else names
    made = plans(run, workers)
    measured = [f"{name} ({made[name][0]})" if name in made else name for name in run.measure or ()]
    return {
        "Game": run.game.title,
        **({"Variants": f"{len(run.variants)}, {len(plan['cells'])} combinations with numbers of players"} if run.variants else {}),
        "Strategies": ", ".join(names),
        "Tables": plan["tables"],
        **({"Restricted": "; ".join(bans)} if bans else {}),
        "Even is": f"within {fmt.both_tolerances(tolerance_of(run), run.players)}",
        "Seed": str(plan["seed"]),
        "Ends at": " or ".join(stop),
        "Batches of": f"{plan['batch_deals']:,} deals",
        "Rough time": time_text(plan),
        **({"Measured as well": ", ".join(measured) or "nothing"} if "measure" in plan else {}),
        "Identity": plan["identity"],
        "Folder": folder_text(plan),
    }


def _even_text(run: ResolvedRun, cells: Sequence[Mapping[str, Any]]) -> str:
    """After how many deals fair seats are called even, for each number of players; nothing of a player alone."""
    needed = {cell["players"]: cell["deals_to_call_even"] for cell in cells if cell["players"] > 1}
    if not needed:
        return "a player alone has nobody to be even with"
    within = fmt.listing(list(dict.fromkeys(fmt.tolerance_text(tolerance_of(run).at(players)) for players in needed)))
    after = fmt.listing([f"{fmt.count(deals)} with {fmt.players_text(players)}" for players, deals in needed.items()])
    if len(needed) > 1 and len({*needed.values()}) == 1:
        after = f"{fmt.count(max(needed.values()))} at every table"
    return f"Fair seats are called even within {within}, nine times in ten, after at most so many deals: {after}."


def plan_data(run: ResolvedRun, folder: Path, workers: Workers | None) -> dict[str, Any]:
    """The plan as plain data; `seconds` come from the prices of the game's description, not from this machine."""
    plan = make_plan(run)
    tolerance = tolerance_of(run)
    cores = cores_of(workers)
    batches = plan.n_batches // len(plan.cells)
    cells: list[dict[str, object]] = [
        ({"variant": c.variant} if c.variant else {})
        | {"players": c.players, "deals": run.deals, "games_a_deal": c.rotations, "games": run.deals * c.rotations, "batches": batches}
        | {"deals_to_call_even": deals_to_call_even(c.players, tolerance.at(c.players)) if c.players > 1 else None}
        for c in plan.cells
    ]
    return {
        "game": run.game.id,
        "strategies": [s.name for s in run.strategies],
        "tables": run.tables,
        **(
            {"weights": {n: dict(zip((s.name for s in run.strategies), row, strict=True)) for n, row in run.drawn_shares.items()}}
            if run.weights
            else {}
        ),
        **run.restrictions.plain(),
        "seed": run.seed,
        "deals": run.deals,
        "half_width": run.half_width,
        "minutes": run.minutes,
        "cells": cells,
        "games": plan.games,
        "batch_deals": plan.batch_deals,
        "batches": plan.n_batches,
        "workers": cores,
        "seconds": rough_seconds(run, run.deals, cores, plan),
        "identity": run.identity(),
        **({} if run.measure is None else {"measure": list(run.measure)}),
        **{name: data for name, (_, data) in plans(run, cores).items()},
        "folder": str(folder),
        "folder_exists": (folder / "run.json").exists(),
    }


F = TypeVar("F", bound="Result")


class OneRunStudy(Study[F]):
    """A study whose games are one run: `run` itself, and those that are a run of variants."""

    common: Sharded

    outcome: Outcome

    def shared(self) -> Study[Any]:
        """A shard of it where one is given."""
        return self if self.common.shard is None else ShardStudy(self)

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        """Kernels of the games, and of those in which something is measured with a loop of its own."""
        return ("", *(kind for name, kind in ((FEEL, WARM_FEEL), (REGRET, WARM_REGRET)) if name in (self.run.measure or ())))

    @property
    def is_begun(self) -> bool:
        """Whether the folder holds a run."""
        return (self.folder / RUN).exists()

    def plan(self) -> StudyPlan:
        """What would be played."""
        return run_plan(self.run, self.folder, self.common.workers)

    def played(self, *, records: bool = False) -> RunResult:
        """The run, played or resumed."""
        with self.printer(self.run, self.folder) as printer:
            result, self.outcome = play(
                self.run, self.folder, workers=self.common.workers, records=records, progress=printer, reporter=printer
            )
        return result

    def stop_text(self, run: ResolvedRun, results: Any) -> str:
        """Why no more was played, and how far the run came; nothing where all deals are played."""
        deals, goal, outcome = fmt.count(results.deals), fmt.count(run.deals), self.outcome
        if outcome.is_kept:
            return f"kept: {self.folder} holds the results of {deals} deals"
        if outcome.stopped_by == DEALS:
            return ""
        if outcome.stopped_by == HALF_WIDTH:
            return f"stopped by until.half_width ({run.half_width:g}): reached after {deals} of {goal} deals"
        return f"stopped by until.minutes ({run.minutes:g}) after {deals} of {goal} deals"

    def next_step(self, found: F) -> str:
        """The command that plays its folder on until most is settled, with the time; without the number of deals where that is too long."""
        answer = found.answer
        if answer.deals is None or (answer.next and f"--deals {answer.deals}" not in answer.next):
            return super().next_step(found)
        start = more_command(self.folder)
        whole = f"{start} --deals {answer.deals}"
        line = whole if len(whole) <= LINE else start
        timed = f"{line}{GAP}# {self._time(answer.deals - found.results.deals)}"
        return timed if len(timed) <= LINE and all(one.kind != FUNCTION for one in self.run.strategies) else line

    def _time(self, deals: int) -> str:
        """`about 20 s`; nobody knows the price of a program in Python."""
        plan = None if self.outcome.is_kept else self.outcome.plan
        text = fmt.readable_time(rough_seconds(self.run, max(deals, 0), cores_of(self.common.workers), plan))
        return text if text.startswith("under") else f"about {text}"

    @property
    def is_short(self) -> bool:
        """Whether the clock has stopped it before its deals were played."""
        return self.outcome.stopped_by == MINUTES and not self.outcome.is_kept

    def code(self, found: F) -> int:
        """The exit code: 3 where the clock has stopped it, and how to go on is said."""
        if self.is_short:
            ui.say(f"to go on: {self.common.command}")
        return ui.STOPPED if self.is_short else ui.DONE


class ShardStudy(OneRunStudy["PlayedShard"]):
    """A part of the games of a study; it says nothing of them before all parts are merged."""

    kinds = ("",)

    def __init__(self, whole: OneRunStudy[Any]) -> None:
        super().__init__(whole.common, whole.run)
        self.shard: Shard = whole.common.shard

    @property
    def default_folder(self) -> Path:
        """That of the run, with the shard."""
        folder = default_folder(self.run)
        return folder.with_name(f"{folder.name}-shard-{self.shard.number}-of-{self.shard.of}")

    def plan(self) -> StudyPlan:
        """What would be played."""
        plan = make_plan(self.run)
        self.shard.check(plan)
        batches = self.shard.batches(plan)
        data = {"shard": str(self.shard), "batches": batches, "of_batches": plan.n_batches, "of_games": plan.games}
        facts = {"Shard": str(self.shard), "Batches": f"{fmt.count(batches)} of {fmt.count(plan.n_batches)}", "Folder": str(self.folder)}
        return StudyPlan(data | {"identity": self.run.identity(), "folder": str(self.folder)}, facts)

    def play(self) -> PlayedShard:
        """The shard, played or resumed."""
        with self.printer(self.run, self.folder) as printer:
            games = play_shard(self.run, self.folder, self.shard, workers=self.common.workers, progress=printer)
        row = {"shard": str(self.shard), "games": games, "folder": str(self.folder)}
        return PlayedShard(row, self.shard.of, self.run.name or self.run.game.title)

    def tables(self, _found: PlayedShard) -> Iterable[RenderableType]:
        """None."""
        return ()

    def after(self, _found: PlayedShard) -> Iterator[str]:
        """Where it is."""
        yield f"shard: {self.folder}"

    def code(self, _found: PlayedShard) -> int:
        """That it is played, however far."""
        return ui.DONE
