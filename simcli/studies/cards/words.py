"""What each item is worth, in sentences: which is missed most by a player who may not take or use it, and which these players misuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.base.restrictions import SEAT
from simcli.report import formatting as fmt
from simcli.report.words import verdicts as v
from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.ranking import rank_ranges
from simcli.tally_parts import MOST_PAIRED

WORDS: Mapping[Verdict, str] = {
    MORE: "worth having",
    LESS: "misused",
    EVEN: "within tolerance",
    MORE_OPEN: "worth having, size open",
    LESS_OPEN: "misused, size open",
    UNKNOWN: "not yet known",
}
TONES = {word: v.TONES[verdict] for verdict, word in WORDS.items()}
NEVER = "never came"
"""A verdict in a table."""
COLUMNS = (
    (
        "Lost if banned",
        "the win share that {player} loses when it may not take or use the item, on the same deals: what the item is worth as these "
        "players use it, a cause. Missed: more than the tolerance is lost; misused: who goes without wins more.",
    ),
    (
        "Gained if given one",
        "the win share that {player} gains when it begins with one copy, on the same deals (nothing where a deal has "
        "none): what the card itself is worth, paid for by nobody. A ban asks what these players make of their access to it, at its price.",
    ),
    (
        "Per copy offered",
        "what it does to a player's win share that chance puts one more copy before that player (of items dealt in packs of one size: in "
        "place of a typical one), whatever becomes of it: an experiment. It does not say how strong the item is for who uses it.",
    ),
    (
        "Per copy held",
        "the win share that goes with one more copy held at the end in place of a typical item of the kind, all judged together: "
        "an association, since players choose what they hold.",
    ),
    ("Points per copy held", "the same in points of the score."),
)
"""Which question each column of the table answers."""

PAIRS = (
    "Pairs: whether who holds both has more points than holding each of the two goes with by itself, beyond a typical pair of the kind. An "
    "association, corrected over all pairs (false discoveries, Benjamini and Hochberg). Pairs with less than half the points "
    "of the strongest are left out, since they may be its shadow."
)
"""Which question the table of pairs answers."""

PAIRS_OF_COPIES = (
    "Pairs, by copies held: by how many points one copy more of the one raises what each copy of the other is worth. "
    "What each item pays by itself, copy by copy, is taken off, and so is what the pairs of both with all other items say. "
    "An association, corrected over all pairs (false discoveries, Benjamini and Hochberg). Pairs with less than half the points "
    "of the strongest are left out, since they may be its shadow."
)
"""The same where several copies are held."""


def word(row: CardResult) -> str:
    """The verdict on an item in a table."""
    return NEVER if row.test.verdict is None else WORDS[row.test.verdict]


def by_players(rows: Sequence[CardResult]) -> dict[int, list[CardResult]]:
    """The rows of each number of players."""
    groups: dict[int, list[CardResult]] = {}
    for row in rows:
        groups.setdefault(row.players, []).append(row)
    return groups


def column_sentences(rows: Sequence[CardResult]) -> list[str]:
    """Which question each column answers, of the columns that have an answer in some row."""
    there = (True, *(any(bounds.value is not None for bounds in column) for column in zip(*map(_beside, rows), strict=True)))
    player = rows[0].player
    return [f"{title}: {text.format(player=player)}" for (title, text), is_there in zip(COLUMNS, there, strict=True) if is_there]


def not_given_sentence(summary: Summary) -> str:
    """Why no item is given to a player at the start, where none can be; else nothing."""
    return f"Gained if given one: not asked, since {summary.not_granted}." if summary.not_granted else ""


def pairs_sentence(summary: Summary) -> str:
    """Which question the table of pairs answers; or that none is told, and why. Nothing for other runs."""
    if not summary.pairs:
        return ""
    judged = sum(found.judged for found in summary.pairs)
    if not judged:
        if any(found.copies for found in summary.pairs):
            few = "Of several copies it takes 1,100 deals or more, and eight pairs whose copies differ."
            return f"Pairs that help each other: none judged. {few}"
        return (
            "Pairs that help each other: none judged. It takes 128 deals or more, and eight pairs that are held together, apart and not, "
            f"of items of which nobody holds two copies, or of a kind of at most {MOST_PAIRED} items."
        )
    if not any(found.pairs for found in summary.pairs):
        return f"Pairs that help each other: none for certain among {fmt.count(judged)}."
    told = {bool(found.copies) for found in summary.pairs if found.pairs}
    return " ".join(text for copies, text in ((False, PAIRS), (True, PAIRS_OF_COPIES)) if copies in told)


def _beside(row: CardResult) -> tuple[Interval, Interval, Interval, Interval]:
    return row.gained_if_granted or NO_INTERVAL, row.per_copy_offered, row.per_copy_held, row.points_per_copy_held


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """What is worth most and what is misused, for each number of players; then the verdicts counted, and what it takes to know more."""
    rows = [row for row in summary.cards or () if row.test.verdict is not None]
    groups, tolerances = by_players(rows), {cell.players: cell.tolerance for cell in cells}
    texts = []
    for players, group in groups.items():
        text = _sentence(group, tolerances[players])
        texts.append(f"With {fmt.players_text(players)}: {text}" if len(groups) > 1 else text[:1].upper() + text[1:])
    what = items_text(rows) if len(groups) == 1 else f"verdicts on {items_text(rows)}"
    return " ".join(texts), f"{v.counts_text(rows, what)} {v.decide_text(rows, rerun)}".strip() if texts else ""


def items_text(rows: Sequence[CardResult]) -> str:
    """`guilds`, or `items` of several kinds."""
    kinds = {row.kind for row in rows}
    return fmt.plural(kinds.pop().replace("_", " ")) if len(kinds) == 1 else "items"


def _sentence(rows: Sequence[CardResult], tolerance: float) -> str:
    """The items of one number of players: only what is certain is said, after correction for all items of the run."""
    missed = [row for row in rows if row.test.verdict in (MORE, MORE_OPEN)]
    misused = [row for row in reversed(rows) if row.test.verdict in (LESS, LESS_OPEN)]
    parts = [_missed(rows, missed) if missed else _none_missed(rows, tolerance)]
    if misused:
        listed = [f"{row.name} ({_size(row, ' points more without it')})" for row in misused]
        parts.append(f"misused by these players: {fmt.few(listed)}")
    if given := _given(rows):
        parts.append(given)
    nothing = [row.name for row in rows if row.test.verdict == EVEN]
    if missed and nothing:
        parts.append(f"nobody would miss {fmt.few(nothing)} (within {fmt.tolerance_text(tolerance)})")
    return f"{'; '.join(parts)}."


def _given(rows: Sequence[CardResult]) -> str:
    """Which item a player gains most by that begins with one, and which misused ones help who is given them."""
    helping = sorted((row for row in rows if row.granted_verdict in (MORE, MORE_OPEN)), key=lambda row: -_gained(row).known)
    if not helping:
        return ""
    who = "a seat" if rows[0].player.startswith(SEAT) else rows[0].player
    known = [row for row in rows if _gained(row).value is not None]
    ranks = rank_ranges([_gained(row) for row in known])
    able = [row for row, rank in zip(known, ranks, strict=True) if rank.worst == len(known)]
    sized = [f"{row.name} ({fmt.bare_percent(_gained(row).known)} points {fmt.interval(_gained(row))})" for row in helping]
    alone = able == [helping[0]]
    text = f"given one at the start, {who} gains {'most by' if alone else 'by'} {sized[0] if alone else fmt.few(sized)}"
    if dear := [row.name for row in helping if row.test.verdict in (LESS, LESS_OPEN)]:
        text += f"; who is given {fmt.few(dear)} gains too, so these players pay too much for it"
    return text


def _gained(row: CardResult) -> Interval:
    return row.gained_if_granted or NO_INTERVAL


def _missed(rows: Sequence[CardResult], missed: Sequence[CardResult]) -> str:
    """The item that is worth most for certain, then the others; or those that are missed, where none is the first for certain."""
    ranks = rank_ranges([row.lost_if_banned for row in rows])
    able = [row for row, rank in zip(rows, ranks, strict=True) if rank.worst == len(rows)]
    who = "a seat" if missed[0].player.startswith(SEAT) else missed[0].player
    sized = [f"{row.name} ({_size(row, ' points')})" for row in missed]
    if able == [missed[0]]:
        text = f"{missed[0].name} is worth most: {who} that may not take it loses {_size(missed[0], ' points of win share')}"
        return text + (f"; also worth having: {fmt.few(sized[1:])}" if sized[1:] else "")
    text = f"{who} loses win share when it may not take {fmt.few(sized)}"
    return text + ("; which is worth most is not yet known" if len(able) > 1 else "")


def _none_missed(rows: Sequence[CardResult], tolerance: float) -> str:
    """That nothing is lost beyond the tolerance, or that it is not yet known."""
    player, kind = rows[0].player, items_text(rows)
    still = sum(row.test.verdict == UNKNOWN for row in rows)
    if not still:
        return f"none of the {len(rows)} {kind} is worth more than {fmt.tolerance_text(tolerance)} of win share to {player}"
    if still == len(rows):
        return f"which of the {len(rows)} {kind} are worth something to {player} is not yet known"
    return f"none of the {len(rows)} {kind} is worth having for {player} for certain, of {still} it is not yet known"


def _size(row: CardResult, unit: str) -> str:
    """`3.1 points of win share [2.7, 3.5]`: how much is lost or, of what is misused, won."""
    low, value, high = row.lost_if_banned
    if value is not None and value < 0.0:
        low, value, high = (None if bound is None else -bound for bound in (high, value, low))
    return f"{fmt.bare_percent(value or 0.0)}{unit} {fmt.interval(Interval(low, value, high))}"
