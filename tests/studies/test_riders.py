"""What a run measures besides, with the compiled toy game: how its games feel, and how far its players can be beaten."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

import simcli
from simcli.config import load_config
from simcli.report.page import parted
from tests.cli.project import Project, summary

BAD = """game: pig
idea: "Holds with nothing at risk, rolls on with everything: wrong on purpose."
temperature: 1
weights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}
"""
WEAK = "game: pig\nplayers: 2\nstrategies: [bad.yaml]\ndeals: 40\n"
VARIANTS = "game: pig\nplayers: 2\nstrategies: [hold_at_20, random]\nvariants: {long: {}, short: {patch: {setup: {goal: 30}}}}\n"
FUNCTION = "def choose(s, t, actions, X, weights, noise):\n    return 0\n"
STAGES = ((6, 2_000), (3, 4_000), (1, 6_000))
"""Searches and games of each in these tests."""

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.fixture
def weak(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Players who are easily beaten, short searches, and a cache that is empty."""
    project.write("bad.yaml", BAD)
    project.write("weak.yaml", WEAK)
    for file in ("play", "question"):
        monkeypatch.setattr(f"simcli.studies.reply.{file}.STAGES", STAGES)
    monkeypatch.setattr("simcli.engine.code.store.CACHE_FOLDER", tmp_path_factory.mktemp("cache"))
    return project


def test_a_run_counts_what_simcli_feel_tells_and_nothing_else_changes(project: Project) -> None:
    shown = project.here("run", "pig.yaml", "--deals", 40, "--measure", "feel", "--out", "with", "--workers", 1)
    assert shown.code == 0, shown.err
    assert "counting how the games feel to play: 40 deals, each 2 times in every rotation\n" in shown.err
    assert "\nA game takes " in shown.err
    assert "Feel of play with 2 players: 40 deals, 160 games" in shown.out
    found = summary(project, "with")
    assert found["feel"] == json.loads(project.here("feel", "pig.yaml", "--deals", 40, "--format", "json").out)["cells"]
    page = project.read("with/report.html").decode()
    assert '<section id="feel">' in page
    assert "Feel of play with 2 players: 40 deals, 160 games" in page
    rows = list(csv.DictReader(io.StringIO(project.read("with/tables/feel.csv").decode())))
    assert [float(row["value"]) for row in rows] == [row["value"][1] for row in found["feel"][0]["measures"]]
    assert project.here("run", "pig.yaml", "--deals", 40, "--out", "without", "-q").code == 0
    without = summary(project, "without")
    assert {key: value for key, value in found.items() if key not in ("feel", "no_reply")} == {
        key: value for key, value in without.items() if key != "no_reply"
    }
    assert not (project.folder / "without" / "feel.json").exists()


def test_it_is_the_same_on_two_workers_kept_in_the_folder_and_of_more_deals_counted_anew(project: Project) -> None:
    for workers in (1, 2):
        args = ("run", "pig.yaml", "--deals", 60, "--measure", "feel", "--workers", workers)
        assert project.here(*args, "--out", f"on{workers}", "-q").code == 0
    for name in ("feel.json", "summary.json", "report.html", "tables/feel.csv"):
        assert project.read(f"on1/{name}") == project.read(f"on2/{name}"), name
    shown = project.here("report", "on1", "--format", "json")
    assert shown.out.encode() == project.read("on1/summary.json")
    again = project.here("run", "pig.yaml", "--deals", 60, "--measure", "feel", "--out", "on1")
    assert "counting how" not in again.err
    more = project.here("run", "pig.yaml", "--deals", 80, "--measure", "feel", "--out", "on1")
    assert "counting how the games feel to play: 80 deals" in more.err
    assert summary(project, "on1")["feel"][0]["deals"] == 80
    assert simcli.load_run("on1").feel["value"].notna().all()


def test_results_of_more_deals_are_kept_and_get_what_is_asked_for_besides(project: Project) -> None:
    assert project.here("run", "pig.yaml", "--deals", 90, "--out", "run", "-q").code == 0
    before = summary(project, "run")
    shown = project.here("run", "pig.yaml", "--deals", 30, "--measure", "feel", "--out", "run")
    assert (shown.code, "kept: run holds the results of 90 deals" in shown.err) == (0, True)
    found = summary(project, "run")
    assert (found["deals"], found["feel"][0]["deals"]) == (90, 90)
    assert found["cells"] == before["cells"]


