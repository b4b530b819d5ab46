"""Coverage as the command line drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import RenderableType

from simcli.base.escapes import shown_all
from simcli.config import load_config
from simcli.engine.code.doors import WARM_COVERAGE
from simcli.report.table.grid import Facts, Grid, Listing
from simcli.sim.pool.cluster import Workers
from simcli.studies.coverage import words
from simcli.studies.coverage.play import cover
from simcli.studies.coverage.record import Coverage
from simcli.studies.driver import CountedStudy, drive
from simcli.studies.results import StudyResult
from simcli.terminal import ui
from simcli.terminal.common import Kept


class CoverageStudy(CountedStudy):
    """Games in which everything that can come is counted."""

    name = "coverage"
    kinds = (WARM_COVERAGE,)
    is_begun = False
    """A run that was stopped leaves nothing."""

    def count(self, workers: Workers, on_progress: Callable[[int, int], None]) -> Coverage:
        """What came."""
        return cover(self.run, workers, on_progress)

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """What never came, then a table for each kind of counts, then what is out of play."""
        record = shown_all(found.spoken)
        yield Facts(tuple(words.facts(record).items()))
        texts = [view for view in (words.missing_view(record), words.out_view(record)) if view is not None]
        listings = {view.caption: Listing(tuple(c.title for c in view.columns), view.rows, prose=frozenset((2,))) for view in texts}
        if "Never came" in listings:
            yield listings["Never came"]
        for view in words.counts_views(record):
            titles = tuple(column.title for column in view.columns)
            yield Grid(titles, view.rows, view.caption, heads=2, right=frozenset(range(2, len(titles))))
        if "Out of play" in listings:
            yield listings["Out of play"]

    def code(self, found: StudyResult) -> int:
        """1 where something in play never came."""
        return ui.GATE_SAYS_NO if found.results.missing else ui.DONE


def start(config: str, common: Kept) -> int:
    """Counts what comes; the exit code."""
    return drive(CoverageStudy(common, load_config(config, **common.asked)))
