"""The Python API: what a run shows of itself, its frames, and configs without a file."""

from __future__ import annotations

import gc
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import simcli
from simcli.base.gc_settings import OBJECTS, seldom_collected
from simcli.config import load_config
from simcli.errors import UserError
from simcli.studies.run.frames import TABLES
from simcli.studies.run.result import report_info

PIG = {"game": "pig", "players": [2, 3], "strategies": ["hold_at_20", "random"], "deals": 30}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: object) -> None:
    monkeypatch.chdir(tmp_path)


def test_dir_lists_what_loads_on_use() -> None:
    assert set(simcli.__all__) <= set(dir(simcli))
    assert [name for name in dir(simcli) if not name.startswith("_")] == [
        *(
            "Cluster",
            "Game",
            "RunResult",
            "compare",
            "decisions",
            "feel",
            "fix",
            "gate",
            "ladder",
            "league",
            "learn",
            "load_run",
            "matchups",
            "regret",
            "sensitivity",
            "simulate",
            "tune",
            "verify",
        ),
    ]
    assert all(getattr(simcli, name) is not None for name in dir(simcli))


def _parameters() -> Iterator[tuple[str, str, str]]:
    """Function, parameter and type of everything that the public functions and their results are asked for, settings too."""
    for name in simcli.__all__:
        home = getattr(simcli, name)
        functions = [(name, home)] if inspect.isfunction(home) else inspect.getmembers(home, inspect.isfunction)
        for called, function in functions:
            for parameter in inspect.signature(function).parameters.values() if not called.startswith("_") else ():
                yield called, parameter.name, str(parameter.annotation)
                if settings := re.fullmatch(r"Unpack\[(\w+)\]", str(parameter.annotation)):
                    record = vars(inspect.getmodule(function))[settings[1]]
                    yield from ((called, key, hint.__forward_arg__) for key, hint in record.__annotations__.items())


def test_whatever_takes_several_names_takes_one() -> None:
    several = {(called, key, hint) for called, key, hint in _parameters() if re.search(r"\b(Sequence|Iterable|list|tuple)\[", hint)}
    keys = {key for _, key, _ in several}
    assert {"paths", "by", "within", "rungs", "field", "players", "keep", "habits", "names"} <= keys
    assert [row for row in several if not re.match(r"(str|int|Named) \| Sequence", row[2]) and row[0] != "Game"] == []


def test_one_text_is_no_list_of_letters() -> None:
    Path("bad.yaml").write_text("game: pig\nidea: x\nweights: {turn: {over_twenty: -2, wins: -2, behind: 0.01}}\n", "utf-8")
    pig = {**PIG, "players": 2, "strategies": ["random"], "tables": "mirror", "patch": {"setup": {"goal": 20, "max_rounds": 6}}}
    moved = simcli.sensitivity(pig, "setup.goal", sets="deals=20", players=2)
    assert [number.path for number in moved.results.numbers] == ["setup.goal"]
    fixed = simcli.fix(pig, "seat 1 even", "setup.goal", within="18..21", sets="deals=20")
    assert fixed.results is not None
    with pytest.raises(UserError, match="found only 'random'"):
        simcli.ladder(pig, "random:20", sets="deals=20")
    run = simcli.simulate({**pig, "variants": {"ab": {}, "c": {"patch": {"setup": {"goal": 22}}}}}, sets="deals=20", players=2)
    assert {cell.variant for cell in run.of_variants("ab").results.cells} == {"ab"}
    small = {"budget": "2000", "deals": 16, "candidates": 8, "fresh": 100}
    tuned = simcli.tune("pig", "./bad.yaml", "random", players=2, sets="patch.setup.goal=20", keep="turn.wins", **small)
    assert [member.strategy for member in tuned.results.field] == ["random"]
    learned = simcli.learn("pig", "./bad.yaml", "random", players=2, sets="patch.setup.goal=20", deals=150, worlds=2, fresh=20)
    assert [member.strategy for member in learned.results.field] == ["random"]
    league = simcli.league("pig", "./bad.yaml", players=2, rounds=1, budget="4300", deals=20, sets="patch.setup.goal=20")
    assert [plan.strategy for plan in league.results.plans][:1] == ["bad"]


