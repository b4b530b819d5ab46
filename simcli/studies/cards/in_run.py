"""What a run shows in which each item is banned in turn: what the items are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from simcli.report.answer import Answer
from simcli.report.page import Section
from simcli.report.table.terminal import leaving
from simcli.stats.summary import Cell, Summary
from simcli.studies.cards import tables, words
from simcli.studies.cards.charts import cards_charts
from simcli.studies.cards.claims import answer
from simcli.studies.cards.estimate import with_cards
from simcli.studies.in_run import Info, RunPart

PAIRS_STAY = (
    *("Pair", "Points beyond each", "interval of points beyond each"),
    *("Points per copy of each", "interval of points per copy of each"),
)
CARDS_STAY = ("Verdict", "Lost per copy used", "Against its kind", "interval of against its kind")
"""Columns of the terminal's tables that stay at any width."""


class _Cards(RunPart):
    place, about = -1, "cards"

    def completed(self, summary: Summary) -> Summary:
        return with_cards(summary)

    def sections(self, summary: Summary, info: Info) -> Iterator[Section]:
        views = tables.cards_views(summary) if summary.played else ()
        if not views:
            return
        lead, title = tables.LEAD + tables.column_text(summary), "What each item is worth"
        yield Section("cards", title, lead, tuple(cards_charts(summary)), views, says=_claim(summary))
        if pairs := words.pairs_sentence(summary):
            yield Section("pairs", "Pairs that help each other", pairs, (), tables.pairs_views(summary), says=words.pairs_found(summary))

    def tables(self, summary: Summary) -> Sequence[RenderableType]:
        if not summary.cards:
            return ()
        lines = [Text(line, style="dim") for line in words.column_sentences(summary.cards)]
        pairs = [leaving(view, PAIRS_STAY) for view in tables.pairs_views(summary)]
        more = [Text(line, style="dim") for line in (words.pairs_sentence(summary),) if line]
        return [Group(*(leaving(view, CARDS_STAY) for view in tables.cards_views(summary)), *lines, Text(), *pairs, *more)]

    def answer(self, summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
        return answer(summary, cells, rerun)


def _claim(summary: Summary) -> str:
    found = answer(summary, summary.played, "")
    return found.claim if found else ""


PART = _Cards()
