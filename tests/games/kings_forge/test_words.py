"""Positions and actions as text and as named fields, and back."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from simcli.errors import FaultsError
from simcli.games.kings_forge import state
from tests.games.kings_forge.tables import BASE, COMPONENTS, GAME, SEAT_1, dealt, give, patched, seat_1, table
from tests.games.words import assert_fault, assert_news, read_back, told

NOTHING = {1: {}, 2: {}}
FORGE = {
    "round": 3,
    "passed": [2],
    "hands": {1: {"metal": 3, "wood": 2}, 2: {"metal": 1}},
    "workshops": {1: {"gem": 1}},
    "allocated": {2: {"metal": 2}},
    "burned": {"metal": 1},
    "abilities": {1: {"+1": 2, "roll workshop": 1}, 2: {"automatic 6": 1}},
    "cemetery": 4,
    "face_up": ["mill", "", "tavern", "bazaar"],
    "deck": ["north_mine", "library"],
    "used": {2: ["caravan bottom", "peddler given up"]},
    "docks": ["gem_dock_1"],
    "display": ["anvil", "shield"],
    "queue": ["table"],
    "unsecured": {"iron_hinges": {"seat": 2, "dice": ["metal 6", "metal 4", "library 4 as metal"]}},
    "secured": {2: ["horseshoes", "precision_caliper"]},
    "stolen": {2: ["horseshoes"]},
}
"""A bit of everything; dice on a craft in the gather phase are there for the show."""
ROLLED = {
    "rolled": ["metal 5", "metal 4", "library 2"],
    "abilities": {1: {"+1": 1, "reroll": 1}},
    "display": ["anvil", "shield", "horseshoes"],
    "queue": ["axe"],
    "face_up": ["mill"],
}


# Texts


def test_position_is_told_with_everything_on_the_table():
    game = seat_1(**FORGE)
    assert game.text.state_text(game.s, game.t, game.names).splitlines() == [
        "round 3, seat 1 is asked to use a card or a dock or to pass; seat 1 started; every 4 is cancelled",
        "",
        "                   metal    wood     gem   magic library",
        "  stock               33      20      13      10       1",
        "  burned               1       .       .       .       .",
        "  seat 1 hand          3       2       .       .       .",
        "    workshop           .       .       1       .       .",
        "  seat 2 hand          1       .       .       .       .",
        "    allocated          2       .       .       .       .",
        "  seat 1: holds +1 (2), roll workshop",
        "  seat 2: holds automatic 6; used caravan bottom, peddler given up; passed; crafts precision_caliper, horseshoes (stolen)",
        "",
        "  gather cards mill, -, tavern, bazaar; deck north_mine, library",
        "  docks used gem_dock_1",
        "  iron_hinges of seat 2: metal 6, metal 4, library 4 as metal",
        "  display anvil (metal 2 2 2); shield (metal 5 5)",
        "  queue table (wood 3 4)",
    ]


def test_rolled_dice_are_told_in_a_craft_turn():
    game = give(seat_1(**ROLLED), "use reroll", "mark metal 5")
    assert game.text.state_text(game.s, game.t, game.names).splitlines() == [
        "round 1, seat 1 is asked for the dice to roll anew; seat 1 started",
        "",
        "                   metal    wood     gem   magic library",
        "  stock               35      22      14      10       1",
        "  seat 1 hand          .       .       .       .       .",
        "  seat 2 hand          5       .       .       .       .",
        "  seat 1: holds +1",
        "  rolled: metal 4, library 2",
        "  marked: metal 5",
        "",
        "  gather cards mill, -, -, -; deck nothing",
        "  display anvil (metal 2 2 2); shield (metal 5 5); horseshoes (metal 4 4 4)",
        "  queue axe (metal 5, wood 3 3)",
    ]


OPEN = {"face_up": ["mill", "library", "cemetery", "bazaar"], "deck": ["tavern"], "hands": {"all": {"metal": 4, "wood": 2}}}


@pytest.mark.parametrize(
    ("fields", "texts", "asked"),
    [
        (OPEN, (), "to use a card or a dock or to pass"),
        (OPEN, ("dock gem_dock_1",), "for a card to give up for gem_dock_1"),
        (OPEN, ("use mill top",), "to pay for mill top"),
        (OPEN, ("pass",), "for the bonus of the first pass"),
        (ROLLED, (), "to use an ability"),
        (ROLLED, ("use +1",), "for a die to use +1 on"),
        (ROLLED, ("use reroll",), "for the dice to roll anew"),
        (ROLLED, ("done",), "to craft, steal or end the turn"),
        ({"rolled": ["metal 6", "metal 5", "metal 5"], "display": ["shield"]}, ("craft shield",), "for a die to craft shield"),
    ],
)
def test_header_says_what_is_asked(fields, texts, asked):
    game = give(seat_1(**fields), *texts)
    assert header(game) == f"round 1, seat 1 is asked {asked}; seat 1 started"


def test_header_of_a_cemetery_and_of_an_ended_game():
    """KF-G09B, KF-80."""
    game = give(seat_1(**OPEN, abilities={1: {"reroll": 1}}), "use cemetery bottom")
    shown = game.fields()["cemetery"]
    assert (
        header(game) == f"round 1, seat 1 is asked to change the cemetery die or keep {shown}; seat 1 started; every {shown} is cancelled"
    )
    assert header(ended()) == "round 1, the game is over; seat 1 started"


def header(game):
    return game.text.state_text(game.s, game.t, game.names).splitlines()[0]


def ended():
    """Seat 2, the last of the round, makes its fourth craft."""
    owned = ["anvil", "precision_caliper", "iron_hinges"]
    game = seat_1(actor=2, rolled=["metal 6", "metal 5"], secured={1: ["horseshoes"], 2: owned}, display=["shield"], queue=["crown"])
    return give(game, "craft shield")


def test_abilities_are_written_by_what_they_do():
    """Section 16."""
    held = ["+1", "+1 x3", "+2", "reroll", "automatic 6", "+1/+1"]
    game = seat_1(rolled=["metal 1"], abilities={1: dict.fromkeys([*held, "roll workshop", "ones to sixes"], 1)})
    assert list(game.texts()) == [*(f"use {name}" for name in held), "done"]
    assert game.fields()["abilities"][1] == dict.fromkeys([*held, "roll workshop", "ones to sixes"], 1)


def test_an_ability_of_two_dice_is_not_the_token():
    """Section 16."""
    components = patched({"gather_cards": {"shrine": {"bottom": {"ability": {"dice": 2}}}}})
    game = table(2, SEAT_1, components)
    game.deal(0, 1)
    game.set({"rolled": ["metal 1"], "abilities": {1: {"+1": 1, "+1 x2": 1, "+1/+1": 1}}})
    assert list(game.texts()) == ["use +1", "use +1 x2", "use +1/+1", "done"]


def test_the_early_deck_has_its_own_names():
    """GO-01."""
    game = dealt(2, {"craft_deck": "early_24"})
    early = {card["id"] for card in COMPONENTS["early_cards"]["cards"]}
    assert set(game.fields()["display"] + game.fields()["queue"]) <= early


def test_score_sheet_lists_crafts_and_the_winner():
    """KF-82."""
    game = seat_1(secured={1: ["anvil", "crown"], 2: ["axe", "shield"]}, stolen={1: ["crown"]}, display=["ice_sword"], queue=[])
    assert game.text.score_sheet(game.s, game.t, game.names, *game.results()).splitlines() == [
        "            seat 1    seat 2",
        "crafted          1         2",
        "stolen           1         0",
        "crafts           2         2",
        "highest      crown       axe",
        "seat 1 wins",
    ]


def test_score_sheet_names_all_who_share_the_victory():
    """KF-85."""
    game = dealt(4)
    assert game.text.score_sheet(game.s, game.t, game.names, *game.results()).splitlines()[-2:] == [
        "highest          -         -         -         -",
        "seats 1, 2, 3 and 4 share the victory",
    ]


# News


MINE = {"face_up": ["north_mine", "mill", "tavern", "bazaar"], "deck": ["caravan"]}
ANVIL = {"rolled": ["metal 6", "metal 2", "metal 2"], "abilities": {1: {"automatic 6": 1, "+1": 1}}, "display": ["anvil"], "queue": []}
BURNED = {"actor": 2, "rolled": ["metal 6", "metal 5"], "display": ["shield", "table"], "queue": [], "burned": {"wood": 2}}
NEWS = {
    "KF-31, KF-39: a payment without a question": (
        MINE,
        {"use north_mine top": ["seat 1 pays metal 1; burned: metal 1", "seat 1 gains metal 3", "caravan is turned up"]},
    ),
    "KF-32: a payment with its last question": (
        OPEN,
        {
            "use mill top": [],
            "pay metal": [],
            "pay wood": ["seat 1 pays metal 1, wood 1; burned: metal 1, wood 1", "seat 1 gains wood 2", "tavern is turned up"],
        },
    ),
    "KF-40: the only card given up": (
        {"face_up": ["mill"]},
        {
            "dock wood_dock_1": [
                *("seat 1 gives up mill", "seat 1 pays metal 1; burned: metal 1", "seat 1 gains wood 1", "seat 2 must pass")
            ]
        },
    ),
    "KF-38: an ability gained": (
        OPEN | {"face_up": ["alchemist", "library", "cemetery", "bazaar"]},
        {"use alchemist bottom": ["seat 1 gains +1", "tavern is turned up"]},
    ),
    "KF-61: an ability with one die to use it on": (ANVIL, {"use automatic 6": ["the dice show metal 6, metal 6, metal 2"]}),
    "KF-79: cleanup": (
        BURNED,
        {"craft shield": ["seat 2 makes shield", "seat 2 secures shield: 1 in all", "round 1 ends; to the stock: wood 2"]},
    ),
}


@pytest.mark.parametrize("case", NEWS)
def test_news(case):
    """KF-31, KF-32, KF-38, KF-39, KF-40, KF-61, KF-79."""
    fields, news = NEWS[case]
    assert_news(seat_1(**fields), news)


def test_news_of_library_dice():
    """KF-G10B."""
    game = give(seat_1(**OPEN | {"hands": {"all": {"metal": 2}}}), "use library bottom")
    assert game.fields()["hands"][1] == {"library": 2}


def test_news_of_the_cemetery():
    """KF-G09B."""
    game = seat_1(**OPEN)
    lines = told(game, "use cemetery bottom")
    assert lines == [f"every {game.fields()['cemetery']} is cancelled in this round", "tavern is turned up"]
    game = seat_1(**OPEN, abilities={1: {"reroll": 1}})
    lines = told(game, "use cemetery bottom")
    assert lines == [f"the cemetery die shows {game.fields()['cemetery']}"]
    lines = told(game, "use reroll")
    assert lines == [f"every {game.fields()['cemetery']} is cancelled in this round", "tavern is turned up"]


def test_news_of_those_who_must_pass():
    """KF-46."""
    game = seat_1(3, face_up=["bazaar"], hands={1: {"wood": 2}, 2: {"metal": 1}, 3: {"metal": 1}}, workshops={"all": {}})
    lines = told(game, "use bazaar top")
    assert lines[:4] == ["seat 1 pays wood 2", "seat 1 gains gem 1", "seat 2 must pass"]


def test_news_of_a_roll():
    """KF-52, KF-53."""
    game = seat_1(passed=[2], hands={1: {"metal": 6}, 2: {}}, cemetery=2, display=["anvil"], queue=[])
    lines = told(game, "pass")
    f = game.fields()
    cancelled = 6 - len(f["rolled"])
    assert lines == [f"seat 1 rolls {', '.join(f['rolled'])}", f"cancelled by the cemetery: metal {cancelled}"]


def test_news_of_dice_rolled_anew():
    """KF-66."""
    game = give(seat_1(**ROLLED), "use reroll", "mark metal 4", "mark metal 5")
    lines = told(game, "roll")
    assert lines == [f"the dice show {', '.join(game.fields()['rolled'])}"]


def test_news_of_a_craft():
    """KF-70, KF-73."""
    game = seat_1(rolled=["metal 6", "metal 5", "metal 2"], display=["shield", "anvil", "axe"], queue=["crown"])
    assert told(game, "craft shield")[:2] == ["seat 1 makes shield with metal 6, metal 5", "crown can be made now"]


def test_news_of_a_theft():
    """KF-74, KF-75."""
    craft = {"shield": {"seat": 1, "dice": ["metal 5", "library 5 as metal"]}}
    game = seat_1(3, actor=2, rolled=["metal 6", "metal 6"], unsecured=craft, display=["anvil", "axe"], queue=[], hands={3: {"metal": 8}})
    assert told(game, "steal shield")[:2] == [
        "seat 2 steals shield from seat 1 with metal 6, metal 6",
        "to the workshop of seat 1: metal 5, library 5 as metal",
    ]


def test_news_of_the_end():
    """KF-80."""
    owned = ["anvil", "precision_caliper", "iron_hinges"]
    game = seat_1(actor=2, rolled=["metal 6", "metal 5"], secured={2: owned}, display=["shield"], queue=["crown"])
    assert told(game, "craft shield")[-2:] == ["seat 2 secures shield: 4 in all", "the game ends after round 1"]


def test_news_can_be_told_of_every_choice_of_random_games():
    for players in (2, 3, 4):
        game = dealt(players, {"max_rounds": 6}, deal=players)
        rng = np.random.default_rng(players)
        while not game.s["over"]:
            texts = list(game.texts())
            told(game, texts[int(rng.integers(len(texts)))])


# Fields


def test_decisions_have_the_numbers_of_their_names():
    assert [getattr(state, decision.name.upper()) for decision in GAME.decisions] == list(range(len(GAME.decisions)))


SETTABLE = ("gather", "modify", "craft")
NOT_SET = ("over", "winners", "using", "paid", "raised", "marked", "placed")
SCRATCH = (
    *("key", "chance", "decisions", "decided", "feature_mask", "options", "n_options", "drawn_order", "spare", "have", "uses"),
    *("using", "place", "step", "chosen", "stands", "last", "base", "due", "due_next", "cap", "library_cap", "beaten"),
    *("rolled_ge", "libraries", "asked", "due_ge", "due_room", "held_ge", "coloured_ge"),
    *("trial", "lacks_met", "odds_paid", "worth_paid", "worth_burned", "worth_gained", "room", "lacks", "lacks_all", "beaten_in"),
    *("demanded", "demanded_by"),
    *("rerolls", "cemetery_rolls", "deck", "drawn", "used_card", "used_half", "used_seat", "used_dock", "passed", "holder"),
)
"""Within a choice, or remembered by chance alone, or with entries beyond what is in use."""
READINGS = {"library_dice_payable": True, "burned_dice_return": "immediately", "gather_cards": ["library", "cemetery", "tavern", "caravan"]}


@pytest.mark.parametrize("options", [BASE, READINGS, {"craft_deck": "early_24"}], ids=["base", "readings", "early deck"])
@pytest.mark.parametrize("players", [2, 4])
def test_fields_set_into_another_deal_are_read_back(players, options):
    """Every position of a random game outside a choice survives the way through its own fields, and so does the whole record."""
    game, other = dealt(players, options, deal=5), table(players, options)
    compared = 0
    for _ in read_back(game, other, 6, lambda fields: with_thefts(game, fields) if fields["phase"] in SETTABLE else None):
        for name in game.s.dtype.names:
            if name not in SCRATCH:
                assert np.array_equal(game.s[name], other.s[name]), name
        compared += 1
    assert compared > 50


def with_thefts(game, fields):
    """The fields, and of unsecured crafts whether they were stolen."""
    out = copy.deepcopy({name: value for name, value in fields.items() if name not in NOT_SET})
    drawn = [game.names.cards(game.t)[row] for row in game.s["drawn"][: int(game.s["n_drawn"])]]
    for card, craft in out["unsecured"].items():
        craft["stolen"] = bool(int(game.s["theft"]) >> drawn.index(card) & 1)
    return out


def test_named_fields_alone_leave_the_rest_as_dealt():
    game, other = seat_1(), seat_1(hands={2: {"wood": 2}})
    changed = {name for name, value in game.fields().items() if other.fields()[name] != value}
    assert changed == {"hands", "stock"}


def test_nothing_set_changes_nothing():
    game = dealt(4, deal=3)
    before = game.s.tobytes()
    game.set({})
    assert game.s.tobytes() == before


def test_stock_is_what_lies_nowhere_else():
    """KF-01, KF-12."""
    stock = seat_1(**FORGE).fields()["stock"]
    assert stock == {"metal": 33, "wood": 20, "gem": 13, "magic": 10, "library": 1, "cemetery": 0}
    assert seat_1(stock={"metal": 2}).fields()["stock"]["metal"] == 2


def test_tokens_are_what_nobody_holds():
    """KF-09."""
    assert seat_1(abilities={2: {"automatic 6": 2}}).fields()["tokens"] == {"auto_six": 0, "plus_one_plus_one": 2}
    assert seat_1(tokens={"auto_six": 0}).fields()["tokens"] == {"auto_six": 0, "plus_one_plus_one": 2}


def test_cards_named_are_in_the_game_and_the_rest_gives_way():
    f = seat_1(face_up=["caravan", "bazaar", "jeweler", "armory"]).fields()
    assert f["face_up"] == ["caravan", "bazaar", "jeweler", "armory"]
    assert len(f["deck"]) == 7
    assert not set(f["deck"]) & set(f["face_up"])
    f = seat_1(used={1: ["mill top"]}).fields()
    assert len(f["face_up"]) + len(f["deck"]) == 10
    f = seat_1(secured={1: ["anvil"]}, display=["shield", "horseshoes", "crown"]).fields()
    assert f["secured"] == {1: ["anvil"], 2: []}
    assert f["queue"] == [card for card in f["queue"] if card == "sword_of_destiny"]


def test_with_rolled_dice_all_have_passed():
    f = seat_1(3, start=2, rolled=["metal 3"]).fields()
    assert (f["phase"], f["actor"], f["passed"], f["hands"][2]) == ("craft", 2, [2, 3, 1], {})
    assert seat_1(rolled=["metal 3"], abilities={1: {"+1": 1}}).fields()["phase"] == "modify"


def test_next_seat_that_has_not_passed_is_asked():
    assert seat_1(3, passed=[1]).fields()["actor"] == 2


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"round": 0}, "round: is 0, expected a whole number from 1 to 100"),
        ({"start": 3}, "start: is 3, expected a whole number from 1 to 2"),
        ({"actr": 1}, "actr: is no field that can be set (did you mean 'actor'?)"),
        ({"phase": "pay"}, "phase: is 'pay', which lies inside a choice (set `phase: gather` or `modify` and give the texts under `do`)"),
        ({"phase": "crft"}, "phase: is 'crft', which is not known here (did you mean 'craft'?)"),
        ({"phase": "craft"}, "phase: is 'craft', which needs `rolled` (KF-52)"),
        ({"phase": "gather", "rolled": ["metal 1"]}, "rolled: is given, but in the gather phase no dice are rolled (KF-33)"),
        ({"rolled": ["metal 7"]}, "rolled.0: is 'metal 7', which is not known here (did you mean 'metal 6'?)"),
        ({"rolled": ["metal 1"], "passed": [1]}, "passed: leaves a seat out, but dice are rolled when all have passed (KF-49)"),
        (
            {"rolled": ["metal 1"], "hands": {1: {"wood": 1}}},
            "hands.1: holds dice, but in a craft turn all dice of the hand are rolled (KF-52)",
        ),
        ({"passed": [1, 2]}, "passed: names every seat (set `phase: craft` and `rolled`)"),
        ({"passed": [1, 1]}, "passed: names a seat twice (KF-46)"),
        ({"passed": [1], "actor": 1}, "actor: is 1, a seat that has passed (KF-46)"),
        ({"hands": {1: {"gold": 1}}}, "hands.1.gold: is 'gold', which is not known here (known: metal, wood, gem, magic, library)"),
        ({"hands": {1: {"magic": 11}}}, "stock: and the other places hold 11 magic dice together, the box has 10 (KF-01)"),
        ({"stock": {"wood": 23}}, "stock: and the other places hold 23 wood dice together, the box has 22 (KF-01)"),
        ({"abilities": {1: {"automatic 6": 3}}}, "tokens: and the players hold 3 auto_six together, there are 2 (KF-09)"),
        ({"abilities": {1: {"rerol": 1}}}, "abilities.1.rerol: is 'rerol', which is not known here (did you mean 'reroll'?)"),
        ({"face_up": ["mill"] * 5}, "face_up: has 5 entries, expected at most 4 (KF-16)"),
        ({"face_up": ["mill"] * 2}, "face_up: and the other places hold mill twice (KF-15)"),
        ({"used": {1: ["mill botom"]}}, "used.1.0: is 'mill botom', which is not known here (did you mean 'mill bottom'?)"),
        ({"docks": ["gem_dock"]}, "docks.0: is 'gem_dock', which is not known here (did you mean 'gem_dock_2'?)"),
        ({"display": ["anvil"] * 4}, "display: has 4 entries, expected at most 3 (KF-14)"),
        ({"display": ["anvil"] * 2}, "display: and the other places hold anvil twice (KF-13)"),
        ({"display": ["crown"], "queue": ["anvil"]}, "queue: has anvil, lower in rank than crown, which is out already (KF-73)"),
        ({"stolen": {1: ["anvil"]}}, "stolen.1.0: is anvil, which seat 1 has not secured (give it under `secured`)"),
        (
            {"unsecured": {"shield": {"seat": 1, "dice": ["metal 5", "metal 4"]}}},
            "unsecured.shield.dice: do not make shield, which needs metal 5 5 (KF-70)",
        ),
        (
            {"unsecured": {"shield": {"seat": 1, "dice": ["metal 5", "metal 5", "wood 1"]}}},
            "unsecured.shield.dice: do not make shield, which needs no wood (KF-70)",
        ),
        (
            {"unsecured": {"shield": {"dice": ["metal 5", "metal 5"]}}},
            "unsecured.shield.seat: is None, expected a whole number from 1 to 2",
        ),
        (
            {"unsecured": {"shield": {"player": 1}}},
            "unsecured.shield.player: is 'player', which is not known here (known: seat, dice, stolen)",
        ),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, dict) else "",
)
def test_what_cannot_be_set_is_told_with_its_place_and_the_nearest_name(fields, fault):
    assert_fault(fault, seat_1, **fields)


def test_faults_of_all_fields_come_together():
    with pytest.raises(FaultsError) as error:
        seat_1(round=0, actr=1, display=["anvl"])
    assert [fault.path for fault in error.value.faults] == [("actr",), ("round",), ("display", 0)]
