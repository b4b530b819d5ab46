"""Places that are broken, read-only or missing: the kernel cache, the installation, --out, HOME, the locale. Figures: docs/faults.md."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import simcli
from simcli.base.files import cache_root
from tests.cli.project import Project, make_project
from tests.cli.soak import counts, needs_mounts, read_only, small_disk

RUN = ("run", "pig.yaml", "--out", "run", "--format", "json")
TRACE = ("trace", "pig.yaml", "--deal", "0")
"""What is compiled for it are several pieces, small but for one."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a kernel cache of its own that a traced game has filled, and what it told."""
    home = tmp_path_factory.mktemp("filled")
    project = make_project(home, None)  # type: ignore[arg-type]
    done = project.apart(*TRACE, env={"SIMCLI_CACHE_DIR": str(home / "cache"), "COLUMNS": "120"})
    assert done.code == 0, done.err
    project.write("first", done.out)
    return home


@pytest.fixture
def warm(project: Project, filled: Path) -> dict[str, str]:
    """Environment of a process with a kernel cache of its own that is filled."""
    shutil.copytree(filled / "cache", project.folder / "cache")
    shutil.copy(filled / "first", project.folder)
    return {"SIMCLI_CACHE_DIR": str(project.folder / "cache")}


@counts(0, 40)
def test_a_damaged_kernel_cache_is_compiled_again(project: Project, warm: dict[str, str], count: int) -> None:
    """A file of the cache is cut short, the next has another bit, the third is noise: three small ones at once, or one that a run needs."""
    rng = random.Random(2)
    command, most = (RUN, 10**9) if count else (TRACE, 20_000)
    expected = project.apart(*command, env=warm).out
    shutil.copytree(project.folder / "cache", project.folder / "whole")
    for number in range(count or 1):
        shutil.rmtree(project.folder / "cache")
        shutil.copytree(project.folder / "whole", project.folder / "cache")
        files = sorted(p for p in (project.folder / "cache").rglob("*.piece") if p.stat().st_size < most)
        damaged = [rng.choice(files)] if count else rng.sample(files, 3)
        for kind, file in enumerate(damaged, number):
            data = bytearray(file.read_bytes())
            if kind % 3 == 0:
                data = data[: rng.randrange(len(data))]
            elif kind % 3 == 1:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            else:
                data = bytearray(rng.randbytes(len(data)))
            file.write_bytes(data)
        shutil.rmtree(project.folder / "run", ignore_errors=True)
        whole = {file: file.stat().st_size for file in damaged}
        shown = project.apart(*command, env=warm)
        assert shown.code == 0, (damaged, shown.err)
        assert "Traceback" not in shown.err
        assert shown.out == expected
        assert count or any(file.stat().st_size != size for file, size in whole.items())


@needs_mounts
def test_a_read_only_cache_is_done_without(project: Project, warm: dict[str, str]) -> None:
    shown = read_only(project, [project.folder / "cache"], *TRACE, **warm)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.encode() == project.read("first")


@needs_mounts
def test_compiled_code_that_the_disk_has_no_room_for_is_compiled_again_next_time(project: Project, filled: Path) -> None:
    shutil.copy(filled / "first", project.folder)
    (project.folder / "cache").mkdir()
    shown = small_disk(project, project.folder / "cache", *TRACE, SIMCLI_CACHE_DIR=str(project.folder / "cache"))
    assert (shown.returncode, shown.stdout.encode()) == (0, project.read("first")), shown.stderr


@needs_mounts
def test_a_read_only_home_is_not_talked_about(project: Project) -> None:
    (project.folder / "home").mkdir()
    home = project.folder / "home"
    shown = read_only(project, [home], *RUN, HOME=str(home), SIMCLI_CACHE_DIR=str(cache_root()))
    assert shown.returncode == 0, shown.stderr
    assert "atplotlib" not in shown.stderr


@needs_mounts
def test_a_read_only_installation_plays_and_reports(project: Project) -> None:
    package = Path(simcli.__file__).parent
    expected = project.here(*RUN).out
    shutil.rmtree(project.folder / "run")
    for args in (RUN, ("report", "run", "--format", "json")):
        shown = read_only(project, [package], *args)
        assert (shown.returncode, shown.stdout) == (0, expected), shown.stderr


@needs_mounts
def test_a_read_only_run_folder_is_told_and_can_be_read(project: Project) -> None:
    (project.folder / "new").mkdir()
    new = read_only(project, [project.folder / "new"], "run", "pig.yaml", "--out", "new")
    assert (new.returncode, new.stdout) == (4, "")
    assert "cannot be written: Read-only file system" in new.stderr
    below = read_only(project, [project.folder / "new"], "run", "pig.yaml", "--out", "new/deep/run")
    assert (below.returncode, below.stdout) == (4, "")
    expected = project.here(*RUN).out
    for args, code, out in (
        (RUN, 4, ""),
        (("report", "run"), 4, ""),
        (("report", "run", "--format", "json"), 0, expected),
        (("report", "run", "--format", "md", "--out", "run/x.md"), 2, ""),
    ):
        shown = read_only(project, [project.folder / "run"], *args)
        assert (shown.returncode, shown.stdout) == (code, out), shown.stderr
        assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("home", ["", "/nonexistent", None])
def test_without_a_home_everything_works(project: Project, home: str | None) -> None:
    project.write(
        "homeless.py",
        "import os, runpy\nos.environ.pop('HOME', None)\nos.environ.pop('XDG_CACHE_HOME', None)\n"
        f"os.environ.update({{}} if {home!r} is None else {{'HOME': {home!r}}})\nrunpy.run_module('simcli', run_name='__main__')\n",
    )
    cache = {"SIMCLI_CACHE_DIR": str(cache_root())} if home is None else {}
    shown = project.apart(*RUN, program=("homeless.py",), env=cache)
    assert shown.code == 0, shown.err


def test_a_locale_without_letters_beyond_ascii_changes_no_file(project: Project) -> None:
    """`C` is the same locale as `POSIX`."""
    project.write("plain.yaml", 'game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\ndeals: 50\nreport: {title: "Fünf Häfen · 五"}\n')
    assert project.here("run", "plain.yaml", "--out", "usual").code == 0
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = project.apart("run", "plain.yaml", "--out", "run", env=plain)
    assert shown.code == 0, shown.err
    for name in ("report.html", "run.json", "summary.json", "tables/strategies.csv"):
        assert project.read(f"run/{name}") == project.read(f"usual/{name}"), name
    commands = [["check", "plain.yaml"], ["report", "run", "--format", "md"], ["trace", "plain.yaml", "--deal", "0"], ["games", "guildes"]]
    project.write("commands.py", f"from simcli.cli.app import main\nprint([main(args) for args in {commands}])\n")
    shown = project.apart(program=("commands.py",), env=plain)
    assert (shown.out.splitlines()[-1], "Traceback" in shown.err) == ("[0, 0, 0, 0]", False), shown.err
