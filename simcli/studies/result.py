"""What every study returns: its answer, its records, and the same as tables, charts and a page, in every form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcli.base.files import write_atomically
from simcli.base.names import said_in
from simcli.report import notebook
from simcli.report.answer import Answer
from simcli.report.markdown import markdown
from simcli.report.page import Page, flat_settings, rendered
from simcli.report.rows import as_table
from simcli.report.table.csv import CsvTable, frame_of, rows_as_csv
from simcli.stats.records import json_text, to_json

if TYPE_CHECKING:
    import pandas as pd

    from simcli.report.charts.chart import Chart
    from simcli.report.charts.files import Figure
    from simcli.report.table.view import View

FORMS = ("html", "md", "json", "csv")
"""How a report is written."""


def record_page(record: Any, answer: Answer, info: Mapping[str, object], **own: object) -> Page:
    """The page of a record (`stats.records.Played`): the answer, what it was played by, and what is its `own`."""
    shared = {
        "title": info.get("title", ""),
        "game": record.title,
        "question": info.get("question", ""),
        "tone": "none",
        "tiles": (),
        "strategies": info["strategies"],
        "method": (),
        "provenance": info["provenance"],
        "settings": [*flat_settings(record.options), *flat_settings(record.patch, "patch: ")],
        "facts": [("game", record.game), ("seed", str(record.seed)), ("simcli", info["version"])],
        "command": info.get("command", ""),
        "version": info["version"],
    }
    return Page(answer=answer, **(shared | own))


class Result(ABC):
    """The result of a study: `results` has its records, with every estimate, `tables` what they are as rows.

    Each table is an attribute too: `simcli.simulate(...).strategies` is a DataFrame, as `frame("strategies")` is.
    """

    study: str
    """name of the study"""
    results: Any
    """its records"""

    @property
    def plan_ids(self) -> Iterable[str]:
        """Ids of the plans that its records name."""
        return ()

    @cached_property
    def spoken(self) -> Any:
        """Its records with plans as a person says them: what answer, tables, charts and page are made of."""
        return said_in(self.results, self.plan_ids)

    @property
    @abstractmethod
    def answer(self) -> Answer:
        """The answer to its question."""

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, CsvTable]:
        """Its records as tables, the main one first."""

    @property
    def views(self) -> Sequence[View]:
        """The tables of its page."""
        return ()

    @abstractmethod
    def page(self) -> Page:
        """The page."""

    def words(self, record: object) -> Sequence[Any]:
        """What its JSON says of a record in words."""
        return self.answer.written if record is self.results else ()

    @property
    def summary(self) -> Any:
        """Its JSON as plain data."""
        return to_json(self.results, self.words)

    @property
    def _json(self) -> str:
        """The same as text."""
        return json_text(self.summary)

    def report(self, form: str = "html", table: str | None = None) -> str:
        """The report as html, md, json or csv, which is one of `tables`, the first if none is named. ValueError for another."""
        if form == "html":
            return rendered(self.page())
        if form == "md":
            return markdown(self.page())
        if form == "json":
            return self._json
        if form == "csv":
            found = self._table(table)
            return rows_as_csv(list(found.rows(self.results)), found.whole)
        raise ValueError(f"unknown form {form!r}: {', '.join(FORMS)}")

    def frame(self, table: str | None = None) -> pd.DataFrame:
        """One of `tables`, the first if none is named; estimates are three columns `x_low`, `x`, `x_high`. ValueError for another."""
        found = self._table(table)
        return frame_of(list(found.rows(self.results)), found.whole)

    def table(self) -> pd.DataFrame:
        """The rows that the answer is made of, in the order of the page; of an answer without rows the main one of `tables`.

        Columns: figure, subject, players, variant, low, value, high, usual, change_low, change, change_high, verdict; those that say
        nothing of any row are left out.
        """
        rows = self.answer.rows
        return frame_of(as_table(rows), ("players",)) if rows else self.frame()

    def _repr_html_(self) -> str:
        """The answer, how sure it is, the first picture and the first table, for a notebook."""
        return notebook.shown(self.page())

    def charts(self) -> Sequence[Chart]:
        """The charts of the page, in its order."""
        return self.page().charts

    def plot(self, chart: str | None = None) -> Figure:
        """A chart of the page by its name, the first without one, as a figure of matplotlib. ValueError where there is none."""
        from simcli.report.charts import files

        return files.plot(self.charts(), chart)

    def write_tables(self, folder: Path) -> None:
        """Writes a CSV file for each table that has rows; each atomically."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, table in self.tables.items():
            if rows := list(table.rows(self.results)):
                write_atomically(folder / f"{name}.csv", rows_as_csv(rows, table.whole).encode())

    def _table(self, name: str | None) -> CsvTable:
        if name is None:
            return next(iter(self.tables.values()))
        if name not in self.tables:
            raise ValueError(f"unknown table {name!r}: {', '.join(self.tables)}")
        return self.tables[name]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_") or name in Result.__annotations__ or name not in self.tables:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self.frame(name)
