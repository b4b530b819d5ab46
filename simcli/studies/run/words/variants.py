"""What the variants of a run change, in a sentence: of a few the largest certain difference, of many which has the closest games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, of_rows
from simcli.report.rows import MOST_PICTURED
from simcli.report.words import differences as d
from simcli.report.words.verdicts import UNCLEAR, WORDS
from simcli.stats.answer_rows import AnswerRow, Unit, bare_test, by_certainty, even, moved
from simcli.stats.figures.registry import BY_NAME
from simcli.stats.figures.sources import Stalled
from simcli.stats.summary import NO_INTERVAL, Cell, Difference, Interval, Summary
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict
from simcli.studies.run.ranking import RankedCell, ranking
from simcli.studies.run.words import scores
from simcli.studies.run.words.claims import games_text, instead, named, plan_rows, seat_rows, what_seats_are

WIN_SHARE = "win share"
SCORE = "mean score"
FEW = 4
"""Most variants that are named one by one."""


def answer(summary: Summary, cells: Sequence[Cell], rerun: str) -> Answer | None:
    """What the variants change: of a few the largest certain difference, of many which has the closest games."""
    rows = ranking(summary)
    if len({row.variant for row in rows}) < 2:
        return None
    compared = [cell for cell in cells if cell.differences and not cell.rests_on_unended]
    counts = {row.players for row in rows}
    if compared and (same := _same(summary, compared)):
        return same
    if compared and len(rows) <= FEW * len(counts):
        claim, changes, because = told(summary, compared)
        return of_rows(claim, changes, rerun, because, "change")
    if is_by_score(cells):
        return scores.of_variants(cells)
    if compared and all(variant.patch for variant in summary.variants or ()):
        return of_rows(_sweep_claim(cells), by_certainty([*plan_rows(cells), *seat_rows(cells)]), rerun)
    return Answer(_closest_claim(rows), rows=_margin_rows(rows))


def is_by_score(cells: Sequence[Cell]) -> bool:
    """Whether nobody wins or loses these games against another, alone or together: what changes there is the score."""
    return not any(cell.is_contest for cell in cells)


def is_chance(row: Difference, cell: Cell) -> bool:
    """Whether it is how somebody fares that changes: who wins, or where nobody wins against another, the score."""
    if is_by_score([cell]):
        return (row.about, row.figure) == ("strategy", "score") and row.value.value is not None
    return row.figure == WIN_SHARE and row.about in ("strategy", "seat") and row.value.value is not None


def _margin_rows(rows: Sequence[RankedCell]) -> list[AnswerRow]:
    """The margins, the closest games first, of many those of both ends; which of them are the closest for certain."""
    ranked = [row for row in rows if row.margin is not None]
    n = {count: sum(row.players == count for row in ranked) for count in {row.players for row in ranked}}
    found = [
        AnswerRow(
            figure="winning margin",
            about="variant",
            subject=row.variant,
            players=row.players,
            unit="number",
            value=row.cell.margin_mean,
            test=bare_test(LESS if row.margin.worst == 1 else MORE if row.margin.best == n[row.players] else UNKNOWN),
            says="closest" if row.margin.worst == 1 else "widest" if row.margin.best == n[row.players] else UNCLEAR,
        )
        for row in ranked
        if row.margin is not None
    ]
    found.sort(key=lambda row: row.value.known)
    names, half = list(dict.fromkeys(row.subject for row in found)), MOST_PICTURED // 2
    ends = {*names[:half], *names[-half:]}
    return sorted(found, key=lambda row: row.subject not in ends)


def _same(summary: Summary, compared: Sequence[Cell]) -> Answer | None:
    """That no figure of any deal differs, where none does: more deals would hardly say another thing."""
    rows = [row for cell in compared for row in cell.differences or () if row.value.value is not None]
    if any(row.value.value or (row.differing and not isinstance(BY_NAME[row.about, row.figure].source, Stalled)) for row in rows):
        return None
    chances = [_change_row(summary, row, cell) for cell in compared for row in cell.differences or () if is_chance(row, cell)]
    names = list(dict.fromkeys(str(cell.variant) for cell in compared))
    what = f"{fmt.capital_name(fmt.few(names), names[0])} {'changes' if len(names) == 1 else 'change'} nothing"
    if all(row.value == (0.0, 0.0, 0.0) for row in rows):
        return Answer(f"{what}: the games are the same.", rows=chances)
    fewest = min(cell.deals for cell in compared)
    sure = f"At most {fmt.percent(min(1.0, 3 / fewest), 1)} of all deals can differ."
    return Answer(f"{what}: the same in all {fmt.count(fewest)} deals.", sure, rows=chances)


def told(summary: Summary, compared: Sequence[Cell]) -> tuple[str, list[AnswerRow], tuple[str, ...]]:
    """What the variants change: the claim, its rows, and what else is to be known.

    An item that the patch or the question names, where that is certain; else whose chances change; else what all games have otherwise,
    and that nobody's chances are sure to change.
    """
    found = [(row, cell) for cell in compared for row in cell.differences or ()]
    sure = sorted(((row, cell) for row, cell in found if d.certain(row)), key=_rank)
    chances = by_certainty([_change_row(summary, row, cell) for row, cell in found if is_chance(row, cell)])
    moved_for_sure = [row for row in chances if row.is_sure]
    items = [row for row, cell in sure if row.about == "item" and _is_named(row, summary, cell)]
    if items and (summary.about_kinds or not moved_for_sure):
        of_item = items[0].of, items[0].figure
        rows = by_certainty([_change_row(summary, row, cell) for row, cell in found if (row.of, row.figure) == of_item])
        return _item_claim(rows[0], compared), rows, (_chances_claim(chances, compared),)
    if moved_for_sure:
        return _moved_claim(moved_for_sure, compared), chances, ()
    other = next((row for row, _ in sure if row.about != "item" and (row.about, row.figure) in d.REPORTED), None)
    if other is None:
        return _chances_claim(chances, compared), chances, ()
    topic = other.about, other.of, other.figure
    rows = by_certainty([_change_row(summary, row, cell) for row, cell in found if (row.about, row.of, row.figure) == topic])
    chances.sort(key=lambda row: row.subject != rows[0].subject)  # a plan that is named stands first
    nobody = f"nobody's {_unchanged(chances, compared)}"
    rises = _rises(rows, compared, BY_NAME[other.about, other.figure].unit)
    only = _only(compared)
    return f"{f'With {only}, {rises}' if only else fmt.capital(rises)}; {nobody}.", [*rows, *chances], ()


def _rises(rows: Sequence[AnswerRow], compared: Sequence[Cell], unit: str) -> str:
    """`the margin rises at every table: with three players 12.6 instead of 8.6 points`."""
    first = rows[0]
    way = "rises" if first.effect.known > 0 else "falls"
    every = len(rows) > 1 and all(one.is_sure and one.effect.known * first.effect.known > 0 for one in rows)
    several = len({one.variant for one in rows}) > 1
    lead = f"with {first.variant} " if several else ""
    where = _where(first, compared)
    place = f" at every table:{where}" if every and not several and where else f"{where}:"
    return f"{lead}{first.figure} {way}{place} {_instead(first, unit)}"


def _instead(row: AnswerRow, unit: str) -> str:
    """`12.6 instead of 8.6 points`; of a wide interval the end that is nearer to what it was."""
    if row.unit == "share":
        return instead(row)
    change, was = row.change or NO_INTERVAL, row.usual.known
    now, lead = row.value.known, ""
    if change.bounds is not None and change.bounds[1] - change.bounds[0] > abs(change.known) / 2:
        lead, now = ("at least ", row.value.low or now) if change.known > 0 else ("at most ", row.value.high or now)
    for digits in (1, 2, 3):
        one, other = fmt.points(now, digits), fmt.points(was, digits)
        if one != other:
            break
    counted = f" {unit}" if unit in ("points", "rounds") and unit not in row.figure else ""
    return f"{lead}{one} instead of {other}{counted}"


def _unchanged(chances: Sequence[AnswerRow], compared: Sequence[Cell]) -> str:
    """`chances are sure to change`, after nobody's."""
    if is_by_score(compared):
        return "score is sure to change"
    return f"chances {'change beyond the tolerance' if _are_even(chances) else 'are sure to change'}"


