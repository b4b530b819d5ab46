"""Architects of the West Kingdom (Shem Phillips, S J Macdonald, Garphill Games): workers, buildings, the Cathedral and virtue; 2 to 5 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Decision, Feature, Game, Owed, Price

_NAMES = "first_apprentice draft place take_back hire dismiss keep storehouse capture guardhouse project mix sacrifice choose forgive library crane hand_limit debt saving destroy captor ability".split()
GAME = Game(
    id="architects",
    title="Architects of the West Kingdom",
    authors="Shem Phillips and S J Macdonald, Garphill Games",
    min_players=2,
    max_players=5,
    behaviour=1,
    package="simcli.games.architects",
    folder=Path(__file__).parent,
    decisions=tuple(Decision(name, "AW-D", name) for name in _NAMES),
    max_decisions=100_000,
    prices={n: Price(100, 200, 300) for n in (2, 3, 4, 5)},
    has_start_player=True,
)
