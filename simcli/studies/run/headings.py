"""What the closed headings of a run's page say: a sentence of at most fifteen words each, of the figures of the section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

from simcli.report import formatting as fmt
from simcli.report.words.differences import certain, shown
from simcli.report.words.verdicts import certain as is_sure
from simcli.stats.answer_rows import AnswerRow
from simcli.stats.summary import Cell, Interval, Summary
from simcli.studies.run.ranking import ranking
from simcli.studies.run.use_charts import use_order, used_kinds, uses_of
from simcli.studies.run.words.bans import restriction
from simcli.studies.run.words.claims import named, told
from simcli.studies.run.words.items import FALSE_DISCOVERIES, SITUATION
from simcli.studies.run.words.variants import is_by_score

MOST_WORDS = 15
Z = NormalDist().inv_cdf(0.975)
"""Standard errors in half a 95 % interval."""


class Apart(NamedTuple):
    """The largest distance between two that is certain: of what, who has most and least, and where."""

    what: str
    most: tuple[str, float]
    least: tuple[str, float]
    cell: Cell


def _span(values: Sequence[float]) -> str:
    """`12` or `12 to 14`."""
    low, high = fmt.brief(min(values)), fmt.brief(max(values))
    return low if low == high else f"{low} to {high}"


def _units(values: Sequence[float], unit: str) -> str:
    """`1 round`, `12 to 14 rounds`."""
    text = _span(values)
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"


def _first(cells: Sequence[Cell], best: Callable[[Cell], str]) -> tuple[str, list[int]]:
    """Who is first at most tables, and with which numbers of players."""
    found = [(best(cell), cell.players) for cell in cells]
    names = [name for name, _ in found if name]
    if not names:
        return "", []
    name = max(dict.fromkeys(names), key=names.count)
    return name, [players for other, players in found if other == name]


def shares(rows: Sequence[AnswerRow]) -> str:
    """Who wins too often and too rarely; where that takes many words, how many results are certain and whose is farthest from even."""
    claim, sure = told(rows)[0], [row for row in rows if row.is_sure]
    if len(claim.split()) <= MOST_WORDS or not sure:
        return claim
    first = max(sure, key=lambda row: row.size)
    often = "often" if (first.effect.value or 0.0) > 0.0 else "rarely"
    where = fmt.at_tables([first.players or 0], [row.players or 0 for row in rows])
    return f"{fmt.count(len(sure))} of {fmt.count(len(rows))} are certain; {named(first)} wins most {often}{where}."


def scores(cells: Sequence[Cell]) -> str:
    """Who makes most points; of one strategy how many."""
    known = [cell for cell in cells if cell.ended and any(row.score_mean.value is not None for row in cell.strategies)]
    if not known:
        return ""
    if all(len(cell.strategies) == 1 for cell in known):
        return f"A player makes {_units([cell.strategies[0].score_mean.known for cell in known], 'point')} on average."
    name, tables = _first(known, lambda cell: max(cell.strategies, key=lambda row: row.score_mean.value or float("-inf")).name)
    own = [row.score_mean for cell in known if cell.players in tables for row in cell.strategies if row.name == name]
    so_far = "" if all(_leads(cell, name) for cell in known if cell.players in tables) else " so far"
    where = fmt.at_tables(tables, [cell.players for cell in known])
    return f"{name} scores most{where}{so_far}: {_units([one.known for one in own], 'point')}."


def _leads(cell: Cell, name: str) -> bool:
    """Whether a strategy's interval of the score lies above all others."""
    by_name = {row.name: row.score_mean for row in cell.strategies}
    low = by_name[name].low
    return low is not None and all(other.high is not None and other.high < low for key, other in by_name.items() if key != name)


def has_parts(cells: Sequence[Cell]) -> bool:
    """Whether points come from several categories, so that there is something to tell of each."""
    return any(len(cell.categories) > 1 for cell in cells)


def categories(cells: Sequence[Cell]) -> str:
    """Where most points come from."""
    known = [cell for cell in cells if has_parts([cell]) and any(cell.categories.values())]
    name, tables = _first(known, lambda cell: max(cell.categories, key=lambda part: cell.categories[part] or 0.0))
    if not name:
        return ""
    own = [cell.categories[name] or 0.0 for cell in known if cell.players in tables]
    where = fmt.at_tables(tables, [cell.players for cell in known])
    return f"Most points come from {name.replace('_', ' ')}{where}: {_span(own)} on average."


def games(cells: Sequence[Cell]) -> str:
    """How long a game takes and how close it ends."""
    known = [cell for cell in cells if cell.rounds_mean.value is not None]
    if not known:
        return ""
    margins = [cell.margin_mean.known for cell in known if cell.is_contest and cell.margin_mean.value is not None]
    ends = f" and ends {_units(margins, 'point')} apart" if margins else ""
    return f"A game takes {_units([cell.rounds_mean.known for cell in known], 'round')}{ends}."


