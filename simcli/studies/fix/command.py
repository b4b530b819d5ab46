"""`simcli fix`: the smallest change of named numbers that reaches a goal, certified on fresh deals."""

from __future__ import annotations

from typing import Annotated

import typer

from simcli.terminal.common import Kept, PlayedConfig, with_options

EXAMPLES = (
    'simcli fix guildes/cards --players 4 --goal "guild fisherman even" --by guilds.fisherman.copies --within 5..8 --deals 10000',
    'simcli fix my.yaml --goal "seat 1 even" --by guilds.militia.copies,setup.rounds --deals 20000 --out fixed',
    'simcli fix my.yaml --goal "viable plans at least 2" --by setup.rounds --deals 4000',
    'simcli fix my.yaml --goal "margin at most 3" --by setup.rounds --deals 4000',
)


@with_options
def fix(
    config: PlayedConfig,
    common: Kept,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help="What is to be so: 'seat 1 even', 'guild knight even' (what a copy is worth), or bounds such as 'margin at most 3'.",
        ),
    ],
    by: Annotated[list[str], typer.Option(metavar="NUMBER,...", help="Numbers that may change, such as guilds.knight.copies; repeatable.")],
    within: Annotated[
        list[str] | None,
        typer.Option(metavar="LO..HI", help="Values they may take, for all or for each path in its order.", show_default=False),
    ] = None,
) -> int:
    """Finds the smallest change of named numbers that reaches a goal, and certifies it on fresh deals."""
    from simcli.studies.fix.study import start

    return start(config, common, goal, by, within or ())
