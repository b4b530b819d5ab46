"""What functions of a game's file do to the game, read from the text."""

from __future__ import annotations

from simcli.games.onefile.effects import CHANCE, CHANGES, of_helpers
from simcli.games.onefile.words import HELPERS

ASKED = {"can_pay", "copies_in", "grid_step", "is_most", "left_in", "most", "rank", "seat_after", "top", "total"}
"""Helpers that only answer."""


def test_helpers_say_in_their_text_what_they_change():
    assert {*of_helpers()} == {*HELPERS}
    assert {name for name, effects in of_helpers().items() if not effects} == ASKED
    assert {name for name, effects in of_helpers().items() if CHANCE in effects.values()} == {"roll", "roll_dice", "shuffle_back"}
    assert of_helpers()["draw"] == {0: CHANGES, 1: CHANGES}
    assert of_helpers()["roll_dice"] == {0: CHANCE, 1: CHANGES}
