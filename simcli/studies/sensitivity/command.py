"""`simcli sensitivity`: which number of a game moves a figure most, each one step less and one more on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from simcli.base.whole_numbers import DEALS
from simcli.studies.driver import drive
from simcli.studies.one_run import OneRunStudy
from simcli.studies.run.command import stop_text
from simcli.terminal.arguments import PLAY, whole
from simcli.terminal.common import RESULTS, PlayedConfig, Sharded, option, with_options

if TYPE_CHECKING:
    from simcli.studies.sensitivity.play import SensitivityResult
    from simcli.studies.sensitivity.question import SensitivityQuestion

EXAMPLES = (
    'simcli sensitivity guildes/seats "guilds.*.copies" --players 4 --deals 5000',
    'simcli sensitivity guildes/plans setup.rounds --of "viable plans" --players 3 --deals 1000',
    'simcli sensitivity guildes/plans guilds.knight --of "guild knight holders" --players 4 --deals 5000 --out knight',
)


class SensitivityStudy(OneRunStudy["SensitivityResult"]):
    """A run with a variant for every number one step less and one more."""

    def __init__(self, common: Sharded, asked: SensitivityQuestion) -> None:
        super().__init__(common, asked.run)
        self.asked = asked

    def notes(self) -> Iterator[str]:
        """What is played after the run."""
        from simcli.config.run.measures import VARIETY
        from simcli.stats.measured import VIABLE
        from simcli.studies.riders import plans

        if self.run.study is not None and self.run.study.figure == VIABLE:
            yield f"after the run, for the number of {VIABLE}: {plans(self.run, self.common.workers)[VARIETY][0]}"

    def play(self) -> SensitivityResult:
        """The run, and what it says of the numbers."""
        from simcli.studies.sensitivity.play import moved

        return moved(self.played(), self.asked)

    def after(self, found: SensitivityResult) -> Iterator[str]:
        """Why no more was played, what was left out, and where the page is."""
        yield stop_text(found.run, self.outcome)
        yield self.run.report.note if self.asked.left_out else ""
        yield self.page_line()


@with_options
def sensitivity(
    config: PlayedConfig,
    common: Sharded,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="NUMBER...", help="Numbers, such as guilds.*.copies; all of the components if none.", show_default=False),
    ] = None,
    figure: Annotated[
        str | None,
        option(
            "The figure that is watched, such as 'seat 1 win share', rounds, 'item knight holders' or 'viable plans'.",
            "--of",
            panel=RESULTS,
            metavar="FIGURE",
        ),
    ] = None,
    by: Annotated[int, typer.Option(help="The step.", rich_help_panel=PLAY, **whole("--by", *DEALS))] = 1,
) -> int:
    """Says which number of a game moves a figure most: each is played one step less and one more, on the same deals."""
    from simcli.studies.sensitivity.question import ask

    return drive(SensitivityStudy(common, ask(config, paths or (), of=figure, by=by, **common.asked)))
