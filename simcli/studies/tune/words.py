"""What a search for weights brought: in a sentence, as a table, and as the pedigree of the strategy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import mean, variance

from simcli.report import formatting as fmt
from simcli.report.table.view import Column, View
from simcli.stats.summary import Interval
from simcli.studies.tune.estimate import Against, Tune

WHOLE = ("players", "deals")
RISING, NORMAL_95 = 0.01, 1.96
"""A search whose last quarter lies so much above the quarter before it, and beyond what generations differ by, may find more."""


def sentence(found: Tune) -> str:
    """How much better than the start against this field, with intervals."""
    field = fmt.few([member.strategy for member in found.field])
    rows = [_row_text(row, several=len(found.against) > 1) for row in found.against]
    text = f"Against {field} {found.start}_tuned wins {'; '.join(rows)}"
    return f"{text}. {_verdict(found)}{_rising(found)}"


def _row_text(row: Against, *, several: bool) -> str:
    where = f" with {fmt.players_text(row.players)}" if several else ""
    few = " (few wins)" if row.few_wins else ""
    gain = f"{fmt.signed(row.gain.value)} points {fmt.signed_interval(row.gain)}"
    return f"{_share_text(row.after)}{where}, {gain} on the {_share_text(row.before)} of the start{few}"


def _share_text(share: Interval) -> str:
    """`63.6 % [62.3, 64.9]`; of a share that is the same in every deal, as among copies of itself, without an interval."""
    return fmt.percent(share.value) + (f" {fmt.interval(share)}" if share.bounds else "")


def _verdict(found: Tune) -> str:
    """Whether it is better, for certain."""
    better = [row for row in found.against if row.gain.low is not None and row.gain.low > 0]
    worse = [row for row in found.against if row.gain.high is not None and row.gain.high < 0]
    if len(better) == len(found.against):
        return "It is better for certain."
    if worse:
        return f"With {_counts(worse)} it is worse for certain: keep the start, or search with more games."
    still = [row for row in found.against if row not in better]
    where = f" with {_counts(still)}" if better else ""
    return f"Whether it is better{where} is not yet known: judge it on more fresh deals (--fresh), or search with more games (--budget)."


def _counts(rows: Sequence[Against]) -> str:
    return f"{fmt.listing([str(row.players) for row in rows])} players"


def _rising(found: Tune) -> str:
    """Whether the search was still gaining when its budget ended."""
    shares = [step.share for step in found.steps if step.share is not None]
    n = len(shares) // 4
    if n < 2:
        return " The search had few generations: more games may find more."
    last, before = shares[-n:], shares[-2 * n : -n]
    gained = mean(last) - mean(before)
    if gained < RISING or gained < NORMAL_95 * math.sqrt((variance(last) + variance(before)) / n):
        return ""
    return f" In the last quarter of the search it was still gaining ({fmt.signed(gained)} points): more games may find more."


def view(found: Tune) -> View:
    """What it brought, for each number of players."""
    names = ("Players", "Before", "95 % interval", "After", "95 % interval", "Gain, points", "95 % interval", "Fresh deals")
    rows = tuple(
        (
            *(str(row.players), fmt.percent(row.before.value), fmt.interval(row.before)),
            *(fmt.percent(row.after.value), fmt.interval(row.after)),
            *(fmt.signed(row.gain.value), fmt.signed_interval(row.gain), fmt.count(row.deals)),
        )
        for row in found.against
    )
    field = fmt.few([member.strategy for member in found.field])
    title = f"{found.start}_tuned in one seat, the others drawn from {field}: win share before and after"
    return View(title, tuple(map(Column, names)), rows)


def lines(found: Tune) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a number of players."""
    for row in found.against:
        made: dict[str, object] = {"players": row.players, "deals": row.deals, "few_wins": row.few_wins}
        for name in ("before", "after", "gain"):
            made[f"{name}_low"], made[name], made[f"{name}_high"] = getattr(row, name)
        yield made


def pedigree(found: Tune) -> Sequence[str]:
    """Comments for the strategy's file: from what, against whom, on which deals, with what gain, by which command."""
    is_even = len({member.share for member in found.field}) == 1
    field = [m.strategy if is_even else f"{m.strategy} ({fmt.percent(m.share)})" for m in found.field]
    searched = f"{found.searched} weights searched by CMA-ES"
    size = f"{fmt.count(found.generations)} generations of {found.candidates} candidates, {fmt.count(found.games)} games, seed {found.seed}"
    notes = [f"Tuned from {found.start} against {', '.join(field)}: {searched} in {size}."]
    for row in found.against:
        gain = f"{fmt.signed(row.gain.value)} points {fmt.signed_interval(row.gain)}"
        shares = " before, ".join(map(_share_text, (row.before, row.after)))
        notes.append(f"{fmt.players_text(row.players)}, {fmt.count(row.deals)} fresh deals: {shares} after, gain {gain}.")
    notes += [
        f"{one.habit} with {fmt.players_text(one.players)}: {fmt.points(one.before)} before, {fmt.points(one.after)} after."
        for one in found.habits
    ]
    return [*notes, f"Again: {found.command}"]
