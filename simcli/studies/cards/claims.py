"""What the items of a kind are worth, in one sentence: which is worth most and least, or strong and weak among its kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcli.base.restrictions import SEAT
from simcli.report import formatting as fmt
from simcli.report.answer import MOST_WORDS, Answer, of_rows
from simcli.stats.answer_rows import AnswerRow, by_certainty, even, moved
from simcli.stats.summary import NO_INTERVAL, CardResult, Cell, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, LESS_OPEN, MORE, MORE_OPEN, UNEVEN, UNKNOWN, TestResult, Verdict
from simcli.studies.cards.words import asked_rows, by_players, is_left, lost, word
from simcli.studies.run.ranking import are_apart
from simcli.studies.run.words.claims import games_text

ABOVE: tuple[Verdict, ...] = (MORE, MORE_OPEN)
BELOW: tuple[Verdict, ...] = (LESS, LESS_OPEN)


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What is strong and weak among its kind, and what costs its user; or whether the one item in question is."""
    if not summary.cards:
        return None
    asked = asked_rows(summary)
    rows, left, tests = judged(summary)
    unjudged = {row.name: row for row in asked if row not in rows and row not in left}
    seldom = [name for name, row in unjudged.items() if row.lost_per_copy.value is not None]
    unused = [name for name in unjudged if name not in seldom]
    because = (
        *(_middles(rows) if asked == list(summary.cards) else ()),
        *_by_force(summary.cards, asked, left),
        *((f"Seldom used, so not judged: {fmt.few(seldom)}.",) if seldom else ()),
        *((f"Never used, so of unknown worth: {fmt.few(unused)}.",) if unused else ()),
    )
    if not rows:
        claim = _of_left(asked, left)
    elif all(row.item == summary.about_item and row.against_kind.value is not None for row in rows):
        claim = _of_one(rows, summary.cards)
    else:
        which = " that is used often" if seldom or left else " that is used" if unused else ""
        claim = _claim(rows, left, max(cell.tolerance for cell in cells), which)
    used = [
        _row("win share lost without it, a copy", row, lost(row), row.against_kind, row.test, summary) for row in asked if row not in left
    ]
    shown = [*by_certainty(used), *_forced_rows(left, tests[len(rows) :], summary)]
    return of_rows(claim, shown, rerun, because)


def _forced_rows(left: Sequence[CardResult], tests: Sequence[TestResult], summary: Summary) -> Iterator[AnswerRow]:
    """What a copy brings by force of what is seldom used, beside the middle of its kind."""
    for row, test in zip(left, tests, strict=True):
        gained, beyond = row.gained_if_forced or NO_INTERVAL, row.forced_against_kind or NO_INTERVAL
        yield _row("win share gained by force, a copy", row, gained, beyond, test, summary)


def _row(figure: str, row: CardResult, value: Interval, beyond: Interval, test: TestResult, summary: Summary) -> AnswerRow:
    """A figure of an item beside the middle of its kind, with the interval of its distance `beyond` that, if it has one."""
    middle = None if value.value is None or beyond.value is None else value.value - beyond.value
    return AnswerRow(
        figure=figure,
        about=row.kind.replace("_", " "),
        subject=row.name,
        players=row.players,
        base=None if middle is None else "the middle of its kind",
        unit="difference",
        value=value if middle is None else moved(middle, beyond),
        usual=even(middle or 0.0),
        tolerance=next(cell.tolerance for cell in summary.cells if cell.players == row.players),
        test=test,
        says=word(row),
    )


def judged(summary: Summary) -> tuple[list[CardResult], list[CardResult], list[TestResult]]:
    """The rows that the question is about: those that are judged, those of seldom used items of which it is known what they bring by force,
    and the tests of both."""
    asked = asked_rows(summary)
    rows, left = [row for row in asked if row.test.verdict is not None], [row for row in asked if is_left(row)]
    forced = {(cell.players, row.must): cell.forced for cell in summary.cells for row in cell.bans or () if cell.forced}
    return rows, left, [*(row.test for row in rows), *(forced[row.players, (row.item,)].test for row in left)]


def _kind(rows: Sequence[CardResult]) -> str:
    """What the items are, in the singular."""
    kinds = {row.kind for row in rows}
    return kinds.pop().replace("_", " ") if len(kinds) == 1 else "card"


def _middles(rows: Sequence[CardResult]) -> Iterator[str]:
    """What the item in the middle is worth; with several numbers of players the least and the most."""
    middles = sorted(_middle(row) for row in rows if row.against_kind.value is not None)
    if middles and len({row.kind for row in rows}) == 1:
        several, texts = len({row.players for row in rows}) > 1, [_share(middles[0]), _share(middles[-1])]
        worth = f"{texts[0]} to {texts[1]}" if several and texts[0] != texts[1] else texts[0]
        yield f"The middle {_kind(rows)} is worth {worth} of games a copy{', by the number of players' if several else ''}."


def _middle(row: CardResult) -> float:
    return row.lost_per_copy.known - row.against_kind.known


