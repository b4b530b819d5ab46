"""The rules as kernels: what the engine asks of a game (simcli/engine/contract.py)."""

from simcli.games.architects.kernels.chance import redeal_hidden
from simcli.games.architects.kernels.context import context
from simcli.games.architects.kernels.drafts import swap
from simcli.games.architects.kernels.features import features
from simcli.games.architects.kernels.rules import apply_action, legal_actions
from simcli.games.architects.kernels.scoring import holdings, score, shares, standings
from simcli.games.architects.kernels.setup import deal, derive

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
    "swap",
)
