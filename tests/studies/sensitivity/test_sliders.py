"""The page with sliders, with the toy game: where shares can be written down, outside of what was played, its commands, and its script."""

from __future__ import annotations

import json
import math
import random
import shlex
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.config import load_config
from simcli.config.run.numbers import load_one_game, named_numbers, varied
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import UserError
from simcli.studies.run.play import simulate
from simcli.studies.sensitivity import reach
from simcli.studies.sensitivity.question import ask
from simcli.studies.sensitivity.reach import command, reach_of, with_pairs
from simcli.studies.sensitivity.sliders import INTERACTION, Moved, Reach, SliderRow, Sliders, SliderTable, Z
from simcli.studies.sensitivity.sliders_page import as_json, data_of, rendered, sliders_of
from tests.cli.project import ROOT, Project, command_of, summary

TURN = (
    "game: pig\nplayers: 2\nstrategies: [hold_at_20]\ntables: mirror\ndeals: 20000\n"
    "options: {last_round_ends: true}\npatch: {setup: {goal: 22, max_rounds: 1}}\n"
    "report: {title: 'A </script><script>alert(1)</script> & turn'}\n"
)
"""A turn each: seat 1 wins the games in which both get to the goal, and half of all others."""
PLAYED = ("setup.goal", "die.six.points")


def first_wins(goal: int, six: int) -> float:
    """What seat 1 wins where a six counts `six` points."""
    chance = [1.0] + [0.0] * 40
    for points in range(20):
        for face in (2, 3, 4, 5, six):
            chance[points + face] += chance[points] / 6
    return 0.5 + sum(chance[max(goal, 20) :]) ** 2 / 2


@pytest.fixture
def turn(project: Project) -> tuple[ResolvedRun, Any]:
    """A run of two numbers, and its results."""
    project.write("turn.yaml", TURN)
    run = ask("turn.yaml", PLAYED, of=None, by=2).run
    return run, simulate(run).results


@pytest.fixture
def sliders(turn: tuple[ResolvedRun, Any]) -> Sliders:
    return sliders_of(*turn, reach_of(turn[0]))


def test_the_band_holds_what_follows_from_the_die(sliders: Sliders) -> None:
    assert [(one.path, one.value) for one in sliders.numbers] == [("patch.die.six.points", 6), ("patch.setup.goal", 22)]
    (table,) = sliders.tables
    first, second = (row for row in table.rows if row.kind == "seat")
    settings = list(product((4, 6, 8), (20, 22, 24)))
    for six, goal in settings:
        low, value, high = sliders.share(first, (six, goal))
        assert low is not None
        assert value is not None
        assert high is not None
        assert low <= first_wins(goal, six) <= high, (six, goal)
        other = sliders.share(second, (six, goal))
        assert other.low is not None
        assert other.low <= 1 - first_wins(goal, six) <= other.known + (high - value) + 1e-9
        assert high - low < 0.1
    moves = [abs(first_wins(goal, six) - first_wins(22, 6)) for six, goal in settings]
    assert max(moves) > 0.05


def test_between_steps_the_band_is_wider_and_a_setting_that_was_played_is_as_it_was_measured(
    turn: tuple[ResolvedRun, Any], sliders: Sliders
) -> None:
    row = next(row for row in sliders.tables[0].rows if row.kind == "seat")
    cell = next(cell for cell in turn[1].cells if cell.variant == "goal=20")
    low, value, high = sliders.share(row, (6, 20))
    assert (low, value, high) == pytest.approx(cell.seats[0].win_share, abs=2e-3)
    assert value == pytest.approx(cell.seats[0].win_share.value, abs=1e-9)
    between = sliders.share(row, (6, 21))
    assert between.high is not None
    assert between.low is not None
    assert high is not None
    assert low is not None
    assert between.high - between.low > high - low
    assert between.value == pytest.approx((value + row.share) / 2)


def test_what_was_not_measured_is_not_said(turn: tuple[ResolvedRun, Any], sliders: Sliders) -> None:
    row = sliders.tables[0].rows[0]
    assert sliders.share(row, (6, 25)) == (None, None, None)
    assert sliders.share(row, (9, 22)) == (None, None, None)
    short = replace(turn[0], deals=1, half_width=None)
    found = sliders_of(short, simulate(short).results, reach_of(short))
    assert {found.share(one, (6, 22)) for one in found.tables[0].rows} == {(None, None, None)}
    assert "not measured" in rendered(short, simulate(short).results, reach_of(short))


def moved(i: int, to: int, by: float, slope: float = -0.2, rest: float = 0.01) -> Moved:
    return Moved(((i, to),), by, slope, rest, abs(by))


NUMBERS = (Reach("patch.a", "a", 3, (2, 3, 4)), Reach("patch.b", "b", 5, (4, 5, 6)), Reach("patch.c", "c", 1, (1, 2)))
ALONE = (moved(0, 2, -0.1), moved(0, 4, 0.05), moved(1, 6, 0.08), moved(2, 2, 0.02))
BOTH = Moved(((0, 4), (1, 6)), 0.2, 0.1, 0.02, 0.2)


