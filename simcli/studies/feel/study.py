"""The feel of games as the command line drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rich.console import RenderableType

from simcli.engine.code.doors import WARM_FEEL
from simcli.report import formatting as fmt
from simcli.report.rows import PAGE_HAS
from simcli.report.rows import terminal_tables as first_tables
from simcli.sim.pool.cluster import Workers
from simcli.studies.driver import CountedStudy, drive
from simcli.studies.feel.estimate import Feel
from simcli.studies.feel.play import follow_run
from simcli.studies.feel.question import load_feel
from simcli.studies.feel.rider import PLAYS
from simcli.studies.feel.words import terminal_tables
from simcli.studies.results import StudyResult
from simcli.terminal.common import Kept


class FeelStudy(CountedStudy):
    """Games that are followed decision by decision."""

    name = "feel"
    kinds = (WARM_FEEL,)
    plays = PLAYS
    is_begun = True
    """What is followed is kept beside the kernels until all is."""

    def count(self, workers: Workers, on_progress: Callable[[int, int], None]) -> Feel:
        """How the games feel."""
        return follow_run(self.run, workers=workers, on_progress=on_progress)

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """The rows of the answer, all figures where it has none; else these are on the page."""
        rows = found.answer.rows
        return first_tables(rows, f"{fmt.count(self.run.deals)} deals", PAGE_HAS) if rows else terminal_tables(found.spoken.cells)

    def after(self, found: StudyResult) -> Iterator[str]:
        """How many games it was, and where the page is."""
        games = sum(cell.games for cell in found.results.cells)
        yield f"followed: {self.run.deals:,} deals, each {found.results.plays} times in every rotation, {games:,} games"
        yield self.page_line()


def start(config: str, common: Kept) -> int:
    """Follows the games of a config; the exit code."""
    return drive(FeelStudy(common, load_feel(config, **common.asked)))
