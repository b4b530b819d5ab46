"""`simcli league`: plans of which none gains on the mix, found by searching reply after reply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.report import formatting as fmt
from simcli.studies.driver import AskedStudy, StudyPlan, drive
from simcli.studies.tune.command import Habits, OwnDeals
from simcli.terminal.arguments import PLAY, game_names, listed, whole
from simcli.terminal.common import Kept, deals_option, option, with_options

if TYPE_CHECKING:
    from simcli.config.players.strategies import Strategy
    from simcli.studies.league.play import LeagueResult
    from simcli.studies.league.question import LeagueQuestion

EXAMPLES = (
    "simcli league guildes --players 4 --starts 2",
    "simcli league guildes --field balanced,denier --rounds 2 --budget 200000 --deals 100 --out my-league",
    'simcli league architects --own-deals 16 --habit "turns<=38" --set options.max_turns=45',
)


@dataclass(frozen=True, kw_only=True)
class OfLeague(Kept):
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


class LeagueStudy(AskedStudy["LeagueResult"]):
    """Rounds of searches, and the tables of all plans."""

    asked: LeagueQuestion
    is_config = False
    is_begun = True
    """What was searched is kept in any case."""

    @property
    def strategies(self) -> list[Strategy]:
        """Those it starts with."""
        return list(self.asked.first.field.plans)

    def plan(self) -> StudyPlan:
        """What is played, and when it ends."""
        asked, plan = self.asked, self.asked.to_json(self.folder)
        most = f"at most {fmt.count(plan['most_line_ups'])} with a reply of each of {fmt.count(asked.rounds)} rounds"
        each = f", from each of {asked.starts} starts" if asked.starts > 1 else ""
        facts = {
            "Game": self.run.game.title,
            "Players": str(asked.players),
            "Plans": ", ".join(plan["field"]),
            "Line-ups": f"{fmt.count(plan['line_ups'])} of these plans, {most}; {fmt.count(asked.deals)} deals each, in all rotations",
            "Each search": f"{asked.budget.minutes:g} minutes" if asked.budget.games is None else f"{fmt.count(asked.budget.games)} games",
            "It ends": f"with a reply that gains less than {fmt.bare_percent(asked.enough)} points{each}",
            "Seed": str(self.run.seed),
            "Folder": f"{self.folder}{', to be gone on with' if self.folder.exists() else ''}",
        }
        return StudyPlan(plan, facts)

    def play(self) -> LeagueResult:
        """The league, played or resumed."""
        from simcli.studies.league.play import play

        return play(self.asked, self.folder, workers=self.common.workers, tell=self.say)

    def after(self, found: LeagueResult) -> Iterator[str]:
        """Where page and field are."""
        from simcli.studies.league.play import FIELD_FOLDER

        field = self.folder / FIELD_FOLDER
        yield self.page_line()
        yield f"the field: {field}; in a config: strategies: {{field: {field.as_posix()}}}"


@with_options
def league(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of a game.", show_default=False, autocompletion=game_names)],
    common: OfLeague,
    searches: Searches,
    field: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Plans it starts with; all shipped ones but random if not given.", show_default=False),
    ] = None,
) -> int:
    """Finds plans of which none gains on the mix, by adding the best reply until a search finds none that gains."""
    from simcli.studies.league.question import DEALS, ask

    asked = ask(
        game,
        listed(field),
        players=common.players,
        rounds=searches.rounds,
        starts=searches.starts,
        budget=searches.budget,
        deals=common.deals or DEALS,
        enough=searches.enough / 100,
        seed=1 if common.seed is None else common.seed,
        own_deals=searches.own_deals,
        habits=searches.habit or (),
        sets=common.sets or (),
    )
    return drive(LeagueStudy(common, asked))
