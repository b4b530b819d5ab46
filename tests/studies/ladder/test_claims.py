"""The answer of a ladder: yes or no, about what, and the rows it is made of."""

from __future__ import annotations

from dataclasses import replace

import pytest

import simcli
from simcli.report.rows import pictures, tables
from simcli.stats.bounds import Interval
from simcli.stats.records import Tolerance
from simcli.stats.verdicts import EVEN, MORE, TestResult
from simcli.studies.ladder.claims import answer
from simcli.studies.ladder.estimate import APPEARS, FADES, OPEN, PERSISTS, REVERSES, Kind, Ladder, LadderFigure, OnRung, RungResult, Word
from tests.cli.project import Project
from tests.report.limits import held
from tests.studies.ladder.test_command import ONE_TURN
from tests.studies.test_answer_rows import faults_of

RUNGS = ("random", "balanced", "search-5")
TEST = TestResult(0.001, 0.001, MORE, None, None, None)


def figure(
    name: str, word: Word = PERSISTS, kind: Kind = "offered", players: int = 4, judge: str = "search-5", **rest: object
) -> LadderFigure:
    is_open = word == OPEN
    change = Interval(-0.01, 0.01, 0.03)
    on = [OnRung(rung=rung, value=Interval(0.01, 0.02, 0.03), test=TEST, change=change, word=word) for rung in RUNGS]
    on = [
        one if one.rung != judge else OnRung(rung=judge, value=Interval(0.02, 0.03, 0.04), test=replace(TEST, verdict=EVEN)) for one in on
    ]
    made = {"about": "seat" if kind == "seat" else "item", "of": name, "figure": "win share", "unit": "share", "tolerance": 0.01}
    own = {"judge": judge, "word": word, "weaker": None if is_open else "random", "since": None, "rungs": tuple(on)}
    return LadderFigure(**{"players": players, "kind": kind, "name": name, **made, **own, **rest})  # type: ignore[arg-type]


def ladder_of(*figures: LadderFigure) -> Ladder:
    rungs = [
        RungResult(rung=rung, strategies=(rung,), weights=(1.0,), tables="mirror", players=(4,), deals=9, games=9, steps=())
        for rung in RUNGS
    ]
    played = {"game": "pig", "title": "Pig", "identity": "x", "seed": 1, "tolerance": Tolerance(0.04, of_even=True)}
    return Ladder(**played, rungs=tuple(rungs), missing=(), figures=figures, command="simcli ladder pig")  # type: ignore[arg-type]


SEATS = [figure(f"seat {n}", kind="seat") for n in (1, 2, 3, 4)]
ITEMS = [figure("Knight"), figure("Noble")]
TURNED, FADED = figure("Alchemist", REVERSES), figure("Cleric", FADES)
FIRST = "seat 1"


@pytest.mark.parametrize(
    ("figures", "claim", "first"),
    [
        ([*ITEMS, *SEATS], "Yes, all 6 clear verdicts hold with the strongest players.", FIRST),
        (ITEMS[:1], "Yes, the one clear verdict holds with the strongest players.", "Knight"),
        (ITEMS, "Yes, both clear verdicts hold with the strongest players.", "Knight"),
        ([TURNED], "No: Alchemist turns round with the strongest players.", "Alchemist"),
        ([figure("Knight", judge="balanced")], "Yes, the one clear verdict holds up to balanced.", "Knight"),
        ([TURNED, FADED, *ITEMS], "No: 2 of 4 clear verdicts hold; Alchemist turns round.", "Alchemist"),
        (
            [TURNED, FADED, *ITEMS, *SEATS],
            "No: 6 of 8 clear verdicts hold, those on seats among them; Alchemist turns round.",
            "Alchemist",
        ),
        (
            [TURNED, *ITEMS, *SEATS[1:], figure("seat 1", FADES, "seat")],
            "No: 5 of 7 clear verdicts hold; seat 1 fades, Alchemist turns round.",
            FIRST,
        ),
        ([FADED, figure("Noble", FADES)], "No: none of 2 clear verdicts holds; Cleric and Noble fade.", "Cleric"),
        (
            [figure(name, APPEARS) for name in ("Noble", "Knight", "Cleric", "Citizen")],
            "No: none of 4 clear verdicts holds; Noble, Knight and two more appear.",
            "Noble",
        ),
        (
            [TURNED, *ITEMS, figure("Alchemist", PERSISTS, players=3)],
            "No: 3 of 4 clear verdicts hold; Alchemist turns round with four players.",
            "Alchemist",
        ),
        ([figure("Knight", OPEN)], "It is unclear which verdicts hold with stronger players.", "Knight"),
    ],
)
def test_yes_or_no_is_about_what_was_asked(figures: list[LadderFigure], claim: str, first: str) -> None:
    said = held(answer(ladder_of(*figures)))
    assert (said.claim, said.rows[0].subject) == (claim, first)
    assert list(faults_of(said)) == []
    assert len(said.rows) == len(figures)


