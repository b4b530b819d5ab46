"""Numbers as a reader sees them. Missing numbers print as a dash, never as None or nan."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcli.stats.measured import FeelCell, RegretCell
    from simcli.stats.summary import Cell, Interval, SeatResult, Tolerance

DASH = "–"
UNEVEN = 0.1
"""Part of an interval by which its halves may differ and are still written as one."""
SMALL = 10.0
"""Means below which a sentence has fractions."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def percent(share: float | None, digits: int = 1) -> str:
    """0.248 as `24.8 %`."""
    return DASH if share is None else f"{bare_percent(share, digits)} %"


def bare_percent(share: float, digits: int = 1) -> str:
    """0.248 as `24.8`; no minus sign before a zero."""
    text = f"{100 * share:.{digits}f}"
    return text.lstrip("-") if float(text) == 0.0 else text


def even_percent(share: float) -> str:
    """An even share: 0.25 as `25 %`, one third as `33.3 %`."""
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


ROUGH, WIDE = 0.01, 0.02
"""Half an interval from which on a share is said without decimals, and from which on with its interval or by its nearer end."""


def spoken(share: Interval) -> str:
    """A share as a person says it: `34 %`; with one decimal where its interval is narrow, with the interval where it is wide."""
    half = share.half_width
    text = percent(share.value, 0 if half is None or half >= ROUGH else 1).replace(".0 %", " %")
    if half is None or half < WIDE:
        return text
    wide = around(share)
    return wide if "±" in wide else f"{bare_percent(share.low or 0.0, 0)} to {percent(share.high, 0)}"


def instead(now: Interval, was: Interval, *, least: bool = False) -> str:
    """`40 % instead of 25 %`, with enough decimals to separate the two; of a wide interval the end that is nearer to what it was: `at
    least 27 % instead of 25 %`. With `least` it is that end however narrow the interval."""
    usual, half = was.known, now.half_width
    end, lead = now.known, ""
    cut: Callable[[float], float] = round
    if half is not None and (least or half >= WIDE):
        end = min(max(usual, now.low or 0.0), now.high or 1.0)
        lead, cut = ("at least ", math.floor) if end > usual else ("at most ", math.ceil)
        if end == usual:
            return f"{spoken(now)} instead of {even_percent(usual)}"
    for digits in (0, 1, 2, 3) if least or half is None or half >= ROUGH else (1, 2, 3):
        ends = cut(round(end * 100 * 10**digits, 6)) / 10**digits / 100, usual
        one, other = (percent(share, digits).replace(".0 %", " %") for share in ends)
        if one != other:
            break
    return f"{lead}{one} instead of {other}"


def size(change: Interval, text: Callable[[float], str]) -> str:
    """A change as a person says it, without its sign: by `text`, where its interval is wide by its nearer end: `at least 2 points`."""
    value, bounds = abs(change.known), change.bounds
    if bounds is None or bounds[1] - bounds[0] <= value / 2:
        return text(value)
    return f"at least {text(min(map(abs, bounds)))}"


MOST_DIGITS = 9
"""Digits of a mark on a scale, at most."""


def digits_apart(span: float, hundredfold: bool = True) -> int:
    """Digits behind the point with which marks a tenth of the span apart read differently, of shares in per cent."""
    step = abs(span) * (100 if hundredfold else 1) / 10
    return min(MOST_DIGITS, max(0, math.ceil(-math.log10(step)))) if step else 0


def _ends(bounds: Interval, text: Callable[[float], str]) -> str:
    low, _, high = bounds
    return DASH if low is None or high is None else f"[{text(low)}, {text(high)}]"


def interval(bounds: Interval, digits: int = 1) -> str:
    """Bounds of a share as `[30.9, 31.5]`, in per cent."""
    return _ends(bounds, lambda share: bare_percent(share, digits))


def around(share: Interval, unit: str = " %") -> str:
    """`35 % ± 4`, with one decimal where the interval is narrow; bounds that lie unevenly, as at an end, `100 %, 70 to 100`."""
    low, value, high = share
    if low is None or value is None or high is None:
        return DASH if value is None else f"{bare_percent(value, 0)}{unit}"
    if low == high:
        return even_percent(value).removesuffix(" %") + unit
    bare = partial(bare_percent, digits=0 if high - low >= 2 * ROUGH else 1)
    return _plus_minus(share, lambda value: f"{bare(value)}{unit}", bare, bare)


def within(share: Interval) -> str:
    """`63.6 % [62.3, 64.9]`; of a share without an interval, as that of a plan among copies of itself, `33.3 %`."""
    return percent(share.value) + (f" {interval(share)}" if share.bounds else "")


