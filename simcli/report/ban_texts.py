"""What a ban is worth, in sentences: the restricted player's win share against that without the ban, or the even share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcli.report import formatting as fmt
from simcli.report import verdict_texts as v
from simcli.stats.summary import BanResult, Cell, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, SIZE_OPEN, UNKNOWN

NAMED = 4
"""So many items are listed by name; more are counted."""


def sentences(cell: Cell) -> Iterator[tuple[str, str]]:
    """One sentence for each restricted player, and what it would take to know more."""
    rows = cell.restricted
    for row in rows:
        yield v.tone(row), effect(row, cell)
    if more := " ".join(filter(None, (v.decide_text(rows, ""), v.seen_text(rows)))):
        yield v.NOTE, more


def answer(_summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """What each ban is worth to the restricted player; of many those whose direction is certain, and the counts of all."""
    rows = [(row, cell) for cell in cells for row in cell.restricted]
    if not rows:
        return "", ""
    only = [row for row, _ in rows]
    needed = v.decide_text(only, rerun)
    if len(rows) == 1:
        return effect(*rows[0]), needed
    parts = []
    for verdicts, text in (((LESS, LESS_OPEN), "A ban costs the player"), ((MORE, MORE_OPEN), "It helps, so these players misuse")):
        side = sorted((pair for pair in rows if pair[0].test.verdict in verdicts), key=lambda pair: -abs(pair[0].difference.known))
        if side:
            listed = fmt.listing([f"{items(row)}{_where(cell, cells)} {difference(row)}" for row, cell in side])
            parts.append(f"{text}: {listed} points of win share.")
    if not parts:
        parts = ["What the bans are worth is not yet known."] if needed else ["No ban makes a difference beyond the tolerance."]
    return " ".join(parts), f"{v.counts_text(only, 'restricted players')} {needed}".strip()


def effect(row: BanResult, cell: Cell) -> str:
    """`Not playing with Alchemist is worth +5.5 points [+5.1, +5.9] to seat 1 (30.5 % against 25 %): ...`"""
    who, what = row.player, items(row)
    shares = f"{fmt.percent(row.win_share.value)} {fmt.interval(row.win_share)} against "
    shares += _usual(row)
    tolerance = fmt.tolerance_text(cell.tolerance)
    if row.test.verdict is None:
        return f"Nothing is known of what it costs {who} to do without {what}."
    if row.test.verdict == EVEN:
        return f"Doing without {what} makes no difference of more than {tolerance} to {who}: {shares}."
    if row.test.verdict == UNKNOWN:
        return f"What it is worth to {who} to do without {what} is not yet known: {difference(row)} points, {shares}."
    text = f"Doing without {what} is worth {difference(row)} points of win share to {who}: {shares}"
    if row.test.verdict in SIZE_OPEN:
        text += f", {'more' if row.test.verdict == MORE_OPEN else 'less'} for certain, whether by over {tolerance} is open"
    return text + ("; the ban helps, so these players misuse it." if row.test.verdict in (MORE, MORE_OPEN) else ".")


def _usual(row: BanResult) -> str:
    """What the share is compared with: that of the same deals without a ban, or the even share."""
    if row.without_ban is None:
        luck = "" if not row.luck else f", {fmt.signed(row.luck)} of it luck of these deals"
        return f"an even share of {fmt.even_percent(row.even_share)}{luck}"
    return f"{fmt.percent(row.without_ban.value)} in the same deals without the ban"


def items(row: BanResult) -> str:
    """Names of what may not be taken or used."""
    names = row.names
    return fmt.listing(names) if len(names) <= NAMED else f"{fmt.listing(names[:2])} and {len(names) - 2} more"


def difference(row: BanResult) -> str:
    """`+5.5 [+5.1, +5.9]`"""
    return f"{fmt.signed(row.difference.value)} {fmt.signed_interval(row.difference)}"


def _where(cell: Cell, cells: Sequence[Cell]) -> str:
    """Player count, where the run has several."""
    return f" ({fmt.players_text(cell.players)})" if len({c.players for c in cells}) > 1 else ""
