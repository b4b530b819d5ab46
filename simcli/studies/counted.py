"""A run that is counted: played in its folder, opened again, summarised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import cast

from simcli.config import ResolvedRun
from simcli.config.run.changed import changed_values
from simcli.config.run.resolved import ROUND_ROBIN
from simcli.errors import RunFolderError
from simcli.sim.folder.results import stored_plan, stored_results, stored_run
from simcli.sim.folder.store import End, Store, read_run, shard_of
from simcli.sim.plan import Cell, Plan
from simcli.sim.runner import Outcome, Progress, Runner
from simcli.sim.tally import Tally
from simcli.stats.balance import half_width, summarise
from simcli.stats.cell_tally import CellTally
from simcli.stats.summary import ChangedValue, Subject, Summary
from simcli.studies.in_run import completed
from simcli.studies.played import header, variant_changes


def play_in(store: Store, runner: Runner, progress: Callable[[Progress], None] | None = None) -> Outcome:
    """Plays the runner's plan in an open run folder and notes how it ended; `is_kept` where the folder holds results of more deals."""
    plan, there = runner.plan, store.ended
    outcome = None if there and there.reached(plan) > plan.run.deals else runner.run(store, progress)
    if outcome is None or (there and there.reached(plan) > max(t.deals for t in outcome.tallies)):
        return _kept(plan, store)
    store.end(End(outcome.batches, plan.run.deals, outcome.stopped_by))
    return outcome


def _kept(plan: Plan, store: Store) -> Outcome:
    """The results of a run folder with more deals than the question has; the question is noted there."""
    kept, tallies, stopped = stored_results(plan, store, half_width)
    batches = store.ended.batches if store.ended else 0
    is_asked_anew = store.asks_otherwise
    if is_asked_anew:
        store.note()
    return Outcome(kept, tuple(tallies), stopped, 0.0, 0, batches, is_kept=True, is_asked_anew=is_asked_anew)


def summary_of(outcome: Outcome) -> Summary:
    """The summary of a finished run."""
    return summarise_tallies(outcome.plan, outcome.tallies, outcome.stopped_by)


def summarise_tallies(plan: Plan, tallies: Sequence[Tally], stopped_by: str) -> Summary:
    """The summary of one tally a cell."""
    run = plan.run
    played = Summary(
        **header(run),
        deals=max(t.deals for t in tallies),
        games=sum(t.games for t in tallies),
        stopped_by=stopped_by,
        about=cast("Subject | None", run.report.about or None),
        about_kind=run.report.kind or None,
        about_item=run.report.item or None,
        question=run.report.question or None,
        tables=run.tables,
        changes=tuple(ChangedValue(**asdict(one)) for one in changed_values(run)) or None,
        variants=variant_changes(run),
    )
    return completed(summarise(played, cell_tallies(plan, tallies)))


def cell_tallies(plan: Plan, tallies: Sequence[Tally]) -> list[CellTally]:
    """What was counted in each cell of a plan, variants with what they are compared with."""
    cells: dict[int, CellTally] = {}
    for i, cell in sorted(enumerate(plan.cells), key=lambda numbered: numbered[1].base is not None):
        base = None if cell.base is None else cells[cell.base]
        cells[i] = replace(cell_tally(plan.run, cell, tallies[i]), base=base, repeats_base=plan.repeats_base(cell))
    return [cells[i] for i in range(len(plan.cells))]


def cell_tally(run: ResolvedRun, cell: Cell, tally: Tally) -> CellTally:
    """What was counted in a cell, with what it is of."""
    return CellTally(
        cell.players,
        tuple(s.name for s in run.strategies),
        cell.catalogue.items,
        cell.catalogue.categories,
        cell.catalogue.score_low,
        tally.parts,
        cell.variant,
        has_start_player=run.game.has_start_player,
        has_rivals=not run.is_mirror,
        together=run.game.together,
        restrictions=cell.restrictions,
        sights={sight.name: sight.text for sight in run.game.sights},
        unweighed=cell.unweighed,
        who=run.playing_at(cell.players),
        by_strategy=cell.catalogue.by_strategy(len(run.strategies)),
        offer_pairs=cell.catalogue.offer_pairs,
        held_pairs=cell.catalogue.held_pairs(cell.watched),
        asked=cell.asked.items,
        usual_scores=cell.catalogue.usual_scores,
    )


def open_folder(path: Path, *, matchups: bool = False) -> tuple[Plan, Store]:
    """The plan of a run folder, and its log, which has been checked; with `matchups` of a folder of matchups, else of any other.

    RunFolderError as `load_run`.
    """
    data = read_run(path)
    if shard := shard_of(data):
        raise RunFolderError(f"{path} holds shard {shard} of a run: `simcli merge` makes one run of all shards")
    resolved = _restored(path, data, matchups=matchups)
    plan = stored_plan(resolved, data)
    store = Store(path, plan)
    store.check()
    return plan, store


def load_settings(folder: str | Path) -> ResolvedRun:
    """What a run folder was asked to play; nothing in the folder is run. RunFolderError when it is no run folder or is damaged."""
    return _restored(Path(folder), read_run(Path(folder)))


def _restored(folder: Path, data: dict[str, object], *, matchups: bool = False) -> ResolvedRun:
    run = stored_run(folder, data)
    if (run.tables == ROUND_ROBIN) != matchups:
        raise RunFolderError(f"{folder} holds {'no matchups' if matchups else 'matchups, which `simcli matchups` tells'}")
    return run
