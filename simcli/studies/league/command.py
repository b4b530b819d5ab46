"""`simcli league`: plans of which none gains on the mix, found by searching reply after reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.report import formatting as fmt
from simcli.studies.driver import Study, StudyPlan, drive
from simcli.studies.tune.command import Habits, OwnDeals
from simcli.terminal.arguments import PLAY, game_names, listed, whole
from simcli.terminal.common import Kept, deals_option, with_options

if TYPE_CHECKING:
    from rich.console import RenderableType

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

    players: Annotated[
        Any,
        typer.Option(
            help="Number of players; 4, or the nearest the game allows.",
            rich_help_panel=PLAY,
            show_default=False,
            **whole("--players", 2, 100),
        ),
    ] = None
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


class LeagueStudy(Study["LeagueResult"]):
    """Rounds of searches, and the tables of all plans."""

    is_config = False
    is_begun = True
    """What was searched is kept in any case."""

    def __init__(self, common: OfLeague, asked: LeagueQuestion) -> None:
        super().__init__(common, asked.run)
        self.asked = asked

    @property
    def strategies(self) -> list[Strategy]:
        """Those it starts with."""
        return list(self.asked.first.field.plans)

    @property
    def default_folder(self) -> Path:
        """Where it is kept."""
        return self.asked.folder

    def plan(self) -> StudyPlan:
        """What would be played."""
        data = self.asked.to_json(self.folder)
        return StudyPlan(data, [_facts(self.asked, data)])

    def play(self) -> LeagueResult:
        """The league, played or resumed."""
        from simcli.studies.league.play import play

        return play(self.asked, self.folder, workers=self.common.workers, tell=self.say)

    def tables(self, found: LeagueResult) -> Iterable[RenderableType]:
        """Replies and plans."""
        from simcli.report.table.terminal import whole_table
        from simcli.studies.league.words import views

        return map(whole_table, views(found.results))

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


def _facts(asked: LeagueQuestion, plan: dict[str, Any]) -> RenderableType:
    """What is played, and when it ends."""
    from simcli.report.table.grid import Facts

    most = f"{fmt.count(plan['most_line_ups'])} with a reply of each of {fmt.count(plan['rounds'])} rounds"
    games = f"{fmt.count(plan['games'])} games" if plan["games"] is not None else f"{plan['minutes']:g} minutes"
    now, deals = fmt.count(plan["line_ups"]), fmt.count(plan["deals"])
    facts = {
        "Game": asked.run.game.title,
        "Players": str(plan["players"]),
        "Plans": ", ".join(plan["field"]),
        "Line-ups": f"{now} of these plans, at most {most}; {deals} deals each, in all rotations",
        "Each search": games,
        "It ends": f"with a reply that gains less than {fmt.bare_percent(asked.enough)} points" + _from_each(asked.starts),
        "Seed": str(plan["seed"]),
        "Folder": f"{plan['folder']}{', to be gone on with' if plan['folder_exists'] else ''}",
    }
    return Facts(tuple(facts.items()))


def _from_each(starts: int) -> str:
    return f", from each of {starts} starts" if starts > 1 else ""
