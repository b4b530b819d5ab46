"""Verdicts as a reader sees them: a word for a table, counts of many, what it would take to know, what would have been seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.stats.summary import CardResult, Cell, Difference, Tested
from simcli.stats.verdicts import CERTAIN, LESS, LESS_OPEN, MORE, MORE_OPEN, Verdict, by_verdict

NOTE = "note"
"""Tone of a sentence that is no verdict."""

UNCLEAR = "unclear"
"""The word for what is not yet known, in all studies."""
WORDS: Mapping[Verdict, str] = by_verdict("too strong", "too weak", "fair", "above even", "below even", UNCLEAR)
TONES: Mapping[Verdict, str] = by_verdict("uneven", "uneven", "even", "size-open", "size-open", "unknown")
"""How a verdict is coloured and marked."""


def colour_of(verdict: Verdict) -> str:
    """How a verdict is coloured and marked in a table: by its tone and its direction."""
    return TONES[verdict] + " more" * (verdict in (MORE, MORE_OPEN)) + " less" * (verdict in (LESS, LESS_OPEN))


GRAVITY = ("uneven", "size-open", "unknown", "even")

RERUN = "simcli run CONFIG"
"""The command that plays the run again, when the page does not know it."""


def word(verdict: Verdict | None) -> str:
    """A verdict in a table."""
    return fmt.DASH if verdict is None else WORDS[verdict]


def tone(row: Tested) -> str:
    """Tone of the verdict on a row; `note` when it has none."""
    return tone_of([row.test.verdict])


def tone_of(verdicts: Sequence[Verdict | None]) -> str:
    """The gravest tone among verdicts; `note` when there is none."""
    tones = {TONES[verdict] for verdict in verdicts if verdict is not None}
    return next((tone for tone in GRAVITY if tone in tones), NOTE)


def certain(row: Tested) -> bool:
    """Whether the direction is certain, of any size."""
    return row.test.verdict in CERTAIN


def has_rivals(cell: Cell) -> bool:
    """Whether strategies meet in these games, so that their win shares mean something."""
    return cell.is_contest and any(row.test.verdict for row in cell.strategies)


def interval_text(row: Tested) -> str:
    """`[30.9, 31.5]`, with a mark where there are few wins (or few losses) to go by."""
    return fmt.interval(row.win_share) + (", few wins" if row.few_wins else "")


def share_text(row: Tested) -> str:
    """`31.2 % [30.9, 31.5], few wins`, to stand in brackets; what has no interval says so."""
    low, value, _ = row.win_share
    return f"{fmt.percent(value)} {interval_text(row)}" if low is not None else f"{fmt.percent(value)}, no interval"


def deals_text(row: Tested | Difference | CardResult) -> str:
    """Deals that decide a verdict as likely as not, and nine in ten times: `2,000 / 50,000`."""
    if row.test.deals_50 is None and row.test.deals_90 is None:
        return fmt.DASH
    return f"{fmt.count(row.test.deals_50)} / {fmt.count(row.test.deals_90)}"