def test_numbers_of_numpy_ranges_and_paths_are_read_as_python_has_them() -> None:
    plain = simcli.simulate({**PIG, "players": [2, 3], "patch": {"setup": {"goal": 20}}}, deals=10, seed=3)
    numpy = {**PIG, "players": range(2, 4), "patch": {"setup": {"goal": np.uint8(20)}}}
    laid = {"players": np.array([2, 3]), "sets": {"goal": np.int32(20)}}
    for given, over in ((numpy, {}), (PIG, laid)):
        assert simcli.simulate(given, seed=np.int32(3), deals=np.int64(10), **over).report("csv") == plain.report("csv")


def test_changes_may_be_values_by_their_paths() -> None:
    by_path = simcli.whatif({**PIG, "players": 2}, {"goal": "+1"}, deals=5)
    assert [variant.name for variant in by_path.results.variants or ()] == ["as it is", "goal 101"]
    found = simcli.fix({**PIG, "players": 2}, "seat 1 even", "setup.goal", within=(99, 101), deals=5)
    assert {number.to for one in found.results.tried for number in one.numbers} == {99, 101}


def test_a_run_shows_itself_in_a_line_and_in_a_notebook_as_a_table() -> None:
    run = simcli.simulate(PIG)
    assert repr(run) == "<RunResult of a dict: Pig, 2, 3 players, 2 strategies, 30 deals, 150 games, ended by deals>"
    page = run._repr_html_()
    assert len(page) < 60_000
    assert page.count("<tr") == 1 + 2  # of the tab that is open
    assert ">hold at 20</td>" in page
    assert page.startswith(f"<div><p><b>{run.answer.claim}</b></p>")
    one = simcli.simulate({**PIG, "strategies": ["random"]}, out="kept")
    assert repr(one).endswith("random, 30 deals, 150 games, ended by deals, kept in kept>")
    assert one._repr_html_().count("<tr") == 1 + max(one.seats["players"])


def test_a_dict_is_a_config_and_the_same_run_as_its_file() -> None:
    Path("pig.yaml").write_text("game: pig\nplayers: [2, 3]\nstrategies: [hold_at_20, random]\ndeals: 30\n", "utf-8")
    from_file, from_dict = load_config("pig.yaml"), load_config(PIG)
    assert from_dict.identity() == from_file.identity()
    assert simcli.simulate(PIG, seed=3).summary == simcli.simulate("pig.yaml", seed=3).summary
    assert simcli.simulate({**PIG, "players": (2,)}, sets=["deals=4"]).summary["deals"] == 4


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"strategies": ["hold_at_20", "hold"]}, "config['strategies'][1]: there is no strategy 'hold'"),
        ({"deals": 1.5}, "config['deals']: deals: found the number 1.5, expected a whole number from 1 to 1000000000"),
        ({"tolerance": float("nan")}, "config['tolerance']: 'nan' is not a number that can be used"),
        ({"until": {"minuts": 3}}, "config['until']['minuts']: unknown key 'minuts' in until"),
        ({"deals": {1, 2}}, "config['deals']: found a value of type set"),
        ({"patch": {"die": {"six": {"points": -1}}}}, "config['patch']['die']['six']['points']: "),
        ({"options": {None: 3}}, "config['options']: the key None is no name and no whole number"),
        ({"players": None}, "config['players']: "),
    ],
)
def test_problems_of_a_dict_name_the_path_of_keys(change: dict[str, object], told: str) -> None:
    with pytest.raises(UserError) as caught:
        load_config({**PIG, **change})
    (problem,) = caught.value.problems
    assert str(problem).startswith(told)


def test_a_dict_without_a_game_is_told_what_is_missing() -> None:
    with pytest.raises(UserError, match="config: the key 'game' is missing"):
        load_config({"players": 2})


