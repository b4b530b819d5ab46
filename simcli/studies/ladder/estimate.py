"""What becomes of the verdicts of a run when stronger players sit at its tables: frozen records, and their making.

Every figure of a run that is judged is judged on each rung as the run judges it, and what a weaker rung says is held against its judge,
the strongest rung that can decide (docs/method.md, "Ladders"):

- *persists*: the judge says the same.
- *fades*: it says less: nothing beyond the tolerance, or clearly less with the tolerance not left.
- *reverses*: it says the opposite.
- *appears*: there was nothing beyond the tolerance, and is with the judge.
- *not yet known*: the deals do not decide.

docs/ladder.schema.json and build/docs/records.md are made from these lines by `tools/summary_docs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Final, Literal, TypeVar, cast

from simcli.base.grouped import grouped
from simcli.game import COMPONENT
from simcli.stats import verdicts as v
from simcli.stats.balance import ban_hypotheses
from simcli.stats.bounds import DIGITS, P_DIGITS, tidy
from simcli.stats.cell_tally import CellTally, ItemLike
from simcli.stats.figures.differences import band, compared
from simcli.stats.figures.registry import BEYOND, Topic, placed
from simcli.stats.figures.worth import worths
from simcli.stats.intervals import LEVEL, Estimate, interval, p_value, share_ratio
from simcli.stats.records import Played, answered
from simcli.stats.shared_luck import Change, Luck, Lucks, change, luck_of
from simcli.stats.shares import Ints, share_row
from simcli.stats.summary import About, Interval, Share, Tolerance
from simcli.tally_parts import TallyParts

Word = Literal["persists", "fades", "reverses", "appears", "not yet known"]
PERSISTS: Final = "persists"
FADES: Final = "fades"
REVERSES: Final = "reverses"
APPEARS: Final = "appears"
OPEN: Final = "not yet known"
GRAVITY: tuple[Word, ...] = (REVERSES, FADES, APPEARS, PERSISTS, OPEN)
"""What is reported first, and which of the words of several weaker rungs a figure has."""
Group = Literal["seats", "items", "bans", "variants"]
EVERY: tuple[Group, ...] = ("seats", "bans", "items", "variants")
Asked = Group | Topic
"""What is judged: a group of figures, or one of them."""
Kind = Literal["seat", "ban", "copy", "offered", "difference", "figure"]
KINDS: Mapping[tuple[str, str], tuple[Group, Kind]] = {
    ("seat", "win share"): ("seats", "seat"),
    ("item", "win share per copy offered"): ("items", "offered"),
}
"""Of what group a figure is and what it is called in it."""
NAMED: tuple[None, Kind] = None, "figure"
"""All others are judged where they are named."""
UP, DOWN = (v.MORE, v.MORE_OPEN), (v.LESS, v.LESS_OPEN)


@dataclass(frozen=True)
class Subject:
    """What is judged: the same on all rungs."""

    kind: Kind
    variant: str | None
    players: int
    about: About | Literal["ban", "copy"]
    of: str | None
    figure: str
    name: str
    is_share: bool
    tolerance: float
    part: str | None = None

    @property
    def family(self) -> tuple[str, ...]:
        """What it is corrected together with, over all rungs."""
        return self.kind, self.about, self.figure


@dataclass(frozen=True, kw_only=True)
class StepUp:
    """One player of a rung among players of the rung below."""

    players: int
    """number of players"""
    deals: int
    """deals, each with a line-up drawn again and played in all rotations, without any ban; their seed is another than the rungs'"""
    even_share: float
    """1 / players"""
    share: Share
    """its win share"""
    verdict: v.Verdict | None
    """whether it is stronger (`more`) or weaker (`less`) for certain, Holm's correction over all steps of the ladder"""


@dataclass(frozen=True, kw_only=True)
class RungResult:
    """Players who took all seats."""

    rung: str
    """its name"""
    strategies: tuple[str, ...]
    """who they are"""
    weights: tuple[float, ...]
    """part of the seats each of them has"""
    tables: str
    """how they are seated: mixed, mirror or drawn"""
    players: tuple[int, ...]
    """numbers of players they were asked with"""
    deals: int
    """deals of each number of players and variant, the first ones of the same list on every rung"""
    games: int
    """games in all"""
    steps: tuple[StepUp, ...]
    """how strong they are, for each number of players; none for the weakest rung, and where a Python strategy plays"""


