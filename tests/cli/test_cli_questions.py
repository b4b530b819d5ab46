"""Every question of docs/questions.md is asked with few deals; what comes back speaks of what was asked."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import questions as tool

from tests.cli.docs_text import ROOT
from tests.cli.project import Project

PAGE = (ROOT / "docs" / "questions.md").read_text("utf-8")
ASKED = {question.number: question for question in tool.questions(PAGE)}
FEW = {6: "400", 17: "2", 22: "2", 25: "2", 9: "8", 21: "8"}
"""Deals of a question where six would take long, or tell nothing."""
SPEAKS_OF = {
    1: r"to move|places in turn order",
    2: r"denier|no plan beats",
    3: r"knight copies 12 changes against as it is",
    4: r"dice back at once changes against docks once",
    5: r"called even within 1 point, nine times in ten, after at most so many deals: \d",
    6: r"tem alchemist( is)? even",
    7: r"comeback of the \d+ games .* behind after decision",
    8: r"> pick \w+ +score .* chance .* x ",
    9: r"the deal decides .*of who wins",
    10: r"another-field changes against one-field",
    11: r"What bans changes against as it is",
    12: r"5e6f7a8b changes against seats-1a2b3c4d",
    13: r"guilds|Alchemist|Militia",
    14: r"changes against",
    15: r"[Ss]eat",
    16: r"[Ww]hat with changes against without",
    17: r"of 120 variants|the 120 variants",
    18: r"tiles|loses win share|worth most",
    19: r"places in turn order|to move",
    20: r"wins more|no number of deals|stolen",
    21: r"six metal dice changes against five metal dice",
    22: r"gather actions|may not take",
    23: r"nobody uses it changes against as printed",
    24: r"[Bb]an",
    25: r"apprentices|may not take",
    26: r"With 2 players.*With 4 players.*With 6 players|Not yet known",
    27: r"Coins paid for the King's Statue: \d",
    28: r"coin cards sell for 1 changes against as printed",
    29: r"came to a standstill",
    30: r"Of the games of \w+: rated recruit \d",
}
"""What the answer to each question names."""


def test_all_thirty_questions_stand_in_their_order_with_an_answer() -> None:
    assert list(ASKED) == list(range(1, 31)) == list(SPEAKS_OF)
    for question in ASKED.values():
        answer = PAGE[question.start : question.end].strip()
        assert answer.startswith("> "), question.text
        assert re.search(SPEAKS_OF[question.number], answer), answer


@pytest.mark.parametrize("number", ASKED, ids=lambda n: f"{n} {ASKED[n].text[:40]}")
def test_a_question_is_answered_with_few_deals(project: Project, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(project.folder)
    monkeypatch.setattr("simcli.studies.run.page.write_page", lambda run, *_: run / "report.html")  # other tests draw pages
    question = ASKED[number]
    if question.config:
        project.write("house-rules.yaml", question.config)
    if number == 12:
        for name, copies in (("1a2b3c4d", 11), ("5e6f7a8b", 12)):
            shutil.rmtree(project.folder / "reports" / f"seats-{name}", ignore_errors=True)
            change = f"patch.guilds.knight.copies={copies}"
            project.here("run", "guildes/seats", "--set", change, "--deals", 6, "--out", f"reports/seats-{name}")
    for command in question.commands:
        words = [FEW.get(number, "6") if before == "--deals" else word for before, word in zip(("", *command), command, strict=False)]
        shown = project.here(*words[1:])
        assert shown.code == 0 or (command[1] == "fix" and shown.code in (1, 3)), shown.err
    answer = tool.answer_of(shown.out, shown.err, question.commands[-1])
    assert re.search(SPEAKS_OF[number], answer), answer
