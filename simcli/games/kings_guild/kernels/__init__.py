"""The rules as kernels: what the engine asks of a game (simcli/engine/contract.py)."""

from simcli.games.kings_guild.kernels.chance import redeal_hidden
from simcli.games.kings_guild.kernels.context import context
from simcli.games.kings_guild.kernels.features import features
from simcli.games.kings_guild.kernels.rules import apply_action, legal_actions
from simcli.games.kings_guild.kernels.scoring import holdings, score, shares, standings
from simcli.games.kings_guild.kernels.setup import deal, derive

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
)
