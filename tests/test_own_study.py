"""docs/own-study.md, typed from top to bottom: a study in a package of its own has what ours have, without an edit here."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.test_own_game import BLOCK, Reader

PAGE = Path(__file__).parents[1] / "docs" / "own-study.md"
PHOTO = "simcli photo guildes/seats --players 4 --deals 40 --seed 1 --within 2 --quiet"


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reader, dict[str, subprocess.CompletedProcess[str]]]:
    """Somebody who has typed the page, and what came of each command."""
    folder = tmp_path_factory.mktemp("own-study")
    reader, said = Reader(folder, folder / "site"), {}
    reader.site.mkdir()
    for block in BLOCK.finditer(PAGE.read_text("utf-8")):
        if command := block["command"]:
            done = said[command] = reader.type(command)
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        else:
            file = folder / "photo-study" / block["file"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block["text"], "utf-8")
    return reader, said


def test_the_page_can_be_typed_from_top_to_bottom(typed) -> None:
    reader, said = typed
    help_, plan, played, data, table, page = list(said.values())[-6:]
    assert "--within" in help_.stdout
    assert "Most points between the best two." in help_.stdout
    assert "Within" in plan.stdout
    assert "of games end in a photo finish." in played.stderr + played.stdout
    assert "report: photos/report.html" in played.stderr
    record = json.loads(data.stdout)
    assert (record["game"], record["seed"], record["within"]) == ("guildes", 1, 2)
    assert record["answer"].endswith(" of games end in a photo finish.")
    assert record["confidence"].startswith("The interval is [")
    (cell,) = record["cells"]
    assert cell["games"] == 200
    low, value, high = cell["share"]
    assert 0 < low < value < high < 1
    assert table.stdout.splitlines()[0] == "variant,players,games,share_low,share,share_high"
    assert page.stdout.strip() == "photos/report.html"
    assert record["answer"].rstrip(".") in (reader.folder / "photos/report.html").read_text("utf-8")
    assert "photo " in reader.type("simcli --help").stdout


def test_the_count_is_that_of_the_games(typed) -> None:
    """A game is a photo finish where its best two scores are close: counted once more from the records of the same run."""
    pytest.importorskip("pyarrow")
    reader, _ = typed
    found = json.loads(reader.type(f"{PHOTO} --format json --out counted").stdout)
    code = (
        "import simcli; run = simcli.simulate('guildes/seats', players=(4,), deals=40, seed=1, out='again', records=True)\n"
        "games = run.records[run.records.finished].groupby(['deal', 'rotation']).score.nlargest(2).groupby(['deal', 'rotation'])\n"
        "print((games.max() - games.min() <= 2).sum(), len(games))"
    )
    done = reader.python(code)
    close, games = map(int, done.stdout.split())
    assert found["cells"][0]["games"] == games
    assert found["cells"][0]["share"][1] == pytest.approx(close / games)


def test_its_folder_is_reported_in_every_form(typed) -> None:
    reader, _ = typed
    first = {"html": "photos/report.html", "md": "# ", "json": "{", "csv": "variant,players,games"}
    for form, begin in first.items():
        done = reader.type(f"simcli report photos --format {form}")
        assert (done.returncode, done.stdout.startswith(begin)) == (0, True), done.stderr
    for words in ("gate photos targets.yaml", "compare photos photos"):
        (reader.folder / "targets.yaml").write_text("targets:\n  seat 1 win share: at least 1 %\n", "utf-8")
        done = reader.type(f"simcli {words}")
        assert (done.returncode, "photos holds a photo" in done.stderr) == (2, True), done.stderr


RIDER = """
from dataclasses import dataclass

from simcli.studies.riders import with_record
from simcli.studies.stored import read_record, write_record

from photo.play import count

FILE, ORDER = "photo-finishes.json", 9


@dataclass(frozen=True)
class Finishes:
    share: tuple[float, ...]


def check(run): ...


def plan(run, workers): ...


def measure(run, results, folder, workers, reporter):
    if "photo" not in (run.measure or ()) or (folder / FILE).exists():
        return False
    found = count(run, 2, folder / ".photo", workers, lambda *_: None)
    write_record(folder / FILE, Finishes(tuple(cell.share.value for cell in found.cells)), run.identity())
    return True


def measured(run, results, folder):
    return with_record(results, "photo", read_record(folder / FILE, Finishes, run.identity()))
"""
IN_RUN = """
from simcli.studies.in_run import RunPart


class Part(RunPart):
    place = 9

    def sentence(self, summary):
        found = (summary.measured or {}).get("photo")
        return f"{found.share[0]:.0%} of the games end in a photo finish." if found else ""


