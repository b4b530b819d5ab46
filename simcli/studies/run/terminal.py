"""A summary as tables on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.table.view import NUMBER, TEXT, VERDICT, Column, View
from simcli.report.words.differences import WORDS as CHANGES
from simcli.report.words.verdicts import TONES, WORDS, has_rivals, tone, word
from simcli.stats.summary import Cell, Summary
from simcli.studies.cards import tables as card_views
from simcli.studies.cards.words import WORDS as CARDS
from simcli.studies.cards.words import column_sentences, not_given_sentence, pairs_sentence
from simcli.studies.feel import words as feel_texts
from simcli.studies.gate.words import targets_view
from simcli.studies.ladder import words as ladder_texts
from simcli.studies.ladder.estimate import Ladder
from simcli.studies.reply import words as reply_texts
from simcli.studies.run import tables as views
from simcli.studies.run.ranking import FULL_CELLS
from simcli.studies.sensitivity import words as sensitivity_texts
from simcli.studies.sensitivity.estimate import Sensitivity
from simcli.studies.variety import words as variety_texts

if TYPE_CHECKING:
    from rich.console import RenderableType

    from simcli.report.table.grid import Grid
    from simcli.studies.gate.judge import Judged

STAYS = ("Win share", "Verdict", "Difference in points")
"""Columns of the terminal's tables that stay at any width, as does the first one."""
BANS_STAY = ("Verdict", "Difference in points", "interval of the difference")
"""The same for restricted players, whose main figure is the difference."""
DIFFERENCES_STAY = ("Figure", "Change", "Difference", "interval of difference")
"""The same for what a variant changes."""
PAIRS_STAY = (
    *("Pair", "Points beyond each", "interval of points beyond each"),
    *("Points per copy of each", "interval of points per copy of each"),
)
CARDS_STAY = ("Verdict", "Lost if banned", "interval of lost if banned")
"""The same for what items are worth."""
RUNGS_STAY = ("Deals", "Among the rung below one of them wins", "interval of among the rung below one of them wins", "Stronger")
"""The same for the rungs of a ladder."""
MOST_COMPARED = 2
"""So many variants (with a number of players) are printed beside the base, figure by figure; more are on the page."""
BELONGING = "95 % interval"
"""Title of a column that belongs to the column before it."""
LAST = (
    "Strategies",
    "Seats",
    "Margin",
    "Restricted",
    "interval of win share",
    "Win share",
    "interval of difference in points",
)
"""Before one of these goes, verdicts are set in several lines and names are folded further."""
LEAVES = (
    *("Seats played", "interval of the score", "p (Holm)", "Mean score", "Deals to settle, 1 in 2 / 9 in 10", "Even share"),
    *("Possible ranks by rounds", "Winning score", "Shared victories", "Rounds", "Possible ranks"),
    *LAST,
)
"""Columns that go when the terminal is too narrow, the first to go first."""
TONE_OF_WORD = {text: TONES[verdict] for words in (WORDS, CHANGES, CARDS) for verdict, text in words.items()}
TONE_OF_WORD |= {"met": "even", "missed": "uneven", "reached": "even", "not reached": "uneven", **variety_texts.TONES, **ladder_texts.TONES}
VARIETY_LEAVES = ("Games", "Line-ups", "Deals each", "Of so many")
COLOURS = {"uneven": "bold dark_orange3", "size-open": "dark_orange3", "even": "green"}
"""Colours of a verdict by its tone; others are dim."""


def terminal_table(summary: Summary) -> RenderableType:
    """For each cell the strategies with interval, even share and verdict, and a line about the seats; the ranking of variants first.

    Where the question is what items are worth, the tables of that alone.
    """
    from rich.console import Group
    from rich.text import Text

    summary = shown_all(summary)
    besides = [*reply_tables(summary), *variety_tables(summary), *feel_texts.terminal_tables(summary.feel or ())]
    if summary.cards and summary.about in (None, "cards"):
        return Group(cards_table(summary), *besides)
    parts: list[RenderableType] = [_leaving(view) for view in views.ranking_views(summary)]
    changed = views.differences_views(summary)
    if len(changed) <= MOST_COMPARED:
        parts += [_leaving(view, DIFFERENCES_STAY) for view in changed]
    elif len(summary.cells) > FULL_CELLS:
        parts += [_in_blocks(view) for view in views.sweep_views(summary)]
    parts += [_in_blocks(view) for view in views.plans_views(summary)]
    if summary.has_variants:
        if len(summary.cells) > FULL_CELLS:
            parts.append(Text("Points by category and all other figures: the page, and the CSV files in tables/\n", style="dim"))
            return Group(*parts, *besides)
        parts += [_in_blocks(view) for view in views.points_views(summary)]
    for cell in summary.cells:
        if cell.restricted:
            parts.append(_leaving(views.bans_view(cell), BANS_STAY))
        if has_rivals(cell) or not cell.games:
            parts += [_leaving(views.strategies_view(cell)), _seats_line(cell)]
        else:
            parts.append(_leaving(views.seats_view(cell)))
    return Group(*parts, *besides)


def reply_tables(summary: Summary) -> list[RenderableType]:
    """What a player wins who was tuned to beat these; none where it was not measured."""
    return [whole_table(reply_texts.view(summary.reply))] if summary.reply else []


