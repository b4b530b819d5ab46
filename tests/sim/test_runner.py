from __future__ import annotations

import json
import signal
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simcli.engine.kernel import entry
from simcli.engine.loop import counting
from simcli.errors import InterruptedRun, RunFolderError, StoppedError
from simcli.sim.blocks import Piece
from simcli.sim.folder.store import End, Store, run_text
from simcli.sim.plan import make_plan
from simcli.sim.pool.interrupts import Interrupts
from simcli.sim.pool.player import Player
from simcli.sim.runner import Runner
from simcli.sim.stop import Prefix
from simcli.sim.tally import Layout
from simcli.stats.balance import half_width
from simcli.studies.run import play as api

add_ratios = entry(counting.add_ratios)


def runner_of(plan, workers: int = 1) -> Runner:
    return Runner(plan, half_width=half_width, workers=workers)


def test_any_cut_into_batches_and_any_number_of_workers_gives_the_same_tally(plan_of) -> None:
    cuts = ((1024, 1), (10, 1), (10, 3), (7, 2))
    outcomes = [runner_of(plan_of(batch_deals=size, players="[2, 3]", deals=130), workers).run() for size, workers in cuts]
    assert all(o.tallies == outcomes[0].tallies for o in outcomes)
    assert [t.deals for t in outcomes[0].tallies] == [130, 130]
    assert [t.games for t in outcomes[0].tallies] == [260, 390]
    assert {o.stopped_by for o in outcomes} == {"deals"}


def test_a_run_whose_deals_grow_ends_like_a_straight_one(tmp_path: Path, plan_of) -> None:
    straight = runner_of(plan_of(batch_deals=10, deals=95)).run()
    for deals in (3, 42, 60, 95):
        plan = plan_of(batch_deals=10, deals=deals)
        with Store(tmp_path / "run", plan) as store:
            outcome = runner_of(plan, 2).run(store)
        assert outcome.tallies[0].deals == deals
    assert outcome.tallies == straight.tallies
    assert outcome.played == (95 - 60) * 2


def test_half_width_ends_a_run_at_the_same_deal_for_any_number_of_workers(plan_of) -> None:
    plan = plan_of(batch_deals=16, deals=4000, more="until: {half_width: 2 %}\n")
    one, four = runner_of(plan, 1).run(), runner_of(plan, 4).run()
    assert one.stopped_by == four.stopped_by == "half_width"
    assert one.tallies == four.tallies
    t = one.tallies[0]
    assert half_width(t.parts, t.deals)["watched"] <= 0.02 < 0.5


def test_progress_begins_with_what_is_there_and_ends_at_the_goal(tmp_path: Path, plan_of) -> None:
    plan, seen = plan_of(batch_deals=10, deals=30), []
    with Store(tmp_path / "run", plan) as store:
        runner_of(plan).run(store, seen.append)
    assert (seen[0].games, seen[0].played, seen[-1].games, seen[-1].played, seen[-1].goal) == (0, 0, 60, 60, 60)
    again = []
    with Store(tmp_path / "run", plan) as store:
        runner_of(plan).run(store, again.append)
    assert [(p.games, p.played) for p in again] == [(60, 0)]


def test_ctrl_c_keeps_the_batches_in_flight(tmp_path: Path, plan_of) -> None:
    plan, told = plan_of(batch_deals=10, deals=100_000), []

    def press(progress) -> None:
        told.append(progress.is_stopping)
        if progress.played and not progress.is_stopping:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(InterruptedRun), Store(tmp_path / "run", plan) as store:
        runner_of(plan, 2).run(store, press)
    assert told.count(True) == 1
    with Store(tmp_path / "run", plan) as store:
        numbers = sorted(b.number for b in store.batches())
    assert numbers == list(range(len(numbers)))
    assert 0 < len(numbers) < 20
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_signal_raises_and_other_threads_are_left_alone() -> None:
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        assert interrupts.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    inside = []
    thread = threading.Thread(target=lambda: inside.append(Interrupts().__enter__()._before))
    thread.start()
    thread.join()
    assert inside == [{}]


def test_a_signal_that_nobody_answered_is_passed_on() -> None:
    """A run may be done before it looks; what is to come after it is not played then."""
    with Interrupts() as around:
        with Interrupts() as inside:
            assert not inside.asked
        assert not around.asked
        with Interrupts():
            signal.raise_signal(signal.SIGINT)
        assert around.asked
    with Interrupts() as fresh:
        pass
    assert not fresh.asked


