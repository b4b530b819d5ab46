"""Runs of the toy game, made without the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from simcli.config import ResolvedRun, load_config
from simcli.sim.blocks import Piece
from simcli.sim.plan import Plan, make_plan

MakeRun = Callable[..., ResolvedRun]
MakeFlat = Callable[..., NDArray[np.int64]]


@pytest.fixture
def run_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: object) -> MakeRun:
    """A run of Pig by the keys of its config."""
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "pig.yaml"

    def make(players: str = "2", deals: int = 100, more: str = "") -> ResolvedRun:
        config.write_text(f"game: pig\nplayers: {players}\nstrategies: [hold_at_20, random]\ndeals: {deals}\n{more}", "utf-8")
        return load_config(config)

    return make


@pytest.fixture
def plan_of(run_of: MakeRun) -> Callable[..., Plan]:
    """A plan of such a run, cut into batches of `batch_deals`."""
    from dataclasses import replace

    def make(batch_deals: int = 10, **keys: object) -> Plan:
        return replace(make_plan(run_of(**keys)), batch_deals=batch_deals)

    return make


@pytest.fixture
def flat_of() -> MakeFlat:
    """A made-up tally of a batch: its deals and games, and a number of its own in every other place."""

    def make(plan: Plan, number: int) -> NDArray[np.int64]:
        batch = plan.batch(number)
        cell = plan.cells[batch.cell]
        flat = np.full(cell.layout.size, number + 1, np.int64)
        flat[:2] = batch.deals, batch.deals * cell.rotations
        return flat

    return make


@pytest.fixture
def piece_of(flat_of: MakeFlat) -> Callable[..., Piece]:
    """A batch with such a tally."""
    return lambda plan, number: Piece(number, plan.batch(number).first_deal, plan.batch(number).deals, flat_of(plan, number))
