"""Tables that draw their line-ups from a field."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

import simcli
from simcli.config import load_config
from simcli.engine.batch import RECORD_DEAL, RECORD_ROTATION, RECORD_SEAT, RECORD_STRATEGY
from simcli.sim.plan import make_plan
from simcli.sim.pool.player import Player

FIELD = "game: pig\nplans: {hold_at_20: 0.7, hold_at_25: 0.25, random: 0.05}\n"
DEALS = 4000


def rows(toy_game: object, tmp_path: Path) -> np.ndarray:
    (tmp_path / "mix.yaml").write_text(FIELD, "utf-8")
    (tmp_path / "pig.yaml").write_text(f"game: pig\nplayers: 3\nstrategies: {{field: ./mix.yaml}}\ndeals: {DEALS}\n", "utf-8")
    plan = make_plan(load_config(tmp_path / "pig.yaml"))
    runner = Player(plan)
    return np.concatenate([runner.played(plan.batch(k), has_records=True).records for k in range(plan.n_batches)])


def test_each_seat_draws_by_the_weights_and_by_itself(toy_game: object, tmp_path: Path) -> None:
    found = rows(toy_game, tmp_path)
    first = found[found[:, RECORD_ROTATION] == 0]
    deals = len(first) // 3
    seats = [first[first[:, RECORD_SEAT] == p + 1][:, RECORD_STRATEGY] for p in range(3)]
    for seat in seats:
        for k, weight in enumerate((0.7, 0.25, 0.05)):
            assert abs((seat == k).mean() - weight) < 4 * (weight * (1 - weight) / deals) ** 0.5
    pairs = Counter(zip(seats[0].tolist(), seats[1].tolist(), strict=True))
    assert abs(pairs[0, 0] / deals - 0.49) < 4 * (0.49 * 0.51 / deals) ** 0.5


def test_a_deal_keeps_its_line_up_through_its_rotations(toy_game: object, tmp_path: Path) -> None:
    found = rows(toy_game, tmp_path)
    drawn = {(int(r[RECORD_DEAL]), int(r[RECORD_ROTATION]), int(r[RECORD_SEAT]) - 1): int(r[RECORD_STRATEGY]) for r in found}
    for (deal, rotation, seat), strategy in drawn.items():
        assert strategy == drawn[deal, 0, (seat + rotation) % 3]


def test_a_plan_that_does_not_play_with_so_many_stands_in_no_table_of_them(toy_game: object, tmp_path: Path) -> None:
    (tmp_path / "mix.yaml").write_text("game: pig\nplans: {hold_at_20: 1, hold_at_25: {3: 1}}\n", "utf-8")
    (tmp_path / "pig.yaml").write_text("game: pig\nplayers: [2, 3]\nstrategies: {field: ./mix.yaml}\ndeals: 200\n", "utf-8")
    cells = {cell.players: cell for cell in simcli.simulate(tmp_path / "pig.yaml").results.cells}
    assert [row.name for row in cells[2].strategies] == ["hold_at_20"]
    assert (cells[2].strategies[0].player_games, cells[2].strategies[0].test.verdict) == (800, None)  # nobody to be compared with
    assert [row.name for row in cells[3].strategies] == ["hold_at_20", "hold_at_25"]
    assert sum(row.player_games for row in cells[3].strategies) == 1800
    alone = simcli.simulate({"game": "pig", "players": 3, "strategies": {"field": str(tmp_path / "mix.yaml")}, "deals": 200}).results.cells[
        0
    ]
    assert alone.strategies[0].win_share == cells[3].strategies[0].win_share  # the same deals and line-ups, with or without other numbers
