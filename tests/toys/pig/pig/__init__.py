"""Pig, the dice game: roll as often as you dare, bank or lose it all; 2 to 4 players."""

from __future__ import annotations

from pathlib import Path

from simcli.game import Decision, Effect, Feature, Game, Price, Sight

GAME = Game(
    id="pig",
    title="Pig",
    authors="traditional; named by John Scarne, 1945",
    min_players=2,
    max_players=4,
    behaviour=1,
    package="pig",
    folder=Path(__file__).parent,
    sights=(Sight("rivals", "the points the others have banked"),),
    decisions=(
        Decision(
            "turn",
            "PG-10",
            "roll again or hold",
            (
                Feature("hold", "1 for holding, 0 for rolling"),
                Feature("at_risk", "points of this turn, lost by a one; 0 for rolling"),
                Feature("over_twenty", "1 for holding with 20 points or more in this turn, -1 with fewer; 0 for rolling"),
                Feature("wins", "1 for holding with enough to reach the goal; 0 for rolling"),
                Feature("behind", "points the best other player has banked more than the player; 0 for rolling", "rivals"),
            ),
        ),
    ),
    effects=(Effect("bust", "the points of a turn are lost"),),
    max_decisions=20_000,
    prices={2: Price(3, 6, 9), 3: Price(4, 8, 12), 4: Price(5, 10, 15)},
)
