"""What a variant changes against its base, in sentences and in words for tables. Differences are those of the same deals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.report.words.verdicts import UNCLEAR, colour_of
from simcli.report.words.verdicts import WORDS as RUN_WORDS
from simcli.stats.figures.registry import BY_NAME, Of
from simcli.stats.summary import Cell, Difference, ItemResult, Summary
from simcli.stats.verdicts import CERTAIN, UNKNOWN, Verdict, by_verdict

MOST_ITEMS = 12
"""Most items that change for certain that stand in a table, in addition to those that a patch or the question names."""
WORDS: Mapping[Verdict, str] = by_verdict("rises", "falls", "within tolerance", "rises, size unclear", "falls, size unclear", UNCLEAR)
VERDICT_TONES: Mapping[str, str] = {text: colour_of(verdict) for words in (RUN_WORDS, WORDS) for verdict, text in words.items()}
"""Tones of the words that all studies use for verdicts; a table has those of its own."""
SAME = "the same"
REPORTED: Sequence[tuple[Of, str]] = (
    ("item", "win share per copy held"),
    ("item", "points per copy held"),
    ("item", "win share if held"),
    ("item", "win share per copy offered"),
    ("item", "holders"),
    ("strategy", "win share"),
    ("seat", "win share"),
    ("games", "rounds"),
    ("games", "margin"),
    ("games", "winning score"),
    ("games", "shared victories"),
    ("strategy", "score"),
)
"""Figures that are reported of a variant, in this order."""
ITEM_FIGURES: Mapping[str, str] = {name: BY_NAME[of, name].text() for of, name in REPORTED if of == "item"}
"""Figures of items that are reported, in this order, in words."""


def certain(row: Difference) -> bool:
    """Whether the direction of a change is certain."""
    return row.test.verdict in CERTAIN


def is_shown(row: Difference) -> bool:
    """Whether a page reports the change: of quiet figures only where it is one of the games, and certain."""
    return not BY_NAME[row.about, row.figure].is_quiet or (row.about == "games" and certain(row))


def is_mean(row: Difference) -> bool:
    """Whether the figure is in points, rounds or copies, and not a share."""
    return not BY_NAME[row.about, row.figure].is_share


def value_text(row: Difference) -> str:
    """`−0.7`: points of a share, or rounds, points, copies."""
    return fmt.signed_number(row.value.value) if is_mean(row) else fmt.signed(row.value.value)


def within_text(row: Difference) -> str:
    """`−0.7 ± 0.2`, in the same units."""
    return fmt.signed_number_within(row.value) if is_mean(row) else fmt.signed_within(row.value)


def interval_text(row: Difference) -> str:
    """`[−0.9, −0.4]`, in the units of `value_text`."""
    return fmt.signed_number_interval(row.value) if is_mean(row) else fmt.signed_interval(row.value)


def bounds_text(row: Difference) -> str:
    """The interval, with a mark where few deals differ."""
    return interval_text(row) + (", few differ" if row.few_differ and row.value.low is not None else "")


def word(row: Difference) -> str:
    """The verdict on a change in a table."""
    if row.value.value == 0.0 and not row.differing and (is_mean(row) or row.test.verdict != UNKNOWN):
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


def _keys(patch: object) -> Iterator[str]:
    """All keys of a patch, on every level."""
    if isinstance(patch, Mapping):
        for key, value in patch.items():
            yield str(key)
            yield from _keys(value)
