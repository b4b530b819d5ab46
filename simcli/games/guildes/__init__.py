"""Guildes (Frederic Bizet, Bad Taste Games): draft, play and score majorities over three elections; 3 to 6 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Effect, Game, Owed, Price, Sight, Slowdown
from simcli.games.guildes.decisions import CONTEXT, DECISIONS


def _used(name: str, text: str) -> Effect:
    return Effect(name, text, (("tricks", "off"),))


GAME = Game(
    id="guildes",
    title="Guildes",
    authors="Frederic Bizet, Bad Taste Games",
    min_players=3,
    max_players=6,
    behaviour=3,
    package="simcli.games.guildes",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "the scorings after this round's"),
        Sight("rivals", "the cards before the other players"),
        Sight("answers", "that others may add a card too"),
        Sight("neighbours", "what the next player wants"),
        Sight("unseen", "which cards are yet to come"),
    ),
    decisions=DECISIONS,
    context=CONTEXT,
    max_decisions=400,
    prices={3: Price(4, 19, 43, 132), 4: Price(4, 23, 51, 176), 5: Price(5, 20, 44, 220), 6: Price(5, 21, 46, 264)},
    effects=(
        _used("protect", "trick A used: protection"),
        _used("swap", "trick B used: two cards swapped"),
        _used("costly_removal", "trick C used: a card paid, a card removed"),
        _used("exchange", "trick D used: a card exchanged with the hand"),
        _used("shift", "tricks E to H used: one more or one less"),
        _used("draw", "trick I used: two cards drawn, one kept"),
    ),
    slowed_by=(Slowdown("tricks", "off", {3: 2.2, 4: 2.9, 5: 4.2, 6: 6.0}),),
    beaten=(
        Beaten(
            3,
            (0.316, 0.328, 0.341),
            {50: (0.404, 0.450, 0.497), 100: (0.479, 0.526, 0.572)},
            (0.347, 0.377, 0.404),
            learned=(0.569, 0.602, 0.635),
        ),
        Beaten(
            4,
            (0.254, 0.265, 0.277),
            {50: (0.338, 0.374, 0.412), 100: (0.417, 0.455, 0.494)},
            (0.198, 0.229, 0.258),
            learned=(0.465, 0.492, 0.520),
        ),
        Beaten(
            5,
            (0.295, 0.307, 0.321),
            {50: (0.247, 0.275, 0.304), 100: (0.374, 0.408, 0.442)},
            (0.160, 0.193, 0.225),
            learned=(0.445, 0.469, 0.493),
        ),
        Beaten(
            6,
            (0.150, 0.158, 0.166),
            {50: (0.234, 0.259, 0.286), 100: (0.303, 0.330, 0.357)},
            (0.054, 0.080, 0.106),
            "the league's plan",
            learned=(0.285, 0.304, 0.323),
        ),
    ),
)

if TYPE_CHECKING:
    from simcli.games.guildes import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
