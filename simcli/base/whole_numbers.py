"""The ranges of whole numbers that a user gives, each stated once: behind an option, in a file and after `--set` they are the same."""

from __future__ import annotations

DEALS = (1, 1_000_000_000)
SEEDS = (0, 2**63 - 1)
DEAL_NUMBERS = (0, 2**63 - 1)
"""Of a deal to trace."""
PLAYERS = (1, 100)
ROTATIONS = (0, 99)
WORKERS = (1, 1024)
SEARCH_GAMES = (1, 10**15)
"""That a search plays."""
