"""Pig keeps the contract with the engine (simcli.testing.contract)."""

from __future__ import annotations

from cases import CASES, WITNESS

from simcli.testing.contract import ContractTests, FastTests


class TestContract(ContractTests):
    cases, witness = CASES, WITNESS


class TestFast(FastTests):
    cases = CASES
