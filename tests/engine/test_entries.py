"""Entries: what Python calls, with arguments taken apart and what comes back put together again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from simcli.engine import contract, kernel, layout, rng
from simcli.engine.code import doors, entries, store
from simcli.engine.kernel import entry
from simcli.engine.loop import lineup
from simcli.game import FIXED
from simcli.testing.under_test import GameUnderTest
from tests.cli.project import PATHS, TESTS

below = entry(rng.below)


def test_whole_numbers_come_back_as_they_are() -> None:
    """Signed and unsigned, at both ends."""
    assert entries.RESULTS["int64"]((1 << 64) - 1) == -1
    assert entries.RESULTS["int64"]((1 << 63) - 1) == (1 << 63) - 1
    assert entries.RESULTS["uint64"]((1 << 64) - 1) == (1 << 64) - 1
    assert 1 << 32 < entry(rng.derive)(np.uint64(2**64 - 1), np.int64(3)) < 1 << 64


def test_types_that_differ_are_different_code() -> None:
    def said(*arguments: Any) -> Any:
        return [entries.take_apart(one, [], []) for one in arguments]

    whole = np.zeros((4, 4), np.int64)
    frozen = whole.copy()
    frozen.flags.writeable = False
    kinds = said(whole, whole.astype(np.int32), whole[0], whole[:, ::2], whole.T, frozen, 1, np.uint64(1), True, None, (1,), (1, 1))
    assert len({repr(kind) for kind in kinds}) == len(kinds)
    with pytest.raises(TypeError, match="takes no str"):
        said("a word")


def test_an_exception_of_a_kernel_is_raised(toy_game: Any) -> None:
    """Here of an index that is out of bounds."""
    layout.load(toy_game)
    states, scratch = layout.new_states(toy_game), lineup.new_scratch(toy_game)
    with pytest.raises(IndexError, match="out of bounds"):
        doors.step_lineup(FIXED, np.zeros(1, np.int64), 1, 0, np.uint64(1), 6, scratch, np.zeros(1, np.int64))
    assert states[0].over == 0


def test_records_are_known_by_their_place_as_long_as_they_live(toy_game: Any) -> None:
    """An array is taken apart once; one that comes to lie at the place of another is another."""
    under_test, known, places = GameUnderTest(toy_game), len(entries._apart), set()
    for deal in range(20):
        table = under_test.table(2)
        for _ in range(2):
            table.deal(deal, 1)
            assert table.texts()
        assert len(entries._apart) == known + 3
        places |= entries._apart.keys()
        del table
        assert len(entries._apart) == known
    assert len(places) < known + 20 * 3


def test_an_entry_that_is_called_again_goes_on_as_it_would() -> None:
    one, other = np.arange(4, dtype=np.uint64), np.arange(4, dtype=np.uint64)
    assert [below(one, 6) for _ in range(20)] == [below(other, 6) for _ in range(20)]
    assert one.tolist() == other.tolist() != [0, 1, 2, 3]


def test_a_game_is_played_without_numba_once_it_is_compiled() -> None:
    """Searches too. In a process of its own, which would import it."""
    code = """
import sys
from simcli.sim.plan import Batch, make_plan
from simcli.sim.pool.player import Player
from simcli.sim.warm import small_run
player = Player(make_plan(small_run("stones", 2, sys.argv[1])))
print(int(player.play(Batch(0, 0, 0, 2)).sum()), "numba" in sys.modules)
"""
    environment = os.environ | {"PYTHONPATH": str(PATHS[0]), "SIMCLI_GAMES": str(TESTS / "toys/small/stones.py")}
    for who in ("random", "search"):
        command = [sys.executable, "-c", code, who]
        first, second = (subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.split() for _ in "12")
        assert second == [first[0], "False"]


def test_the_doors_are_entries_of_the_modules_they_name() -> None:
    for door in vars(doors).values():
        if isinstance(door, entries.KernelEntry):
            assert door.py_func.__module__ == door.module
            assert door.py_func.__name__ == door.name


def test_a_piece_says_what_it_was_compiled_to() -> None:
    piece = store.MachineCode("symbol", "int64", 3, False, False, b"code")
    code = store.Code("nothing", "0" * 16)
    store.keep(code, "some.piece", piece)
    assert store.find(code, "some.piece") == piece
    assert [path.name for path in store.files_of(code)] == ["some.piece"]
    store.files_of(code)[0].write_bytes(b"noise")
    assert store.find(code, "some.piece") is None


def test_of_threads_that_come_at_once_the_first_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def slowly(function: Any, arguments: Any) -> Any:
        made.append(function)
        time.sleep(0.05)
        return lambda _, given: given[0] + 1

    monkeypatch.setattr(kernel, "unkept", slowly)

    @entry
    def following(n):
        return n + 1

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(following, range(8))) == list(range(1, 9))
    assert len(made) == 1


def test_nobody_goes_on_before_the_kernels_of_a_game_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiler too, where each call looks for them."""
    known: list[str] = []

    def slowly(game: Any) -> None:
        time.sleep(0.05)
        known.append(game)

    monkeypatch.setattr(contract, "_known", [])
    monkeypatch.setattr(contract, "_make_known", slowly)
    monkeypatch.setattr(contract, "loaded", lambda: ("one", "other"))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda _: contract.make_known() or list(known), range(8))) == [["one", "other"]] * 8
