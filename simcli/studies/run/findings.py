"""What the numbers say, as sentences: a headline that answers the run's question, and findings by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from simcli.report import formatting as fmt
from simcli.report.words import verdicts as v
from simcli.stats.summary import Cell, SeatResult, StrategyResult, Subject, Summary, Tested
from simcli.stats.verdicts import EVEN, LESS, MORE, MORE_OPEN, SIZE_OPEN, UNEVEN, UNKNOWN, Verdict
from simcli.studies.in_run import Answer, parts
from simcli.studies.run.ranking import shown_cells
from simcli.studies.run.words import bans as ban_texts
from simcli.studies.run.words import items as item_texts
from simcli.studies.run.words import unended as stall_texts
from simcli.studies.run.words import variants as variant_texts

NAMED = 3
CELLS = 6
"""Of so many combinations of variant and players the seats are named in a headline."""
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
"""What a headline is about when the config does not say so: the first of these that the run has."""

Row = TypeVar("Row", SeatResult, StrategyResult)


@dataclass(frozen=True)
class Finding:
    """A sentence about one cell. `tone` is a tone of a verdict or `note`.

    `where` is `With 4 players: ` when the run has several cells, `cell` says which one.
    """

    topic: str
    players: int
    tone: str
    text: str
    where: str = ""
    cell: str = ""

    def __str__(self) -> str:
        return self.where + self.text


def findings(summary: Summary) -> tuple[Finding, ...]:
    """All findings: for every cell (of many variants the first ones) what each topic has to say, the headline's topic first.

    A note that holds for several cells is given once.
    """
    found: list[Finding] = []
    told: set[str] = set()
    for cell in shown_cells(summary):
        if not cell.games:
            continue
        where = f"With {fmt.cell_text(cell)}: " if len(summary.cells) > 1 else ""
        if cell.unended:
            found.append(Finding("stalls", cell.players, v.NOTE, stall_texts.unended_text(cell), where, fmt.cell_text(cell)))
        if cell.players == 1:
            found.append(Finding("strategies", 1, v.NOTE, _alone_text(cell), where, fmt.cell_text(cell)))
            continue
        for topic in _topics(summary):
            texts = list(_OF_CELL[topic](cell)) if topic in _OF_CELL else []
            texts = [(tone, text) for tone, text in texts if tone != v.NOTE or text not in told]
            told |= {text for _, text in texts}
            found += [Finding(topic, cell.players, tone, text, where, fmt.cell_text(cell)) for tone, text in texts]
    return tuple(found)


def headline(summary: Summary, rerun: str = v.RERUN) -> str:
    """The answer to the run's question and what it rests on, in a few sentences; `rerun` is the command without its number of deals."""
    return " ".join(filter(None, answer(summary, rerun)))


def answer(summary: Summary, rerun: str = v.RERUN) -> tuple[str, str]:
    """The answer to the run's question; and what it rests on: all verdicts counted, and what it would take to know more."""
    cells = summary.played
    if not cells:
        return "Nothing has been played yet.", ""
    alone, cells = [cell for cell in cells if cell.players == 1], tuple(cell for cell in cells if cell.players > 1)
    if not cells:
        where = [f"With {fmt.cell_text(cell)}: " if len(alone) > 1 else "" for cell in alone]
        told = [(item_texts.spread(cell, summary.about_kinds) if summary.about == "items" else "") or _alone_text(cell) for cell in alone]
        where[0] = f"{stall_texts.warnings(alone)} {where[0]}".lstrip()
        return " ".join(text + one for text, one in zip(where, told, strict=True)), ""
    first = stall_texts.warnings(cells)
    for topic in _topics(summary):
        text, rest = (_ANSWERS.get(topic) or _of_study(topic))(summary, cells, rerun)
        if text:
            return f"{first} {text}".strip(), rest
    return f"{first} These games are counted below; there is nothing to compare.".strip(), ""


def _of_study(topic: Subject) -> Answer:
    """The answer of the study that the topic is of."""
    return next(part.answer for _, part in parts() if part.answer is not None and part.about == topic)


def overall_tone(summary: Summary) -> str:
    """Gravest tone of what the headline is about."""
    topic = next(iter(_topics(summary)))
    rows: list[Tested] = []
    for cell in summary.cells:
        rows += cell.restricted if topic in ("cards", "bans") else ()
        rows += cell.strategies if topic not in ("cards", "bans", "seats") else ()
        rows += cell.seats if topic not in ("cards", "bans", "strategies") else ()
    return v.tone_of([row.test.verdict for row in rows])


