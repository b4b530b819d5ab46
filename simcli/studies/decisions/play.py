"""Decisions as data, for the Python API and `simcli decisions`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Unpack

import numpy as np

from simcli.base.names import said_in
from simcli.config.run.commands import rerun_command
from simcli.config.run.resolve import Overrides
from simcli.engine.loop import course as loop
from simcli.report.answer import Answer
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import View
from simcli.sim.folder.kept_rows import cache_folder
from simcli.sim.folder.parquet import write_parquet
from simcli.sim.folder.store import writing
from simcli.sim.games import OnProgress
from simcli.sim.look import TRIED, action_columns, actions_in_words, kept_rows, looked_rows, try_batches
from simcli.sim.pool.cluster import Workers
from simcli.sim.pool.subprocesses import usable_cores
from simcli.studies.decisions import words
from simcli.studies.decisions.question import STUDY, DecisionsQuestion, ask_decisions
from simcli.studies.decisions.record import DecisionCount, Decisions
from simcli.studies.decisions.table import TriedColumns
from simcli.studies.looks import WORLDS
from simcli.studies.played import header
from simcli.studies.result import Result
from simcli.studies.results import page_info, plain_page


@dataclass(frozen=True)
class DecisionsResult(Result):
    """A file of decisions: `results` says what is in it, `file` where it is."""

    results: Decisions
    file: Path
    info: Mapping[str, Any]
    study: str = STUDY
    tables: ClassVar[Mapping[str, CsvTable]] = {STUDY: CsvTable(lambda found: map(asdict, found.counts))}

    @property
    def plan_ids(self) -> list[str]:
        """Those of its page."""
        return [plan["name"] for plan in self.info["strategies"]]

    @property
    def answer(self) -> Answer:
        """How many actions there are."""
        return words.answer(self.spoken)

    @property
    def views(self) -> Sequence[View]:
        """Its table."""
        return (words.view_of(self.spoken),)

    def page(self) -> Page:
        """The answer, and the decisions by their kinds."""
        return plain_page(self.spoken, self.answer, self.views, said_in(self.info, self.plan_ids), words.METHOD)


def decisions(
    config: str | Path | Mapping[str, object],
    out: str | Path,
    *,
    worlds: int = WORLDS,
    workers: Workers | None = None,
    **over: Unpack[Overrides],
) -> DecisionsResult:
    """Writes a Parquet file with a row for each action tried at one choice of every game of a config: `pandas.read_parquet(out)`.

    The choices are those that `simcli.regret` looks at, each action played to the end in a number of `worlds`, an even one. Errors as
    `simcli.regret`; UserError also for a file that cannot be there.

    >>> simcli.decisions("guildes/seats", "decisions.parquet", players=3, deals=4, worlds=2).results.looked
    4
    """
    return write_decisions(ask_decisions(config, out, worlds, **over), workers=workers)


def write_decisions(
    asked: DecisionsQuestion, *, workers: Workers | None = None, on_progress: OnProgress = lambda *_: None
) -> DecisionsResult:
    """The same for a question that is settled; `on_progress` gets the games so far and all.

    After Ctrl-C the same call goes on: what was tried is kept with the compiled kernels until the file is there.
    """
    looks, run = asked.looks, asked.looks.run
    width = TRIED * action_columns(run.game)
    kept = kept_rows(looks, cache_folder(STUDY, run, looks.worlds), width)
    found = looked_rows(looks, try_batches, width, kept, workers or usable_cores(), on_progress)
    cells = [TriedColumns.of(run, cell, rows) for cell, rows in found]
    texts = actions_in_words(looks, [one.cell for one in cells], (one.codes() for one in cells))
    with writing(asked.file):
        groups = (group for one, said in zip(cells, texts, strict=True) for group in one.groups(said, looks.worlds))
        write_parquet(asked.file, groups)
    kept.forget()
    games = sum(len(one.rows) for one in cells)
    record = Decisions(
        **header(run),
        file=str(asked.file),
        worlds=looks.worlds,
        tried=TRIED,
        deals=run.deals,
        games=games,
        counts=tuple(count for one in cells for count in _counts(one)),
    )
    command = shlex.join(["--worlds", str(looks.worlds), "--deals", str(run.deals), "--out", str(asked.file)])
    title = f"{run.report.title or run.game.title}: {words.TITLE}"
    info = page_info(run, title=title, question=words.QUESTION, command=f"{rerun_command(run, STUDY)} {command}")
    return DecisionsResult(record, asked.file, info)


def _counts(one: TriedColumns) -> Iterator[DecisionCount]:
    """By kind of decision how many are there."""
    played = one.rows[:, loop.CHOICES] > 0
    names = [decision.name for decision in one.run.game.decisions]
    looked = np.bincount(one.rows[played, loop.DECISION], minlength=len(names))
    actions = np.bincount(one.rows[one.game, loop.DECISION], minlength=len(names))
    for name, choices, n in zip(names, looked.tolist(), actions.tolist(), strict=True):
        if choices:
            yield DecisionCount(variant=one.cell.variant or None, players=one.cell.players, decision=name, looked=choices, actions=n)