PART = Part()
"""


def test_it_rides_on_a_run_by_two_files_of_its_folder(typed) -> None:
    reader, _ = typed
    (folder,) = (file.parent for file in reader.folder.rglob("photo/play.py"))
    (folder / "rider.py").write_text(RIDER, "utf-8")
    (folder / "in_run.py").write_text(IN_RUN, "utf-8")
    line = "simcli run guildes/seats --players 4 --deals 40 --seed 1 --out ridden"
    try:
        first = reader.type(f"{line} --measure photo")
        assert (first.returncode, "% of the games end in a photo finish." in first.stderr) == (0, True), first.stderr
        found = json.loads(reader.type("simcli report ridden --format json").stdout)["measured"]["photo"]
        counted = json.loads(reader.type(f"{PHOTO} --format json --out beside").stdout)["cells"][0]["share"][1]
        assert found == {"share": [counted]}
        wrong = reader.type(f"{line}-too --measure photos")
        assert (wrong.returncode, "expected feel, regret, reply, variety, photo or none" in wrong.stderr) == (2, True), wrong.stderr
    finally:
        (folder / "rider.py").unlink()
        (folder / "in_run.py").unlink()


def test_threads_change_nothing(typed) -> None:
    reader, _ = typed
    for workers in (1, 2):
        assert reader.type(f"{PHOTO} --workers {workers} --out photos-{workers}").returncode == 0
    for name in ("photo.json", "tables/photo.csv", "report.html", "study.json"):
        assert (reader.folder / "photos-1" / name).read_bytes() == (reader.folder / "photos-2" / name).read_bytes()


def test_it_is_stopped_and_resumed(typed) -> None:
    reader, _ = typed
    line = "simcli photo guildes/seats --players 4 --deals 40000 --seed 1 --workers 1 --out stopped"
    process = subprocess.Popen(
        [sys.executable, "-m", *line.split()], cwd=reader.folder, env=reader.environment(), stderr=subprocess.PIPE, text=True
    )
    games = reader.folder / "stopped" / "games"
    for _ in range(6_000):  # often, as all is played a second after the first batch is kept
        if games.is_dir() and any(games.iterdir()):
            break
        time.sleep(0.01)
    while process.poll() is None:  # one that comes just before the main thread waits does not wake it
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
    assert process.stderr is not None
    said = process.stderr.read()
    assert process.returncode == 130
    assert "what was counted is kept" in said
    assert f"to go on: {line}" in said
    kept = {file.name: file.stat().st_mtime_ns for file in games.iterdir()}
    assert kept
    assert reader.type(line).returncode == 0
    assert reader.type(line.replace("stopped", "through")).returncode == 0
    assert not games.exists()
    assert (reader.folder / "stopped/photo.json").read_bytes() == (reader.folder / "through/photo.json").read_bytes()


def test_a_mistake_in_its_options_is_said_as_ours_are(typed) -> None:
    reader, _ = typed
    done = reader.type("simcli photo guildes/seats --deals 0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    done = reader.type("simcli photo guildes/seatz --deals 10")
    assert done.returncode == 2
    assert "guildes/seats" in done.stderr


@pytest.mark.parametrize("broken", ["command.py", "__init__.py"])
def test_a_broken_study_is_named_and_stops_no_other(typed, tmp_path: Path, broken: str) -> None:
    site = tmp_path / "site"
    reader = Reader(tmp_path, site)
    package = tmp_path / "photo-study" / "photo"
    package.mkdir(parents=True)
    site.mkdir()
    (package.parent / "pyproject.toml").write_text(
        '[project]\nname = "photo"\n\n[project.entry-points."simcli.studies"]\nphoto = "photo"\n', "utf-8"
    )
    (package / "__init__.py").write_text("", "utf-8")
    (package / broken).write_text("raise RuntimeError('half done')\n", "utf-8")
    reader.install("photo-study")
    done = reader.type("simcli photo guildes/seats")
    assert done.returncode == 2
    assert "simcli.studies photo = photo: the package does not bring its study: RuntimeError: half done" in done.stderr
    assert "Traceback" not in done.stderr
    listed = reader.type("simcli --help")
    assert listed.returncode == 0
    assert "half done" in listed.stderr
    assert "feel" in listed.stdout
    played = reader.type("simcli run guildes/seats --players 4 --deals 20 --out run -q")
    assert played.returncode == 0, played.stderr
    assert ("half done" in played.stderr) == (broken == "__init__.py")


def test_a_folder_of_a_study_that_is_gone_is_refused(typed, tmp_path: Path) -> None:
    reader, _ = typed
    assert reader.type(f"{PHOTO} --out left").returncode == 0
    (tmp_path / "site").mkdir()
    done = Reader(tmp_path, tmp_path / "site").type(f"simcli report {reader.folder / 'left'}")
    assert done.returncode == 4
    assert "is of a study that is not installed: 'photo'" in done.stderr
