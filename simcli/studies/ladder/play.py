"""A ladder: the verdicts of a config repeated with players of growing strength in all seats. For the Python API and `cli`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from simcli.config.run.resolve import Overrides
from simcli.errors import RunFolderError, UserError
from simcli.sim.deal_units import deal_units
from simcli.sim.folder.names import RUN
from simcli.sim.folder.store import writing
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.sim.runner import Outcome, Progress
from simcli.stats.cell_tally import CellTally
from simcli.stats.shared_luck import Luck
from simcli.stats.shares import Ints
from simcli.studies.candidates import wins_of_one
from simcli.studies.counted import cell_tallies
from simcli.studies.ladder.estimate import Ladder, RungResult, StepUp, ladder_figures, lucks_of, steps_up
from simcli.studies.ladder.question import BUDGET, FILE, PAGE_TITLE, QUESTION, RUNGS, LadderQuestion, PlannedRung, ask
from simcli.studies.played import header, tolerance_of
from simcli.studies.results import StudyResult, in_folder, page_info
from simcli.studies.run.play import play


def ladder(
    config: str | Path | Mapping[str, object],
    rungs: str | Sequence[str] = (),
    *,
    about: str | None = None,
    budget: float = BUDGET,
    workers: Workers | None = None,
    out: str | Path | None = None,
    **over: Unpack[Overrides],
) -> StudyResult:
    """Plays a config with the players of each rung in all seats and returns what becomes of its verdicts.

    With `out` the folder is kept there and resumed if it exists; without, nothing stays on the disk. Arguments and errors are those of
    `simcli ladder`.

    >>> found = simcli.ladder("guildes/seats", ["random", "balanced"], players=3, budget=0.005)
    >>> [rung.rung for rung in found.results.rungs]
    ['random', 'balanced']
    """
    asked = ask(config, rungs, about=about, budget=budget, **over)
    return in_folder(out, lambda folder: play_ladder(asked, folder, workers=workers, write=out is not None))


Watch = Callable[["PlannedRung", Path], "AbstractContextManager[Callable[[Progress], None] | None]"]


def play_ladder(
    asked: LadderQuestion, folder: Path, *, workers: Workers | None = None, write: bool = True, watch: Watch = lambda *_: nullcontext()
) -> StudyResult:
    """Plays a ladder in `folder`, each rung in a run folder rungs/NAME, or resumes what is there, and writes its results.

    `watch` gets each rung before it is played, and gives who is to hear of its progress. InterruptedRun after Ctrl-C: what was
    finished is kept, and the same call goes on.
    """
    cores = workers or usable_cores()
    if (folder / RUN).exists():
        raise RunFolderError(f"{folder} holds a run, and a ladder has one for each rung: choose another --out")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    played: list[PlayedRung] = []
    wins: list[dict[int, Ints]] = []
    below: PlannedRung | None = None
    for one in asked.rungs:
        place = folder / RUNGS / one.rung.name.replace("/", "-")
        try:
            with watch(one, place) as progress:
                outcome = play(one.run, place, workers=cores, progress=progress, write_report=False)[1]
        except UserError:
            for empty in (folder / RUNGS, folder):  # what cannot be played leaves no folder
                with suppress(OSError):
                    empty.rmdir()
            raise
        played.append(_played(asked, outcome, place, cores))
        wins.append({})
        for players, deals in one.step_deals.items():
            assert below is not None
            fields, names = (one.rung.field, below.rung.field), (one.rung.name, below.rung.name)
            wins[-1][players] = wins_of_one(asked.run, *fields, players=players, deals=deals, names=names, workers=cores)
        below = one
    plans = (plan for one in asked.rungs for plan in one.rung.field.plans)
    title = f"{asked.run.report.title or asked.run.game.title}: {PAGE_TITLE}"
    info = page_info(asked.run, plans, title=title, question=QUESTION)
    made = StudyResult(FILE, _results(asked, played, wins), info, folder)
    if write:
        made.write(folder)
    return made


@dataclass(frozen=True)
class PlayedRung:
    """What was counted on a rung, and what the first deals add to its figures."""

    outcome: Outcome
    cells: Sequence[CellTally]
    lucks: Mapping[Hashable, Luck]


def _played(asked: LadderQuestion, outcome: Outcome, place: Path, workers: Workers) -> PlayedRung:
    """A rung whose run has ended in a folder."""
    cells = cell_tallies(outcome.plan, outcome.tallies)
    deals = min(tally.deals for tally in outcome.tallies)
    units = ([unit.parts for unit in units] for units in deal_units(outcome.plan, place, deals, workers))
    return PlayedRung(outcome, cells, lucks_of(cells, units, tolerance_of(asked.run), asked.asked, asked.kinds))


def _results(asked: LadderQuestion, played: Sequence[PlayedRung], wins: Sequence[Mapping[int, Ints]]) -> Ladder:
    run, names = asked.run, [one.rung.name for one in asked.rungs]
    steps = steps_up(wins)
    tolerance = tolerance_of(run)
    cells = {name: one.cells for name, one in zip(names, played, strict=True)}
    lucks = {name: one.lucks for name, one in zip(names, played, strict=True)}
    results = [_rung_result(one, there.outcome, step) for one, there, step in zip(asked.rungs, played, steps, strict=True)]
    return Ladder(
        **header(run) | {"identity": asked.identity()},
        rungs=tuple(results),
        missing=asked.missing,
        figures=ladder_figures(names, cells, tolerance, asked.asked, asked.kinds, lucks),
        command=asked.command([one.deals for one in results]),
    )


def _rung_result(one: PlannedRung, outcome: Outcome, steps: tuple[StepUp, ...]) -> RungResult:
    field = one.rung.field
    return RungResult(
        rung=one.rung.name,
        strategies=tuple(plan.name for plan in field.plans),
        weights=tuple(round(share, 6) for share in field.shares(one.run.players)),
        tables=one.rung.tables,
        players=one.run.players,
        deals=max(tally.deals for tally in outcome.tallies),
        games=sum(tally.games for tally in outcome.tallies),
        steps=steps,
    )
