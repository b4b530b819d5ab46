"""What a run says of a designer's targets, in a sentence and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simcli.report import formatting as fmt
from simcli.report.table.view import NUMBER, TEXT, VERDICT, Column, View
from simcli.stats.measured import VIABLE
from simcli.studies.gate.judge import Judged


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
        (row.figure + where_text(row, rows), bounds_text(row), row.answer, value_text(row), interval_text(row), fmt.count(row.deals))
        for row in rows
    )
    return View("Targets", columns, lines, {"met": "even", "missed": "uneven"})


def _some(rows: Sequence[Judged], told: Callable[[Judged], str]) -> str:
    """The first of them, and how many more there are."""
    more = [f"{len(rows) - fmt.FEW} more"] if len(rows) > fmt.FEW else []
    return "; ".join([*map(told, rows[: fmt.FEW]), *more])


def _settle(rows: Sequence[Judged], rerun: str, what: str = "") -> str:
    """The deals that would tell, with the command; '' where no number would."""
    deals = max((row.deals for row in rows if row.deals is not None), default=None)
    if deals is None or not rerun:
        return ""
    some = "" if all(row.deals is not None for row in rows) else " most of them"
    return f"; about {fmt.count(deals)} deals would tell{what or some}: {rerun} --deals {deals}"


def targets_sentence(rows: Sequence[Judged], rerun: str, matchups: str) -> str:
    """What is missed, or not yet known; how many are met. `rerun` and `matchups` are commands that play more deals, '' for none."""
    missed = [row for row in rows if row.answer == "missed"]
    still = [row for row in rows if row.answer == "not yet known"]

    def told(row: Judged) -> str:
        return f"{row.figure}{where_text(row, rows)} is {value_text(row)} {interval_text(row)}, asked {bounds_text(row)}"

    met = f"{len(rows) - len(missed) - len(still)} of {len(rows)} targets met"
    if missed:
        more = f"; {len(still)} not yet known" if still else ""
        return f"targets: no: {_some(missed, told)}. {met}{more}"
    if still:
        of_matchups = [row for row in still if row.figure == VIABLE and matchups != rerun]
        settle = _settle([row for row in still if row not in of_matchups], rerun)
        settle += _settle(of_matchups, matchups, f" {VIABLE} in the folder of these matchups")
        return f"targets: not yet known: {_some(still, told)}. {met}{settle}"
    return f"targets: yes. {'the target is' if len(rows) == 1 else f'all {len(rows)} targets are'} met"
