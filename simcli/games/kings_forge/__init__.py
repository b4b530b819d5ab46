"""King's Forge (Nick Sibicky, Clever Mojo Games): gather dice, roll them, craft and steal; 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from simcli.games.game import Decision, Feature, Game

_CODE = (Feature("code", "code"),)

GAME = Game(
    id="kings_forge",
    title="King's Forge",
    authors="Nick Sibicky, Clever Mojo Games / Game Salute",
    min_players=2,
    max_players=4,
    behaviour=1,
    package="simcli.games.kings_forge",
    folder=Path(__file__).parent,
    decisions=(
        Decision("gather", "D1", "use half of a gather card, use a dock or pass", _CODE),
        Decision("give_up", "D2", "gather card to give up for a dock", _CODE),
        Decision("pay", "D3", "die for the next square", _CODE),
        Decision("bonus", "D4", "bonus of the first pass", _CODE),
        Decision("cemetery", "D5", "change the cemetery die or keep it", _CODE),
        Decision("modify", "D6", "ability or token to use on the rolled dice", _CODE),
        Decision("target", "D7", "die to raise", _CODE),
        Decision("reroll", "D8", "die to roll anew", _CODE),
        Decision("craft", "D9", "card to make or steal, or the end of the turn", _CODE),
        Decision("place", "D10", "die to place", _CODE),
    ),
    max_decisions=100_000,
    nominal_decisions=400,
)