def _by_force(every: Sequence[CardResult], rows: Sequence[CardResult], left: Sequence[CardResult]) -> Iterator[str]:
    """What is gained by force: of which items more than nothing, and of those that are seldom used which are weak, strong or neither."""
    for what, some in (
        ("Taken too seldom, a copy by force", [row for row in rows if row.gain_verdict in ABOVE]),
        ("Seldom used and weak, a copy by force", [row for row in left if row.forced_verdict in BELOW]),
        ("Seldom used and strong, a copy by force", [row for row in left if row.forced_verdict in ABOVE]),
        ("Seldom used and like their kind, a copy by force", [row for row in left if row.forced_verdict == EVEN]),
    ):
        gains = _gains(some)
        if gains:
            yield f"{what}: {fmt.few([f'{name} {_signed(gain)}' for name, gain in gains.items()])}."
    pairs = [(row.gained_if_forced, row.forced_against_kind) for row in left]
    middles = [gain.known - beyond.known for gain, beyond in pairs if gain and beyond and beyond.value is not None]
    if middles and _share(max(middles, key=abs)) != _share(0.0):
        yield f"The middle {_kind(every)} brings {_signed(max(middles, key=abs))} a copy by force."


def _gains(rows: Sequence[CardResult]) -> dict[str, float]:
    """What is gained by force, the largest first; of several numbers of players the largest."""
    gains = [(row.name, row.gained_if_forced.known) for row in rows if row.gained_if_forced]
    largest = dict(sorted(gains, key=lambda gain: abs(gain[1])))
    return dict(sorted(largest.items(), key=lambda gain: -abs(gain[1])))


def _signed(share: float) -> str:
    return f"{'+' * (share > 0)}{_share(share)}"


def _of_left(rows: Sequence[CardResult], left: Sequence[CardResult]) -> str:
    """The claim where all items in question are seldom used."""
    is_one = len({row.item for row in rows}) == 1
    costly = _costly(left, is_alone=True)
    if costly:
        return f"{'No: ' if is_one else ''}{costly}."
    what = rows[0].name if is_one else f"No {_kind(rows)}"
    return f"{what} is {'not ' if is_one else ''}used often enough to say what a copy is worth."


def _costly(left: Sequence[CardResult], *, is_alone: bool) -> str:
    """The items that are seldom used and cost who must take them, as a part of a sentence; empty where there are none."""
    weak = [row for row in left if row.forced_verdict in BELOW and row.gain_verdict in BELOW]
    names = list(_gains(weak))
    if not names:
        return ""
    if len(weak) == 1:
        return f"{names[0]}, seldom taken, costs {_share(-_gains(weak)[names[0]])}{' of games a copy' if is_alone else ''} by force"
    return f"{fmt.few(names)}, seldom taken, {'costs' if len(names) == 1 else 'cost'} who must take {'it' if len(names) == 1 else 'them'}"


def _claim(rows: Sequence[CardResult], left: Sequence[CardResult], tolerance: float, which: str) -> str:
    """The items worth most and least a copy where that is certain, else those above and below the middle; those that cost their user.

    `which`: of which items alone there are verdicts, where that is not all.
    """
    among = [row for row in rows if row.against_kind.value is not None]
    both = {row.name for row in among if row.test.verdict in ABOVE} & {row.name for row in among if row.test.verdict in BELOW}
    steady = [row for row in among if row.name not in both]
    most, least = _clauses(steady)
    misused = _names(rows, "worth_verdict", BELOW)
    if misused:
        player = "a seat" if rows[0].player.startswith(SEAT) else rows[0].player
        least = f"{player} does better without {fmt.few(misused)}"
    elif costly := _costly(left, is_alone="of games a copy" not in most):
        least = costly
    having = [row for row in rows if row.against_kind.value is None and row.test.verdict in ABOVE]
    if having and not (most and least):
        alone = f"{_are(_names(having, 'verdict', ABOVE))} worth having"
        most, least = (most, alone) if most else (alone, least)
    for claim in ("; ".join(filter(None, (most, least))), most):
        if claim and len(claim.split()) <= MOST_WORDS:
            return f"{fmt.capital_name(claim, rows[0].player if claim.startswith(rows[0].player) else '')}."
    if both:
        return f"Whether {fmt.few(sorted(both))} {'is' if len(both) == 1 else 'are'} strong or weak depends on the number of players."
    kind = _kind(rows)
    if any(row.test.verdict != EVEN for row in rows):
        return f"It is unclear which {fmt.plural(kind)} are {'strong or weak' if among else 'worth having'}."
    one = f"No {kind}{which} is worth more than {games_text(tolerance)} a copy"
    brought = {verdict for row in (*rows, *left) for verdict in (row.gain_verdict, row.dealt_verdict)}
    if all(row.worth_verdict == EVEN for row in rows) and brought <= {EVEN, None}:
        return f"{one} to {'a seat' if rows[0].player.startswith(SEAT) else rows[0].player}."
    return f"{one} above or below the middle of its kind."


