"""Studies whose games are one run, which machines may share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from simcli.config.players.strategies import FUNCTION
from simcli.config.run.commands import more_command
from simcli.config.run.measures import FEEL, REGRET
from simcli.engine.code.doors import WARM_FEEL, WARM_REGRET
from simcli.report import formatting as fmt
from simcli.report.formatting import count
from simcli.sim.folder.names import RUN, default_folder
from simcli.sim.plan import make_plan, rough_seconds
from simcli.sim.pool.cluster import cores_of
from simcli.sim.stop import DEALS, HALF_WIDTH, MINUTES
from simcli.studies.driver import GAP, LINE, Study, StudyPlan
from simcli.studies.run.plan import run_plan
from simcli.studies.run.play import play, play_shard
from simcli.studies.shards import PlayedShard
from simcli.terminal import ui
from simcli.terminal.common import Sharded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.sim.runner import Outcome
    from simcli.sim.shard import Shard
    from simcli.studies.result import Result
    from simcli.studies.run.result import RunResult

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
        deals, goal, outcome = count(results.deals), count(run.deals), self.outcome
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
        facts = {"Shard": str(self.shard), "Batches": f"{count(batches)} of {count(plan.n_batches)}", "Folder": str(self.folder)}
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
