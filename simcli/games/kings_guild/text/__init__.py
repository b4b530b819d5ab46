"""The King's Guild in words: what the engine's steps, traces and scenarios ask of a game (`TextModule` in simcli/game.py)."""

from simcli.games.kings_guild.text.events import events, told_at
from simcli.games.kings_guild.text.fields import get_fields, set_fields
from simcli.games.kings_guild.text.names import make_names
from simcli.games.kings_guild.text.notation import action_text
from simcli.games.kings_guild.text.position import score_sheet, state_text

__all__ = ("action_text", "events", "get_fields", "make_names", "score_sheet", "set_fields", "state_text", "told_at")
