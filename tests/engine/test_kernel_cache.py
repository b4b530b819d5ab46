"""The disk cache never serves stale code. Each case is a new process that works on a copy of the package and of Pig."""

from __future__ import annotations

import ast
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.engine import kernel
from simcli.engine.code import store
from simcli.games import get_game
from simcli.testing.playthrough import Case, Playthrough, play, strategies_of

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS.parent / "tools"))
import ship_kernels  # noqa: E402

# Rolls ten times in one turn with a die that never busts and prints what lies at risk; where chance does not matter, nothing is dealt.
SCRIPT = """
import json, sys
import numpy as np
from ruamel.yaml import YAML
from simcli.engine import layout
from simcli.engine.code import doors, store
from simcli.engine.loop import lineup
from pig import GAME

game = layout.load(GAME)
yaml = YAML(typ="safe", pure=True)
components = {p.stem: yaml.load(p.read_text("utf-8")) for p in game.data_folder.glob("*.yaml")}
for face in components["die"]["faces"]:
    face["bust"] = False
tables = game.tables.build(components, {"must_roll": True, "equal_turns": False, "last_round_ends": False}, 2)
states, scratch = layout.new_states(game), lineup.new_scratch(game)
states[0].chance[:] = 1, 2, 3, 4
if "dealt" in sys.argv:
    doors.step_start(states, tables, 0, 0, np.uint64(1), scratch)
for _ in range(10):
    doors.step_apply(states, tables, 1)
print(json.dumps({"at_risk": int(states[0]["at_risk"]), "folder": str(store.CACHE_FOLDER), "compiled": "numba" in sys.modules}))
"""


