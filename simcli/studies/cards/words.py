"""What each item is worth, in words: verdicts, which question each column answers, pairs that help each other. The answer: `claims.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.base.grouped import grouped
from simcli.report import formatting as fmt
from simcli.report.words import verdicts as v
from simcli.stats.summary import NO_INTERVAL, CardResult, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict, by_verdict
from simcli.tally_parts import MOST_PAIRED

WORDS: Mapping[Verdict, str] = by_verdict("strong", "weak", "like its kind", "above its kind", "below its kind", v.UNCLEAR)
"""Among the items of its kind."""
ALONE: Mapping[Verdict, str] = by_verdict(
    "worth having", "misused", "within tolerance", "worth having, size unclear", "misused, size unclear", v.UNCLEAR
)
"""Of the only item of its kind, against nothing lost."""
LEFT: Mapping[Verdict | None, str] = {
    MORE: "strong by force",
    LESS: "weak by force",
    EVEN: "even by force",
    MORE_OPEN: "above by force",
    LESS_OPEN: "below by force",
    UNKNOWN: "seldom used",
    None: "seldom used",
}
"""Of an item that is seldom used, by what it brings who must take it, among its kind."""
TONES = {word: v.colour_of(verdict) for words in (WORDS, ALONE, LEFT) for verdict, word in words.items() if verdict}
NEVER, UNUSED = "never came", "never used"
"""What stands in a table in place of a verdict."""
COLUMNS = (
    (
        "Lost per copy used",
        "the win share that {player} loses when it may not take or use the item, on the same deals, for each copy it uses (has at the "
        "end) without the ban: what a copy is worth as these players use it, a cause. Ranks go by it; below nothing, who goes without "
        "wins more.",
    ),
    (
        "Against its kind",
        "the same less the middle (median) of the items of the kind; of those that are seldom used, less than 0.05 times a game, "
        "what force brings less the middle of that. Verdicts go by it. Strong, weak: more than the tolerance above, below; above, below "
        "its kind: whether by more is unclear.",
    ),
    (
        "Gained if forced",
        "the win share that {player} gains when it must take or use the item whenever it may, on the same deals, for each copy it then "
        "uses: nothing for what it takes anyway; below nothing, it is right to leave what it leaves; above, it takes the item too seldom.",
    ),
    (
        "Dealt instead",
        "the win share that {player} gains when chance deals it a copy in place of a random card, on the same deals, whatever becomes of "
        "it: over the whole deck nothing on average. Of packs that go round it does not say how strong the item is for who uses it.",
    ),
)
"""Which question each figure of the table answers."""

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
    if row.test.verdict is None:
        unused = NEVER if row.lost_if_banned.value is None else UNUSED if row.lost_per_copy.value is None else LEFT[None]
        return LEFT[row.forced_verdict] if is_left(row) else unused
    return (ALONE if row.against_kind.value is None else WORDS)[row.test.verdict]


def is_left(row: CardResult) -> bool:
    """Whether an item is seldom used and it is known what it brings who must take it."""
    return row.test.verdict is None and row.forced_verdict not in (None, UNKNOWN)


def lost(row: CardResult) -> Interval:
    """What is lost a copy; of what is seldom used too little is known to show it."""
    return NO_INTERVAL if row.test.verdict is None else row.lost_per_copy


def against_kind(row: CardResult) -> Interval:
    """The distance from the middle of the kind, by force of what is seldom used."""
    return (row.forced_against_kind if is_left(row) else row.against_kind) or NO_INTERVAL


def figure(row: CardResult) -> Interval:
    """What the verdict on an item is on."""
    beyond = against_kind(row)
    return ((row.gained_if_forced if is_left(row) else row.lost_per_copy) if beyond.value is None else beyond) or NO_INTERVAL


def asked_rows(summary: Summary) -> list[CardResult]:
    """The rows that the question is about: those of one item where it asks about one that was banned, else all."""
    rows = list(summary.cards or ())
    return [row for row in rows if row.item == summary.about_item] or rows


def by_players(rows: Sequence[CardResult]) -> dict[int, list[CardResult]]:
    """The rows of each number of players."""
    return grouped((row.players, row) for row in rows)


def column_sentences(rows: Sequence[CardResult]) -> list[str]:
    """Which question each column answers, of the columns that have an answer in some row."""
    there = [any(bounds.value is not None for bounds in column) for column in zip(*map(_asked, rows), strict=True)]
    player = rows[0].player
    return [f"{title}: {text.format(player=player)}" for (title, text), is_there in zip(COLUMNS, there, strict=True) if is_there]


def pairs_sentence(summary: Summary) -> str:
    """Which question the table of pairs answers; or that none is reported, and why. Nothing for other runs."""
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


def pairs_found(summary: Summary) -> str:
    """How many of the pairs that were judged help each other."""
    judged, helping = (sum(getattr(found, name) for found in summary.pairs or ()) for name in ("judged", "helping"))
    if not judged:
        return "No pair was judged."
    return f"{fmt.some_of(helping, judged)} pairs for certain."


def _asked(row: CardResult) -> tuple[Interval, ...]:
    return row.lost_per_copy, against_kind(row), row.gained_if_forced or NO_INTERVAL, row.dealt_instead or NO_INTERVAL
