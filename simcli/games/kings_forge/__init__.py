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
        Beaten(
            2,
            (0.500, 0.500, 0.500),
            {50: (0.513, 0.592, 0.666), 100: (0.649, 0.742, 0.817)},
            (0.418, 0.438, 0.453),
            "the league's plan",
            learned=(0.728, 0.758, 0.785),
        ),
        Beaten(
            3,
            (0.326, 0.336, 0.347),
            {50: (0.543, 0.622, 0.695), 100: (0.671, 0.739, 0.797)},
            (0.265, 0.336, 0.394),
            "the league's plan",
            learned=(0.625, 0.652, 0.677),
        ),
        Beaten(
            4,
            (0.250, 0.250, 0.251),
            {50: (0.442, 0.504, 0.566), 100: (0.554, 0.608, 0.661)},
            (0.179, 0.242, 0.298),
            "the league's plan",
            learned=(0.454, 0.479, 0.503),
        ),
    ),
)

if TYPE_CHECKING:
    from simcli.games.kings_forge import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
