"""What a seat cannot know is dealt again for it, and nothing else."""

from __future__ import annotations

from collections import Counter

from simcli.testing.playthrough import Case, Playthrough
from tests.games.architects.cases import WITNESS, Pair
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


def test_nobody_knows_which_of_two_apprentices_went_under_the_deck_first() -> None:
    """AW-T08: both orders are dealt, whichever is true, and no other card lies there."""
    table = Playthrough(Case(GAME, 3))
    pairs = 0
    for _ in table.walk(1):
        found = [secret for secret in WITNESS.secrets(table, 0) if isinstance(secret.places[0], Pair)]
        if not found or pairs == 2:
            continue
        pairs += 1
        position, true = table.saved(), found[0].things()
        worlds = []
        for order in (true, true[::-1]):
            table.put_back(position)
            found[0].lay(order)
            laid, dealt = table.saved(), []
            for noise in range(1, 20):
                table.put_back(laid)
                table.redeal_hidden(0, noise)
                dealt.append(found[0].things())
            assert {tuple(things) for things in dealt} == {tuple(true), tuple(true[::-1])}
            worlds.append(dealt)
        assert worlds[0] == worlds[1]
        table.put_back(position)
    assert pairs == 2


def test_rewards_that_were_left_out_may_lie_in_the_pile() -> None:
    """AW-S02: what a redeal makes of the pile comes from all eleven rewards."""
    table = Playthrough(Case(GAME, 3))
    table.start(0)
    position, piles = table.saved(), set()
    every = Counter(int(kind) for kind in table.t["reward_source"][:11])
    for noise in range(1, 200):
        table.put_back(position)
        table.redeal_hidden(0, noise)
        pile = Counter(int(kind) for kind in table.s["rewards"][:4])
        assert pile <= every
        piles.add(tuple(sorted(pile.elements())))
    assert len(piles) > 20
