"""The line-ups of matchups: who meets whom, and that they play what fixed tables play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcli.base.restrictions import Restrictions
from simcli.config import load_config
from simcli.config.run import measures
from simcli.config.run.resolved import ROUND_ROBIN
from simcli.engine.batch import RECORD_DEAL, RECORD_FIXED, RECORD_STRATEGY
from simcli.engine.sharing import by_points
from simcli.errors import UserError
from simcli.sim.lineups import lineups_of, of_lineup, round_robin_of
from simcli.sim.plan import make_plan
from simcli.sim.pool.player import Player
from simcli.stats.ratings.strengths import Steps
from simcli.studies.matchups.play import play
from simcli.studies.matchups.question import load_matchups
from simcli.studies.run import play as api
from simcli.tally_parts import DEAL_GROUPS, finish_index, n_finishes
from tests.conftest import MakeRun

GUILDES = {"game": "guildes", "players": 3, "strategies": ["balanced", "denier", "random"]}


def test_every_two_plans_meet_alone_among_the_others() -> None:
    run = load_matchups(GUILDES)
    assert lineups_of(run, 2) == [(0, 1), (0, 2), (1, 2)]
    assert lineups_of(run, 3) == [(1, 0, 0), (0, 1, 1), (2, 0, 0), (0, 2, 2), (2, 1, 1), (1, 2, 2)]
    assert run.tables == ROUND_ROBIN
    assert run.deals == 1000
    cells = make_plan(replace(run, players=(3,))).cells
    assert [cell.base for cell in cells] == [None, 0, None, 2, None, 4]
    assert {cell.rotations for cell in cells} == {3}


def test_a_copy_of_a_plan_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "copy.yaml").write_text("game: guildes\nextends: balanced\nidea: The same.\n", "utf-8")
    run = load_matchups(GUILDES | {"strategies": ["balanced", "denier", str(tmp_path / "copy.yaml")]})
    assert lineups_of(run, 3) == [(1, 0, 0), (0, 1, 1)]
    with pytest.raises(UserError, match="all strategies are the same plan"):
        load_matchups(GUILDES | {"strategies": ["balanced", str(tmp_path / "copy.yaml")]})


def test_a_ban_of_one_of_two_equal_plans_makes_two_plans_of_them(tmp_path: Path) -> None:
    (tmp_path / "copy.yaml").write_text("game: guildes\nextends: balanced\n", "utf-8")
    names = ["balanced", str(tmp_path / "copy.yaml")]
    run = load_matchups(GUILDES | {"strategies": names, "restrict": {"copy": {"ban": ["militia"]}}})
    assert len(lineups_of(run, 3)) == 2


def test_bans_of_those_who_do_not_play_are_left_out() -> None:
    rows = {"a": ("x",), "b": ("y",), "seat 1": ("z",), "all": ("w",)}
    left = {"b": ("y",), "seat 1": ("z",), "all": ("w",)}
    assert of_lineup(Restrictions(rows, {"a": ("x",)}, rows), ["a", "b", "c"], ["b", "c"]) == Restrictions(left, {}, left)


def test_a_plan_in_all_seats_but_one_begins_with_no_more_than_there_is() -> None:
    two = GUILDES | {"players": 4, "strategies": ["balanced", "denier"], "restrict": {"denier": {"grant": ["noble"]}}}
    assert load_config(two).restrictions.grants
    with pytest.raises(UserError, match="gives 3 cards out of the deck, with 4 players it has 2 more than are dealt"):
        load_matchups(two)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"restrict": {"denier": {"ban": ["militia"]}}},
        {"restrict": {"denier": {"grant": ["militia"]}}},
        {"options": {"events": "on"}},
    ],
)
def test_a_line_up_is_the_fixed_table_of_the_same_names(more: dict[str, object], tmp_path: Path) -> None:
    made, _ = play(load_matchups(GUILDES | more, deals=20), tmp_path / "run", workers=1, write_report=False)
    (field,) = made.results.fields
    for one, other in permutations(("balanced", "denier"), 2):
        fixed = {key: value for key, value in GUILDES.items() if key != "strategies"} | {"tables": {"fixed": [one, other, other]}} | more
        (cell,) = api.simulate(load_config(fixed, deals=20), workers=1).results.cells
        share = next(row.win_share for row in cell.strategies if row.name == one)
        assert tuple(field.by_pair[one, other].win_share) == pytest.approx(tuple(share), abs=1e-9)


def test_two_players_share_what_they_win(run_of: MakeRun) -> None:
    run = round_robin_of(run_of(deals=60))
    plan = make_plan(run)
    (cell,) = plan.cells
    assert cell.seats == (0, 1)
    flat = Player(plan).play(plan.batch(0))
    shares = cell.layout.parts(flat).strategy_share
    assert int(shares[:, 1].sum()) == 60 * 2 * 60


def test_paired_counts_are_products_of_the_deals_of_both_line_ups(run_of: MakeRun) -> None:
    plan = make_plan(round_robin_of(run_of(players="3", deals=30)))
    runner = Player(plan)
    played = [runner.played(replace(plan.batch(0), cell=number), False) for number in (0, 1)]
    batch = plan.same_deals(replace(plan.batch(0), cell=0), 1)
    row = plan.cells[1].layout.parts(runner.play(batch)).paired_with("strategy_share")[0]
    first = plan.cells[0].layout.first_rows.strategy_share
    (c, y), (base_c, base_y) = played[1].deals[:, :, first].T, played[0].deals[:, :, first].T
    assert row.tolist() == [int(v) for v in (c @ base_c, c @ base_y, y @ base_c, y @ base_y, np.sum((c != base_c) | (y != base_y)))]


def steps_of(seats: list[int], standing: list[int]) -> Iterator[int]:
    """Where the steps of a finishing order are counted, told from the standings; strategy 0 sits alone."""
    left = list(range(len(seats)))
    while left:
        first = [p for p in left if standing[p] == max(standing[q] for q in left)]
        alone = [p for p in left if seats[p] == 0]
        yield finish_index(len(seats), len(alone), len(left) - len(alone), len({*alone} & {*first}), len(first))
        left = [p for p in left if p not in first]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_finishing_orders_are_counted_step_by_step_and_by_groups_of_deals(run_of: MakeRun, players: int) -> None:
    """In Pig points alone say who finishes where. Deals 60 to 69: groups 60 to 63 and 0 to 5."""
    plan = replace(make_plan(round_robin_of(run_of(players=str(players), deals=200))), batch_deals=10)
    runner = Player(plan)
    batch = next(b for b in map(plan.batch, range(plan.n_batches)) if b.first_deal == 60 and b.cell == len(plan.cells) - 1)
    cell, played = plan.cells[batch.cell], runner.played(batch, True)
    counts = np.zeros((DEAL_GROUPS, n_finishes(players)), np.int64)
    points = slice(RECORD_FIXED, RECORD_FIXED + len(cell.catalogue.categories))
    for game in played.records.reshape(-1, players, played.records.shape[1]):
        for k in steps_of(game[:, RECORD_STRATEGY].tolist(), game[:, points].sum(axis=1).tolist()):
            counts[int(game[0, RECORD_DEAL]) % DEAL_GROUPS, k] += 1
    parts = cell.layout.parts(played.flat)
    assert parts.finishes.tolist() == counts.tolist()
    assert int((parts.finishes @ Steps(players).won).sum()) == parts.strategy_share[0, 1]


def test_a_game_that_names_no_standings_is_ranked_by_the_win_and_then_by_points() -> None:
    class State:
        n_players = 4

    out = np.zeros(4, np.int32)
    written: Any = getattr(by_points, "py_func", by_points)
    written(State(), np.array([[3, 4], [9, 0], [2, 2], [5, 2]]), np.array([60, 0, 0, 0]), out)
    assert out.tolist() == [10, 9, 4, 7]


def test_a_game_alone_has_no_matchups() -> None:
    with pytest.raises(UserError, match="with one player there is nobody to beat"):
        load_matchups("kings_guild/plans", sets=["players=[1,2]"])


def test_too_many_line_ups_are_refused_and_counted(run_of: MakeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "MOST_LINEUPS", 1)
    assert round_robin_of(run_of()).tables == ROUND_ROBIN
    with pytest.raises(UserError, match="found 2 line-ups"):
        round_robin_of(run_of(players="3"))