def test_each_variant_has_its_own_with_the_difference_to_the_base(project: Project) -> None:
    project.write("two.yaml", VARIANTS + "measure: feel\n")
    shown = project.here("run", "two.yaml", "--deals", 100, "--out", "run")
    assert shown.code == 0, shown.err
    assert re.search(r"(?m)^Rounds in short: [\d.]+ instead of [\d.]+ in long; ", shown.err)
    long, short = summary(project, "run")["feel"]
    assert (long["variant"], short["variant"], short["base"], short["measures"][0]["change"]) == ("long", "short", "long", "less")
    assert project.here("report", "run", "--variant", "short", "--out", "short.json", "--format", "json").code == 0
    assert [cell["variant"] for cell in json.loads(project.read("short.json"))["feel"]] == ["short"]


def test_a_damaged_file_is_told_by_the_report_and_counted_anew_by_the_run(project: Project) -> None:
    args = ("run", "pig.yaml", "--deals", 20, "--measure", "feel", "--out", "run")
    assert project.here(*args, "-q").code == 0
    right = project.read("run/feel.json")
    for wrong in (right.replace(b'"rounds"', b'"roundz"', 1), right[:200], b"{}", b"[1e999]", right.replace(b"20", b"1e999", 1), b"\xff"):
        project.write("run/feel.json", wrong)
        shown = project.here("report", "run")
        assert (shown.code, "feel.json" in shown.err, "Traceback" in shown.err) == (4, True, False)
        assert project.here(*args, "-q").code == 0
        assert project.read("run/feel.json") == right
    other = project.here("run", "pig.yaml", "--deals", 20, "--seed", 2, "--measure", "feel", "--out", "other", "-q")
    assert other.code == 0
    project.write("run/feel.json", project.read("other/feel.json"))
    assert "is not what simcli wrote for this run" in project.here("report", "run").err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("measure: feal", "bad.yml:4:10: measure: found the text 'feal', expected feel, regret, reply, variety or none, or a list"),
        ("measure: feal", "did you mean 'feel'?"),
        ("measure: [feel, relpy]", "bad.yml:4:17: measure: found the text 'relpy'"),
        ("measure: [feel, feel]", "bad.yml:4:17: measure: feel stands in the list twice"),
        ("measure: 3", "bad.yml:4:10: measure: found the number 3"),
        ("measure:", "bad.yml:4:1: measure: found nothing"),
        ("measure: {feel: on}", "bad.yml:4:10: measure: found a mapping"),
        ("strategies: [greedy.py]\nmeasure: reply", "bad.yml:5:10: measure: reply: 'greedy' is a Python program, too slow for"),
        ("strategies: [far.yaml]\nmeasure: [feel, reply]", "bad.yml:5:17: measure: reply: 'far' is a search with 50 playouts a decision"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_its_place(project: Project, line: str, says: str) -> None:
    project.write("greedy.py", FUNCTION)
    project.write("far.yaml", "game: pig\nkind: search\nrollout: hold_at_20\n")
    own = "" if "strategies" in line else "strategies: [random]"
    project.write("bad.yml", f"game: pig\nplayers: 2\n{own or '# other players'}\n{line}\n")
    before = project.files()
    shown = project.here("run", "bad.yml")
    assert (shown.code, project.files()) == (2, before)
    assert says in shown.err


def test_names_on_the_command_line_are_checked_and_none_turns_all_off(weak: Project) -> None:
    shown = weak.here("run", "pig.yaml", "--measure", "feel,reqly")
    assert (shown.code, "--measure feel,reqly: measure: found the text 'reqly'" in shown.err) == (2, True)
    shown = weak.here("run", "kings_guild/solo", "--measure", "feel", "--deals", 5)
    assert (shown.code, "measure: feel: with one player there is nobody to beat" in shown.err) == (2, True)
    weak.write("asks.yaml", WEAK + "measure: [reply]\n")
    assert weak.here("run", "asks.yaml", "--measure", "none", "--out", "run", "-q").code == 0
    found = summary(weak, "run")
    assert "reply" not in found
    assert found["no_reply"] == "How far these players can be beaten is not measured: `measure` turns it off."


def test_weak_players_are_found_out_and_told_what_to_do(weak: Project) -> None:
    shown = weak.here("run", "weak.yaml", "--measure", "reply", "--out", "run")
    assert shown.code == 0, shown.err
    found = summary(weak, "run")["reply"]
    (row,) = found["shares"]
    assert row["win_share"][0] > 0.7
    assert row["gain"] == pytest.approx([bound - 0.5 for bound in row["win_share"]], abs=1e-9)
    assert ("trust" in found, row["deals"], row["even_share"]) == (False, 4000, 0.5)
    assert found["games"] == sum(one["games"] for one in found["searches"])
    assert sorted(one["generations"] for one in found["searches"]) == [
        most // (17 * 48 * 2) for most in (2000, 2000, 2000, 4000, 4000, 6000)
    ]
    assert {(one["start"], one["seed"]) for one in found["searches"]} == {
        (n, s) for n in ("bad", "hold_at_20", "hold_at_25") for s in (0, 1)
    }
    assert "Players: a tuned player wins at least " in shown.err
    assert "The searches, by the plans they began with" in weak.read("run/report.html").decode()
    assert "What the best player found wins against these" in shown.out
    page = weak.read("run/report.html").decode()
    text = html.unescape(page.replace("<wbr>", ""))
    assert "What `search` wins among them is not measured." in text
    assert "Stronger players: `simcli league pig --players 2`." in text
    assert '<section id="reply">' in page
    assert all(part in page for part in parted(found["sentence"]))
    (line,) = csv.DictReader(io.StringIO(weak.read("run/tables/reply.csv").decode()))
    assert float(line["win_share"]) == row["win_share"][1]
    run = load_config({"game": "pig", "players": 2, "strategies": ["run/reply.yaml", "bad.yaml"], "deals": 200})
    shares = {row.name: row.win_share.known for row in simcli.simulate(run).results.cells[0].strategies}
    assert shares["reply"] > 0.7
    stronger = text.partition("Stronger players: `simcli ")[2].partition("`.")[0]
    assert weak.here(*shlex.split(stronger), "--dry-run").code == 0


def test_the_same_bytes_come_from_the_cache_and_from_any_number_of_workers(weak: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ("reply.json", "reply.yaml", "summary.json", "report.html")
    assert weak.here("run", "weak.yaml", "--measure", "reply", "--workers", 2, "--out", "first", "-q").code == 0
    (entry,) = cache().glob("*.json")
    whole = entry.read_bytes()
    entry.unlink()
    assert weak.here("run", "weak.yaml", "--measure", "reply", "--workers", 1, "--out", "second", "-q").code == 0
    assert entry.read_bytes() == whole
    entry.write_bytes(whole[:-40])
    damaged = weak.here("run", "weak.yaml", "--measure", "reply", "--out", "third")
    assert (damaged.code, f"{entry} is damaged: what it held is measured again" in damaged.err) == (0, True)
    assert entry.read_bytes() == whole

    def no_search(*_: object, **__: object) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr("simcli.studies.reply.rider.find_reply", no_search)
    shown = weak.here("run", "weak.yaml", "--measure", "reply", "--deals", 60, "--out", "longer")
    assert (shown.code, "measuring how far" in shown.err) == (0, False)
    assert weak.here("run", "weak.yaml", "--measure", "reply", "--out", "fourth", "-q").code == 0
    for folder in ("second", "third", "fourth"):
        for name in files:
            assert weak.read(f"first/{name}") == weak.read(f"{folder}/{name}"), (folder, name)
        assert not (weak.folder / folder / ".reply").exists()
    assert weak.here("report", "first", "--format", "json").out.encode() == weak.read("first/summary.json")


def test_a_reply_that_is_damaged_or_of_another_run_is_told_and_found_anew(weak: Project) -> None:
    args = ("run", "weak.yaml", "--measure", "reply", "--out", "run", "-q")
    assert weak.here(*args).code == 0
    right = weak.read("run/reply.json")
    for wrong in (right[:99], right.replace(b'"tuned": true', b'"tuned": 1'), right.replace(b'"deals": 4000', b'"deals": 9000'), b"[]"):
        weak.write("run/reply.json", wrong)
        shown = weak.here("report", "run")
        assert (shown.code, "reply.json" in shown.err, "Traceback" in shown.err) == (4, True, False), wrong
        assert weak.here(*args).code == 0
        assert weak.read("run/reply.json") == right


def cache() -> Path:
    from simcli.engine.code import store

    return store.CACHE_FOLDER / "replies"


def test_a_short_run_says_with_which_command_it_is_measured(weak: Project) -> None:
    shown = weak.here("run", "weak.yaml", "--out", "run")
    told = summary(weak, "run")["no_reply"]
    assert told == "How far these players can be beaten is not measured in a run this short."
    assert "players: not checked\n" in shown.err
    page = weak.read("run/report.html").decode()
    command = html.unescape(page.replace("<wbr>", "")).partition(told)[2].split("`")[1]
    assert command == "simcli run weak.yaml --seed 1 --deals 40 --measure reply"
    assert weak.here(*shlex.split(command)[1:], "--out", "again", "-q").code == 0
    assert "reply" in summary(weak, "again")
    assert all(part in page for part in parted(f"{told} `{command}` does."))


def test_a_long_run_measures_it_unasked(weak: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcli.config.run.measures.ALL_GAMES", 30)
    assert weak.here("run", "weak.yaml", "--out", "long", "-q", "--deals", 119).code == 0
    assert "reply" not in summary(weak, "long")
    assert weak.here("run", "weak.yaml", "--out", "long", "-q", "--deals", 120).code == 0
    assert "reply" in summary(weak, "long")
    weak.write("greedy.py", FUNCTION)
    assert weak.here("run", "weak.yaml", "--set", "strategies=[greedy.py]", "--out", "python", "-q", "--deals", 120).code == 0
    assert "not measured: 'greedy' is a Python program, too slow" in summary(weak, "python")["no_reply"]


def test_without_the_library_who_asks_is_refused_and_who_does_not_is_told(weak: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    before = weak.files()
    shown = weak.here("run", "weak.yaml", "--measure", "reply", "--out", "run")
    assert (shown.code, weak.files()) == (2, before)
    assert "measure: reply: needs cmaes, which is not installed\n  hint: pip install 'simcli-games[tune]'\n" in shown.err
    monkeypatch.setattr("simcli.config.run.measures.ALL_GAMES", 1)
    assert weak.here("run", "weak.yaml", "--out", "run", "-q").code == 0
    assert summary(weak, "run")["no_reply"].endswith(
        "is not measured: needs cmaes, which is not installed (pip install 'simcli-games[tune]')."
    )


def test_variants_are_told_of_the_base_and_several_numbers_of_players_each(weak: Project) -> None:
    weak.write("two.yaml", VARIANTS.replace("players: 2", "players: [2, 3]") + "base: short\nmeasure: reply\n")
    assert weak.here("run", "two.yaml", "--deals", 20, "--out", "run").code == 0
    found = summary(weak, "run")["reply"]
    assert (found["variant"], [row["players"] for row in found["shares"]]) == ("short", [2, 3])
    assert re.search(r" against these in short with (two|three) players(\.|; )", found["sentence"])


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_search_that_was_stopped_goes_on_to_the_same_bytes(project: Project, number: signal.Signals) -> None:
    project.write("bad.yaml", BAD)
    project.write("weak.yaml", WEAK)
    args = ("run", "weak.yaml", "--measure", "reply", "--seed", 7000 + number)
    entry = forget(project, *args)
    state = project.folder / "stopped" / ".reply" / "2" / "generations.json"
    shown = project.stop_when(number, state.exists, *args, "--out", "stopped")
    assert state.exists()
    assert not entry.exists()
    if number == signal.SIGINT:
        assert (shown.code, "to go on: simcli run weak.yaml" in shown.err) == (130, True)
    told = project.here("report", "stopped", "--format", "json")
    assert json.loads(told.out)["no_reply"].endswith("is not measured yet.")
    assert project.here(*args, "--out", "stopped", "-q").code == 0
    entry.unlink()
    assert project.here(*args, "--out", "straight", "-q").code == 0
    for name in ("reply.json", "reply.yaml", "summary.json"):
        assert project.read(f"stopped/{name}") == project.read(f"straight/{name}")
    assert not state.parent.exists()


def forget(project: Project, *args: object) -> Path:
    """The entry of the cache for a run, which is taken out: an earlier test may have left it."""
    from simcli.studies.reply.question import ask_reply
    from simcli.studies.reply.rider import _entry

    entry = _entry(ask_reply(load_config(project.folder / str(args[1]), seed=int(str(args[-1])))))
    entry.unlink(missing_ok=True)
    return entry
