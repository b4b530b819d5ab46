"""Who wins too often, who too rarely: win shares of plans and seats as rows of an answer, and in one sentence of these rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS
from simcli.report.words.verdicts import WORDS, has_rivals
from simcli.stats.answer_rows import AnswerRow, even
from simcli.stats.summary import Cell, Tested
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, SIZE_OPEN, Verdict

VERBS: Mapping[Verdict, tuple[str, str, str]] = {
    MORE: ("wins", "win", "too often"),
    LESS: ("wins", "win", "too rarely"),
    MORE_OPEN: ("wins", "win", "more than an even share"),
    LESS_OPEN: ("wins", "win", "less than an even share"),
}
"""One, several, and how much."""
Where = tuple[int, str]
"""Number of players and variant."""


def plan_rows(cells: Sequence[Cell], name: str | None = None) -> list[AnswerRow]:
    """The plans that meet others, or the one of this name."""
    judged = [(row, cell) for cell in cells if has_rivals(cell) for row in cell.strategies if row.test.verdict]
    return [share_row("strategy", row.name, row, cell) for row, cell in judged if name in (None, row.name)]


def seat_rows(cells: Sequence[Cell], number: str | None = None) -> list[AnswerRow]:
    """The seats, or places: `seat 1`, `1st to move`; or the one of this number."""
    about = what_seats_are(cells)
    judged = [(row, cell) for cell in cells if cell.is_contest for row in cell.seats if row.test.verdict]
    return [share_row(about, row.label, row, cell) for row, cell in judged if number in (None, str(row.seat))]


def what_seats_are(cells: Sequence[Cell]) -> str:
    """`place` where they are counted from who begins, else `seat`."""
    return "place" if any(fmt.by_turn(cell.seats) for cell in cells) else "seat"


def share_row(about: str, name: str, row: Tested, cell: Cell) -> AnswerRow:
    """A win share beside the even share."""
    return AnswerRow(
        figure="win share",
        about=about,
        subject=name,
        players=cell.players,
        variant=cell.variant,
        unit="share",
        value=row.win_share,
        usual=even(row.even_share),
        tolerance=cell.tolerance,
        test=row.test,
        says=WORDS[row.test.verdict] if row.test.verdict else fmt.DASH,
    )


def told(rows: Sequence[AnswerRow]) -> tuple[str, list[AnswerRow]]:
    """Who wins too often and too rarely; else whose direction is certain; else that nobody is certain to. The rows, those named first.

    Names are those of one number of players (and variant), the one with the most, so that one tab shows them all. Empty without rows.
    """
    if not rows:
        return "", []
    for pair in ((MORE, LESS), (MORE_OPEN, LESS_OPEN)):
        if any(row.test.verdict in pair for row in rows):
            found = picked(rows, pair)
            return _sides_text(found), found.rows
    what = rows[0].kind
    if len({row.subject for row in rows}) == 1:
        return _of_one(rows), sorted(rows, key=lambda row: -row.size)
    if all(row.test.verdict == EVEN for row in rows):
        claim = f"No {what} is better or worse by more than {games_text(max(row.tolerance for row in rows))}."
    else:
        claim = f"No {what} is certain to win too often or too rarely."
    return claim, sorted(rows, key=lambda row: -row.size)


def _of_one(rows: Sequence[AnswerRow]) -> str:
    """Of one plan or seat of which no direction is certain."""
    who = named(rows[0])
    if all(row.test.verdict == EVEN for row in rows):
        return fmt.capital_name(f"{who} wins an even share, within {games_text(max(row.tolerance for row in rows))}.", who)
    return f"It is unclear whether {who} wins too often or too rarely."


def games_text(share: float) -> str:
    """A difference of shares as a person says it: 0.01 as `1 in 100 games`."""
    return f"{100 * share:.2g} in 100 games"


def where_of(row: AnswerRow) -> Where:
    """At which table, in which variant."""
    return row.players or 0, row.variant or ""


class Picked(NamedTuple):
    """Those with one of two verdicts that a claim names, at a table where all of them have it."""

    sides: list[list[AnswerRow]]
    """those with the one verdict, and those with the other, the largest effect first"""
    wheres: list[str]
    """for each side where all of it has the verdict, in words"""
    left: list[str]
    """others that have one of these verdicts at other tables only"""
    rows: list[AnswerRow]
    """all rows, those that are named first"""
    is_single: bool
    """whether one row alone is claimed"""

    def joined(self, parts: Sequence[str], sign: str = ", ") -> str:
        """A part of a sentence for each side, with where it holds; once where it is the same for both."""
        if len(set(self.wheres)) == 1:
            return sign.join(parts) + self.wheres[0] + self._rest
        return sign.join(part + where for part, where in zip(parts, self.wheres, strict=True)) + self._rest

    def said(self, sentence: Callable[[Picked, int], str]) -> str:
        """A sentence that names as many as it has words for, at most that number of each side; where one of each is too many already, it
        says nothing of other tables, whose rows the table has."""
        whole, short = (fmt.shortened(partial(sentence, one), MOST_WORDS) for one in (self, self._replace(left=[])))
        return whole if len(whole.split()) <= MOST_WORDS else short

    @property
    def _rest(self) -> str:
        return f"; {fmt.many(len(self.left))} more at other tables" if self.left else ""


def picked(rows: Sequence[AnswerRow], pair: Sequence[Verdict]) -> Picked:
    """Of those with one of two verdicts the ones of the table with the most, which one tab shows, each side with where it holds."""
    sure = sorted((row for row in rows if row.test.verdict in pair), key=lambda row: -row.size)
    every, at = list(dict.fromkeys(map(where_of, rows))), dict[str, dict[Where, AnswerRow]]()
    for row in sure:
        at.setdefault(row.subject, {})[where_of(row)] = row
    counts = {where: [own[where].size for own in at.values() if where in own] for where in every}
    here = max(every, key=lambda where: (len(counts[where]), max(counts[where], default=0.0)))
    named = [row for row in sure if where_of(row) == here]
    sides = [side for verdict in pair if (side := [row for row in named if row.test.verdict == verdict])]
    if len(sides) == 2 and here[0] == 2 and all(len(side) == 1 for side in sides):
        sides = sides[:1]  # what one of two wins the other loses
    common = [[where for where in every if all(_same(at[row.subject].get(where), row) for row in side)] for side in sides]
    first = sorted((row for side in sides for row in side), key=lambda row: -row.size)
    left = [name for name in at if name not in {row.subject for row in named}]
    others = [row for row in (*sure, *(row for row in rows if row not in sure)) if row not in first]
    is_single = len(first) == len(common[0]) == 1 and not left
    return Picked(sides, [_where_text(there, here, every) for there in common], left, [*first, *others], is_single)


def _same(one: AnswerRow | None, other: AnswerRow) -> bool:
    return one is not None and one.test.verdict == other.test.verdict


def _sides_text(found: Picked) -> str:
    """`early_bird and denier win too often, second_place too rarely at every table; two more at other tables.`"""

    def sentence(found: Picked, most: int) -> str:
        parts = []
        for i, side in enumerate(found.sides):
            one, several, how = VERBS[side[0].test.verdict or EVEN]
            verb = f" {one if len(side) == 1 else several}" if i == 0 else ""
            parts.append(f"{fmt.few([named(row) for row in side], most)}{verb} {how}")
        first = found.sides[0][0]
        size = f": {instead(first)}" if found.is_single else ""
        return f"{fmt.capital_name(found.joined(parts), named(first))}{size}."

    return found.said(sentence)


def instead(row: AnswerRow) -> str:
    """`40 % instead of 25 %`; where its size is unclear the end that is nearer to what it was: `at least 27 % instead of 25 %`."""
    return fmt.instead(row.value, row.usual, least=row.test.verdict in SIZE_OPEN)


def named(row: AnswerRow) -> str:
    """Its name in a sentence."""
    return f"the {row.subject}" if row.about == "place" else row.subject


def _where_text(common: Sequence[Where], here: Where, every: Sequence[Where]) -> str:
    """` at every table`, ` with four and five players`, ` in events on`: where what is claimed holds."""
    if len(every) == 1:
        return ""
    has_variants, has_counts = (len({where[k] for where in every}) > 1 for k in (1, 0))
    if len(common) == len(every):
        return " in every variant" if has_variants else " at every table"
    shown = [here] if has_variants and (has_counts or len(common) > fmt.MOST_TABLES) else common
    variants = f" in {fmt.listing([variant for _, variant in shown])}" if has_variants else ""
    counts = [players for players, _ in every]
    where = fmt.at_tables([players for players, _ in shown], counts)
    return variants + (where if where != fmt.SOME_TABLES else fmt.at_tables([here[0]], counts))
