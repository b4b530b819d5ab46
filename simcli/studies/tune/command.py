"""`simcli tune`: searches the weights of a strategy against a field, and judges it on fresh deals."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.studies.driver import AskedStudy, StudyPlan, drive, folder_text, time_text
from simcli.terminal.arguments import PLAY, counts, game_names, listed, whole
from simcli.terminal.common import RESULTS, Kept, deals_option, option, with_options
from simcli.terminal.progress import LiveLine, clock

if TYPE_CHECKING:
    from simcli.config.players.strategies import Strategy
    from simcli.studies.tune.play import Budget
    from simcli.studies.tune.question import TuneQuestion
    from simcli.studies.tune.result import TuneResult
    from simcli.studies.tune.search import SearchProgress

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
class OfTune(Kept):
    """The common options of a search in a game."""

    players: Annotated[
        Any, option("Numbers of players, all of the same weight; 4, or the nearest the game allows.", **counts("--players"))
    ] = None
    deals: Annotated[
        int | None, deals_option("Deals each candidate plays in a generation, for each number of players; 64 if not given.", 1, 1_000_000)
    ] = None
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="An option or a patch of the game; repeatable.", rich_help_panel=PLAY),
    ] = None


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How it is searched."""

    budget: Annotated[
        str | None,
        option("How long it searches: 2000000 games, or 10m; 1000000 games if not given.", panel=SEARCH, metavar="GAMES|MINUTESm"),
    ] = None
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Decisions, or decision.feature, whose weights stay; repeatable.", rich_help_panel=SEARCH),
    ] = None
    temperature: Annotated[bool, typer.Option("--temperature", help="Search the temperature too.", rich_help_panel=SEARCH)] = False
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


class TuneStudy(AskedStudy["TuneResult"]):
    """A search of generations, and fresh deals that judge what it found."""

    asked: TuneQuestion
    is_config = False

    def __init__(self, common: OfTune, asked: TuneQuestion, budget: Budget) -> None:
        super().__init__(common, asked)
        self.budget = budget

    @property
    def strategies(self) -> list[Strategy]:
        """Those of the field."""
        return list(self.asked.field.plans)

    def plan(self) -> StudyPlan:
        """What would be searched."""
        data = self.asked.plan(self.budget, self.folder, self.common.workers)
        games, minutes = data["games"], data["minutes"]
        facts = {
            "Game": self.run.game.title,
            "Players": ", ".join(map(str, data["players"])),
            "Start": data["start"],
            "Field": ", ".join(f"{name} ({fmt.percent(share)} of seats)" for name, share in data["field"].items()),
            "Searched": f"{data['searched']} weights",
            "A generation": f"{data['candidates']} candidates and the middle of the search, {data['games_a_generation']:,} games",
            "Ends at": f"{minutes:g} minutes" if games is None else f"{data['generations']:,} generations, {games:,} games",
            "Fresh deals": f"{data['fresh']:,} for each number of players",
            "Seed": str(data["seed"]),
            "Rough time": time_text(data),
            "Identity": data["identity"],
            "Folder": folder_text(data),
        }
        return StudyPlan(data, facts)

    def play(self) -> TuneResult:
        """The search, started or resumed, with a line that says where it stands."""
        from simcli.studies.tune.search import search

        first: list[SearchProgress] = []
        with LiveLine(quiet=self.common.quiet) as line:

            def tell(progress: SearchProgress) -> None:
                # The first generation may have waited for the compiler, so speed is measured from the moment it was done.
                if progress.played and not first:
                    first.append(progress)
                if progress.is_judging:
                    line.show(f"judging on {self.asked.fresh:,} fresh deals")
                elif progress.kept:
                    line.say(f"resuming {self.folder}: {progress.kept:,} generations are there")
                elif line.is_due and first and progress.played > first[0].played:
                    line.show(self._state(progress, first[0]))

            return search(self.asked, self.budget, self.folder, workers=self.common.workers, tell=tell)

    def _state(self, progress: SearchProgress, first: SearchProgress) -> str:
        """`generation 34 of 122, 278,528 games, 43,000/s, 0:17 left, wins 61.2 %`."""
        rate, most = (progress.played - first.played) / (progress.took - first.took), ""
        left = 60 * self.budget.minutes - progress.seconds if self.budget.minutes is not None else 0.0
        if self.budget.games is not None:
            generations = self.budget.games // self.asked.games
            left, most = (generations * self.asked.games - progress.games) / rate, f" of {generations:,}"
        wins = [] if progress.share is None else [f"wins {fmt.percent(progress.share)}"]
        speed = [f"{progress.games:,} games", f"{round(rate):,}/s", f"{clock(max(0.0, left))} left"]
        return ", ".join([f"generation {progress.generation:,}{most}", *speed, *wins])

    def after(self, found: TuneResult) -> Iterator[str]:
        """The page, what to do with the file, and the command that makes it again."""
        results, home = found.results, Path("strategies") / found.results.game
        yield self.page_line()
        yield f"strategy: {found.file}"
        yield f"to play it by its name: mkdir -p {home} && cp {shlex.quote(str(found.file))} {home}/"
        yield f"the same file again: {results.command}"
        yield f"{results.games:,} games of the search; this call took {found.seconds:.0f} s of CPU time"


@with_options
def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of a game.", show_default=False, autocompletion=game_names)],
    common: OfTune,
    options: SearchOptions,
    start: Annotated[
        str | None, typer.Option(metavar="NAME", help="Strategy to begin with, name or file; balanced if not given.", rich_help_panel=PLAY)
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
    from simcli.studies.tune.question import CANDIDATES, DEALS, FRESH, Budget, ask

    question = ask(
        game,
        start,
        _members(field),
        players=common.players or (),
        seed=1 if common.seed is None else common.seed,
        keep=listed(options.keep),
        habits=options.habit or (),
        own_deals=options.own_deals,
        temperature=options.temperature,
        sets=common.sets or (),
        candidates=options.candidates or CANDIDATES,
        deals=common.deals or DEALS,
        fresh=options.fresh or FRESH,
    )
    budget = Budget() if options.budget is None else Budget.read(options.budget)
    question.check(budget)
    return drive(TuneStudy(common, question, budget))


def _members(text: str) -> list[str | tuple[str, float]]:
    """`balanced,denier:2` as names and pairs of name and weight."""
    members: list[str | tuple[str, float]] = []
    for word in listed([text]):
        name, colon, weight = word.rpartition(":")
        if not colon:
            members.append(word)
            continue
        try:
            members.append((name, float(weight)))
        except ValueError:
            raise UserError.of(f"--field {word}", f"found the weight '{weight}', expected a number", f"write {name}:2") from None
    return members
