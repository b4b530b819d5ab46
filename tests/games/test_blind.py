"""Players who do not see everything (`blind` under `restrict`), in every game that says what its features need: weights, games, runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simcli
from simcli.base.restrictions import Restrictions
from simcli.cli.games import game_data
from simcli.config import load_config
from simcli.config.players.strategies import Strategy, load_strategy_file
from simcli.config.run.resolved import ResolvedRun
from simcli.config.yaml.problems import Problems
from simcli.engine import layout
from simcli.engine.batch import RECORD_ROTATION, RECORD_STRATEGY
from simcli.engine.loop.lineup import new_scratch, pack_strategies
from simcli.errors import UserError
from simcli.games import game_ids, get_game
from simcli.sim.blind import blind_records, seen_weights, unseen_sights, unseen_weights
from simcli.sim.folder.records import record_rows
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width
from simcli.studies.coverage.play import cover
from simcli.studies.reply.question import ask_reply
from simcli.trace.trace import Setup, trace

GAMES = ("architects", "guildes", "kingdom_builder", "kings_forge", "kings_guild")
RUN = {"game": "guildes", "players": 4, "strategies": ["balanced", "denier"], "seed": 3, "measure": "none"}
Ints = np.ndarray[Any, np.dtype[np.int64]]


def played(config: dict[str, Any], deals: int = 16) -> tuple[Ints, list[list[int]]]:
    """Records of the first cell's games, and the tallies of all cells."""
    run = load_config(config | {"deals": deals})
    plan = make_plan(run)
    batch = Batch(0, 0, 0, deals)
    rows = record_rows(plan, batch)
    Player(plan)._play(batch, rows)
    return rows, [tally.flat.tolist() for tally in Runner(plan, half_width=half_width).run().tallies]


def loaded(file: Path, game_id: str) -> Strategy:
    problems = Problems()
    strategy = load_strategy_file(file, get_game(game_id), problems)
    problems.raise_any()
    assert strategy is not None
    return strategy


def plan_without(folder: Path, game_id: str, sights: list[str], name: str = "balanced", called: str = "without") -> Path:
    """A file of a shipped plan with the weights set to zero that need these sights; all other keys stay."""
    game, file = get_game(game_id), Path(__file__).parents[2] / "strategies" / game_id / f"{name}.yaml"
    strategy = loaded(file, game_id)
    hidden = {(d.name, f.name) for d, f in game.features if set(f.sight.split()) & set(sights)}
    lines = [f"game: {game_id}", "idea: x", f"temperature: {strategy.temperature / 1000}", "weights:"]
    for decision, row in strategy.weights.items():
        weights = {feature: 0 if (decision, feature) in hidden else weight / 1000 for feature, weight in row.items()}
        lines.append(f"  {decision}: {weights}")
    made = folder / f"{called}.yaml"
    made.write_text("\n".join(lines) + "\n", "utf-8")
    return made


@pytest.mark.parametrize("game_id", GAMES)
def test_a_blind_seat_plays_as_a_file_does_with_these_weights_at_zero(game_id: str, tmp_path: Path) -> None:
    """The first rotation of a fixed line-up seats the file in seat 1, as the mirror's only game seats the blind player: the same games."""
    config = {"game": game_id, "players": 3, "strategies": ["balanced"], "tables": "mirror", "seed": 5, "measure": "none"}
    sights = [sight.name for sight in get_game(game_id).sights][:2]
    file = plan_without(tmp_path, game_id, sights)
    seats = {"strategies": [str(file), "balanced"], "tables": {"fixed": [str(file), "balanced", "balanced"]}}
    deals = 6 if game_id in ("architects", "kings_guild") else 16
    blind, _ = played(config | {"restrict": {"seat 1": {"blind": sights}}}, deals)
    given, _ = played(config | seats, deals)
    sighted, _ = played(config, deals)
    first = given[given[:, RECORD_ROTATION] == 0]
    others = [column for column in range(blind.shape[1]) if column != RECORD_STRATEGY]
    assert blind[:, others].tolist() == first[:, others].tolist() != sighted[:, others].tolist()
    assert set(blind[:, RECORD_STRATEGY]) == {0}  # counted as the strategy it is