def _chances_claim(chances: Sequence[AnswerRow], compared: Sequence[Cell]) -> str:
    """That nobody wins more or less than before, or that it is not sure."""
    if _are_even(chances) and not is_by_score(compared):
        return f"{_nobody(compared)} chances change by more than {games_text(max(cell.tolerance for cell in compared))}."
    return f"{_nobody(compared)} {_unchanged((), compared)}."


def _are_even(chances: Sequence[AnswerRow]) -> bool:
    """Whether no win share changes beyond the tolerance for certain."""
    return bool(chances) and all(row.test.verdict == EVEN for row in chances)


def _nobody(compared: Sequence[Cell]) -> str:
    """`With knight copies 12, nobody's`."""
    only = _only(compared)
    return f"With {only}, nobody's" if only else "Nobody's"


def _only(compared: Sequence[Cell]) -> str:
    """The one variant that is compared; nothing where there are several."""
    names = {str(cell.variant) for cell in compared}
    return names.pop() if len(names) == 1 else ""


def _moved_claim(sure: Sequence[AnswerRow], compared: Sequence[Cell]) -> str:
    """Whose chances move most, and how many more do."""
    first, more = sure[0], len(sure) - 1
    what = "score" if is_by_score(compared) else "win share"
    others = f"; {fmt.many(more)} more {what}{' changes' if more == 1 else 's change'}" if more else ""
    does = f"scores {_instead(first, 'points')}" if is_by_score(compared) else f"wins {instead(first)}"
    return f"{_with(first, compared)}, {named(first)} {does}{others}."


