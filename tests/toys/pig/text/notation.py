"""Actions as text."""

from __future__ import annotations

from typing import Any

from .names import Names

TEXTS = ("hold", "roll")


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    return TEXTS[int(action)]