@dataclass(frozen=True, kw_only=True)
class OnRung:
    """A figure with the players of one rung."""

    rung: str
    """name of the rung"""
    value: Interval
    """the effect: of a win share its distance from the even share; of what cannot be even the figure itself; null where there is none"""
    test: v.TestResult
    change: Interval | None = None
    """what the figure's `judge` has more; not given for the judge and rungs above it, nor where one of the two is not known"""
    paired_by: Literal["batch", "nothing"] | None = None
    """whether the luck of shared deals is known and taken off the change (`batch`); with `nothing` the two count as independent"""
    saved: float | None = None
    """how many times the deals two independent rungs would take for the same interval of the change; not given with `nothing`"""
    p_change_holm: float | None = None
    """p-value of "the judge has the same", after Holm's correction over all figures of the kind and all rungs"""
    word: Word | None = None
    """what becomes of this rung's verdict with the judge; not given for the judge and rungs above it"""


@dataclass(frozen=True, kw_only=True)
class LadderFigure:
    """A figure, and what becomes of it from rung to rung."""

    variant: str | None = None
    """name of the variant; only when the config has variants"""
    players: int
    """number of players"""
    kind: Kind
    """`seat`: win share of a seat or place; `ban`: what a ban does to its win share; `copy`: where items are banned in turn, what is lost
    with each copy used less the median of the kind; `offered`: win share per copy offered; `difference`: what a variant changes; `figure`:
    any other, asked for by its name"""
    about: Literal["games", "strategy", "seat", "item", "ban", "copy"]
    """whose figure it is"""
    of: str | None
    """the seat or place, the item's id, or who may not have what; null for all games"""
    name: str
    """the figure as a reader knows it: with the item's name"""
    figure: str
    """which figure, as in `differences` of a run's summary, or by its name"""
    part: str | None = None
    """of points the category, of what is held the kind; as in `differences`"""
    unit: Literal["share", "number"]
    """what it is counted in: a difference of shares, or a number of rounds, points or copies"""
    tolerance: float
    """distance from no effect that counts as none"""
    judge: str
    """the strongest rung that decides what becomes of a weaker one's verdict, by which all are judged; the last if none does"""
    word: Word
    """the gravest of what becomes of the verdicts of weaker rungs"""
    weaker: str | None
    """the rung that this is about: the strongest below the judge, of what persists the weakest; null where it is not yet known"""
    since: str | None
    """weakest rung from which on all up to the judge say what it says; null where it does not know"""
    rungs: tuple[OnRung, ...]
    """from the weakest to the strongest"""

    @property
    def top(self) -> OnRung:
        """The strongest rung that can decide."""
        return self.on(self.judge)

    def on(self, rung: str | None) -> OnRung:
        """The figure on a rung."""
        return next(one for one in self.rungs if one.rung == rung)


@dataclass(frozen=True, kw_only=True)
class Ladder(Played):
    """The verdicts of a config with players of growing strength."""

    SAID: ClassVar = answered("command", "the answer in words")
    level: float = field(default=LEVEL, metadata={"after": "tolerance"})
    """confidence level of the intervals"""
    rungs: tuple[RungResult, ...]
    """the players, from the weakest to the strongest as they were named"""
    missing: tuple[str, ...]
    """usual rungs that were left out, and why"""
    figures: tuple[LadderFigure, ...]
    """what reverses first, then what fades, appears, persists and is not yet known"""
    command: str
    """the command that makes it again"""


def steps_up(wins: Sequence[Mapping[int, Ints]]) -> list[tuple[StepUp, ...]]:
    """How strong each rung is from what one of its players won among those of the rung below, by number of players: sixtieths by deal."""
    rows = [[(n, won, share_ratio(share_row(won, n))) for n, won in one.items()] for one in wins]
    tests = iter(v.decide([v.Hypothesis(share, 1.0 / n, 0.0, len(won)) for row in rows for n, won, share in row]))

    def step(players: int, deals: int, share: Estimate) -> StepUp:
        even = round(1.0 / players, DIGITS)
        return StepUp(players=players, deals=deals, even_share=even, share=_bounds(share), verdict=next(tests).verdict)

    return [tuple(step(n, len(won), share) for n, won, share in row) for row in rows]


