"""What a ban, must, swap, grant or blindness is worth, in sentences: the player's win share against that without it, or the even share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, of_rows
from simcli.report.words import verdicts as v
from simcli.report.words.differences import WORDS
from simcli.stats.answer_rows import AnswerRow, by_certainty, even, moved
from simcli.stats.summary import BanResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, SIZE_OPEN
from simcli.studies.run.words.claims import games_text

HOW = {"swap": "dealt", "grant": "given"}
Restriction = Literal["ban", "must", "swap", "grant", "blindness"]
PLURALS: Mapping[Restriction, str] = {
    "ban": "bans",
    "must": "forced items",
    "swap": "swaps",
    "grant": "grants",
    "blindness": "kinds of blindness",
}


def answer(_summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What the restriction does to the player; of many the one with the largest certain effect."""
    rows = [(row, cell) for cell in cells for row in cell.restricted]
    if not rows:
        return None
    return of_rows(_claim(rows, cells), by_certainty([_row(row, cell) for row, cell in rows]), rerun)


def _row(row: BanResult, cell: Cell) -> AnswerRow:
    """The restricted player beside itself without the restriction, or beside the even share."""
    usual = row.even_share if row.without_ban is None else row.without_ban.known
    return AnswerRow(
        figure="win share",
        about="restricted",
        subject=restriction(row),
        players=cell.players,
        base="free choice",
        unit="share",
        value=moved(usual, row.difference).cut(0.0, 1.0),
        usual=even(usual),
        change=row.difference,
        tolerance=cell.tolerance,
        test=row.test,
        says=WORDS[row.test.verdict] if row.test.verdict else fmt.DASH,
    )


def _claim(rows: Sequence[tuple[BanResult, Cell]], cells: Sequence[Cell]) -> str:
    if len(rows) == 1:
        return _of_one(*rows[0])
    sure = sorted((pair for pair in rows if v.certain(pair[0])), key=lambda pair: -abs(pair[0].difference.known))
    if sure:
        others = "result is" if len(sure) == 2 else "results are"
        more = f"; {fmt.many(len(sure) - 1)} more {others} certain" if len(sure) > 1 else ""
        return f"{_of_one(*sure[0], _where(*sure[0], cells)).rstrip('.')}{more}."
    what = fmt.listing([PLURALS[text] for text in PLURALS if any(kind(row) == text for row, _ in rows)])
    if all(row.test.verdict == EVEN for row, _ in rows):
        return f"The {what} change no win share by more than {games_text(max(cell.tolerance for _, cell in rows))}."
    return f"It is unclear what the {what} are worth."


def _of_one(row: BanResult, cell: Cell, where: str = "") -> str:
    """`Seat 1 wins 31 % instead of 25 % without Alchemist.`"""
    what, who = f"{_without(row)}{where}", fmt.capital_name(row.player, row.player)
    if row.unweighed:
        return f"{who} plays the same {what}."
    if row.test.verdict == EVEN:
        return f"{who} wins about as often {what}, give or take {games_text(cell.tolerance)}."
    if not v.certain(row):
        return f"It is unclear whether {row.player} wins more or less often {what}."
    usual = row.even_share if row.without_ban is None else row.without_ban.known
    now, is_open = moved(usual, row.difference), row.test.verdict in SIZE_OPEN
    return f"{who} wins {fmt.instead(now, Interval(None, usual, None), least=is_open)} {what}."


def _without(row: BanResult) -> str:
    """`without Knight`, `when it must take Knight`, `dealt Knight`, `given Knight`, `without seeing its rivals`."""
    if kind(row) == "blindness":
        return f"without seeing {_has(row)}"
    if kind(row) == "must":
        return f"when it must take {_has(row)}"
    how = HOW.get(kind(row))
    return f"{how} {_has(row)}" if how else f"without {items(row)}"


def kind(row: BanResult) -> Restriction:
    """What is done to a player; who starts with something, is dealt, must take or is denied something, may be blind too."""
    if row.granted:
        return "grant"
    if row.must:
        return "must"
    if row.dealt:
        return "swap"
    return "ban" if row.names or row.blind is None else "blindness"


def restriction(row: BanResult) -> str:
    """`seat 1 without Alchemist`, `seat 1 made to take Noble`, `seat 1 dealt Knight`, `seat 1 given Knight`, `seat 1 blind to rivals`."""
    if kind(row) == "blindness":
        return f"{row.player} blind to {fmt.listing(row.blind or ())}"
    how = {"must": "made to take", **HOW}.get(kind(row), "without")
    text = f"{row.player} {how} {_has(row)}"
    return text + (f", blind to {fmt.listing(row.blind)}" if row.blind else "")


def items(row: BanResult) -> str:
    """Names of what may not be taken or used."""
    return fmt.few(row.names)


def _has(row: BanResult) -> str:
    """What a player starts with, is dealt or must take, and goes without as well; or what it goes without, or does not see."""
    if kind(row) == "blindness":
        return fmt.listing(row.blind_names or ())
    copies = Counter(row.granted_names or row.must_names or row.dealt_names or ())
    if not copies:
        return items(row)
    has = fmt.few([name if number == 1 else f"{number} x {name}" for name, number in copies.items()])
    return f"{has} and without {items(row)}" if row.names else has


def difference(row: BanResult) -> str:
    """`+5.5 [+5.1, +5.9]`"""
    return f"{fmt.signed(row.difference.value)} {fmt.signed_interval(row.difference)}"


def _where(_row: BanResult, cell: Cell, cells: Sequence[Cell]) -> str:
    """Player count, where the run has several."""
    return fmt.at_tables([cell.players], [c.players for c in cells])
