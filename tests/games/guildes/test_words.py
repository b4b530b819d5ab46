"""Positions and actions as text and as named fields, and back."""

from __future__ import annotations

import numpy as np
import pytest

from simcli.errors import FaultsError
from tests.games.guildes.tables import BASE, BOTH, EVENTS, TRICKS, dealt, give, play_to
from tests.games.words import assert_fault, read_back, told

TABLE = {"round": 3, "phase": "play", "tableau": {1: {"noble": 2}, 2: {"militia": 1}}, "hands": {"all": {"militia": 2, "cleric": 1}}}


def test_state_is_drawn_with_everything_on_the_table():
    game = give(dealt(3, BASE, event="one_or_two", **TABLE), "play cleric")
    assert game.text.state_text(game.s, game.t, game.names).splitlines() == [
        "round 3, seat 2 is asked to play; event one_or_two (direction only), packs go clockwise",
        "  seat 1: 0 votes",
        "    played     noble 2",
        "    face down  cleric",
        "    hand       militia 2",
        "  seat 2: 0 votes",
        "    played     militia",
        "    hand       cleric, militia 2",
        "  seat 3: 0 votes",
        "    hand       cleric, militia 2",
    ]


def test_tricks_protection_shifts_and_discards_are_drawn():
    tricks = {1: "protection", 2: "noble_shift", 3: "knight_shift"}
    game = dealt(3, BOTH, event="play_one_fewer", phase="use", tricks=tricks, discards={"noble": 2}, votes={2: {"noble": 7}})
    give(game, "use protection", "use noble_shift", "shift seat 2", "one more")
    assert game.text.state_text(game.s, game.t, game.names).splitlines() == [
        "round 1, seat 3 is asked to use; event play_one_fewer, packs go counterclockwise",
        "  seat 1: 0 votes, trick protection, protected",
        "  seat 2: 7 votes, trick noble_shift, noble +1",
        "  seat 3: 0 votes, trick knight_shift",
        "  discards: noble 2",
    ]


def test_score_sheet_lists_votes_by_guild_and_the_winner():
    """GU-100, GU-110."""
    game = give(dealt(3, BASE, **TABLE), "play cleric", "play militia", "play militia")
    assert game.text.score_sheet(game.s, game.t, game.names, *game.results()).splitlines() == [
        "                seat 1    seat 2    seat 3",
        "noble               12         0         0",
        "cleric              13         0         0",
        "militia              0         6         3",
        "total               25         6         3",
        "tie-break      0 cards   2 cards    1 card",
        "seat 1 wins",
    ]


def test_score_sheet_names_all_who_share_the_victory():
    """GU-111."""
    game = dealt(4)
    sheet = game.text.score_sheet(game.s, game.t, game.names, np.zeros((4, 11), np.int32), np.array([20, 0, 20, 20]))
    assert sheet.splitlines()[-1] == "seats 1, 3 and 4 share the victory"


def test_news_tells_what_is_turned_up_and_scored():
    game = give(dealt(3, BASE, **TABLE), "play cleric", "play militia")
    assert told(game, "play militia") == [
        "turned up: seat 1 cleric; seat 2 militia; seat 3 militia",
        "scoring of round 3:",
        "  seat 1 +25 = 25 votes (noble 12, cleric 13)",
        "  seat 2 +6 = 6 votes (militia 6)",
        "  seat 3 +3 = 3 votes (militia 3)",
    ]


def test_news_tells_who_received_what_in_a_redistribution():
    """GU-423."""
    hands = {1: {"noble": 10}, 2: {"cleric": 10}, 3: {"artisan": 10}}
    game = dealt(3, {"events": ["redistribution"]}, phase="give", redistribution={1: 2, 2: 1, 3: 3}, hands=hands)
    give(game, "give noble", "give cleric")
    assert told(game, "give artisan") == ["dealt back: seat 1 cleric; seat 2 noble; seat 3 the same card"]


@pytest.mark.parametrize("options", [BASE, EVENTS, TRICKS, BOTH], ids=["base", "events", "tricks", "both"])
def test_fields_set_into_a_fresh_deal_are_read_back(options):
    """Every position of a random game outside a trick's chain survives the way through its own fields."""
    game, other = dealt(4, options), dealt(4, options)
    assert sum(1 for _ in read_back(game, other, 0, lambda fields: to_be_set(fields, options))) >= 190


NOT_SET = ("over", "winners", "tricks", "shifts", "protected", "phase", "discards_this_round")


def to_be_set(fields, options):
    """The fields that a scenario may set under these options, in the form it takes them; none inside a trick's chain."""
    if fields["phase"] not in ("pick", "give", "play", "use"):
        return None
    out = {name: value for name, value in fields.items() if name not in NOT_SET} | {"phase": fields["phase"]}
    if options.get("tricks"):
        out |= {name: fields[name] for name in ("tricks", "shifts", "protected")}
    return out