def _where(row: AnswerRow, compared: Sequence[Cell]) -> str:
    """` with three players`, where several numbers of players were compared."""
    return fmt.at_tables([row.players or 0], [cell.players for cell in compared])


def _with(row: AnswerRow, compared: Sequence[Cell]) -> str:
    """`With knight copies 12`, `With knight copies 12 and three players`."""
    return f"With {row.variant}{_where(row, compared).replace(' with ', ' and ', 1)}"


def _item_claim(row: AnswerRow, compared: Sequence[Cell]) -> str:
    """`An extra Knight is worth less: 1.4 wins in 100 games.`"""
    way = "more" if (row.change or NO_INTERVAL).known > 0 else "less"
    size = fmt.size(row.change or NO_INTERVAL, _wins_text)
    return f"{_with(row, compared)}, an extra {row.subject} is worth {way}: {size} in 100 games."


def _wins_text(share: float) -> str:
    """`1 win`, `1.4 wins`, out of 100 games."""
    number = f"{100 * abs(share):.2g}"
    return f"{number} win{'' if number == '1' else 's'}"


def _change_row(summary: Summary, row: Difference, cell: Cell) -> AnswerRow:
    """A change as a row: the figure of the base, and what it becomes by the difference of the same deals."""
    figure = BY_NAME[row.about, row.figure]
    base = next((one for one in summary.cells if one.variant == cell.base and one.players == cell.players), None)
    usual = NO_INTERVAL if base is None else of_base(base, row)
    usual_value = usual.value if usual.value is not None else 0.0
    unit: Unit = "number" if d.is_mean(row) else "difference" if row.about == "item" and "per copy" in row.figure else "share"
    value = moved(usual_value, row.value)
    subject = figure.text().removeprefix("the ") if row.about == "games" else d.subject(row, cell)
    about, says = what_seats_are([cell]) if row.about == "seat" else str(row.about), d.word(row)
    chance = SCORE if is_by_score([cell]) else WIN_SHARE
    return AnswerRow(
        figure=chance if is_chance(row, cell) else figure.text(subject if row.about in ("strategy", "item") else ""),
        about=about,
        subject=subject,
        players=cell.players,
        variant=cell.variant,
        base=cell.base,
        unit=unit,
        value=value.cut(0.0, 1.0) if unit == "share" else value,
        usual=even(usual.value) if usual.value is not None else NO_INTERVAL,
        change=row.value,
        tolerance=cell.tolerance,
        test=bare_test(EVEN) if says == d.SAME else row.test,
        says=says,
    )


def of_base(base: Cell, row: Difference) -> Interval:
    """The figure without the change."""
    whose: Mapping[str, Sequence[tuple[str | None, object]]] = {
        "games": [(None, base)],
        "strategy": [(one.name, one) for one in base.strategies],
        "seat": [(one.label, one) for one in base.seats],
        "item": [(one.item, one) for one in base.items],
    }
    record = dict(whose[row.about]).get(row.of)
    value = getattr(record, BY_NAME[row.about, row.figure].field, NO_INTERVAL)
    if isinstance(value, Mapping):
        value = value.get(row.part)
    return value if isinstance(value, Interval) else NO_INTERVAL


