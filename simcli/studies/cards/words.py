"""What each item is worth, in sentences: by which copy a player loses most who may not take or use it, and which these players misuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcli.base.restrictions import SEAT
from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS, Answer, settled_by, sure_text
from simcli.report.words import verdicts as v
from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNKNOWN, Verdict
from simcli.studies.run.ranking import are_apart
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
NEVER, UNUSED = "never came", "never used"
"""Verdicts in a table."""
COLUMNS = (
    (
        "Lost per copy used",
        "the win share that {player} loses when it may not take or use the item, on the same deals, for each copy it uses (has at the "
        "end) without the ban: what a copy is worth as these players use it, a cause. Verdicts and ranks go by it. Worth having: more "
        "than the tolerance is lost; misused: who goes without wins more.",
    ),
    ("Lost if banned", "the same of all copies together: the game would miss most what players come to most often."),
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
    if row.test.verdict is None:
        return NEVER if row.lost_if_banned.value is None else UNUSED
    return WORDS[row.test.verdict]


def by_players(rows: Sequence[CardResult]) -> dict[int, list[CardResult]]:
    """The rows of each number of players."""
    groups: dict[int, list[CardResult]] = {}
    for row in rows:
        groups.setdefault(row.players, []).append(row)
    return groups


def column_sentences(rows: Sequence[CardResult]) -> list[str]:
    """Which question each column answers, of the columns that have an answer in some row."""
    there = (True, True, *(any(bounds.value is not None for bounds in column) for column in zip(*map(_beside, rows), strict=True)))
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
    unused = fmt.few(list(dict.fromkeys(row.name for row in summary.cards or () if row.test.verdict is None)))
    because = (*_too_dear(rows), *((f"Never used, so of unknown worth: {unused}.",) if unused else ()))
    return Answer(
        _claim(rows, max(cell.tolerance for cell in cells), unused=bool(unused)), sure_text(tests), because, settled_by(tests, rerun)
    )


def _too_dear(rows: Sequence[CardResult]) -> tuple[str, ...]:
    """The misused items that help who is given one: at their price these players do better without."""
    dear = [row.name for row in rows if row.test.verdict in (LESS, LESS_OPEN) and row.granted_verdict in (MORE, MORE_OPEN)]
    names = fmt.few(list(dict.fromkeys(dear)))
    return (
        (f"Given at the start, {names} {'helps' if len(set(dear)) == 1 else 'help'}: these players pay too much for it.",) if dear else ()
    )


def _claim(rows: Sequence[CardResult], tolerance: float, *, unused: bool) -> str:
    """The items worth most and least a copy where that is certain, else those worth having; then those that these players misuse."""
    groups = by_players(rows)
    firsts, lasts = ([_end(group, worst=worst) for group in groups.values()] for worst in (False, True))
    first, last = (ends[0] if all(_named(end) == _named(ends[0]) for end in ends) else () for ends in (firsts, lasts))
    missed = _names(rows, (MORE, MORE_OPEN))
    misused = _names(rows, (LESS, LESS_OPEN))
    kinds = {row.kind for row in rows}
    kind = kinds.pop().replace("_", " ") if len(kinds) == 1 else "card"
    player = "a seat" if rows[0].player.startswith(SEAT) else rows[0].player
    if first and all(row.test.verdict in (MORE, MORE_OPEN) for end in firsts for row in end):
        last = () if _named(first) & _named(last) else last
        several = len(groups) > 1
        most = f"{fmt.capital(_either(first))} is worth most{' a copy at every table' if several else f', {_size(first)} of games a copy'}"
        least = f"; {_either(last)} {'is worth least' if several else f'least, {_size(last)}'}" if last else ""
        for claim in (f"{most}{least}.", f"{most}."):
            if len(claim.split()) <= MOST_WORDS:
                return claim
    if missed:
        besides = f"; {player} does better without {fmt.few(misused)}" if misused else ""
        return f"{fmt.capital(fmt.few(missed))} {'is' if len(missed) == 1 else 'are'} worth having{besides}."
    if misused:
        return f"{fmt.capital_name(player, player)} does better without {fmt.few(misused)}."
    if all(row.test.verdict == EVEN for row in rows):
        return f"No {kind}{' that is used' if unused else ''} is worth more than {games_text(tolerance)} a copy to {player}."
    return f"It is unclear which {fmt.plural(kind)} are worth having."


def _names(rows: Sequence[CardResult], verdicts: Sequence[Verdict]) -> list[str]:
    """The items with one of these verdicts with any number of players, the largest effect first."""
    found = sorted((row for row in rows if row.test.verdict in verdicts), key=lambda row: -abs(_lost(row)))
    return list(dict.fromkeys(row.name for row in found))


def _lost(row: CardResult) -> float:
    return row.lost_per_copy.known


def _size(rows: Sequence[CardResult]) -> str:
    """What a copy is worth; of a wide interval the end that is nearer to nothing, of several items about how much."""
    lost, half, lead = rows[0].lost_per_copy, rows[0].lost_per_copy.half_width, ""
    size = sum(map(_lost, rows)) / len(rows)
    if len(rows) > 1:
        lead = "about "
    elif half is not None and half >= fmt.WIDE:
        low, high = lost.low or 0.0, lost.high or 0.0
        lead, size = ("at least ", low) if low > 0.0 else ("at most ", high)
    return f"{lead}{100 * size:.2g} %".replace("-", "−")


def _end(rows: Sequence[CardResult], *, worst: bool) -> tuple[CardResult, ...]:
    """The items of which one is worth most a copy for certain, or least, the likeliest first; none where that may be more than half.

    Those that are not certain to be worth less than the one with the greatest figure: a subset that holds the best (Gupta, Technometrics 7,
    1965), the error shared by both ends and all comparisons. Figures of the same deals rise and fall together: taken as independent.
    """
    ranked = sorted(rows, key=lambda row: _lost(row) if worst else -_lost(row))
    best = ranked[0].lost_per_copy
    able = [row for row in ranked if not are_apart(best, row.lost_per_copy, 2 * max(len(rows) - 1, 1))]
    return tuple(able) if 2 * len(able) <= len(rows) else ()


def _named(rows: Sequence[CardResult]) -> set[str]:
    return {row.item for row in rows}


def _either(rows: Sequence[CardResult]) -> str:
    """One name, or several of which it is one."""
    *others, last = [row.name for row in rows[: fmt.FEW]]
    if len(rows) > fmt.FEW:
        return f"{', '.join((*others, last))} or another"
    return f"{', '.join(others)} or {last}" if others else last


def items_text(rows: Sequence[CardResult]) -> str:
    """`guilds`, or `items` of several kinds."""
    kinds = {row.kind for row in rows}
    return fmt.plural(kinds.pop().replace("_", " ")) if len(kinds) == 1 else "items"
