"""The page of a search for weights: the answer, win shares as the search went, and the tables."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.report import formatting as fmt
from simcli.report.charts.chart import Band, Chart, Lines, clean, line_rows
from simcli.report.page import Page, Section
from simcli.report.table.csv import CsvTable
from simcli.report.table.view import TEXT, Column, View
from simcli.stats.bounds import Interval
from simcli.studies.result import record_page
from simcli.studies.tune import words
from simcli.studies.tune.estimate import Tune

TOPIC = "search"
MOST_POINTS = 60
"""Most points of a line: more generations are drawn together."""
PLAYED = "Every game is played by computer strategies under the complete rules; all chance comes from a seeded generator."
METHOD = (
    PLAYED,
    "CMA-ES moves the weights of the start: the candidates of a generation play the same deals against the same line-ups.",
    "The line is the middle of the search, a generation's deals at a time; it bends with their luck. The judgement plays fresh deals.",
)

RECORD = Tune
TABLE = CsvTable(words.lines, words.WHOLE)

answer_of = words.answer


def views_of(record: Tune) -> tuple[View, ...]:
    """Its tables."""
    return (words.view(record),)


def page_of(results: Tune, info: Mapping[str, object]) -> Page:
    """The page of a search. `info`: strategies, provenance, version."""
    is_better = all(row.gain.low is not None and row.gain.low > 0 for row in results.against)
    columns = (Column("Decision", TEXT), Column("Feature", TEXT), Column("Weight"))
    rows = [(decision, name, f"{weight:g}") for decision, row in results.weights.items() for name, weight in row.items()]
    weights = View(f"Weights of {results.start} tuned", columns, tuple(rows))
    found, says = answer_of(results), f"{fmt.count(results.searched)} of {fmt.count(len(rows))} were searched."
    return record_page(
        results,
        found,
        info,
        tones={"yes": "uneven", "no": "even"},
        command=results.command,
        title=f"{results.title}: {results.start} tuned",
        question=f"Is there a better plan than {results.start} against these players?",
        tone="uneven" if is_better else "unknown",
        tiles=[
            ("players", fmt.listing([str(row.players) for row in results.against])),
            ("weights", fmt.count(results.searched)),
            ("generations", fmt.count(results.generations)),
            ("games", fmt.count(results.games)),
        ],
        sections=(
            Section("gain", "What the search brought", "On fresh deals.", tune_charts(results), (words.view(results),), says=found.claim),
            Section("weights", "Weights", "The strategy's file has them too.", (), (weights,), True, says),
        ),
        caveats=["The search is a lower bound: more games, other starts or other features may win more."],
        method=METHOD,
    )


def tune_charts(results: Tune) -> tuple[Chart, ...]:
    """The middle of the search by generation; none of a search with fewer than two that ended their games."""
    known = [(step.generation, step.share) for step in results.steps if step.share is not None]
    if len(known) < 2:
        return ()
    together = -(-len(known) // MOST_POINTS)
    parts = [known[k : k + together] for k in range(0, len(known), together)]
    points = [(sum(n for n, _ in part) / len(part), Interval(None, sum(share for _, share in part) / len(part), None)) for part in parts]
    even = sum(1 / row.players for row in results.against) / len(results.against)
    caption = f"Win share of the middle of the search by generation; an even share is {fmt.even_percent(even)}."
    said = f"It begins at {fmt.percent(points[0][1].value)} and ends at {fmt.percent(points[-1][1].value)}."
    lines = {"middle of the search": points}
    return (search_chart(clean(f"search {results.start}"), (caption, f"{caption} {said}"), lines, even, "generation"),)


def search_chart(name: str, words: tuple[str, str], lines: Lines, even: float, place: str) -> Chart:
    """Win shares over numbered steps of a search; `words` are the caption and what is read out."""
    panel = "all searches" if place == "search" else "all generations"
    return Chart(name, TOPIC, *words, "lines", line_rows(panel, lines), "percent", "win share", place, (Band(panel, even, even, even),))