def test_a_blind_strategy_is_its_file_with_these_weights_at_zero_and_all_are_all(tmp_path: Path) -> None:
    file = plan_without(tmp_path, "guildes", ["future"], "denier", "denier")
    one = played(RUN | {"restrict": {"denier": {"blind": ["future"]}}})
    other = played(RUN | {"strategies": ["balanced", str(file)]})
    assert one[0].tolist() == other[0].tolist()
    assert one[1] == other[1] != played(RUN)[1]
    everybody = {name: {"blind": ["rivals"]} for name in ("balanced", "denier")}
    seats = {f"seat {seat}": {"blind": ["rivals"]} for seat in range(1, 5)}
    assert played(RUN | {"restrict": {"all": {"blind": ["rivals"]}}})[1] == played(RUN | {"restrict": everybody})[1]
    assert played(RUN | {"restrict": seats})[1] == played(RUN | {"restrict": everybody})[1]


def test_what_a_seat_and_its_strategy_do_not_see_adds_up(tmp_path: Path) -> None:
    """The first rotation of a fixed line-up has the denier in seat 1: as a file without both sights has it."""
    both = plan_without(tmp_path, "guildes", ["future", "neighbours"], "denier", "denier")
    blind = {"restrict": {"seat 1": {"blind": ["neighbours"]}, "denier": {"blind": ["future"]}}}
    others = ["balanced"] * 3
    one = played(RUN | blind | {"tables": {"fixed": ["denier", *others]}})[0]
    other = played(RUN | {"strategies": ["balanced", str(both)], "tables": {"fixed": [str(both), *others]}})[0]
    assert one[one[:, RECORD_ROTATION] == 0].tolist() == other[other[:, RECORD_ROTATION] == 0].tolist()


def test_two_seats_may_be_blind_to_different_things() -> None:
    game = get_game("guildes")
    run = load_config(RUN)
    records = pack_strategies(layout.load(game), run.strategies).records
    scratch = new_scratch(game)
    before = records.tobytes()
    blind = {"seat 3": ("neighbours",), "seat 1": ("future", "rivals"), "all": ("unseen",)}
    made = blind_records(blind, game, ["balanced", "denier"], records, scratch)
    assert records.tobytes() == before
    assert made.dtype == records.dtype
    assert len(made) == 6
    assert scratch[0]["blind_rows"].tolist()[:4] == [4, 0, 2, 0]
    for k, strategy in enumerate(run.strategies):
        for seat in range(1, 5):
            row = made[k + int(scratch[0]["blind_rows"][seat - 1])]
            seen = seen_weights(strategy.weights, game, unseen_sights(blind, strategy.name, seat))
            for d, decision in enumerate(game.decisions):
                expected = [seen.get(decision.name, {}).get(feature.name, 0) for feature in decision.features]
                assert row["weights"][d, : len(expected)].tolist() == expected
                assert int(row["feature_mask"][d]) == sum(1 << j for j, weight in enumerate(expected) if weight)


def test_a_sight_that_a_plan_does_not_weigh_changes_exactly_nothing() -> None:
    """At few deals too, and where seats are even by construction, so that elsewhere the luck of the deals would be taken off."""
    for game_id, sight in (("guildes", "neighbours"), ("kings_guild", "rivals")):
        strategies = ["balanced"] if game_id == "guildes" else ["random"]
        config = {"game": game_id, "players": 3, "strategies": strategies, "tables": "mirror", "every": {"blind": [sight, "future"]}}
        result = simcli.simulate(config | {"measure": "none"}, deals=12, workers=1)
        cells = {cell["variant"]: cell for cell in result.summary["cells"]}
        (row,) = cells[f"blind to {sight}"]["bans"]
        assert (row["difference"], row["unweighed"], row["blind"]) == ([0, 0, 0], True, [sight])
        assert row["win_share"] == row["without_ban"]
        for key in ("win_share", "score_mean", "categories", "held"):
            seen, unseen = ([seat[key] for seat in cells[name]["seats"]] for name in ("sees all", f"blind to {sight}"))
            assert seen == unseen
        (other,) = cells["blind to future"]["bans"]
        assert ("unweighed" not in other) is (strategies == ["balanced"])


