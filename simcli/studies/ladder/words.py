"""A ladder in words: a sentence a figure, the tables, the lines of the CSV file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from simcli.base.escapes import shown_all
from simcli.report import formatting as fmt
from simcli.report.page import Finding
from simcli.report.table.csv import flat
from simcli.report.table.terminal import leaving
from simcli.report.table.view import TEXT, VERDICT, Column, View
from simcli.report.words.figures import figure_text
from simcli.stats.figures.registry import Topic
from simcli.stats.summary import Interval
from simcli.stats.verdicts import EVEN, LESS, MORE
from simcli.studies.ladder.estimate import APPEARS, FADES, GRAVITY, OPEN, PERSISTS, REVERSES, Ladder, LadderFigure, OnRung, RungResult, Word

if TYPE_CHECKING:
    from rich.console import RenderableType

TOPIC = "ladder"
UNCLEAR = "unclear"
RUNGS_STAY = ("Deals", "Among the rung below one of them wins", "interval of among the rung below one of them wins", "Stronger")
"""Columns of the terminal's table of players that stay at any width."""
WHOLE = ("players", "deals", "deals_50", "deals_90")
MOST_OPEN = 12
"""Most undecided figures in a table of the terminal and the page; the CSV has all."""
NO_ITEMS = "Of items only offers that chance deals unequally are judged, or with `every: {ban: KIND}` what a copy is worth."
MANY: Mapping[Word, str] = {REVERSES: "turn round", FADES: "fade", APPEARS: "appear", PERSISTS: "hold"}
ONE: Mapping[Word, str] = {REVERSES: "turns round", FADES: "fades", APPEARS: "appears", PERSISTS: "holds"}
SIGNS: Mapping[str, str] = {PERSISTS: "=", FADES: "↓", REVERSES: "⇄", APPEARS: "↑"}
"""Behind an effect in a table."""
TONES: Mapping[str, str] = {REVERSES: "uneven", FADES: "size-open", APPEARS: "size-open", PERSISTS: "even", OPEN: "unknown"}
"""How a word is coloured on the page."""


def words_of(found: Ladder, rung: str) -> list[Word]:
    """What becomes of the verdicts of a rung, figure by figure."""
    return [one.word for figure in found.figures for one in figure.rungs if one.rung == rung and one.word is not None]


def doubts(found: Ladder) -> Iterator[str]:
    """Rungs that are not certain to be stronger than the rung below."""
    for below, rung in zip(found.rungs, found.rungs[1:], strict=False):
        every = [step.players for step in rung.steps]
        if worse := [step.players for step in rung.steps if step.verdict == LESS]:
            yield f"{rung.rung} is weaker than {below.rung}{fmt.at_tables(worse, every)}: name it before."
        if still := [step.players for step in rung.steps if step.verdict not in (MORE, LESS)]:
            yield f"It is unclear whether {rung.rung} is stronger than {below.rung}{fmt.at_tables(still, every)}."


def figure_sentence(figure: LadderFigure, found: Ladder) -> str:
    """What the figure is with weaker players and with the judge, and what becomes of it."""
    lead = _lead(figure, found)
    top = figure.top
    weaker = figure.on(figure.weaker)
    both = f"{effect_text(weaker, figure)} with {weaker.rung} and {effect_text(top, figure)} with {top.rung}"
    if figure.word == PERSISTS and top.test.verdict == EVEN:
        return f"{lead}: {both}, both within the tolerance; that persists."
    sure = weaker.change is not None and weaker.p_change_holm is not None and weaker.p_change_holm < 0.05
    smaller = figure.word == PERSISTS and sure and abs(top.value.value or 0.0) < abs(weaker.value.value or 0.0)
    return f"{lead}: {both}; it {figure.word}{', at a smaller size' if smaller else ''}."


