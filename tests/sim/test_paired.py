"""Variants beside their base: paired counts are what single games add up to, and equal games differ by nothing."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simcli.config import load_config
from simcli.sim.paired import BaseDeals, Played, matching_rows
from simcli.sim.plan import Batch, make_plan
from simcli.sim.runner import Runner
from simcli.stats.balance import half_width
from simcli.stats.intervals import beyond_luck, interval, share_ratio
from simcli.stats.summary import Difference
from simcli.studies.run import play as api
from simcli.studies.run.findings import answer

DEALS = 40
GUILDES = f"""game: guildes
players: 3
strategies: [balanced, denier]
deals: {DEALS}
variants:
  plain: {{}}
  knights: {{patch: {{guilds: {{knight: {{copies: 12}}}}}}}}
  tricks: {{options: {{tricks: on}}}}
"""
THREE = "variants:\n  plain: {}\n  again: {}\n  short: {patch: {setup: {goal: 50}}}\n"
NONE = np.zeros((0, 1), np.int64)


@pytest.fixture
def guildes(tmp_path: Path) -> Path:
    config = tmp_path / "guildes.yaml"
    config.write_text(GUILDES, "utf-8")
    return config


def by_deal(records: pd.DataFrame, variant: str, column: str, **where: Any) -> np.ndarray:
    """Count and total of a column in every deal of a variant, of the rows that hold what `where` says: int64[deals, 2]."""
    rows = records[records["variant"] == variant]
    kept = rows[np.logical_and.reduce([np.ones(len(rows), bool), *(rows[key] == value for key, value in where.items())])]
    found = kept.groupby("deal")[column].agg(["size", "sum"])
    return np.rint(found.reindex(range(DEALS), fill_value=0).to_numpy()).astype(np.int64)


def products(own: np.ndarray, base: np.ndarray) -> list[int]:
    """A paired row, summed the obvious way."""
    (c, y), (base_c, base_y) = own.T, base.T
    sums = [int((a * b).sum()) for a, b in ((c, base_c), (c, base_y), (y, base_c), (y, base_y))]
    return [*sums, int(((c != base_c) | (y != base_y)).sum())]


def test_paired_counts_are_what_the_games_of_both_add_up_to(guildes: Path, tmp_path: Path) -> None:
    run = api.simulate(load_config(guildes), out=tmp_path / "run", records=True, workers=2)
    records = run.records
    records["sixtieths"] = (records["share"] * 60).round()
    plan = make_plan(load_config(guildes))
    outcome = Runner(plan, half_width=half_width, workers=2).run()
    for cell, tally in zip(plan.cells[1:], outcome.tallies[1:], strict=True):
        parts, catalogue = tally.parts, cell.catalogue
        assert cell.base == 0
        found = {
            "seat": (parts.paired_with("place_share")[1], by_deal(records, cell.variant, "sixtieths", seat=2), "sixtieths", {"seat": 2}),
            "plan": (
                parts.paired_with("strategy_score")[1],
                by_deal(records, cell.variant, "score", strategy="denier"),
                "score",
                {"strategy": "denier"},
            ),
        }
        for paired, own, column, where in found.values():
            assert paired.tolist() == products(own, by_deal(records, "plain", column, **where))
        names = [item.id for item in catalogue.items]
        holders = records[records["held_knight"] > 0]
        held = {variant: by_deal(holders, variant, "sixtieths") for variant in ("plain", cell.variant)}
        assert parts.paired_with("item_if_held")[names.index("knight")].tolist() == products(held[cell.variant], held["plain"])


def test_rows_are_matched_by_name_where_the_catalogues_differ(guildes: Path) -> None:
    plan = make_plan(load_config(guildes))
    base, same, other = plan.cells
    assert matching_rows(same, base).tolist() == list(range(base.layout.ratio_rows))
    rows = matching_rows(other, base)
    assert len(rows) == other.layout.ratio_rows > base.layout.ratio_rows
    items = [item.id for item in base.catalogue.items]
    for i, item in enumerate(other.catalogue.items):
        expected = base.layout.first_rows.item_if_held + items.index(item.id) if item.id in items else -1
        assert rows[other.layout.first_rows.item_if_held + i] == expected
    assert sorted(rows[rows >= 0]) == list(range(base.layout.ratio_rows))


def differences(run: api.RunResult, variant: str) -> list[Difference]:
    (cell,) = [cell for cell in run.results.cells if cell.variant == variant]
    return list(cell.differences or ())


def test_variants_that_are_the_same_game_differ_by_exactly_nothing(run_of) -> None:
    run = api.simulate(run_of(more=THREE, deals=60))
    assert run.results.cells[0].differences is None
    assert run.results.cells[0].base is None
    again, short = differences(run, "again"), differences(run, "short")
    assert {row.value for row in again if row.value.value is not None} == {(0.0, 0.0, 0.0)}
    assert {row.test.verdict for row in again if row.value.value is not None} == {"even"}
    assert {row.differing for row in again} == {0}
    assert all(row.differing > 0 for row in short if row.figure == "score")
    assert answer(run.results).claim.startswith("With short the length of a game falls: ")


def test_the_differences_are_those_of_the_figures_themselves(run_of) -> None:
    run = api.simulate(run_of(players="3", more=THREE, deals=200))
    base, _, short = run.results.cells
    rows = {(row.about, row.of, row.figure): row for row in short.differences or ()}
    for own, other in zip(short.seats, base.seats, strict=True):
        found = rows["seat", own.label, "win share"].value
        assert found.known == pytest.approx(own.win_share.known - other.win_share.known, abs=1e-9)
        assert found.low is not None
        assert found.low < found.known < found.high
    assert rows["games", None, "rounds"].value.known == pytest.approx(short.rounds_mean.known - base.rounds_mean.known, abs=1e-8)
    assert rows["games", None, "rounds"].test.verdict == "less"
    assert rows["strategy", "random", "score"].value.known == pytest.approx(
        short.strategies[1].score_mean.known - base.strategies[1].score_mean.known, abs=1e-8
    )


def test_another_base_can_be_named(run_of) -> None:
    first = api.simulate(run_of(more=THREE, deals=60))
    last = api.simulate(run_of(more=THREE + "base: short\n", deals=60), workers=2)
    assert [cell.base for cell in last.results.cells] == ["short", "short", None]
    one, other = differences(first, "short"), differences(last, "plain")
    for row, turned in zip(one, other, strict=True):
        assert (row.of, row.figure, row.differing) == (turned.of, turned.figure, turned.differing)
        if row.value.value is not None:
            assert row.value.known == -turned.value.known
            assert row.value.low == (None if turned.value.high is None else -turned.value.high)
    assert first.results.identity != last.results.identity
    assert api.simulate(run_of(more=THREE + "base: plain\n", deals=60)).results.identity == first.results.identity


def test_a_ban_is_judged_by_the_same_deals_without_it(guildes: Path) -> None:
    """The restricted seat wins what the tally of both says, and its effect is known better than from its own share."""
    text = guildes.read_text("utf-8").replace("tricks: {options: {tricks: on}}", "ban: {restrict: {seat 2: {ban: [alchemist]}}}")
    guildes.write_text(text.replace("[balanced, denier]", "[balanced]").replace(f"deals: {DEALS}", "deals: 400"), "utf-8")
    run = api.simulate(load_config(guildes))
    base, _, banned = run.results.cells
    (row,) = banned.restricted
    assert row.without_ban == base.seats[1].win_share
    assert row.difference.known == pytest.approx(row.win_share.known - base.seats[1].win_share.known, abs=1e-9)
    assert row.difference.half_width is not None
    assert row.win_share.half_width is not None
    assert row.difference.half_width < 0.9 * row.win_share.half_width
    assert row.test.verdict == "even"
    assert answer(run.results).claim.startswith("Seat 2 wins about as often without Alchemist, give or take ")
    alone = api.simulate(
        {"game": "guildes", "players": 3, "strategies": ["balanced"], "deals": 40, "restrict": {"seat 2": {"ban": ["alchemist"]}}}
    )
    (single,) = alone.results.cells[0].restricted
    assert single.without_ban is None
    assert single.difference.known == pytest.approx(single.win_share.known - 1 / 3, abs=1e-9)


def test_where_all_seats_are_even_the_luck_of_the_deals_is_taken_off() -> None:
    """A ban that half of the luck carries over to: the estimate is the truth within its interval, which is the smaller one."""
    rng, n = np.random.default_rng(8), 4_000
    luck, own = rng.integers(0, 2, (2, n, 4)).sum(axis=2) * 30, rng.integers(0, 2, (n, 4)).sum(axis=1) * 30
    base, banned = luck[0] + luck[1], luck[0] + own - 24
    c = np.full(n, 4)
    rows = [[int(x) for x in (c.sum(), y.sum(), (c * c).sum(), (c * y).sum(), (y * y).sum())] for y in (banned, base)]
    paired = [int(x) for x in ((c * c).sum(), (c * base).sum(), (banned * c).sum(), (banned * base).sum(), (banned != base).sum())]
    found, taken_off = beyond_luck(*rows, paired, 0.5, 60)  # type: ignore[call-arg]
    plain = share_ratio(rows[0])
    low, high = interval(found)
    assert low is not None
    assert high is not None
    assert low < -0.1 < high
    assert found.se is not None
    assert plain.se is not None
    assert 1.2 < (plain.se / found.se) ** 2 < 1.5
    assert found.value == pytest.approx(rows[0][1] / rows[0][0] / 60 - 0.5 - taken_off)
    assert taken_off == pytest.approx((rows[1][1] / rows[1][0] / 60 - 0.5) / 2, abs=0.003)


def test_a_batch_of_the_base_that_is_kept_already_is_played_again_for_its_variants(tmp_path: Path, run_of) -> None:
    """Killed between the base and its variants: the log holds the base alone."""
    run = run_of(more=THREE, deals=60)
    straight = api.simulate(run, out=tmp_path / "straight").folder
    folder = api.simulate(run, out=tmp_path / "cut").folder
    log = folder / "batches.log"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:1]))
    (folder / "summary.json").unlink()
    api.simulate(run, out=folder, workers=2)
    assert (folder / "summary.json").read_bytes() == (straight / "summary.json").read_bytes()


def test_a_batch_of_the_base_is_played_once_whoever_comes_first() -> None:
    played: list[int] = []
    begun = threading.Event()

    def play(batch: Batch, has_records: bool) -> Played:
        played.append(batch.first_deal)
        begun.set()
        return Played(np.array([batch.first_deal]), NONE, NONE)

    bases = BaseDeals(play, reach=2)
    batch = Batch(0, 0, 0, 10)
    threads = [threading.Thread(target=bases.get, args=(batch, False)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert played == [0]
    assert bases.get(replace(batch, number=3, first_deal=20), False).flat.tolist() == [20]
    bases.get(batch, False)
    assert played == [0, 20]
    bases.get(replace(batch, first_deal=30), False)
    bases.get(batch, False)
    assert played == [0, 20, 30, 0]


def test_a_fault_in_the_base_is_told_to_all_who_wait_for_it() -> None:
    def play(batch: Batch, has_records: bool) -> Played:
        raise ValueError("no such deal")

    bases = BaseDeals(play, reach=2)
    for _ in range(2):
        with pytest.raises(ValueError, match="no such deal"):
            bases.get(Batch(0, 0, 0, 10), False)
