"""Pages and tables of a summary, without a run behind it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from simcli.report import markdown as report_markdown
from simcli.report.page import rendered, written
from simcli.stats.summary import Summary
from simcli.studies.result import Result
from simcli.studies.run.frames import TABLES
from simcli.studies.run.page import run_page


def page_text(summary: Summary, info: Mapping[str, Any]) -> str:
    return rendered(run_page(summary, info))


def write_page(folder: Path, summary: Summary, info: Mapping[str, Any]) -> Path:
    return written(folder, run_page(summary, info))


def markdown(summary: Summary, info: Mapping[str, Any]) -> str:
    return report_markdown.markdown(run_page(summary, info))


class Tables(Result):
    """A summary whose tables are asked for."""

    study, tables = "run", TABLES

    def __init__(self, results: Summary) -> None:
        self.results = results

    @property
    def answer(self) -> Any:
        raise NotImplementedError

    def page(self) -> Any:
        raise NotImplementedError


def frame(summary: Summary, name: str) -> pd.DataFrame:
    return Tables(summary).frame(name)


def csv_text(summary: Summary, name: str) -> str:
    return Tables(summary).report("csv", name)


def write_csv(summary: Summary, folder: Path) -> list[Path]:
    Tables(summary).write_tables(folder)
    return sorted(folder.iterdir())