def test_every_table_of_a_run_is_a_frame_and_strategies_are_called_strategy_in_all() -> None:
    run = simcli.simulate(PIG)
    for name in TABLES:
        assert getattr(run, name).equals(run.frame(name)), name
    for name in ("strategies", "scores", "quantiles", "categories"):
        assert set(getattr(run, name)["strategy"]) == {"hold_at_20", "random"}
        assert "name" not in getattr(run, name)
    assert list(run.games["players"]) == [2, 3]
    assert run.games["rounds_mean"].gt(0).all()


def test_records_are_a_frame_of_the_games_that_are_counted() -> None:
    pytest.importorskip("pyarrow")
    variants = {**PIG, "variants": {"a": {}, "b": {"options": {"must_roll": False}}}}
    run = simcli.simulate(variants, out="kept", records=True)
    frame = run.records
    assert len(frame) == sum(cell["games"] * cell["players"] for cell in run.summary["cells"])
    shares = frame.groupby(["variant", "players", "strategy"], observed=True)["share"].mean()
    for row in run.strategies.to_dict("records"):
        assert shares[row["variant"], row["players"], row["strategy"]] == pytest.approx(row["win_share"], abs=1e-9)
    assert simcli.load_run("kept").records.equals(frame)
    assert set(run.of_variants(["b"]).records["variant"]) == {"b"}


def test_records_that_were_not_kept_are_a_users_error() -> None:
    with pytest.raises(UserError, match="add out=FOLDER"):
        simcli.simulate(PIG, records=True)
    with pytest.raises(UserError, match="was not kept in a folder"):
        _ = simcli.simulate(PIG).records
    pytest.importorskip("pyarrow")
    with pytest.raises(UserError, match="this run keeps no records"):
        _ = simcli.simulate(PIG, out="kept").records


def test_the_page_names_games_worth_a_look_by_commands_that_fit_the_run() -> None:
    runs = [simcli.simulate(PIG), simcli.simulate(PIG | {"strategies": ["random"], "players": 3})]
    meet, alone = [report_info(one.resolved, one.results) for one in runs]
    assert [line.rpartition(" ")[2] for _, line in meet["picks"]] == ["median", "closest", "comeback", "upset"]
    assert [line.rpartition(" ")[2] for _, line in alone["picks"]] == ["median", "closest", "comeback"]
    assert all(line.startswith("simcli trace CONFIG --set seed=") for _, line in meet["picks"])


def test_numbers_of_players_are_laid_over_a_config_by_every_study() -> None:
    config = {"game": "guildes", "players": [3, 4], "strategies": ["balanced", "random"], "seed": 3}
    assert {cell.players for cell in simcli.simulate(config, players=[3], deals=4, workers=1).results.cells} == {3}
    assert {field.players for field in simcli.matchups(config, players=[3], deals=2, workers=1).results.fields} == {3}
    assert {cell.players for cell in simcli.feel(config, players=[3], deals=4, workers=1).results.cells} == {3}
    rungs = simcli.ladder(config, ["random:4", "balanced:4"], players=[3], workers=1).results.rungs
    assert {rung.players for rung in rungs} == {(3,)}
    with pytest.raises(TypeError, match="colour"):
        simcli.feel(config, colour="red")  # type: ignore[call-arg]


def test_a_program_has_its_own_settings_of_the_collector_back() -> None:
    own = gc.get_threshold()
    seen: list[int] = []
    try:
        for ours, within in (((600, 9, 8), OBJECTS), ((0, 10, 10), 0), ((OBJECTS + 1, 5, 5), OBJECTS + 1)):
            gc.set_threshold(*ours)
            with seldom_collected(), seldom_collected():
                assert gc.get_threshold()[0] == within
            assert gc.get_threshold() == ours
        gc.set_threshold(*own)
        simcli.simulate(PIG, progress=lambda _: seen.append(gc.get_threshold()[0]))
        with pytest.raises(UserError):
            simcli.simulate({"game": "chess"})
        assert gc.get_threshold() == own
    finally:
        gc.set_threshold(*own)
    assert set(seen) <= {OBJECTS}
