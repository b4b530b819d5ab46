"""The search for weights on the toy game, whose games take microseconds."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from ruamel.yaml import YAML

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import search_weights

pytestmark = pytest.mark.usefixtures("toy_game")
BAD = """game: pig
idea: "Holds with nothing at risk, rolls on with everything: wrong on purpose."
temperature: 1
weights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}
"""
SMALL = ["--players", "2", "--candidates", "8", "--lineups", "4", "--deals", "16", "--generations", "12"]


def searching(folder: Path, *more: str, out: str = "found.yaml", strategy: str = "bad.yaml") -> int:
    (folder / "bad.yaml").write_text(BAD, "utf-8")
    words = ["pig", str(folder / strategy), "--field", "hold_at_20,random", *SMALL, "--out", str(folder / out), *more]
    return search_weights.main(words)


def shares(text: str) -> list[float]:
    """Win shares of the curve, in percent."""
    rows = text.partition("on deals of their own\n")[2].partition("\n\n")[0].splitlines()
    return [float(row.split()[3]) for row in rows]


def test_bad_weights_are_improved_and_the_file_can_be_played(tmp_path, capsys):
    assert searching(tmp_path) == 0
    told = capsys.readouterr().out
    first, *_, last = shares(told)
    assert last > first + 20
    assert "searches 5 weights of bad" in told
    assert "found (found)" in told
    assert "bad (before)" in told
    assert [s.name for s in search_weights.read_strategies("pig", [str(tmp_path / "found.yaml")], "found")] == ["found"]
    assert YAML(typ="safe").load(tmp_path / "found.yaml")["idea"].startswith("Holds with nothing at risk")


def test_the_same_seed_writes_the_same_file_and_another_one_does_not(tmp_path):
    for out, seed in (("a.yaml", "7"), ("b.yaml", "7"), ("c.yaml", "8")):
        assert searching(tmp_path, "--generations", "2", "--seed", seed, out=out) == 0
    texts = [(tmp_path / out).read_bytes() for out in ("a.yaml", "b.yaml", "c.yaml")]
    assert texts[0] == texts[1] != texts[2]


def test_kept_weights_and_temperature_stay_as_given(tmp_path):
    assert searching(tmp_path, "--keep", "turn.over_twenty,turn.wins", "--generations", "2") == 0
    found = YAML(typ="safe").load(tmp_path / "found.yaml")
    assert (found["weights"]["turn"]["over_twenty"], found["weights"]["turn"]["wins"], found["temperature"]) == (-2, -2, 1)
    assert searching(tmp_path, "--temperature", "--generations", "2", "--own-deals", "2", "--option", "equal_turns=true") == 0
    assert YAML(typ="safe").load(tmp_path / "found.yaml")["temperature"] != 1


def test_habits_are_kept_at_the_price_of_wins(tmp_path, capsys):
    """Twenty banked points need turns; who is to be done after fewer must bank at once or roll on."""
    habits = ["--own-deals", "8", "--habit", "turns>=40", "--habit", "points.banked>=1", "--habit", "score <= 500"]
    assert searching(tmp_path, "--players", "2,3", "--generations", "8", *habits) == 0
    told = capsys.readouterr().out
    assert "what falls short of turns>=40" in told
    assert "turns>=40: " in told.partition("games in which 3 play found")[2]
    shown, free = turns_of(told), []
    assert searching(tmp_path, "--players", "2,3", "--generations", "8") == 0
    free = turns_of(capsys.readouterr().out)
    assert min(shown) > max(free)


def turns_of(told: str) -> list[float]:
    """Turns of games in which all play what was found, for each number of players."""
    return [float(text.rpartition(", ")[2].removesuffix(" rounds")) for text in told.split(", ended by a stall rule")[:-1]]


def test_a_stopped_game_is_lost():
    """Of three wins in four games with two stopped, one is left."""
    parts = SimpleNamespace(strategy_share=np.array([[4, 180, 16, 720, 32400]]), totals=np.zeros(10, np.int64))
    parts.totals[search_weights.STALLED] = 2
    table = SimpleNamespace(play=lambda *_: parts)
    assert search_weights.Table.share(table, [(0, 1)], 0, 4).share == 0.25


def test_a_candidate_whose_games_do_not_end_comes_last(tmp_path, monkeypatch):
    """Of eight candidates the first is too long to be counted: its place is below all that lose."""
    share, counted, seen = search_weights.Table.share, [], []

    def measured(table, lineups, first, deals, who=search_weights.CANDIDATE):
        if first < search_weights.CHECK_FIRST:
            counted.append(first)
            if len(counted) == 1:
                raise search_weights.TooLargeError("too long")
        return share(table, lineups, first, deals, who)

    monkeypatch.setattr(search_weights.Table, "share", measured)
    monkeypatch.setattr(search_weights.Search, "move", lambda _, shifts, worth: seen.append(worth.tolist()))
    assert searching(tmp_path, "--generations", "1") == 0
    assert seen[0][0] == -np.inf
    assert min(seen[0][1:]) >= 0


def test_steps_follow_what_brings_wins():
    """The share grows with the first weight and knows nothing of the second: the mean goes up the first."""
    start = search_weights.Strategy("s", "heuristic", weights={"turn": {"hold": 1000, "wins": 1000}})
    found = search_weights.Search.of(start, [("turn", "hold"), ("turn", "wins")])
    rng = np.random.default_rng(1)
    for _ in range(30):
        z = rng.standard_normal((4, 2))
        shifts = np.concatenate([z, -z])
        found.move(shifts, shifts[:, 0])
    assert found.mean[0] > 5
    assert abs(found.mean[1] - 1) < found.mean[0] / 2
    assert found.step[0] > found.step[1]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--keep", "turn.over_twentyy"], "did you mean 'over_twenty'?"),
        (["--keep", "turns"], "did you mean 'turn'?"),
        (["--keep", "turn"], "every weight is kept"),
        (["--option", "equal_turns"], "expected NAME=VALUE"),
        (["--option", "equal_turn=true"], "did you mean 'equal_turns'?"),
        (["--field", "hold_at_22"], "did you mean 'hold_at_2"),
        (["--players", "9"], "Pig takes 2 to 4 players"),
        (["--own-deals", "1", "--habit", "twoo>=3"], "did you mean 'two'?"),
        (["--own-deals", "1", "--habit", "points.bank>=3"], "did you mean 'points.banked'?"),
        (["--own-deals", "1", "--habit", "turns=3"], "expected NAME>=NUMBER"),
        (["--out", "no/such/folder.yaml"], "make the folder first"),
    ],
)
def test_mistakes_are_told_with_a_hint(tmp_path, capsys, more, says):
    assert searching(tmp_path, *more) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("words", [["pigg", "hold_at_20"], ["pig", "random"]])
def test_what_cannot_be_searched_is_told(tmp_path, capsys, words):
    assert search_weights.main([*words, "--field", "random", "--out", str(tmp_path / "a.yaml")]) == 2
    error = capsys.readouterr().err
    assert "did you mean 'pig'?" in error or "has no weights" in error


@pytest.mark.parametrize("more", [["--candidates", "7"], ["--minutes", "0"], ["--deals", "none"], ["--habit", "turns>=3"]])
def test_numbers_that_make_no_sense_end_with_2(tmp_path, more):
    with pytest.raises(SystemExit) as end:
        searching(tmp_path, *more)
    assert end.value.code == 2
