"""What a run shows in which each item is banned in turn: what the items are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcli.report.page import Section
from simcli.report.table.terminal import leaving
from simcli.stats.summary import Summary
from simcli.studies.cards import tables, words
from simcli.studies.cards.charts import cards_charts
from simcli.studies.cards.claims import answer
from simcli.studies.cards.estimate import with_cards
from simcli.studies.in_run import Info, RunPart

if TYPE_CHECKING:
    from rich.console import RenderableType

PAIRS_STAY = (
    *("Pair", "Points beyond each", "interval of points beyond each"),
    *("Points per copy of each", "interval of points per copy of each"),
)
CARDS_STAY = ("Verdict", "Lost per copy used", "Against its kind", "interval of against its kind")
"""Columns of the terminal's tables that stay at any width."""


def _sections(summary: Summary, _: Info) -> Iterator[Section]:
    views = tables.cards_views(summary) if summary.played else ()
    if not views:
        return
    lead, title = tables.LEAD + tables.column_text(summary), "What each item is worth"
    yield Section("cards", title, lead, tuple(cards_charts(summary)), views)
    if pairs := words.pairs_sentence(summary):
        title = "Pairs that help each other"
        yield Section("pairs", title, pairs, (), tables.pairs_views(summary))


def _tables(summary: Summary) -> Sequence[RenderableType]:
    """What each item is worth, and which question each column answers."""
    from rich.console import Group
    from rich.text import Text

    lines = [Text(line, style="dim") for line in words.column_sentences(summary.cards or ())]
    pairs = [leaving(view, PAIRS_STAY) for view in tables.pairs_views(summary)]
    more = [Text(line, style="dim") for line in (words.pairs_sentence(summary),) if line]
    return [Group(*(leaving(view, CARDS_STAY) for view in tables.cards_views(summary)), *lines, Text(), *pairs, *more)]


def _is_alone(summary: Summary) -> bool:
    return bool(summary.cards) and summary.about in (None, "cards")


PART = RunPart(place=-1, completed=with_cards, sections=_sections, tables=_tables, is_alone=_is_alone, about="cards", answer=answer)