def _topics(summary: Summary) -> list[Subject]:
    """Topics in the order of the page: what the config asks about, then the others."""
    cells = summary.cells
    has: dict[Subject, bool] = {
        "stalls": summary.about == "stalls",
        "cards": bool(summary.cards),
        "bans": any(cell.bans for cell in cells),
        "variants": summary.has_variants,
        "strategies": any(v.has_rivals(cell) for cell in cells),
        "seats": any(row.test.verdict for cell in cells for row in cell.seats),
        "items": any(cell.items for cell in cells),
    }
    order = sorted(SUBJECTS, key=lambda topic: topic != summary.about)
    return [topic for topic in order if has[topic]] or ["seats"]


def _alone_text(cell: Cell) -> str:
    """What a player alone scores: there is nobody to win against."""
    rows = sorted((row for row in cell.strategies if row.score_mean.value is not None), key=lambda row: -row.score_mean.known)
    if not rows:
        return "No game of a player alone ended."
    listed = fmt.listing([f"{row.name} {fmt.points(row.score_mean.value)} {fmt.points_interval(row.score_mean)}" for row in rows])
    return f"A player alone scores on average, in points: {listed}."


def seat_sentences(cell: Cell) -> Iterator[tuple[str, str]]:
    """Does the seat, or the place in turn order, matter with one number of players?"""
    rows = [row for row in cell.seats if row.test.verdict]
    for row in rows:
        if v.certain(row):
            yield v.tone(row), f"{who(row)} {_against(row, cell)}"
    yield from _even_and_open(rows, cell, fmt.seats_text([cell]), lambda row: row.label)


def strategy_sentences(cell: Cell) -> Iterator[tuple[str, str]]:
    """Which strategies win more or less than an even share against this field with one number of players?"""
    if not v.has_rivals(cell):
        return
    rows = sorted((row for row in cell.strategies if row.test.verdict), key=lambda row: -row.win_share.known)
    for verdict in (*UNEVEN, *SIZE_OPEN):
        side = [row for row in rows if row.test.verdict == verdict]
        if len(side) > NAMED:
            listed = fmt.listing([f"{row.name} ({v.share_text(row)})" for row in side])
            even = f"an even share of {fmt.even_percent(side[0].even_share)}"
            yield v.TONES[verdict], f"{_direction(verdict, cell).capitalize()} against {even}: {listed}."
        else:
            yield from ((v.TONES[verdict], f"{row.name} {_against(row, cell)}") for row in side)
    yield from _even_and_open(rows, cell, "plans", lambda row: row.name)


def _even_and_open(rows: Sequence[Row], cell: Cell, what: str, name: Callable[[Row], str]) -> Iterator[tuple[str, str]]:
    """Sentences about rows that are even, that are not yet known, and about what would have been seen."""
    even = [row for row in rows if row.test.verdict == EVEN]
    if even:
        every = "both" if len(even) == 2 else f"all {fmt.number_word(len(even))}"
        names = f"{every} {what}" if len(even) == len(rows) > 1 else fmt.listing([name(row) for row in even])
        within = f"within {fmt.tolerance_text(cell.tolerance)} of {fmt.even_percent(rows[0].even_share)}"
        yield v.TONES[EVEN], f"Even, {within}: {names} (intervals from {_reach(even)})."
    unknown = [row for row in rows if row.test.verdict == UNKNOWN]
    if unknown:
        listed = fmt.listing([f"{name(row)} ({v.share_text(row)})" for row in unknown])
        yield v.TONES[UNKNOWN], f"Not yet known: {listed}."
    if more := " ".join(filter(None, (v.decide_text(rows, ""), v.seen_text(rows)))):
        yield v.NOTE, more


def _reach(rows: Sequence[Tested]) -> str:
    """`24.6 % to 25.4 %`: from the lowest to the highest bound."""
    bounds = [row.win_share.bounds for row in rows if row.win_share.bounds]
    return f"{fmt.percent(min(low for low, _ in bounds))} to {fmt.percent(max(high for _, high in bounds))}"


def _against(row: Tested, cell: Cell) -> str:
    """`wins 27.4 % [27.1, 27.7] against an even share of 25 %: more, by over 1 point.`"""
    even = f"an even share of {fmt.even_percent(row.even_share)}"
    side = "more" if row.win_share.known > row.even_share else "less"
    tolerance = fmt.tolerance_text(cell.tolerance)
    end = f"{side}, by over {tolerance}" if row.test.verdict in UNEVEN else f"{side} for certain; whether by more than {tolerance} is open"
    return f"wins {v.wins_text(row)} against {even}: {end}."


def _direction(verdict: Verdict, cell: Cell) -> str:
    """`wins more by over 1 point`, for a list of names."""
    tolerance = fmt.tolerance_text(cell.tolerance)
    side = "more" if verdict in (MORE, MORE_OPEN) else "less"
    return f"{side} by over {tolerance}" if verdict in UNEVEN else f"{side} for certain, whether by more than {tolerance} is open,"


