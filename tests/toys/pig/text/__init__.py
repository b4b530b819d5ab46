"""Pig in words: what steps, traces and scenarios ask of a game (`TextModule` in simcli/game.py)."""

from .events import events, told_at
from .fields import get_fields, set_fields
from .names import make_names
from .notation import action_text
from .position import score_sheet, state_text

__all__ = ("action_text", "events", "get_fields", "make_names", "score_sheet", "set_fields", "state_text", "told_at")