def _lead(figure: LadderFigure, found: Ladder) -> str:
    """What the figure is, at the beginning of a sentence."""
    several = len({one.players for one in found.figures}) > 1
    where = f", {fmt.players_text(figure.players)}" if several else ""
    where += f", {figure.variant}" if figure.variant and figure.kind == "seat" else ""
    if figure.kind == "seat":
        return f"{'Being ' if figure.name[0].isdigit() else 'Sitting in '}{figure.name}{where}"
    if figure.kind == "copy":
        return f"A copy of {figure.name} beyond the middle of its kind{where}"
    if figure.kind == "ban":
        return f"The restriction, {figure.name}{where}"
    if figure.kind in ("difference", "figure"):
        what = figure_text(topic_of(figure), {str(figure.of): figure.name})
        return f"What {figure.variant} changes of {what}{where}" if figure.kind == "difference" else f"{fmt.capital(what)}{where}"
    return f"One more {figure.name} offered{where}"


def topic_of(figure: LadderFigure) -> Topic:
    """The figure as the registry has it."""
    assert figure.about != "ban"
    return Topic(figure.about, figure.of, figure.figure, figure.part)


def is_itself(figure: LadderFigure) -> bool:
    """Whether the figure itself is judged: nothing of it is even, and it is no difference."""
    return figure.kind == "figure" and topic_of(figure).row.even is None


def label(figure: LadderFigure) -> str:
    """The figure as the name of a row."""
    if figure.kind in ("copy", "offered"):
        return f"{figure.name}, {'a copy' if figure.kind == 'copy' else 'offered'}"
    if figure.kind in ("difference", "figure"):
        who = "" if figure.about == "games" else figure.name
        what = " ".join(word for word in (who, figure.figure, figure.part) if word)
        return f"{figure.variant}: {what}" if figure.variant else what
    return f"{figure.variant}: {figure.name}" if figure.variant and figure.kind == "seat" else figure.name


def effect_text(one: OnRung, figure: LadderFigure) -> str:
    """`+3.1 points [+2.0, +4.2]`; of a mean without the points."""
    value, bounds = _texts(one.value, figure)
    has_unit = figure.unit == "share" and not is_itself(figure)
    return f"{value}{' points' if has_unit and value != fmt.DASH else ''} {bounds if bounds != fmt.DASH else '(no interval)'}"


def _texts(value: Interval, figure: LadderFigure) -> tuple[str, str]:
    if is_itself(figure) and figure.unit == "share":
        return fmt.percent(value.value), fmt.interval(value)
    if is_itself(figure):
        return fmt.points(value.value), fmt.points_interval(value)
    if figure.unit == "share":
        return fmt.signed(value.value), fmt.signed_interval(value)
    return fmt.signed_number(value.value), fmt.signed_number_interval(value)


def findings(found: Ladder) -> list[tuple[str, list[Finding]]]:
    """A sentence for each decided figure, by number of players."""
    made = []
    for players in counts(found):
        own = [figure for figure in found.figures if figure.players == players and figure.word != OPEN]
        made.append((fmt.players_text(players), [Finding(figure_sentence(one, found), TONES[one.word]) for one in own]))
    return [(title, lines) for title, lines in made if lines]


def views(found: Ladder) -> tuple[View, ...]:
    """The players, and for each number of them the figures rung by rung."""
    return rungs_view(found), trust_view(found), *(figures_view(found, n) for n in counts(found))


def players_table(found: Ladder) -> RenderableType:
    """The players of a ladder."""
    return leaving(rungs_view(shown_all(found)), RUNGS_STAY)


def counts(found: Ladder) -> list[int]:
    """The numbers of players of the figures."""
    return sorted({figure.players for figure in found.figures})


def rungs_view(found: Ladder) -> View:
    """The rungs, the weakest first: who plays, how many deals, and how strong one of them is among those below."""
    columns = (
        Column("Rung", TEXT),
        Column("Who sits in all seats", TEXT),
        Column("Players", TEXT),
        Column("Deals"),
        Column("Games"),
        Column("Among the rung below one of them wins"),
        Column("95 % interval"),
        Column("Stronger", VERDICT),
    )
    rows = tuple(row for rung in found.rungs for row in _rung_rows(rung))
    return View("Players, the weakest first", columns, rows, {"yes": "even", "no": "uneven"})


