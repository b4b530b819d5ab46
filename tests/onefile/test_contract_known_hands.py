"""Hands that others have seen, sealed cards, and a deck of each seat keep the contract with the engine."""

from __future__ import annotations

from pathlib import Path

from simcli.games.onefile.find import load
from simcli.testing.contract import ContractTests
from simcli.testing.one_file import cases_of, witness_of

GAMES = Path(__file__).parents[2] / "docs/examples/games"
LOVE_LETTER, DRAFTING = load(GAMES / "love_letter.py"), load(GAMES / "drafting.py")
HEAPS = load(Path(__file__).with_name("games") / "heaps.py")


class TestLoveLetter(ContractTests):
    cases, witness = cases_of(LOVE_LETTER)[1:], witness_of(LOVE_LETTER, keeps_all=True)


class TestDrafting(ContractTests):
    cases, witness = cases_of(DRAFTING)[1:], witness_of(DRAFTING, keeps_all=True)


class TestHeaps(ContractTests):
    cases, witness = cases_of(HEAPS)[1:], witness_of(HEAPS, keeps_all=True)