def _widest(cells: Sequence[Cell], parts: Callable[[Cell], Iterator[tuple[str, Mapping[str, Interval]]]]) -> Apart | None:
    """What is farthest apart between two, of what is certain after Bonferroni's correction for all pairs, also if the two depend on one
    another; None where nothing is certain."""
    found = []
    for cell in cells:
        for what, by_name in parts(cell):
            known = [(name, one.known, one.half_width / Z) for name, one in by_name.items() if one.value is not None and one.half_width]
            found += [(cell, what, max(known, key=_middle), min(known, key=_middle), len(known))] if len(known) > 1 else []
    pairs = sum(n * (n - 1) // 2 for *_, n in found)
    far = NormalDist().inv_cdf(1 - 0.025 / pairs) if pairs else 0.0
    sure = [one for one in found if one[2][1] - one[3][1] > far * (one[2][2] + one[3][2])]
    if not sure:
        return None
    cell, what, most, least, _ = max(sure, key=lambda one: one[2][1] - one[3][1])
    return Apart(what, most[:2], least[:2], cell)


def _middle(one: tuple[str, float, float]) -> float:
    return one[1]


def uses(cells: Sequence[Cell]) -> str:
    """In which thing strategies differ most, and who does or has most and least of it."""
    kinds = used_kinds(cells)
    roles = {item.item: item.role for cell in cells for item in cell.items}
    items = [item for kind in kinds for item in use_order(cells, kind)]
    found = _widest(cells, lambda cell: ((item.item, uses_of(cell, item.item)) for item in items))
    if found is None:
        return "No strategy is certain to use anything more than another."
    verb = "does" if roles[found.what] == SITUATION else "has"
    name = next(item.name for item in items if item.item == found.what)
    where = fmt.at_tables([found.cell.players], [cell.players for cell in cells])
    (most, more), (least, less) = found.most, found.least
    return f"{fmt.capital(name)}{where}: {most} {verb} most ({fmt.points(more, 1)}), {least} least ({fmt.points(less, 1)})."


def seat_parts(cells: Sequence[Cell]) -> str:
    """In what seats, or places, differ most."""

    found = _widest(cells, _parts)
    what = "places" if any(fmt.by_turn(cell.seats) for cell in cells) else "seats"
    if found is None:
        return f"No certain difference between {what}."
    where = fmt.at_tables([found.cell.players], [cell.players for cell in cells])
    (most, more), (least, less) = found.most, found.least
    return f"{fmt.capital(found.what)}{where}: {fmt.points(more, 1)} for {most}, {fmt.points(less, 1)} for {least}."


def _parts(cell: Cell) -> Iterator[tuple[str, Mapping[str, Interval]]]:
    """What seats make and hold, by their labels."""
    first = cell.seats[0]
    for part in first.categories:
        yield part.replace("_", " "), {seat.label: seat.categories[part] for seat in cell.seats}
    for kind in dict.fromkeys(item.kind for item in cell.items if item.role == "component" and item.kind in first.held):
        yield f"{fmt.plural(kind.replace('_', ' '))} held", {seat.label: seat.held[kind] for seat in cell.seats}


def items(cells: Sequence[Cell], kind: str) -> str:
    """Which item of a kind helps and harms most where it is offered, at the table where most is certain."""
    name = kind.replace("_", " ")
    by_cell = [[item for item in cell.items if item.kind == kind] for cell in cells]
    if not any(item.offer.value is not None for rows in by_cell for item in rows):
        return f"Who ends up with {fmt.plural(name)} does not say what they are worth."
    sure = [[one for one in rows if one.p_offer is not None and one.p_offer < FALSE_DISCOVERIES and one.offer.value] for rows in by_cell]
    at = max(range(len(cells)), key=lambda i: len(sure[i]))
    if not sure[at]:
        return f"No {name} offered is certain to help or harm a player."
    ordered = sorted(sure[at], key=lambda item: -item.offer.known)
    helps, harms = ordered[0].offer.known > 0.0, ordered[-1].offer.known < 0.0
    where = fmt.at_tables([cells[at].players], [cell.players for cell in cells])
    parts = [f"{ordered[0].name} helps most"] * helps + [f"{ordered[-1].name} harms most"] * harms
    return f"Offered{where}: {', '.join(parts)}."


def bans(cells: Sequence[Cell]) -> str:
    """Which restriction changes a win share most."""
    rows = [row for cell in cells for row in cell.restricted]
    sure = [row for row in rows if is_sure(row)]
    if not sure:
        return f"No restriction is certain to change a win share: {fmt.count(len(rows))} results."
    first = max(sure, key=lambda row: abs(row.difference.known))
    return f"{fmt.capital(restriction(first))}: {fmt.signed(first.difference.value)} in 100 games."


def variants(summary: Summary) -> str:
    """Which variant has the closest games; of a run that bans items in turn, how many variants it has."""
    ranked = ranking(summary)
    if summary.cards:
        return f"{fmt.count(len({row.variant for row in ranked}))} on the same deals."
    if is_by_score(summary.played):
        return scores(summary.played)
    closest = [row for row in ranked if row.margin and row.margin.worst == 1]
    if not closest:
        return "Which variant has the closest games is unclear."
    name, tables = closest[0].variant, [row.players for row in closest if row.variant == closest[0].variant]
    return f"The closest games{fmt.at_tables(tables, [row.players for row in ranked])}: {name}."


def differences(summary: Summary) -> str:
    """How many figures change for certain."""
    rows = [row for cell in summary.played if cell.differences for row in shown(summary, cell)]
    return f"{fmt.count(sum(map(certain, rows)))} of {fmt.count(len(rows))} figures change for certain."


def plans(cells: Sequence[Cell]) -> str:
    """How many win shares are not even for certain; where nobody wins against another, who scores most."""
    if is_by_score(cells):
        return scores(cells)
    rows = [row for cell in cells if len(cell.strategies) > 1 for row in cell.strategies]
    return f"{fmt.count(sum(map(is_sure, rows)))} of {fmt.count(len(rows))} win shares are certain not to be even."
