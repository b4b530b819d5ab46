"""Architects keeps the contract with the engine (simcli.testing.contract)."""

from __future__ import annotations

import pytest

from simcli.testing.contract import LONG, ContractTests, FastTests
from simcli.testing.playthrough import Case
from tests.games.architects.cases import CASES, GAME, WITNESS


class TestContract(ContractTests):
    cases, witness = CASES, WITNESS
    uncompiled = (Case(GAME, 2), *(Case(GAME, 2, case.options) for case in CASES if case.options))


@pytest.mark.soak
class TestLong(ContractTests):
    cases, witness, effort = CASES, WITNESS, LONG


@pytest.mark.soak
class TestFast(FastTests):
    cases = CASES
