"""Verdicts as a reader sees them: a word for a table, counts of many, what it would take to know, what would have been seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.report import formatting as fmt
from simcli.stats.summary import BanResult, CardResult, Cell, Difference, Tested
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, OPEN, SIZE_OPEN, UNEVEN, UNKNOWN, Verdict

NOTE = "note"
"""Tone of a sentence that is no verdict."""

WORDS: Mapping[Verdict, str] = {
    MORE: "wins more",
    LESS: "wins less",
    EVEN: "even",
    MORE_OPEN: "wins more, size open",
    LESS_OPEN: "wins less, size open",
    UNKNOWN: "not yet known",
}
TONES: Mapping[Verdict, str] = {
    MORE: "uneven",
    LESS: "uneven",
    EVEN: "even",
    MORE_OPEN: "size-open",
    LESS_OPEN: "size-open",
    UNKNOWN: "unknown",
}
"""How a verdict is coloured and marked."""
GRAVITY = ("uneven", "size-open", "unknown", "even")

SEEN = 0.95
"""Share of runs meant by "95 of 100 such runs"."""

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
    """Whether the direction is certain, whatever the size."""
    return row.test.verdict in (*UNEVEN, *SIZE_OPEN)


def has_rivals(cell: Cell) -> bool:
    """Whether strategies meet in these games, so that their win shares tell something."""
    return any(row.test.verdict for row in cell.strategies)


def interval_text(row: Tested) -> str:
    """`[30.9, 31.5]`, with a mark where there are few wins (or few losses) to go by."""
    return fmt.interval(row.win_share) + (", few wins" if row.few_wins else "")


def share_text(row: Tested) -> str:
    """`31.2 % [30.9, 31.5], few wins`, to stand in brackets; what has no interval says so."""
    low, value, _ = row.win_share
    return f"{fmt.percent(value)} {interval_text(row)}" if low is not None else f"{fmt.percent(value)}, no interval"


def wins_text(row: Tested) -> str:
    """`31.2 % [30.9, 31.5] (few wins)`, to stand in a sentence."""
    return fmt.percent(row.win_share.value) + f" {fmt.interval(row.win_share)}" + (" (few wins)" if row.few_wins else "")


def counts_text(rows: Sequence[Tested | CardResult], what: str) -> str:
    """All verdicts of many rows counted; `what` is their name."""
    counts = (
        ("beyond the tolerance", sum(row.test.verdict in UNEVEN for row in rows)),
        ("certain with the size open", sum(row.test.verdict in SIZE_OPEN for row in rows)),
        ("even", sum(row.test.verdict == EVEN for row in rows)),
        ("not yet known", sum(row.test.verdict == UNKNOWN for row in rows)),
    )
    return f"Of {fmt.count(len(rows))} {what}: {', '.join(f'{fmt.count(n)} {text}' for text, n in counts)}."


def decide_text(rows: Sequence[Tested | CardResult], rerun: str = RERUN) -> str:
    """What it would take to decide the open verdicts among `rows`, with the command if there is one; empty when none is open."""
    still = [row for row in rows if row.test.verdict in OPEN]
    if not still:
        return ""
    soon = [row.test.deals_50 for row in still if row.test.deals_50 is not None]
    late = [row.test.deals_90 for row in still if row.test.deals_90 is not None]
    if not soon:
        return "How many more deals it takes cannot be told."
    text = f"Settled as likely as not after {_extent(soon)} deals"
    text += f", nine in ten after {_extent(late)}" if late else ""
    text += ", some only after more than a thousand million since they lie at the edge of the tolerance" if len(late) < len(soon) else ""
    text += f" ({rerun} --deals {max(late or soon)})." if rerun else "."
    return text + (" For the others it cannot be told." if len(soon) < len(still) else "")


def _extent(numbers: Sequence[int]) -> str:
    """`2,000` or `2,000 to 50,000`."""
    low, high = min(numbers), max(numbers)
    return fmt.count(low) if low == high else f"{fmt.count(low)} to {fmt.count(high)}"


def seen_text(rows: Sequence[Tested]) -> str:
    """The power of the run: which difference from an even share, or effect of a ban, would have been seen; empty without intervals."""
    sizes = [row.test.detectable for row in rows if row.test.detectable is not None]
    if not sizes:
        return ""
    points = fmt.signed(max(sizes)).lstrip("+")
    if any(isinstance(row, BanResult) and (row.without_ban is not None or row.luck is not None) for row in rows):
        return f"In 95 of 100 such runs an effect of {points} points would have been seen."
    if max(sizes) > 1 - max(row.even_share for row in rows):
        return "Any difference from an even share, however large, may be missed in so few deals."
    return f"In 95 of 100 such runs a difference of {points} points from an even share would have been seen, whoever had it."


def field_text(cells: Sequence[Cell]) -> str:
    """The field that win shares are measured against: the strategies that played, or how many they are."""
    names = [row.name for row in cells[0].strategies]
    if any({row.name for row in cell.strategies} != set(names) for cell in cells):
        return "the field of each number of players"
    return f"this field ({fmt.listing(names)})" if len(names) <= 6 else f"this field of {fmt.count(len(names))} plans"


def deals_text(row: Tested | Difference | CardResult) -> str:
    """Deals that decide a verdict as likely as not, and nine in ten times: `2,000 / 50,000`."""
    if row.test.deals_50 is None and row.test.deals_90 is None:
        return fmt.DASH
    return f"{fmt.count(row.test.deals_50)} / {fmt.count(row.test.deals_90)}"
