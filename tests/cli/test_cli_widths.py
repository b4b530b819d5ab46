"""What every study prints at 60, 80 and 120 columns: nothing beyond the width, and every name with all its letters."""

from __future__ import annotations

import re

import pytest

from tests.cli.project import Project

WIDTHS = (60, 80, 120)
SHORT = ("--deals", "40")
CONFIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 40\ntolerance: 2 %\npatch: {setup: {goal: 20, max_rounds: 3}}\n"
LONG = "a die whose six is worth a little more than before"
VARIANTS = f"{CONFIG}variants: {{as it is: {{}}, {LONG}: {{patch: {{die: {{six: {{points: 8}}}}}}}}}}\n"
STUDIES = {
    "run": (("run", "turn.yaml", *SHORT), ("hold_at_20", "random")),
    "run of variants": (("run", "variants.yaml", *SHORT), (LONG, "as it is")),
    "whatif": (("whatif", "turn.yaml", "--set", "patch.die.six.points=+2", *SHORT), ("hold_at_20", "random")),
    "sensitivity": (("sensitivity", "turn.yaml", "die", "setup.goal", *SHORT), ("one points", "six points", "goal")),
    "fix": (
        ("fix", "turn.yaml", "--goal", "seat 1 even", "--by", "setup.goal,die.six.points", "--within", "6..21 by 5", *SHORT),
        ("seat 1",),
    ),
    "cards": (("cards", "guildes/cards", "guild", "--players", "3", "--deals", "20"), ("Fisherman", "Alchemist")),
    "matchups": (("matchups", "turn.yaml", *SHORT), ("hold_at_20", "random")),
    "ladder": (("ladder", "turn.yaml", "--rungs", "random:40,hold_at_20:40", "--budget", "0.001"), ("hold_at_20", "random")),
    "feel": (("feel", "turn.yaml", *SHORT), ()),
    "coverage": (("coverage", "turn.yaml", *SHORT), ("hold_at_20", "random")),
    "dry run": (("run", "variants.yaml", "--dry-run", *SHORT), (LONG,)),
    "numbers": (("games", "pig", "--numbers"), ("patch.die.three.points", "three points", "goal")),
}


def letters_in_order(name: str, lines: list[str]) -> bool:
    """Whether the parts of a name stand in one column of lines that follow each other, or in one line."""
    parts = [part for part in re.split(r"[ _.,=/]+", name) if part]
    at = 0
    text = "\n".join(lines)
    for part in parts:
        found = re.compile(rf"(?<!\w){re.escape(part)}|_{re.escape(part)}").search(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def tables_of(out: str, *, has_answer: bool) -> list[str]:
    """Lines of the tables. The answer, before the first empty line, the seats and the command below are lines of any length: a terminal
    folds them, and what is pasted is one line."""
    lines = out.splitlines()
    lines = lines[lines.index("") :] if has_answer else lines
    return [line for line in lines if not line.startswith(("Identity", "Seats: ", "simcli "))]


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_keeps_within_the_width_and_loses_no_name(study: str, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("turn.yaml", CONFIG)
    project.write("variants.yaml", VARIANTS)
    command, names = STUDIES[study]
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        shown = project.here(*command)
        assert shown.code in (0, 1, 3), shown.err
        lines = tables_of(shown.out, has_answer=command[0] != "games" and "--dry-run" not in command)
        assert max(map(len, lines)) <= width, [line for line in lines if len(line) > width]
        assert "…" not in shown.out
        for name in names:
            assert letters_in_order(name, lines), (width, name, shown.out)


def test_what_compare_prints_keeps_within_the_width(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("turn.yaml", CONFIG)
    assert project.here("run", "turn.yaml", *SHORT, "--out", "a").code == 0
    assert project.here("run", "turn.yaml", *SHORT, "--set", "patch.setup.goal=x1.5", "--out", "b").code == 0
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        shown = project.here("compare", "a", "b")
        assert shown.code == 0, shown.err
        assert max(map(len, tables_of(shown.out, has_answer=True))) <= width
        assert "…" not in shown.out
