"""What each item is worth, as tables: what is lost without it among its kind, beside what force and a deal bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.table.view import TEXT, VERDICT, Column, View, make_view, without_empty
from simcli.report.words.verdicts import deals_text
from simcli.stats.summary import NO_INTERVAL, CardResult, PairResult, PairsResult, Summary
from simcli.studies.cards import words as c

LEAD = "What each item is worth, asked in several ways. "
COLUMNS: tuple[tuple[Column, Callable[[CardResult], str]], ...] = (
    (Column("Item", TEXT), lambda row: row.name),
    (Column("Kind", TEXT), lambda row: row.kind.replace("_", " ")),
    (Column("Verdict", VERDICT), c.word),
    (Column("Lost per copy used"), lambda row: fmt.signed(c.lost(row).value)),
    (Column("95 % interval"), lambda row: fmt.signed_interval(c.lost(row))),
    (Column("Against its kind"), lambda row: fmt.signed(c.against_kind(row).value)),
    (Column("95 % interval"), lambda row: fmt.signed_interval(c.against_kind(row))),
    (Column("Used"), lambda row: fmt.points(row.used, 2)),
    (Column("Gained if forced"), lambda row: fmt.signed((row.gained_if_forced or NO_INTERVAL).value)),
    (Column("95 % interval"), lambda row: fmt.signed_interval(row.gained_if_forced or NO_INTERVAL)),
    (Column("Dealt instead"), lambda row: fmt.signed((row.dealt_instead or NO_INTERVAL).value)),
    (Column("95 % interval"), lambda row: fmt.signed_interval(row.dealt_instead or NO_INTERVAL)),
    (Column("Deals to settle, 1 in 2 / 9 in 10"), deals_text),
)


def _pair_columns(beyond: str) -> tuple[tuple[Column, Callable[[PairResult], str]], ...]:
    return (
        (Column("Pair", TEXT), lambda row: " and ".join(row.names)),
        (Column(f"Points {beyond}"), lambda row: fmt.signed_number(row.points.value)),
        (Column("95 % interval"), lambda row: fmt.signed_number_interval(row.points)),
        (Column(f"Win share {beyond}"), lambda row: fmt.signed(row.win_share.value)),
        (Column("95 % interval"), lambda row: fmt.signed_interval(row.win_share)),
        (Column("Held both"), lambda row: fmt.percent(row.held_both)),
        (Column("p (BH)"), lambda row: fmt.p_text(row.p_bh)),
    )


PAIR_COLUMNS, COPIES_COLUMNS = _pair_columns("beyond each"), _pair_columns("per copy of each")


def cards_views(summary: Summary) -> tuple[View, ...]:
    """One table for each number of players, what is worth most first; none for other runs."""
    return tuple(_view(rows, summary) for rows in c.by_players(summary.cards or ()).values())


def _view(rows: Sequence[CardResult], summary: Summary) -> View:
    cell = next(cell for cell in summary.cells if cell.players == rows[0].players)
    games = f"{fmt.players_text(cell.players)}: {fmt.count(cell.deals)} deals with and without each"
    caption = (
        f"What each item is worth to {rows[0].player}, {games}; points of its win share, tolerance {fmt.tolerance_text(cell.tolerance)}"
    )
    columns = [column for column in COLUMNS if column[0].title != "Kind" or len({row.kind for row in rows}) > 1]
    return replace(without_empty(make_view(caption, columns, rows)), tones=c.TONES)


def pairs_views(summary: Summary) -> tuple[View, ...]:
    """Pairs of items that help each other, one table for each number of players where any is reported."""
    return tuple(_pairs_view(found, summary) for found in summary.pairs or () if found.pairs)


def _pairs_view(found: PairsResult, summary: Summary) -> View:
    cell = next(cell for cell in summary.cells if cell.players == found.players)
    games = f"{fmt.players_text(found.players)}: {fmt.count(cell.deals)} deals with free choice"
    more = f", the first {len(found.pairs)} of {found.helping}" if found.helping > len(found.pairs) else ""
    what = fmt.plural(found.kind.replace("_", " "))
    columns = COPIES_COLUMNS if found.copies else PAIR_COLUMNS
    return make_view(f"Pairs of {what} that help each other, {games}; {fmt.count(found.judged)} pairs judged{more}", columns, found.pairs)


def column_text(summary: Summary) -> str:
    """Which question each column answers."""
    return " ".join(fmt.capital(sentence) for sentence in c.column_sentences(summary.cards or ()))
