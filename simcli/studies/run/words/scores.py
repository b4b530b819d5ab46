"""What plans score, as rows of an answer, and who scores most and least."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.summary import Cell, Summary
from simcli.studies.run.ranking import differ


def answer(_summary: Summary, cells: Sequence[Cell], _rerun: str) -> Answer | None:
    """Which plan scores most and which least, at the table where they lie furthest apart; of one plan where half of its scores lie."""
    of_cells = [(cell, rows) for cell in cells if (rows := _rows(cell))]
    if not of_cells:
        return None
    cell, first = max(of_cells, key=lambda found: found[1][0].value.known - found[1][-1].value.known)
    where = fmt.at_tables([cell.players], [one.players for one in cells])
    claim = _of_one(cell, where) if len(first) == 1 else _of_several(first, where)
    return Answer(claim, rows=[*first, *(row for one, rows in of_cells if one is not cell for row in rows)])


def _rows(cell: Cell) -> list[AnswerRow]:
    """The mean scores of a table, the highest first."""
    scored = [row for row in cell.strategies if row.score_mean.value is not None]
    return [
        AnswerRow(
            figure="mean score",
            about="strategy",
            subject=row.name,
            players=cell.players,
            variant=cell.variant,
            unit="number",
            value=row.score_mean,
        )
        for row in sorted(scored, key=lambda row: -row.score_mean.known)
    ]


def _of_several(rows: Sequence[AnswerRow], where: str) -> str:
    """`denier scores most: 118 points on average, random least: 60.` An end that several may hold is not given to one of them."""
    best, last = rows[0], rows[-1]
    most, least = ([row.subject for row in rows if row is end or not differ(end.value, row.value, len(rows))] for end in (best, last))
    if last.subject in most:
        span = " to ".join(dict.fromkeys((_points(last), _points(best))))
        return f"No plan is certain to score more than another{where}: {span} points on average."
    first = f"{best.subject} scores" if len(most) == 1 else f"One of {fmt.few(most)} scores"
    end = f", {last.subject} least: {_points(last)}" if len(least) == 1 else "; which scores least is unclear"
    return f"{first} most{where}: {_points(best)} points on average{end}."


def _points(row: AnswerRow) -> str:
    return fmt.points(row.value.value, 0)


def _of_one(cell: Cell, where: str) -> str:
    (row,) = (row for row in cell.strategies if row.score_mean.value is not None)
    low, high = row.score_quantiles["25"], row.score_quantiles["75"]
    if low == high:
        return f"Every second score is {low} points{where}."
    return f"Half of all scores lie between {low} and {high} points{where}."
