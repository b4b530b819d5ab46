"""Every question of docs/questions.md is asked with few deals; what comes back speaks of what was asked."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import questions as tool

from tests.cli.project import ROOT, Project

PAGE = (ROOT / "docs" / "questions.md").read_text("utf-8")
ASKED = {question.number: question for question in tool.questions(PAGE)}
FEW = {15: "40", 31: "2", 6: "60", 27: "2", 33: "2", 37: "2", 9: "8", 32: "8"}
"""Deals of a question where six would take long, or tell nothing."""
SEARCHED = {16: "9000", 17: "0.003"}
"""Games of a search, and minutes of a rung."""
SPEAKS_OF = {
    1: r"to move|No place",
    2: r"denier|No plan is certain to beat|beats",
    3: r"[Kk]night",
    4: r"dice back at once|Nobody's chances",
    5: r"called even within 1 point, nine times in ten, after at most so many deals: \d",
    6: r"alchemist",
    7: r"comeback of the \d+ games .* behind after decision",
    8: r"> pick \w+ +score .* chance .* x ",
    9: r"(A|Every) game takes .* rounds",
    10: r"another-field",
    11: r"[Bb]ans",
    12: r"5e6f7a8b",
    13: r"denier",
    14: r"scores most|No plan is certain to score more",
    15: r"Look-ahead|look-ahead",
    16: r"cheap monopolies tuned",
    17: r"verdicts?|of any figure",
    18: r"winning score",
    19: r"in play (came|never)|came up",
    20: r"targets? (is|are)|seat 1",
    21: r"These figures come from these rules and players",
    22: r"guild|Alchemist|Militia|worth",
    23: r"one knight more",
    24: r"[Ss]eat",
    25: r"[Ww]ith",
    26: r"variant|wins? too|value profile|equal steps",
    27: r"120 variants",
    28: r"tile|harbor|worth",
    29: r"place|to move",
    30: r"first game|random board|chances",
    31: r"craft card|worth",
    32: r"six metal dice",
    33: r"gather action|worth|seldom taken",
    34: r"Magic demanded",
    35: r"nobody uses it|Nobody's chances",
    36: r"[Ss]eat 1|bans",
    37: r"apprentice|worth",
    38: r"wins (more|less) often with|boards|these cards",
    39: r"board|wins (more|less) often with|these cards",
    40: r"nobody gets it: in .* of the games",
    41: r"instead of|variant|coin cards",
    42: r"comes? to a standstill|came to a standstill",
    43: r"ends as rated \w+ in \d",
    44: r"stores|chances",
}
"""What the answer to each question names."""


def test_all_questions_stand_in_their_order_with_an_answer() -> None:
    assert list(ASKED) == list(range(1, len(ASKED) + 1)) == list(SPEAKS_OF)
    for question in ASKED.values():
        answer = PAGE[question.start : question.end].strip()
        assert answer.startswith("> "), question.text
        assert re.search(SPEAKS_OF[question.number], answer, re.IGNORECASE), answer


@pytest.mark.parametrize("number", ASKED, ids=lambda n: f"{n} {ASKED[n].text[:40]}")
def test_a_question_is_answered_with_few_deals(project: Project, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(project.folder)
    for place in ("report.page", "studies.result"):  # other tests draw pages
        monkeypatch.setattr(f"simcli.{place}.rendered", lambda _: "")
    question = ASKED[number]
    if question.config:
        project.write(question.file, question.config)
    if number == 12:
        for name, copies in (("1a2b3c4d", 11), ("5e6f7a8b", 12)):
            shutil.rmtree(project.folder / "reports" / f"seats-{name}", ignore_errors=True)
            change = f"patch.guilds.knight.copies={copies}"
            project.here("run", "guildes/seats", "--set", change, "--deals", 6, "--out", f"reports/seats-{name}")
    for command in question.commands:
        small = {"--deals": FEW.get(number, "6"), "--budget": SEARCHED.get(number, "")}
        words = [small.get(before, word) for before, word in zip(("", *command), command, strict=False)]
        shown = project.here(*words[1:])
        assert shown.code in tool.ENDS.get(command[1], (0,)), shown.err
    answer = tool.answer_of(shown.out, shown.err, question.commands[-1])
    assert re.search(SPEAKS_OF[number], answer, re.IGNORECASE), answer
