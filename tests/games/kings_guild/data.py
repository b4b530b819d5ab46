"""The components and rules of the game, as its tests read them."""

from __future__ import annotations

from pathlib import Path

from simcli.games.components import options_of
from simcli.games.kings_guild import checks
from simcli.testing.under_test import GameUnderTest

FOLDER = Path(checks.__file__).parent
COMPONENTS = GameUnderTest("kings_guild").components
RULES = (FOLDER / "RULES.md").read_text("utf-8")
OPTIONS = {option.id: option for option in options_of(COMPONENTS)}
DEFAULTS = {id_: option.default for id_, option in OPTIONS.items()}
SETUP, SCORING = COMPONENTS["setup"], COMPONENTS["scoring"]
QUESTS = COMPONENTS["quests"]["quests"]
SPECIALISTS = COMPONENTS["specialists"]["specialists"]
TREASURES = COMPONENTS["treasures"]["treasures"]
ROOMS = COMPONENTS["rooms"]["rooms"]
GUILDS = COMPONENTS["guilds"]["guilds"]
BOARDS = COMPONENTS["player_boards"]["boards"]
PLAYERS = range(1, 7)


def chosen(**options):
    """The default options with some changed."""
    assert options.keys() <= DEFAULTS.keys()
    return DEFAULTS | options


def card(rows, id_):
    """The record with an id."""
    return next(row for row in rows if row["id"] == id_)


def chain(row):
    """All rows of a chain, those of options too."""
    while row:
        yield row
        for option in row.get("options", {}).values():
            yield from chain(option)
        row = row.get("then")
