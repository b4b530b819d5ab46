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
        Beaten.of(3, "31.6 32.8 34.1", "40.4 45.0 49.7", "47.9 52.6 57.2", "34.7 37.7 40.4", "56.9 60.2 63.5"),
        Beaten.of(4, "25.4 26.5 27.7", "33.8 37.4 41.2", "41.7 45.5 49.4", "19.8 22.9 25.8", "46.5 49.2 52.0"),
        Beaten.of(5, "29.5 30.7 32.1", "24.7 27.5 30.4", "37.4 40.8 44.2", "16.0 19.3 22.5", "44.5 46.9 49.3"),
        Beaten.of(6, "15.0 15.8 16.6", "23.4 25.9 28.6", "30.3 33.0 35.7", "5.4 8.0 10.6", "28.5 30.4 32.3"),
    ),
)

if TYPE_CHECKING:
    from simcli.games.guildes import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
