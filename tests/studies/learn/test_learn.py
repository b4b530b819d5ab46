"""`simcli learn` with the compiled toy game: what it prints and leaves, repeated, interrupted, refused; what its player is worth."""

from __future__ import annotations

import csv
import json
import shlex
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import simcli
from simcli.config import check_paths
from simcli.errors import InterruptedRun, UserError
from simcli.game import Game, Price
from simcli.sim.folder.kept_rows import KeptRows
from simcli.studies.in_game import counts_of
from simcli.studies.learn.question import ask
from tests.cli.project import Project, command_of, schema

SCHEMA = schema("learn")
BAD = """game: pig
idea: "Holds with nothing at risk: wrong on purpose."
temperature: 1
weights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}
"""
TINY = ("--plan", "./bad.yaml", "--field", "hold_at_20,random:2", "--players", 2, "--deals", 600, "--worlds", 4, "--fresh", 60)
TWICE = (*TINY, "--rounds", 2)
FILES = ("learned.yaml", "learn.json", "tables/learn.csv", "report.html")


@pytest.fixture
def bad(project: Project) -> Project:
    project.write("bad.yaml", BAD)
    return project


def learned(project: Project, *words: object) -> dict[str, Any]:
    shown = project.here("learn", "pig", *words, "--format", "json", "-q")
    assert shown.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    jsonschema.validate(found, SCHEMA)
    return found


def left(project: Project, folder: str) -> list[bytes]:
    return [project.read(f"{folder}/{name}").replace(f"{folder}/".encode(), b"") for name in FILES]


def test_who_learned_from_a_bad_plan_beats_it_and_plays_by_name(bad: Project) -> None:
    shown = bad.here("learn", "pig", *TINY, "--deals", 1500, "--fresh", 400, "--out", "run")
    assert shown.code == 0, shown.err
    assert shown.out.startswith("Yes, learned among bad wins ")
    assert "strategy: run/learned.yaml\n" in shown.err
    assert "to play it by its name: copy it into strategies/pig/\n" in shown.err
    found = json.loads(bad.read("run/learn.json"))
    against = {row["rivals"]: row for row in found["against"]}
    assert list(against) == ["bad", "the field"]
    assert against["bad"]["share"][0] > 0.7
    assert (found["looked"], [one["decision"] for one in found["kinds"]], found["kinds"][0]["choices"]) == (3000, ["turn"], 3000)
    text = bad.read("run/learned.yaml").decode()
    assert text.startswith(
        "# Learned in one round from a choice of each of 3,000 games, in 4 worlds an action; judges the favourites of bad.\n"
    )
    assert f"# Again: {found['command']}\n" in text
    bad.write("strategies/pig/learned.yaml", text)
    assert not check_paths([bad.folder / "strategies" / "pig" / "learned.yaml"])
    bad.write("both.yaml", "game: pig\nplayers: 2\nstrategies: [learned, ./bad.yaml]\ndeals: 200\nmeasure: none\n")
    run = json.loads(bad.here("run", "both.yaml", "--format", "json", "-q").out)
    (own,) = (row for row in run["cells"][0]["strategies"] if row["name"] == "learned")
    assert own["win_share"][0] > 0.7
    first, best = text.index("best: 8"), "best: 7"
    bad.write("strategies/pig/learned.yaml", text[:first] + best + text[first + len(best) :])
    refused = bad.here("run", "both.yaml")
    assert (refused.code, "checksum: what was learned has been changed" in refused.err) == (2, True)


