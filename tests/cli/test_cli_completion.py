"""The Tab key: commands, options, their words, configs and games."""

from __future__ import annotations

import pytest

from simcli.games import game_ids
from tests.cli.project import Project


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("simcli tr", {"trace"}),
        ("simcli run --wo", {"--workers"}),
        ("simcli run kings_forge/se", {"kings_forge/seats"}),
        ("simcli run mi", {"mine"}),
        ("simcli trace pig.yaml --ro", {"--rotation"}),
        ("simcli trace pig.yaml --pick c", {"closest", "comeback"}),
        ("simcli run pig.yaml --gate s", {"seats", "strategies"}),
        ("simcli report run --format m", {"md"}),
        ("simcli games ki", {name for name in game_ids() if name.startswith("ki")}),
        ("simcli warm gui", {"guildes"}),
        (f"simcli rule KB-{13}", {"KB-130", "KB-131", "KB-132"}),
    ],
)
def test_a_word_is_completed(project: Project, line: str, offered: set[str]) -> None:
    project.write("configs/mine.yaml", "game: guildes\nplayers: 4\n")
    words = line.split()
    asked = {"_SIMCLI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = project.apart(env=asked)
    assert (done.code, done.err) == (0, "")
    assert set(done.out.split()) == offered


def test_completion_can_be_shown_and_installed(project: Project) -> None:
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # the shell is named; without, typer asks which shell it runs in
    shown = project.apart("--show-completion", "bash", env=named)
    assert shown.code == 0, shown.err
    assert "complete -o default -F _simcli_completion simcli" in shown.out
    done = project.apart("--install-completion", "bash", env=named | {"HOME": str(project.folder)})
    assert done.code == 0, done.err
    assert project.apart("--install-completion", "none", env=named).code == 2
    assert "_SIMCLI_COMPLETE" in (project.folder / ".bash_completions" / "simcli.sh").read_text("utf-8")
    assert "simcli.sh" in (project.folder / ".bashrc").read_text("utf-8")
