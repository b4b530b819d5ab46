"""Pictures of the board on the command line and in the report of a run."""

from __future__ import annotations

import errno
import json
import os
import shlex

import pytest

import simcli
from simcli.errors import RunFolderError
from simcli.studies.results import load as load_run

CONFIG = "game: kingdom_builder\nplayers: [3, 4]\nstrategies: [random]\ndeals: 40\n"


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """simcli in a folder with a config."""
    from simcli.cli.app import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "kb.yaml").write_text(CONFIG, "utf-8")

    def run(*args):
        capsys.readouterr()
        code = main([str(a) for a in args])
        return code, *capsys.readouterr()

    return run


def test_trace_writes_the_final_board_beside_its_words(call, tmp_path):
    code, out, err = call("trace", "kb.yaml", "--deal", 1, "--players", 4, "--wide", "--svg", "board.svg")
    assert code == 0
    assert err.endswith("written: board.svg\n")
    svg = (tmp_path / "board.svg").read_text("utf-8")
    total = next(line.split()[1:] for line in out.splitlines() if line.startswith("total"))
    assert all(f"seat {p}: {points} points" in svg for p, points in enumerate(total, start=1))
    assert {p.name for p in tmp_path.iterdir()} == {"kb.yaml", "board.svg"}


def test_trace_shows_the_board_as_a_map_at_every_turn(call):
    out = call("trace", "kb.yaml", "--deal", 1, "--players", 3, "--wide")[1].splitlines()
    turns = [line for line in out if line.startswith("round ")]
    rounds = int(turns[-1].split()[1].removesuffix(","))
    assert len(turns) == 3 * rounds
    assert sum(line.startswith("  19   ") for line in out) == len(turns)


@pytest.mark.parametrize(
    ("file", "what"),
    [
        ("boards", "--svg: boards is a folder\n  hint: name a file in it\n"),
        ("nowhere/board.svg", "--svg: nowhere is no folder that exists\n  hint: name a file in a folder that exists\n"),
        ("kb.yaml/board.svg", "--svg: kb.yaml is no folder that exists\n  hint: name a file in a folder that exists\n"),
    ],
)
def test_a_picture_that_cannot_be_written_is_refused_before_the_game(call, tmp_path, file, what):
    (tmp_path / "boards").mkdir()
    assert call("trace", "kb.yaml", "--deal", 1, "--players", 3, "--svg", file) == (2, "", what)
    assert {p.name for p in tmp_path.iterdir()} == {"kb.yaml", "boards"}


def test_a_game_without_a_board_has_no_picture(call, tmp_path):
    code, out, err = call("trace", "guildes/seats", "--deal", 1, "--svg", "board.svg", "--players", 3)
    assert (code, out) == (2, "")
    assert "--svg: Guildes has no board to draw" in err
    assert not (tmp_path / "board.svg").exists()


def test_a_full_disk_leaves_the_old_picture_whole(call, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "board.svg").write_text("old", "utf-8")
    monkeypatch.setattr(os, "fsync", full)
    code, out, err = call("trace", "kb.yaml", "--deal", 1, "--players", 3, "--wide", "--svg", "board.svg")
    assert code == 3
    assert out.endswith(" wins\n")
    assert "board.svg cannot be written: No space left on device" in err
    assert {p.name: p.read_text("utf-8") for p in tmp_path.iterdir()} == {"kb.yaml": CONFIG, "board.svg": "old"}


def test_a_run_keeps_the_board_of_one_game_and_its_page_shows_it(call, tmp_path):
    assert call("run", "kb.yaml", "--out", "run", "--seed", 5, "--workers", 1, "--quiet")[0] == 0
    svg = (tmp_path / "run" / "board.svg").read_text("utf-8")
    facts = json.loads((tmp_path / "run" / "board.json").read_text("utf-8"))
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert (facts["players"], facts["deal"], facts["rotation"]) == (3, 0, 2)
    assert svg.replace(' xmlns="http://www.w3.org/2000/svg"', "").strip() in page
    assert "; ".join(f"seat {p}, random: {n}" for p, n in enumerate(facts["totals"], start=1)) in page.replace(" (wins)", "")
    command = "simcli trace kb.yaml --set seed=5 --deal 0 --rotation 2 --players 3"
    assert f"<pre><code>{command}</code></pre>" in page
    assert call(*shlex.split(command)[1:], "--svg", "again.svg")[0] == 0
    assert (tmp_path / "again.svg").read_text("utf-8") == svg


def test_board_and_page_do_not_depend_on_the_number_of_workers_and_are_repeated_by_report(call, tmp_path):
    for folder, workers in (("one", 1), ("two", 2)):
        assert call("run", "kb.yaml", "--out", folder, "--workers", workers, "--quiet")[0] == 0
    names = ("board.svg", "board.json", "report.html")
    before = {name: (tmp_path / "one" / name).read_bytes() for name in names}
    assert {name: (tmp_path / "two" / name).read_bytes() for name in names} == before
    (tmp_path / "one" / "report.html").unlink()
    assert call("report", "one")[0] == 0
    assert {name: (tmp_path / "one" / name).read_bytes() for name in names} == before


@pytest.mark.parametrize(("name", "text"), [("board.svg", "<svg "), ("board.svg", None), ("board.json", "{}"), ("board.json", "[]")])
def test_a_damaged_picture_is_told(call, tmp_path, name, text):
    call("run", "kb.yaml", "--deals", 2, "--out", "run", "--quiet")
    file = tmp_path / "run" / name
    file.unlink()
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(RunFolderError, match=r"board\.svg"):
        load_run(tmp_path / "run")
    assert call("report", "run")[0] == 4


def test_a_run_without_a_folder_has_its_picture_too(call):
    run = simcli.simulate("kb.yaml", deals=2, workers=1)
    assert 'id="board-title"' in run.picture.svg
    assert 'id="board-title"' in run.report("html")
    assert "## One game" in run.report("md")


def test_a_game_without_a_board_has_a_page_without_one(tmp_path):
    run = simcli.simulate("guildes/seats", deals=1, out=tmp_path / "run")
    assert run.picture is None
    assert 'id="board"' not in run.report("html")
    assert not (tmp_path / "run" / "board.svg").exists()
