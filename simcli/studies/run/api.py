"""The Python API: simulate a config, or open a run folder, and read its tables as pandas DataFrames."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from simcli.base.files import REPORTS
from simcli.base.several import several
from simcli.config import ResolvedRun, load_config
from simcli.config.run.commands import rerun_command
from simcli.config.run.resolve import Overrides
from simcli.errors import RunFolderError, UserError
from simcli.studies.played import header, variant_changes

if TYPE_CHECKING:
    import pandas as pd

    from simcli.report.answer import Answer
    from simcli.report.charts.chart import Chart
    from simcli.report.charts.files import Figure
    from simcli.sim.folder.picture import Picture
    from simcli.sim.folder.store import Store
    from simcli.sim.plan import Cell, Plan
    from simcli.sim.pool.pool import Workers
    from simcli.sim.runner import Outcome, Progress, Runner
    from simcli.sim.shard import Shard
    from simcli.sim.tally import Tally
    from simcli.stats.cell_tally import CellTally
    from simcli.stats.summary import Subject, Summary
    from simcli.studies.riders import Talk

LONGEST_NAME = 200
"""Bytes of a config's name in the name of its default folder; a file system takes 255 with the rest."""


@dataclass(frozen=True)
class RunResult:
    """Results of a run. `results` holds every estimate as frozen records (simcli.stats.summary); the frames are made from it.

    `picture` is the board at the end of one of its games, when the game draws boards and the run is finished.
    """

    resolved: ResolvedRun
    results: Summary
    folder: Path | None = None
    picture: Picture | None = None

    @cached_property
    def answer(self) -> Answer:
        """The answer to the question of the run; `answer` and `confidence` of summary.json."""
        from simcli.studies.in_run import answer_of, found_in
        from simcli.studies.run.findings import answer

        return answer_of(found_in(self.resolved, self.results), self.results) or answer(self.results, rerun_command(self.resolved))

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The schema-2 summary as plain data (docs/summary.md): what summary.json holds."""
        from simcli.stats.summary import to_json

        made: dict[str, Any] = to_json(self.results, self.words)
        return made

    def words(self, record: Any) -> Sequence[str]:
        """What its JSON says of a record in words."""
        from simcli.studies.in_run import parts

        return self.answer.said if record is self.results else [text for _, part in parts() for text in part.said(record)]

    def __repr__(self) -> str:
        """What was played, in a line."""
        from simcli.report.formatting import count

        results, run = self.results, self.resolved
        names = f"{len(run.strategies)} strategies" if len(run.strategies) > 1 else run.strategies[0].name
        variants = f"{len(run.variants)} variants, " if run.variants else ""
        played = f"{count(results.deals)} deals, {count(results.games)} games, ended by {results.stopped_by}"
        kept = f", kept in {self.folder}" if self.folder else ""
        players = ", ".join(map(str, run.players))
        return f"<RunResult of {run.config or 'a dict'}: {run.game.title}, {variants}{players} players, {names}, {played}{kept}>"

    def _repr_html_(self) -> str:
        """The headline and the table of strategies (of places, where only one strategy plays), for a notebook."""
        import html

        frame = self.strategies if len(self.resolved.strategies) > 1 else self.seats
        shares = ["win_share_low", "win_share", "win_share_high"]
        frame = frame[[c for c in ("variant", "players", "strategy", "seat", "label", *shares, "verdict") if c in frame]]
        table = frame.to_html(index=False, border=0, formatters=dict.fromkeys(shares, "{:.1%}".format), na_rep="–")
        return f"<p><b>{html.escape(self.answer.claim)}</b></p><p>{html.escape(repr(self))}</p>{table}"

    @property
    def strategies(self) -> pd.DataFrame:
        """One row a player count and strategy: win share with interval, score, verdict."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "strategies")

    @property
    def seats(self) -> pd.DataFrame:
        """One row a player count and seat."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "seats")

    @property
    def bans(self) -> pd.DataFrame:
        """One row a player count and restricted player; empty when nobody is restricted."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "bans")

    @property
    def cards(self) -> pd.DataFrame:
        """One row a player count and item: what a ban costs, an offer and copies held; empty unless each variant bans one item."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "cards")

    @property
    def items(self) -> pd.DataFrame:
        """One row a player count and item: offered, held, and what they are worth."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "items")

    @property
    def item_levels(self) -> pd.DataFrame:
        """One row a player count, item and number of copies held at the end: player-games and win share."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "item_levels")

    @property
    def feel(self) -> pd.DataFrame:
        """One row a variant, player count and figure of how the games feel to play; empty unless the run asks for it (`measure: feel`)."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "feel")

    @property
    def reply(self) -> pd.DataFrame:
        """One row a player count: what a player wins who was tuned to beat these; empty where that was not measured."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "reply")

    @property
    def variety(self) -> pd.DataFrame:
        """One row a variant and player count: how many plans are worth playing, and the difference to the base, if measured."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "variety")

    @property
    def games(self) -> pd.DataFrame:
        """One row a variant and player count: deals, games, length in rounds and decisions, closeness."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "games")

    @property
    def quantiles(self) -> pd.DataFrame:
        """Quantiles of the final score in long form: one row a player count, strategy and `per_cent`."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "quantiles")

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

    @property
    def scores(self) -> pd.DataFrame:
        """Histogram of final scores in long form."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "scores")

    @property
    def variants(self) -> pd.DataFrame:
        """One row a variant and player count, the closest games first: margin, rounds, deviations, ranks; empty without variants."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "variants")

    @property
    def differences(self) -> pd.DataFrame:
        """One row a variant, player count and figure: how it differs from the base (`value`), with interval and verdict; empty without
        variants."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "differences")

    @property
    def categories(self) -> pd.DataFrame:
        """Mean points (`points`) in long form: one row a variant, player count, strategy and category."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "categories")

    @property
    def seat_parts(self) -> pd.DataFrame:
        """What seats make and hold, in long form: one row a variant, player count, seat and category or kind of item (`mean`)."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "seat_parts")

    @property
    def strategy_items(self) -> pd.DataFrame:
        """What each strategy did or held, in long form: one row a variant, player count, strategy and item (`held`)."""
        from simcli.studies.run.frames import frame

        return frame(self.results, "strategy_items")

    def of_variants(self, names: str | Sequence[str]) -> RunResult:
        """The same run with the cells of some variants only, for a report of these. UserError for a name it does not have."""
        names = several(names)
        for name in names:
            self.resolved.variant(name)
        cells = tuple(cell for cell in self.results.cells if cell.variant in names)
        followed = self.results.feel and tuple(cell for cell in self.results.feel if cell.variant in names)
        varied = self.results.variety and tuple(cell for cell in self.results.variety if cell.variant in names)
        results = replace(self.results, cells=cells, cards=None, feel=followed, variety=varied)
        return replace(self, results=results)

    def report(self, form: str = "html", table: str = "strategies") -> str:
        """The report as text: html, md, json or csv; csv is one table of `simcli.studies.run.frames.TABLES`. ValueError for another."""
        from simcli.stats.summary import dump_json
        from simcli.studies.run import frames
        from simcli.studies.run import page as html
        from simcli.studies.run.page_info import report_info

        if form == "html":
            return html.page_text(self.results, report_info(self))
        if form == "md":
            return html.markdown(self.results, report_info(self))
        if form == "json":
            return dump_json(self.results, self.words)
        if form == "csv":
            if table not in frames.TABLES:
                raise ValueError(f"unknown table {table!r}: {', '.join(frames.TABLES)}")
            return frames.csv_text(self.results, table)
        raise ValueError(f"unknown form {form!r}: html, md, json or csv")

    def charts(self) -> Sequence[Chart]:
        """The charts of the page, in its order."""
        from simcli.studies.run.page import run_page
        from simcli.studies.run.page_info import report_info

        return run_page(self.results, report_info(self)).charts

    def plot(self, chart: str | None = None) -> Figure:
        """A chart of the page by its name, the first without one, as a figure of matplotlib. ValueError where there is none."""
        from simcli.report.charts import files

        return files.plot(self.charts(), chart)


def simulate(
    config: str | Path | Mapping[str, Any] | ResolvedRun,
    *,
    workers: Workers | None = None,
    out: str | Path | None = None,
    records: bool = False,
    progress: Callable[[Progress], None] | None = None,
    **over: Unpack[Overrides],
) -> RunResult:
    """Plays a config (a file, a name such as "guildes/seats", a dict of its keys, or a resolved run) and returns its results.

    `players`, `deals`, `seed` and `sets` are laid over a config, as by `load_config`. With `out` the run folder is kept there, and resumed
    if it exists; without, nothing stays on the disk, so that `records` need it. A folder of more deals keeps and returns these.
    Raises UserError for a config that cannot be used, RunFolderError for a folder of another run, InterruptedRun after Ctrl-C.
    """
    if records and out is None:
        raise UserError.of("records", "need a folder to be kept in", "add out=FOLDER")
    run = config if isinstance(config, ResolvedRun) else load_config(config, **over)
    if out is not None:
        return play(run, Path(out), workers=workers, records=records, progress=progress)[0]
    with tempfile.TemporaryDirectory(prefix="simcli-") as folder:
        played = play(run, Path(folder) / "run", workers=workers, records=False, progress=progress, write_report=False)[0]
    return RunResult(played.resolved, played.results, None, played.picture)


def play(
    run: ResolvedRun,
    folder: Path,
    *,
    workers: Workers | None = None,
    records: bool = False,
    progress: Callable[[Progress], None] | None = None,
    write_report: bool = True,
    talk: Talk | None = None,
) -> tuple[RunResult, Outcome]:
    """Plays or resumes a run in `folder` and writes its results there. A run that cannot be played leaves no folder.

    What it measures besides (`measure`) follows, and `talk` is told of it.
    Results of more deals that the folder holds already are returned in place of those of fewer, and nothing is changed but what is asked
    of them: tolerance, figure, title.
    """
    from simcli.base.files import PAGE
    from simcli.sim.folder.picture import read_picture
    from simcli.sim.folder.records import require_parquet
    from simcli.sim.folder.store import Store, disk_error
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.subprocesses import usable_cores
    from simcli.sim.runner import Runner
    from simcli.stats.balance import half_width
    from simcli.studies import riders as measures

    if records:
        require_parquet()
    plan, cores = make_plan(run), workers or usable_cores()
    measures.check(run)
    runner = Runner(plan, half_width=half_width, workers=cores)
    with Store(folder, plan, records=records) as store:
        outcome = play_in(store, runner, progress)
        results = summary_of(outcome)
        asked = replace(outcome.plan.run, measure=run.measure)
        try:
            is_more = measures.measure(asked, results, folder, cores, talk or measures.Silent())
            if outcome.is_kept and not outcome.is_asked_anew:
                result = load_run(folder)
            else:
                told = outcome.plan.run if outcome.is_kept else run
                results = measures.measured(told, results, folder)
                picture = read_picture(folder, run.identity()) if outcome.is_kept else runner.picture() if results.games else None
                result = RunResult(told, results, folder, picture)
            lacks_page = write_report and not (folder / PAGE).exists()
            if is_more or lacks_page or not outcome.is_kept or outcome.is_asked_anew:
                write_results(result, page=write_report)
        except OSError as error:
            raise disk_error(folder, error) from error
    return result, outcome


def play_shard(
    run: ResolvedRun, folder: Path, shard: Shard, *, workers: Workers | None = None, progress: Callable[[Progress], None] | None = None
) -> int:
    """Plays or resumes a shard of a run in `folder`, for `simcli.sim.folder.merge`; returns its games. Errors as `simulate`."""
    from simcli.sim.folder.store import Store
    from simcli.sim.plan import make_plan
    from simcli.sim.pool.subprocesses import usable_cores
    from simcli.sim.runner import Runner
    from simcli.stats.balance import half_width

    plan = make_plan(run)
    shard.check(plan)
    runner = Runner(plan, half_width=half_width, workers=workers or usable_cores())
    with Store(folder, plan, shard=shard) as store:
        outcome = runner.run(store, progress)
        if outcome.played:
            store.fold()
        return sum(tally.games for tally in outcome.tallies)


def play_in(store: Store, runner: Runner, progress: Callable[[Progress], None] | None = None) -> Outcome:
    """Plays the runner's plan in an open run folder and notes how it ended; `is_kept` where the folder holds results of more deals."""
    from simcli.sim.folder.store import End

    plan, there = runner.plan, store.ended
    outcome = None if there and there.reached(plan) > plan.run.deals else runner.run(store, progress)
    if outcome is None or (there and there.reached(plan) > max(t.deals for t in outcome.tallies)):
        return _kept(plan, store)
    store.end(End(outcome.batches, plan.run.deals, outcome.stopped_by))
    return outcome