def trimmed(number: float, digits: int, sign: str = "") -> str:
    """A number with at most `digits` behind the point: 2.50 as `2.5`, -0.0 as `0`; with `sign` + also before positive numbers."""
    text = f"{number:{sign},.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text.strip("+-") == "0" else text.replace("-", "−")


def drawn_texts(shares: Mapping[int, Sequence[float]]) -> list[str]:
    """The share of seats that draw each strategy of a field, by number of players: `41.6 %`, or `33.6 % with 4 and 20.0 % with 5 players`
    where it is not the same. Empty for none."""
    rows = list(shares.values())
    if all(row == rows[0] for row in rows):
        return [percent(share) for share in rows[0]] if rows else []
    by_plan = [{n: row[k] for n, row in shares.items() if row[k]} for k in range(len(rows[0]))]
    return [listing([f"{percent(share)} with {n}" for n, share in one.items()]) + " players" for one in by_plan]


def points(number: float | None, digits: int = 1) -> str:
    """A mean of points, rounds or decisions."""
    return DASH if number is None else f"{number:,.{digits}f}"


def brief(number: float | None) -> str:
    """A mean in a sentence: whole, of small ones with fractions: `118`, `2.4`, `0.27`."""
    if number is None:
        return DASH
    return trimmed(number, 0 if abs(number) >= SMALL else 1 if abs(number) >= 1.0 else 2)


def points_interval(bounds: Interval, digits: int = 1) -> str:
    """Bounds of a mean as `[48.1, 49.0]`."""
    return _ends(bounds, lambda number: points(number, digits))


def _is_even(found: Interval, half: Callable[[float], str]) -> bool:
    """Whether a figure and its bounds can be written with half its interval: as written the halves are the same, or nearly."""
    low, high = found.bounds or (found.known, found.known)
    below, above = found.known - low, high - found.known
    return half(below) == half(above) or abs(above - below) <= UNEVEN * (high - low)


def _plus_minus(
    found: Interval, write: Callable[[float], str], half: Callable[[float], str], bound: Callable[[float], str] | None = None
) -> str:
    """A figure with half its interval, as far as it is known: `3.21 ± 0.05`; one that lies unevenly with both bounds: `0.21, 0.05 to 0.61`.

    `write` writes the figure, `half` half an interval, `bound` its bounds, as `write` if not given.
    """
    if found.value is None:
        return DASH
    text = write(found.value)
    if found.bounds is None:
        return text
    low, high = found.bounds
    return f"{text} ± {half((high - low) / 2)}" if _is_even(found, half) else f"{text}, {' to '.join(map(bound or write, (low, high)))}"


def points_within(found: Interval, digits: int = 2) -> str:
    """A mean with half its interval: `9.01 ± 0.33`."""
    write = partial(points, digits=digits)
    return _plus_minus(found, write, write)


def signed_within(found: Interval) -> str:
    """A difference of shares in points: `+2.1 ± 0.6`; a wide one that lies unevenly without decimals, `−5, −10 to +2`."""
    rough = found.value is not None and (found.half_width or 0.0) >= ROUGH and not _is_even(found, bare_percent)
    return _plus_minus(found, partial(signed, digits=0 if rough else 1), bare_percent)


def signed_number_within(found: Interval) -> str:
    """A difference of means: `−0.14 ± 0.10`."""
    return _plus_minus(found, signed_number, partial(points, digits=2))


def signed(share: float | None, digits: int = 1) -> str:
    """A difference of shares in points: 0.021 as `+2.1`."""
    return DASH if share is None else signed_number(100 * share, digits)


def signed_interval(bounds: Interval) -> str:
    """Bounds of a difference of shares as `[+1.5, +2.7]`."""
    return _ends(bounds, signed)


def signed_number(number: float | None, digits: int = 2) -> str:
    """A difference of means: -0.137 as `−0.14`."""
    if number is None:
        return DASH
    text = f"{number:+,.{digits}f}".replace("-", "−")
    return text[1:] if text[1:].strip("0.,") == "" else text


def signed_number_interval(bounds: Interval, digits: int = 2) -> str:
    """Bounds of a difference of means as `[−0.24, −0.03]`."""
    return _ends(bounds, lambda number: signed_number(number, digits))


def count(number: int | None) -> str:
    """12000 as `12,000`."""
    return DASH if number is None else f"{number:,}"


def p_text(p: float | None) -> str:
    """A p-value; small ones as `< 0.001`."""
    return DASH if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def tolerance_text(tolerance: float) -> str:
    """0.02 as `2 points`, 0.01 as `1 point`."""
    number = f"{100 * tolerance:.2f}".rstrip("0").rstrip(".")
    return f"{number} point" if number == "1" else f"{number} points"


