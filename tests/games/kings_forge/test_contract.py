"""King's Forge keeps the contract with the engine (simcli.testing.contract)."""

from __future__ import annotations

import pytest

from simcli.testing.contract import LONG, ContractTests, FastTests
from tests.games.kings_forge.cases import CASES, WITNESS


class TestContract(ContractTests):
    cases, witness = CASES, WITNESS


@pytest.mark.soak
class TestLong(ContractTests):
    cases, witness, effort = CASES, WITNESS, LONG


@pytest.mark.soak
class TestFast(FastTests):
    cases = CASES
