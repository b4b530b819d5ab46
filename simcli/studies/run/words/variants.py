"""What the variants of a run change, in a sentence: of a few the largest certain difference, of many which has the closest games."""

from __future__ import annotations

from collections.abc import Sequence

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, settled_by, sure_text
from simcli.report.words import differences as d
from simcli.stats.figures.registry import BY_NAME
from simcli.stats.figures.sources import Stalled
from simcli.stats.summary import Cell, Difference, Interval, Summary, Tested
from simcli.stats.verdicts import EVEN, LESS, MORE, Verdict
from simcli.studies.run.ranking import RankedCell, ranking
from simcli.studies.run.words.claims import games_text, moved

WIN_SHARE = "win share"
FEW = 4
"""Most variants that are named one by one."""


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What the variants change: of a few the largest certain difference, of many which has the closest games."""
    rows = ranking(summary)
    if len({row.variant for row in rows}) < 2:
        return None
    compared = [cell for cell in cells if cell.differences and not cell.rests_on_unended]
    counts = {row.players for row in rows}
    if compared and (same := _same(compared)):
        return same
    if compared and len(rows) <= FEW * len(counts):
        tests = [row.test for cell in compared for row in cell.differences or () if row.figure == WIN_SHARE]
        return Answer(change_claim(summary, compared), sure_text(tests, "change"), next=settled_by(tests, rerun))
    if compared and all(variant.patch for variant in summary.variants or ()):
        tests = [row.test for cell in cells for row in _tested(cell)]
        return Answer(_sweep_claim(cells), sure_text(tests), next=settled_by(tests, rerun))
    return Answer(_closest_claim(rows))


def _tested(cell: Cell) -> list[Tested]:
    return [*cell.seats, *cell.strategies]


def _same(compared: Sequence[Cell]) -> Answer | None:
    """That no figure of any deal differs, where none does: more deals would hardly say another thing."""
    rows = [row for cell in compared for row in cell.differences or () if row.value.value is not None]
    if any(row.value.value or (row.differing and not isinstance(BY_NAME[row.about, row.figure].source, Stalled)) for row in rows):
        return None
    names = list(dict.fromkeys(str(cell.variant) for cell in compared))
    what = f"{fmt.capital(fmt.few(names))} {'changes' if len(names) == 1 else 'change'} nothing"
    if all(row.value == (0.0, 0.0, 0.0) for row in rows):
        return Answer(f"{what}: the games are the same.")
    fewest = min(cell.deals for cell in compared)
    sure = f"At most {fmt.percent(min(1.0, 3 / fewest), 1)} of all deals can differ."
    return Answer(f"{what}: the same in all {fmt.count(fewest)} deals.", sure)


def change_claim(summary: Summary, compared: Sequence[Cell]) -> str:
    """The largest certain difference of a win share; else that none changes, or that it is unclear, with what all games have otherwise."""
    found = [(row, cell) for cell in compared for row in cell.differences or ()]
    sure = sorted(((row, cell) for row, cell in found if d.certain(row)), key=_rank)
    shares = [pair for pair in sure if pair[0].figure == WIN_SHARE and pair[0].about in ("strategy", "seat")]
    named = [(row, cell) for row, cell in sure if row.about == "item" and _is_named(row, summary, cell)]
    besides = "; win shares stay within the tolerance" if _is_even(found) else ""
    if named and (summary.about_kinds or not shares):
        return f"{_effect(*named[0])}{besides}."
    if shares:
        shares.sort(key=lambda pair: -abs(pair[0].value.known))
        more = f"; {fmt.number_word(len(shares) - 1)} more {_changes(len(shares) - 1)}" if len(shares) > 1 else ""
        return f"With {_share_text(summary, *shares[0], compared)}{more}."
    is_lone = len({cell.variant for cell in compared}) == 1
    who = str(compared[0].variant) if is_lone else "any variant"
    other = next((pair for pair in sure if pair[0].about != "item" and (pair[0].about, pair[0].figure) in d.REPORTED), None)
    if _is_even(found):
        if other is not None:
            return f"{_effect(*other)}{besides}."
        changes = f"{fmt.capital(who)} changes no" if is_lone else "No variant changes a"
        return f"{changes} win share by more than {games_text(max(cell.tolerance for cell in compared))}."
    if other is None:
        return f"Whether {who} changes who wins is unclear."
    besides = _fact(*other) if is_lone else f"with {other[1].variant}, {_fact(*other)}"
    return f"Whether {who} changes who wins is unclear; {besides}."


def _is_even(found: Sequence[tuple[Difference, Cell]]) -> bool:
    """Whether no win share changes beyond the tolerance for certain."""
    tested = [row.test.verdict for row, _ in found if row.figure == WIN_SHARE]
    return bool(tested) and all(verdict == EVEN for verdict in tested)


def _is_named(row: Difference, summary: Summary, cell: Cell) -> bool:
    """Whether a change may be one of an item that the patch or the question names: of what an offer is worth.

    What holders win is an association, and never an answer. Who holds an item that is dealt to stay is who was offered it.
    """
    item = next((item for item in d.named_items(summary, cell) if item.item == row.of), None)
    if item is None or row.value.low is None or (row.about, row.figure) not in d.REPORTED or row not in d.naming(cell.differences or ()):
        return False
    return item.offered != item.held and row.figure in ("win share if offered", "win share per copy offered")


def _rank(pair: tuple[Difference, Cell]) -> tuple[bool, int]:
    """Items that were named first, then scores and what all games have."""
    row = pair[0]
    return row.about != "item", d.REPORTED.index((row.about, row.figure)) if (row.about, row.figure) in d.REPORTED else len(d.REPORTED)


def _changes(n: int) -> str:
    return "win share changes" if n == 1 else "win shares change"


def _share_text(summary: Summary, row: Difference, cell: Cell, compared: Sequence[Cell]) -> str:
    """`knight copies 12 denier wins 34 % instead of 31 %`, with the number of players where there are several."""
    base = next((one for one in summary.cells if one.variant == cell.base and one.players == cell.players), None)
    shares = {} if base is None else {one.name: one.win_share for one in base.strategies} | {one.label: one.win_share for one in base.seats}
    who = f"the {row.of}" if str(row.of)[0].isdigit() and row.about == "seat" else str(row.of)
    where = f" and {fmt.number_word(cell.players)} players" if len({one.players for one in compared}) > 1 else ""
    usual = shares.get(str(row.of))
    if usual is None or usual.value is None:
        return f"{cell.variant}{where}, {who} wins {'more' if row.value.known > 0 else 'less'} often"
    return f"{cell.variant}{where}, {who} wins {fmt.instead(moved(usual.known, row.value), Interval(None, usual.known, None))}"


def _effect(row: Difference, cell: Cell) -> str:
    """`With events, the margin falls by 0.3 points`."""
    return f"With {cell.variant}, {_fact(row, cell)}"


def _fact(row: Difference, cell: Cell) -> str:
    """`the margin falls by 0.3 points`; a share in games of a hundred."""
    figure = BY_NAME[row.about, row.figure]
    what = figure.text(d.subject(row, cell) if row.about != "games" else "")
    unit = "" if figure.unit == "count" or figure.unit in what else f" {figure.unit}"

    def mean_text(value: float) -> str:
        number = f"{value:.2g}"
        return number + (unit.removesuffix("s") if number == "1" else unit)

    size = fmt.size(row.value, mean_text if d.is_mean(row) else games_text)
    return f"{what} {'rises' if row.value.known > 0 else 'falls'} by {size}"


def _sweep_claim(cells: Sequence[Cell]) -> str:
    """With how many values of a number all win shares are even, and with how many some are not."""
    verdicts: dict[str, set[Verdict | None]] = {}
    for cell in cells:
        verdicts.setdefault(str(cell.variant), set()).update({row.test.verdict for row in _tested(cell)} - {None})
    even = [name for name, found in verdicts.items() if found == {EVEN}]
    uneven = [name for name, found in verdicts.items() if found & {MORE, LESS}]
    if even:
        return f"All win shares are fair with {'every value' if len(even) == len(verdicts) else fmt.few(even)}."
    if len(uneven) == len(verdicts):
        return "With every value somebody wins too often or too rarely."
    return f"No value is certain to make all win shares fair{'' if not uneven else f'; {fmt.few(uneven)} certainly do not'}."


def _closest_claim(rows: Sequence[RankedCell]) -> str:
    """Which variant has the closest games, where that is certain."""
    counts = list(dict.fromkeys(row.players for row in rows))
    first = [[row for row in rows if row.players == n and row.margin is not None and row.margin.best == 1] for n in counts]
    n = len({row.variant for row in rows})
    if all(len(able) == 1 for able in first):
        names = list(dict.fromkeys(able[0].variant for able in first))
        if len(names) == 1:
            where = " at every table" if len(counts) > 1 else ""
            return f"{names[0]} has the closest games of {n} variants{where}."
        return f"Which of {n} variants has the closest games depends on the number of players."
    return f"It is unclear which of {n} variants has the closest games."


def changing_plans(cells: Sequence[Cell]) -> list[str]:
    """The plans with other certain verdicts in one variant than in another, with the same number of players."""
    found: dict[tuple[str, int], set[Verdict]] = {}
    for cell in cells:
        for row in cell.strategies:
            if row.test.verdict in (MORE, EVEN, LESS):
                found.setdefault((row.name, cell.players), set()).add(row.test.verdict)
    return list(dict.fromkeys(name for (name, _), verdicts in found.items() if len(verdicts) > 1))
