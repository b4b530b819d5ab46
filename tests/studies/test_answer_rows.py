"""Of every answer of a run: what it names is a mark in the first picture and a row of the first table; its confidence counts its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from simcli import simulate
from simcli.config import ResolvedRun, load_config
from simcli.config.data.shipped import shipped_configs
from simcli.report.answer import Answer
from simcli.report.rows import pictures, tables, terminal_tables
from simcli.sim.folder.results import stored_results
from simcli.sim.tally import Tally
from simcli.stats.answer_rows import AnswerRow, bare_test, even
from simcli.stats.balance import half_width
from simcli.stats.bounds import Interval
from simcli.stats.summary import Summary
from simcli.stats.verdicts import CERTAIN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.counted import open_folder, summarise_tallies
from simcli.studies.run.findings import answer
from simcli.studies.run.terminal import terminal_table
from simcli.studies.run.words.claims import instead
from simcli.studies.whatif.question import load_whatif
from tests.report.limits import wrong_with
from tests.studies.named import ids_in

Size = tuple[int, Sequence[int]]
FEW, MANY = (20, (1, 10_000)), (20, (1, 100, 10_000))
"""Deals that are played, and how often each counts: as if 2,000 or 200,000 deals had gone the same way."""
sizes = pytest.mark.parametrize("size", [FEW, pytest.param(MANY, marks=pytest.mark.soak)], ids=["few", "many"])


def summaries(run: ResolvedRun, size: Size, folder: Path) -> Iterator[Summary]:
    """What a config with few deals shows, without an id, and what it would with many of the same."""
    found = simulate(run, out=folder, workers=1)
    assert list(ids_in(found)) == []
    yield found.results
    plan, store = open_folder(folder)
    plan, tallies, stopped = stored_results(plan, store, half_width)
    for n in size[1][1:]:
        yield summarise_tallies(plan, [Tally(tally.layout, tally.flat * n) for tally in tallies], stopped)


def faults(found: Answer, summary: Summary) -> Iterator[str]:
    """What of an answer, its picture and its tables does not agree."""
    names = {row.subject for row in found.rows} | {row.variant or "" for row in found.rows}
    names |= {one.name for one in summary.variants or ()} | {item.name for cell in summary.cells for item in cell.items}
    yield from faults_of(found, [name for name in names if name])


def faults_of(found: Answer, names: Sequence[str] = ()) -> Iterator[str]:
    """The same of the answer of any study; `names` are those that users give, as well as plans."""
    yield from wrong_with(found, names=[*names, *(row.subject for row in found.rows if row.about == "strategy")])
    if not found.rows:
        return
    judged = [row for row in found.rows if row.test.verdict is not None]
    if len(words := {row.says.partition(":")[0] for row in judged if row.test.verdict == UNKNOWN}) > 1:
        yield f"what is unclear is called {words}"
    counted = re.match(r"(?:All|None of|[\d,]+ of) ([\d,]+) |(Both) |(The result|The change)", found.sure)
    if counted and judged:
        number = 2 if counted[2] else 1 if counted[3] else int(counted[1].replace(",", ""))
        if number != len(judged):
            yield f"{found.sure!r} counts {number} of {len(judged)} rows"
    asked = re.findall(r"([\d,]+) deals would settle|--deals (\d+)", f"{found.sure} {found.next}")
    if any(int(number.replace(",", "")) != found.deals for numbers in asked for number in numbers if number):
        yield f"{found.sure!r}, {found.next!r} and {found.deals} deals are not one number"
    named = [row for row in found.rows if re.search(rf"(?<![\w-]){re.escape(row.subject)}(?![\w-])", found.claim, re.IGNORECASE)]
    drawn = pictures(found.rows)
    yield from (f"{chart.caption!r} speaks of a line" for chart in drawn if ("The line" in chart.caption) != bool(chart.bands))
    for marks in (chart.rows for chart in drawn):
        open_marks = [mark.get("low") is not None for mark in marks if mark.get("verdict") not in CERTAIN]
        if any(open_marks) and not all(open_marks):
            yield "a mark without an interval stands beside those that have one"
    opened = {
        (row["label"].partition(", ")[0], row.get("mark")) for chart in drawn for row in chart.rows if row["panel"] == chart.first_panel
    }
    listed = {(line[0].partition(", ")[0], word) for view in tables(found.rows) for line in view.rows for word in line}
    for subject in {row.subject for row in named if row.is_sure}:
        words = {row.says for row in named if row.subject == subject and row.is_sure}
        short = subject.partition(", ")[0]
        if not any((short, word) in opened for word in words):
            yield f"{subject} of {found.claim!r} is no such mark in the open tab"
        if not any((short, word) in listed for word in words):
            yield f"{subject} of {found.claim!r} is no such row"
    if found.rows[0] not in named and any(row.figure == found.rows[0].figure for row in named):
        yield f"{found.rows[0].subject} stands before what {found.claim!r} names"


@sizes
@pytest.mark.parametrize("config", sorted(shipped_configs()))
def test_what_an_answer_names_is_drawn_listed_and_counted(config: str, size: Size, tmp_path: Path) -> None:
    for summary in summaries(load_config(config, deals=size[0]), size, tmp_path / "run"):
        found = answer(summary)
        assert list(faults(found, summary)) == []
        assert terminal_table(summary, found) is not None


@sizes
@pytest.mark.parametrize("change", ["options.events=on", "patch.guilds.knight.copies=14"])
@pytest.mark.parametrize("config", ["guildes/seats", "guildes/demo"])
def test_what_a_changed_game_is_said_to_do_is_drawn_listed_and_counted(config: str, change: str, size: Size, tmp_path: Path) -> None:
    run, _ = load_whatif(config, (change,), deals=size[0])
    for summary in summaries(run, size, tmp_path / "run"):
        found = answer(summary)
        assert list(faults(found, summary)) == []
        assert found.rows


def test_a_plan_whose_score_is_named_stands_before_the_others() -> None:
    found = simulate(load_config("kings_guild/treasures", deals=8), workers=1).answer
    assert "the score of " in found.claim
    assert f"the score of {found.rows[0].subject} " in found.claim


def test_a_table_that_is_cut_keeps_what_the_answer_names() -> None:
    row = seat_row(Interval(0.2, 0.3, 0.4), UNKNOWN)
    rows = [replace(row, subject=f"plan {i:02}", value=Interval(None, 1 - i / 100, None)) for i in range(40)]
    for said, last in (("", "plan 17"), ("Never used: plan 30 and plan 33.", "plan 33")):
        shown = shown_text(terminal_tables(rows, said=said))
        assert (last in shown, "plan 39" in shown, "The 18 that stand out most of 40" in shown) == (True, False, True)


@pytest.mark.parametrize(
    ("verdict", "said"), [(MORE, "27 % instead of 24 %"), (MORE_OPEN, "at least 25 % instead of 24 %"), (UNKNOWN, "27 % instead of 24 %")]
)
def test_of_a_size_that_is_unclear_the_nearer_end_is_said(verdict: Verdict, said: str) -> None:
    assert instead(seat_row(Interval(0.256, 0.27, 0.284), verdict)) == said


def seat_row(value: Interval, verdict: Verdict) -> AnswerRow:
    return AnswerRow(
        figure="win share",
        about="seat",
        subject="seat 1",
        unit="share",
        value=value,
        usual=even(0.24),
        tolerance=0.02,
        test=bare_test(verdict),
        says="",
    )


def shown_text(tables: Iterator[object]) -> str:
    console = Console(width=100, file=StringIO(), force_terminal=False)
    for table in tables:
        console.print(table)
    return str(console.file.getvalue())  # type: ignore[attr-defined]
