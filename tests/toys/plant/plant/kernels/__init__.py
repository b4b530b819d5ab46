"""The rules, compiled by the engine."""

from plant.kernels.features import features
from plant.kernels.rules import apply_action, deal, derive, grant, legal_actions, redeal_hidden, swap
from plant.kernels.scoring import holdings, score, shares, standings

__all__ = (
    "apply_action",
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
    "swap",
)
