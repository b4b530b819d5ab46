"""The commands of docs/tour.md, typed from top to bottom in an empty folder; those of docs/own-game.md: tests/test_own_game.py."""

from __future__ import annotations

import shlex
import subprocess
from functools import partialmethod

import pytest

from simcli.studies.league.estimate import Won
from tests.cli.docs_text import TYPED_IN_ORDER
from tests.cli.project import Project

PLAYED = ("run", "whatif", "cards", "matchups", "sensitivity", "fix", "coverage", "feel", "regret", "decisions")
FEW = {"fix": "20", "cards": "8"}
SMALL = {
    "tune": ["--budget", "1000", "--candidates", "4", "--deals", "10", "--fresh", "100"],
    "learn": ["--deals", "200", "--worlds", "2", "--fresh", "20"],
    "league": ["--budget", "9000", "--rounds", "1", "--deals", "20", "--field", "balanced,denier,early_bird"],
    "ladder": ["--rungs", "random:100,balanced:100"],
}
"""What is laid over the page's words so that they take seconds: fewer deals, a smaller search, and measures of their own left out."""


def scaled(words: list[str]) -> list[str]:
    """A command line with few deals."""
    verb = words[0]
    if verb in SMALL:
        return [*words, *SMALL[verb]]
    if verb in PLAYED and "--shard" not in words:  # a shard needs a few rounds of batches
        words = [word if word != "reply,feel" else "feel" for word in words]
        return [*words, "--deals", FEW.get(verb, "6")]
    return words


def test_every_command_of_the_tour_can_be_typed_in_its_order(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each makes what the next one names; nothing is there before, and no command says anything of what it has just written."""
    empty = project.folder / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    for place in ("report.page", "studies.result"):  # other tests draw pages
        monkeypatch.setattr(f"simcli.{place}.rendered", lambda _: "")
    monkeypatch.setattr("simcli.studies.league.estimate.Won.mixes", partialmethod(Won.mixes, draws=8))  # and judge intervals of a league
    assert len(TYPED_IN_ORDER) > 20
    for line in TYPED_IN_ORDER:
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
