"""`simcli report` of studies that keep records: each says in study.json what it holds, and is shown again from that alone."""

from __future__ import annotations

import json

import pytest

from simcli.studies import SHIPPED, module_of
from simcli.studies.results import STUDY
from tests.cli.project import Project

BAD = 'game: pig\nidea: "Holds with nothing at risk."\ntemperature: 1\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n'
CONFIG = "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ndeals: 40\ntables: mirror\n"
SEARCH = ("--players", 2, "--budget", 9000)
STUDIES: dict[str, tuple[object, ...]] = {
    "coverage": ("coverage", "turn.yaml", "--deals", 20, "--set", "restrict={seat 1: {blind: [rivals]}}"),
    "feel": ("feel", "turn.yaml", "--deals", 20, "--set", "restrict={seat 1: {blind: [rivals]}}"),
    "ladder": ("ladder", "turn.yaml", "--rungs", "random:20,hold_at_20:20"),
    "league": ("league", "pig", "--field", "bad.yaml,random", "--rounds", 1, "--deals", 20, *SEARCH),
    "learn": ("learn", "pig", "--plan", "./bad.yaml", "--field", "random", "--players", 2, "--deals", 150, "--worlds", 2, "--fresh", 40),
    "regret": ("regret", "turn.yaml", "--deals", 20, "--worlds", 2, "--set", "restrict={seat 1: {blind: [rivals]}}"),
    "tune": ("tune", "pig", "--start", "./bad.yaml", "--field", "random", "--candidates", 8, "--deals", 16, "--fresh", 100, *SEARCH),
}


@pytest.fixture
def kept(project: Project, study: str) -> Project:
    """A folder `out` with what a study has left."""
    project.write("bad.yaml", BAD)
    project.write("turn.yaml", CONFIG)
    shown = project.here(*STUDIES[study], "--out", "out", "--workers", 1, "--format", "json", "-q")
    assert shown.code == 0, shown.err
    assert shown.out.encode() == project.read(f"out/{study}.json")
    return project


@pytest.mark.parametrize("study", STUDIES)
def test_a_folder_is_reported_as_it_was_written(kept: Project, study: str) -> None:
    page, files = kept.read("out/report.html"), kept.files()
    (kept.folder / "out" / "report.html").unlink()
    assert kept.here("report", "out").out.strip() == "out/report.html"
    assert kept.read("out/report.html") == page
    assert kept.files() == files
    assert json.loads(kept.read("out/study.json"))["data"]["study"] == study
    assert kept.here("report", "out", "--format", "json").out.encode() == kept.read(f"out/{study}.json")
    assert kept.here("report", "out", "--format", "csv").out.encode() == kept.read(f"out/tables/{study}.csv")
    assert kept.here("report", "out", "--format", "html", "--out", "again.html").code == 0
    assert kept.read("again.html") == page


@pytest.mark.parametrize("study", ["feel", "regret"])
def test_what_a_study_does_not_have_is_refused(kept: Project, study: str) -> None:
    for words, said in (
        (("--format", "csv", "--table", "seats"), f"--table seats: a {study} has {study}"),
        (("--variant", "x"), f"holds a {study}, whose report is of all variants"),
    ):
        shown = kept.here("report", "out", *words)
        assert (shown.code, shown.out) == (2, "")
        assert said in shown.err


@pytest.mark.parametrize("study", ["feel", "regret"])
def test_records_that_simcli_did_not_write_are_refused(kept: Project, study: str) -> None:
    right = kept.read(f"out/{STUDY}").decode()
    for wrong in (
        right.replace('"deals": 20', '"deals": 21'),
        right.replace(f'"study": "{study}"', '"study": "ladder"'),
        right.replace(f'"study": "{study}"', '"study": "../api"'),
        right.replace(f'"study": "{study}"', '"study": 3'),
        right[: len(right) // 2],
        "{}",
        "[" * 100_000,
    ):
        kept.write(f"out/{STUDY}", wrong)
        shown = kept.here("report", "out", "--format", "json")
        assert (shown.code, shown.out) == (4, ""), wrong[:60]
        assert "Traceback" not in shown.err


def test_every_study_that_keeps_records_is_tried_here() -> None:
    assert {study for study in SHIPPED if hasattr(module_of(study, "page"), "RECORD")} == set(STUDIES)
