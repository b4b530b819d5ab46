"""Games in one file keep the contract with the engine as others do."""

from __future__ import annotations

from pathlib import Path

from simcli.games.onefile.find import load
from simcli.testing.contract import ContractTests, FastTests
from simcli.testing.one_file import cases_of, witness_of

GAME = load(Path(__file__).parents[1] / "toys/small/stones.py")


class TestContract(ContractTests):
    cases, witness = cases_of(GAME), witness_of(GAME, keeps_all=True)


class TestFast(FastTests):
    cases = cases_of(GAME)
