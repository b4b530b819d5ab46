"""What a run says of a designer's targets, in a sentence and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.view import NUMBER, TEXT, VERDICT, Column, View
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.measured import VIABLE
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, TestResult, Verdict
from simcli.studies.gate.judge import Judged

MISSED = "missed"
WORDS = {UNKNOWN: "unclear"}
"""Of answers that a table has in another word."""
SHARE = " win share"
NO_NUMBER = "No number of deals is known to settle it."


def bounds_text(row: Judged) -> str:
    """`24.0 % to 26.0 %`, `at least 8`, `at most 5.0 %`."""
    if row.low is not None and row.high is not None:
        return f"{_bound(row, row.low)} to {_bound(row, row.high)}"
    return f"at least {_bound(row, row.low)}" if row.low is not None else f"at most {_bound(row, row.high)}"


def _bound(row: Judged, bound: float | None) -> str:
    """A bound as it was meant: no digits that nobody wrote."""
    assert bound is not None
    return f"{100 * bound if row.is_share else bound:.10g}".replace("-", "−") + (" %" if row.is_share else "")


def value_text(row: Judged) -> str:
    """`27.3 %`, or `11.42`."""
    return fmt.percent(row.value.value) if row.is_share else fmt.points(row.value.value, 2)


def interval_text(row: Judged) -> str:
    """`[26.9, 27.7]`."""
    return fmt.interval(row.value) if row.is_share else fmt.points_interval(row.value, 2)


def where_text(row: Judged, rows: Sequence[Judged]) -> str:
    """` with 4 players (events)`, as far as the rows differ in it."""
    players = f" with {fmt.players_text(row.players)}" if len({r.players for r in rows}) > 1 else ""
    return players + (f" in {row.variant}" if row.variant is not None and len({r.variant for r in rows}) > 1 else "")


def targets_view(rows: Sequence[Judged]) -> View:
    """A line for each target and cell."""
    columns = (
        *(Column("Figure", TEXT), Column("Target", TEXT), Column("Answer", VERDICT)),
        *(Column("Value", NUMBER), Column("95 % interval", NUMBER), Column("Deals to tell", NUMBER)),
    )
    lines = tuple(
        (
            row.figure + where_text(row, rows),
            bounds_text(row),
            WORDS.get(row.answer, row.answer),
            value_text(row),
            interval_text(row),
            fmt.count(row.deals),
        )
        for row in rows
    )
    return View("Targets", columns, lines, {"met": "even", "missed": "uneven"})


def answer(rows: Sequence[Judged], rerun: str, matchups: str) -> Answer:
    """Whether all targets are met; else the figure farthest beyond its bounds. `rerun` and `matchups` are commands that play more deals,
    empty for none."""
    order = [*sorted((row for row in rows if row.answer == MISSED), key=lambda row: -_beyond(row))]
    order += [row for row in rows if row.answer == UNKNOWN] + [row for row in rows if row.answer not in (MISSED, UNKNOWN)]
    return replace(_said_of(rows, rerun, matchups), rows=tuple(map(_answer_row, order)))


def _answer_row(row: Judged) -> AnswerRow:
    """A figure with the verdict on its bounds."""
    of = row.figure.removeprefix("item ").removeprefix("strategy ")
    is_win_share = of.endswith(SHARE)
    kind = "seat" if of.startswith("seat ") else "strategy" if row.figure.startswith("strategy ") else "games"
    is_low = row.answer == MISSED and row.low is not None and row.value.known < row.low
    verdict: Verdict = UNKNOWN if row.answer == UNKNOWN else EVEN if row.answer != MISSED else LESS if is_low else MORE
    return AnswerRow(
        figure=SHARE.strip() if is_win_share else of,
        about=kind,
        subject=of.removesuffix(SHARE),
        players=row.players,
        variant=row.variant,
        unit="share" if row.is_share else "number",
        value=row.value,
        test=TestResult(None, None, verdict, None, row.deals if verdict == UNKNOWN else None, None),
        says=f"{WORDS.get(row.answer, row.answer)}: {bounds_text(row)}",
    )


def _said_of(rows: Sequence[Judged], rerun: str, matchups: str) -> Answer:
    """The answer without its rows."""
    missed = sorted((row for row in rows if row.answer == MISSED), key=lambda row: -_beyond(row))
    still = [row for row in rows if row.answer == UNKNOWN]
    met = len(rows) - len(missed) - len(still)
    of_matchups = [row for row in still if row.figure == VIABLE and matchups != rerun]
    others = [row for row in still if row not in of_matchups]
    command = rerun if others else matchups
    deals = max((row.deals for row in others or of_matchups if row.deals is not None), default=None)
    follow = f"{command} --deals {deals}" if command and deals is not None else ""
    because = ("The matchups have a folder of their own: judge that one.",) if of_matchups and not others and follow else ()
    if missed:
        return Answer(_missed(missed, rows), f"{_met(met, rows)}{_unclear(still)}.")
    if still:
        sure = f"{_met(met, rows)}{_unclear(still)}; " if len(rows) > 1 else ""
        known = sum(row.deals is not None for row in others or of_matchups)
        rest = "it" if len(still) == 1 else "all" if known == len(still) else f"{fmt.number_word(known)} of them"
        sure += f"about {fmt.count(deals)} deals would settle {rest}." if deals is not None else NO_NUMBER
        figures = fmt.few(list(dict.fromkeys(row.figure for row in still)))
        return Answer(
            f"Unclear: these deals do not show whether {figures} {_keep(still)} bounds.", fmt.capital(sure), because, follow, settled=deals
        )
    return Answer("Yes: the target is met." if len(rows) == 1 else f"Yes: all {fmt.count(len(rows))} targets are met.")


def _missed(missed: Sequence[Judged], rows: Sequence[Judged]) -> str:
    """`No: seat 1 wins 27 %, at most 26 % were asked; two more targets are missed.`"""
    first = missed[0]
    assert first.value.value is not None
    is_low = first.low is not None and first.value.value < first.low
    what = first.figure.removeprefix("item ").removeprefix("strategy ")
    who = f"{what.removesuffix(SHARE)} wins" if what.endswith(SHARE) else f"{what} is"
    where = fmt.at_tables([first.players], [row.players for row in rows])
    where += f" in {first.variant}" if first.variant is not None and len({row.variant for row in rows}) > 1 else ""
    asked = f"at {'least' if is_low else 'most'} {_bound(first, first.low if is_low else first.high)}"
    n = len(missed) - 1
    more = f"; {fmt.number_word(n)} more {'target is' if n == 1 else 'targets are'} missed" if n else ""
    were = "were" if first.is_share else "was"
    return f"No: {who} {_said(first)}{where}, {asked} {were} asked{more}."


def _said(row: Judged) -> str:
    """The figure as a person says it, with enough digits to separate it from its bounds."""
    known, bounds = row.value.known, [bound for bound in (row.low, row.high) if bound is not None]
    scale = 100 if row.is_share else 1
    for digits in range(0 if row.is_share else 1, 7):
        text = f"{scale * known:,.{digits}f}"
        if all(float(text.replace(",", "")) != round(scale * bound, 9) for bound in bounds):
            break
    return text.replace("-", "−") + (" %" if row.is_share else "")


def _beyond(row: Judged) -> float:
    """How far a figure lies beyond its bounds, as a part of the bound."""
    assert row.value.value is not None
    gaps = [(bound, (row.value.value - bound) * side) for bound, side in ((row.low, -1), (row.high, 1)) if bound is not None]
    return max(gap / abs(bound) if bound else float("inf") for bound, gap in gaps)


def _met(met: int, rows: Sequence[Judged]) -> str:
    return f"{fmt.count(met) if met else 'None'} of {fmt.count(len(rows))} {'is' if met < 2 else 'are'} met"


def _unclear(still: Sequence[Judged]) -> str:
    return f", {fmt.count(len(still))} {'is' if len(still) == 1 else 'are'} unclear" if still else ""


def _keep(still: Sequence[Judged]) -> str:
    figures = {row.figure for row in still}
    return "keeps to its" if len(figures) == 1 and figures != {VIABLE} else "keep to their"
