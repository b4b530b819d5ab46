"""`simcli bench`: the unit, the history, and what is said beside it. What is measured is made up; tests/studies/run measures."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from simcli.sim.bench_history import FILE
from simcli.sim.reference import yardstick
from tests.cli.project import Project

HISTORY = FILE.as_posix()
PIG = ("bench", "pig", "--players", "2")


def measured(games: int, of_reference: float, checks: bool = True) -> dict[str, Any]:
    speed = {"games_per_second": games, "decisions_per_second": 40 * games}
    row = {"strategy": "random", "bounds_checks": checks, "one_core": speed, "all_cores": speed, "of_reference": of_reference}
    search = {"strategy": "search", "playouts_per_second": 5 * games, "of_reference": 0.0123}
    return {"game": "pig", "players": 2, "speeds": [row], "search": search, "first_game_seconds": {"cold": 9.0, "cached": 0.5}}


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what is measured, and in which unit."""

    def say(games: int, of_reference: float, kind: str = "c", why: str = "", checks: bool = True) -> None:
        unit = yardstick.Yardstick(kind, lambda deals: (deals, 0.5), amount=1, why=why, measured=[2000.0])
        monkeypatch.setattr("simcli.cli.bench.yardstick", lambda **_: nullcontext(unit))
        monkeypatch.setattr("simcli.sim.bench.bench_game", lambda *_, **__: measured(games, of_reference, checks))

    return say


def test_every_bench_but_a_quick_one_adds_a_line(project: Project, says: Callable[..., None]) -> None:
    says(1000, 0.5)
    quick = project.here(*PIG, "--quick")
    assert (quick.code, "kept" in quick.err) == (0, False)
    assert not (project.folder / HISTORY).exists()
    for games in (1000, 2000):
        says(games, games / 2000)
        shown = project.here(*PIG)
        assert shown.code == 0, shown.err
        assert f"kept for --compare: {HISTORY}\n" in shown.err
    lines = [json.loads(line) for line in project.read(HISTORY).splitlines()]
    assert [set(line) for line in lines] == [{"date", "version", "machine", "reference", "games"}] * 2
    assert [line["games"][0]["speeds"][0]["of_reference"] for line in lines] == [0.5, 1.0]


def test_the_table_shows_the_unit_and_fits_100_columns(project: Project, says: Callable[..., None]) -> None:
    says(1000, 0.5)
    shown = project.here(*PIG, "--quick").out
    assert "Reference  C, 2,000 games/s on one core: Guildes, 4 players, random plans\n" in shown
    assert "pig   2        random    on               1,000  0.500       40,000               1,000\n" in shown
    assert "5,000  0.0123\n" in shown
    assert max(map(len, shown.splitlines()[2:])) <= 100


def test_a_loop_is_called_a_loop(project: Project, says: Callable[..., None]) -> None:
    says(1000, 123456, kind="loop", why="cc: No such file or directory")
    shown = " ".join(project.here(*PIG, "--quick").out.split())
    assert "for want of a program in C (cc: No such file or directory): these figures compare only with those of a loop" in shown
    assert "of loop" in shown
    assert "of C" not in shown
    assert "123,000" in shown


def test_compare_sets_the_last_figures_of_the_same_beside(project: Project, says: Callable[..., None]) -> None:
    for games, of_reference in ((1000, 0.5), (1500, 0.6)):
        says(games, of_reference)
        project.here(*PIG)
    says(3000, 0.9)
    shown = project.here(*PIG, "--compare")
    assert shown.code == 0, shown.err
    assert "pig   2        random    on       3,000   0.900  1,500   0.600   1.50     2\n" in shown.out
    assert "pig   2        search    on      15,000  0.0123  7,500  0.0123   1.00     2\n" in shown.out
    assert "\nLine 2  20" in shown.out
    assert "\nLine 1" not in shown.out
    says(3000, 0.9, checks=False)
    data = json.loads(project.here(*PIG, "--compare", "--format", "json").out)
    assert [(row["strategy"], row["ratio"], row["last"]["line"]) for row in data["compared"]] == [("search", 1.0, 3)]
    assert "off      3,000   0.900   3,000   0.900   1.00     4\n" in project.here(*PIG, "--compare").out
    says(10, 0.3)
    other = project.here("bench", "pig", "--players", "3", "--compare")
    assert (other.code, other.out) == (2, "")
    assert f"{HISTORY}: there is no bench of pig with 3 players in it\n  hint: `simcli bench` without --quick" in other.err


def test_compare_without_a_history_measures_nothing(project: Project) -> None:
    shown = project.here(*PIG, "--compare")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == f"{HISTORY}: there is no bench yet\n  hint: `simcli bench` without --quick makes one\n"
    project.write(HISTORY, "\n")
    assert "there is no bench in it" in project.here(*PIG, "--compare").err


def test_figures_of_a_loop_and_of_c_are_not_set_side_by_side(project: Project, says: Callable[..., None]) -> None:
    says(1000, 100.0, kind="loop")
    project.here(*PIG)
    says(1000, 0.5)
    shown = project.here(*PIG, "--compare")
    assert (shown.code, shown.out) == (2, "")
    assert f"{HISTORY}:1:1: its last bench of pig with 2 players has the reference 'loop', this one 'c'" in shown.err
    project.here(*PIG)
    says(1000, 100.0, kind="loop")
    assert " 1.00     1\n" in project.here(*PIG, "--compare").out


DAMAGE = {
    "torn": lambda line: line[: len(line) // 2],
    "no object": lambda _: b"[1]",
    "no text": lambda line: b"\xff" + line,
    "deep": lambda _: b"[" * 100_000,
    "a text": lambda line: line.replace(b'"of_reference": 0.5', b'"of_reference": "0.5"'),
    "no number": lambda line: line.replace(b'"of_reference": 0.5', b'"of_reference": NaN'),
    "no kind": lambda line: line.replace(b'"kind"', b'"sort"'),
    "a list for a name": lambda line: line.replace(b'"strategy": "random"', b'"strategy": []'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_line_is_named(project: Project, says: Callable[..., None], damage: Callable[[bytes], bytes]) -> None:
    says(1000, 0.5)
    project.here(*PIG)
    line = project.read(HISTORY).strip()
    project.write(HISTORY, line + b"\n" + damage(line))
    shown = project.here(*PIG, "--compare")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == f"{HISTORY}:2:1: the line is damaged: it is no bench\n  hint: delete this line\n"
    assert project.here(*PIG).code == 0  # which keeps its own line whole
    assert json.loads(project.read(HISTORY).splitlines()[2])["games"][0]["game"] == "pig"


def test_a_history_that_cannot_be_written_leaves_the_figures(project: Project, says: Callable[..., None]) -> None:
    says(1000, 0.5)
    project.write("reports", "a file")
    shown = project.here(*PIG)
    assert shown.code == 2
    assert "pig   2" in shown.out
    assert f"{HISTORY}: cannot be written: File exists\n" in shown.err
