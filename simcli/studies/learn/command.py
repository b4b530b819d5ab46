"""`simcli learn`: a player that learns from look-ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from simcli.terminal.arguments import PLAY, game_names, whole
from simcli.terminal.common import RESULTS, OfGame, deals_option, option, with_options
from simcli.terminal.looks import worlds_option

EXAMPLES = (
    "simcli learn guildes --players 4 --deals 10000",
    "simcli learn kingdom_builder --plan planner --players 2,3,4,5 --rounds 2 --out reports/learned",
)


@dataclass(frozen=True, kw_only=True)
class OfLearn(OfGame):
    """The common options of learning in a game."""

    deals: Annotated[int | None, deals_option("Deals of a round, for each number of players; those of five minutes by default.")] = None
    worlds: Annotated[int | None, worlds_option(8)] = None
    rounds: Annotated[
        int | None,
        option("How often it learns, 1 if not given; from the second on it sits in three of four seats.", **whole("--rounds", 1, 20)),
    ] = None
    fresh: Annotated[
        int | None,
        option(
            "Fresh deals that judge it, for each number of players; 2000 if not given.", panel=RESULTS, **whole("--fresh", 20, 100_000_000)
        ),
    ] = None


@with_options
def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of a game, or its file.", show_default=False, autocompletion=game_names)],
    common: OfLearn,
    plan: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Whose favourites it judges; the plan of most seats of the field if not given.", rich_help_panel=PLAY
        ),
    ] = None,
    field: Annotated[
        str, option("Who sits at the tables: strategies, or a field; the league if the game has one.", metavar="NAME,...")
    ] = "",
) -> int:
    """Has a player learn from look-ahead which of a plan's favourites is best, and judges it on fresh deals."""
    from simcli.studies.learn.study import start

    given = {"worlds": common.worlds, "rounds": common.rounds, "fresh": common.fresh, "deals": common.deals}
    return start(game, common, plan, field, **{name: number for name, number in given.items() if number})
