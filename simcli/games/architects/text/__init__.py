"""Architects of the West Kingdom in words: what the engine's steps, traces and scenarios ask of a game (`TextModule` in simcli/game.py)."""

from simcli.games.architects.text.events import events, told_at
from simcli.games.architects.text.fields import get_fields, set_fields
from simcli.games.architects.text.names import make_names
from simcli.games.architects.text.notation import action_text
from simcli.games.architects.text.position import score_sheet, state_text

__all__ = ("action_text", "events", "get_fields", "make_names", "score_sheet", "set_fields", "state_text", "told_at")
