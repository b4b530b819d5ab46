"""The rules, compiled by the engine: the verbs of the contract (see simcli/engine/contract.py)."""

from simcli.games.kingdom_builder.kernels.chance import redeal_hidden
from simcli.games.kingdom_builder.kernels.context import context
from simcli.games.kingdom_builder.kernels.features import features, sums
from simcli.games.kingdom_builder.kernels.rules import apply_action, grant, legal_actions
from simcli.games.kingdom_builder.kernels.scoring import holdings, score, shares, standings
from simcli.games.kingdom_builder.kernels.setup import deal, derive

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
)
