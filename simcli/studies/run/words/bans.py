"""What a ban, grant or blindness is worth, in sentences: the player's win share against that without it, or the even share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from simcli.report import formatting as fmt
from simcli.report.words import verdicts as v
from simcli.stats.summary import BanResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, SIZE_OPEN, UNKNOWN, Verdict

NAMED = 4
"""So many items are listed by name; more are counted."""
Restriction = Literal["ban", "grant", "blindness"]
SIDES: tuple[tuple[tuple[Verdict, ...], Restriction, str], ...] = (
    ((LESS, LESS_OPEN), "ban", "A ban costs the player"),
    ((MORE, MORE_OPEN), "ban", "It helps, so these players misuse"),
    ((MORE, MORE_OPEN), "grant", "It helps to begin with"),
    ((LESS, LESS_OPEN), "grant", "It harms to begin with"),
    ((LESS, LESS_OPEN), "blindness", "It costs the player not to see"),
    ((MORE, MORE_OPEN), "blindness", "The player does better not to see"),
)
"""What is said of restrictions with a verdict."""
PLURALS: Mapping[Restriction, str] = {"ban": "bans", "grant": "grants", "blindness": "kinds of blindness"}


def sentences(cell: Cell) -> Iterator[tuple[str, str]]:
    """One sentence for each restricted player, and what it would take to know more."""
    rows = cell.restricted
    for row in rows:
        yield v.tone(row), effect(row, cell)
    if more := " ".join(filter(None, (v.decide_text(rows, ""), v.seen_text(rows)))):
        yield v.NOTE, more


def answer(_summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """What each restriction is worth to the player; of many those whose direction is certain, and the counts of all."""
    rows = [(row, cell) for cell in cells for row in cell.restricted]
    if not rows:
        return "", ""
    only = [row for row, _ in rows]
    needed = v.decide_text(only, rerun)
    if len(rows) == 1:
        return effect(*rows[0]), needed
    parts = []
    for verdicts, what, text in SIDES:
        side = [pair for pair in rows if pair[0].test.verdict in verdicts and kind(pair[0]) == what]
        if side:
            side.sort(key=lambda pair: -abs(pair[0].difference.known))
            listed = fmt.listing([f"{_has(row)}{_where(cell, cells)} {difference(row)}" for row, cell in side])
            parts.append(f"{text}: {listed} points of win share.")
    if not parts:
        told = [text for text in PLURALS if any(kind(row) == text for row in only)]
        unknown = f"What the {' and '.join(PLURALS[text] for text in told)} are worth is not yet known."
        parts = [unknown if needed else f"No {' or '.join(told)} makes a difference beyond the tolerance."]
    if unweighed := list(dict.fromkeys(_has(row) for row in only if row.unweighed)):
        parts.append(f"Not weighed at all: {fmt.listing(unweighed)}.")
    return " ".join(parts), f"{v.counts_text(only, 'restricted players')} {needed}".strip()


def effect(row: BanResult, cell: Cell) -> str:
    """`Doing without Alchemist is worth +5.5 points [+5.1, +5.9] to seat 1: 30.5 % against 25 %; ...`"""
    who, (doing, to_do) = row.player, _deeds(row)
    shares = f"{fmt.percent(row.win_share.value)} {fmt.interval(row.win_share)} against "
    shares += _usual(row)
    tolerance = fmt.tolerance_text(cell.tolerance)
    if kind(row) == "blindness":
        return _of_blindness(row, tolerance, shares)
    if row.test.verdict is None:
        return f"Nothing is known of what it {'is worth to' if row.granted else 'costs'} {who} to {to_do}."
    if row.test.verdict == EVEN:
        return f"{doing} makes no difference of more than {tolerance} to {who}: {shares}."
    if row.test.verdict == UNKNOWN:
        return f"What it is worth to {who} to {to_do} is not yet known: {difference(row)} points, {shares}."
    text = f"{doing} is worth {difference(row)} points of win share to {who}: {shares}"
    if row.test.verdict in SIZE_OPEN:
        text += f", {'more' if row.test.verdict == MORE_OPEN else 'less'} for certain, whether by over {tolerance} is open"
    misused = row.test.verdict in (MORE, MORE_OPEN) and not row.granted
    return text + ("; the ban helps, so these players misuse it." if misused else ".")


def _of_blindness(row: BanResult, tolerance: str, shares: str) -> str:
    """`By not seeing the cards before the other players, seat 1 loses 5.3 points of win share [4.9, 5.7]: 19.7 % against 25 %.`"""
    who, sights, verdict = row.player, _has(row), row.test.verdict
    if row.unweighed:
        return f"It makes no difference to {who} whether it sees {sights}: it weighs nothing that needs it."
    if verdict is None:
        return f"Nothing is known of what it costs {who} not to see {sights}."
    if verdict == EVEN:
        return f"Not seeing {sights} makes no difference of more than {tolerance} to {who}: {shares}."
    if verdict == UNKNOWN:
        return f"What it costs {who} not to see {sights} is not yet known: {difference(row)} points, {shares}."
    helps = verdict in (MORE, MORE_OPEN)
    amount = row.difference if helps else Interval(*(None if x is None else 0.0 - x for x in reversed(row.difference)))
    points, bounds = fmt.signed(amount.value).removeprefix("+"), fmt.signed_interval(amount).replace("+", "")
    text = f"By not seeing {sights}, {who} {'gains' if helps else 'loses'} {points} points of win share {bounds}: {shares}"
    if verdict in SIZE_OPEN:
        text += f", {'more' if helps else 'less'} for certain, whether by over {tolerance} is open"
    return text + ("; at this table its plan does better without." if helps else ".")


def kind(row: BanResult) -> Restriction:
    """What is done to a player; who begins with something, or is denied something, may besides be blind."""
    if row.granted:
        return "grant"
    return "ban" if row.names or row.blind is None else "blindness"


def _usual(row: BanResult) -> str:
    """What the share is compared with: that of the same deals without a ban, or the even share."""
    if row.without_ban is None:
        luck = "" if not row.luck else f", {fmt.signed(row.luck)} of it luck of these deals"
        return f"an even share of {fmt.even_percent(row.even_share)}{luck}"
    return f"{fmt.percent(row.without_ban.value)} in the same deals without {'the ban' if kind(row) == 'ban' else 'that'}"


def restriction(row: BanResult) -> str:
    """`seat 1 without Alchemist`, `seat 1 given Knight`, `seat 1 blind to rivals`."""
    if kind(row) == "blindness":
        return f"{row.player} blind to {fmt.listing(row.blind or ())}"
    text = f"{row.player} given {_has(row)}" if row.granted else f"{row.player} without {items(row)}"
    return text + (f", blind to {fmt.listing(row.blind)}" if row.blind else "")


def items(row: BanResult) -> str:
    """Names of what may not be taken or used."""
    return _named(row.names)


def _deeds(row: BanResult) -> tuple[str, str]:
    """`Doing without Knight` and `do without Knight`; `Beginning with ...`."""
    if row.granted:
        return f"Beginning with {_has(row)}", f"begin with {_has(row)}"
    return f"Doing without {items(row)}", f"do without {items(row)}"


def _has(row: BanResult) -> str:
    """What a player begins with, and goes without besides; or what it goes without, or does not see."""
    if kind(row) == "blindness":
        return fmt.listing(row.blind_names or ())
    if not row.granted_names:
        return items(row)
    copies = Counter(row.granted_names)
    given = _named([name if number == 1 else f"{number} x {name}" for name, number in copies.items()])
    return f"{given} and without {items(row)}" if row.names else given


def _named(names: Sequence[str]) -> str:
    return fmt.listing(names) if len(names) <= NAMED else f"{fmt.listing(names[:2])} and {len(names) - 2} more"


def difference(row: BanResult) -> str:
    """`+5.5 [+5.1, +5.9]`"""
    return f"{fmt.signed(row.difference.value)} {fmt.signed_interval(row.difference)}"


def _where(cell: Cell, cells: Sequence[Cell]) -> str:
    """Player count, where the run has several."""
    return f" ({fmt.players_text(cell.players)})" if len({c.players for c in cells}) > 1 else ""
