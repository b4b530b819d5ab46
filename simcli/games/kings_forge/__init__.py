"""King's Forge (Nick Sibicky, Clever Mojo Games): gather dice, roll them, craft and steal; 2 to 4 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Effect, Game, Owed, Price, Sight
from simcli.games.kings_forge.decisions import CONTEXT, DECISIONS

GAME = Game(
    id="kings_forge",
    title="King's Forge",
    authors="Nick Sibicky, Clever Mojo Games / Game Salute",
    min_players=2,
    max_players=4,
    behaviour=3,
    package="simcli.games.kings_forge",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "the cards to come and how long the game may last"),
        Sight("odds", "the chances of the dice"),
        Sight("turn", "what the dice can still become and make"),
        Sight("rivals", "what the others have made, could pay for and could steal"),
        Sight("neighbours", "what the next player could pay for"),
    ),
    decisions=DECISIONS,
    context=CONTEXT,
    max_decisions=100_000,
    prices={2: Price(46, 78, 103, 128), 3: Price(63, 94, 120, 192), 4: Price(62, 98, 133, 256)},
    has_start_player=True,
    effects=(
        Effect("add_ability", "row paid for: an ability"),
        Effect("ones_to_sixes", "row paid for: ones count as sixes"),
        Effect("roll_workshop", "row paid for: dice of the workshop are rolled"),
        Effect("cemetery_roll", "row paid for: a cemetery die is rolled"),
        Effect("library_dice", "row paid for: library dice"),
        Effect("gain_tokens", "tokens gained"),
        Effect("change_cemetery", "ability or token used on the cemetery die", (("cemetery_die_manipulation", False),)),
        Effect("use_pips", "ability used: pips on dice"),
        Effect("use_reroll", "ability used: dice are rolled anew"),
        Effect("use_auto_six", "token used: a die becomes a six"),
        Effect("use_plus", "token used: a pip for each of two dice"),
    ),
    beaten=(
        Beaten.of(2, "50.0 50.0 50.0", "51.3 59.2 66.6", "64.9 74.2 81.7", "41.8 43.8 45.3", "72.8 75.8 78.5"),
        Beaten.of(3, "32.6 33.6 34.7", "54.3 62.2 69.5", "67.1 73.9 79.7", "26.5 33.6 39.4", "62.5 65.2 67.7"),
        Beaten.of(4, "25.0 25.0 25.1", "44.2 50.4 56.6", "55.4 60.8 66.1", "17.9 24.2 29.8", "45.4 47.9 50.3"),
    ),
)

if TYPE_CHECKING:
    from simcli.games.kings_forge import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