def both_tolerances(tolerance: Tolerance, players: Sequence[int]) -> str:
    """The tolerance in points of win share and as a part of the even share, with several player counts the points of each."""
    value, counts = tolerance.value, sorted(set(players))
    each = [tolerance_text(value / n) if tolerance.of_even else f"{100 * value * n:.3g} %" for n in counts]
    parts = listing([f"{text} with {players_text(n)}" if len(counts) > 1 else text for text, n in zip(each, counts, strict=True)])
    if tolerance.of_even:
        return f"{100 * value:.3g} % of an even share" + (f" ({parts})" if parts else "")
    return tolerance_text(value) + (f" ({parts} of an even share)" if parts else "")


def listing(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


FEW = 3
"""Most names that stand in a sentence; of more the first ones, and one more where nothing else would be left."""


def few_of(names: Sequence[str], most: int = FEW, more: str = "more") -> list[str]:
    """A list of names, cut to the first ones when it is long, and how many more there are: `a`, `b`, `c`, `four more`."""
    return list(names) if len(names) <= most + 1 else [*names[:most], f"{many(len(names) - most)} {more}"]


def few(names: Sequence[str], most: int = FEW) -> str:
    """The same as a text: `a, b, c and four more`."""
    return listing(few_of(names, most))


def many(n: int) -> str:
    """A number that nobody needs to know as a word: `four`; a large one as `many`."""
    return number_word(n) if n < len(NUMBERS) else "many"


def shortened(sentence: Callable[[int], str], most_words: int) -> str:
    """A sentence that names as many as it has words for; `sentence`: it with at most that number at a place."""
    return next((text for most in range(FEW, 1, -1) if len((text := sentence(most)).split()) <= most_words), sentence(1))


def some_of(n: int, every: int, none: str = "None") -> str:
    """`3 of 12`, `None of 12`."""
    return f"{count(n) if n else none} of {count(every)}"


def part_of(n: int, every: int, what: str) -> str:
    """`3 of 12 results are`, `All 12 results are`, `Both results are`, `The result is`: some of several, at least one."""
    if every == 1:
        return f"The {what} is"
    of_all = ("Both" if every == 2 else f"All {count(every)}") if n == every else some_of(n, every)
    return f"{of_all} {plural(what)} {'is' if n == 1 else 'are'}"


def number_word(n: int) -> str:
    """Small numbers as words."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def players_text(players: int) -> str:
    """`4 players`."""
    return f"{players} player{'' if players == 1 else 's'}"


MOST_TABLES = 2
"""Most numbers of players that are named one by one in a sentence; of more the first and the last are, or it is said that they are some."""
SOME_TABLES = " at some tables"


def at_tables(some: Sequence[int], every: Sequence[int]) -> str:
    """At which tables, by their numbers of players: ` at every table`, ` with five and six players`; empty where only one was played."""
    here, there = sorted(set(some)), set(every)
    if len(there) < 2:
        return ""
    if len(here) == len(there):
        return " at every table"
    if len(here) > MOST_TABLES:
        inside = [n for n in sorted(there) if here[0] <= n <= here[-1]]
        return f" with {number_word(here[0])} to {number_word(here[-1])} players" if inside == here else SOME_TABLES
    return f" with {listing([number_word(n) for n in here])} player{'' if here == [1] else 's'}"


def cell_text(cell: Cell | FeelCell | RegretCell) -> str:
    """`4 players`, with the variant where the run has several: `4 players (events)`."""
    return players_text(cell.players) + (f" ({cell.variant})" if cell.variant is not None else "")


def by_turn(seats: Sequence[SeatResult]) -> bool:
    """Whether seats are places in turn order, counted from the player who begins: `1st to move`, not `seat 1`."""
    return any(seat.label[0].isdigit() for seat in seats)


def seats_text(cells: Sequence[Cell]) -> str:
    """What the seats of a run are: `seats`, or `places in turn order`."""
    return "places in turn order" if any(by_turn(cell.seats) for cell in cells) else "seats"


def plural(kind: str) -> str:
    """A kind of item in the plural: guilds, abilities, boxes."""
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return kind[:-1] + "ies"
    return kind + ("es" if kind.endswith(("s", "x", "ch", "sh")) else "s")


def kind_title(kind: str) -> str:
    """Heading for a kind of item."""
    return capital(plural(kind.replace("_", " ")))


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def capital_name(text: str, name: str) -> str:
    """A text as the beginning of a sentence; one that starts with an id as it is written."""
    return text if "_" in name or (name.islower() and " " not in name) else capital(text)


def readable_time(seconds: float) -> str:
    """`under a second`, `12 s`, `3 min`, `2.5 h`."""
    if seconds < 1:
        return "under a second"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def cores(number: int) -> str:
    """`1 core`, `2 cores`."""
    return f"{number} core{'s' if number > 1 else ''}"