Cells = Mapping[str, Sequence[CellTally]]
"""What was counted, by rung."""


def subjects(cell: CellTally, tolerance: float, asked: Sequence[Asked], kinds: Sequence[str]) -> Iterator[tuple[Subject, v.Hypothesis]]:
    """The figures of a cell that are judged, each with its effect as a hypothesis; of items those of some kinds, all if none is named."""
    if "bans" in asked and cell.lost_per_copy is None:
        names = {item.id: item.name for item in cell.items}
        for player, one in zip(cell.banned, ban_hypotheses(cell, tolerance), strict=True):
            who = f"{player} {', '.join(_restricted(cell, player, names))}"
            where = cell.variant or None
            yield Subject("ban", where, cell.players, "ban", who, "win share", who, is_share=True, tolerance=tolerance), one
    yield from _values(cell, tolerance, asked, kinds)
    for found in compared(cell, tolerance):
        if found.topic in asked or ("variants" in asked and not cell.banned and _is_of_variants(found.topic)):
            yield _subject(cell, "difference", found.topic, tolerance), found.hypothesis


def copy_subjects(cells: Sequence[CellTally], tolerance: Tolerance, asked: Sequence[Asked]) -> Iterator[tuple[Subject, v.Hypothesis]]:
    """What a copy of each item is worth beyond the middle of its kind, where a run denies them in turn.

    It is measured between two games of the same deals: of the luck that rungs share next to nothing is left in it.
    """
    names = {item.id: item.name for cell in cells for item in cell.items}
    for one in worths(cells, tolerance.at) if "bans" in asked else ():
        limit = one.among.tolerance
        yield Subject("copy", None, one.players, "copy", one.item, BEYOND, names[one.item], is_share=True, tolerance=limit), one.among


def _is_of_variants(topic: Topic) -> bool:
    """Strategies are others on every rung, and points by category are left to the run."""
    return topic.about != "strategy" and topic.part is None and not topic.row.is_quiet


def _restricted(cell: CellTally, player: str, names: Mapping[str, str]) -> Iterator[str]:
    """`without Knight`, `dealt Knight`, `given Noble`, `blind to rivals`: what holds of a player; names: of items by id."""
    bans, grants, sights, musts, swaps = cell.restrictions.of(player)
    if bans:
        yield f"without {', '.join(names[item] for item in bans)}"
    if musts:
        yield f"made to take {', '.join(names[item] for item in musts)}"
    if swaps:
        yield f"dealt {', '.join(names[item] for item in swaps)}"
    if grants:
        yield f"given {', '.join(names[item] for item in grants)}"
    if sights:
        yield f"blind to {', '.join(sights)}"


def _subject(cell: CellTally, kind: Kind, topic: Topic, tolerance: float) -> Subject:
    name = next((item.name for item in cell.items if item.id == topic.of), topic.of) if topic.about == "item" else topic.of
    is_share, owner = topic.row.is_share, (cast(About, topic.about), topic.of, topic.figure, name or topic.figure)
    return Subject(kind, cell.variant or None, cell.players, *owner, is_share, band(topic, tolerance), topic.part)


def _values(cell: CellTally, tolerance: float, asked: Sequence[Asked], kinds: Sequence[str]) -> Iterator[tuple[Subject, v.Hypothesis]]:
    """Figures of the games themselves, less what is even. Seats are judged in each variant, all others in the base alone."""
    for topic, at in placed(cell):
        group, kind = KINDS.get((topic.about, topic.figure), NAMED)
        if topic not in asked and (group not in asked or (group == "items" and not _is_judged(cell.items[at[0]], kinds))):
            continue
        if (topic.about == "seat" and cell.restricts_seats) or (group != "seats" and (cell.base is not None or cell.restrictions)):
            continue
        source, limit = topic.row.source, band(topic, tolerance)
        assert source is not None
        one = v.Hypothesis(source.judged(cell, at), topic.row.even_in(cell), limit, cell.deals, source.unended(cell, at))
        yield _subject(cell, kind, topic, tolerance), one


def _is_judged(item: ItemLike, kinds: Sequence[str]) -> bool:
    return item.role == COMPONENT and (not kinds or item.kind in kinds)


