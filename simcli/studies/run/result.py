"""The results of a run: records, tables, page."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from simcli.base.names import said_in
from simcli.base.several import several
from simcli.base.version import __version__
from simcli.config import ResolvedRun
from simcli.config.data.provenance import provenance
from simcli.config.run.commands import command, company_command, more_command, rerun_command, trace_words
from simcli.errors import UserError
from simcli.report import formatting as fmt
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.sim.pick_words import DEALS
from simcli.stats.records import dump_json
from simcli.studies.asked import PlayedFor, asked_of
from simcli.studies.in_run import answer_of, found_in, parts, players_of
from simcli.studies.result import Result
from simcli.studies.run.findings import answer
from simcli.studies.run.frames import TABLES
from simcli.studies.run.page import run_page

if TYPE_CHECKING:
    import pandas as pd

    from simcli.report.answer import Answer
    from simcli.sim.folder.picture import Picture
    from simcli.stats.summary import Summary


def told_of_players(run: ResolvedRun, results: Summary) -> str:
    """How far the players of a run can be beaten and what to do next; or why that is not measured, and what measures it."""
    return players_of(run, results, "" if run.study is not None else command(run, results.deals))


def report_info(run: ResolvedRun, results: Summary, picture: Picture | None = None) -> dict[str, object]:
    """What the page says in addition to numbers: texts, strategies, provenance of the data, a board, the command that repeats the run."""
    return {
        "command": command(run, results.deals),
        "rerun": rerun_command(run),
        "title": run.report.title,
        "question": run.report.question,
        "note": run.report.note,
        "version": __version__,
        "strategies": [{"name": s.name, "kind": s.kind, "idea": idea} for s, idea in zip(run.strategies, _ideas(run), strict=True)],
        "provenance": provenance(run.components),
        "picture": _picture_info(run, picture) if picture else None,
        "players": told_of_players(run, results),
        "matchups": company_command(run, "matchups"),
        "picks": list(_picks(run, results)),
        "found": found_in(run, results),
    }


def _picks(run: ResolvedRun, results: Summary) -> Iterator[tuple[str, str]]:
    """What games one may want to see, each with the command that finds and traces one, of games that ended."""
    ended = [cell for cell in results.cells if cell.ended]
    if not ended:
        return
    cell = next((cell for cell in ended if cell.players > 1), ended[0])
    kinds = {"a typical game": "median", "the closest one": "closest", "the greatest comeback": "comeback"}
    if cell.players == 1:
        kinds = {"the longest game": "longest", "the shortest one": "shortest"}
    elif run.has_rivals:
        kinds |= {"the greatest upset": "upset"}
    words = trace_words(run) + (["--players", str(cell.players)] if cell.players != run.players[0] else [])
    if cell.variant is not None and cell.variant != run.variants[0].name:
        words += ["--variant", cell.variant]
    if cell.unended * cell.deals >= DEALS * cell.games:  # perhaps all of those that are looked at if nobody says how many
        words += ["--among", str(cell.deals)]
    yield from ((what, shlex.join([*words, "--pick", kind])) for what, kind in kinds.items())


def _picture_info(run: ResolvedRun, picture: Picture) -> dict[str, object]:
    seats = zip(picture.strategies, picture.totals, picture.shares, strict=True)
    wins = " (wins)" if picture.players > 1 else ""
    scores = [f"seat {p}, {name}: {total}{wins if share else ''}" for p, (name, total, share) in enumerate(seats, start=1)]
    words = [*trace_words(run), "--deal", str(picture.deal), "--rotation", str(picture.rotation)]
    words += ["--players", str(picture.players)] if len(run.players) > 1 else []
    return {
        "svg": picture.svg,
        "game": f"deal {picture.deal}, rotation {picture.rotation}, with {fmt.players_text(picture.players)}",
        "scores": scores,
        "command": shlex.join(words),
    }


def _ideas(run: ResolvedRun) -> list[str]:
    """What each strategy tries, and how often a seat draws it from a field."""
    drawn = [f"{often} of seats. " for often in fmt.drawn_texts(run.drawn_shares)] or [""] * len(run.strategies)
    return [f"{often}{strategy.idea}" for often, strategy in zip(drawn, run.strategies, strict=True)]


@dataclass(frozen=True)
class RunResult(Result):
    """Results of a run. `results` holds every estimate as frozen records (simcli.stats.summary).

    `picture` is the board at the end of one of its games, when the game draws boards and the run is finished.
    """

    resolved: ResolvedRun
    results: Summary
    folder: Path | None = None
    picture: Picture | None = None
    study: str = "run"
    is_part: bool = False
    """some of its variants"""
    tables: ClassVar[Mapping[str, CsvTable]] = TABLES

    @property
    def plan_ids(self) -> list[str]:
        """Those that play."""
        return [plan.name for plan in self.resolved.strategies]

    @property
    def rerun(self) -> str:
        """The command that plays more of it, except for its deals: of its folder, where it has one."""
        return rerun_command(self.resolved) if self.folder is None else more_command(self.folder)

    @cached_property
    def asked(self) -> PlayedFor | None:
        """What it was played for, if that is another study's question."""
        return None if self.is_part else asked_of(self.folder, self.resolved.identity(), self.results.deals)

    @cached_property
    def answer(self) -> Answer:
        """The answer to the question of the run; `answer` and `confidence` of summary.json."""
        if self.asked is not None:
            return self.asked.answer
        found = said_in(found_in(self.resolved, self.results), self.plan_ids)
        return answer_of(found, self.spoken) or answer(self.spoken, self.rerun)

    def words(self, record: object) -> Sequence[Any]:
        """What its JSON says of a record in words: its own, and those of the studies it shows."""
        if record is self.results:
            return self.answer.written
        return [text for _, part in parts() for text in part.said(said_in(record, self.plan_ids))]

    @property
    def _json(self) -> str:
        """Its summary as text, written from the records themselves: with many variants they are most of what a run has."""
        return dump_json(self.results, self.words)

    def page(self) -> Page:
        """The page."""
        info = report_info(self.resolved, self.results, self.picture)
        page = run_page(self.spoken, said_in(info, self.plan_ids))
        return page if self.asked is None else self.asked.on(page)

    def __repr__(self) -> str:
        """What was played, in a line."""
        results, run = self.results, self.resolved
        names = f"{len(run.strategies)} strategies" if len(run.strategies) > 1 else run.strategies[0].name
        variants = f"{len(run.variants)} variants, " if run.variants else ""
        played = f"{fmt.count(results.deals)} deals, {fmt.count(results.games)} games, ended by {results.stopped_by}"
        kept = f", kept in {self.folder}" if self.folder else ""
        players = ", ".join(map(str, run.players))
        return f"<RunResult of {run.config or 'a dict'}: {run.game.title}, {variants}{players} players, {names}, {played}{kept}>"

    @property
    def records(self) -> pd.DataFrame:
        """One row a player and game (docs/cli.md, Records) of the games the summary counts, read from the run folder.

        UserError when the run kept no records, or pyarrow is not installed.
        """
        from simcli.sim.folder.records import read_records

        if self.folder is None:
            raise UserError.of("records", "this run was not kept in a folder", "simulate(..., out=FOLDER, records=True) keeps them")
        frame: pd.DataFrame = read_records(self.folder, self.resolved, self.results.cells).to_pandas()
        return frame

    def of_variants(self, names: str | Sequence[str]) -> RunResult:
        """The same run with the cells of some variants only, for a report of these. UserError for a name it does not have."""
        names = several(names)
        for name in names:
            self.resolved.variant(name)
        cells = tuple(cell for cell in self.results.cells if cell.variant in names)
        followed = self.results.feel and tuple(cell for cell in self.results.feel if cell.variant in names)
        varied = self.results.variety and tuple(cell for cell in self.results.variety if cell.variant in names)
        results = replace(self.results, cells=cells, cards=None, feel=followed, variety=varied)
        return replace(self, results=results, is_part=True)
