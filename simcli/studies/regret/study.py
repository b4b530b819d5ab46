"""How far plans are from good play, as the command line drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rich.console import RenderableType

from simcli.engine.code.doors import WARM_REGRET
from simcli.report import formatting as fmt
from simcli.report.rows import PAGE_HAS
from simcli.report.rows import terminal_tables as first_tables
from simcli.sim.look import LookQuestion
from simcli.sim.pool.cluster import Workers
from simcli.studies.driver import CountedStudy, drive
from simcli.studies.looks import WORLDS
from simcli.studies.regret.estimate import Regret
from simcli.studies.regret.play import look_ahead
from simcli.studies.regret.question import ask_regret
from simcli.studies.results import StudyResult
from simcli.terminal.common import Kept


class RegretStudy(CountedStudy):
    """Games of which one choice each is looked at."""

    name = "regret"
    kinds = (WARM_REGRET,)
    is_begun = True
    """What is looked at is kept beside the kernels until all is."""

    def __init__(self, common: Kept, asked: LookQuestion) -> None:
        super().__init__(common, asked.run)
        self.asked = asked
        self.options = {"worlds": asked.worlds}

    def count(self, workers: Workers, on_progress: Callable[[int, int], None]) -> Regret:
        """What a look-ahead gains."""
        return look_ahead(self.asked, workers=workers, on_progress=on_progress)

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """The rows of the answer."""
        return first_tables(found.answer.rows, f"{fmt.count(self.run.deals)} deals", PAGE_HAS)

    def after(self, found: StudyResult) -> Iterator[str]:
        """How much was looked at, and where the page is."""
        cells = found.results.cells
        looked, played = sum(cell.games for cell in cells), sum(cell.playouts for cell in cells)
        yield f"looked ahead: a choice of each of {looked:,} games, {played:,} games played on"
        yield self.page_line()


def start(config: str, common: Kept, worlds: int | None) -> int:
    """LookQuestion ahead at choices of a config's games; the exit code."""
    return drive(RegretStudy(common, ask_regret(config, WORLDS if worlds is None else worlds, **common.asked)))