def planted(*more: Moved, refused: tuple[tuple[tuple[int, int], ...], ...] = (), most: int = 3) -> tuple[Sliders, SliderRow]:
    row = SliderRow("strategy", "<b>one</b>", 0.25, 0.005, (*ALONE, *more))
    return Sliders(NUMBERS, (SliderTable(4, (row,)),), refused, most), row


def test_two_numbers_are_added_with_a_term_for_what_they_do_together() -> None:
    sliders, row = planted()
    low, value, high = sliders.share(row, (4, 6, 1))
    assert value == pytest.approx(0.25 + 0.05 + 0.08)
    sampling = (1 - 0.4) ** 2 * 0.005**2 + (0.01 + 0.01) ** 2
    assert high is not None
    assert high - value == pytest.approx(math.sqrt(Z**2 * sampling + INTERACTION**2 * 0.05 * 0.08))
    assert low is not None
    assert value - low == pytest.approx(high - value)


def test_numbers_that_were_played_together_need_no_such_term() -> None:
    sliders, row = planted(BOTH)
    value = sliders.share(row, (4, 6, 1))
    assert value.value == pytest.approx(0.25 + 0.2)
    assert value.high is not None
    assert value.known + Z * math.hypot(1.1 * 0.005, 0.02) == pytest.approx(value.high)
    three = sliders.share(row, (4, 6, 2))
    assert three.value == pytest.approx(0.25 + 0.2 + 0.02)
    assert three.high is not None
    assert three.high - three.known > value.high - value.known


def test_what_the_game_does_not_have_together_is_not_said() -> None:
    sliders, row = planted(refused=(((0, 4), (1, 6)),), most=2)
    assert sliders.allows((4, 5, 1))
    assert not sliders.allows((4, 6, 1))
    assert not sliders.allows((2, 6, 2))
    assert sliders.share(row, (4, 6, 1)).value is None


def test_pairs_that_were_played_are_as_they_were_measured(turn: tuple[ResolvedRun, Any]) -> None:
    run = with_pairs(turn[0], reach_of(turn[0]))
    results = simulate(run).results
    found = sliders_of(run, results, reach_of(run))
    assert (found.numbers, found.refused, found.most) == (reach_of(turn[0]).numbers, (), 2)
    row = next(row for row in found.tables[0].rows if row.kind == "seat")
    for six, goal in product((4, 8), (20, 24)):
        cell = next(cell for cell in results.cells if cell.variant == f"six points={six}, goal={goal}")
        low, value, high = found.share(row, (six, goal))
        of_cell = cell.seats[0].win_share
        assert value == pytest.approx(of_cell.value, abs=1e-9)
        assert low is not None
        assert high is not None
        assert low <= first_wins(goal, six) <= high
        assert high - value == pytest.approx(of_cell.high - of_cell.value, rel=0.05)


def test_pairs_are_played_on_request_and_again_by_the_command_of_the_page(project: Project) -> None:
    project.write("turn.yaml", TURN)
    args = ("turn.yaml", *PLAYED, "--deals", 20, "-q", "--page", "--pairs")
    shown = project.here("sensitivity", *args, "--out", "run")
    assert shown.code == 0, shown.err
    names = {cell["variant"] for cell in summary(project)["cells"]}
    assert {"six points=5, goal=21", "six points=7, goal=23"} <= names
    assert len(names) == 1 + 4 + 4
    words = command_of(project, "run")
    assert words[words.index("--by") + 2 :][:2] == ["--page", "--pairs"]
    again = project.here(*words, "-q", "--out", "again")
    assert again.code == 0, again.err
    assert project.read("again/sliders.html") == project.read("run/sliders.html")
    from_python = simcli.sensitivity("turn.yaml", PLAYED, deals=20, page="pairs", out="python")
    assert {cell.variant for cell in from_python.run.results.cells} == {cell["variant"] for cell in summary(project, "run")["cells"]}
    assert project.read("python/sliders.html") == project.read("run/sliders.html")
    assert project.here("more", "run", "--deals", 40, "-q").code == 0
    without = project.here("sensitivity", "turn.yaml", *PLAYED, "--pairs")
    assert without.code == 2
    assert "add --page" in without.err


def test_all_settings_of_as_many_numbers_are_looked_at_as_can_be() -> None:
    assert reach._most([]) == 0
    assert reach._most([2, 2]) == 2
    assert reach._most([2] * 12) == 3
    assert reach._most([100, 100]) == 1


