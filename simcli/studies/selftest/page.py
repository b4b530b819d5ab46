"""The table and the page of a self-test."""

from __future__ import annotations

import hashlib

from simcli.report.page import Page, Section
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.stats.records import dump_json
from simcli.studies.selftest.record import FAILED, NOT_TRIED, OK, Selftest

TONES = {OK: "even", FAILED: "uneven", NOT_TRIED: "unknown"}
METHOD = (
    "even: copies of one strategy sit on all seats in all rotations; each wins the same number of games, which no chance may change.",
    "planted: variants play the same deals; a strong change is found, a change of nothing that is played differs by exactly 0.",
    "same: one run, by threads, stopped and resumed, in shards, by processes: the same bytes of results.",
    "intervals: seats of Guildes are alike, so that the win share is known to be 25 %; 95 % intervals must hold it as often as they say.",
    "kept: counts are whole numbers, and have the digests that the package keeps, compiled for this CPU and for any.",
)


def view_of(record: Selftest) -> View:
    """A row for each line."""
    columns = (Column("Check", TEXT), Column("Of", TEXT), Column("Found", TEXT), Column("Result", VERDICT))
    rows = tuple((line.check, line.of, line.found, line.outcome) for line in record.lines)
    return View("What was checked", columns, rows, TONES)


def page_of(record: Selftest) -> Page:
    """The answer and the table; the page is named by a hash of all that was found."""
    digest = hashlib.sha256(dump_json(record).encode()).hexdigest()[:16]
    facts = [("simcli", record.simcli), ("result", digest), ("seed", str(record.seed))]
    return Page(
        answer=record.answer,
        title="Self-test",
        game="simcli",
        question="Is the simcli of this machine right?",
        tone="uneven" if record.failed else "even",
        tiles=(),
        sections=(Section("checks", "Checks", "", (), (view_of(record),)),),
        method=METHOD,
        facts=[*facts, *((name, str(value)) for name, value in record.machine.items())],
        command="simcli selftest",
        version=record.simcli,
    )
