"""`--shard` and `simcli merge`: machines that share nothing play a run, and the whole has the bytes of one machine."""

from __future__ import annotations

import filecmp
import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.project import CONFIG, LONG, Project

GUILDES = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, random]\n"
GAMES = {
    "guildes": GUILDES,
    "kings_forge": "game: kings_forge\nplayers: 2\nstrategies: [balanced]\n",
    "kingdom_builder": "game: kingdom_builder\nplayers: 2\nstrategies: [balanced]\n",
    "architects": "game: architects\nplayers: 2\nstrategies: [balanced]\n",
    "kings_guild": "game: kings_guild\nplayers: 2\nstrategies: [balanced]\n",
}
STUDIES = {
    "run": ("run", "mine.yaml"),
    "run until": ("run", "mine.yaml", "--set", "until.half_width=20 %"),
    "whatif": ("whatif", "mine.yaml", "--set", "patch.guilds.knight.copies=12"),
    "cards": ("cards", "mine.yaml", "guild", "--players", 4),
    "matchups": ("matchups", "mine.yaml"),
    "sensitivity": ("sensitivity", "mine.yaml", "guilds.knight.copies", "--players", 3),
}


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Batches are short, so that few deals make many."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 1)
    project.write("mine.yaml", GUILDES)
    return project


def same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    found = filecmp.dircmp(one, other)
    files = filecmp.cmpfiles(one, other, found.common_files, shallow=False)
    inside = all(same(one / name, other / name) for name in found.common_dirs)
    return not (found.left_only or found.right_only or files[1] or files[2]) and inside


def play(here: Project, *words: object, of: int = 3) -> list[str]:
    """The folders of all shards."""
    folders = []
    for number in range(of, 0, -1):
        shown = here.here(*words, "--shard", f"{number}/{of}", "--out", f"part-{number}")
        assert shown.code == 0, shown.err
        assert shown.out.startswith(f"Shard {number}/{of} of ")
        folders.append(f"part-{number}")
    return folders


@pytest.mark.parametrize("study", STUDIES)
def test_shards_merged_are_the_run_of_one_machine(study: str, here: Project) -> None:
    words = (*STUDIES[study], "--deals", 14)
    assert here.here(*words, "--workers", 1, "--out", "one").code == 0
    shown = here.here("merge", *play(here, *words), "--out", "whole")
    assert shown.code == 0, shown.err
    if study == "run until":
        assert "stopped by until.half_width" in shown.err
        (here.folder / "whole" / "batches.log").write_bytes(here.read("one/batches.log"))  # one machine does not play on
    assert same(here.folder / "one", here.folder / "whole")
    again = here.here(*words, "--out", "whole", "--format", "json")
    assert (again.code, again.out) == (0, here.here(*words, "--out", "one", "--format", "json").out)


@pytest.mark.parametrize("game", GAMES)
def test_so_are_those_of_every_game(game: str, here: Project) -> None:
    here.write("mine.yaml", GAMES[game])
    words = ("run", "mine.yaml", "--deals", 5)
    assert here.here(*words, "--workers", 1, "--out", "one").code == 0
    assert here.here("merge", *play(here, *words, of=2), "--out", "whole").code == 0
    assert same(here.folder / "one", here.folder / "whole")


def test_a_shard_says_how_much_it_plays_and_is_gone_on_with(here: Project) -> None:
    words = ("run", "mine.yaml", "--deals", 14, "--shard", "2/3")
    plan = json.loads(here.here(*words, "--dry-run", "--format", "json").out)
    assert (plan["shard"], plan["batches"], plan["of_batches"]) == ("2/3", 10, 28)
    assert plan["folder"].endswith("-shard-2-of-3")
    first = json.loads(here.here(*words, "--format", "json").out)
    assert first == {"shard": "2/3", "games": 5 * (3 + 4), "folder": plan["folder"]}
    log = here.read(f"{plan['folder']}/batches.log")
    row = here.here(*words, "--out", "part, two", "--format", "csv")
    assert row.out == f'shard,games,folder\n2/3,{first["games"]},"part, two"\n'
    assert json.loads(here.here(*words, "--format", "json").out) == first
    assert here.read(f"{plan['folder']}/batches.log") == log
    assert log.count(b"\n") == 10


def test_a_shard_that_is_killed_goes_on(project: Project) -> None:
    project.write("long.yaml", LONG)
    words = ("run", "long.yaml", "--workers", 1)
    assert project.here(*words, "--out", "one").code == 0
    log = project.folder / "part-1" / "batches.log"
    killed = project.stop_when(signal.SIGKILL, lambda: log.exists() and log.stat().st_size > 0, *words, "--shard", "1/2", "--out", "part-1")
    assert killed.code == -signal.SIGKILL
    assert project.here(*words, "--shard", "2/2", "--out", "part-2").code == 0
    shown = project.here("merge", "part-1", "part-2", "--out", "whole")
    if shown.code:  # unless it had just been done
        assert "not played to its end: part-1 (" in shown.err
        assert project.here(*words, "--shard", "1/2", "--out", "part-1").code == 0
        assert project.here("merge", "part-1", "part-2", "--out", "whole").code == 0
    assert same(project.folder / "one", project.folder / "whole")


