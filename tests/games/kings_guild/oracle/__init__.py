"""The King's Guild, played slowly from the text of RULES.md and the data files alone."""

from .chance import Chance
from .game import Oracle

__all__ = ["Chance", "Oracle"]