def lucks_of(
    cells: Sequence[CellTally], units: Iterable[Sequence[TallyParts]], tolerance: Tolerance, asked: Sequence[Asked], kinds: Sequence[str]
) -> dict[Hashable, Luck]:
    """What each unit of the first deals of a rung adds to its figures; `units`: for each the counts of all cells."""

    def figures(cell: CellTally) -> Iterator[tuple[Subject, float | None]]:
        return ((subject, one.estimate.value) for subject, one in subjects(cell, tolerance.at(cell.players), asked, kinds))

    return luck_of(cells, units, figures)


def ladder_figures(
    rungs: Sequence[str],
    cells: Cells,
    tolerance: Tolerance,
    asked: Sequence[Asked] = EVERY,
    kinds: Sequence[str] = (),
    lucks: Lucks = MappingProxyType({}),
) -> tuple[LadderFigure, ...]:
    """The figures of all rungs, the weakest rung first, with what becomes of them. Figures that no rung decides are left out.

    lucks: of each rung what `lucks_of` finds; rungs without count as independent.
    """
    found: dict[Subject, dict[str, v.Hypothesis]] = {}
    for rung in rungs:
        for cell in cells[rung]:
            for subject, hypothesis in subjects(cell, tolerance.at(cell.players), asked, kinds):
                found.setdefault(subject, {})[rung] = hypothesis
        for subject, hypothesis in copy_subjects(cells[rung], tolerance, asked):
            found.setdefault(subject, {})[rung] = hypothesis
    told = {subject: on for subject, on in found.items() if any(one.estimate.value is not None for one in on.values())}
    tests = _by_family({(subject, rung): one for subject, on in told.items() for rung, one in on.items()}, v.decide)

    def moved(subject: Subject, top: str, weaker: str) -> Change:
        on, (own, others) = told[subject], (lucks.get(rung, {}).get(subject) for rung in (top, weaker))
        return change(on[top].estimate, on[weaker].estimate, own, others)

    judges = {
        subject: judge_of({rung: tests[subject, rung].verdict for rung in on}, partial(moved, subject)) for subject, on in told.items()
    }
    more = {
        (subject, rung): moved(subject, judges[subject], rung) for subject, on in told.items() for rung in below(list(on), judges[subject])
    }
    ps = _by_family(more, lambda changes: v.holm([p_value(one.estimate, 0.0) for one in changes]))
    changes = {key: (one, ps[key]) for key, one in more.items()}
    made = [_figure(subject, on, judges[subject], tests, changes) for subject, on in told.items()]
    return tuple(sorted(made, key=lambda figure: _rank(figure, rungs)))


A = TypeVar("A")
B = TypeVar("B")
Tests = Mapping[tuple[Subject, str], v.TestResult]
Changes = Mapping[tuple[Subject, str], tuple[Change, float | None]]


def _by_family(rows: Mapping[tuple[Subject, str], A], judged: Callable[[list[A]], Sequence[B]]) -> dict[tuple[Subject, str], B]:
    """What is judged of subjects on rungs; a family is a kind of figure over all rungs, variants and numbers of players."""
    families = grouped((subject.family, (subject, rung)) for subject, rung in rows)
    return {key: one for keys in families.values() for key, one in zip(keys, judged([rows[key] for key in keys]), strict=True)}


def judge_of(rungs: Mapping[str, v.Verdict | None], moved: Callable[[str, str], Change]) -> str:
    """The strongest rung that decides what becomes of a weaker one's verdict; the last if none does. moved: what it has more."""
    named = list(rungs)
    for i, rung in reversed(list(enumerate(named))):
        if any(_tells(rungs[rung], rungs[weaker], moved(rung, weaker).estimate, i) for weaker in named[:i]):
            return rung
    return named[-1]


def _tells(top: v.Verdict | None, weaker: v.Verdict | None, more: Estimate, n: int) -> bool:
    """Whether a rung gives the verdict of one of `n` weaker ones a word. What is less is corrected for these alone, less strictly than the
    word itself, so that no rung is passed over that contradicts."""
    is_sure, shift = (p_value(more, 0.0) or 0.0) * n < 1.0 - LEVEL and bool(more.se), more.value or 0.0
    is_smaller = is_sure and ((weaker in UP and shift < 0.0) or (weaker in DOWN and shift > 0.0))
    return word_of(weaker, top, is_smaller=is_smaller) != OPEN


