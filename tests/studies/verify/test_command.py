"""`simcli verify`: runs whose counts, summary or page somebody has changed are found, with the chance that is stated."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom

from simcli.sim import blocks
from simcli.sim.folder.names import LOG
from simcli.sim.folder.store import Store
from simcli.studies.counted import open_folder
from simcli.studies.verify.play import _draw, verify
from simcli.studies.verify.record import Verified
from tests.cli.project import Project

VARIANT = ("--set", "patch.setup.goal=60")


@pytest.fixture
def many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small batches, and blocks of several from the ninth on."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 64)
    monkeypatch.setattr(blocks, "A_DOUBLING", 4)
    monkeypatch.setattr(blocks, "SINGLE_DEALS", 4)


def forge(folder: Path, lines: int) -> None:
    """Swaps what two strategies have won in the first lines of the log, whose checksums are right again; all files are made again."""
    plan, store = open_folder(folder)
    pieces = list(store.batches())
    (folder / LOG).write_bytes(b"")
    with Store(folder, plan) as log:
        for k, piece in enumerate(pieces):
            if k < lines:
                won = plan.cells[piece.number % len(plan.cells)].layout.parts(piece.flat).strategy_share
                won[:] = won[::-1].copy()
            log.append(piece)


@pytest.mark.parametrize("args", [("run", "pig.yaml"), ("whatif", "pig.yaml", *VARIANT), ("matchups", "pig.yaml")], ids=lambda a: a[0])
def test_what_was_played_is_found_right(project: Project, many_lines: None, args: tuple[str, ...]) -> None:
    assert project.here(*args, "--deals", 60, "--out", "run", "-q").code in (0, 1)
    for place in ("run", "run/report.html"):
        told = project.here("verify", place, "--percent", 30, "--workers", 1)
        assert told.code == 0, told.err
        assert told.out.startswith("These figures come from these rules and players: ")
    data = json.loads(project.here("verify", "run", "--percent", 100, "--format", "json", "--workers", 2).out)
    assert (data["agrees"], data["differing"], data["deals_again"]) == (True, [], data["deals"])
    assert data["confidence"] == "All deals were played again."
    assert data["files"] == {"summary.json": True, "report.html": True}
    again = [project.here("verify", "run", "--seed", 3, "--format", "json", "--workers", n).out for n in (1, 2)]
    assert again[0] == again[1]


def test_forged_counts_are_found_where_they_are_played_again(project: Project, many_lines: None) -> None:
    assert project.here("run", "pig.yaml", "--deals", 60, "--out", "run", "-q").code == 0
    forge(project.folder / "run", 1)
    assert project.here("report", "run").code == 0
    told = project.here("verify", "run", "--percent", 100, "--format", "json", "--workers", 1)
    data = json.loads(told.out)
    assert told.code == 1
    assert len(data["differing"]) == 1
    assert data["differing"][0] == {"cell": "2 players", "first_deal": 0, "deals": data["differing"][0]["deals"], "agrees": False}
    assert "do not come from these rules and players: 1 of " in told.err


@pytest.mark.parametrize(("file", "old", "new"), [("summary.json", '"win_share"', '"won_share"'), ("report.html", "<h1", "<H1")])
def test_a_summary_or_page_that_was_changed_is_found(project: Project, file: str, old: str, new: str) -> None:
    assert project.here("run", "pig.yaml", "--deals", 60, "--out", "run", "-q").code == 0
    path = project.folder / "run" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    told = project.here("verify", "run", "--workers", 1)
    assert told.code == 1
    assert told.out.startswith(f"The counts are right, but {file} of the folder does not show what they give.")


@pytest.mark.parametrize("forged", [1, 3, 12])
def test_the_chance_of_being_found_is_the_one_that_is_stated(forged: int) -> None:
    """Over many draws of lines of different length, within the band of 99.9 %."""
    deals = [4] * 16 + [8] * 8 + [16] * 8
    draws = [_draw(deals, 0.1, seed) for seed in range(2000)]
    found = sum(any(place < forged for place in chosen) for _, chosen in draws)
    stated = [
        Verified("", 0, len(deals), sum(deals), n, [None] * len(chosen), {}).found_with(sum(deals[:forged]) / sum(deals))  # type: ignore[list-item]
        for n, chosen in draws
    ]
    low, high = binom.interval(0.999, len(draws), float(np.mean(stated)))
    assert low <= found <= high


def test_lines_are_drawn_by_their_deals_until_the_share_is_there() -> None:
    deals = [1] * 50 + [50]
    counts = np.zeros(51)
    for seed in range(500):
        n, chosen = _draw(deals, 0.01, seed)
        assert (n, len(chosen) <= 5) == (5, True)
        counts[chosen] += 1
    assert 0.9 < counts[50] / 500 <= 1.0  # half of the deals: missed by five draws once in 32
    assert all(sum(deals[k] for k in _draw(deals, 0.8, seed)[1]) >= 80 for seed in range(50))


def test_what_cannot_be_verified_is_refused(project: Project) -> None:
    project.write("page.html", "<html></html>")
    assert project.here("run", "pig.yaml", "--deals", 2, "--out", "run", "-q").code == 0
    (project.folder / "run" / LOG).write_bytes(b"")
    for args, code, what in (
        (("page.html",), 4, "page.html is a page alone, without the counts it is made of: name its run folder"),
        (("run",), 4, "run holds no games yet"),
        (("nowhere",), 4, "nowhere is not a run folder"),
        (("run", "--percent", "0"), 2, "--percent 0"),
    ):
        told = project.here("verify", *args)
        assert told.code == code, told.err
        assert what in told.err


def test_in_python_it_says_the_same(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert project.here("run", "pig.yaml", "--deals", 20, "--out", "run", "-q").code == 0
    found = verify(project.folder / "run", seed=1)
    assert found.results.agrees
    assert found.results.deals_again == 20