def test_weights_that_nobody_uses_are_counted_by_seat_and_plan() -> None:
    run = load_config(RUN)
    game = run.game
    unseen = unseen_weights({"seat 2": ("neighbours",)}, game, run.strategies, 4)
    assert {(seat, name) for seat, name, *_ in unseen} == {(2, "denier")}
    assert {feature for *_, feature in unseen} == {"neighbour"}
    assert not unseen_weights({"balanced": ("neighbours",)}, game, run.strategies, 4)


@pytest.mark.parametrize(
    "keys",
    [
        {"restrict": {"seat 2": {"blind": ["rivals"]}}},
        {"restrict": {"seat 2": {"blind": ["future"], "ban": ["noble"]}, "denier": {"blind": ["rivals"], "grant": ["knight"]}}},
        {"strategies": {"field": "league"}, "restrict": {"seat 1": {"blind": ["rivals"]}}},
    ],
)
def test_any_number_of_workers_counts_the_same_and_a_trace_tells_the_same_games(keys: dict[str, Any], tmp_path: Path) -> None:
    run = load_config(RUN | keys | {"deals": 8})
    results = [simcli.simulate(run, workers=workers, out=tmp_path / f"{workers}", records=True) for workers in (1, 2)]
    assert results[0].summary == results[1].summary
    assert results[0].folder is not None
    stored = ResolvedRun.from_json(json.loads(json.dumps(run.to_json())))
    assert (stored.restrictions.blind, stored.identity()) == (run.restrictions.blind, run.identity())
    assert run.identity() != load_config(RUN).identity()
    rows = pd.concat(pd.read_parquet(part) for part in sorted((results[0].folder / "records").rglob("*.parquet")))
    setup = Setup.of(run, run.played_variants[0], 4)
    for deal, rotation in ((0, 0), (3, 2), (5, 3), (7, 1)):
        lines = list(trace(setup, deal, rotation, explain=True))
        game = rows[(rows["deal"] == deal) & (rows["rotation"] == rotation)].sort_values("seat")
        told = next(line for line in lines if line.startswith("total"))
        assert [int(text) for text in told.split()[1:]] == game["score"].tolist()
        for seat, player in run.restrictions.blind.items():
            if seat.startswith("seat "):
                assert any(line.startswith(f"  {seat} plays ") and ", blind to " in line and player[0] in line for line in lines[1:5])


def test_what_is_explained_of_a_blind_player_is_what_it_weighs() -> None:
    run = load_config(RUN | {"strategies": ["balanced"], "tables": "mirror"})
    setup = replace(Setup.of(run, run.played_variants[0], 4), restrictions=Restrictions(blind={"seat 1": ("rivals",)}))
    seat, said = "", {"1": "", "2": ""}
    for line in trace(setup, 0, explain=True):
        seat = line.split()[2] if line[:4].strip().isdecimal() and " seat " in line else seat
        if seat in said and line.startswith("        "):
            said[seat] += line
    assert "votes_now" in said["2"]
    assert "own" in said["1"]
    assert "votes_now" not in said["1"]
    assert "contested" not in said["1"]


def test_the_feel_of_games_and_what_comes_in_them_are_of_the_same_games(tmp_path: Path) -> None:
    file = plan_without(tmp_path, "guildes", ["rivals"], "denier", "denier")
    blind = RUN | {"restrict": {"denier": {"blind": ["rivals"]}}}
    configs = [RUN, blind, RUN | {"strategies": ["balanced", str(file)]}]
    felt = [simcli.feel(config, deals=40, workers=1) for config in configs]
    assert [one.results.restrictions.to_json() for one in felt[:2]] == [{}, {"blind": {"denier": ["rivals"]}}]
    assert felt[1].results.cells == felt[2].results.cells != felt[0].results.cells
    came = [[thing.counts for thing in cover(load_config(config | {"deals": 8}), 1).things] for config in configs]
    assert came[1] == came[2] != came[0]