def test_every_command_plays(project: Project) -> None:
    project.write("turn.yaml", TURN)
    args = ("turn.yaml", *PLAYED, "--by", 2, "--deals", 20, "--set", "options.must_roll=false", "--out", "run", "-q", "--page")
    shown = project.here("sensitivity", *args)
    assert shown.code == 0, shown.err
    page = project.read("run/sliders.html").decode()
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "simcli whatif turn.yaml --set options.must_roll=false" in page
    run = ask("turn.yaml", PLAYED, of=None, by=2, deals=20, sets=["options.must_roll=false"]).run
    sliders = reach_of(run)
    for n, setting in enumerate(product(*((one.values[0], one.value, one.values[-1]) for one in sliders.numbers))):
        line = command(run, sliders, setting, 2)
        words = shlex.split(line)
        assert words[0] == "simcli"
        assert project.here(*words[1:], "-q", "--out", f"played{n}").code == 0, line


def test_numbers_in_lists_are_set_as_the_game_has_them() -> None:
    paths = ("guilds.knight.prizes.round_3.0", "guilds.knight.prizes.round_3.1", "guilds.alchemist.copies")
    run = ask("guildes/plans", paths, of=None, players=4).run
    sliders = reach_of(run)
    own = load_one_game("guildes/plans", players=4)
    numbers = {number.path: number for number in named_numbers(own, paths, "x")}
    setting = [one.values[-1] for one in sliders.numbers]
    words = shlex.split(command(run, sliders, setting, 4))
    sets = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
    changes = [(numbers[one.path.removeprefix("patch.")], to) for one, to in zip(sliders.numbers, setting, strict=True)]
    played = load_config("guildes/plans", changes=sets, players=4).variants[-1]
    assert dict(played.components) == dict(varied(own, changes, "x").components)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--shard", "1/2"), "merge"),
        (("--set", "strategies=[random]"), "write it into the config"),
        (("--by", 51), "whole steps"),
    ],
)
def test_where_it_makes_no_sense_it_is_refused(project: Project, more: tuple[object, ...], said: str) -> None:
    project.write("turn.yaml", TURN)
    shown = project.here("sensitivity", "turn.yaml", "setup.goal", "--page", "--out", "run", *more)
    assert shown.code == 2
    assert "--page" in shown.err
    assert said in shown.err
    assert not (project.folder / "run").exists()


def test_viable_plans_are_not_counted_for_each_pair() -> None:
    run = ask("guildes/plans", ("setup.rounds", "guilds.knight.copies"), of="viable plans", players=3).run
    with pytest.raises(UserError, match="for each pair too"):
        with_pairs(run, reach_of(run))


def test_too_many_numbers_are_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "MOST_NUMBERS", 1)
    project.write("turn.yaml", TURN)
    shown = project.here("sensitivity", "turn.yaml", *PLAYED, "--page")
    assert shown.code == 2
    assert "2 numbers are moved, at most 1 have sliders" in shown.err


def test_names_from_files_are_text_and_no_markup(turn: tuple[ResolvedRun, Any]) -> None:
    page = rendered(*turn, reach_of(turn[0]))
    assert "alert(1)</script>" not in page
    assert "A &lt;/script&gt;" in page
    assert page.count("<script") == 2
    assert json.loads(as_json({"a": "</script>"})) == {"a": "</script>"}
    assert "<" not in as_json({"a": "</script>"})


def test_a_page_that_is_there_follows_more_deals(project: Project) -> None:
    project.write("turn.yaml", TURN)
    assert project.here("sensitivity", "turn.yaml", "setup.goal", "--deals", 100, "--out", "run", "-q", "--page").code == 0
    before = project.read("run/sliders.html")
    assert project.here("more", "run", "--deals", 200, "-q").code == 0
    assert project.read("run/sliders.html") != before


def test_the_script_of_the_page_does_the_same_arithmetic(turn: tuple[ResolvedRun, Any], tmp_path: Path) -> None:
    sys.path.append(str(ROOT / "tools"))
    from chromium import Browser, BrowserError, Medium, find_chromium  # type: ignore[import-not-found]

    try:
        find_chromium()
    except BrowserError as error:
        pytest.skip(str(error))
    played = sliders_of(*turn, reach_of(turn[0]))
    page = rendered(*turn, reach_of(turn[0]))
    start = page.index('id="data">') + len('id="data">')
    made, _ = planted(BOTH, refused=(((0, 2), (1, 4)),))
    chance = random.Random(1)
    with Browser() as browser:
        for sliders in (played, made):
            data = as_json(data_of(turn[0], sliders))
            text = page[:start] + data + page[page.index("</script>", start) :]
            (tmp_path / "page.html").write_text(text, "utf-8")
            # The second page has other numbers than its sliders, so only what it computes is asked.
            said = browser.open(tmp_path / "page.html", Medium(400, "light"))
            assert sliders is made or said == []
            for _ in range(60):
                setting = [chance.choice([*one.values, one.values[-1] + 1]) for one in sliders.numbers]
                n = chance.randrange(len(sliders.tables[0].rows))
                found = browser.run(f"sliders.share(0, {n}, {json.dumps(setting)})")
                expected = sliders.share(sliders.tables[0].rows[n], setting)
                assert (found is None) == (expected.value is None)
                assert found is None or found == pytest.approx(list(expected), abs=1e-12)
