"""Blocks of rounds, and the log that holds their sums."""

from __future__ import annotations

import errno
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from simcli.errors import StoppedError
from simcli.sim import blocks as module
from simcli.sim.blocks import Blocks, Piece, Spans
from simcli.sim.folder import store as store_module
from simcli.sim.folder.merge import merge
from simcli.sim.folder.names import LOG
from simcli.sim.folder.results import stored_blocks, stored_results
from simcli.sim.folder.store import End, Store
from simcli.sim.shard import WHOLE, Shard
from simcli.sim.stop import Prefix
from simcli.sim.tally import Tally

EACH = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def never(parts, deals):
    return {"watched": 1.0}


@pytest.fixture
def short_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four blocks to a doubling, so that few rounds make some; and no wait for the disk."""
    monkeypatch.setattr(module, "A_DOUBLING", 4)
    monkeypatch.setattr(module, "SINGLE_DEALS", 4)
    monkeypatch.setattr(store_module.os, "fsync", lambda _: None)


def pieces_of(plan, piece_of, blocks: Blocks, cuts: random.Random) -> list[Piece]:
    """All batches of a plan, in sums of random length within a block, in random order."""
    n, made = len(plan.cells), []
    for cell in range(n):
        spans = Spans(blocks)
        for own, number in enumerate(blocks.rounds):
            spans.add(range(own, own + 1), piece_of(plan, number * n + cell).flat)
            if cuts.random() < 0.4 or own == len(blocks.rounds) - 1:
                made += [blocks.piece(cell, *one) for one in spans]
                spans = Spans(blocks)
    cuts.shuffle(made)
    return made


@pytest.mark.parametrize("batch_deals", [1, 16, 256])
@pytest.mark.parametrize("shard", [WHOLE, Shard(1, 3), Shard(7, 10)])
def test_blocks_are_a_partition_and_grow_with_what_lies_before(plan_of, batch_deals: int, shard: Shard) -> None:
    plan = plan_of(batch_deals=batch_deals, deals=20_000 * batch_deals)
    blocks = list(Blocks(plan, shard))
    assert blocks[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(blocks))
    assert blocks[-1].stop == len(shard.rounds(plan))
    assert all(Blocks(plan, shard).at(own) == Blocks(plan, shard).at(block.start) for block in blocks for own in (block[0], block[-1]))
    whole = list(Blocks(plan))
    assert all(len(block) <= max(1, block.start // 64) for block in whole)
    assert [block for block in whole if block.start < 1024 // batch_deals] == [range(k, k + 1) for k in range(1024 // batch_deals)]
    assert len(whole) < max(64, 1024 // batch_deals) * 10
    longer = Blocks(replace(plan, run=replace(plan.run, deals=10**9)), shard)
    assert [longer.at(block.start) for block in blocks[:-1]] == blocks[:-1]


def test_blocks_of_all_shards_are_those_of_the_run(plan_of) -> None:
    plan = plan_of(batch_deals=16, deals=16 * 1000)
    for block in Blocks(plan):
        parts = [Blocks(plan, shard) for shard in (Shard(k, 7) for k in range(1, 8))]
        own = [part.rounds[own] for part in parts for own in range(len(part.rounds)) if part.rounds[own] in block]
        together = {part.under_cap(own) for part in parts for own in range(len(part.rounds)) if part.rounds[own] in block}
        assert sorted(own) == list(block)
        assert sum(map(len, together)) >= 1


@EACH
@given(seed=st.integers(0, 2**32), deals=st.integers(10, 900), shard=st.sampled_from([WHOLE, Shard(2, 3)]))
def test_the_bytes_of_a_log_depend_on_the_deals_alone(tmp_path_factory, plan_of, piece_of, short_blocks, seed, deals, shard) -> None:
    """Whatever came first, in sums however long, with the log written again at any time, closed or torn between two lines."""
    chance = random.Random(seed)
    plan = plan_of(batch_deals=4, players="[2, 3]", deals=deals)
    blocks = Blocks(plan, shard)
    if not blocks.rounds:
        return
    folder = tmp_path_factory.mktemp("log")
    logs = []
    for name, order in (("one", random.Random(0)), ("other", chance)):
        pieces = pieces_of(plan, piece_of, blocks, order)
        if name == "one":
            pieces = [p for number in blocks.rounds for p in (piece_of(plan, number * 2), piece_of(plan, number * 2 + 1))]
        while pieces:
            with Store(folder / name, plan, shard=None if shard == WHOLE else shard) as store:
                for piece in [pieces.pop() if name == "other" else pieces.pop(0) for _ in range(min(len(pieces), 40))]:
                    store.append(piece)
                    if chance.random() < 0.1:
                        store.fold()
            if name == "other" and chance.random() < 0.5:
                log = folder / name / LOG
                log.write_bytes(log.read_bytes() + b"12 48 4 abc")
        with Store(folder / name, plan, shard=None if shard == WHOLE else shard) as store:
            prefix = Prefix(plan, never, shard)
            assert prefix.take(store.batches()) == "deals"
            if shard == WHOLE:
                store.end(End(prefix.count, deals, "deals"))
                assert stored_results(plan, store, never)[1] == prefix.sums
            else:
                store.fold()
        logs.append((folder / name / LOG).read_bytes())
        wanted = [sum(piece_of(plan, k * 2 + c).flat for k in blocks.rounds) for c in range(2)]
        assert all(np.array_equal(tally.flat, flat) for tally, flat in zip(prefix.sums, wanted, strict=True))
    assert logs[0] == logs[1]
    assert logs[0].count(b"\n") <= 2 * len(list(blocks)) + 3


@EACH
@example(seed=0, deals=456, fewer=452)  # the end of a run within the last sum of a longer one
@given(seed=st.integers(0, 2**32), deals=st.integers(40, 600), fewer=st.integers(1, 600))
def test_a_run_of_fewer_deals_within_a_sum_is_played_and_kept_beside_it(
    tmp_path_factory, plan_of, piece_of, short_blocks, seed, deals, fewer
) -> None:
    chance = random.Random(seed)
    plan = plan_of(batch_deals=4, players="[2, 3]", deals=deals)
    small = replace(plan, run=replace(plan.run, deals=min(fewer, deals)))
    folder = tmp_path_factory.mktemp("log") / "run"
    with Store(folder, plan) as store:
        for piece in pieces_of(plan, piece_of, Blocks(plan), chance):
            store.append(piece)
        store.fold()
        before = (folder / LOG).read_bytes()
    for asked in (small, plan):
        with Store(folder, asked) as store:
            prefix = Prefix(asked, never)
            stopped = prefix.take(store.batches())
            for number in [] if stopped else list(prefix.left()):
                piece = piece_of(asked, number)
                store.append(piece)
                prefix.add(piece)
            assert prefix.advance(0.0) == "deals"
            wanted = [sum(piece_of(asked, k * 2 + c).flat for k in range(asked.n_batches // 2)) for c in range(2)]
            assert all(np.array_equal(tally.flat, flat) for tally, flat in zip(prefix.sums, wanted, strict=True))
            store.end(End(prefix.count, asked.run.deals, "deals"))
            kept, tallies, _ = stored_results(asked, store, never)
            assert tallies == prefix.sums
            told = stored_blocks(kept, store, tallies)
            assert all(np.array_equal(sum(flats[c] for _, flats in told), wanted[c]) for c in range(2))
            assert told[-1][0] == asked.run.deals
    assert [line for line in (folder / LOG).read_bytes().splitlines() if not line.startswith(b"end ")] == before.splitlines()


@EACH
@given(seed=st.integers(0, 2**32), deals=st.integers(60, 900), of=st.integers(2, 5))
def test_shards_merge_to_the_log_of_one_machine(tmp_path_factory, plan_of, piece_of, short_blocks, seed, deals, of) -> None:
    chance = random.Random(seed)
    plan = plan_of(batch_deals=4, players="[2, 3]", deals=deals)
    folder = tmp_path_factory.mktemp("log")
    stores = {}
    for number in range(1, of + 1):
        shard = Shard(number, of)
        with Store(folder / str(number), plan, shard=shard) as store:
            for piece in pieces_of(plan, piece_of, Blocks(plan, shard), chance):
                store.append(piece)
            if chance.random() < 0.5:
                store.fold()
        stores[shard] = Store(folder / str(number), plan, shard=shard)
    merge(stores, folder / "whole", never)
    with Store(folder / "one", plan) as store:
        for number in range(plan.n_batches):
            store.append(piece_of(plan, number))
        store.fold()
    assert (folder / "whole" / LOG).read_bytes() == (folder / "one" / LOG).read_bytes()


def test_a_rule_is_looked_at_where_blocks_end_however_the_deals_were_summed(plan_of, piece_of, short_blocks) -> None:
    plan = plan_of(batch_deals=4, deals=400, more="until: {half_width: 1 %}\n")
    ends = set()
    for seed in range(8):
        prefix = Prefix(plan, lambda _, deals: {"watched": 0.001 if deals >= 150 else 0.5})
        pieces = pieces_of(plan, piece_of, Blocks(plan), random.Random(seed))
        assert prefix.take(pieces) == "half_width"
        ends.add(prefix.sums[0].deals)
    assert ends == {160}  # blocks of 4 rounds of 4 deals, from 128 on


def test_a_full_disk_leaves_the_log_as_it_was(tmp_path: Path, plan_of, piece_of, short_blocks, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(batch_deals=4, deals=200)
    with Store(tmp_path / "run", plan) as store:
        for number in range(plan.n_batches):
            store.append(piece_of(plan, number))
        before = (tmp_path / "run" / LOG).read_bytes()

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(store_module.os, "fsync", full)
            with pytest.raises(StoppedError, match="make room"):
                store.fold()
        assert (tmp_path / "run" / LOG).read_bytes() == before
        store.append(piece_of(plan, 0))
        store.fold()
    assert len((tmp_path / "run" / LOG).read_bytes()) < len(before)
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [LOG, "run.json"]


def test_what_a_kill_left_of_a_log_that_was_being_written_anew_goes_away(tmp_path: Path, plan_of, piece_of, short_blocks) -> None:
    plan = plan_of(batch_deals=4, deals=200)
    with Store(tmp_path / "run", plan) as store:
        for number in range(plan.n_batches):
            store.append(piece_of(plan, number))
    log = tmp_path / "run" / LOG
    before = log.read_bytes()
    (tmp_path / "run" / store_module.FOLDED).write_bytes(before[:300])
    with Store(tmp_path / "run", plan) as store:
        assert not (tmp_path / "run" / store_module.FOLDED).exists()
        assert len(list(store.batches())) == plan.n_batches
    assert log.read_bytes() == before


def test_the_log_is_written_anew_as_it_grows(tmp_path: Path, plan_of, piece_of, short_blocks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "FOLD_BYTES", 4000)
    plan = plan_of(batch_deals=4, deals=4 * 2000)
    sizes = []
    with Store(tmp_path / "run", plan) as store:
        for number in range(plan.n_batches):
            store.append(piece_of(plan, number))
            sizes.append((tmp_path / "run" / LOG).stat().st_size)
    line = sizes[0]
    assert max(sizes) < 4 * line * len(list(Blocks(plan)))
    assert max(sizes) < sum(sizes[:1]) * plan.n_batches / 10


def test_sums_that_do_not_fit_64_bits_stay_apart(plan_of, piece_of, short_blocks) -> None:
    plan = plan_of(batch_deals=4, deals=200)
    blocks, large = Blocks(plan), piece_of(plan, 0).flat.copy()
    large[5] = 2**62
    spans = Spans(blocks)
    block = blocks.at(40)
    assert len(block) == 8
    for own in block:
        spans.add(range(own, own + 1), large)
    assert [len(span) for span, _ in spans] == [1] * 8
    assert spans.covers(block)
    prefix = Prefix(plan, never)
    prefix.sums = [Tally(plan.cells[0].layout, np.zeros_like(large))]
    for number in range(plan.n_batches):
        prefix.add(Piece(number, number * 4, 4, large))
    assert prefix.advance(0.0) == "overflow"
    assert prefix.sums[0].deals == 4