def test_a_reply_is_tuned_against_the_players_as_they_are_blind() -> None:
    """Where a plan or all are blind in the base; the reply itself starts with all weights, and a blind seat is none of its field."""
    for restrict, hidden in (("all", [True, True]), ("denier", [False, True]), ("seat 1", [False, False])):
        asked = ask_reply(load_config(RUN | {"restrict": {restrict: {"blind": ["rivals"]}}}))
        assert ["contested" not in plan.weights["pick"] for plan in asked.field.plans] == hidden
        assert all("contested" in plan.weights["pick"] for plan in asked.starts)
        assert not asked.run.restrictions.blind


def test_a_search_player_ranks_and_rolls_out_without_what_it_does_not_see(toy_game: object, tmp_path: Path) -> None:
    """`behind` is all that the toy's plan weighs but `hold`: blind to it, a search is the search with a roll-out without that weight."""
    weights = "weights: {turn: {hold: -1, over_twenty: 4, behind: -0.4}}"
    for name, text in (("sees", weights), ("does_not", weights.replace(", behind: -0.4", ""))):
        (tmp_path / f"{name}.yaml").write_text(f"game: pig\ntemperature: 1\n{text}\n", "utf-8")
        search = f"game: pig\nkind: search\nrollout: {tmp_path / name}.yaml\nplayouts: 8\n"
        (tmp_path / f"search_{name}.yaml").write_text(search, "utf-8")
    config = {"game": "pig", "players": 2, "tables": "mirror", "seed": 2, "measure": "none"}
    files = {name: [str(tmp_path / f"search_{name}.yaml")] for name in ("sees", "does_not")}
    blind = played(config | {"strategies": files["sees"], "restrict": {"all": {"blind": ["rivals"]}}}, 24)
    assert blind[1] == played(config | {"strategies": files["does_not"]}, 24)[1]
    assert blind[1] != played(config | {"strategies": files["sees"]}, 24)[1]


def test_sights_are_listed_with_the_features_that_need_them() -> None:
    listed = {row["sight"]: row["features"] for row in game_data(get_game("kings_forge"), ["features"])["sights"]}
    assert listed["odds"] == ["gather.odds", "pay.odds"]
    assert listed["neighbours"] == ["gather.denies", "give_up.denies"]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_sight_is_needed_and_some_plan_weighs_it(game_id: str) -> None:
    """A sight that no shipped plan makes use of says nothing of anybody."""
    game = get_game(game_id)
    assert game_id in game_ids()
    assert {"future", "rivals"} <= {sight.name for sight in game.sights}
    folder = Path(__file__).parents[2] / "strategies" / game_id
    plans = [loaded(file, game_id) for file in sorted(folder.glob("*.yaml")) if file.stem not in ("search", "learned")]
    for sight in game.sights:
        assert sight.text[0].islower()
        assert not sight.text.endswith(".")
        if (game_id, sight.name) != ("guildes", "unseen"):
            assert any(unseen_weights({"all": (sight.name,)}, game, [plan], 1) for plan in plans), sight.name


def test_a_python_strategy_and_verbs_that_search_or_compare_plans_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(s, t, actions, X, weights, noise):\n    return 0\n", "utf-8")
    blind = {"restrict": {"seat 1": {"blind": ["rivals"]}}}
    with pytest.raises(UserError, match="'mine' decides by more than weights"):
        load_config(RUN | blind | {"strategies": ["balanced", str(tmp_path / "mine.py")]})
    load_config(RUN | {"strategies": ["balanced", str(tmp_path / "mine.py")], "restrict": {"balanced": {"blind": ["rivals"]}}})
    for refused in (
        lambda: simcli.matchups(RUN | blind, deals=4),
        lambda: simcli.sensitivity(RUN | blind, ["guilds.knight.copies"], deals=4),
        lambda: simcli.fix(RUN | blind, goal="seats even", by=["guilds.knight.copies"], deals=4),
    ):
        with pytest.raises(UserError, match="'seat 1' is blind to something in the config"):
            refused()
