"""Streams of chance, by their numbers in section 24 of RULES.md."""

from tests.games.oracle_chance import Chance

__all__ = ["Chance"]

START, MASTERS, BOARDS, GUILDS = range(4)
SPECIALISTS = {"A": 4, "B": 5, "C": 6}
QUESTS = {"age1_common": 7, "age1_rare": 8, "age2": 9}
FIRST_AGE = 10
TREASURES = {"blue": 11, "red": 12, "yellow": 13}
RESHUFFLES = {"blue": 65536, "red": 131072, "yellow": 196608}
"""Streams; of the last three the first of many."""