def test_equal_bytes_on_any_number_of_workers_after_ctrl_c_and_from_its_own_command(bad: Project) -> None:
    learned(bad, *TWICE, "--workers", 1, "--out", "straight")
    learned(bad, *TWICE, "--workers", 2, "--out", "two")
    assert left(bad, "two") == left(bad, "straight")
    rows = sorted((bad.folder / "two").glob("round-*/*"))
    assert {path.parent.name for path in rows} == {"round-1", "round-2"}
    for path in rows[len(rows) // 2 :]:
        path.unlink()
    rows[0].write_bytes(rows[0].read_bytes()[:-9])
    for name in (*FILES, "study.json"):
        (bad.folder / "two" / name).unlink()
    learned(bad, *TWICE, "--out", "two")
    assert left(bad, "two") == left(bad, "straight")
    words = command_of(bad, "straight")
    assert words[:2] == ["learn", "pig"]
    assert bad.here(*words, "--out", "again", "-q").code == 0
    assert left(bad, "again") == left(bad, "straight")
    other = learned(bad, *TWICE, "--seed", 2, "--out", "other")
    assert other["against"] != json.loads(bad.read("straight/learn.json"))["against"]


def test_ctrl_c_keeps_what_was_looked_at_and_says_how_to_go_on(bad: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first round, in the second, and while it is judged."""
    monkeypatch.setattr("simcli.sim.plan.BATCH_MICROSECONDS", 2000)
    learned(bad, *TWICE, "--workers", 1, "--out", "straight")
    batches = len([*(bad.folder / "straight").glob("round-1/*")])
    assert batches > 3
    words = ("learn", "pig", *TWICE, "--out", "stopped")
    kept: dict[Path, int] = {}
    for most in (2, batches, 10**6):
        with monkeypatch.context() as patch:
            left_to_add, added = iter(range(most)), KeptRows.add

            def add(self: KeptRows, number: int, rows: Any) -> None:
                if next(left_to_add, None) is None:  # noqa: B023
                    raise InterruptedRun("interrupted")
                added(self, number, rows)  # noqa: B023

            patch.setattr(KeptRows, "add", add)
            patch.setattr("simcli.studies.learn.play.wins_of_one", stop)
            stopped = bad.here(*words)
        assert stopped.code == 130, stopped.err
        assert f"to go on: simcli {shlex.join(map(str, words))}\n" in stopped.err
        assert kept == {path: path.stat().st_mtime_ns for path in kept}
        kept = {path: path.stat().st_mtime_ns for path in (bad.folder / "stopped").glob("round-*/*")}
    assert len(kept) == len([*(bad.folder / "straight").glob("round-*/*")])
    assert not {f"stopped/{name}" for name in FILES} & bad.files()
    assert bad.here(*words, "-q").code == 0
    assert kept == {path: path.stat().st_mtime_ns for path in kept}
    assert left(bad, "stopped") == left(bad, "straight")


def stop(*_: object, **said: Any) -> None:
    raise InterruptedRun(said["kept"])


def test_more_rounds_and_fresh_deals_resume_what_is_there(bad: Project) -> None:
    first = learned(bad, *TINY, "--out", "run")
    rows = {path: path.stat().st_mtime_ns for path in (bad.folder / "run").glob("round-1/*")}
    more = learned(bad, *TWICE, "--fresh", 120, "--out", "run")
    assert {path: path.stat().st_mtime_ns for path in rows} == rows
    assert (first["rounds"], more["rounds"], more["looked"], more["against"][0]["deals"]) == (1, 2, 2 * first["looked"], 120)
    assert first["identity"] == more["identity"]
    learned(bad, *TWICE, "--fresh", 120, "--out", "straight")
    assert left(bad, "run") == left(bad, "straight")


def test_a_player_of_its_own_plan_alone_is_judged_once(bad: Project) -> None:
    found = learned(bad, "--plan", "./bad.yaml", "--field", "./bad.yaml", *TINY[4:], "--out", "run")
    assert [row["rivals"] for row in found["against"]] == ["bad"]


def test_json_csv_and_page_say_the_same(bad: Project) -> None:
    found = learned(bad, *TINY, "--out", "run")
    rows = list(csv.DictReader(StringIO(bad.read("run/tables/learn.csv").decode())))
    assert [(row["rivals"], *(float(row[f"share{end}"]) for end in ("_low", "", "_high"))) for row in rows] == [
        (row["rivals"], *row["share"]) for row in found["against"]
    ]
    page = bad.here("report", "run", "--format", "md").out
    assert found["answer"] in page
    assert "The player in one seat" not in found["answer"]
    assert [row["subject"] for row in found["answer_rows"]] == ["learned among bad", "learned among the field"]


def test_a_folder_of_something_else_or_another_player_is_left_as_it_is(bad: Project) -> None:
    assert bad.here("run", "pig.yaml", "--deals", 20, "--out", "ran", "-q").code == 0
    learned(bad, *TINY, "--out", "run")
    before = {name: bad.read(name) for name in bad.files() if (bad.folder / name).is_file()}
    for words, said in (
        (("--out", "strategies"), "strategies is no folder in which a player learns, and not empty: choose another --out"),
        (("--out", "ran"), "ran is no folder in which a player learns"),
        (("--out", "run", "--seed", 2), "another player learns in run (identity "),
        (("--out", "run", "--worlds", 6), "another player learns in run (identity "),
    ):
        shown = bad.here("learn", "pig", *TINY, *words)
        assert (shown.code, said in shown.err) == (4, True), shown.err
    for text in ("{", "[]", '{"identity": 3}', "[" * 100_000):
        bad.write("run/learning.json", text)
        shown = bad.here("learn", "pig", *TINY, "--out", "run")
        assert (shown.code, "choose another --out" in shown.err, "Traceback" in shown.err) == (4, True, False)
    bad.write("run/learning.json", before["run/learning.json"])
    assert {name: bad.read(name) for name in before} == before


def test_a_dry_run_says_what_would_be_looked_at_and_writes_nothing(bad: Project) -> None:
    before = bad.files()
    shown = bad.here("learn", "pig", *TWICE, "--dry-run")
    assert (shown.code, bad.files()) == (0, before)
    assert "Judges the favourites of  bad\n" in shown.out
    plan = json.loads(bad.here("learn", "pig", *TWICE, "--dry-run", "--format", "json").out)
    assert (plan["rounds"], plan["deals"], plan["worlds"], plan["fresh"]) == (2, 600, 4, 60)
    usual = json.loads(bad.here("learn", "pig", "--dry-run", "--format", "json").out)
    assert (usual["players"], usual["plan"], usual["field"], usual["worlds"]) == ([4], "hold_at_20", ["hold_at_20", "hold_at_25"], 8)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--plan", "random"], "--plan: 'random' has no weights to find favourites with\n  hint: name a YAML strategy with weights"),
        (["--plan", "roll.py"], "--plan: 'roll' has no weights to find favourites with"),
        (["--plan", "./ahead.yaml"], "--plan: 'ahead' has no weights to find favourites with"),
        (["--plan", "hold_at_22"], "did you mean 'hold_at_2"),
        (["--field", "hold_at_22"], "did you mean 'hold_at_2"),
        (["--field", "random:0"], "expected at least 0.001"),
        (["--players", "9"], "found 9, expected 2 to 4 players of Pig"),
        (["--players", "1"], "found 1, expected 2 to 4 players of Pig"),
        (["--players", "two"], "found the text 'two', expected a whole number from 1 to 100"),
        (["--players", "2,2,3", "--deals", "20"], "--deals 20: a round looks at one choice of each of 100 games"),
        (["--deals", "20"], "trees are fitted to 300 choices or more\n  hint: say 150 or more"),
        (["--worlds", "3"], "--worlds: found 3, expected an even number"),
        (["--rounds", "0"], "expected a whole number from 1 to 20"),
        (["--fresh", "5"], "expected a whole number from 20"),
        (["--seed", "-1"], "expected a whole number from 0"),
        (["--set", "options.equal_turn=true"], "did you mean 'equal_turns'?"),
        (["--set", "deals=3"], "a player that learns has no 'deals' to be set\n  hint: what is set stands under options or patch"),
        (["--set", "restrict={seat 1: {blind: [rivals]}}"], "a player that learns has no 'restrict' to be set"),
    ],
)
def test_mistakes_are_told_with_a_hint_and_nothing_is_written(bad: Project, more: list[str], says: str) -> None:
    bad.write("roll.py", "def choose(s, t, actions, X, weights, noise):\n    return 0\n")
    bad.write("ahead.yaml", "game: pig\nkind: search\nrollout: hold_at_20\n")
    before = bad.files()
    shown = bad.here("learn", "pig", *TINY, *more)
    assert (shown.code, bad.files()) == (2, before), shown.err
    assert says in shown.err


def test_a_field_without_weights_needs_a_plan_that_has_them(bad: Project) -> None:
    shown = bad.here("learn", "pig", "--field", "random")
    assert shown.err == "--plan: no plan of the field has weights to find favourites with\n  hint: name one: --plan NAME\n"
    assert "did you mean 'pig'?" in bad.here("learn", "pigg").err
    asked = ask("pig", None, [("hold_at_20", 1), ("hold_at_25", 2), ("random", 9)], deals=200)
    assert (asked.plan.name, asked.run.players) == ("hold_at_25", (4,))


def test_a_game_for_one_is_refused(toy_game: Game) -> None:
    with pytest.raises(UserError, match="Pig is a game for one: there is nobody to beat"):
        counts_of(replace(toy_game, min_players=1, max_players=1, prices={1: Price(1, 1, 1)}), ())


def test_its_command_names_the_field_it_learned_in(bad: Project) -> None:
    bad.write("strategies/pig/fields/mixed.yaml", "game: pig\nidea: x\nplans: {hold_at_20: 1, random: {2: 0.5, 3: 1}}\nplayers: [2, 3]\n")
    for field, players, said in (
        ("mixed", (2, 3), "--field mixed"),
        ("mixed", (2,), "--field mixed"),
        (["hold_at_20", "random"], (2,), "--field hold_at_20,random"),
    ):
        asked = ask("pig", None, field, players=players, deals=200)
        assert said in asked.command()
        words = shlex.split(asked.command())
        again = ask("pig", words[words.index("--plan") + 1], words[words.index("--field") + 1].split(","), players=players, deals=200)
        assert (again.identity(), again.field_name) == (asked.identity(), asked.field_name)
    assert ask("pig", None, "mixed", players=(2, 3), deals=200).field_name == "mixed"
    league = ask("guildes", players=(3, 5), deals=200)
    assert (league.field_name, "--field league " in league.command()) == ("league", True)


def test_what_teaches_nothing_leaves_no_folder(bad: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.studies.learn.play.FEWEST", 10_000)
    shown = bad.here("learn", "pig", *TINY, "--out", "run")
    assert (shown.code, "run" in bad.files()) == (2, False)
    assert "--deals 600: nothing can be learned from the choices looked at: 1200 of turn\n  hint: ask for more deals" in shown.err


def test_without_the_library_numpy_fits_and_says_so(bad: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    assert bad.here("learn", "pig", *TINY, "--out", "run").code == 0
    assert bad.here("learn", "pig", *TINY, "--out", "other").code == 0
    assert bad.read("run/learned.yaml") == bad.read("other/learned.yaml")
    monkeypatch.undo()
    assert bad.here("learn", "pig", *TINY, "--out", "run").code == 2


def test_a_setting_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="unknown setting 'colour'"):
        simcli.learn("guildes", colour="red")  # type: ignore[call-arg]