def damage(here: Project) -> None:
    log = bytearray(here.read("part-1/batches.log"))
    log[len(log) // 2] ^= 1
    here.write("part-1/batches.log", bytes(log))


def copy_part(here: Project) -> None:
    shutil.copytree(here.folder / "part-1", here.folder / "part-4")


def lose_a_line(here: Project) -> None:
    here.write("part-2/batches.log", b"".join(here.read("part-2/batches.log").splitlines(keepends=True)[:-1]))


def put_another(*more: object) -> Callable[[Project], None]:
    def change(here: Project) -> None:
        shutil.rmtree(here.folder / "part-1")
        assert here.here("run", "mine.yaml", "--deals", 14, "--shard", "1/3", *more, "--out", "part-1").code == 0

    return change


def put_a_log_of_another(here: Project) -> None:
    shutil.copy(here.folder / "part-2" / "batches.log", here.folder / "part-1" / "batches.log")


PARTS = ("part-1", "part-2", "part-3")


@pytest.mark.parametrize(
    ("change", "folders", "code", "said"),
    [
        (None, PARTS[:2], 2, "of 3 shards these are missing: 3/3"),
        (copy_part, (*PARTS, "part-4"), 2, "part-4: holds shard 1/3, and so does part-1"),
        (lose_a_line, PARTS, 2, "not played to its end: part-2 (9 of 10 batches)"),
        (damage, PARTS, 4, "part-1/batches.log is damaged at byte"),
        (put_a_log_of_another, PARTS, 4, "part-1/batches.log is damaged at byte 0, or it is the log of another run"),
        (put_another("--seed", 9), PARTS, 4, "part-2 holds a shard of another run than part-1"),
        (put_another("--set", "patch.guilds.knight.copies=9"), PARTS, 4, "part-2 holds a shard of another run than part-1"),
        (put_another("--shard", "1/4"), PARTS, 4, "part-2 belongs to a run of 3 shards, part-1 to one of 4"),
        (put_another("--deals", 15), PARTS, 4, "part-2 belongs to a run of 14 deals, part-1 to one of 15"),
        (None, ("one", *PARTS), 4, "one holds a whole run, no shard"),
        (None, ("nothing",), 4, "nothing is not a run folder"),
    ],
)
def test_what_is_missing_doubled_foreign_or_damaged_is_named(
    change: Callable[[Project], None] | None, folders: tuple[str, ...], code: int, said: str, here: Project
) -> None:
    words = ("run", "mine.yaml", "--deals", 14)
    assert here.here(*words, "--out", "one").code == 0
    play(here, *words)
    if change is not None:
        change(here)
    before = here.files()
    shown = here.here("merge", *folders, "--out", "whole")
    assert (shown.code, said in " ".join(shown.err.split())) == (code, True), shown.err
    assert here.files() == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("run", "mine.yaml", "--deals", 14, "--out", "one"), 4, "one holds a whole run"),
        (("run", "mine.yaml", "--deals", 14, "--shard", "2/3", "--out", "part-1"), 4, "part-1 holds shard 1/3 of a run"),
        (("run", "mine.yaml", "--deals", 2), 2, "the run has 2 rounds of 1 deals, too few for 3 shards"),
        (("run", "mine.yaml", "--set", "until.minutes=1"), 2, "until.minutes ends the run by the clock"),
        (("run", "mine.yaml", "--gate", "seats"), 2, "a shard knows no verdict"),
        (("run", "mine.yaml", "--records"), 2, "are kept by the machine that plays the whole run"),
        (("run", "mine.yaml", "--shard", "4/3"), 2, "--shard 4/3: found '4/3', expected I/N, I from 1 to N"),
        (("cards", "mine.yaml", "guild", "--gate", "items"), 2, "a shard knows no verdict"),
    ],
)
def test_what_no_shard_can_be_is_refused(words: tuple[object, ...], code: int, said: str, here: Project) -> None:
    assert here.here("run", "mine.yaml", "--deals", 14, "--out", "one").code == 0
    assert here.here("run", "mine.yaml", "--deals", 14, "--shard", "1/3", "--out", "part-1").code == 0
    before = here.files()
    shown = here.here(words[0], words[1], "--shard", "1/3", *words[2:])
    assert (shown.code, said in " ".join(shown.err.split())) == (code, True), shown.err
    assert here.files() == before


@pytest.mark.parametrize("verb", [("report",), ("matchups",), ("gate",), ("compare", "one")])
def test_a_shard_is_told_by_nothing_but_merge(verb: tuple[str, ...], here: Project) -> None:
    assert here.here("run", "mine.yaml", "--deals", 14, "--out", "one").code == 0
    assert here.here("run", "mine.yaml", "--deals", 14, "--shard", "1/3", "--out", "part-1").code == 0
    here.write("targets.yaml", "targets: {seat 1 win share: 20 % .. 30 %}\n")
    shown = here.here(*verb, "part-1", *(("targets.yaml",) if verb == ("gate",) else ()))
    assert shown.code in (2, 4), shown.out
    assert "part-1 holds shard 1/3 of a run: `simcli merge` makes one run of all shards" in " ".join(shown.err.split())


def test_a_folder_that_is_there_is_left_alone(here: Project) -> None:
    here.write("mine.yaml", CONFIG)
    parts = play(here, "run", "mine.yaml", "--deals", 4, of=2)
    here.write("whole/note.txt", "mine")
    shown = here.here("merge", *parts, "--out", "whole")
    assert (shown.code, "whole is there already" in shown.err) == (2, True)
    assert here.files() >= {"whole/note.txt"}
    assert here.here("merge", *parts).code == 0
    assert here.here("merge", *parts).code == 2