def _rung_rows(rung: RungResult) -> Iterator[tuple[str, ...]]:
    names = fmt.few(rung.strategies) if len(rung.strategies) > 1 else rung.strategies[0]
    who = names if len(rung.strategies) == 1 else f"{names}, {'drawn by weights' if rung.tables == 'drawn' else rung.tables}"
    head = (rung.rung, who, fmt.listing([str(n) for n in rung.players]), fmt.count(rung.deals), fmt.count(rung.games))
    if not rung.steps:
        yield (*head, fmt.DASH, fmt.DASH, fmt.DASH)
    for i, step in enumerate(rung.steps):
        among = f"{fmt.percent(step.share.value)} of {fmt.even_percent(step.even_share)}"
        word = {MORE: "yes", LESS: "no"}.get(str(step.verdict), UNCLEAR)
        yield (*(head if i == 0 else ("", "", str(step.players), "", "")), among, fmt.interval(step.share), word)


def trust_view(found: Ladder) -> View:
    """What becomes of the verdicts of each weaker rung."""
    columns = (Column("Rung", TEXT), *(Column(fmt.capital(MANY[word])) for word in reversed(GRAVITY[:-1])))
    columns += (Column("Unclear"),)
    rows = []
    for rung in found.rungs[:-1]:
        words = words_of(found, rung.rung)
        rows.append((rung.rung, *(fmt.count(words.count(word)) for word in (*reversed(GRAVITY[:-1]), OPEN))))
    return View("What becomes of the verdicts of each rung with the judge: figures", columns, tuple(rows))


def figures_view(found: Ladder, players: int) -> View:
    """The figures of one number of players."""
    own = [figure for figure in found.figures if figure.players == players]
    still = [figure for figure in own if figure.word == OPEN]
    left_out = still[MOST_OPEN:]
    rungs = [rung.rung for rung in found.rungs if players in rung.players]
    columns = (
        Column("Figure", TEXT),
        Column("Its verdict", VERDICT),
        *(Column(rung, TEXT) for rung in rungs),
        Column("All say so from", TEXT),
    )
    rows = tuple(_row(figure, rungs) for figure in own if figure not in left_out)
    caption = f"Effects with {fmt.players_text(players)}: win shares in points of 100, with 95 % intervals"
    signs = ", ".join(f"{sign} {word}" for word, sign in SIGNS.items())
    caption += f"; what becomes of the verdict of a rung with the judge, the strongest that tells: {signs}"
    more = f"; {fmt.count(len(left_out))} more are unclear, tables/ladder.csv has them" if left_out else ""
    return View(caption + more, columns, rows, {**TONES, UNCLEAR: TONES[OPEN]})


def _row(figure: LadderFigure, rungs: Sequence[str]) -> tuple[str, ...]:
    by_rung = {one.rung: _effect(one, figure) for one in figure.rungs}
    return (
        label(figure),
        UNCLEAR if figure.word == OPEN else figure.word,
        *(by_rung.get(rung, fmt.DASH) for rung in rungs),
        figure.since or fmt.DASH,
    )


def _effect(one: OnRung, figure: LadderFigure) -> str:
    """`+3.1 [+2.0, +4.2] =`; a dash where there is no effect."""
    parts = [*dict.fromkeys(_texts(one.value, figure)), SIGNS.get(str(one.word), "")]
    return " ".join(filter(None, parts))


def lines(found: Ladder) -> Iterator[dict[str, object]]:
    """The lines of the CSV file: one a figure and rung, the fields of both; `rung_word` is the word of the rung."""
    deals = {rung.rung: rung.deals for rung in found.rungs}
    for figure in found.figures:
        for one in figure.rungs:
            on_rung = {"rung_word" if key == "word" else key: value for key, value in flat(one).items()}
            yield flat(figure) | {"rung": one.rung, "deals": deals[one.rung]} | on_rung
