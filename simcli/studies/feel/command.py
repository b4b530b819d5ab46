"""`simcli feel`: how long, how close, how open and how lucky the games of a config are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from simcli.studies.driver import CountedStudy, drive
from simcli.terminal.common import Kept, PlayedConfig, deals_option, with_options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.sim.pool.cluster import Workers
    from simcli.studies.feel.estimate import Feel
    from simcli.studies.results import StudyResult

EXAMPLES = (
    "simcli feel guildes/seats --set players=4 --deals 200",
    "simcli feel guildes/variants --set players=4 --deals 200",
    "simcli feel my.yaml --format csv > feel.csv",
)


@dataclass(frozen=True, kw_only=True)
class OfFeel(Kept):
    """The common options; few deals say much of a game's feel."""

    deals: Annotated[int | None, deals_option("Deals followed; 500 if not given.")] = None


class FeelStudy(CountedStudy):
    """Games that are followed decision by decision."""

    name = "feel"
    is_begun = True
    """What is followed is kept beside the kernels until all is."""

    @property
    def plays(self) -> int:  # type: ignore[override]
        """So often each deal is played with other choices."""
        from simcli.studies.feel.rider import PLAYS

        return PLAYS

    @property
    def kinds(self) -> Sequence[str]:  # type: ignore[override]
        """Kernels that follow games."""
        from simcli.engine.loop.feel import WARM

        return (WARM,)

    def count(self, workers: Workers, tell: Callable[[int, int], None]) -> Feel:
        """How the games feel."""
        from simcli.studies.feel.play import follow_run

        return follow_run(self.run, workers=workers, tell=tell)

    def tables(self, found: StudyResult) -> Iterable[RenderableType]:
        """A table for each number of players and variant."""
        from simcli.studies.feel.words import terminal_tables

        return terminal_tables(found.results.cells)

    def after(self, found: StudyResult) -> Iterator[str]:
        """How many games it was, and where the page is."""
        games = sum(cell.games for cell in found.results.cells)
        yield f"followed: {self.run.deals:,} deals, each {found.results.plays} times in every rotation, {games:,} games"
        yield self.page_line()


@with_options
def feel(config: PlayedConfig, common: OfFeel) -> int:
    """Says how games feel to play: length, closeness, lead changes, comebacks, when they are decided, luck, and choices that are none."""
    from simcli.studies.feel.question import load_feel

    return drive(FeelStudy(common, load_feel(config, **common.asked)))
