"""`simcli trace` says who won, finds a game and says how it is told again."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.project import CONFIG, Project

TWO = CONFIG.replace("players: 2", "players: [3, 2]") + "variants: {as it is: {}, free: {options: {must_roll: off}}}\n"


@pytest.mark.parametrize(
    ("args", "begins"),
    [
        (["pig.yaml", "--pick", "closest"], "closest of the 1200 games of deals 0 to 599: margin "),
        (
            ["pig.yaml", "--pick", "seat-2-loses", "--among", 3],
            "seat-2-loses of the 6 games of deals 0 to 2: seat 2 has no share",
        ),
        (
            ["two.yaml", "--pick", "longest", "--among", 20, "--variant", "free", "--players", 2],
            "longest of the 40 games of deals 0 to 19: ",
        ),
        (
            ["pig.yaml", "--pick", "comeback", "--set", "seed=9", "--set", "options.must_roll=off"],
            "comeback of the 1200 games of deals 0 to 599",
        ),
    ],
    ids=["closest", "seat", "variant", "sets"],
)
def test_the_second_line_says_how_a_game_was_found_and_the_last_is_a_command_that_tells_it_again(
    project: Project, args: list[str], begins: str
) -> None:
    project.write("two.yaml", TWO)
    shown = project.here("trace", *args)
    assert shown.code == 0, shown.err
    claim, line, *rest = shown.out.splitlines()
    assert line.startswith(begins)
    words = shlex.split(rest[-1])
    assert words[:3] == ["simcli", "trace", args[0]]
    assert words.pop() == "--wide"
    again = project.here(*words[1:])
    assert (again.code, again.out.splitlines()) == (0, [claim, *rest])
    assert project.here("trace", *args).out == shown.out


def test_a_config_of_many_deals_is_searched_in_its_first_thousand(project: Project) -> None:
    found = project.here("trace", "long.yaml", "--pick", "shortest").out.splitlines()[1]
    assert found.startswith("shortest of the 2000 games of deals 0 to 999: ")


def test_a_run_folder_is_told_as_it_was_played_wherever_its_config_went(project: Project) -> None:
    project.write("two.yaml", TWO)
    assert project.here("run", "two.yaml", "--out", "run", "--deals", 5, "--seed", 3, "--quiet").code == 0
    straight = project.here("trace", "two.yaml", "--set", "seed=3", "--deal", 2, "--variant", "free")
    Path("two.yaml").unlink()
    shown = project.here("trace", "run", "--deal", 2, "--variant", "free")
    assert (shown.code, shown.out.splitlines()[:-1]) == (0, straight.out.splitlines()[:-1])
    assert shown.out.splitlines()[-1] == "simcli trace run --players 3 --variant free --deal 2 --rotation 0 --wide"
    found = project.here("trace", "run", "--pick", "blowout").out
    assert "\nblowout of the 15 games of deals 0 to 4: " in found
    assert found.splitlines()[-1].startswith("simcli trace run --players 3 --variant 'as it is' --deal ")
    assert project.here("trace", "run", "--deal", 2, "--set", "seed=4").err == (
        "--set: a run folder is shown as it was played\n  hint: name the config in place of the folder\n"
    )
    project.write("run/run.json", project.read("run/run.json").replace(b'"seed": 3', b'"seed": 4'))
    assert project.here("trace", "run", "--deal", 2).code == 4


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--deal", "1", "--pick", "closest"], "--deal: does not go with --pick"),
        (["--rotation", "1", "--pick", "closest"], "--rotation: does not go with --pick"),
        (["--deal", "1", "--among", "5"], "--among: is for --pick"),
        (["--pick", "closest", "--among", "0"], "--among 0: found the number 0, expected a whole number from 1 to 1000000\n"),
        (["--pick", "closet"], "--pick closet: found 'closet', expected median, closest, blowout, comeback, longest, shortest, upset, "),
        (["--pick", "closet"], "  hint: did you mean 'closest'?\n"),
        (["--pick", "seat-3-wins"], "--pick: there is no seat 3, the game has seats 1 to 2\n"),
        (["--pick", "upset", "--set", "strategies=[random]"], "--pick: upset needs strategies that meet"),
        (["--pick", "upset", "--set", "tables=mirror"], "--pick: upset needs strategies that meet"),
    ],
)
def test_what_is_no_game_is_refused_before_anything_is_printed(project: Project, args: list[str], told: str) -> None:
    shown = project.here("trace", "pig.yaml", *args)
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err


def test_the_first_deal_is_shown_where_none_is_named(project: Project) -> None:
    for args in ((), ("--rotation", 1)):
        assert project.here("trace", "pig.yaml", *args).out == project.here("trace", "pig.yaml", "--deal", 0, *args).out


def test_choices_are_explained_when_asked_for(project: Project) -> None:
    project.write("last.py", "def choose(s, t, actions, X, weights, noise):\n    return len(actions) - 1\n")
    project.write("three.yaml", CONFIG.replace("players: 2", "players: 3").replace("random]", "random, last.py]"))
    shown = project.here("trace", "three.yaml", "--deal", 3, "--explain")
    assert shown.code == 0, shown.err
    for told in (
        "   6  seat 1 (hold at 20) hold  (or roll)\n"
        "        > hold  score 1, chance 100.0%: over_twenty 1 x 1 = 1\n"
        "          roll  score 0, chance 0.0%: nothing\n",
        "   8  seat 2 (random) roll  (or hold)\n          plays at random: each of 2 with chance 50.0%\n",
        "  11  seat 3 (last) roll  (or hold)\n          hold  ",
    ):
        assert told in shown.out
    plain = project.here("trace", "three.yaml", "--deal", 3, "--wide").out.splitlines()
    assert [line for line in shown.out.splitlines() if not line.startswith("        ")] == plain
    assert project.here("trace", "three.yaml", "--pick", "shortest", "--among", 2, "--explain").code == 0


def test_a_game_is_written_as_a_page(project: Project) -> None:
    shown = project.here("trace", "pig.yaml", "--pick", "closest", "--among", 5, "--html", "game.html", "--wide")
    assert (shown.code, shown.err.splitlines()[-1]) == (0, "written: game.html")
    page = project.read("game.html").decode()
    _, found = shown.out.splitlines()[:2]
    again = next(line for line in shown.out.splitlines() if line.startswith("simcli trace")).removesuffix(" --html game.html")
    assert f"<p>{found}</p>" in page.replace("</p>", ".</p>")
    assert f"<code>{again}</code>" in page
    told = [line for line in shown.out.splitlines() if re.match(r" *\d+  seat", line)]
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert [re.sub(r"[.:]", "", heading) for heading in headings[:-1]] == [re.sub(r"^ *(\d+)  ", r"\1 ", line) for line in told]
    assert headings[-1] == "The end"
    assert "over_twenty -1 x 1 = -1" in page
    assert project.here("trace", "pig.yaml", "--pick", "closest", "--among", 5, "--html", "again.html").code == 0
    assert project.read("again.html").decode() == page


@pytest.mark.parametrize(
    ("file", "told"), [("strategies", "--html: strategies is a folder"), ("no/page.html", "--html: no is no folder that exists")]
)
def test_a_page_that_has_no_place_is_refused_before_anything_is_played(project: Project, file: str, told: str) -> None:
    before = project.files()
    shown = project.here("trace", "pig.yaml", "--deal", 1, "--html", file)
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err
    assert project.files() == before
