"""A shard that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from simcli.report import notebook
from simcli.report.answer import Answer
from simcli.report.formatting import count
from simcli.report.page import Page
from simcli.report.table.csv import CsvTable
from simcli.studies.result import Result


@dataclass(frozen=True)
class PlayedShard(Result):
    """A shard that is played: `results` has how many games, and where they are; it has no page before all are merged."""

    results: Mapping[str, Any]
    of: int
    title: str
    study: str = "shard"
    tables: ClassVar[Mapping[str, CsvTable]] = {"shard": CsvTable(lambda row: [dict(row)])}

    @property
    def answer(self) -> Answer:
        """That it is played, and what is to be done with it."""
        claim = f"Shard {self.results['shard']} of {self.title} is played: {count(self.results['games'])} games."
        return Answer(claim, next=f"when all {self.of} are: simcli merge FOLDER ...")

    def page(self) -> Page:
        """ValueError: it says nothing of its games."""
        raise ValueError("a shard has no page: `simcli merge` makes one run of all shards")

    def _repr_html_(self) -> str:
        """Its answer alone."""
        return notebook.said(self.answer)
