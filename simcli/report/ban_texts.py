"""What a ban is worth, in sentences: the restricted player's win share against the even share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcli.report import verdict_texts as v
from simcli.report import words
from simcli.report.words import Record

NAMED = 4
"""So many items are listed by name; more are counted."""


def sentences(cell: Record) -> Iterator[tuple[str, str]]:
    """One sentence for each restricted player, and what it would take to know more."""
    rows = cell.get("bans", ())
    for row in rows:
        yield v.TONES.get(row["verdict"], v.NOTE), f"{effect(row, cell)}"
    if more := " ".join(filter(None, (v.settle_text(rows, ""), v.seen_text(rows)))):
        yield v.NOTE, more


def answer(_summary: Mapping[str, Any], cells: Sequence[Record], rerun: str) -> tuple[str, str]:
    """What each ban is worth to the restricted player; of many those whose direction is certain, and the counts of all."""
    rows = [(row, cell) for cell in cells for row in cell.get("bans", ())]
    if not rows:
        return "", ""
    only = [row for row, _ in rows]
    settle = v.settle_text(only, rerun)
    if len(rows) == 1:
        return effect(*rows[0]), settle
    parts = []
    for verdicts, text in (((v.LESS, v.LESS_OPEN), "A ban costs the player"), ((v.MORE, v.MORE_OPEN), "It helps, so these players misuse")):
        side = sorted((pair for pair in rows if pair[0]["verdict"] in verdicts), key=lambda pair: -abs(pair[0]["difference"][1]))
        if side:
            listed = words.listing([f"{items(row)}{_where(cell, cells)} {difference(row)}" for row, cell in side])
            parts.append(f"{text}: {listed} points of win share.")
    if not parts:
        parts = ["What the bans are worth is not yet known."] if settle else ["No ban makes a difference beyond the tolerance."]
    return " ".join(parts), f"{v.counts_text(only, 'restricted players')} {settle}".strip()


def effect(row: Record, cell: Record) -> str:
    """`Not playing with Alchemist is worth +5.5 points [+5.1, +5.9] to seat 1 (30.5 % against 25 %): ...`"""
    who, what = row["player"], items(row)
    shares = f"{words.percent(row['win_share'][1])} {words.interval(row['win_share'])} against an even share of "
    shares += words.even_percent(row["even_share"])
    tolerance = words.tolerance_text(cell["tolerance"])
    if row["verdict"] is None:
        return f"Nothing is known of what it costs {who} to do without {what}."
    if row["verdict"] == v.EVEN:
        return f"Doing without {what} makes no difference of more than {tolerance} to {who}: {shares}."
    if row["verdict"] == v.UNKNOWN:
        return f"What it is worth to {who} to do without {what} is not yet known: {difference(row)} points, {shares}."
    text = f"Doing without {what} is worth {difference(row)} points of win share to {who}: {shares}"
    if row["verdict"] in v.SIZE_OPEN:
        text += f", {'more' if row['verdict'] == v.MORE_OPEN else 'less'} for certain, whether by over {tolerance} is open"
    return text + ("; the ban helps, so these players misuse it." if row["verdict"] in (v.MORE, v.MORE_OPEN) else ".")


def items(row: Record) -> str:
    """Names of what may not be taken or used."""
    names = row["names"]
    return words.listing(names) if len(names) <= NAMED else f"{words.listing(names[:2])} and {len(names) - 2} more"


def difference(row: Record) -> str:
    """`+5.5 [+5.1, +5.9]`"""
    return f"{words.signed(row['difference'][1])} {words.signed_interval(row['difference'])}"


def _where(cell: Record, cells: Sequence[Record]) -> str:
    """Player count, where the run has several."""
    return f" ({words.players_text(cell['players'])})" if len({c["players"] for c in cells}) > 1 else ""
