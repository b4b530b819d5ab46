"""The feel of play in words and tables: a first sentence for each number of players, the figures, the quantiles, and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.grid import Grid
from simcli.report.table.view import NUMBER, TEXT, Column, View
from simcli.stats.answer_rows import AnswerRow, bare_test, even, moved
from simcli.stats.answer_rows import Unit as RowUnit
from simcli.stats.measured import FeelCell, Measure
from simcli.stats.summary import Interval
from simcli.stats.verdicts import LESS, MORE, UNKNOWN
from simcli.studies.feel.estimate import PER_CENT, QUANTILES

if TYPE_CHECKING:
    from rich.console import RenderableType

CHANGES = {MORE: "more", LESS: "less"}
OPEN = "unclear"
UNIT = "Unit"
LEAST, WIDE = 0.01, 0.3
"""A share below it is not said; one whose interval is wider neither."""
RARE, ONCE = 0.1, 0.75
"""Changes of the lead below which it hardly ever changes, and from which on it changes about once or more."""
GAME, CHANGED, WINS = "length and lead", "feel of a game", "part of who wins"
DECIDE = {"luck_deal": "deal", "luck_seats": "seats", "luck_plans": "plans", "luck_choices": "choices and later luck"}
"""What decides who wins, by the names of the measures."""
TIMES = {1: "once", 2: "twice"}
QUANTILE_NAMES = frozenset(f"{name}_{per_cent}" for name, _, _ in QUANTILES for per_cent in PER_CENT)


def answer(cells: Sequence[FeelCell]) -> Answer:
    """How long a game takes, how open it is and what the deal decides; of variants that are compared what changes."""
    ended = [cell for cell in cells if cell.unended < cell.games]
    left, games = sum(cell.unended for cell in cells), sum(cell.games for cell in cells)
    because = (f"{fmt.count(left)} of {fmt.count(games)} games did not end and are left out.",) if left else ()
    compared = [cell for cell in ended if cell.base is not None]
    if not ended:
        return Answer("No game came to an end.", because=because)
    rows = _change_rows(compared) if compared else [row for cell in ended for row in _cell_rows(cell)]
    return Answer(_changes(compared) if compared else _claim(ended), _sure(compared, ended), because, rows=rows)


def _cell_rows(cell: FeelCell) -> Iterator[AnswerRow]:
    """Of one number of players the length of a game, its changes of the lead, and what decides who wins; nothing of it is judged."""
    every = (cell.measure(f"rounds_{per_cent}").value.value for per_cent in (PER_CENT[0], PER_CENT[-1]))
    is_fixed, middle = len({*every}) == 1, cell.measure("rounds_50").value
    rounds = Interval(middle.value, middle.value, middle.value) if is_fixed else middle
    yield _row(cell, GAME, "rounds", "number", rounds)
    yield _row(cell, GAME, "lead changes", "number", cell.measure("lead_changes").value)
    for name, subject in DECIDE.items() if cell.measure("luck_deal").value.value is not None else ():
        yield _row(cell, WINS, subject, "share", cell.measure(name).value)


def _row(cell: FeelCell, figure: str, subject: str, unit: RowUnit, value: Interval) -> AnswerRow:
    return AnswerRow(
        figure=figure,
        about="games",
        subject=subject,
        players=cell.players,
        variant=cell.variant,
        unit=unit,
        value=value,
    )


def _change_rows(cells: Sequence[FeelCell]) -> list[AnswerRow]:
    """What variants change, the certain changes first, in the order in which they are named."""
    first = _by_rank(cells)
    rows = [(cell, row) for cell in cells for row in cell.measures if row.difference is not None and row.difference.value is not None]
    others = [pair for pair in rows if pair[1].change not in (MORE, LESS)]
    return [_change_row(cell, row) for cell, row in (*first, *others)]


def _change_row(cell: FeelCell, row: Measure) -> AnswerRow:
    assert row.difference is not None
    was, is_sure = _was(row), row.change in (MORE, LESS)
    now = moved(was, row.difference)
    return AnswerRow(
        figure=CHANGED,
        about="games",
        subject=label(row),
        players=cell.players,
        variant=cell.variant,
        base=cell.base,
        unit="share" if row.unit == "share" else "number",
        value=now.cut(0.0, 1.0) if row.unit == "share" else now,
        usual=even(was),
        change=row.difference,
        test=bare_test(row.change if is_sure else UNKNOWN),
        says=CHANGES.get(row.change or "", OPEN),
    )


def _by_rank(cells: Sequence[FeelCell]) -> list[tuple[FeelCell, Measure]]:
    """The changes that are certain: the first of the figures in their order, where it changes most."""
    order = [row.name for row in cells[0].measures]
    rows = [(cell, row) for cell in cells for row in cell.measures if row.change in (MORE, LESS)]
    return sorted(rows, key=lambda pair: (any(map(str.isdigit, pair[1].name)), order.index(pair[1].name), -_part(pair[1])))


def _claim(cells: Sequence[FeelCell]) -> str:
    """Of one number of players: `A game takes 12 rounds and the lead changes about twice.`"""
    rounds = [cell.measure("rounds_50").value.known for cell in cells]
    changes = [cell.measure("lead_changes").value.known for cell in cells]
    if len(cells) > 1:
        low, high, players = min(rounds), max(rounds), [cell.players for cell in cells]
        span = f"{low:g} to {high:g} rounds" if low < high else f"{_rounds(low)}{fmt.at_tables(players, players) or ' in every variant'}"
        return f"A game takes {span}; the lead changes {_between(changes)}."
    low, high = (cells[0].measure(f"rounds_{per_cent}").value.known for per_cent in (PER_CENT[0], PER_CENT[-1]))
    mean = cells[0].measure("rounds").value
    lead = "Every game takes exactly" if low == high and mean.bounds is None and mean.known == round(mean.known) else "A game takes"
    return f"{lead} {_rounds(rounds[0])} and the lead changes {_times(changes[0])}."


def _rounds(rounds: float) -> str:
    return f"{rounds:g} round{'' if rounds == 1 else 's'}"


def _times(changes: float) -> str:
    """How often the lead changes in a game, as a person says it."""
    if changes < RARE:
        return "hardly ever"
    if changes < ONCE:
        return "in fewer than half of the games" if changes < ONCE / 2 else "in about every second game"
    return f"about {TIMES.get(round(changes), f'{fmt.number_word(round(changes))} times')}"


def _between(changes: Sequence[float]) -> str:
    low, high = _times(min(changes)), _times(max(changes))
    if low == high or min(changes) < ONCE:
        return low if low == high else f"from {low} to {high}"
    return f"about {fmt.number_word(round(min(changes)))} to {fmt.number_word(round(max(changes)))} times"


def _luck(cell: FeelCell) -> str:
    """`The deal decides at least 20 % of who wins, at most 62 % with the luck after choices.` The seat before it, where it decides some.

    What neither seats nor plans decide is luck at most. Empty where the deal's part is not known well enough to be said.
    """
    deal, seats, plans = (cell.measure(f"luck_{name}").value for name in ("deal", "seats", "plans"))
    if deal.bounds is None or seats.bounds is None or plans.bounds is None or deal.bounds[1] - deal.bounds[0] > WIDE:
        return ""
    least, most = deal.bounds[0], max(0.0, 1.0 - seats.bounds[0] - plans.bounds[0])
    seat = f"The seat decides {fmt.spoken(seats)} of who wins, the deal " if seats.bounds[0] >= LEAST else "The deal decides "
    of_wins = "" if seats.bounds[0] >= LEAST else " of who wins"
    if most < LEAST:
        return f"{seat}nothing."
    return f"{seat}at least {fmt.percent(least, 0)}{of_wins}, at most {fmt.percent(most, 0)} with the luck after choices."


def _sure(compared: Sequence[FeelCell], ended: Sequence[FeelCell]) -> str:
    """How many changes are certain; of one number of players what is luck."""
    rows = [row for cell in compared for row in cell.measures if row.difference is not None and row.difference.value is not None]
    if rows:
        sure = sum(row.change in (MORE, LESS) for row in rows)
        return f"{fmt.some_of(sure, len(rows))} changes {'is' if sure < 2 else 'are'} certain."
    if compared or len(ended) > 1:
        return ""
    if ended[0].measure("luck_deal").value.value is None:
        return "All players share every game: nothing decides who wins."
    return _luck(ended[0]) or "How much the deal decides of who wins takes more deals."


def _changes(cells: Sequence[FeelCell]) -> str:
    """What variants change for certain: the first of the figures in their order, where it changes most."""
    rows = _by_rank(cells)
    variants, base = list(dict.fromkeys(str(cell.variant) for cell in cells)), cells[0].base
    if not rows:
        lone = fmt.capital_name(variants[0], variants[0]) if len(variants) == 1 else "No variant"
        return f"{lone} is {'not ' if len(variants) == 1 else ''}certain to change anything of {base}."
    cell, row = rows[0]
    assert row.difference is not None
    was = number(row, _was(row))
    more = len(rows) - 1
    others = f"; {fmt.many(more)} more {'change is' if more == 1 else 'changes are'} certain" if more else ""
    where = fmt.at_tables([cell.players], [one.players for one in cells])
    now = number(row, row.value.known)
    return f"{label(row).capitalize()} in {cell.variant}{where}: {now} instead of {was} in {base}{others}."


def _was(row: Measure) -> float:
    """The figure of the base, from the same deals as the difference."""
    assert row.difference is not None
    was = row.value.known - row.difference.known
    return min(max(was, 0.0), 1.0) if row.unit == "share" else was


def _part(row: Measure) -> float:
    assert row.difference is not None
    was = abs(_was(row))
    return abs(row.difference.known) / was if was else float("inf")


def label(row: Measure) -> str:
    """What a measure is called."""
    return row.name.replace("_", " ")


def number(row: Measure, value: float | None) -> str:
    """A figure as its unit has it."""
    return fmt.percent(value) if row.unit == "share" else fmt.points(value, 2)


def bounds(row: Measure, of: Interval) -> str:
    """Its interval."""
    return fmt.interval(of) if row.unit == "share" else fmt.points_interval(of, 2)


def _difference(row: Measure) -> tuple[str, str, str]:
    """Difference, interval and change, dashes where it is not compared."""
    if row.difference is None:
        return fmt.DASH, fmt.DASH, fmt.DASH
    change = fmt.DASH if row.difference.value is None else CHANGES.get(row.change or "", OPEN)
    if row.unit == "share":
        return fmt.signed(row.difference.value), fmt.signed_interval(row.difference), change
    return fmt.signed_number(row.difference.value), fmt.signed_number_interval(row.difference), change


def terminal_tables(cells: Sequence[FeelCell]) -> list[RenderableType]:
    """For each number of players the figures, with what a variant changes, and the quantiles."""
    made = list[Any]()
    for view in views_of(shown_all(tuple(cells))):
        titles = tuple(column.title for column in view.columns)
        right = frozenset(i for i, column in enumerate(view.columns) if column.kind == NUMBER)
        leaves = (len(titles) - 1, 1) if titles[1] == UNIT else None
        made.append(Grid(titles, view.rows, view.caption, right=right, leaves=leaves))
    return made


def views_of(cells: Sequence[FeelCell]) -> tuple[View, ...]:
    """The tables of all cells, for each the figures, the quantiles and the lead over the game."""
    return tuple(view for cell in cells for view in (_figures(cell), _quantiles(cell), _lead(cell)))


def _figures(cell: FeelCell) -> View:
    rows = []
    for row in cell.measures:
        if row.name not in QUANTILE_NAMES:
            apart = _difference(row) if cell.base is not None else ()
            rows.append((label(row), row.unit, number(row, row.value.value), bounds(row, row.value), *apart, row.meaning))
    more = (Column(f"Difference to {cell.base}"), Column("95 % interval of it"), Column("Change", TEXT)) if cell.base is not None else ()
    columns = (Column("Figure", TEXT), Column(UNIT, TEXT), Column("Value"), Column("95 % interval"), *more, Column("What it says", TEXT))
    return View(f"Feel of play with {fmt.cell_text(cell)}: {counted_text(cell)}", columns, tuple(rows))


def counted_text(cell: FeelCell) -> str:
    """`500 deals, 4,000 games`."""
    left_out = f", {fmt.count(cell.unended)} of them without an end and left out" if cell.unended else ""
    return f"{fmt.count(cell.deals)} deals, {fmt.count(cell.games)} games{left_out}"


def _quantiles(cell: FeelCell) -> View:
    rows = tuple(
        (f"{name} ({unit})" if name != unit else name, *(_at(cell, name, per_cent) for per_cent in PER_CENT)) for name, unit, _ in QUANTILES
    )
    columns = (Column("Of 100 games so many have at most", TEXT), *(Column(str(per_cent)) for per_cent in PER_CENT))
    return View(f"Quantiles with {fmt.cell_text(cell)}", columns, rows)


def _lead(cell: FeelCell) -> View:
    rows = tuple(
        (
            fmt.percent(point.part, 0),
            fmt.points_within(point.lead),
            fmt.around(point.led),
            fmt.around(point.leader_wins),
        )
        for point in cell.lead
    )
    columns = (Column("Decisions played"), Column("Lead in points"), Column("Games with a leader"), Column("Wins of the leader"))
    return View(f"Lead over the game with {fmt.cell_text(cell)}", columns, rows)


def halfway(cell: FeelCell) -> str:
    """`Halfway the lead is 4.2 points; who leads then wins 61 %.` Empty where no game ended; of wins nothing where nobody leads."""
    point = cell.lead[len(cell.lead) // 2]
    if point.lead.value is None:
        return ""
    wins = "" if point.leader_wins.value is None else f"; who leads then wins {fmt.spoken(point.leader_wins)}"
    return f"Halfway the lead is {fmt.points(point.lead.known)} points{wins}."


def _at(cell: FeelCell, name: str, per_cent: int) -> str:
    value = cell.measure(f"{name}_{per_cent}").value
    ends = "" if value.bounds is None else f" [{value.bounds[0]:g}, {value.bounds[1]:g}]"
    return fmt.DASH if value.value is None else f"{value.known:g}{ends}"