def below(rungs: Sequence[str], judge: str) -> Sequence[str]:
    """The rungs weaker than one."""
    return rungs[: rungs.index(judge)]


def word_of(weaker: v.Verdict | None, judge: v.Verdict | None, *, is_smaller: bool) -> Word:
    """What becomes of a weaker rung's verdict; `is_smaller`: the effect is certainly less far in the direction that the weaker one has."""
    if weaker is None or judge is None or weaker == v.UNKNOWN:
        return OPEN
    if weaker == v.EVEN:
        return PERSISTS if judge == v.EVEN else APPEARS if judge in v.UNEVEN else OPEN
    same, opposite = (UP, DOWN) if weaker in UP else (DOWN, UP)
    if judge in opposite:
        return REVERSES
    if judge in same and (judge in v.UNEVEN or (weaker in v.SIZE_OPEN and not is_smaller)):
        return PERSISTS
    return FADES if is_smaller or (judge == v.EVEN and weaker in v.UNEVEN) else OPEN


def _figure(subject: Subject, on: Mapping[str, v.Hypothesis], top: str, tests: Tests, changes: Changes) -> LadderFigure:
    rungs = tuple(_on_rung(subject, rung, top, on[rung], tests, changes) for rung in on)
    words = [one.word for one in rungs if one.word is not None]
    word: Word = next((word for word in GRAVITY if word in words), OPEN)
    having = [one.rung for one in rungs if one.word == word]
    weaker = None if word == OPEN else having[0 if word == PERSISTS else -1]
    return LadderFigure(
        variant=subject.variant,
        players=subject.players,
        kind=subject.kind,
        about=subject.about,
        of=subject.of,
        name=subject.name,
        figure=subject.figure,
        part=subject.part,
        unit="share" if subject.is_share else "number",
        tolerance=round(subject.tolerance, DIGITS),
        judge=top,
        word=word,
        weaker=weaker,
        since=_since(rungs, top),
        rungs=rungs,
    )


def _on_rung(subject: Subject, rung: str, top: str, one: v.Hypothesis, tests: Tests, changes: Changes) -> OnRung:
    test = tests[subject, rung]
    value = _bounds(one.estimate, one.even)
    if (subject, rung) not in changes:
        return OnRung(rung=rung, value=value, test=test)
    more, p = changes[subject, rung]
    shift = more.estimate.value or 0.0
    is_sure = p is not None and p < 1.0 - LEVEL
    is_smaller = is_sure and ((test.verdict in UP and shift < 0.0) or (test.verdict in DOWN and shift > 0.0))
    word = word_of(test.verdict, tests[subject, top].verdict, is_smaller=is_smaller)
    is_known = more.estimate.value is not None
    return OnRung(
        rung=rung,
        value=value,
        test=test,
        change=_bounds(more.estimate) if is_known else None,
        paired_by=("batch" if more.saved else "nothing") if is_known else None,
        saved=tidy(more.saved, P_DIGITS),
        p_change_holm=tidy(p, P_DIGITS),
        word=word,
    )


def _bounds(estimate: Estimate, less: float = 0.0) -> Interval:
    low, high = interval(estimate)
    return Interval(low, estimate.value, high).each(lambda bound: round(bound - less, DIGITS))


def _since(rungs: Sequence[OnRung], judge: str) -> str | None:
    """The weakest rung from which on all up to the judge have its direction, or all are even as it is."""
    *told, top = rungs[: [one.rung for one in rungs].index(judge) + 1]
    alike = next((group for group in (UP, DOWN, (v.EVEN,)) if top.test.verdict in group), None)
    if alike is None:
        return None
    since = judge
    for one in reversed(told):
        if one.test.verdict not in alike:
            break
        since = one.rung
    return since


def _rank(figure: LadderFigure, rungs: Sequence[str]) -> tuple[int, int, int, float]:
    """Gravest first, of these what is about the strongest rung, then by number of players, then the largest with the strongest players or
    those that it is about."""
    sizes = [abs(one.value.value or 0.0) for one in figure.rungs if one.rung in (figure.weaker, figure.top.rung)]
    scale = 1.0 if figure.unit == "share" else 1e-9  # points of a score are no shares: they come last of their word
    place = 0 if figure.weaker is None or figure.word == PERSISTS else -rungs.index(figure.weaker)
    return GRAVITY.index(figure.word), place, figure.players, -scale * max(sizes)
