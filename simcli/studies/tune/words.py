"""What a search for weights brought: in a sentence, as a table, and as the provenance of the strategy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import mean, variance

from simcli.report import formatting as fmt
from simcli.report.answer import Answer
from simcli.report.table.view import Column, View
from simcli.report.words.verdicts import UNCLEAR
from simcli.stats.answer_rows import AnswerRow, bare_test, by_certainty, even, moved
from simcli.stats.bounds import NO_INTERVAL
from simcli.stats.verdicts import LESS_OPEN, MORE_OPEN, UNKNOWN
from simcli.studies.tune.estimate import Against, Tune

WHOLE = ("players", "deals")
RISING, NORMAL_95 = 0.01, 1.96
"""A search whose last quarter lies so much above the quarter before it, and beyond what generations differ by, may find more."""

BETTER, WORSE = "better", "worse"


def answer(found: Tune) -> Answer:
    """Whether a better plan was found, and what it wins instead of the one it began with."""
    better = sorted((row for row in found.against if (row.gain.low or 0.0) > 0), key=lambda row: -row.gain.known)
    worse = sorted((row for row in found.against if (row.gain.high or 0.0) < 0), key=lambda row: row.gain.known)
    sure, total = len(better) + len(worse), len(found.against)
    rows = by_certainty([_answer_row(found, row) for row in found.against])
    if worse:
        rows.sort(key=lambda row: row.says != WORSE)
    return Answer(_claim(found, better, worse), _sure(found, sure), _because(found), found.command if sure < total else "", rows)


def _answer_row(found: Tune, row: Against) -> AnswerRow:
    """What the tuned plan wins instead of the one it began with."""
    is_better, is_worse = (row.gain.low or 0.0) > 0, (row.gain.high or 0.0) < 0
    return AnswerRow(
        figure="win share",
        about="strategy",
        subject=f"{found.start} tuned",
        players=row.players,
        variant=f"{found.start} tuned",
        base=found.start,
        now=f"{found.start} tuned",
        unit="share",
        value=moved(row.after.known - row.gain.known, row.gain).cut(0.0, 1.0) if row.gain.value is not None else row.after,
        usual=even(row.before.value) if row.before.value is not None else NO_INTERVAL,
        change=row.gain,
        test=bare_test(MORE_OPEN if is_better else LESS_OPEN if is_worse else UNKNOWN),
        says=BETTER if is_better else WORSE if is_worse else UNCLEAR,
    )


def _claim(found: Tune, better: Sequence[Against], worse: Sequence[Against]) -> str:
    """Those that are certain; the largest difference first."""
    tuned, every = f"{found.start} tuned", [row.players for row in found.against]
    if not better:
        if len(worse) == len(every):
            return f"No better plan was found in {fmt.count(found.games)} games; {tuned} is worse than {found.start}."
        return f"It is unclear whether {tuned} is better than {found.start} against these players."
    if worse:
        at, there = (fmt.at_tables([row.players for row in rows], every) for rows in (worse, better))
        return f"Only at some tables: {tuned} is better{there}, worse{at}."
    where, first = fmt.at_tables([row.players for row in better], every), better[0]
    its = fmt.at_tables([first.players], every) if len(better) > 1 else ""
    return f"Yes, {tuned} is better{where}: it wins {fmt.instead(first.after, first.before)} against these players{its}."


def _sure(found: Tune, sure: int) -> str:
    total, deals = len(found.against), max(row.deals for row in found.against)
    which = ("The result is certain" if sure else "The result is unclear") if total == 1 else f"{fmt.some_of(sure, total)} results "
    which += "" if total == 1 else f"{'is' if sure == 1 else 'are'} certain"
    return f"{which} on {fmt.count(deals)} fresh deals{'' if sure == total else '; more of them, or a longer search, would tell'}."


def _because(found: Tune) -> tuple[str, ...]:
    """Whether the search was still gaining when its budget ended, and where intervals are wide."""
    shares = [step.share for step in found.steps if step.share is not None]
    n, said = len(shares) // 4, []
    if n < 2:
        said.append("The search had few generations: a longer one may find more.")
    elif _is_rising(shares[-n:], shares[-2 * n : -n]):
        said.append("The search was still gaining when it ended: a longer one may find more.")
    if any(row.few_wins for row in found.against):
        said.append("One of the two wins so few games that its interval is wide.")
    return tuple(said)


def _is_rising(last: Sequence[float], before: Sequence[float]) -> bool:
    gained = mean(last) - mean(before)
    return gained >= RISING and gained >= NORMAL_95 * math.sqrt((variance(last) + variance(before)) / len(last))


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
    title = f"{found.start} tuned in one seat, the others drawn from {field}: win share before and after"
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
        shares = " before, ".join(map(fmt.within, (row.before, row.after)))
        notes.append(f"{fmt.players_text(row.players)}, {fmt.count(row.deals)} fresh deals: {shares} after, gain {gain}.")
    notes += [
        f"{one.habit} with {fmt.players_text(one.players)}: {fmt.points(one.before)} before, {fmt.points(one.after)} after."
        for one in found.habits
    ]
    return [*notes, f"Again: {found.command}"]
