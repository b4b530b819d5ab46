"""The rules as kernels: what the engine asks of a game (engine/contract.py)."""

from simcli.games.guildes.kernels.chance import redeal_hidden
from simcli.games.guildes.kernels.context import context
from simcli.games.guildes.kernels.features import features, sums
from simcli.games.guildes.kernels.rules import apply_action, legal_actions
from simcli.games.guildes.kernels.scoring import holdings, score, shares, standings
from simcli.games.guildes.kernels.setup import deal, derive, grant, swap

__all__ = (
    "apply_action",
    "context",
    "deal",
    "derive",
    "features",
    "grant",
    "holdings",
    "legal_actions",
    "redeal_hidden",
    "score",
    "shares",
    "standings",
    "sums",
    "swap",
)
