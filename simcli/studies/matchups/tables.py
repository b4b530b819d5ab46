"""Matchups as tables: matrix, ratings and pairs for the page and the terminal, and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.rows import terminal_tables as first_tables
from simcli.report.table.csv import WHOLE, CsvTable, Row, interval_columns
from simcli.report.table.grid import Grid
from simcli.report.table.view import NUMBER, TEXT, VERDICT, Column, View
from simcli.stats.records import entries
from simcli.stats.summary import NO_INTERVAL
from simcli.studies.matchups import words as texts
from simcli.studies.matchups.estimate import MatchupField, Matchups

if TYPE_CHECKING:
    from rich.console import RenderableType

MARKS = "+ more than that for certain, − less, = even, ? unclear"

MOST_COLUMNS = 6
"""Most plans that stand side by side on paper."""


def matrix_views(field: MatchupField, names: list[str]) -> list[View]:
    """The matrix in parts that fit on paper, each with all rows."""
    parts = -(-len(names) // MOST_COLUMNS)
    return [matrix_view(field, names, names[k * len(names) // parts : (k + 1) * len(names) // parts]) for k in range(parts)]


def matrix_view(field: MatchupField, names: list[str], against: list[str]) -> View:
    """Win share of the plan of the row, alone among that of the column; rows: names, columns: against."""
    among = "against" if field.players == 2 else f"among {field.players - 1} of"
    caption = f"Win share of one (row) {among} another (column) with {texts.field_text(field)}, in per cent with 95 % intervals; "
    caption += f"{fmt.count(field.deals)} deals a line-up, an even share is {fmt.even_percent(field.even_share)}; {MARKS}"
    columns = (Column("Plan", TEXT), *(Column(name) for name in against))
    rows = tuple((one, *(_share(field, one, other) for other in against)) for one in names)
    return View(caption, columns, rows)


def _share(field: MatchupField, one: str, other: str) -> str:
    if one == other:
        return fmt.DASH
    share = field.by_pair[one, other].win_share
    if share.value is None:
        return fmt.DASH
    return f"{fmt.around(share, unit='')} {texts.mark(field, one, other)}"


def ratings_view(field: MatchupField, names: list[str]) -> View:
    """Every plan against the field: plain, and in ways that a copy of a plan does not change."""
    columns = (
        *(Column("Plan", TEXT), Column("Beats"), Column("Loses to")),
        *((Column("Invades"), Column("Resists")) if field.players > 2 else ()),
        *(Column("Weight in the lottery"), Column("95 % interval of the weight")),
        *(Column("Strength"), Column("95 % interval of the strength")),
        *(Column("Against the lottery, points"), Column("95 % interval of these")),
        *(Column("Mean win share"), Column("95 % interval of the mean")),
    )
    rows = []
    for row in map(field.rating, names):
        told = (row.beats, row.beaten_by, *((row.invades, row.resists) if field.players > 2 else ()))
        counts = [f"{len(found)} of {len(names) - 1}" for found in told]
        weight = [fmt.percent(row.lottery.value), fmt.interval(row.lottery)]
        gain = [fmt.signed(row.against_lottery.value), fmt.signed_interval(row.against_lottery)]
        strength = [fmt.percent(row.strength.value), fmt.interval(row.strength)]
        rows.append((row.strategy, *counts, *weight, *strength, *gain, fmt.percent(row.mean_share.value), fmt.interval(row.mean_share)))
    caption = (
        f"Ratings with {texts.field_text(field)}: a copy of a plan changes neither the lottery nor the points against it nor a strength "
        "(from finishing orders: how often the plan would come first at a table of one of each), but the mean"
    )
    return View(caption, columns, tuple(rows))


def pairings_view(field: MatchupField) -> View:
    """Every two plans with verdict and advantage."""
    has_two = field.players > 2
    columns = (
        *(Column("One", TEXT), Column("Other", TEXT), Column("Verdict", VERDICT), Column("Advantage in points"), Column("95 % interval")),
        *((Column("Invades", TEXT), Column("Resists", TEXT)) if has_two else ()),
        *(Column("p (Holm)"), Column("Deals to settle, 1 in 2 / 9 in 10")),
    )
    rows = []
    for row in field.pairings:
        deals = fmt.DASH
        if row.test.deals_50 is not None or row.test.deals_90 is not None:
            deals = f"{fmt.count(row.test.deals_50)} / {fmt.count(row.test.deals_90)}"
        facts = (texts.fact(row.invades), texts.fact(row.resists)) if has_two else ()
        figures = (fmt.signed(row.advantage.value), fmt.signed_interval(row.advantage), *facts, fmt.p_text(row.test.p_holm), deals)
        rows.append((row.one, row.other, texts.word(row), *figures))
    return View(f"Pairs with {texts.field_text(field)}", columns, tuple(rows))


def short_matrix(field: MatchupField, names: list[str]) -> Grid:
    """The matrix without intervals; its columns are numbered as its rows."""
    among = "against" if field.players == 2 else f"among {field.players - 1} of"
    caption = f"Win share of one (row) {among} another (column) with {texts.field_text(field)}, in per cent; {MARKS}"
    rows = tuple(
        (f"{i} {one}", *(fmt.DASH if one == other else _short(field, one, other) for other in names)) for i, one in enumerate(names, 1)
    )
    return Grid(("Plan", *(str(i) for i in range(1, len(names) + 1))), rows, caption, right=frozenset(range(1, len(names) + 1)))


def _short(field: MatchupField, one: str, other: str) -> str:
    share = field.by_pair[one, other].win_share.value
    return fmt.DASH if share is None else f"{100 * share:.0f}{texts.mark(field, one, other)}"


def terminal_tables(results: Matchups, *, wide: bool) -> list[RenderableType]:
    """The rows of the answer, then for each number of players the matrix; with its intervals and the ratings where it is `wide`."""
    results = shown_all(results)
    names, made = texts.order(results.fields), list[Any](first_tables(texts.answer(results).rows, f"{fmt.count(results.deals)} deals"))
    if not wide:
        return [*made, *(short_matrix(field, names) for field in results.fields)]
    for field in results.fields:
        more = 2 * (field.players > 2)
        leaving = tuple(more + column for column in (8, 6, 4, 7, 5))
        for view, leaves in ((matrix_view(field, names, names), None), (ratings_view(field, names), leaving)):
            right = frozenset(i for i, column in enumerate(view.columns) if column.kind == NUMBER)
            made.append(Grid(tuple(column.title for column in view.columns), view.rows, view.caption, right=right, leaves=leaves))
    return made


def _where(field: MatchupField) -> Row:
    return ({"variant": field.variant} if field.variant is not None else {}) | {"players": field.players}


def _of(each: Callable[[MatchupField], Iterable[Row]]) -> Callable[[Matchups], Iterable[Row]]:
    """Rows of each field, behind the columns that say which it is."""
    return lambda results: (_where(field) | row for field in results.fields for row in each(field))


def _matrix_rows(field: MatchupField) -> Iterator[Row]:
    for one in field.strategies:
        shares = {other: None if one == other else field.by_pair[one, other].win_share.value for other in field.strategies}
        yield {"strategy": one} | {f"against {other}": share for other, share in shares.items()}


def _matchup_rows(field: MatchupField) -> Iterator[Row]:
    for row in field.matchups:
        found = {"strategy": row.strategy, "opponent": row.opponent, "even_share": field.even_share}
        yield found | interval_columns("win_share", row.win_share) | {"few_wins": row.few_wins, **dict(entries(row.test))}


def _pairing_rows(field: MatchupField) -> Iterator[Row]:
    for row in field.pairings:
        found = {"one": row.one, "other": row.other, **interval_columns("advantage", row.advantage)}
        facts = {"invades": row.invades, "resists": row.resists, "same_plan": row.same_plan}
        yield found | facts | dict(entries(row.test))


def _rating_rows(field: MatchupField) -> Iterator[Row]:
    for row in field.ratings:
        made: Row = {"strategy": row.strategy}
        for name in ("mean_share", "lottery", "against_lottery", "strength"):
            made |= interval_columns(name, getattr(row, name))
        yield made | {name: len(getattr(row, name)) for name in ("beats", "beaten_by", "invades", "resists")}


def _variety_rows(results: Matchups) -> Iterator[Row]:
    is_compared = any(field.base is not None for field in results.fields)
    for field in results.fields:
        found = _where(field) | {"plans": field.plans} | interval_columns("viable_plans", field.viable_plans)
        found |= interval_columns("lottery_plans", field.lottery_plans)
        apart = {"base": field.base} | interval_columns("viable_change", field.viable_change or NO_INTERVAL)
        yield found | (apart | {"viable_verdict": field.viable_verdict} if is_compared else {})


TABLES: dict[str, CsvTable] = {
    "matrix": CsvTable(_of(_matrix_rows), WHOLE),
    "matchups": CsvTable(_of(_matchup_rows), WHOLE),
    "pairings": CsvTable(_of(_pairing_rows), WHOLE),
    "ratings": CsvTable(_of(_rating_rows), WHOLE),
    "variety": CsvTable(_variety_rows, WHOLE),
}
