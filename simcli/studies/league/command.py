"""`simcli league`: plans of which none gains on the mix, found by searching reply after reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from simcli.studies.tune.command import Habits, OwnDeals
from simcli.terminal.arguments import PLAY, game_names, listed, whole
from simcli.terminal.common import OfGame, argument, deals_option, option, with_options

EXAMPLES = (
    "simcli league guildes --players 4 --starts 2",
    "simcli league guildes --field balanced,denier --rounds 2 --budget 200000 --deals 100 --out my-league",
    'simcli league architects --own-deals 16 --habit "turns<=38" --set options.max_turns=45',
)


@dataclass(frozen=True, kw_only=True)
class OfLeague(OfGame):
    """The common options, of one number of players."""

    players: Annotated[Any, option("Number of players; 4, or the nearest the game allows.", **whole("--players", 2, 100))] = None
    deals: Annotated[int | None, deals_option("Deals of each line-up of the plans; 200 if not given.", 20, 1_000_000)] = None


@dataclass(frozen=True, kw_only=True)
class Searches:
    """How replies are searched."""

    rounds: Annotated[int, typer.Option(help="Most replies that join.", rich_help_panel=PLAY, **whole("--rounds", 1, 100))] = 8
    starts: Annotated[
        int,
        typer.Option(
            help="Plans that a reply is searched from, the best first, then the weakest.", rich_help_panel=PLAY, **whole("--starts", 1, 100)
        ),
    ] = 1
    budget: Annotated[str, typer.Option(metavar="GAMES", help="Of each search: games, or minutes as 10m.", rich_help_panel=PLAY)] = (
        "1000000"
    )
    enough: Annotated[
        int, typer.Option(help="Points of win share; a reply that gains less ends it.", rich_help_panel=PLAY, **whole("--enough", 1, 50))
    ] = 5
    own_deals: OwnDeals = 0
    habit: Habits = None


@with_options
def league(
    game: Annotated[str, argument("Id of a game.", "GAME", autocompletion=game_names)],
    common: OfLeague,
    searches: Searches,
    field: Annotated[
        list[str] | None, option("Plans it starts with; all shipped ones but random if not given.", panel=None, metavar="NAME,...")
    ] = None,
) -> int:
    """Finds plans of which none gains on the mix, by adding the best reply until a search finds none that gains."""
    from simcli.studies.league.study import start

    return start(
        game,
        common,
        listed(field),
        rounds=searches.rounds,
        starts=searches.starts,
        budget=searches.budget,
        enough=searches.enough / 100,
        own_deals=searches.own_deals,
        habits=searches.habit or (),
    )
