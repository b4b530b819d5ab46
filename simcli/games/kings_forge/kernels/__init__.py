"""The rules, compiled by the engine: the verbs of the contract."""

from __future__ import annotations

from simcli.games.kings_forge.kernels.features import features
from simcli.games.kings_forge.kernels.rules import apply_action, legal_actions
from simcli.games.kings_forge.kernels.scoring import holdings, score, shares
from simcli.games.kings_forge.kernels.setup import conceal, deal

__all__ = ["apply_action", "conceal", "deal", "features", "holdings", "legal_actions", "score", "shares"]
