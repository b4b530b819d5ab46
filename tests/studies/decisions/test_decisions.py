"""`simcli decisions` with the compiled toy game: a row for every action that was tried."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import simcli
from simcli.base.names import said
from simcli.config import load_config
from simcli.errors import InterruptedRun, UserError
from simcli.sim.folder.kept_rows import KeptRows
from simcli.sim.look import JUDGING
from simcli.studies.regret.look import looked_games
from simcli.studies.regret.question import ask_regret
from simcli.testing.under_test import seen
from simcli.trace.trace import Played, Setup, trace
from tests.cli.project import Project

CONFIG: dict[str, Any] = {"game": "pig", "players": [2, 3], "strategies": ["hold_at_20", "random"], "measure": "none"}
FILE = "d.parquet"
PIG = ("decisions", "pig.yaml", "--deals", 200, "--worlds", 64, "-q", "--out")
COLUMNS = [
    *("deal", "rotation", "variant", "players", "seat", "strategy", "round", "decision", "choices", "legal"),
    *("action", "text", "taken", "worlds", "share_a", "share_b", "lead_a", "lead_b", "won", "points"),
    *(f"turn.{name}" for name in ("hold", "at_risk", "over_twenty", "wins", "behind")),
]
WORLDS = 4
OF_A_GAME = ["players", "deal", "rotation"]


def written(config: Any = CONFIG, **more: Any) -> pd.DataFrame:
    found = simcli.decisions(config, FILE, deals=30, worlds=WORLDS, workers=1, **more)
    table = pd.read_parquet(FILE)
    assert (len(table), table["taken"].sum()) == (found.results.actions, found.results.looked)
    return table


def test_a_row_is_an_action_that_was_tried(project: Project) -> None:
    table = written()
    assert list(table.columns) == COLUMNS
    assert table["variant"].isna().all()
    assert table[OF_A_GAME].sort_values(OF_A_GAME, kind="stable").equals(table[OF_A_GAME])
    games = table.groupby(OF_A_GAME)
    assert len(games) == 30 * (2 + 3)
    assert games["taken"].first().all()
    assert (games.size() == games["legal"].first().clip(upper=8)).all()
    assert set(table["text"]) == {"hold", "roll"}
    assert ((table["text"] == "roll") == table["action"].astype(bool)).all()
    assert table["seat"].between(1, table["players"]).all()
    assert (table["worlds"] == WORLDS // 2).all()
    assert table[["share_a", "share_b", "won"]].stack().between(0, 1).all()


def test_it_tries_what_regret_compares(project: Project) -> None:
    """Choice by choice: what the halves agree about, and whether another action than the one taken is judged."""
    table = written()
    asked = ask_regret(CONFIG, WORLDS, deals=30)
    for looked in looked_games(asked, 1):
        part = table[table["players"] == looked.players].groupby(["deal", "rotation"], sort=False)
        for i, (_, one) in enumerate(part):
            a, b = (one[name].to_numpy() * 60 * (WORLDS // 2) for name in ("share_a", "share_b"))
            m = len(one)
            assert looked.choices[i] == one["choices"].iloc[0]
            assert looked.seat[i] + 1 == one["seat"].iloc[0]
            assert looked.taken[i] == one["text"].iloc[0]
            assert round(m * (a @ b) - a.sum() * b.sum()) == looked.alike[i]
            assert round(m * (a @ a + b @ b) - a.sum() ** 2 - b.sum() ** 2) == looked.every[i]
            best = best_of(one)
            assert looked.playouts[i] == m * WORLDS + (2 * JUDGING * WORLDS if best else 0)
            assert best or not looked.share[i]


def best_of(one: pd.DataFrame) -> int:
    """Place of the action with the highest win share and lead, each in units of how far the actions lie apart in it."""
    share, lead = (((one[f"{name}_a"] + one[f"{name}_b"]) * (WORLDS // 2)).to_numpy().round(6) for name in ("share", "lead"))
    share = (60 * share).round()
    units = [np.abs(len(one) * values - values.sum()).sum().round() for values in (share, lead)]
    return int(np.argmax((units[1] or 1) * share + (units[0] or 1) * lead.round()))


def test_more_worlds_agree_with_the_gains_of_regret(project: Project) -> None:
    """A plan that holds with nothing at risk: the mean difference in share of its better action is what regret says it loses."""
    project.write("bad.yaml", 'game: pig\nidea: "x"\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n')
    config = CONFIG | {"players": 2, "strategies": ["bad.yaml"], "tables": "mirror"}
    simcli.decisions(config, FILE, deals=400, worlds=32, workers=1)
    table = pd.read_parquet(FILE)
    table["share"] = (table["share_a"] + table["share_b"]) / 2
    games = table.groupby("deal", sort=False)
    gain = games["share"].max() - games["share"].first()
    weight = games["choices"].first()
    (cell,) = simcli.regret(config, deals=400, worlds=32, workers=1).results.cells
    low, value, high = cell.plans[0].gain
    assert float((weight * gain).sum() / weight.sum()) == pytest.approx(value, abs=2 * (high - low))
    assert value > 0.02


def test_positions_features_and_results_are_those_of_the_trace(project: Project) -> None:
    table = written(CONFIG | {"players": 3})
    run = load_config(CONFIG | {"players": 3}, deals=30)
    game = run.game
    for (deal, rotation), one in list(table.groupby(["deal", "rotation"], sort=False))[:20]:
        played = Played()
        setup = Setup.of(run, run.played_variants[0], 3)
        list(trace(setup, deal, rotation, played=played))
        row = one.iloc[0]
        choices = [decided for decided in played.decisions if decided.choices > 1]
        assert len(choices) == row["choices"]
        seat = int(row["seat"])
        assert (row["won"], row["points"]) == (played.shares[seat - 1] / 60, played.points[seat - 1])
        assert said(row["strategy"]) == played.seats[seat - 1]
        own = [
            decided
            for decided in choices
            if (decided.seat, decided.round, decided.text) == (seat, row["round"], row["text"]) and decided.choices == row["legal"]
        ]
        features = one.set_index("text").filter(like="turn.")
        assert any(features_at(played, decided, game) == as_seen(features) for decided in own)


def features_at(played: Played, decided: Any, game: Any) -> dict[str, dict[str, int]]:
    table = played.table
    assert table is not None
    table._states[0] = np.frombuffer(decided.position, game.state.STATE)[0]
    return seen(table)


def as_seen(features: pd.DataFrame) -> dict[str, dict[str, int]]:
    columns = features.rename(columns=lambda name: name.removeprefix("turn."))
    return {text: {name: int(value) for name, value in row.items() if value} for text, row in columns.to_dict("index").items()}


def test_fewer_actions_than_are_legal_are_tried_in_the_same_worlds(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    every = written()
    for place in ("sim.look", "studies.decisions.play"):
        monkeypatch.setattr(f"simcli.{place}.TRIED", 1)
    assert written().equals(every[every["taken"]].reset_index(drop=True))


def test_variants_follow_one_another(project: Project) -> None:
    table = written(CONFIG | {"players": 2, "variants": {"short": {"patch": {"setup": {"goal": 30}}}, "as it is": {}}})
    assert list(dict.fromkeys(table["variant"])) == ["short", "as it is"]
    assert table["choices"][table["variant"] == "short"].mean() < table["choices"][table["variant"] == "as it is"].mean()


def test_equal_bytes_on_one_and_two_workers_and_after_a_stop(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert project.here(*PIG, "one.parquet", "--workers", 1).code == 0
    assert project.here(*PIG, "two.parquet", "--workers", 2).code == 0
    assert project.read("one.parquet") == project.read("two.parquet")
    # In a folder of its own: a test whose clock jumps ahead takes away what the shared cache has kept for long.
    monkeypatch.setattr("simcli.studies.decisions.play.cache_folder", lambda *_: project.folder / "kept")
    added, kept = KeptRows.add, iter(range(2))

    def add(rows: KeptRows, number: int, found: Any) -> None:
        if next(kept, None) is None:
            raise InterruptedRun("interrupted; what was counted is kept")
        added(rows, number, found)

    with monkeypatch.context() as patch:
        patch.setattr(KeptRows, "add", add)
        stopped = project.here(*PIG, "three.parquet", "--workers", 1)
    assert (stopped.code, (project.folder / "three.parquet").exists()) == (130, False)
    assert "to go on: simcli decisions pig.yaml --deals 200 --worlds 64 -q --out three.parquet" in stopped.err
    numbers: list[int] = []
    monkeypatch.setattr(KeptRows, "add", lambda rows, number, found: (numbers.append(number), added(rows, number, found)))
    assert project.here(*PIG, "three.parquet", "--workers", 1).code == 0
    assert numbers[0] == 2
    assert all(one < other for one, other in pairwise(numbers))
    assert project.read("three.parquet") == project.read("one.parquet")
    assert project.here(*PIG, "other.parquet", "--seed", 5).code == 0
    assert project.read("one.parquet") != project.read("other.parquet")


def test_what_is_tried_is_kept_until_the_file_is_there(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("simcli.studies.decisions.play.write_parquet", stopped)
        assert project.here(*PIG, FILE).code == 130
    monkeypatch.setattr(KeptRows, "add", stopped)
    assert project.here(*PIG, FILE).code == 0


def test_it_says_how_many_and_where_and_writes_again(project: Project) -> None:
    before = project.files()
    shown = project.here("decisions", "pig.yaml", "--deals", 20, "--worlds", 2, "--out", FILE)
    assert shown.code == 0, shown.err
    rows = pq.read_metadata(FILE).num_rows
    first, sure = shown.out.splitlines()[:2]
    assert first == f"{rows} actions of 40 choices are in d.parquet."
    assert sure == "Each action was played to the end in 2 worlds, common to those of its choice."
    assert "written: d.parquet" in shown.err
    again = project.here("decisions", "pig.yaml", "--deals", 10, "--worlds", 2, "--out", FILE, "--format", "json")
    found = json.loads(again.out)
    assert "written: d.parquet" in again.err
    assert pq.read_metadata(FILE).num_rows == sum(one["actions"] for one in found["counts"]) < rows
    assert project.files() == before | {FILE}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "d.csv"), "--out: d.csv is not named as a Parquet file"),
        (("--out", "none/d.parquet"), "--out: the folder none does not exist"),
        (("--out", "folder.parquet"), "--out: folder.parquet is a folder"),
        (("--out", f"{'x' * 300}.parquet"), "cannot be written"),
        (("--out", FILE, "--worlds", 3), "--worlds: found 3, expected an even number"),
        (("--out", FILE, "--worlds", 0), "greater than or equal to 2"),
        ((), "Missing option '--out'"),
    ],
)
def test_what_cannot_be_asked_is_refused(project: Project, words: tuple[object, ...], said: str) -> None:
    (project.folder / "folder.parquet").mkdir()
    before = project.files()
    shown = project.here("decisions", "pig.yaml", "--deals", 4, *words)
    assert (shown.code, shown.out) == (2, "")
    assert said in shown.err
    assert project.files() == before
    with pytest.raises(UserError, match="is not named as a Parquet file"):
        simcli.decisions("pig.yaml", Path("d.txt"))
