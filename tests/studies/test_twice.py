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
    pages = [line.removeprefix("report: ").partition("   ")[0] for line in shown.err.splitlines() if line.startswith("report: ")]
    assert all(Path(page).is_file() for page in pages)
    assert pages or "league" in words
    return shown


def page_of(shown: Result) -> Path:
    """The page that a study says it has written."""
    return Path(next(line for line in shown.err.splitlines() if line.startswith("report: ")).removeprefix("report: ").partition("   ")[0])


@pytest.mark.parametrize("study", GROWING)
def test_a_study_that_grows_says_what_it_says_in_a_clean_folder(project: Project, monkeypatch: pytest.MonkeyPatch, study: str) -> None:
    """More deals are added; fewer are answered from more, which is said, with a page made again and verdicts of the tolerance of now."""
    words = GROWING[study]
    typed(project, monkeypatch, "twice", *words, "--deals", 40)
    many = typed(project, monkeypatch, "twice", *words, "--deals", 120)
    page = page_of(many)
    page.unlink()
    few = typed(project, monkeypatch, "twice", *words, "--deals", 40)
    assert few.out == many.out
    assert f"kept: {page.parent} holds" in few.err
    wide = () if study == "whatif" else WIDER  # of which --set makes variants
    wider = typed(project, monkeypatch, "twice", *words, "--deals", 40, *wide)
    assert many.out == typed(project, monkeypatch, "clean", *words, "--deals", 120).out
    assert not wide or wider.out == typed(project, monkeypatch, "wider", *words, "--deals", 120, *wide).out


@pytest.mark.parametrize("study", ["run", "fix"])
def test_another_tolerance_of_as_many_deals_is_judged_anew(project: Project, monkeypatch: pytest.MonkeyPatch, study: str) -> None:
    words = (*(GROWING | EXACT)[study], "--deals", 40)
    typed(project, monkeypatch, "twice", *words)
    twice = typed(project, monkeypatch, "twice", *words, *WIDER)
    assert twice.out == typed(project, monkeypatch, "clean", *words, *WIDER).out


@pytest.mark.parametrize("study", EXACT)
def test_a_study_of_exactly_its_deals_says_what_it_says_in_a_clean_folder(
    project: Project, monkeypatch: pytest.MonkeyPatch, study: str
) -> None:
    """More deals, another seed, and then fewer deals than are there; the default folder."""
    words = EXACT[study]
    first = typed(project, monkeypatch, "twice", *words, "--deals", 40)
    for second in (("--deals", 120), ("--deals", 40, "--seed", 7)):
        clean = typed(project, monkeypatch, f"clean {second[-1]}", *words, *second)
        assert typed(project, monkeypatch, "twice", *words, *second).out == clean.out
    typed(project, monkeypatch, "many", *words, "--deals", 120)
    assert typed(project, monkeypatch, "many", *words, "--deals", 40).out == first.out


def test_a_fix_is_certified_on_its_own_deals_in_a_folder_of_more(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(project, monkeypatch, "twice", *EXACT["fix"], "--deals", 120, "--out", "out")
    few = typed(project, monkeypatch, "twice", *EXACT["fix"], "--deals", 40, "--out", "out")
    assert few.out == typed(project, monkeypatch, "clean", *EXACT["fix"], "--deals", 40, "--out", "out").out
    assert {one["deals"] for one in json.loads(few.out)["certificates"]} == {40}
    assert json.loads(Path("../twice/out/summary.json").read_text("utf-8"))["deals"] == 40
