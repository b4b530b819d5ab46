"""The commands of the README, typed from top to bottom in an empty folder; those of docs/own-game.md: tests/test_own_game.py."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest

from tests.cli.docs_text import ROOT
from tests.cli.project import Project

README = (ROOT / "README.md").read_text("utf-8")
LINES = [line.strip() for line in re.findall(r"(?m)^ {4}(\S.*)$", re.sub(r"(?ms)^```.*?^```$", "", README))]
TYPED = [line for line in LINES if line.startswith(("simcli ", "echo "))]
PLAYED = ("run", "whatif", "cards", "matchups", "sensitivity", "fix", "coverage", "feel")
FEW = {"fix": "20", "cards": "20"}
SMALL = {
    "tune": ["--budget", "1000", "--candidates", "4", "--deals", "10", "--fresh", "100"],
    "league": ["--budget", "9000", "--rounds", "1", "--deals", "100"],
    "ladder": ["--rungs", "random:100,balanced:100"],
}
"""What is laid over the page's words so that they take seconds: fewer deals, a smaller search, and measures of their own left out."""


def scaled(words: list[str]) -> list[str]:
    """A command line with few deals."""
    verb = words[0]
    if verb in SMALL:
        return [*words, *SMALL[verb]]
    if verb in PLAYED:
        words = [word if word != "reply,feel" else "feel" for word in words]
        return [*words, "--deals", FEW.get(verb, "6")]
    return words


def test_every_command_of_the_readme_can_be_typed_in_its_order(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each makes what the next one names; nothing is there before, and no command says anything of what it has just written."""
    empty = project.folder / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    monkeypatch.setattr("simcli.studies.run.page.write_page", lambda run, *_: run / "report.html")  # other tests draw pages
    assert len(TYPED) > 20
    for line in TYPED:
        if line.startswith("echo "):
            subprocess.run(line, shell=True, check=True)
            continue
        words = scaled(shlex.split(line, comments=True)[1:])
        done = project.here(*words)
        allowed = {0, 1, 3} if words[0] in ("gate", "fix") else {0, 1} if words[0] == "coverage" else {0}
        assert done.code in allowed, f"{line}\n{done.err}"
        if words[0] == "check":
            assert done.err == ""
            monkeypatch.chdir(empty / words[1])
            assert project.here("check").err == ""
            monkeypatch.chdir(empty)
