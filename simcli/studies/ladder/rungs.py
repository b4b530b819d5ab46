"""Rungs of a ladder: players who take all seats of a run in place of its own, from weak to strong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from simcli.base.whole_numbers import DEALS
from simcli.config.data.restrictions import SEES_ALL
from simcli.config.players.fields import LEAGUE, Field, field_names, field_of
from simcli.config.players.search_keys import MOST_PLAYOUTS
from simcli.config.players.strategies import FUNCTION, LEARNED, NO_PLANS, SEARCH, Strategy, load_strategy
from simcli.config.players.strategy_files import RANDOM, shipped_strategies
from simcli.config.players.weights import SCALE
from simcli.config.run.resolved import DRAWN, MIRROR, MIXED, ReportTexts, ResolvedRun
from simcli.config.yaml.problems import Problems
from simcli.config.yaml.values import typed, whole_fault
from simcli.errors import UserError, Where
from simcli.game import Game

OPTION = "--rungs"
SHIPPED, BALANCED = "shipped", "balanced"
MOST_RUNGS = 100
SEARCHING = f"{SEARCH}-"
"""`search-25`: the shipped search with 25 playouts a decision."""
USUAL = (RANDOM, SHIPPED, BALANCED, "search-5", LEAGUE, LEARNED, "search-25")
"""Rungs by default, of those that a game has; where they were measured in this order of strength (docs/research/ladders.md)."""


@dataclass(frozen=True)
class Rung:
    """Who sits in all seats.

    `word` is how it was named; `field` has one plan with any weight where all are alike. `tables` is mirror, mixed or drawn;
    `players` the numbers of players it is for, `deals` what was asked for it by `NAME:DEALS`.
    """

    name: str
    word: str
    field: Field
    tables: str
    deals: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players it is for."""
        return self.field.players

    def run(self, run: ResolvedRun, deals: int) -> ResolvedRun:
        """A run with these players in all seats, and `deals` deals: no other stop rule, so that it is the same on every machine."""
        players = tuple(n for n in run.players if n in self.players)
        about = "" if run.report.about in ("strategies", "stalls") else run.report.about
        return replace(
            run,
            strategies=self.field.plans,
            tables=self.tables,
            lineup=(),
            weights={n: self.field.weights_at(n) for n in players} if self.tables == DRAWN else {},
            players=players,
            deals=deals,
            half_width=None,
            minutes=None,
            report=ReportTexts(about=about, kind=run.report.kind if about == run.report.about else ""),
            name="",
            config="",
            sets=(),
            warnings=(),
        )


def read_rungs(run: ResolvedRun, named: Sequence[str]) -> tuple[list[Rung], list[str]]:
    """The rungs that `NAME` or `NAME:DEALS` name, from weak to strong, or the usual ones; and what of the usual ones there is not.

    A name is `random`, `shipped` (all plans without `search`, mixed), `search-N`, a field (`league`) or a strategy. UserError at --rungs
    with all that cannot be, and for a config in which a strategy is restricted, as no strategy of it plays.
    """
    playing = {strategy.name for strategy in run.strategies}
    if banned := next((player for variant in run.played_variants for player in variant.restrictions.players if player in playing), ""):
        what = f"the config restricts the strategy '{banned}', and in a ladder other players sit in all seats"
        raise UserError.of("restrict", what, "restrict a seat: `restrict: {seat 1: {ban: [...]}}`")
    missing: list[str] = []
    if not named:
        lacking = {name: why for name in USUAL if (why := _lacking(run, name))}
        named = [name for name in USUAL if name not in lacking]
        missing = [f"{name}: {why}" for name, why in lacking.items()]
    check_number(named)
    rungs = [_rung(run, text) for text in named]
    seeing = [plan.name for rung in rungs for plan in rung.field.plans if plan.kind in (FUNCTION, LEARNED)]
    if seeing and any(variant.restrictions.blind for variant in run.played_variants):
        raise UserError.of(OPTION, SEES_ALL.format(seeing[0]), "name rungs with weights")
    names = [rung.name for rung in rungs]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise UserError.of(OPTION, f"'{twice}' is named twice", "name each rung once")
    return rungs, missing


