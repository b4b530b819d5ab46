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
FEW = {6: "400", 17: "2", 22: "2", 25: "2", 9: "8", 21: "8"}
"""Deals of a question where six would take long, or tell nothing."""
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
    13: r"guild|Alchemist|Militia|worth",
    14: r"one knight more",
    15: r"[Ss]eat",
    16: r"[Ww]ith",
    17: r"of 120 variants",
    18: r"tile|harbor|worth",
    19: r"place|to move",
    20: r"helps a player|harms a player|What cards are worth",
    21: r"six metal dice",
    22: r"gather action|worth",
    23: r"nobody uses it|Nobody's chances",
    24: r"[Ss]eat 1|bans",
    25: r"apprentice|worth",
    26: r"board|wins (more|less) often with|these cards",
    27: r"Coins (paid|bid) for the King's Statue: ",
    28: r"instead of|variant|coin cards",
    29: r"comes? to a standstill|came to a standstill",
    30: r"ends as rated \w+ in \d",
}
"""What the answer to each question names."""


def test_all_thirty_questions_stand_in_their_order_with_an_answer() -> None:
    assert list(ASKED) == list(range(1, 31)) == list(SPEAKS_OF)
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
    assert re.search(SPEAKS_OF[number], answer, re.IGNORECASE), answer