@pytest.mark.parametrize(
    ("options", "fields", "fault"),
    [
        (BASE, {"tableu": {}}, "tableu: is no field that can be set (did you mean 'tableau'?)"),
        (BASE, {"tableau": {1: {"nobel": 1}}}, "tableau.1.nobel: is 'nobel', which is not known here (did you mean 'noble'?)"),
        (BASE, {"tableau": {4: {"noble": 1}}}, "tableau.4: is 4, expected a whole number from 1 to 3"),
        (BASE, {"tableau": {1: {"noble": -1}}}, "tableau.1.noble: is -1, expected a whole number from 0 to 200"),
        (BASE, {"tableau": [1]}, "tableau: is [1], expected keys with values"),
        (BASE, {"round": 4}, "round: is 4, expected a whole number from 1 to 3"),
        (BASE, {"round": True}, "round: is True, expected a whole number from 1 to 3"),
        (BASE, {"clockwise": 1}, "clockwise: is 1, expected true or false"),
        (BASE, {"event": "one_or_too"}, "event: is 'one_or_too', which is not known here (did you mean 'one_or_two'?)"),
        (BASE, {"events": ["one_or_two", "one_or_two"]}, "events: has 2 entries, expected at most 3 different ones (GU-42)"),
        (BASE, {"phase": "plai"}, "phase: is 'plai', which is not known here (did you mean 'play'?)"),
        (BASE, {"phase": "pay"}, "phase: is 'pay', which lies inside a trick (set `phase: use` and give the texts under `do`)"),
        (BASE, {"phase": "use"}, "phase: needs the dirty tricks (add `options: {tricks: on}`)"),
        (BASE, {"phase": "give"}, "phase: is 'give', which needs the event redistribution (add `options: {events: [redistribution]}`)"),
        (BASE, {"tricks": {1: "protection"}}, "tricks: needs the dirty tricks (add `options: {tricks: on}`)"),
        (TRICKS, {"tricks": {1: "protection", 2: "protection"}}, "tricks: deals a trick twice (GU-301)"),
        (BASE, {"phase": "play", "hands": {"all": {"noble": 2}}}, "hands: are up to 2 cards, expected 3 to 10 (GU-20)"),
        (
            BASE,
            {"phase": "play", "hands": {1: {"noble": 3}, 2: {"noble": 3}, 3: {"noble": 5}}},
            "hands: hold different numbers of cards (seat 1 3, seat 2 3, seat 3 5) (seats that have chosen in this pass hold one less)",
        ),
        (BASE, {"phase": "play", "actor": 2}, "actor: is 2, but by the numbers of cards it is seat 1's turn"),
        (BASE, {"packs": {"all": {"noble": 2}}}, "hands.1: has 0 cards and the pack 2, together 10 are needed (GU-62)"),
        (
            {"events": ["delayed_reveal"]},
            {"phase": "play", "hands": {"all": {"noble": 9}}},
            "face_down.1: has 0 cards, expected 1 at this point of the play phase (GU-70, GU-424, GU-425)",
        ),
        (EVENTS, {"redistribution": {1: 2, 2: 2}}, "redistribution: must name every seat from 1 to 3 as receiver and as giver (GU-423)"),
        (TRICKS, {"draws": [1]}, "draws: has 1 entries, expected 2"),
        (BASE, {"discards_this_round": {}}, "discards_this_round: is not kept apart (add `options: {discard_pile_scope: this_round}`)"),
        (
            TRICKS | {"discard_pile_scope": "this_round"},
            {"discards": {"noble": 1}, "discards_this_round": {"noble": 2}},
            "discards_this_round.noble: is 2, more than in all discards",
        ),
    ],
)
def test_what_cannot_be_set_is_told_with_its_place_and_the_nearest_name(options, fields, fault):
    assert_fault(fault, dealt, 3, options, **fields)


def test_faults_of_all_fields_come_together():
    with pytest.raises(FaultsError) as error:
        dealt(3, BASE, round=7, evnt="x", tableau={1: {"nobl": 1}})
    assert [fault.path for fault in error.value.faults] == [("evnt",), ("round",), ("tableau", 1, "nobl")]


def test_round_starts_with_its_own_packs_event_and_tricks():
    """GU-41, GU-42, GU-301: as if the rounds before had been played."""
    played = play_to(play_to(dealt(3, BOTH, deal=4), "use"), "pick").fields()
    jumped = dealt(3, BOTH, deal=4, round=2).fields()
    for name in ("round", "phase", "actor", "packs", "hands", "event", "clockwise", "tricks"):
        assert jumped[name] == played[name]
