"""`simcli tune`: searches the weights of a strategy against a field, and judges it on fresh deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from simcli.terminal.arguments import game_names, listed, whole
from simcli.terminal.common import RESULTS, OfGame, deals_option, option, with_options

EXAMPLES = (
    "simcli tune guildes --players 4 --field balanced --budget 10m",
    "simcli tune guildes --players 3,4 --field balanced,denier:2 --budget 2000000 --keep use --out reports/mine",
    'simcli tune architects --start jailer --own-deals 4 --habit "captured_worker>=3" --set options.max_turns=45',
)
SEARCH = "The search"

OwnDeals = Annotated[
    int,
    typer.Option(
        help="Deals with a candidate in all seats; those a stall rule ends are taken off its worth.",
        rich_help_panel=SEARCH,
        **whole("--own-deals", 0, 1_000_000),
    ),
]
Habits = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME>=N",
        help="What the plan does in these games: items, points.CATEGORY, score or turns; what it misses is taken off; repeatable.",
        rich_help_panel=SEARCH,
    ),
]


@dataclass(frozen=True, kw_only=True)
class OfTune(OfGame):
    """The common options of a search in a game."""

    deals: Annotated[
        int | None, deals_option("Deals each candidate plays in a generation, for each number of players; 64 if not given.", 1, 1_000_000)
    ] = None


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How it is searched."""

    budget: Annotated[
        str | None,
        option("How long it searches: 2000000 games, or 10m; 1000000 games if not given.", panel=SEARCH, metavar="GAMES|MINUTESm"),
    ] = None
    keep: Annotated[
        list[str] | None, option("Decisions, or decision.feature, whose weights stay; repeatable.", panel=SEARCH, metavar="NAME,...")
    ] = None
    temperature: Annotated[bool, option("Search the temperature too.", "--temperature", panel=SEARCH)] = False
    candidates: Annotated[
        int | None, option("Candidates of a generation; 32 if not given.", panel=SEARCH, **whole("--candidates", 4, 10_000))
    ] = None
    own_deals: OwnDeals = 0
    habit: Habits = None
    fresh: Annotated[
        int | None,
        option(
            "Fresh deals that judge it, for each number of players; 4000 if not given.", panel=RESULTS, **whole("--fresh", 100, 100_000_000)
        ),
    ] = None


@with_options
def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of a game, or its file.", show_default=False, autocompletion=game_names)],
    common: OfTune,
    options: SearchOptions,
    start: Annotated[
        str | None, option("Strategy to begin with, name or file; balanced, else greedy, if not given.", metavar="NAME")
    ] = None,
    field: Annotated[
        str,
        option(
            "Who sits in the other seats: strategies, NAME:2 twice as often, or a field; all shipped plans with weights if not given.",
            metavar="NAME,...",
        ),
    ] = "",
) -> int:
    """Searches the weights of a strategy so that it wins more against a field, and judges it on fresh deals."""
    from simcli.studies.tune.study import start as search

    given = {"candidates": options.candidates, "fresh": options.fresh}
    return search(
        game,
        common,
        start,
        field,
        options.budget,
        keep=listed(options.keep),
        habits=options.habit or (),
        own_deals=options.own_deals,
        temperature=options.temperature,
        **{name: number for name, number in given.items() if number},
    )