def test_a_row_goes_from_the_weaker_players_to_the_judge_on_the_same_deals() -> None:
    (row,) = answer(ladder_of(TURNED)).rows
    assert (row.base, row.now, row.says) == ("random", "search-5", "turns round")
    assert row.usual.value == pytest.approx(0.02)
    assert tuple(row.value) == pytest.approx((0.01, 0.03, 0.05))
    (chart,), (view,) = pictures([row]), tables([row])
    assert chart.before == "random"
    assert "Bar: random. Mark: search-5, with the 95 % interval of the change on the same deals." in chart.caption
    assert [column.title for column in view.columns][:4] == ["Figure", "random", "search-5", "Difference"]


def test_two_figures_of_one_name_are_told_apart() -> None:
    rows = answer(ladder_of(figure("Knight"), figure("Knight", kind="copy"))).rows
    assert [row.subject for row in rows] == ["Knight, offered", "Knight, a copy"]


@pytest.mark.parametrize("about", [None, "winning score", "seats"])
@pytest.mark.parametrize("deals", [20, 4000])
def test_what_the_answer_of_a_ladder_names_is_drawn_listed_and_counted(project: Project, about: str | None, deals: int) -> None:
    project.write("turn.yaml", ONE_TURN)
    found = simcli.ladder("turn.yaml", ["random", "hold_at_20", "hold_at_25"], about=about, deals=deals)
    assert list(faults_of(found.answer, [row.subject for row in found.answer.rows])) == []
    assert len(found.answer.rows) == len(found.results.figures) > 0
    page = found.page()
    assert page.question == "Do the verdicts hold with stronger players?"
    assert page.shown[0].charts == pictures(found.answer.rows)
    assert [row["subject"] for row in found.summary["answer_rows"]] == [row.subject for row in found.answer.rows]


@pytest.mark.parametrize("more", ["every: {blind: all}\n", "variants: {as it is: {}, further: {patch: {setup: {goal: 70}}}}\n"])
def test_restrictions_and_variants_too(project: Project, more: str) -> None:
    project.write("more.yaml", ONE_TURN.replace("report: {about: seats}\n", more))
    found = simcli.ladder("more.yaml", ["random", "hold_at_20"], deals=400)
    assert list(faults_of(found.answer, [row.subject for row in found.answer.rows])) == []
    assert len(found.answer.rows) == len(found.results.figures) > 0


def test_guildes_with_few_deals_is_about_its_seats_first() -> None:
    found = simcli.ladder("guildes/seats", ["random", "balanced"], players=4, budget=0.005)
    assert list(faults_of(found.answer, [row.subject for row in found.answer.rows])) == []
    named = {row.subject for row in found.answer.rows if row.subject in found.answer.claim}
    rest = [row.subject.startswith("seat ") for row in found.answer.rows if row.subject not in named]
    assert rest == sorted(rest, reverse=True)
