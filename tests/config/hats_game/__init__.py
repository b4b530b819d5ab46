"""Hats: a toy game that exists only for the tests of `simcli.config`."""

from __future__ import annotations

from pathlib import Path

from simcli.game import Decision, Feature, Game, Price, Sight

GAME = Game(
    id="hats",
    title="Hats",
    min_players=2,
    max_players=4,
    behaviour=3,
    package="tests.config.hats_game",
    folder=Path(__file__).parent,
    sights=(
        Sight("rivals", "who wants what"),
        Sight("future", "the hats that are left"),
    ),
    decisions=(
        Decision("take", "H-01", "take a hat", (Feature("value", "points of the hat"), Feature("rivals", "players who want it", "rivals"))),
        Decision("keep", "H-02", "keep or pass", (Feature("value", "points of the hat"), Feature("left", "hats left", "future"))),
        Decision("bow", "H-03", "bow or not", ()),
    ),
    max_decisions=40,
    prices=dict.fromkeys((2, 3, 4), Price(10, 20, 30)),
)
