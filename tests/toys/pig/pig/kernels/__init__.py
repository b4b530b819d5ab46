"""The rules as kernels: what the engine asks of a game (simcli/engine/contract.py)."""

from .chance import redeal_hidden
from .features import features
from .rules import apply_action, legal_actions
from .scoring import holdings, score, shares, standings
from .setup import deal, derive

__all__ = ("apply_action", "deal", "derive", "features", "holdings", "legal_actions", "redeal_hidden", "score", "shares", "standings")