def _kept(plan: Plan, store: Store) -> Outcome:
    """The results that a run folder holds, of more deals than were asked for; what is asked of them now is noted there."""
    from simcli.sim.folder.results import stored_results
    from simcli.sim.runner import Outcome
    from simcli.stats.balance import half_width

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
    from simcli.config.run.changed import changed_values
    from simcli.stats.balance import summarise
    from simcli.stats.summary import ChangedValue, Summary
    from simcli.studies.in_run import completed

    run = plan.run
    played = Summary(
        **header(run),
        deals=max(t.deals for t in tallies),
        games=sum(t.games for t in tallies),
        stopped_by=stopped_by,
        about=cast("Subject | None", run.report.about or None),
        about_kind=run.report.kind or None,
        about_item=run.report.item or None,
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
    from simcli.stats.cell_tally import CellTally

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


def write_results(run: RunResult, *, page: bool = True) -> None:
    """Writes summary.json, the picture, and with `page` report.html, figures/ and tables/ into the run folder; each file whole or not."""
    from simcli.base.files import write_atomically
    from simcli.sim.folder.picture import write_picture
    from simcli.sim.folder.store import SUMMARY
    from simcli.stats.summary import dump_json

    assert run.folder is not None
    write_atomically(run.folder / SUMMARY, dump_json(run.results, run.words).encode())
    if run.picture is not None:
        write_picture(run.folder, run.picture, run.resolved.identity())
    if page:
        from simcli.studies.run.frames import write_csv
        from simcli.studies.run.page import write_page
        from simcli.studies.run.page_info import report_info

        write_page(run.folder, run.results, report_info(run))
        write_csv(run.results, run.folder / "tables")


def load_run(folder: str | Path) -> RunResult:
    """Results of a run folder, finished or not: an unfinished one shows what its batches say so far (`stopped_by: unfinished`).

    Everything is made anew from the checked log and run.json; summary.json and the page are written for others and never read. Nothing in
    the folder is run. Raises RunFolderError when the folder is no run folder or is damaged.
    """
    from simcli.sim.folder.picture import read_picture
    from simcli.sim.folder.results import UNFINISHED, stored_results
    from simcli.stats.balance import half_width
    from simcli.studies.riders import measured

    path = Path(folder)
    plan, store = open_folder(path)
    plan, tallies, stopped = stored_results(plan, store, half_width)
    picture = None if stopped == UNFINISHED else read_picture(path, plan.run.identity())
    results = summarise_tallies(plan, tallies, stopped)
    return RunResult(plan.run, measured(plan.run, results, path), path, picture)


def open_folder(path: Path, *, matchups: bool = False) -> tuple[Plan, Store]:
    """The plan of a run folder, and its log, which has been checked; with `matchups` of a folder of matchups, else of any other.

    RunFolderError as `load_run`.
    """
    from simcli.sim.folder.results import stored_plan
    from simcli.sim.folder.store import Store, read_run, shard_of

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
    from simcli.sim.folder.store import read_run

    return _restored(Path(folder), read_run(Path(folder)))


def _restored(folder: Path, data: dict[str, Any], *, matchups: bool = False) -> ResolvedRun:
    from simcli.config.run.resolved import MATCHUPS
    from simcli.sim.folder.results import stored_run

    run = stored_run(folder, data)
    if (run.tables == MATCHUPS) != matchups:
        raise RunFolderError(f"{folder} holds {'no matchups' if matchups else 'matchups, which `simcli matchups` tells'}")
    return run


def default_folder(run: ResolvedRun) -> Path:
    """reports/<name>-<first digits of the identity> below the current folder."""
    return Path(REPORTS) / f"{folder_name(run)}-{run.identity()[:8]}"


def folder_name(run: ResolvedRun) -> str:
    """What the names of its folders begin with: the config's, cut where it is very long."""
    return (run.name or run.game.id).encode()[:LONGEST_NAME].decode(errors="ignore")