def _is_named(row: Difference, summary: Summary, cell: Cell) -> bool:
    """Whether a change may be one of an item that the patch or the question names: of what an offer is worth.

    What holders win is an association, and never an answer. Who holds an item that is dealt to stay is who was offered it.
    """
    item = next((item for item in d.named_items(summary, cell) if item.item == row.of), None)
    if item is None or row.value.low is None or (row.about, row.figure) not in d.REPORTED or row not in d.naming(cell.differences or ()):
        return False
    return item.offered != item.held and row.figure in ("win share if offered", "win share per copy offered")


def _rank(pair: tuple[Difference, Cell]) -> tuple[bool, int]:
    """Items that were named first, then scores and what all games have."""
    row = pair[0]
    return row.about != "item", d.REPORTED.index((row.about, row.figure)) if (row.about, row.figure) in d.REPORTED else len(d.REPORTED)


def _sweep_claim(cells: Sequence[Cell]) -> str:
    """With how many values of a number all win shares are even, and with how many some are not."""
    verdicts: dict[str, set[Verdict | None]] = {}
    for cell in cells:
        tests = [*(row.test for row in cell.seats), *(row.test for row in cell.strategies)]
        verdicts.setdefault(str(cell.variant), set()).update({test.verdict for test in tests} - {None})
    even = [name for name, found in verdicts.items() if found == {EVEN}]
    uneven = [name for name, found in verdicts.items() if found & {MORE, LESS}]
    if even:
        return f"All win shares are fair with {'every value' if len(even) == len(verdicts) else fmt.few(even)}."
    if len(uneven) == len(verdicts):
        return "With every value somebody wins too often or too rarely."
    return f"No value is certain to make all win shares fair{'' if not uneven else f'; {fmt.few(uneven)} certainly do not'}."


def _closest_claim(rows: Sequence[RankedCell]) -> str:
    """With which variant games are closest and with which widest, where that is certain; else so far, and how many more may be as close."""
    counts = list(dict.fromkeys(row.players for row in rows))
    ranked = [[row for row in rows if row.players == n and row.margin is not None] for n in counts]
    first = [[row for row in own if row.margin and row.margin.best == 1] for own in ranked]
    n, where = len({row.variant for row in rows}), " at every table" if len(counts) > 1 else ""
    far = {own[-1].variant if own and own[-1].margin and own[-1].margin.best > 1 else "" for own in ranked}
    widest = far.pop() if len(far) == 1 else ""
    wide = f", widest with {widest}" if widest else ""
    if all(len(able) == 1 for able in first):
        names = list(dict.fromkeys(able[0].variant for able in first))
        if len(names) == 1:
            return f"Of {n} variants, games are closest with {names[0]}{wide}{where}."
        return f"With which of {n} variants games are closest depends on the number of players."
    leads = {min(able, key=lambda row: row.cell.margin_mean.known).variant if able else "" for able in first}
    (rivals, *others), name = [len(able) - 1 for able in first], leads.pop()
    if leads or others or not name or rivals + 1 == n:
        return f"It is unclear with which of {n} variants games are closest."
    more = "one" if rivals == 1 else fmt.count(rivals)
    return f"So far games are closest with {name}{wide}; {more} more of {n} variants may be as close."


def changing_plans(rows: Sequence[AnswerRow]) -> tuple[str, list[AnswerRow]] | None:
    """Whether the verdict on some plan depends on the variant, with the same number of players: the claim, and the rows of such plans."""
    found: dict[tuple[str, int | None], dict[Verdict, AnswerRow]] = {}
    for row in rows:
        if row.variant is not None and row.test.verdict in (MORE, EVEN, LESS):
            found.setdefault((row.subject, row.players), {}).setdefault(row.test.verdict, row)
    changing = {key: verdicts for key, verdicts in found.items() if len(verdicts) > 1}
    if not changing:
        return None
    subjects = list(dict.fromkeys(subject for subject, _ in changing))
    several = len({row.players for row in rows}) > 1
    (subject, players), verdicts = max(changing.items(), key=lambda one: max(row.size for row in one[1].values()))
    here = [row for row in rows if (row.subject, row.players) == (subject, players)]
    how = " and ".join(f"{WORDS[verdict]} in {row.variant}" for verdict, row in list(verdicts.items())[:2])
    more = f"; {fmt.many(len(subjects) - 1)} more change too" if len(subjects) > 1 else ""
    where = f" with {fmt.number_word(players or 0)} players" if several else ""
    claim = f"Yes, the variant decides{where}: {subject} is {how}{more}."
    others = [row for row in rows if row.subject in subjects and row not in here]
    return claim, [replace(row, subject=f"{row.subject} in {row.variant}", variant=None) for row in (*here, *others)]
