"""The answer of a ladder: whether the verdicts hold with the strongest players, with a row for each figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from simcli.report import formatting as fmt
from simcli.report.answer import Answer, deals_to_settle
from simcli.stats.answer_rows import AnswerRow, bare_test, even, moved
from simcli.stats.bounds import NO_INTERVAL, Interval
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict
from simcli.stats.verdicts import OPEN as UNDECIDED
from simcli.studies.ladder.estimate import APPEARS, FADES, GRAVITY, OPEN, PERSISTS, REVERSES, Kind, Ladder, LadderFigure, OnRung, Word
from simcli.studies.ladder.words import MANY, NO_ITEMS, ONE, UNCLEAR, counts, doubts, is_itself, label

NAMED = 2
"""Most figures that are named in the answer."""
VERDICTS: Mapping[Word, Verdict] = {REVERSES: MORE, APPEARS: MORE, FADES: LESS, PERSISTS: EVEN, OPEN: UNKNOWN}
"""How a word is marked and coloured."""
OF_WHAT: Mapping[Kind, str] = {"seat": "a seat", "ban": "a restriction", "copy": "a copy", "offered": "a copy offered"}
"""Whose effect on the win share is judged."""
Names = Mapping[int, str]
"""What each figure is called, by its place in the record."""


def answer(found: Ladder) -> Answer:
    """Whether the verdicts hold with the strongest players, and which turn round, fade or appear."""
    named = _names(found)
    known = [i for i, figure in enumerate(found.figures) if figure.word != OPEN]
    claim, first = _claim(found, known, named)
    others = sorted((i for i in range(len(found.figures)) if i not in first), key=lambda i: not _is_seat(found.figures[i]))
    rows = tuple(_row(found, i, named[i]) for i in (*first, *others))
    silent = () if found.figures else (NO_ITEMS,)
    return Answer(claim, _sure(found), (*silent, *_judges(found), *doubts(found)), rows=rows)


def _is_seat(figure: LadderFigure) -> bool:
    return figure.kind == "seat"


def _names(found: Ladder) -> Names:
    """Each figure by its name alone, if no other has it with the same players; else with what is measured of it, and the variant."""
    shown: dict[int, str] = {}
    for i, figure in enumerate(found.figures):
        plain = figure.name if figure.kind in ("copy", "offered") else label(figure)
        forms = (plain, label(figure), f"{figure.variant}: {label(figure)}")
        rivals = [one for k, one in enumerate(found.figures) if k != i and one.players == figure.players]
        taken = [{one.name if one.kind in ("copy", "offered") else label(one) for one in rivals}, {label(one) for one in rivals}]
        shown[i] = next((form for form, used in zip(forms, taken, strict=False) if form not in used), forms[-1])
    return shown


def _claim(found: Ladder, known: Sequence[int], named: Names) -> tuple[str, Sequence[int]]:
    """The claim, and the figures that it names."""
    if not found.figures:
        return "These deals show nothing of any figure; more of them may.", ()
    if not known:
        return "It is unclear which verdicts hold with stronger players.", ()
    n, far = len(known), _how_far(found, known)
    changed = [i for i in known if found.figures[i].word != PERSISTS]
    if not changed:
        every = "the one clear verdict holds" if n == 1 else f"{'both' if n == 2 else f'all {fmt.count(n)}'} clear verdicts hold"
        return f"Yes, {every} {far}.", ()
    clauses, first = _changes(found, changed, named)
    if n == 1:
        return f"No: {clauses} {far}.", first
    holding = n - len(changed)
    some = f"{fmt.some_of(holding, n, 'none')} clear verdicts {'hold' if holding > 1 else 'holds'}"
    seats = [i for i in known if _is_seat(found.figures[i])]
    among = ", those on seats among them" if seats and holding > len(seats) and not {*seats} & {*changed} else ""
    return f"No: {some}{among}; {clauses}.", first


def verdicts(found: Ladder, players: int) -> str:
    """How many clear verdicts of a number of players hold with the strongest."""
    words = [figure.word for figure in found.figures if figure.players == players and figure.word != OPEN]
    if not words:
        return "No verdict is clear."
    n = words.count(PERSISTS)
    return f"{fmt.some_of(n, len(words))} clear verdicts {'holds' if n < 2 else 'hold'}."


def _how_far(found: Ladder, known: Sequence[int]) -> str:
    """With which players verdicts are known to hold or not: the strongest, unless these decide none."""
    order = [rung.rung for rung in found.rungs]
    judge = max((found.figures[i].judge for i in known), key=order.index)
    return "with the strongest players" if judge == order[-1] else f"up to {judge}"


def _changes(found: Ladder, changed: Sequence[int], named: Names) -> tuple[str, Sequence[int]]:
    """`seat 1 fades, Alchemist turns round`: what becomes of seats and of all others, at one table; with the figures."""
    seats, others = ([i for i in changed if _is_seat(found.figures[i]) is of_seats] for of_seats in (True, False))
    players = found.figures[(seats or others)[0]].players
    texts, first = [], list[int]()
    for group in (seats, others):
        here = [i for i in group if found.figures[i].players == players]
        if here:
            text, own = _become(found, here, named, NAMED if not (seats and others) else 1)
            texts.append(text)
            first += own
    return ", ".join(texts), first


def _become(found: Ladder, here: Sequence[int], named: Names, most: int) -> tuple[str, Sequence[int]]:
    """`Alchemist and Knight turn round with four players`: the gravest of what becomes of figures at one table."""
    word: Word = next(word for word in GRAVITY if any(found.figures[i].word == word for i in here))
    gravest = [i for i in here if found.figures[i].word == word]
    names = [named[i] for i in gravest]
    shown = names if len(names) <= most else [*names[:most], f"{fmt.number_word(len(names) - most)} more"]
    alike = [
        n
        for n in counts(found)
        if {*names[:most]} <= {named[i] for i, one in enumerate(found.figures) if one.players == n and one.word == word}
    ]
    where = fmt.at_tables(alike, counts(found))
    return f"{fmt.listing(shown)} {(ONE if len(names) == 1 else MANY)[word]}{where}", gravest


def _sure(found: Ladder) -> str:
    """How many are unclear, and the deals of the strongest rung that settle most."""
    still, n = [figure for figure in found.figures if figure.word == OPEN], len(found.figures)
    if not still:
        return "All figures are clear." if n else ""
    top = still[0].top.rung
    tests = [figure.top.test for figure in still if figure.judge == top and figure.top.test.verdict in UNDECIDED]
    deals = deals_to_settle(tests)
    lead = f"{fmt.count(len(still))} of {fmt.count(n)} figures {'is' if len(still) == 1 else 'are'} unclear"
    lead = "The one figure is unclear" if n == 1 else lead
    if deals is not None:
        return f"{lead}; about {fmt.count(deals)} deals of {top} would settle {'it' if len(still) == 1 else 'most'}."
    return f"{lead}; {'these deals are too few to say how many it takes' if tests else f'{top} is clear, weaker rungs are not'}."


def _judges(found: Ladder) -> Iterator[str]:
    """Which figures are judged by a rung below their strongest, whose deals say nothing of them."""
    judged = [(figure.rungs[-1].rung, figure.judge) for figure in found.figures if figure.rungs[-1].rung != figure.judge]
    for silent, judge in dict.fromkeys(judged):
        n = judged.count((silent, judge))
        yield f"{silent} has too few deals for {fmt.count(n)} {'figure' if n == 1 else 'figures'}: {judge} is the judge."


def _row(found: Ladder, i: int, name: str) -> AnswerRow:
    """A figure with the weaker players that its word is about, and with its judge."""
    figure = found.figures[i]
    top, weaker = figure.top, _weaker(figure)
    usual = NO_INTERVAL if weaker is None or weaker.value.value is None else even(weaker.value.value)
    return AnswerRow(
        figure=_figure_text(found, figure),
        about="figure",
        subject=name,
        players=figure.players,
        base=None if weaker is None else weaker.rung,
        now=top.rung,
        unit="number" if figure.unit == "number" else "share" if is_itself(figure) else "difference",
        value=_changed(top, weaker),
        usual=usual,
        change=_change(top, weaker),
        tolerance=figure.tolerance,
        test=replace(top.test, verdict=UNKNOWN) if figure.word == OPEN else bare_test(VERDICTS[figure.word]),
        says=UNCLEAR if figure.word == OPEN else ONE[figure.word],
    )


def _weaker(figure: LadderFigure) -> OnRung | None:
    """The weaker rung that its word is about; the weakest that has a figure where it has none."""
    if figure.weaker is not None:
        return figure.on(figure.weaker)
    return next((one for one in figure.rungs if one.rung != figure.judge and one.value.value is not None), None)


def _change(top: OnRung, weaker: OnRung | None) -> Interval:
    """What the judge has more, with its interval where the deals say one."""
    if weaker is None or weaker.value.value is None or top.value.value is None:
        return NO_INTERVAL
    return weaker.change or Interval(None, top.value.value - weaker.value.value, None)


def _changed(top: OnRung, weaker: OnRung | None) -> Interval:
    """The figure with the judge, with the interval of the change."""
    if top.value.value is None or weaker is None or weaker.value.value is None:
        return Interval(None, top.value.value, None)
    return moved(weaker.value.value, _change(top, weaker))


def _figure_text(found: Ladder, figure: LadderFigure) -> str:
    """What is measured: effects on the win share together, any other figure by its name."""
    what = " ".join(filter(None, (figure.figure, figure.part)))
    if figure.kind == "figure":
        return what if is_itself(figure) else f"{what} above even"
    if figure.kind == "difference":
        return f"change of the {what}"
    kinds = {one.kind for one in found.figures}
    return f"effect of {' or '.join(text for kind, text in OF_WHAT.items() if kind in kinds)} on the win share"
