"""Every study typed twice in one folder, the second time with other deals, seed or bounds: it says what it says in a clean folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.project import Project, Result

DUEL = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_20, hold_at_25, random]\ndeals: 40\n"
    "options: {last_round_ends: true}\npatch: {setup: {goal: 20, max_rounds: 2}}\ntolerance: 4 %\n"
)
ALONE = DUEL.replace("[hold_at_20, hold_at_25, random]\n", "[random]\ntables: mirror\n")
GROWING = {
    "run": ("run", "duel.yaml"),
    "variety": ("run", "duel.yaml", "--measure", "variety"),
    "whatif": ("whatif", "duel.yaml", "--set", "patch.setup.goal=24"),
    "sensitivity": ("sensitivity", "duel.yaml", "setup.goal"),
    "matchups": ("matchups", "duel.yaml"),
    "ladder": ("ladder", "alone.yaml", "--rungs", "random,hold_at_20"),
}
"""Studies that keep results of more deals, and say so."""
EXACT = {
    "fix": ("fix", "alone.yaml", "--goal", "seat 1 even", "--by", "setup.goal", "--within", "18..21"),
    "league": ("league", "pig", "--field", "hold_at_20,random", "--budget", "4300", "--rounds", "1", "--players", "2"),
}
"""Studies that always answer from the deals that were asked for."""
WIDER = ("--set", "tolerance=20 %")


def typed(project: Project, monkeypatch: pytest.MonkeyPatch, name: str, *words: object) -> Result:
    """A study in a folder of its own; no path is printed that is not there."""
    folder = project.folder / name
    for config, text in (("duel.yaml", DUEL), ("alone.yaml", ALONE)):
        project.write(f"{name}/{config}", text)
    shutil.copytree(project.folder / "strategies", folder / "strategies", dirs_exist_ok=True)
    monkeypatch.chdir(folder)
    shown = project.here(*words, "--format", "json")
    assert shown.code in (0, 1, 3), shown.err
    pages = [line.removeprefix("report: ") for line in shown.err.splitlines() if line.startswith("report: ")]
    assert all(Path(page).is_file() for page in pages)
    assert pages or "league" in words
    return shown


@pytest.mark.parametrize("study", [*GROWING, *EXACT])
@pytest.mark.parametrize("second", [("--deals", 120), ("--deals", 40, "--seed", 7)], ids=["more deals", "another seed"])
def test_other_deals_in_the_same_folder_say_what_they_say_in_a_clean_one(
    project: Project, monkeypatch: pytest.MonkeyPatch, study: str, second: tuple[object, ...]
) -> None:
    words = (GROWING | EXACT)[study]
    typed(project, monkeypatch, "twice", *words, "--deals", 40)
    assert typed(project, monkeypatch, "twice", *words, *second).out == typed(project, monkeypatch, "clean", *words, *second).out


@pytest.mark.parametrize("study", GROWING)
def test_results_of_more_deals_are_kept_and_said_to_be(project: Project, monkeypatch: pytest.MonkeyPatch, study: str) -> None:
    """The page is made anew where it is not there."""
    many = typed(project, monkeypatch, "twice", *GROWING[study], "--deals", 120, "--out", "out")
    Path("out/report.html").unlink()
    few = typed(project, monkeypatch, "twice", *GROWING[study], "--deals", 40, "--out", "out")
    assert few.out == many.out
    assert "kept: out holds" in few.err


@pytest.mark.parametrize("study", EXACT)
def test_fewer_deals_are_not_answered_from_more(project: Project, monkeypatch: pytest.MonkeyPatch, study: str) -> None:
    """The default folder, and for a fix the same --out."""
    for out in ((), ("--out", "out")) if study == "fix" else ((),):
        typed(project, monkeypatch, "twice", *EXACT[study], "--deals", 120, *out)
        few = typed(project, monkeypatch, "twice", *EXACT[study], "--deals", 40, *out)
        assert few.out == typed(project, monkeypatch, "clean", *EXACT[study], "--deals", 40, *out).out
    if study == "fix":
        assert {one["deals"] for one in json.loads(few.out)["certificates"]} == {40}
        assert json.loads(Path("../twice/out/summary.json").read_text("utf-8"))["deals"] == 40


@pytest.mark.parametrize("study", ["run", "variety", "sensitivity", "matchups", "ladder", "fix"])
@pytest.mark.parametrize("first", [40, 120])
def test_another_tolerance_is_judged_anew(project: Project, monkeypatch: pytest.MonkeyPatch, study: str, first: int) -> None:
    """Also of results of more deals that are kept: verdicts are those of the tolerance that is asked for now."""
    words = (GROWING | EXACT)[study]
    deals = 40 if study == "fix" else first
    typed(project, monkeypatch, "twice", *words, "--deals", first)
    twice = typed(project, monkeypatch, "twice", *words, "--deals", 40, *WIDER)
    assert twice.out == typed(project, monkeypatch, "clean", *words, "--deals", deals, *WIDER).out
