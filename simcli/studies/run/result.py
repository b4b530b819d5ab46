"""The results of a run: records, tables, page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.base.several import several
from simcli.config import ResolvedRun
from simcli.config.run.commands import rerun_command
from simcli.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

    from simcli.report.answer import Answer
    from simcli.report.charts.chart import Chart
    from simcli.report.charts.files import Figure
    from simcli.sim.folder.picture import Picture
    from simcli.stats.summary import Summary


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
            return html.page_text(self.results, report_info(self.resolved, self.results, self.picture))
        if form == "md":
            return html.markdown(self.results, report_info(self.resolved, self.results, self.picture))
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

        return run_page(self.results, report_info(self.resolved, self.results, self.picture)).charts

    def plot(self, chart: str | None = None) -> Figure:
        """A chart of the page by its name, the first without one, as a figure of matplotlib. ValueError where there is none."""
        from simcli.report.charts import files

        return files.plot(self.charts(), chart)
