"""The King's Guild keeps the contract with the engine (simcli.testing.contract)."""

from __future__ import annotations

import pytest

from simcli.testing.contract import LONG, ContractTests, FastTests
from simcli.testing.playthrough import Case
from tests.games.kings_guild.cases import ALONE, CASES, GAME, OTHER_READINGS, WITNESS


class TestContract(ContractTests):
    cases, witness = CASES, WITNESS
    uncompiled = (Case(GAME, 1), Case(GAME, 2), Case(GAME, 3, OTHER_READINGS), Case(GAME, 1, ALONE))


@pytest.mark.soak
class TestLong(ContractTests):
    cases, witness, effort = CASES, WITNESS, LONG


@pytest.mark.soak
class TestFast(FastTests):
    cases = CASES
