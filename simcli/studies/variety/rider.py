"""How many of a run's plans are worth playing: its plans meet in matchups of their own, and the figures are kept in the run folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcli.config.run.resolved import ResolvedRun
from simcli.errors import RunFolderError
from simcli.stats.measured import VIABLE, VarietyCell
from simcli.studies.stored import read_record, write_record

if TYPE_CHECKING:
    from simcli.sim.plan import Cell, Plan
    from simcli.sim.pool.pool import Workers
    from simcli.sim.runner import Progress, Tell
    from simcli.sim.tally import Tally
    from simcli.stats.field_tally import FieldTally
    from simcli.studies.riders import Talk

FILE = "variety.json"
ASKS = "measure: variety"
GAMES_FOLDER = ".variety"
"""Folder in the run folder in which the matchups are kept until all are played."""
DEALS = 1000
"""Deals of a line-up at most, as many as `simcli matchups` plays if nobody says otherwise; more where the run asks for nothing else."""


@dataclass(frozen=True)
class StoredVariety:
    """What the file holds."""

    cells: tuple[VarietyCell, ...]


def wanted(run: ResolvedRun, asks: str = ASKS) -> ResolvedRun:
    """The matchups that are played of a run: its first deals, with two players or more. UserError, which names who asks, where they
    cannot be played."""
    from simcli.sim.lineups import matchups_of

    is_asked = run.study is not None and run.study.figure == VIABLE
    deals = run.deals if is_asked else min(run.deals, DEALS)
    counts = tuple(n for n in run.players if n > 1)
    return matchups_of(replace(run, deals=deals, players=counts, half_width=None, minutes=None, study=None, measure=None), asks)


def plan_text(run: ResolvedRun, workers: Workers | None) -> str:
    """How much that is: `24 line-ups, 1,000 deals each: 72,000 games, roughly 12 s`."""
    from simcli.report import formatting as fmt
    from simcli.sim.lineups import count_lineups

    matchups = wanted(run)
    games, seconds = cost(matchups, workers)
    line_ups = f"{fmt.count(count_lineups(matchups))} line-ups, {fmt.count(matchups.deals)} deals each"
    return f"{line_ups}: {fmt.count(games)} games, roughly {fmt.readable_time(seconds)}"


def cost(matchups: ResolvedRun, workers: Workers | None) -> tuple[int, float]:
    """Games of a run of matchups, and their rough time in seconds on so many cores, by the prices of the game."""
    from simcli.sim.lineups import lineups_of
    from simcli.sim.plan import microseconds_a_game
    from simcli.sim.pool.pool import cores_of

    games, microseconds = 0, 0.0
    for variant in matchups.played_variants:
        for players in matchups.players:
            n = len(lineups_of(matchups, players)) * players * matchups.deals
            games, microseconds = games + n, microseconds + n * microseconds_a_game(matchups, players, variant.options)
    return games, microseconds / 1e6 / cores_of(workers)


def is_there(run: ResolvedRun, folder: Path) -> bool:
    """Whether a run folder holds the figures, of as many deals as are wanted or more. What cannot be read is played anew."""
    try:
        found = read_variety(run, folder)
    except RunFolderError:
        return False
    return found is not None and all(cell.deals >= wanted(run).deals for cell in found.cells)


def count_variety(run: ResolvedRun, folder: Path, workers: Workers, talk: Talk) -> None:
    """Plays the matchups and keeps the figures in the run folder. InterruptedRun after Ctrl-C: the same call goes on."""
    from simcli.report.formatting import count

    talk.say(f"playing every plan against every other for the number of {VIABLE}: {plan_text(run, workers)}")

    def tell(progress: Progress) -> None:
        talk.state(f"{count(progress.games)} of {count(progress.goal)} games")

    place = folder / GAMES_FOLDER
    try:
        cells = played_variety(wanted(run), place, workers, tell)
    except RunFolderError as error:
        talk.say(f"{error}: the matchups begin anew")
        shutil.rmtree(place)
        cells = played_variety(wanted(run), place, workers, tell)
    write_record(folder / FILE, StoredVariety(cells), run.identity())
    shutil.rmtree(place)


def read_variety(run: ResolvedRun, folder: Path) -> StoredVariety | None:
    """The figures that a run folder holds by the tolerance of the run, if it does. RunFolderError when damaged, or of another run."""
    from simcli.stats.summary import Tolerance
    from simcli.studies.variety.estimate import rounded_tolerance

    found = read_record(folder / FILE, StoredVariety, run.identity())
    if found is not None:
        cells = [(variant.name or None, n) for variant in run.played_variants for n in run.players if n > 1]
        if [(cell.variant, cell.players) for cell in found.cells] != cells:
            raise RunFolderError(f"{folder / FILE} does not hold the figures of this run: delete it, or run again")
        tolerance = Tolerance(run.tolerance.value, run.tolerance.of_even)
        if any(cell.tolerance != rounded_tolerance(tolerance, cell.players) for cell in found.cells):
            return None
    return found


def played_variety(matchups: ResolvedRun, folder: Path, workers: Workers, tell: Tell | None = None) -> tuple[VarietyCell, ...]:
    """Plays or goes on with a run of matchups in `folder`; the figures of each variant and number of players."""
    from simcli.stats.summary import Tolerance
    from simcli.studies.variety.estimate import varieties

    tolerance = Tolerance(matchups.tolerance.value, matchups.tolerance.of_even)
    base = matchups.played_variants[matchups.base_number].name
    return varieties(played_fields(matchups, folder, workers, tell), tolerance, base)


def played_fields(matchups: ResolvedRun, folder: Path, workers: Workers, tell: Tell | None = None) -> list[FieldTally]:
    """Plays or goes on with a run of matchups in `folder`; what was counted, by variant and number of players."""
    from simcli.sim.folder.store import Store
    from simcli.sim.plan import make_plan
    from simcli.sim.runner import Runner
    from simcli.stats.balance import half_width

    plan = make_plan(matchups)
    with Store(folder, plan) as store:
        outcome = Runner(plan, half_width=half_width, workers=workers).run(store, tell)
    return list(fields_of(plan, outcome.tallies))


def fields_of(plan: Plan, tallies: Sequence[Tally]) -> Iterator[FieldTally]:
    """What the line-ups of a run of matchups counted, by variant and number of players."""
    from simcli.sim.lineups import same_plans
    from simcli.stats.field_tally import FieldTally

    run = plan.run
    groups: dict[tuple[str, int], list[tuple[Cell, Tally]]] = {}
    for cell, tally in zip(plan.cells, tallies, strict=True):
        groups.setdefault((cell.variant, cell.players), []).append((cell, tally))
    names, same = tuple(strategy.name for strategy in run.strategies), same_plans(run)
    base = run.played_variants[run.base_number].name
    for (variant, players), group in groups.items():
        shares, paired, finishes = {}, {}, {}
        for cell, tally in group:
            one, other = cell.pair
            shares[one, other] = tally.parts.strategy_share[0]
            finishes[one, other] = tally.parts.finishes
            if players == 2:
                shares[other, one] = tally.parts.strategy_share[1]
            elif cell.base is not None:
                paired[one, other] = tally.parts.paired_with("strategy_share")[0]
        deals, games = group[0][1].deals, sum(tally.games for _, tally in group)
        pairs = zip(group, groups[base, players], strict=True)
        repeats = variant != base and all(own.plays_as(other) for (own, _), (other, _) in pairs)
        yield FieldTally(variant, players, names, same, deals, games, shares, paired, finishes, repeats)
