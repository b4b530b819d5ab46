"""What a variant changes against its base, in sentences and in words for tables. Differences are those of the same deals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from simcli.report import formatting as fmt
from simcli.report.words.verdicts import TONES
from simcli.report.words.verdicts import WORDS as RUN_WORDS
from simcli.stats.figures.registry import BY_NAME, TOLD
from simcli.stats.summary import Cell, Difference, ItemResult, Summary, Tested
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, OPEN, UNKNOWN, Verdict

MOST_ITEMS = 12
"""So many items that change for certain stand in a table, besides those that a patch or the question names."""
MOST_SWEPT = 8
"""So many figures are told of a number that was varied; the table has all."""
WORDS: Mapping[Verdict, str] = {
    MORE: "rises",
    LESS: "falls",
    EVEN: "within tolerance",
    MORE_OPEN: "rises, size open",
    LESS_OPEN: "falls, size open",
    UNKNOWN: "not yet known",
}
VERDICT_TONES: Mapping[str, str] = {text: TONES[verdict] for words in (RUN_WORDS, WORDS) for verdict, text in words.items()}
"""Tones of the words that all studies use for verdicts; a table has those of its own."""
SAME = "the same"
ITEM_FIGURES: Mapping[str, str] = {name: BY_NAME[of, name].text() for of, name in TOLD if of == "item"}
"""Figures of items that are told, in this order, in words."""


def certain(row: Difference) -> bool:
    """Whether the direction of a change is certain."""
    return row.test.verdict in (MORE, LESS, MORE_OPEN, LESS_OPEN)


def is_shown(row: Difference) -> bool:
    """Whether a page tells of the change: of quiet figures only where it is one of the games, and certain."""
    return not BY_NAME[row.about, row.figure].is_quiet or (row.about == "games" and certain(row))


def is_mean(row: Difference) -> bool:
    """Whether the figure is told in points, rounds or copies, and not as a share."""
    return not BY_NAME[row.about, row.figure].is_share


def value_text(row: Difference) -> str:
    """`−0.7`: points of a share, or rounds, points, copies."""
    return fmt.signed_number(row.value.value) if is_mean(row) else fmt.signed(row.value.value)


def interval_text(row: Difference) -> str:
    """`[−0.9, −0.4]`, in the units of `value_text`."""
    return fmt.signed_number_interval(row.value) if is_mean(row) else fmt.signed_interval(row.value)


def bounds_text(row: Difference) -> str:
    """The interval, with a mark where few deals differ."""
    return interval_text(row) + (", few differ" if row.few_differ and row.value.low is not None else "")


def word(row: Difference) -> str:
    """The verdict on a change in a table."""
    if row.value.value == 0.0 and not row.differing:
        return SAME
    return fmt.DASH if row.test.verdict is None else WORDS[row.test.verdict]


def change_text(row: Difference) -> str:
    """`−0.7 points [−0.9, −0.4]`; a mean has its own unit in its name."""
    value, bounds = value_text(row), interval_text(row)
    return f"{value} {bounds}" if is_mean(row) else f"{value} points {bounds}"


def subject(row: Difference, cell: Cell) -> str:
    """Whose figure it is, as a table names it."""
    if row.about == "games":
        return "all games"
    if row.about == "item":
        return next((item.name for item in cell.items if item.item == row.of), str(row.of))
    return str(row.of)


def shown(summary: Summary, cell: Cell) -> list[Difference]:
    """The differences of a cell for a table: of games, strategies and seats; of items those named, and those that change for certain."""
    rows = [row for row in cell.differences or () if is_shown(row)]
    kept = [row for row in rows if row.about != "item" and row.part is None]
    named = {item.item for item in named_items(summary, cell)}
    kept += [row for row in rows if row.of in named and row.about == "item" and row.value.value is not None]
    components = {item.item for item in cell.items if item.role == "component"}
    packed = {item.item for item in cell.items if item.offered_in_place is not None}
    others = [row for row in naming(rows, packed) if row.of in components - named and row.about == "item" and certain(row)]
    return kept + sorted(others, key=lambda row: (is_mean(row), -abs(row.value.known)))[:MOST_ITEMS]


def naming(rows: Sequence[Difference], packed: Collection[str] = ()) -> list[Difference]:
    """The differences that may say that an item has changed: not the win share of its holders, where its kind is judged together.

    Of the items `packed`, dealt in packs of one size, neither what an offer is worth nor what those win who had one. All these change with
    every other card of the kind that changes.
    """
    together = {row.of for row in rows if row.figure == "win share per copy held" and row.value.value is not None}
    offered = ("win share if offered", "win share per copy offered")
    blamed = {("win share if held", of) for of in together} | {(figure, of) for of in packed for figure in offered}
    return [row for row in rows if (row.figure, row.of) not in blamed]


def named_items(summary: Summary, cell: Cell) -> list[ItemResult]:
    """The items that the variant's or the base's patch names, or of the kind that the question is about."""
    patches = [change.patch for change in summary.variants or () if change.name in (cell.variant, cell.base)]
    keys = {key for patch in patches for key in _keys(patch)}
    return [item for item in cell.items if item.item in keys or item.kind in summary.about_kinds]


def sentence(summary: Summary, cell: Cell, *, in_full: bool) -> str:
    """`one knight more changes against as printed: ...`: what is certain; in full also what does not change, and what is not yet known."""
    rows = cell.differences or ()
    lead = f"{cell.variant} changes against {cell.base}"
    if rows and all(row.value == (0.0, 0.0, 0.0) for row in rows if row.value.value is not None):
        return f"{lead}: nothing, the games are the same to the last figure."
    parts = [*_of_items(summary, cell, in_full), *_of_players(cell, in_full), *_of_games(cell, in_full)]
    if not parts:
        parts = ["nothing for certain in win shares, scores, margin, length or winning score"]
    return f"{lead}: {'; '.join(parts)}."


def sweep_sentences(summary: Summary, cells: Sequence[Cell]) -> Iterator[str]:
    """Of a number that was varied: with which values all win shares are even, and how far each figure reaches that changes for certain."""
    names = [str(cell.variant) for cell in cells]
    tested: list[list[Tested]] = [[*cell.seats, *cell.strategies] for cell in cells]
    found = [{row.test.verdict for row in rows} - {None} for rows in tested]
    groups = {
        "all win shares are even": [name for name, verdicts in zip(names, found, strict=True) if verdicts == {EVEN}],
        "some are not": [name for name, verdicts in zip(names, found, strict=True) if verdicts & {MORE, LESS}],
    }
    known = {name for group in groups.values() for name in group}
    groups["whether all win shares are even is not yet known"] = [name for name in names if name not in known]
    told = [
        f"{what} with {f'all {len(names)} values' if len(group) == len(names) else fmt.few(group)}"
        for what, group in groups.items()
        if group
    ]
    yield f"{'; '.join(told)}."
    figures: dict[tuple[int, str, str], list[tuple[Difference, Cell]]] = {}
    compared = [cell for cell in cells if cell.differences]
    for cell in compared:
        named = {item.item for item in named_items(summary, cell)}
        for row in cell.differences or ():
            if certain(row) and (row.about, row.figure) in TOLD and (row.about != "item" or row.of in named):
                figures.setdefault((TOLD.index((row.about, row.figure)), subject(row, cell), row.figure), []).append((row, cell))
    parts = []
    for (_, who, figure), changes in sorted(figures.items(), key=lambda entry: entry[0][0])[:MOST_SWEPT]:
        ends = sorted(changes, key=lambda pair: pair[0].value.known)
        reach = dict.fromkeys(f"{change_text(row)} ({cell.variant})" for row, cell in (ends[0], ends[-1]))
        parts.append(f"{figure} of {who} {' to '.join(reach)}")
    if parts:
        yield f"certain changes against {compared[0].base}: {'; '.join(parts)}."
    elif compared:
        yield f"no change against {compared[0].base} is certain."


def settle_text(cells: Sequence[Cell], rerun: str) -> str:
    """Deals that would settle whose win share changes, where that is open."""
    rows = [row for cell in cells for row in cell.differences or () if row.figure == "win share"]
    still = [row.test.deals_90 for row in rows if row.test.verdict in OPEN and row.test.deals_90 is not None]
    if not still:
        return ""
    n, most = sum(row.test.verdict in OPEN for row in rows), max(still)
    text = f"Of {fmt.count(len(rows))} changes of win shares {fmt.count(n)} {'is' if n == 1 else 'are'} not settled: "
    command = f" ({rerun} --deals {most})" if rerun else ""
    return f"{text}each is with nine chances in ten after at most {fmt.count(most)} deals{command}."


def _of_items(summary: Summary, cell: Cell, in_full: bool) -> Iterator[str]:
    """The named items: what changes for those who hold them."""
    rows = naming(cell.differences or ())
    for item in named_items(summary, cell):
        own = [row for row in rows if row.about == "item" and row.of == item.item and row.value.low is not None and is_shown(row)]
        own.sort(key=lambda row: list(ITEM_FIGURES).index(row.figure))
        if item.offered == item.held:  # dealt to stay: who holds it is who was offered it, and how many these are is a rule
            own = [row for row in own if row.figure in ("win share if held", "win share per copy held", "points per copy held")]
        told = own if in_full else [row for row in own if certain(row)]
        if told:
            yield f"{item.name}: {fmt.listing([f'{ITEM_FIGURES[row.figure]} {_outcome(row, cell)}' for row in told])}"


def _outcome(row: Difference, cell: Cell) -> str:
    """What becomes of a figure."""
    if certain(row):
        return f"changes by {change_text(row)}"
    known = f"within {fmt.tolerance_text(cell.tolerance)}" if row.test.verdict == EVEN else "which may be chance"
    return f"changes by {change_text(row)}, {known}"


def _of_players(cell: Cell, in_full: bool) -> Iterator[str]:
    """Win shares of the strategies and of the seats, and the scores of the strategies."""
    rows = cell.differences or ()
    places = "place" if fmt.by_turn(cell.seats) else "seat"
    for about, what in (("strategy", "plan"), ("seat", places)):
        shares = [row for row in rows if row.about == about and row.figure == "win share"]
        sure = [row for row in shares if certain(row)]
        sure.sort(key=lambda row: -abs(row.value.known))
        if sure:
            yield f"the win share of {fmt.few([f'{_who(row)} changes by {change_text(row)}' for row in sure])}"
        if in_full:
            yield from _not_certain([row for row in shares if not certain(row)], "other " if sure else "", what, cell)
    scores = [row for row in rows if row.about == "strategy" and row.figure == "score" and certain(row)]
    if scores:
        scores.sort(key=lambda row: -abs(row.value.known))
        yield f"the mean score of {fmt.few([f'{row.of} changes by {change_text(row)}' for row in scores])}"


def _not_certain(rows: Sequence[Difference], other: str, what: str, cell: Cell) -> Iterator[str]:
    """Win shares of which no change is certain: that there is none beyond the tolerance, or whose it is that may have one."""
    still = [row for row in rows if row.test.verdict != EVEN]
    if rows and not still:
        yield f"no {other}{what}'s win share changes by more than {fmt.tolerance_text(cell.tolerance)}"
    elif still:
        who = f"the {other}{what}s" if len(still) == len(rows) > 1 else fmt.few([_who(row) for row in still])
        yield f"whether the win share of {who} changes is not yet known"


def _of_games(cell: Cell, in_full: bool) -> Iterator[str]:
    """Length, margin, winning score and shared victories."""
    rows = [row for row in cell.differences or () if row.about == "games" and is_shown(row)]
    sure = [row for row in rows if certain(row)]
    if sure:
        yield fmt.listing([f"{row.figure} {change_text(row)}" for row in sure])
    same = [row for row in rows if row.test.verdict == EVEN or not row.differing]
    if same and in_full:
        yield f"no change of {fmt.listing([row.figure for row in same])}{_beyond(same, cell)}"
    still = [row for row in rows if row not in same and not certain(row)]
    if still and in_full:
        yield f"not yet known: {fmt.listing([f'{row.figure} ({value_text(row)} {interval_text(row)})' for row in still])}"


def _beyond(rows: Sequence[Difference], cell: Cell) -> str:
    """The tolerance, where one was needed to say that nothing changes."""
    return f" by more than {fmt.tolerance_text(cell.tolerance)}" if any(row.differing for row in rows) else ""


def _who(row: Difference) -> str:
    text = str(row.of)
    return f"the {text}" if text[0].isdigit() and row.about == "seat" else text


def _keys(patch: Any) -> Iterator[str]:
    """All keys of a patch, on every level."""
    if isinstance(patch, Mapping):
        for key, value in patch.items():
            yield str(key)
            yield from _keys(value)
