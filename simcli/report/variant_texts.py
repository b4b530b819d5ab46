"""How the variants of a run differ, in sentences. Nothing is called closest or widest unless the others are beaten for certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.report import formatting as fmt
from simcli.report import verdict_texts as v
from simcli.report.ranking import RankedCell, differ, ranking
from simcli.stats.summary import Cell, Interval, ItemResult, Summary, Tested
from simcli.stats.verdicts import EVEN, LESS, MORE, Verdict

FEW = 4
"""Up to so many variants are named one by one."""


@dataclass(frozen=True)
class Figure:
    """A figure by which variants are compared: its name, and where it stands in a cell."""

    name: str
    of: Callable[[Cell], Interval]
    is_share: bool = False

    def text(self, row: RankedCell) -> str:
        """`rule 1 3.20 [3.11, 3.29]`, or a share in per cent."""
        bounds = self.of(row.cell)
        if self.is_share:
            return f"{row.variant} {_share(bounds)}"
        return f"{row.variant} {_points(bounds)}"


MARGIN = Figure("margin", lambda cell: cell.margin_mean)
FIGURES = (
    MARGIN,
    Figure("rounds", lambda cell: cell.rounds_mean),
    Figure("winning score", lambda cell: cell.winning_score_mean),
    Figure("shared victories", lambda cell: cell.tie_share, is_share=True),
)


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """What differs between the variants for certain, for each number of players; then the verdicts of seats and strategies, counted."""
    rows = ranking(summary)
    counts = list(dict.fromkeys(row.players for row in rows))
    sentences = []
    for players in counts:
        where = f"With {fmt.players_text(players)}: " if len(counts) > 1 else ""
        group = [row for row in rows if row.players == players]
        sentences += [_sentence(where + text) for text in (_few(group) if len(group) <= FEW else _many(group))]
        if len(group) <= FEW:
            sentences += [where + text for text in patched_items(summary, group, cells)]
    rest: list[str] = []
    plans: list[Tested] = [row for cell in cells for row in cell.strategies if row.test.verdict]
    seats: list[Tested] = [row for cell in cells for row in cell.seats if row.test.verdict]
    for tested, what in ((plans, "verdicts on plans"), (seats, "verdicts on seats")):
        if tested:
            rest += [v.counts_text(tested, what), v.decide_text(tested, rerun)]
    return " ".join(sentences), " ".join(filter(None, rest))


def plans_texts(cells: Sequence[Cell]) -> Iterator[str]:
    """Whose verdict is the same in all variants, whose flips with the variant, and whose is open, for each number of players."""
    counts = list(dict.fromkeys(cell.players for cell in cells))
    for players in counts:
        group = [cell for cell in cells if cell.players == players]
        verdicts: dict[str, list[Verdict | None]] = {}
        for cell in group:
            for row in cell.strategies:
                verdicts.setdefault(row.name, []).append(row.test.verdict)
        same, flips, still = _by_stability(verdicts)
        parts = [f"the verdict is the same in all {len(group)} variants for {fmt.listing(same)}"] if same else []
        parts += [f"the verdict changes with the variant for {fmt.listing(flips)}"] if flips else []
        parts += [f"whether the verdict changes with the variant is open for {fmt.listing(still)}"] if still else []
        where = f"With {fmt.players_text(players)} " if len(counts) > 1 else ""
        yield _sentence(f"{where}{'; '.join(parts)}.")


def _by_stability(verdicts: Mapping[str, Sequence[Verdict | None]]) -> tuple[list[str], list[str], list[str]]:
    """Names with one decided verdict throughout, with several decided ones, and the others."""
    same, flips, still = [], [], []
    for name, found in verdicts.items():
        decided: list[Verdict] = [one for one in (MORE, EVEN, LESS) if one in found]
        if len(decided) > 1:
            flips.append(f"{name} ({fmt.listing([f'{v.word(one)} in {found.count(one)}' for one in decided])})")
        elif len(decided) == 1 and len(set(found)) == 1:
            same.append(f"{name} ({v.word(found[0])})")
        else:
            still.append(name)
    return same, flips, still


def patched_items(summary: Summary, rows: Sequence[RankedCell], cells: Sequence[Cell]) -> Iterator[str]:
    """What the items that a variant changes are worth in each of a few variants: the offer, and those who hold them."""
    named = {key for variant in summary.variants or () for key in _keys(variant.patch)}
    by_place = {(cell.variant, cell.players): cell for cell in cells}
    found = [(row.variant, by_place[row.variant, row.players]) for row in rows]
    for item in (item for item in found[0][1].items if item.item in named):
        both = [(variant, same) for variant, cell in found for same in cell.items if same.item == item.item]
        for what, of, text in _ITEM_FIGURES:
            if all(of(one).low is not None for _, one in both):
                yield f"{item.name}, {what}: {fmt.listing([f'{variant} {text(of(one))}' for variant, one in both])}."


def _keys(patch: Any) -> Iterator[str]:
    """All keys of a patch, on every level."""
    if isinstance(patch, Mapping):
        for key, value in patch.items():
            yield str(key)
            yield from _keys(value)


def _share(bounds: Interval) -> str:
    return f"{fmt.percent(bounds.value)} {fmt.interval(bounds)}"


def _points(bounds: Interval) -> str:
    return f"{fmt.points(bounds.value, 2)} {fmt.points_interval(bounds, 2)}"


def _difference(bounds: Interval) -> str:
    return f"{fmt.signed(bounds.value)} {fmt.signed_interval(bounds)}"


_ITEM_FIGURES: tuple[tuple[str, Callable[[ItemResult], Interval], Callable[[Interval], str]], ...] = (
    ("points of win share for one more copy offered", lambda item: item.per_copy_offered, _difference),
    ("win share of those who hold it", lambda item: item.win_share_if_held, _share),
    ("held by", lambda item: item.holders, lambda bounds: f"{_share(bounds)} of the players"),
)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _few(group: Sequence[RankedCell]) -> Iterator[str]:
    """Every variant by name: the figures that differ for certain, or that none does."""
    if all(_alike(group[0], row) for row in group[1:]):
        yield f"{fmt.listing([row.variant for row in group])} give the same games to the last figure."
        return
    differing = [figure for figure in FIGURES if _differs(group, figure)]
    for figure in differing:
        some = " between some of them" if len(group) > 2 else ""
        yield f"{figure.name} differs{some} for certain: {fmt.listing([figure.text(row) for row in group])}."
    if not differing:
        same = fmt.listing([figure.name for figure in FIGURES])
        yield f"no difference for certain in {same}; margin: {fmt.listing([MARGIN.text(row) for row in group])}."


def _many(group: Sequence[RankedCell]) -> Iterator[str]:
    """The closest and the widest where they are certain, else how many come into question."""
    if not _differs(group, MARGIN):
        yield f"which of the {len(group)} variants gives the closest games is not yet known: no margin differs from another for certain."
        return
    last = len(group)
    for word, place, of_all in (("closest", 0, 1), ("widest", 1, last)):
        able = [row for row in group if row.margin[place] == of_all]
        if len(able) == 1:
            yield f"the {word} games of {last} variants are those of {able[0].variant} (margin {_points(able[0].cell.margin_mean)})."
        else:
            low, high = (f(row.cell.margin_mean.known for row in able) for f in (min, max))
            reach = f"margins from {fmt.points(low, 2)} to {fmt.points(high, 2)} points, none certainly {_other(word)} than the others"
            yield f"{len(able)} of {last} variants may have the {word} games ({reach})."


def _other(word: str) -> str:
    return {"closest": "wider", "widest": "closer"}[word]


def _differs(group: Sequence[RankedCell], figure: Figure) -> bool:
    """Whether two of the variants differ in a figure for certain."""
    values = [figure.of(row.cell) for row in group]
    return any(differ(one, other, len(group)) for i, one in enumerate(values) for other in values[:i])


def _alike(one: RankedCell, other: RankedCell) -> bool:
    """Whether two variants have the same figures and verdicts."""
    return all(figure.of(one.cell) == figure.of(other.cell) for figure in FIGURES) and _verdicts(one) == _verdicts(other)


def _verdicts(row: RankedCell) -> list[Verdict | None]:
    tested: list[Tested] = [*row.cell.seats, *row.cell.strategies]
    return [one.test.verdict for one in tested]