def check_number(named: Sequence[str]) -> None:
    """At least two rungs, and no more than a ladder has."""
    if not 2 <= len(named) <= MOST_RUNGS:
        found = f"found {len(named):,} rungs" if len(named) > 1 else f"found only '{_deals_of(named[0])[0]}'" if named else "found nothing"
        expected = f"at most {MOST_RUNGS}" if len(named) > 1 else "at least two rungs, the weakest first"
        raise UserError.of(OPTION, f"{found}, expected {expected}", f"for instance {','.join(USUAL)}")


def _lacking(run: ResolvedRun, name: str) -> str:
    """Why a game has no such rung; empty where it has."""
    game, shipped = run.game, shipped_strategies(run.game.id)
    if name == LEAGUE:
        if name not in field_names(game.id):
            return f"{game.title} has no such field"
        players = field_of(game, (name,), OPTION).players
        return "" if set(players) & set(run.players) else f"it was found for {_listed(players)} players"
    if name == SHIPPED:
        return "" if len([one for one in shipped if one not in (RANDOM, *NO_PLANS)]) > 1 else f"{game.title} has fewer than two plans"
    stem = SEARCH if name.startswith(SEARCHING) else name
    return "" if stem in (RANDOM, *shipped) else f"{game.title} has no such strategy"


def _listed(counts: Sequence[int]) -> str:
    return ", ".join(map(str, counts))


def _rung(run: ResolvedRun, text: str) -> Rung:
    name, deals = _deals_of(text)
    game = run.game
    if name == SHIPPED:
        return Rung(name, name, field_of(game, (), OPTION), MIXED, deals)
    if name.removeprefix(f"{game.id}/") in field_names(game.id):
        field = field_of(game, (name,), OPTION)
        if not set(field.players) & set(run.players):
            what = f"the field '{name}' was found for {_listed(field.players)} players, the config is for {_listed(run.players)}"
            raise UserError.of(OPTION, what, f"--set players={field.players[0]}, or leave it out")
        played = field.played_at([n for n in run.players if n in field.players])
        return Rung(name.removeprefix(f"{game.id}/"), name, played, DRAWN if played.is_drawn else MIRROR, deals)
    plan = _searching(game, name) if name.startswith(SEARCHING) and name.removeprefix(SEARCHING).isdecimal() else _plan(game, name)
    every = tuple(range(game.min_players, game.max_players + 1))
    return Rung(plan.name, name, Field.alike((plan,), (SCALE,), every, plan.where), MIRROR, deals)


def _deals_of(text: str) -> tuple[str, int | None]:
    """`search-25:400` in its parts."""
    name, colon, number = text.rpartition(":")
    place = f"{OPTION} {text}"
    deals = typed(number, place)
    fault = whole_fault(deals, *DEALS)
    if not colon or (isinstance(deals, str) and not (fault and fault[1])):
        return text, None  # a colon of the name
    if fault:
        raise UserError.of(place, f"deals: {fault[0]}", fault[1] or "write NAME:DEALS")
    assert isinstance(deals, int)
    return name.strip(), deals


def _plan(game: Game, name: str) -> Strategy:
    problems = Problems()
    plan = load_strategy(name, game, Path.cwd(), Where(OPTION), problems)
    problems.raise_any()
    assert plan is not None
    return plan


def _searching(game: Game, name: str) -> Strategy:
    """The strategy `search` with another budget."""
    playouts = int(name.removeprefix(SEARCHING))
    if not 2 <= playouts <= MOST_PLAYOUTS:
        raise UserError.of(f"{OPTION} {name}", f"found {playouts:,} playouts, expected 2 to {MOST_PLAYOUTS:,}", "one is nothing to compare")
    plan = _plan(game, SEARCH)
    if plan.kind != SEARCH:
        raise UserError.of(f"{OPTION} {name}", f"the strategy 'search' ({plan.where}) is of kind {plan.kind}, expected search")
    return replace(plan, name=name, playouts=playouts)
