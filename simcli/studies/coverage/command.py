"""`simcli coverage`: does everything come that can come, and with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcli.cli import ui
from simcli.cli.arguments import Config, word
from simcli.cli.common import RESULTS, Common, deals_option, with_options
from simcli.cli.driver import Plan, Study, drive
from simcli.cli.ui import TableForm

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.config import ResolvedRun
    from simcli.studies.coverage.play import Coverage, Thing

TITLES = {"decision": "Decisions", "effect": "Effects", "points": "Points"}
"""Titles of tables by kind; all other kinds are items'."""
EXAMPLES = (
    "simcli coverage guildes/plans --deals 2000",
    "simcli coverage guildes/plans --deals 2000 --set strategies=[random]",
    "simcli coverage my.yaml --deals 2000 --format json",
)


@dataclass(frozen=True, kw_only=True)
class OfCoverage(Common):
    """The common options; there is no CSV."""

    deals: Annotated[int | None, deals_option("Deals played; those of the config if not given.")] = None
    form: Annotated[
        TableForm, typer.Option("--format", help="What is printed on stdout.", rich_help_panel=RESULTS, **word("--format", TableForm))
    ] = TableForm.TABLE  # type: ignore[assignment]


@dataclass(frozen=True)
class Came:
    """What came of a run's strategies, by their names."""

    run: ResolvedRun
    names: Sequence[str]
    counts: Coverage

    @property
    def answer(self) -> str:
        """Whether everything in play came."""
        return answer(self.counts)

    def report(self, form: str = "json") -> str:
        """As JSON, the only form beside the tables."""
        return ui.json_text(coverage_data(self.run, self.names, self.counts))


class CoverageStudy(Study[Came]):
    """Games of which everything is counted that can come."""

    default_folder = None
    is_begun = False
    """A run that was stopped leaves nothing."""

    def __init__(self, common: OfCoverage, run: ResolvedRun) -> None:
        super().__init__(common, run)
        self.names = [strategy.name for strategy in run.strategies]

    @property
    def kinds(self) -> Sequence[str]:  # type: ignore[override]
        """Kernels that count what rules mark."""
        from simcli.engine.mark import WARM

        return (WARM,)

    def plan(self) -> Plan:
        """What would be played."""
        from simcli.report import formatting as fmt
        from simcli.report.table.grid import Facts
        from simcli.sim.plan import make_plan

        run, games = self.run, make_plan(self.run).games
        data = {"game": run.game.id, "strategies": self.names, "players": list(run.players), "deals": run.deals}
        facts = {
            "Game": run.game.title,
            "Strategies": ", ".join(self.names),
            "Players": ", ".join(map(str, run.players)),
            "Deals": fmt.count(run.deals),
            "Games": fmt.count(games),
            "Seed": str(run.seed),
        }
        return Plan(data | {"games": games, "seed": run.seed}, [Facts(tuple(facts.items()))])

    def play(self) -> Came:
        """The games, in all."""
        from simcli.sim.subprocesses import usable_cores
        from simcli.studies.coverage.play import cover

        return Came(self.run, self.names, cover(self.run, self.common.workers or usable_cores()))

    def tables(self, found: Came) -> Iterable[RenderableType]:
        """What never came first."""
        return _tables(self.run, self.names, found.counts)

    def code(self, found: Came) -> int:
        """1 where something in play never came."""
        return ui.GATE_SAYS_NO if found.counts.missing else ui.DONE


@with_options
def coverage(config: Config, common: OfCoverage) -> int:
    """Counts by strategy how often decisions are asked, effects fire and items come; exits with 1 if one in play never does."""
    from simcli.config import load_config

    return drive(CoverageStudy(common, load_config(config, **common.asked)))


def answer(found: Coverage) -> str:
    """Whether everything in play came, in words."""
    from simcli.report.formatting import few

    in_play = sum(not thing.why for thing in found.things)
    if not found.missing:
        return f"All that is in play came: {in_play:,} of {in_play:,}."
    return f"{len(found.missing):,} of {in_play:,} in play never came: {few([thing.id for thing in found.missing])}."


def coverage_data(run: ResolvedRun, names: Sequence[str], found: Coverage) -> dict[str, Any]:
    """What came as plain data: of every thing two counts by strategy, by their names; `why` where it is out of play."""
    about = {"game": run.game.id, "answer": answer(found), "players": list(run.players), "deals": run.deals, "games": found.games}
    games = dict(zip(names, found.player_games.tolist(), strict=True))
    return about | {"player_games": games, "missing": len(found.missing), "things": [_thing_data(thing, names) for thing in found.things]}


def _thing_data(thing: Thing, names: Sequence[str]) -> dict[str, Any]:
    counts = {what: dict(zip(names, thing.counts[:, i].tolist(), strict=True)) for i, what in enumerate(thing.counted)}
    return {"kind": thing.kind, "id": thing.id, "name": thing.name, "is_missing": thing.is_missing, "why": thing.why or None} | counts


def _tables(run: ResolvedRun, names: Sequence[str], found: Coverage) -> list[Any]:
    """What never came, then a table for each kind of counts, then what is out of play."""
    from simcli.report.table.grid import Facts, Listing

    came = [thing for thing in found.things if not thing.why or thing.counts.any()]
    unheld = [thing.id for thing in came if thing.counts[:, 0].any() and not thing.counts[:, 1].any() and thing.is_item]
    facts = {
        "Game": run.game.title,
        "Players": ", ".join(map(str, run.players)),
        "Games": f"{found.games:,}",
        "Player-games": ", ".join(f"{name} {n:,}" for name, n in zip(names, found.player_games, strict=True)),
        "Never came": f"{len(found.missing)} of {sum(not thing.why for thing in found.things)} in play",
        **({"Offered, never held": ", ".join(unheld)} if unheld else {}),
    }
    shown: list[Any] = [Facts(tuple(facts.items()))]
    if found.missing:
        rows = tuple((thing.id, thing.kind, thing.name) for thing in found.missing)
        shown.append(Listing(("Never came", "Kind", "What it is"), rows, prose=frozenset((2,))))
    shown += [_table([thing for thing in came if thing.counted == counted], names) for counted in dict.fromkeys(t.counted for t in came)]
    if out := tuple((thing.id, thing.kind, thing.why) for thing in found.things if thing.why):
        shown.append(Listing(("Out of play", "Kind", "Why"), out, prose=frozenset((2,))))
    return shown


def _table(things: Sequence[Thing], names: Sequence[str]) -> Any:
    """A row a thing: both counts, over all strategies and for each."""
    from simcli.report.table.grid import Grid

    first, second = things[0].counted
    what = TITLES.get(things[0].kind, "Items")
    rows = tuple((t.id, t.kind, *(f"{a:,} / {b:,}" for a, b in (t.counts.sum(axis=0), *t.counts))) for t in things)
    return Grid(("Id", "Kind", "All", *names), rows, f"{what}: {first} / {second}", heads=2, right=frozenset(range(2, len(names) + 3)))
