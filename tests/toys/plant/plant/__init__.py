"""Plant, a game whose truth is known: strengths of seats, cards and choices add up, luck is Gumbel, so that win shares are a softmax.

With strength x_p of seat p in hundredths, seat p wins with probability exp(x_p / 100) / sum of exp(x_q / 100). `noise: 0` leaves no chance.
"""

from __future__ import annotations

from pathlib import Path

from simcli.game import Decision, Feature, Game, Price

CARDS = tuple(f"c{i:02d}" for i in range(1, 13))
CHOICES = ("rock", "paper", "scissors", "plain")

GAME = Game(
    id="plant",
    title="Plant",
    authors="the simcli team",
    min_players=2,
    max_players=5,
    behaviour=1,
    package="plant",
    folder=Path(__file__).parent,
    decisions=(
        Decision("keep", "PL-10", "keep a card", (*(Feature(card, f"1 for {card}") for card in CARDS), Feature("value", "its strength"))),
        Decision("choose", "PL-11", "choose", (*(Feature(c, f"1 for {c}") for c in CHOICES), Feature("value", "its strength"))),
    ),
    max_decisions=200,
    prices={n: Price(2, 3, 4) for n in range(2, 6)},
)
