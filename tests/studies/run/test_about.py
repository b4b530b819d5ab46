"""`simcli run --about`: the answer is about what was named, in place of the config's question, from the games that are there."""

from __future__ import annotations

import json

import pytest

from simcli.report.answer import Answer
from simcli.stats.answer_rows import AnswerRow, bare_test, even
from simcli.stats.bounds import Interval
from simcli.stats.verdicts import EVEN, LESS, MORE, UNKNOWN, Verdict
from simcli.studies.results import load
from simcli.studies.run.findings import yes_or_no
from tests.cli.project import Project, summary
from tests.studies.test_answer_rows import faults_of

RUN = ("run", "long.yaml", "--deals", 2000, "--out", "run")


def asked(project: Project, about: str) -> tuple[str, list[str]]:
    """The claim, and whom the rows are about."""
    shown = project.here(*RUN, "--about", about)
    assert shown.code == 0, shown.err
    found = load(project.folder / "run").answer
    assert shown.out.startswith(f"{found.claim}\n")
    assert list(faults_of(found, ["hold at 20", "random"])) == []
    return found.claim, list(dict.fromkeys(row.subject for row in found.rows))


def test_one_is_answered_about_by_its_name(project: Project) -> None:
    assert project.here(*RUN, "-q").code == 0
    played = project.read("run/batches.log")
    assert asked(project, "plan random") == ("Yes: random wins too rarely: 9.1 % instead of 50 %.", ["random"])
    assert asked(project, "strategy Hold at 20") == ("Yes: hold at 20 wins too often: 90.9 % instead of 50 %.", ["hold at 20"])
    claim, rows = asked(project, "seat 2")
    assert rows == ["seat 2"]
    assert "seat 2" in claim
    claim, rows = asked(project, "scores")
    assert claim.startswith("hold at 20 scores most: ")
    assert rows == ["hold at 20", "random"]
    assert project.read("run/batches.log") == played
    assert "Does seat 2 win" not in project.read("run/report.html").decode()
    data = summary(project, "run")
    assert (data["about"], "about_item" in data) == ("scores", False)
    assert json.loads(project.here("report", "run", "--format", "json").out)["about"] == "scores"


def test_the_page_about_scores_begins_with_how_they_are_spread(project: Project) -> None:
    asked(project, "scores")
    first = load(project.folder / "run").page().charts[0]
    assert (first.name, first.kind) == ("scores", "shapes")


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ("plan hold_at_21", "report.about: no strategy 'hold_at_21' plays here\n  hint: did you mean 'hold_at_20'?"),
        ("seat 3", "report.about: found seat '3', expected a number from 1 to 2"),
        ("seet 1", "report.about: found 'seet 1', expected a name behind plan, strategy, seat, place"),
        ("plns", "report.about: found the text 'plns', expected seats, strategies, items"),
    ],
)
def test_what_is_not_there_is_refused(project: Project, about: str, says: str) -> None:
    shown = project.here(*RUN, "--about", about)
    assert (shown.code, says in shown.err) == (2, True), shown.err
    assert not (project.folder / "run").exists()


def row(name: str, verdict: Verdict) -> AnswerRow:
    return AnswerRow(
        figure="win share",
        about="seat",
        subject=name,
        unit="share",
        value=Interval(0.3, 0.4, 0.5) if verdict == LESS else Interval(0.5, 0.6, 0.7),
        usual=even(0.5),
        tolerance=0.01,
        test=bare_test(verdict),
        says="",
    )


@pytest.mark.parametrize(
    ("question", "verdicts", "claim", "said"),
    [
        ("Does it matter where one sits?", (MORE, EVEN), "Seat 1 wins too often.", "Yes: seat 1 wins too often."),
        ("Does it matter where one sits?", (EVEN, EVEN), "No seat is better.", "No: no seat is better."),
        ("Does it matter where one sits?", (EVEN, UNKNOWN), "No seat is certain to.", "Unclear: no seat is certain to."),
        ("Does it change the game?", (MORE,), "With X, games are longer.", "Yes: with X, games are longer."),
        ("Does it change the game?", (UNKNOWN,), "It is unclear what it does.", "It is unclear what it does."),
        ("Is there one that wins more than an even share, and with how many players?", (EVEN, MORE), "Seat 2 wins.", "Yes: seat 2 wins."),
        (
            "Is there one that wins more than an even share?",
            (LESS, UNKNOWN),
            "Seat 1 wins too rarely.",
            "Unclear: no seat is certain to, but seat 1 wins too rarely.",
        ),
        ("Which seat matters most?", (MORE,), "Seat 1 wins too often.", "Seat 1 wins too often."),
        ("Does it matter, and what does it cost?", (MORE,), "Seat 1 wins too often.", "Seat 1 wins too often."),
        ("Are the seats fair?", (MORE,), "Seat 1 wins too often.", "Seat 1 wins too often."),
    ],
)
def test_yes_or_no_stands_before_the_answer_where_it_answers_the_question(
    question: str, verdicts: tuple[Verdict, ...], claim: str, said: str
) -> None:
    rows = [row(f"seat {i}", verdict) for i, verdict in enumerate(verdicts, 1)]
    assert yes_or_no(Answer(claim, rows=rows), question).claim == said
