"""What a seat cannot know is dealt anew for it, and nothing else."""

from __future__ import annotations

from simcli.testing.playthrough import Case, Playthrough
from tests.games.architects.tables import GAME


def test_hands_of_others_are_hidden_and_the_own_one_is_not() -> None:
    """AW-S10: after a redeal for seat 1 its own cards and all open ones are as before, another seat's hand is not."""
    table = Playthrough(Case(GAME, 3))
    for _ in table.walk(0):
        if table.s["turns"] == 20:
            break
    before = table.fields()
    table.redeal_hidden(0, 1)
    after = table.fields()
    assert after["hands"][1] == before["hands"][1] != []
    assert after["hands"][2] != before["hands"][2]
    assert len(after["hands"][2]) == len(before["hands"][2])
    assert sorted(after["building_deck"]) != sorted(before["building_deck"])
    for name in ("apprentices", "built", "display", "workers", "goods", "market_right"):
        assert after[name] == before[name]
