"""What each item is worth, in sentences: which is missed most by a player who may not take or use it, and which these players misuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.base.restrictions import SEAT
from simcli.report import formatting as fmt
from simcli.report.answer import Answer, settled_by, sure_text
from simcli.report.words import verdicts as v
from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.ranking import rank_ranges
from simcli.studies.run.words.claims import games_text
from simcli.tally_parts import MOST_PAIRED

WORDS: Mapping[Verdict, str] = {
    MORE: "worth having",
    LESS: "misused",
    EVEN: "within tolerance",
    MORE_OPEN: "worth having, size unclear",
    LESS_OPEN: "misused, size unclear",
    UNKNOWN: v.UNCLEAR,
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


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What is worth most and what is misused."""
    rows = [row for row in summary.cards or () if row.test.verdict is not None]
    if not rows:
        return None
    tests = [row.test for row in rows]
    return Answer(_claim(rows, max(cell.tolerance for cell in cells)), sure_text(tests), _too_dear(rows), settled_by(tests, rerun))


def _too_dear(rows: Sequence[CardResult]) -> tuple[str, ...]:
    """The misused items that help who is given one: at their price these players do better without."""
    dear = [row.name for row in rows if row.test.verdict in (LESS, LESS_OPEN) and row.granted_verdict in (MORE, MORE_OPEN)]
    names = fmt.few(list(dict.fromkeys(dear)))
    return (
        (f"Given at the start, {names} {'helps' if len(set(dear)) == 1 else 'help'}: these players pay too much for it.",) if dear else ()
    )


def _claim(rows: Sequence[CardResult], tolerance: float) -> str:
    """The strongest item where that is certain, else those worth having; then those that these players misuse."""
    groups = by_players(rows)
    firsts = [_strongest(group) for group in groups.values()]
    missed = _names(rows, (MORE, MORE_OPEN))
    misused = _names(rows, (LESS, LESS_OPEN))
    kinds = {row.kind for row in rows}
    kind = kinds.pop().replace("_", " ") if len(kinds) == 1 else "card"
    player = "a seat" if rows[0].player.startswith(SEAT) else rows[0].player
    if firsts[0] is not None and len({first.name for first in firsts if first is not None}) == 1 and None not in firsts:
        where = " at every table" if len(groups) > 1 else f": {player} without it wins {games_text(_lost(firsts[0]))} less"
        return f"{fmt.capital(firsts[0].name)} is the strongest {kind}{where}."
    if missed:
        besides = f"; {player} does better without {fmt.few(misused)}" if misused else ""
        return f"{fmt.capital(fmt.few(missed))} {'is' if len(missed) == 1 else 'are'} worth having{besides}."
    if misused:
        return f"{fmt.capital_name(player, player)} does better without {fmt.few(misused)}."
    if all(row.test.verdict == EVEN for row in rows):
        return f"No {kind} is worth more than {games_text(tolerance)} to {player}."
    return f"It is unclear which {fmt.plural(kind)} are worth having."


def _names(rows: Sequence[CardResult], verdicts: Sequence[Verdict]) -> list[str]:
    """The items with one of these verdicts with any number of players, the largest effect first."""
    found = sorted((row for row in rows if row.test.verdict in verdicts), key=lambda row: -abs(_lost(row)))
    return list(dict.fromkeys(row.name for row in found))


def _lost(row: CardResult) -> float:
    return row.lost_if_banned.known


def _strongest(rows: Sequence[CardResult]) -> CardResult | None:
    """The item that is worth most for certain, and worth having; None where that is open."""
    ranks = rank_ranges([row.lost_if_banned for row in rows])
    able = [row for row, rank in zip(rows, ranks, strict=True) if rank.worst == len(rows)]
    return able[0] if len(able) == 1 and able[0].test.verdict in (MORE, MORE_OPEN) else None


def items_text(rows: Sequence[CardResult]) -> str:
    """`guilds`, or `items` of several kinds."""
    kinds = {row.kind for row in rows}
    return fmt.plural(kinds.pop().replace("_", " ")) if len(kinds) == 1 else "items"
