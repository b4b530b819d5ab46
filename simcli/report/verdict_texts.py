"""Verdicts as a reader sees them: a word for a table, counts of many, what it would take to know, what would have been seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcli.report import words
from simcli.report.words import Record

MORE, LESS, EVEN, MORE_OPEN, LESS_OPEN, UNKNOWN = "more", "less", "even", "more, size open", "less, size open", "not yet known"
UNEVEN, SIZE_OPEN = (MORE, LESS), (MORE_OPEN, LESS_OPEN)
OPEN = (*SIZE_OPEN, UNKNOWN)
NOTE = "note"
"""Tone of a sentence that is no verdict."""

WORDS = {
    MORE: "wins more",
    LESS: "wins less",
    EVEN: "even",
    MORE_OPEN: "wins more, size open",
    LESS_OPEN: "wins less, size open",
    UNKNOWN: "not yet known",
}
TONES = {MORE: "uneven", LESS: "uneven", EVEN: "even", MORE_OPEN: "size-open", LESS_OPEN: "size-open", UNKNOWN: "unknown"}
"""How a verdict is coloured and marked."""
GRAVITY = ("uneven", "size-open", "unknown", "even")

SEEN = 0.95
"""Share of runs meant by "95 of 100 such runs"."""

RERUN = "simcli run CONFIG"
"""The command that plays the run again, when the page does not know it."""


def word(verdict: str | None) -> str:
    """A verdict in a table."""
    return words.DASH if verdict is None else WORDS[verdict]


def tone_of(verdicts: Sequence[str | None]) -> str:
    """The gravest tone among verdicts; `note` when there is none."""
    tones = {TONES[verdict] for verdict in verdicts if verdict is not None}
    return next((tone for tone in GRAVITY if tone in tones), NOTE)


def certain(row: Record) -> bool:
    """Whether the direction is certain, whatever the size."""
    return row["verdict"] in (*UNEVEN, *SIZE_OPEN)


def has_rivals(cell: Record) -> bool:
    """Whether strategies meet in these games, so that their win shares tell something."""
    return any(row["verdict"] for row in cell["strategies"])


def interval_text(row: Record) -> str:
    """`[30.9, 31.5]`, with a mark where there are few wins (or few losses) to go by."""
    return words.interval(row["win_share"]) + (", few wins" if row["few_wins"] else "")


def share_text(row: Record) -> str:
    """`31.2 % [30.9, 31.5]`; what has no interval says so."""
    low, value, _ = row["win_share"]
    return f"{words.percent(value)} {interval_text(row) if low is not None else '(no interval)'}"


def counts_text(rows: Sequence[Record], what: str) -> str:
    """All verdicts of many rows counted; `what` is their name."""
    counts = (
        ("beyond the tolerance", sum(row["verdict"] in UNEVEN for row in rows)),
        ("certain with the size open", sum(row["verdict"] in SIZE_OPEN for row in rows)),
        ("even", sum(row["verdict"] == EVEN for row in rows)),
        ("not yet known", sum(row["verdict"] == UNKNOWN for row in rows)),
    )
    return f"Of {words.count(len(rows))} {what}: {', '.join(f'{words.count(n)} {text}' for text, n in counts)}."


def settle_text(rows: Sequence[Record], rerun: str = RERUN) -> str:
    """What it would take to settle the open verdicts among `rows`, with the command if there is one; empty when none is open."""
    still = [row for row in rows if row["verdict"] in OPEN]
    if not still:
        return ""
    soon, late = ([row[name] for row in still if row[name] is not None] for name in ("deals_50", "deals_90"))
    if not soon:
        return "There are too few deals to tell how many more it takes."
    text = f"Settled as likely as not after {_extent(soon)} deals"
    text += f", nine in ten after {_extent(late)}" if late else ""
    text += ", some only after more than a thousand million since they lie at the edge of the tolerance" if len(late) < len(soon) else ""
    text += f" ({rerun} --deals {max(late or soon)})." if rerun else "."
    return text + (" For the others there are too few deals to tell." if len(soon) < len(still) else "")


def _extent(numbers: Sequence[int]) -> str:
    """`2,000` or `2,000 to 50,000`."""
    low, high = min(numbers), max(numbers)
    return words.count(low) if low == high else f"{words.count(low)} to {words.count(high)}"


def seen_text(rows: Sequence[Record]) -> str:
    """The power of the run: which difference from an even share would have been seen; empty without intervals."""
    sizes = [row["detectable"] for row in rows if row["detectable"] is not None]
    if not sizes:
        return ""
    points = words.signed(max(sizes)).lstrip("+")
    return f"In 95 of 100 such runs a difference of {points} points from an even share would have been seen, whoever it is."


def field_text(cell: Record) -> str:
    """The field that a win share is measured against: the strategies that played, or how many they are."""
    names = [row["name"] for row in cell["strategies"]]
    return f"this field ({words.listing(names)})" if len(names) <= 6 else f"this field of {words.count(len(names))} plans"


def deals_text(row: Mapping[str, Any]) -> str:
    """Deals that settle a verdict as likely as not, and nine in ten times: `2,000 / 50,000`."""
    if row["deals_50"] is None and row["deals_90"] is None:
        return words.DASH
    return f"{words.count(row['deals_50'])} / {words.count(row['deals_90'])}"