@dataclass
class Copy:
    """A copy of the package and of the toy game, with a cache folder of its own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, how: str = "dealt", **environment: str) -> dict[str, Any]:
        own = {
            "PYTHONPATH": os.pathsep.join([str(self.folder), str(self.folder / "tests" / "toys" / "pig")]),
            "SIMCLI_CACHE_DIR": str(self.folder / "cache"),
            "SIMCLI_FAST": "",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        command = [sys.executable, "-c", SCRIPT, how]
        done = subprocess.run(command, env=inherited | own | environment, check=True, capture_output=True, text=True, cwd=self.folder)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("copy")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(TESTS.parent / "simcli", folder / "simcli", ignore=ignore)
    shutil.copytree(TESTS / "toys", folder / "tests" / "toys", ignore=ignore)
    return Copy(folder)


@pytest.fixture(scope="module")
def first(copied: Copy) -> dict[str, Any]:
    """The answer of unchanged sources, compiled."""
    return copied.run()


@pytest.fixture
def copy(copied: Copy, first: dict[str, Any], tmp_path: Path) -> Copy:
    """A fresh copy at the same place for each test, so that only what the test changes is new; the warm cache stays."""
    kept = tmp_path / "kept"
    shutil.copytree(copied.folder, kept, ignore=shutil.ignore_patterns("cache"))
    yield copied
    for name in ("simcli", "tests"):
        shutil.rmtree(copied.folder / name)
        shutil.copytree(kept / name, copied.folder / name)


def test_the_next_process_takes_everything_from_the_cache(copy: Copy, first: dict[str, Any]) -> None:
    assert first["compiled"]
    assert first["at_risk"] == 35
    assert copy.run() == first | {"compiled": False}


def test_an_edited_callee_in_the_package_is_compiled_again(copy: Copy, first: dict[str, Any]) -> None:
    copy.edit("simcli/engine/rng.py", "return np.int64(product >> U32)", "return np.int64(n) - 1")
    edited = copy.run("bare")
    assert edited["at_risk"] == 60  # ten sixes
    assert edited["folder"] != first["folder"]


def test_an_edited_callee_of_a_game_outside_the_package_is_compiled_again(copy: Copy) -> None:
    copy.edit("tests/toys/pig/pig/kernels/rules.py", "s.at_risk += t.points[face]", "s.at_risk += 100")
    assert copy.run("bare")["at_risk"] == 1000


def test_an_edited_data_file_gives_the_new_answer_without_compiling(copy: Copy, first: dict[str, Any]) -> None:
    for points, face in enumerate(("two", "three", "four", "five", "six"), start=2):
        copy.edit("tests/toys/pig/pig/data/die.yaml", f"{{id: {face}, points: {points},", f"{{id: {face}, points: {points * 10},")
    assert copy.run() == {"at_risk": 350, "folder": first["folder"], "compiled": False}


def test_an_edited_text_and_another_game_compile_nothing(copy: Copy, first: dict[str, Any]) -> None:
    copy.edit("tests/toys/pig/pig/text/notation.py", "from __future__", "# Another remark.\nfrom __future__")
    copy.edit("simcli/games/guildes/kernels/rules.py", "from __future__", "# Another remark.\nfrom __future__")
    assert copy.run() == first | {"compiled": False}


def test_a_text_that_a_kernel_takes_something_from_is_a_part_of_it(copy: Copy) -> None:
    (copy.folder / "tests/toys/pig/pig/text/worth.py").write_text("WORTH = 100\n", "utf-8")
    copy.edit("tests/toys/pig/pig/kernels/rules.py", "from .setup import", "from ..text.worth import WORTH\nfrom .setup import")
    copy.edit("tests/toys/pig/pig/kernels/rules.py", "s.at_risk += t.points[face]", "s.at_risk += WORTH")
    assert copy.run("bare")["at_risk"] == 1000
    copy.edit("tests/toys/pig/pig/text/worth.py", "100", "200")
    assert copy.run("bare")["at_risk"] == 2000


def test_code_of_old_versions_of_a_game_is_dropped(copy: Copy, tmp_path: Path) -> None:
    points, cache, kept = "t.points[face]", {"SIMCLI_CACHE_DIR": str(tmp_path / "cache")}, 1
    copy.edit("simcli/engine/code/store.py", "[:-VERSIONS]", f"[:-{kept}]")
    for number in range(kept + 1):
        copy.edit("tests/toys/pig/pig/kernels/rules.py", f"s.at_risk += {points}", f"s.at_risk += {number}")
        points = str(number)
        answer = copy.run("bare", **cache)
        assert (answer["at_risk"], answer["compiled"]) == (10 * number, True)
    assert len(list((tmp_path / "cache").rglob("step_apply-*.piece"))) == kept
    assert not copy.run("bare", **cache)["compiled"]


def test_other_flags_have_another_folder(copy: Copy, first: dict[str, Any]) -> None:
    fast = copy.run(SIMCLI_FAST="1")
    assert fast["at_risk"] == first["at_risk"]
    assert fast["folder"] != first["folder"]
    assert fast["compiled"]
    generic = copy.run(NUMBA_CPU_NAME="generic")
    assert generic["at_risk"] == first["at_risk"]
    assert len({first["folder"], fast["folder"], generic["folder"]}) == 3


def test_a_copy_elsewhere_finds_the_code_of_the_same_sources(copy: Copy, first: dict[str, Any]) -> None:
    """Another clone, environment or worktree compiles nothing."""
    other = Copy(copy.folder / "elsewhere")
    shutil.copytree(copy.folder, other.folder, ignore=shutil.ignore_patterns("elsewhere", "cache"))
    answer = other.run(SIMCLI_CACHE_DIR=str(copy.folder / "cache"))
    assert answer["folder"] == first["folder"]
    assert not answer["compiled"]


def shipped(copy: Copy, first: dict[str, Any]) -> Path:
    """The folder of compiled code that came with the package, filled with what was compiled for the first answer."""
    folder = copy.folder / "simcli" / "_shipped" / "kernels" / Path(first["folder"]).name
    shutil.copytree(first["folder"], folder)
    return folder


def test_what_came_with_the_package_is_not_compiled(copy: Copy, first: dict[str, Any], tmp_path: Path) -> None:
    folder = shipped(copy, first)
    answer = copy.run(SIMCLI_CACHE_DIR=str(tmp_path / "cache"))
    assert (answer["at_risk"], answer["compiled"]) == (first["at_risk"], False)
    assert not list((tmp_path / "cache").rglob("*.piece"))
    for damaged in folder.rglob("step_apply-*.piece"):
        damaged.write_bytes(damaged.read_bytes()[:-1] + b"x")
    answer = copy.run(SIMCLI_CACHE_DIR=str(tmp_path / "cache"))
    assert (answer["at_risk"], answer["compiled"]) == (first["at_risk"], True)
    assert [path.name for path in (tmp_path / "cache").rglob("*.piece")] == [damaged.name]


def test_what_came_with_the_package_is_compiled_after_an_edit(copy: Copy, first: dict[str, Any], tmp_path: Path) -> None:
    shipped(copy, first)
    copy.edit("tests/toys/pig/pig/kernels/rules.py", "s.at_risk += t.points[face]", "s.at_risk += 300")
    answer = copy.run("bare", SIMCLI_CACHE_DIR=str(tmp_path / "cache"))
    assert (answer["at_risk"], answer["compiled"]) == (3000, True)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"numba": "0.1"}, f"for numba 0.1, not {store.FACTS['numba']}"),
        ({}, "for other sources"),
    ],
)
def test_why_what_came_does_not_fit_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, facts: dict[str, str], why: str) -> None:
    monkeypatch.setattr(store, "SHIPPED_FOLDER", tmp_path / store.CACHE_NAME)
    assert store.why_unfit() == ""
    (tmp_path / "0123456789abcdef").mkdir()
    (tmp_path / "0123456789abcdef" / store.ABOUT).write_text(json.dumps(store.FACTS | facts), "utf-8")
    assert store.why_unfit() == why
    (tmp_path / store.CACHE_NAME).mkdir()
    assert store.why_unfit() == ""


def test_of_several_that_came_the_nearest_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SHIPPED_FOLDER", tmp_path / store.CACHE_NAME)
    other = {"system": "Linux sparc", "processors": "none"}
    ours = [store.FACTS[name] for name in other]
    for name, facts, why in (
        ("0123456789abcdef", other, "for system Linux sparc, not {}, for processors none, not {}".format(*ours)),
        ("1123456789abcdef", {}, "for other sources"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / store.ABOUT).write_text(json.dumps(store.FACTS | facts), "utf-8")
        assert store.why_unfit() == why


def test_what_is_shipped_for_other_processors_lies_where_they_look() -> None:
    here = store.source_hash(store.kernel_sources(), store.facts_of(platform.machine(), str(store.FACTS["processors"])))
    there = {store.source_hash(store.kernel_sources(), store.facts_of(name, store.LEVELS[name][0])) for name in ship_kernels.TARGETS}
    assert here == store.CACHE_NAME
    assert len({here, *there}) == len({platform.machine(), *ship_kernels.TARGETS})


def doubled_and_counted(numbers: Any) -> int:
    """With an array of its own, which has to be given back, and a place that may be none."""
    twice = np.zeros(len(numbers), np.int64)
    for i, number in enumerate(numbers):
        twice[number] += 2 * i
    return int(twice.sum()) // len(numbers)


@pytest.mark.parametrize(("machine", "number"), [("aarch64", 183)])
def test_compiled_code_becomes_object_code_for_other_processors(machine: str, number: int) -> None:
    """Of a function with all that kernels have and some have not: memory of its own, exceptions, vectors. The number is of ELF's list."""
    with ship_kernels.noted() as made:
        piece = kernel.compile_called(doubled_and_counted, [np.arange(8)])
    code = ship_kernels.object_code(made[piece.code], machine)
    assert (code[:5], code[18:20]) == (piece.code[:5], number.to_bytes(2, "little"))
    assert piece.symbol.encode() + b"\0" in code
    assert (piece.code[18:20] != code[18:20]) == (platform.machine() != machine)


