"""Positions made by hand for the tests of the oracle."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.oracles import Unshuffled, read_yaml

from .chance import Chance
from .position import Table
from .tables import Row, Tables

GAME = Path(__file__).resolve().parents[4] / "simcli" / "games" / "architects"


@cache
def _read_data() -> Row:
    files = (GAME / "data").glob("*.yaml")
    return {path.stem: read_yaml(path) for path in files}


def components() -> Row:
    """The data files as written, free to be changed."""
    return deepcopy(_read_data())


class NoChance(Unshuffled, Chance):
    """Shuffles nothing; seat 1 starts."""


def empty_table(players: int = 2, board: str = "", **options: Any) -> Table:
    """Virtue 7, no silver; decks and display empty. `board`: what seat 1 plays."""
    tables = Tables(players, options, components())
    table = Table(tables, NoChance())
    table.turn = table.player = 1
    for player in table.players.values():
        player.virtue = 7
    if board:
        table.players[1].board = tables.boards[board]
    return table


def stand(table: Table, place: str, seat: int, number: int) -> None:
    """Workers of a seat at a place, out of the supply."""
    table.workers[place][seat] += number
    table.players[seat].supply -= number
