"""The game in words; board.py draws it. Seats are numbered from 1 in everything a person reads, from 0 in the record."""

from simcli.games.kingdom_builder.text.events import events, told_at
from simcli.games.kingdom_builder.text.fields import get_fields, set_fields
from simcli.games.kingdom_builder.text.names import make_names
from simcli.games.kingdom_builder.text.notation import action_text
from simcli.games.kingdom_builder.text.position import score_sheet, state_text

__all__ = (
    "action_text",
    "events",
    "get_fields",
    "make_names",
    "score_sheet",
    "set_fields",
    "state_text",
    "told_at",
)
