"""`simcli sensitivity`: which number of a game moves a figure most, each one step less and one more on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from simcli.base.whole_numbers import DEALS
from simcli.terminal.arguments import PLAY, whole
from simcli.terminal.common import RESULTS, PlayedConfig, Sharded, argument, option, with_options

EXAMPLES = (
    'simcli sensitivity guildes/seats "guilds.*.copies" --players 4 --deals 5000',
    'simcli sensitivity guildes/plans setup.rounds --of "viable plans" --players 3 --deals 1000',
    'simcli sensitivity guildes/plans guilds.knight --of "guild knight holders" --players 4 --deals 5000 --out knight',
)


@with_options
def sensitivity(
    config: PlayedConfig,
    common: Sharded,
    paths: Annotated[list[str] | None, argument("Numbers, such as guilds.*.copies; all of the components if none.", "NUMBER...")] = None,
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
    page: Annotated[bool, option("Also write sliders.html: the numbers as sliders, which bars of shares follow.", panel=RESULTS)] = False,
    pairs: Annotated[bool, option("For the sliders each two numbers are also played at their steps together.", panel=PLAY)] = False,
) -> int:
    """Says which number of a game moves a figure most: each is played one step less and one more, on the same deals."""
    from simcli.studies.sensitivity.study import start

    return start(config, common, paths or (), figure=figure, by=by, page=page, pairs=pairs)
