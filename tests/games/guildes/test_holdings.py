"""What counts as offered and as held: the tables of items rest on it."""

from __future__ import annotations

from simcli.testing.under_test import counted, held
from tests.games.guildes.tables import dealt, give


def test_guild_cards_are_offered_in_packs_and_held_in_tableaus():
    """GU-41, GU-43."""
    game = dealt(4, {}, 3)
    packs = game.fields()["packs"]
    before = counted(game)
    assert {guild: [offered for offered, _ in seats] for guild, seats in before.items()} == {
        guild: [packs[seat].get(guild, 0) for seat in (1, 2, 3, 4)] for guild in before
    }
    assert held(before) == {}
    game.set({"phase": "play", "tableau": {1: {"noble": 2}, 3: {"noble": 1, "militia": 4}}})
    assert held(counted(game)) == {"noble": [2, 0, 1, 0], "militia": [0, 0, 4, 0]}


def test_a_trick_is_offered_when_dealt_and_held_when_used():
    """GU-301, GU-311: a trick that its owner leaves is not held."""
    game = dealt(3, {"tricks": "on"}, 0, phase="use", tricks={1: "protection", 2: "noble_shift", 3: "alchemist_shift"})
    tricks = [item.id for item in game.catalogue.items if item.kind == "trick"]
    before = counted(game)
    assert sum(before[trick][seat][0] for trick in tricks for seat in range(3)) == 9
    assert [before[trick][seat][0] >= 1 for seat, trick in enumerate(("protection", "noble_shift", "alchemist_shift"))] == [True] * 3
    assert held({trick: before[trick] for trick in tricks}) == {}
    give(game, "use protection", "skip alchemist_shift", "use noble_shift", "shift seat 2", "one more")
    after = counted(game)
    assert held({trick: after[trick] for trick in tricks}) == {"protection": [1, 0, 0], "noble_shift": [0, 1, 0]}


def test_an_event_is_offered_to_and_held_by_all():
    """GU-42."""
    named = ["one_or_two", "redistribution", "delayed_reveal"]
    game = dealt(3, {"events": named})
    events = {item.id: counted(game)[item.id] for item in game.catalogue.items if item.kind == "event"}
    assert {event for event, seats in events.items() if seats == [(1, 1)] * 3} == set(named)
    assert [seats for event, seats in events.items() if event not in named] == [[(0, 0)] * 3] * 3