def test_memory_does_not_grow_with_the_number_of_batches(plan_of, flat_of, monkeypatch: pytest.MonkeyPatch) -> None:
    def peak(batches: int) -> int:
        plan = plan_of(batch_deals=1, deals=batches)
        runner = runner_of(plan)
        monkeypatch.setattr(Player, "play", lambda _, batch, folder: flat_of(plan, batch.number))
        tracemalloc.start()
        runner.run()
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(50)
    assert peak(2000) < peak(200) * 1.5


def test_a_disk_that_fills_up_while_records_are_written_stops_the_run(tmp_path: Path, plan_of, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno

    plan = plan_of(batch_deals=10, deals=100)
    runner = runner_of(plan)

    def play(_, batch, folder):
        raise OSError(errno.ENOSPC, "No space left on device", "part-00000000.parquet")

    monkeypatch.setattr(Player, "play", play)
    with pytest.raises(StoppedError, match=r"part-00000000\.parquet cannot be written"), Store(tmp_path / "run", plan) as store:
        runner.run(store)


def test_an_unfinished_folder_shows_the_prefix_and_no_batch_twice(tmp_path: Path, run_of) -> None:
    from simcli.sim.plan import make_plan

    plan = make_plan(run_of(deals=50_000))
    player = Player(plan)
    with Store(tmp_path / "run", plan) as store:
        for number in (0, 2):
            batch = plan.batch(number)
            store.append(Piece(number, batch.first_deal, batch.deals, player.play(batch)))
            store.append(Piece(number, batch.first_deal, batch.deals, player.play(batch)))
    summary = api.load(tmp_path / "run").summary
    assert (summary["deals"], summary["stopped_by"]) == (plan.batch_deals, "unfinished")


def test_a_folder_that_does_not_match_its_identity_is_refused(tmp_path: Path, run_of) -> None:
    api.play(run_of(deals=5), tmp_path / "run", write_report=False)
    file = tmp_path / "run" / "run.json"
    data = json.loads(file.read_text("utf-8"))
    for change in ({"seed": 5}, {"format": 0}, {"game": "chess"}, {"behaviour": 0}):
        file.write_text(json.dumps(data | {"run": data["run"] | change}), "utf-8")
        with pytest.raises(RunFolderError, match="does not match its checksum"):
            api.load(tmp_path / "run")
        file.write_text(run_text(data | {"run": data["run"] | change}), "utf-8")
        with pytest.raises(RunFolderError, match="the stored run"):
            api.load(tmp_path / "run")
    file.write_text(run_text(data), "utf-8")
    assert api.load(tmp_path / "run").summary["deals"] == 5


def test_a_summary_that_stands_in_the_folder_is_never_believed(tmp_path: Path, run_of) -> None:
    api.play(run_of(deals=5), tmp_path / "run", write_report=False)
    file = tmp_path / "run" / "summary.json"
    before = api.load(tmp_path / "run").summary
    for text in ("{}", "", json.dumps(before | {"games": 7, "cells": []}), json.dumps(before | {"stopped_by": "minutes"})):
        file.write_text(text, "utf-8")
        assert api.load(tmp_path / "run").summary == before


def test_the_end_of_a_run_by_minutes_is_told_without_its_summary(tmp_path: Path, run_of) -> None:
    run = run_of(deals=60_000)
    plan = make_plan(run)
    with Store(tmp_path / "run", plan) as store:
        player = Player(plan)
        for number in (0, 1, 2):
            batch = plan.batch(number)
            store.append(Piece(number, batch.first_deal, batch.deals, player.play(batch)))
        store.end(End(2, run.deals, "minutes"))
    ended = api.load(tmp_path / "run").summary
    assert (ended["deals"], ended["stopped_by"]) == (2 * plan.batch_deals, "minutes")
    log = tmp_path / "run" / "batches.log"
    whole = log.read_bytes()
    log.write_bytes(whole.replace(b"end 2 ", b"end 3 "))
    with pytest.raises(RunFolderError, match="damaged"):
        api.load(tmp_path / "run")
    lines = whole.splitlines(keepends=True)
    log.write_bytes(b"".join([lines[0], *lines[2:]]))
    with pytest.raises(RunFolderError, match="ended after 2 batches, of which 1 are there"):
        api.load(tmp_path / "run")


def test_a_smaller_run_keeps_the_results_of_more_deals(tmp_path: Path, run_of) -> None:
    more = api.play(run_of(deals=60_000), tmp_path / "run", write_report=False)[0]
    files = {name: (tmp_path / "run" / name).read_bytes() for name in ("summary.json", "batches.log", "run.json")}
    for change in ({"deals": 500}, {"deals": 60_000, "half_width": 0.1}):
        result, outcome = api.play(replace(run_of(), **change), tmp_path / "run", write_report=False)
        assert (outcome.is_kept, outcome.played, result.summary) == (True, 0, more.summary)
        assert (tmp_path / "run" / "summary.json").read_bytes() == files["summary.json"]
        assert (tmp_path / "run" / "batches.log").read_bytes() == files["batches.log"]
        assert api.load(tmp_path / "run").summary == more.summary
    result, outcome = api.play(run_of(deals=60_000), tmp_path / "run", write_report=False)
    assert (outcome.is_kept, outcome.played, result.summary) == (False, 0, more.summary)
    assert {name: (tmp_path / "run" / name).read_bytes() for name in files} == files


def test_simulate_leaves_nothing_on_the_disk_and_equals_a_kept_run(tmp_path: Path, run_of) -> None:
    run = run_of(deals=50)
    before = set(tmp_path.rglob("*"))
    loose = api.simulate(run)
    assert set(tmp_path.rglob("*")) == before
    kept = api.simulate(replace(run, name="other"), out=tmp_path / "kept", workers=2)
    assert loose.summary == kept.summary
    assert loose.folder is None
    assert list(loose.strategies["strategy"]) == ["hold_at_20", "random"]


def test_a_run_stops_before_its_sums_outgrow_64_bits_and_keeps_what_fits(
    tmp_path: Path, plan_of, flat_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches that square to 2**61 each: the sum of three fits, that of four does not."""
    plan = plan_of(batch_deals=10, deals=100)
    runner = runner_of(plan)

    def play(_, batch, folder):
        flat = flat_of(plan, batch.number)
        plan.cells[0].layout.parts(flat).strategy_score[0, 4] = 2**61
        return flat

    monkeypatch.setattr(Player, "play", play)
    for _ in range(2):
        with (
            pytest.raises(StoppedError, match=r"after 30 deals .* 64 bits; what was finished is kept"),
            Store(tmp_path / "run", plan) as store,
        ):
            runner.run(store)
    with Store(tmp_path / "run", plan) as store:
        prefix = Prefix(plan, half_width)
        assert prefix.take(store.batches()) == "overflow"
    assert prefix.sums[0].deals == 30
    assert prefix.sums[0].parts.strategy_score[0, 4] == 3 * 2**61


@pytest.mark.parametrize("part", ["strategy_score", "strategy_score_square"])
def test_within_a_batch_too_sums_are_seen_to_outgrow_64_bits(plan_of, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    plan = plan_of(batch_deals=10, deals=10)
    views = Layout.sums

    def nearly_full(layout, flat, deals):
        getattr(layout.parts(flat), part)[:] = 2**63 - 1
        return views(layout, flat, deals)

    monkeypatch.setattr(Layout, "sums", nearly_full)
    with pytest.raises(StoppedError, match="deal 0 makes sums of squares that do not fit 64 bits"):
        runner_of(plan).run()


@pytest.mark.parametrize(
    ("c", "y", "before", "fits"),
    [(2**31 - 1, -(2**31), 0, True), (2**31, 0, 0, False), (0, -(2**31) - 1, 0, False), (3, 0, 2**63 - 10, True), (3, 0, 2**63 - 9, False)],
)
def test_squares_of_a_deal_are_added_exactly_or_refused(c: int, y: int, before: int, fits: bool) -> None:
    ratios = np.array([[0, 0, 0, 0, 0], [0, 0, before, 0, 0]], np.int64)
    assert add_ratios(ratios, np.array([0, c], np.int64), np.array([0, y], np.int64)) == fits
    if fits:
        assert ratios[1].tolist() == [c, y, before + c * c, c * y, y * y]
