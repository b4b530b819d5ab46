"""The rules as kernels: what the engine asks of a game (simcli/engine/contract.py).

A kernel is compiled once for every list of types it is called with, and a constant is a type of its own: kernels that are called at
several places are given `int64(...)`.
"""

from simcli.games.kings_forge.kernels.chance import redeal_hidden
from simcli.games.kings_forge.kernels.context import context
from simcli.games.kings_forge.kernels.features import features, sums
from simcli.games.kings_forge.kernels.rules import apply_action, legal_actions
from simcli.games.kings_forge.kernels.scoring import holdings, score, shares, standings
from simcli.games.kings_forge.kernels.setup import deal, derive

__all__ = (
    "apply_action",
    "context",
    "deal",
    "derive",
    "features",
    "holdings",
    "legal_actions",
    "redeal_hidden",
    "score",
    "shares",
    "standings",
    "sums",
)
