"""A table on the terminal: which columns go where it is narrow, and the colours of verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from simcli.base.escapes import shown_all
from simcli.report.table.grid import Grid
from simcli.report.table.view import NUMBER, PICTURE, TEXT, VERDICT, Column, View
from simcli.report.words.differences import VERDICT_TONES

if TYPE_CHECKING:
    from rich.console import RenderableType

STAYS = ("Win share", "Verdict", "Difference in points")
"""Columns of the terminal's tables that stay at any width, as does the first one."""
BELONGING = "95 % interval"
"""Title of a column that belongs to the column before it."""
LAST = ("Strategies", "Seats", "Margin", "Restricted", "interval of win share", "Win share", "interval of difference in points")
"""Before one of these goes, verdicts are set in several lines and names are folded further."""
LEAVES = (
    "picture",
    *("Seats played", "interval of the score", "p (Holm)", "Mean score", "Deals to settle, 1 in 2 / 9 in 10", "Even share"),
    *("Possible ranks by rounds", "Winning score", "Shared victories", "Rounds", "Possible ranks"),
    *LAST,
)
"""Columns that go when the terminal is too narrow, the first to go first."""
COLOURS = {
    "uneven": "bold dark_orange3",
    "size-open": "dark_orange3",
    "uneven more": "bold dark_orange3",
    "size-open more": "dark_orange3",
    "uneven less": "bold dodger_blue2",
    "size-open less": "dodger_blue2",
    "even": "green",
}
"""Colours of a verdict by its tone; others are dim."""


def whole_table(view: View) -> RenderableType:
    """A table that keeps all columns at any width."""
    return leaving(shown_all(view), [column.title for column in view.columns])


def in_blocks(view: View) -> RenderableType:
    """A view whose columns are all of a kind: where they do not fit, it is broken into blocks."""
    return grid_of(view, leaves=None)


def leaving(view: View, stays: Sequence[str] = STAYS) -> RenderableType:
    """A view that leaves columns out where they do not fit: those without a place in LEAVES from the right, then LEAVES in its order."""
    names = _column_names(view.columns)
    optional = [i for i, name in enumerate(names) if i and name not in stays]
    unplaced = [i for i in reversed(optional) if names[i] not in LEAVES]
    placed = sorted((i for i in optional if names[i] in LEAVES), key=lambda i: LEAVES.index(names[i]))
    return grid_of(view, leaves=(*unplaced, *placed), names=names)


def grid_of(view: View, leaves: tuple[int, ...] | None, names: tuple[str, ...] = ()) -> Grid:
    """A view as a table for the terminal; nothing in it is read as markup."""
    kinds = [column.kind for column in view.columns]
    verdicts = [i for i, kind in enumerate(kinds) if kind == VERDICT]
    return Grid(
        tuple(column.title for column in view.columns),
        view.rows,
        view.caption,
        right=frozenset(i for i, kind in enumerate(kinds) if kind == NUMBER),
        leaves=leaves,
        folds=tuple(i for i, one in enumerate(view.columns) if one.kind == VERDICT or "interval" in one.title or (i and one.kind == TEXT)),
        last=tuple(i for i in leaves or () if names[i] in LAST),
        names=names,
        styles={(r, i): _style(row[i], view.tones) for r, row in enumerate(view.rows) for i in verdicts},
    )


def _column_names(columns: Sequence[Column]) -> tuple[str, ...]:
    """What each column is called without its neighbours: an interval after the column it belongs to."""
    names, owner = [], ""
    for column in columns:
        if column.title == BELONGING:
            names.append(f"interval of {owner.lower()}")
        else:
            owner = column.title
            names.append("picture" if column.kind == PICTURE else owner.removeprefix("95 % "))
    return tuple(names)


def _style(text: str, tones: Mapping[str, str]) -> str:
    return COLOURS.get(tones.get(text, VERDICT_TONES.get(text, "")), "dim")
