"""The page with sliders beside that of a run: sliders.html."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from simcli.base.escapes import shown_all
from simcli.base.files import write_atomically
from simcli.base.version import __version__
from simcli.config.data.number_names import with_value
from simcli.config.run.resolved import ResolvedRun
from simcli.report import formatting as fmt
from simcli.report.template import filled, own
from simcli.stats.summary import Summary
from simcli.studies.sensitivity.reach import command_end, command_start, set_start
from simcli.studies.sensitivity.sliders import BETWEEN, INTERACTION, KINDS, SliderRow, Sliders, SliderTable, Z, tables_of

NAME = "sliders.html"
ROOM = 1.4
"""How far the scale of the bars goes beyond the largest share."""


def sliders_of(run: ResolvedRun, summary: Summary, reach: Sliders) -> Sliders:
    """The sliders of a played run: `reach` with what the games say."""
    tables = tuple(table for table in tables_of(run, summary, reach.numbers) if table.rows)
    return replace(reach, tables=tables)


def data_of(run: ResolvedRun, sliders: Sliders) -> dict[str, object]:
    """What the script of the page knows."""
    return {
        "numbers": [one._asdict() | {"set": set_start(one), "say": with_value(one.name, "")} for one in sliders.numbers],
        "tables": [_table(run, table) for table in sliders.tables],
        "refused": sliders.refused,
        "most": sliders.most,
        "z": Z,
        "interaction": INTERACTION,
        "between": BETWEEN,
        "whatif": command_start(run, "whatif"),
        "run": command_start(run, "run"),
    }


def _table(run: ResolvedRun, table: SliderTable) -> dict[str, object]:
    largest = max((row.share for row in table.rows if row.share is not None), default=1.0)
    top = min(1.0, math.ceil(20 * ROOM * largest) / 20)
    return {"players": table.players, "top": top or 1.0, "end": command_end(run, table.players), "rows": [*map(_row, table.rows)]}


def _row(row: SliderRow) -> dict[str, object]:
    moved = [one._asdict() for one in row.moved]
    place = [*KINDS].index(row.kind)
    return {"kind": row.kind, "place": place, "label": row.label, "share": row.share, "se": row.se, "moved": moved, "has_even": place < 2}


def as_json(data: Mapping[str, Any]) -> str:
    """Data as JSON that can stand in a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def rendered(run: ResolvedRun, summary: Summary, reach: Sliders) -> str:
    """The page as text."""
    data = shown_all(data_of(run, sliders_of(run, summary, reach)))
    styles = own("page.html.j2").partition("<style>")[2].partition("</style>")[0].strip()
    return filled(
        "sliders.html.j2",
        [own("sliders.js")],
        title=run.report.title,
        game=run.game.title,
        version=__version__,
        styles=Markup(styles),
        data=data,
        kinds=KINDS,
        deals=fmt.count(summary.deals),
        interaction=f"{INTERACTION:g}",
        between=f"{BETWEEN:g}",
        json=Markup(as_json(data)),
    )


def write_sliders(folder: Path, run: ResolvedRun, summary: Summary, reach: Sliders) -> Path:
    """Writes the page into the run folder; returns where it is."""
    write_atomically(folder / NAME, rendered(run, summary, reach).encode("utf-8"))
    return folder / NAME