def who(row: SeatResult) -> str:
    """The same as the first word of a sentence."""
    text = _subject(row)
    return text[:1].upper() + text[1:]


def _seat_answer(_summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """Is it good to begin; does the seat matter?"""
    rows = [(row, cell) for cell in cells for row in cell.seats if row.test.verdict]
    if not rows:
        return "", ""
    what = fmt.seats_text(cells)
    if all(row.test.verdict == EVEN for row, _ in rows):
        tolerance = fmt.listing(list(dict.fromkeys(fmt.tolerance_text(cell.tolerance) for cell in cells)))
        reach = f"; their intervals lie from {_reach([row for row, _ in rows])}" if len(cells) == 1 else ""
        return f"All {fmt.count(len(rows))} {what} are even, within {tolerance}{reach}.", ""
    parts = []
    for cell in cells:
        sure = [row for row in cell.seats if row.test.verdict and v.certain(row)]
        if sure:
            where = f"with {fmt.cell_text(cell)} " if len(cells) > 1 else ""
            parts.append(where + fmt.listing([f"{_subject(row)} wins {v.wins_text(row)}" for row in sure[:NAMED]]) + _of_even(sure[0]))
    more = f"; and in {len(parts) - CELLS} more of {len(cells)} combinations" if len(parts) > CELLS else ""
    lead = "; ".join(parts[:CELLS]) + more
    start = f"{lead[:1].upper()}{lead[1:]}." if parts else f"Whether {what} matter is not yet known."
    only = [row for row, _ in rows]
    return start, f"{v.counts_text(only, what)} {v.decide_text(only, rerun)}".strip()


def _subject(row: SeatResult) -> str:
    """A seat or place inside a sentence: `seat 1`, `the 1st to move`."""
    return f"the {row.label}" if fmt.by_turn([row]) else row.label


def _of_even(row: Tested) -> str:
    return f" against {fmt.even_percent(row.even_share)}"


def _strategy_answer(_summary: Summary, cells: Sequence[Cell], rerun: str) -> tuple[str, str]:
    """Which plans win more or less than an even share against the field."""
    rows = [(row, cell) for cell in cells for row in cell.strategies if row.test.verdict and v.has_rivals(cell)]
    if not rows:
        return "", ""
    if any(cell.variant is not None for cell in cells):
        return " ".join(variant_texts.plans_texts(cells)), v.decide_text([row for row, _ in rows], rerun)
    parts = []
    for text, verdicts in (("more than an even share is won by", (MORE,)), ("less by", (LESS,)), ("", SIZE_OPEN)):
        where: dict[str, list[tuple[StrategyResult, Cell]]] = {}
        for row, cell in rows:
            if row.test.verdict in verdicts:
                where.setdefault(row.name, []).append((row, cell))
        if where:
            named = fmt.few([_with_players(name, at, cells) for name, at in where.items()])
            parts.append(f"{text} {named}" if text else f"the direction is certain and the size open for {named}")
    lead = f"In {v.field_text(cells)}: {'; '.join(parts)}." if parts else ""
    if not parts and any(row.test.verdict == UNKNOWN for row, _ in rows):
        lead = f"Whether any plan wins more or less than an even share in {v.field_text(cells)} is not yet known."
    elif not parts:
        lead = f"No plan wins more or less than an even share in {v.field_text(cells)}."
    only = [row for row, _ in rows]
    counts = v.counts_text(only, "plans" if len(cells) == 1 else "verdicts on plans")
    return lead, f"{counts} {v.decide_text(only, rerun)}".strip()


def _with_players(name: str, at: Sequence[tuple[StrategyResult, Cell]], cells: Sequence[Cell]) -> str:
    """A name with its share, or with the player counts it concerns unless that is all of them."""
    if len(cells) == 1:
        return f"{name} {v.wins_text(at[0][0])}"
    counts = list(dict.fromkeys(cell.players for _, cell in at))
    return name if len(at) == len(cells) else f"{name} ({fmt.listing([str(n) for n in counts])} players)"


_OF_CELL: dict[Subject, Callable[[Cell], Iterator[tuple[str, str]]]] = {
    "bans": ban_texts.sentences,
    "strategies": strategy_sentences,
    "seats": seat_sentences,
    "items": item_texts.sentences,
}
_ANSWERS: dict[Subject, Answer] = {
    "stalls": stall_texts.answer,
    "bans": ban_texts.answer,
    "variants": variant_texts.answer,
    "strategies": _strategy_answer,
    "seats": _seat_answer,
    "items": item_texts.answer,
}