def variety_tables(summary: Summary) -> list[RenderableType]:
    """How many plans are worth playing; none where it was not measured."""
    if not summary.variety:
        return []
    view = variety_texts.view(summary.variety)
    return [_leaving(view, [column.title for column in view.columns if column.title not in VARIETY_LEAVES])]


def cards_table(summary: Summary) -> RenderableType:
    """What each item is worth, and which question each column answers."""
    from rich.console import Group
    from rich.text import Text

    answered = [*column_sentences(summary.cards or ()), not_given_sentence(summary)]
    lines = [Text(line, style="dim") for line in answered if line]
    pairs = [_leaving(view, PAIRS_STAY) for view in card_views.pairs_views(summary)]
    asked = [Text(line, style="dim") for line in (pairs_sentence(summary),) if line]
    return Group(*(_leaving(view, CARDS_STAY) for view in card_views.cards_views(summary)), *lines, Text(), *pairs, *asked)


def differences_table(summary: Summary) -> RenderableType:
    """What each variant changes against its base, figure by figure."""
    from rich.console import Group

    return Group(*(_leaving(view, DIFFERENCES_STAY) for view in views.differences_views(shown_all(summary))))


def targets_table(rows: Sequence[Judged]) -> RenderableType:
    """Targets of a run with their answers."""
    return _leaving(targets_view(rows), ("Target", "Answer", "Value"))


def whole_table(view: View) -> RenderableType:
    """A table of which no column goes at any width."""
    return _leaving(shown_all(view), [column.title for column in view.columns])


def numbers_table(found: Sensitivity) -> RenderableType:
    """What one step of each number changes."""
    from rich.console import Group

    return Group(*(_leaving(view, [column.title for column in view.columns]) for view in sensitivity_texts.views(shown_all(found))))


def ladder_table(found: Ladder) -> RenderableType:
    """The players of a ladder, and its figures rung by rung."""
    from rich.console import Group

    players, trust, *figures = ladder_texts.views(shown_all(found))
    return Group(_leaving(players, RUNGS_STAY), whole_table(trust), *map(_in_blocks, figures))


def _in_blocks(view: View) -> RenderableType:
    """A view whose columns are all of a kind: where they do not fit, it is broken into blocks."""
    return grid_of(view, leaves=None)


def _leaving(view: View, stays: Sequence[str] = STAYS) -> RenderableType:
    """A view that leaves columns out where they do not fit: those without a place in LEAVES from the right, then LEAVES in its order."""
    names = _column_names(view.columns)
    optional = [i for i, name in enumerate(names) if i and name not in stays]
    unplaced = [i for i in reversed(optional) if names[i] not in LEAVES]
    placed = sorted((i for i in optional if names[i] in LEAVES), key=lambda i: LEAVES.index(names[i]))
    return grid_of(view, leaves=(*unplaced, *placed), names=names)


def grid_of(view: View, leaves: tuple[int, ...] | None, names: tuple[str, ...] = ()) -> Grid:
    """A view as a table for the terminal; nothing in it is read as markup."""
    from simcli.report.table.grid import Grid

    kinds = [column.kind for column in view.columns]
    verdicts = [i for i, kind in enumerate(kinds) if kind == VERDICT]
    return Grid(
        tuple(column.title for column in view.columns),
        view.rows,
        view.caption,
        right=frozenset(i for i, kind in enumerate(kinds) if kind == NUMBER),
        leaves=leaves,
        folds=tuple(i for i, column in enumerate(view.columns) if i in verdicts or "interval" in column.title or _is_prose(i, column)),
        last=tuple(i for i in leaves or () if names[i] in LAST),
        names=names,
        styles={(r, i): _style(row[i]) for r, row in enumerate(view.rows) for i in verdicts},
    )


def _is_prose(i: int, column: Column) -> bool:
    """Whether a column holds words that may go on in the next line; the first names the row."""
    return i > 0 and column.kind == TEXT


def _column_names(columns: Sequence[Column]) -> tuple[str, ...]:
    """What each column is called without its neighbours: an interval after the column it belongs to."""
    names, owner = [], ""
    for column in columns:
        if column.title == BELONGING:
            names.append(f"interval of {owner.lower()}")
        else:
            owner = column.title
            names.append(owner.removeprefix("95 % "))
    return tuple(names)


def _style(text: str) -> str:
    """Colour of a verdict."""
    return COLOURS.get(TONE_OF_WORD.get(text, ""), "dim")


def _seats_line(cell: Cell) -> RenderableType:
    """`Seats: 25.1 %, 24.9 %, ...` with the verdicts on them."""
    from rich.text import Text

    line = Text(f"{fmt.seats_text([cell]).capitalize()}: ", style="bold")
    for i, seat in enumerate(cell.seats):
        line.append(", " if i else "", style="not bold")
        line.append(fmt.percent(seat.win_share.value), style=f"not bold {COLOURS.get(tone(seat), 'dim')}")
    verdicts = list(dict.fromkeys(word(seat.test.verdict) for seat in cell.seats))
    line.append(f"  {', '.join(verdicts)}\n", style="not bold")
    return line
