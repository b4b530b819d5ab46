"""Streams of chance, by their numbers in section 16 of RULES.md."""

from tests.games.oracle_chance import Chance, Generator

__all__ = ["Chance", "Generator"]

START, MARKET, REWARDS, APPRENTICES, BUILDINGS, BOARDS, LAST_CARDS = range(7)
APPRENTICES_UNDER, BUILDINGS_UNDER = 65536, 131072
"""Streams; of the last two the first of many."""