def _of_one(rows: Sequence[CardResult], every: Sequence[CardResult]) -> str:
    """Whether one item is worth as much as its kind, at the numbers of players where it is judged."""
    name, kind, tables = rows[0].name, _kind(rows), [row.players for row in rows]
    if dear := [row.players for row in rows if row.worth_verdict in BELOW]:
        player = "a seat" if rows[0].player.startswith(SEAT) else rows[0].player
        return f"No: {player} does better without {name}{fmt.at_tables(dear, tables)}."
    there = [row for row in rows if row.test.verdict in (*ABOVE, *BELOW)]
    sides = {row.test.verdict in ABOVE for row in there}
    if len(sides) > 1:
        return f"Whether {name} is strong or weak for a {kind} depends on the number of players."
    if there and len(rows) > 1:
        more = "more" if sides == {True} else "less"
        return f"No: {name} is worth {more} a copy than the middle {kind}{fmt.at_tables([row.players for row in there], tables)}."
    if any(row.test.verdict == UNKNOWN for row in rows):
        return f"It is unclear whether {name} is strong or weak for a {kind}."
    sizes = "" if len(rows) > 1 else f", {_size(rows[0])} of games a copy, where the middle is {_share(_middle(rows[0]))}"
    if not there:
        return f"Yes: {name} is like its kind{sizes or ' at every table'}."
    return f"No: {name} is {_rank(rows[0], every)}{sizes}."


def _rank(row: CardResult, every: Sequence[CardResult]) -> str:
    """`the weakest of eleven guilds`, where that is certain; else the verdict."""
    judged = [one for one in every if (one.kind, one.players) == (row.kind, row.players) and one.test.verdict is not None]
    kind, above = _kind([row]), row.test.verdict in ABOVE
    if _end(judged, worst=not above) is row:
        end, number = "strongest" if above else "weakest", fmt.number_word(len(judged))
        return f"the {end} {kind}" if number.isdigit() else f"the {end} of {number} {fmt.plural(kind)}"
    return f"{word(row)} for a {kind}" if row.test.verdict in UNEVEN else word(row)


def _clauses(rows: Sequence[CardResult]) -> tuple[str, str]:
    """What is worth more and less than the middle, as two parts of a sentence, each empty where nothing is certain.

    The one that is worth most (least) of a kind is named as such where that is certain at every number of players.
    """
    above, below = (_names(rows, "verdict", side) for side in (ABOVE, BELOW))
    kinds = {row.kind for row in rows}
    middle = "the middle of their kind" if len(kinds) > 1 else f"the middle {_kind(rows)}" if rows else ""
    groups = by_players(rows) if len(kinds) == 1 else {}
    first, last = (
        _common([_end(group, worst=worst) for group in groups.values()], side) for worst, side in ((False, ABOVE), (True, BELOW))
    )
    first_size, last_size = ("" if row is None or len(groups) > 1 else f", {_size(row)}" for row in (first, last))
    a_copy = " of games a copy" if len(groups) == 1 else " a copy at every table"
    most = f"{first.name} is worth most{first_size}{a_copy}" if first else f"{_are(above)} worth more a copy than {middle}" if above else ""
    if last:
        return most, f"{last.name} least{last_size}" if first else f"{last.name} is worth least{last_size}{a_copy}"
    less = f"{fmt.few(below)} less" if above and not first else f"{_are(below)} worth less a copy than {middle}"
    return most, less if below else ""


def _common(ends: Sequence[CardResult | None], side: Sequence[Verdict]) -> CardResult | None:
    """The end of every number of players, where it is the same at all and on its side of the middle for certain."""
    sure = [end for end in ends if end is not None and end.test.verdict in side]
    return sure[0] if len(sure) == len(ends) > 0 and len({end.item for end in sure}) == 1 else None


def _are(names: Sequence[str]) -> str:
    return f"{fmt.few(names)} {'is' if len(names) == 1 else 'are'}"


def _names(rows: Sequence[CardResult], what: str, verdicts: Sequence[Verdict]) -> list[str]:
    """The items with one of these verdicts (of the test, or on the worth) with any number of players, the largest effect first."""
    found = [row for row in rows if (row.test.verdict if what == "verdict" else row.worth_verdict) in verdicts]
    return list(dict.fromkeys(row.name for row in sorted(found, key=lambda row: -abs(row.against_kind.value or row.lost_per_copy.known))))


def _size(row: CardResult) -> str:
    """What a copy is worth; of a wide interval the end that is nearer to nothing."""
    lost, half = row.lost_per_copy, row.lost_per_copy.half_width
    if half is None or half < fmt.WIDE:
        return _share(lost.known)
    low, high = lost.low or 0.0, lost.high or 0.0
    return f"at least {_share(low)}" if low > 0.0 else f"at most {_share(high)}"


def _share(share: float) -> str:
    return f"{100 * share:.2g} %".replace("-", "−")


def _end(rows: Sequence[CardResult], *, worst: bool) -> CardResult | None:
    """The item that is worth most a copy, or least, where that is certain; the error is shared by both ends and all comparisons.

    Figures of the same deals rise and fall together: taken as independent.
    """
    first, *others = sorted(rows, key=lambda row: row.lost_per_copy.known if worst else -row.lost_per_copy.known)
    tests = 2 * max(len(others), 1)
    return first if all(are_apart(first.lost_per_copy, row.lost_per_copy, tests) for row in others) else None