def test_folders_unused_for_a_month_are_deleted(copy: Copy) -> None:
    cache = copy.folder / "cache"
    old, recent, foreign = cache / "0123456789abcdef", cache / "fedcba9876543210", cache / "somebody else's"
    for folder in (old, recent, foreign):
        folder.mkdir()
        (folder / "rules.piece").touch()
    now = time.time()
    os.utime(old, (now - 31 * 86400, now - 31 * 86400))
    os.utime(recent, (now - 29 * 86400, now - 29 * 86400))
    os.utime(foreign, (now - 99 * 86400, now - 99 * 86400))
    copy.run()
    assert [folder.exists() for folder in (old, recent, foreign)] == [False, True, True]


def test_a_folder_that_cannot_be_written_still_runs(copy: Copy, first: dict[str, Any]) -> None:
    """No folder can be made below a file, not even by root."""
    file = copy.folder / "file"
    file.touch()
    answer = copy.run(SIMCLI_CACHE_DIR=str(file / "cache"))
    assert answer["at_risk"] == first["at_risk"]
    assert answer["compiled"]
    assert not answer["folder"].startswith(str(copy.folder))


def test_the_hash_covers_all_that_kernels_import_of_the_package() -> None:
    """Constants are compiled in, and named tuples are taken apart by position."""
    sources = {path.relative_to(store.PACKAGE).as_posix() for path in store.kernel_sources() if path.is_relative_to(store.PACKAGE)}
    for name in ("batch", "bans", "loop/counting", "loop/playout", "policy", "sharing", "sink", "loop/steps", "terms"):
        for node in ast.walk(ast.parse((store.PACKAGE / "engine" / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("simcli."):
                module = node.module.removeprefix("simcli.").replace(".", "/")
                folders = ("engine", "engine/loop", "engine/code")
                assert f"{module}.py" in sources or module in folders, f"engine/{name}.py takes {node.module} unseen"


def test_what_counts_games_is_compiled_once_for_all_games() -> None:
    for game in map(get_game, ("guildes", "kings_forge")):
        play(Playthrough(Case(game, 3)), strategies_of(game), 0, 1)
        code = store.code_of(game.folder)
        played = [store.find(code, path.name) for path in store.files_of(code) if path.name.startswith("play_batch")]
        assert played
        assert not any(piece is None or b"counting" in piece.code for piece in played)
    counting = store.find(store.ENGINE, "count.piece")
    assert counting is not None
    assert b"counting" in counting.code
