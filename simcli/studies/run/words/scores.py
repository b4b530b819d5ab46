"""What plans score, as rows of an answer, and who scores most and least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.summary import Cell, Interval, Summary
from simcli.studies.run.ranking import compared, differ


def answer(_summary: Summary, cells: Sequence[Cell], _rerun: str) -> Answer | None:
    """Which plan scores most and which least, at the table where they lie furthest apart; of one plan where half of its scores lie."""
    return _of_tables(cells, _quartiles)


def of_level(cells: Sequence[Cell]) -> Answer:
    """The same where nobody wins against another, alone or together; of one plan what it scores."""
    found = _of_tables(cells, _mean) or Answer("No game ended.")
    several = [cell for cell in cells if cell.players > 1]
    if not several:
        return found
    most = fmt.percent(max(3 / cell.deals for cell in several), 1)
    return replace(found, sure=f"Nobody wins against another: all players share every game, but for at most {most} of all games.")


def _of_tables(cells: Sequence[Cell], of_one: Callable[[Cell, str], str]) -> Answer | None:
    tables = [(cell, rows) for cell in cells if (rows := score_rows(cell))]
    if not tables:
        return None
    cell, first = max(tables, key=lambda found: found[1][0].value.known - found[1][-1].value.known)
    where = " alone" if all(one.players == 1 for one in cells) else fmt.at_tables([cell.players], [one.players for one in cells])
    claim = of_one(cell, where) if len(first) == 1 else _of_several(cell, first, where)
    return Answer(claim, rows=[*first, *(row for one, rows in tables if one is not cell for row in rows)])


def score_rows(cell: Cell) -> list[AnswerRow]:
    """The mean scores of a table, the highest first."""
    scored = [row for row in cell.strategies if row.score_mean.value is not None]
    scored.sort(key=lambda row: -row.score_mean.known)
    return [score_row(cell, "strategy", row.name, row.score_mean) for row in scored]


def score_row(cell: Cell, about: str, subject: str, value: Interval) -> AnswerRow:
    """A mean score of a table as a row."""
    variant = None if about == "variant" else cell.variant
    return AnswerRow(figure="mean score", about=about, subject=subject, players=cell.players, variant=variant, unit="number", value=value)


def of_variants(cells: Sequence[Cell]) -> Answer | None:
    """With which variants scores are highest and lowest, over all plans."""
    rows = [score_row(cell, "variant", str(cell.variant), cell.winning_score_mean) for cell in cells]
    rows = sorted((row for row in rows if row.value.value is not None), key=lambda row: -row.value.known)
    if not rows:
        return None
    deals = {cell.variant: min(_alike(cell).values(), default=0) for cell in cells}
    most, least = _ends(rows, [deals[row.subject] for row in rows])
    of = f"of {len(rows)} variants"
    if rows[-1].subject in most:
        return Answer(f"It is unclear with which {of} scores are highest.", rows=rows)
    first = rows[0].subject if len(most) == 1 else f"one of {fmt.few(most)}"
    end = f", lowest with {rows[-1].subject}: {_points(rows[-1])}" if len(least) == 1 else "; with which they are lowest is unclear"
    return Answer(f"{fmt.capital(of)}, scores are highest with {first}: {_points(rows[0])} points{end}.", rows=rows)


def _alike(cell: Cell) -> dict[str, int]:
    """The deals of a cell by plan; 0 of a plan whose scores differ."""
    return {row.name: cell.deals if row.score_sd == 0.0 else 0 for row in cell.strategies}


def _ends(rows: Sequence[AnswerRow], deals: Sequence[int]) -> tuple[list[str], list[str]]:
    """Who may have the highest score, and who the lowest; deals: as `compared` takes them."""
    means = compared([(row.value, n) for row, n in zip(rows, deals, strict=True)])
    most, least = (
        [row.subject for row, mean in zip(rows, means, strict=True) if mean is end or not differ(end, mean, len(rows))]
        for end in (means[0], means[-1])
    )
    return most, least


def _of_several(cell: Cell, rows: Sequence[AnswerRow], where: str) -> str:
    """`denier scores most: 118 points on average, random least: 60.` An end that several may hold is not given to one of them."""
    best, last, deals = rows[0], rows[-1], _alike(cell)
    most, least = _ends(rows, [deals[row.subject] for row in rows])
    if last.subject in most:
        span = " to ".join(dict.fromkeys((_points(last), _points(best))))
        return f"No plan is certain to score more than another{where}: {span} points on average."
    first = f"{best.subject} scores" if len(most) == 1 else f"One of {fmt.few(most)} scores"
    end = f", {last.subject} least: {_points(last)}" if len(least) == 1 else "; which scores least is unclear"
    return f"{first} most{where}: {_points(best)} points on average{end}."


def _points(row: AnswerRow) -> str:
    return fmt.brief(row.value.value)


def _mean(cell: Cell, where: str) -> str:
    (row,) = score_rows(cell)
    return f"{row.subject} scores{where} {_points(row)} points on average."


def _quartiles(cell: Cell, where: str) -> str:
    (row,) = (row for row in cell.strategies if row.score_mean.value is not None)
    low, high = row.score_quantiles["25"], row.score_quantiles["75"]
    if low == high:
        return f"Every second score is {low} points{where}."
    return f"Half of all scores lie between {low} and {high} points{where}."
