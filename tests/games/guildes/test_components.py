"""The components are those RULES.md lists, and the tables hold them."""

from __future__ import annotations

import pytest

from tests.games.guildes.oracle.tables import TRICK_IDS
from tests.games.guildes.tables import COMPONENTS, EVENTS, GAME, TRICKS, dealt, payout, table

GUILDS = {guild["id"]: guild for guild in COMPONENTS["guilds"]["guilds"]}
COPIES = {
    "fisherman": 5,
    "peasant": 6,
    "artisan": 7,
    "scholar": 8,
    "merchant": 9,
    "citizen": 10,
    "knight": 11,
    "noble": 12,
    "cleric": 13,
    "alchemist": 14,
    "militia": 15,
}


def test_deck_has_110_cards_of_eleven_types():
    """GU-01, GU-02, GU-03, A-01, A-03."""
    assert {guild: row["copies"] for guild, row in GUILDS.items()} == COPIES
    assert sum(COPIES.values()) == 110
    assert sorted(COPIES.values()) == list(range(5, 16))
    assert [guild for guild, row in GUILDS.items() if row["kind"] == "flat"] == ["militia"]
    assert GUILDS["militia"]["votes_per_card"] == 3


PRIZES = {  # GU-04, GU-83, GU-400 to GU-409
    "fisherman": ([5], [5, 3], [5, 3]),
    "peasant": ([6], [6, 3], [6, 3, 1]),
    "artisan": ([7], [7, 4], [7, 4, 1]),
    "scholar": ([8], [8, 4], [8, 4, 2]),
    "merchant": ([9], [9, 5], [9, 5, 2]),
    "citizen": ([10], [10, 5], [10, 5]),
    "knight": ([11], [11, 6], [11, 6, 2]),
    "noble": ([12], [12, 6], [12, 6, 3]),
    "cleric": ([13], [13, 7], [13, 7, 3]),
    "alchemist": ([14], [14, 7], [14, 7, 3, 1]),
}


def test_prizes_are_those_of_the_table():
    """GU-04, GU-83, A-02, A-04."""
    for guild, rows in PRIZES.items():
        prizes = GUILDS[guild]["prizes"]
        assert (prizes["round_1"], prizes["round_2"], prizes["round_3"]) == rows
        assert rows[0][0] == rows[1][0] == rows[2][0] == COPIES[guild]


@pytest.mark.parametrize("profile", ["halving", "equal_steps"])
def test_every_profile_keeps_the_printed_artisan_and_the_number_of_places(profile):
    """GU-83, GO-03."""
    rows = COMPONENTS["value_profiles"]["profiles"][profile]
    assert (rows["round_2"]["artisan"], rows["round_3"]["artisan"]) == ([7, 4], [7, 4, 1])
    for guild, (_, second, third) in PRIZES.items():
        for row, places in ((rows["round_2"][guild], len(second)), (rows["round_3"][guild], len(third))):
            assert len(row) == places
            assert row == sorted(set(row), reverse=True)
            assert row[-1] >= 1


def test_the_payout_table_shares_and_rounds_down():
    """GU-82 to GU-85: payout[round, guild, players ahead, others tied]."""
    game = table(6)
    assert [[payout(game, 3, "artisan", ahead, tied) for tied in range(6)] for ahead in range(6)] == [
        [7, 5, 4, 3, 2, 2],
        [4, 2, 1, 1, 1, 0],
        [1, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ]


def test_six_event_cards_with_three_directions_each():
    """GU-05, A-05."""
    directions = {event["id"]: event["direction"] for event in COMPONENTS["events"]["events"]}
    assert directions == {
        "ties_score_nothing": "clockwise",
        "sequential_play": "counterclockwise",
        "delayed_reveal": "clockwise",
        "redistribution": "counterclockwise",
        "one_or_two": "clockwise",
        "play_one_fewer": "counterclockwise",
    }


def test_nine_trick_cards_by_letter():
    """GU-06, GU-310."""
    assert {trick["letter"]: trick["id"] for trick in COMPONENTS["tricks"]["tricks"]} == TRICK_IDS
    assert list(table(3, TRICKS).names.tricks) == [trick["id"] for trick in COMPONENTS["tricks"]["tricks"]]


def test_scoring_aid_affects_nothing():
    """GU-07: neither a component file nor a table knows it."""
    assert not [stem for stem, data in COMPONENTS.items() for key in data if "scoring" in key or "aid" in key]
    assert not [name for name in table(3).t.dtype.names if "aid" in name]


def test_guilds_of_ten_or_more_pay_for_trick_c():
    """GU-405 to GU-410, GU-432, A-22."""
    t = table(4, TRICKS).t
    payers = [guild for i, guild in enumerate(GUILDS) if int(t["cost_mask"]) >> i & 1]
    assert payers == ["citizen", "knight", "noble", "cleric", "alchemist"]


@pytest.mark.parametrize(
    ("players", "deck", "hand", "play", "unseen"), [(3, 93, 10, 8, 3), (4, 110, 9, 7, 2), (5, 110, 7, 5, 5), (6, 110, 6, 5, 2)]
)
def test_deck_hand_and_play_sizes_by_players(players, deck, hand, play, unseen):
    """GU-20, X-18."""
    t = table(players).t
    assert int(t["n_deck"]) == deck
    assert int(t["hand"]) == hand
    assert int(t["plays"][16]) == play
    assert deck - 3 * players * hand == unseen


def test_three_players_play_without_alchemists_and_three_militia():
    """GU-20, GU-409."""
    t = table(3).t
    assert dict(zip(GUILDS, (int(n) for n in t["copies"]), strict=False)) == COPIES | {"alchemist": 0, "militia": 12}


@pytest.mark.parametrize(("players", "plays"), [(3, 7), (4, 6), (5, 4), (6, 4)])
def test_play_one_fewer_leaves_one_card_more(players, plays):
    """GU-420, A-23."""
    t = table(players, EVENTS).t
    assert int(t["plays"][5]) == plays


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_game_starts_with_nothing_but_the_packs(players):
    """GU-22, GU-23, GU-24, GU-41: seat 1 is asked first because somebody must be; nobody sees its pick."""
    game = dealt(players)
    fields = game.fields()
    empty = {seat: {} for seat in range(1, players + 1)}
    assert (fields["round"], fields["phase"], fields["actor"]) == (1, "pick", 1)
    assert fields["hands"] == fields["tableau"] == fields["votes"] == empty
    assert fields["discards"] == fields["tricks"] == fields["shifts"] == {}
    hand = {3: 10, 4: 9, 5: 7, 6: 6}[players]
    assert [sum(pack.values()) for pack in fields["packs"].values()] == [hand] * players


def test_decisions_are_named_in_the_order_of_a_turn():
    """D-01 to D-11."""
    assert [decision.name for decision in GAME.decisions[:4]] == ["pick", "give", "play", "use"]
    assert {decision.rule for decision in GAME.decisions} == {"D-01", "D-02", "D-03", "D-05", "D-06", "D-07", "D-08", "D-09", "D-11"}
