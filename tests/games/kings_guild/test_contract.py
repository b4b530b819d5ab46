"""The King's Guild keeps the contract with the engine (simcli.testing.contract)."""

from __future__ import annotations

import pytest

from simcli.testing.contract import ContractTests, FastTests
from tests.games.kings_guild.cases import CASES, WITNESS


class TestContract(ContractTests):
    cases, witness = CASES, WITNESS


@pytest.mark.soak
class TestFast(FastTests):
    cases = CASES
