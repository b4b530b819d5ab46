"""`simcli report`: the results in a folder, of any study, once more or in another form."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from simcli.errors import UserError
from simcli.terminal import ui
from simcli.terminal.arguments import word
from simcli.terminal.common import argument, option

EXAMPLES = (
    "simcli report reports/seats-1a2b3c4d",
    "simcli report reports/seats-1a2b3c4d --format csv --table seats",
    "simcli report reports/seats-1a2b3c4d --charts svg",
)

ChartForm = StrEnum("ChartForm", "PNG SVG PDF")
"""Forms of a chart as a file."""

ReportForm = StrEnum("ReportForm", "HTML MD JSON CSV")
"""Forms of a report."""


def report(
    run: Annotated[Path, argument("Run folder, finished or not.", "RUN")],
    form: Annotated[
        ReportForm, typer.Option("--format", help="html rewrites the page; the others go to stdout.", **word("--format", ReportForm))
    ] = ReportForm.HTML,
    out: Annotated[Path | None, option("File to write instead; folder, with --charts.", panel=None)] = None,
    table: Annotated[
        str | None, option("Which table `--format csv` prints; the main one if not given.", panel=None, metavar="NAME")
    ] = None,
    variant: Annotated[list[str] | None, option("Only this variant, of a run with several; repeatable.", panel=None)] = None,
    charts: Annotated[
        ChartForm | None, option("Writes its charts into RUN/figures instead.", panel=None, **word("--charts", ChartForm))
    ] = None,
) -> int:
    """Writes the report of a run folder: a page, markdown, JSON or CSV; or its charts as files."""
    from simcli.report.page import written
    from simcli.sim.folder.store import writing
    from simcli.studies.results import load

    if charts and (table or form is not ReportForm.HTML):
        raise UserError.of("--charts", "writes charts, no text", "leave out --format and --table")
    found = load(run)
    if table and table not in found.tables:
        raise UserError.of(f"--table {table}", f"a {found.study} has {', '.join(found.tables)}", "name one of these")
    if variant:
        if not hasattr(found, "of_variants"):
            raise UserError.of("--variant", f"{run} holds a {found.study}, whose report is of all variants", "leave it out")
        found = found.of_variants(variant)
        if out is None and form is ReportForm.HTML:
            hint = "add --out FOLDER" if charts else "add --out PAGE.html"
            raise UserError.of("--variant", "needs --out, since the page in the run folder shows all variants", hint)
    if charts:
        from simcli.report.charts import files

        made = found.charts()
        if not made:
            raise UserError.of("--charts", f"the page of {run} has no chart", "leave it out")
        folder = out or run / files.FOLDER
        with writing(folder):
            for file in files.write_files(folder, made, charts.value):
                ui.write_line(str(file))
        return ui.DONE
    if out is not None:
        ui.write_file(out, found.report(form.value, table), "--out")
        return ui.DONE
    with writing(run):
        if form is ReportForm.HTML:
            ui.write_line(str(written(run, found.page())))
        else:
            ui.write(found.report(form.value, table).encode("utf-8"))
    return ui.DONE
