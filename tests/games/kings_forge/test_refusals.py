"""Data the rules or the tables have no room for is refused by name; data at the limits is not."""

from __future__ import annotations

import copy

import pytest

from simcli.games.kings_forge import checks
from simcli.games.kings_forge.datafiles import halves, listed, pips_kinds
from tests.games.kings_forge.tables import COMPONENTS, patched
from tests.games.kings_forge.test_components import DEFAULTS, GATHER, chosen
from tests.games.refusals import assert_refused, changed, options_of, rows


@pytest.mark.parametrize(("change", "path", "words"), rows(__file__, "wrong"))
def test_wrong_components_are_refused_by_name(change, path, words):
    assert_refused(checks.validate(changed(COMPONENTS, change)), path, words)


def kinds_of_pips(n):
    """Tops of gather cards patched so that the halves have n kinds of abilities that raise dice, (1, 1) among them."""
    pairs = [(pips, dice) for dice in range(1, 7) for pips in range(1, 6)][1:n]
    ability = [{"kind": "add_pips", "pips": pips, "dice": dice} for pips, dice in pairs]
    data = copy.deepcopy(COMPONENTS)
    for _, _, half in halves(data):
        if "ability" in half and half["ability"]["kind"] == "add_pips":
            half["ability"] = {"kind": "add_pips", "pips": 1, "dice": 1}
    free = [half for _, _, half in halves(data) if "gain" in half]
    for half, help_ in zip(free, ability, strict=False):
        half["gain"], half["ability"] = {"metal": 0}, help_
    assert len(pips_kinds(data)) == n
    return data


def test_kinds_of_abilities_find_room():
    assert checks.validate(kinds_of_pips(16)) == []
    faults = checks.validate(kinds_of_pips(17))
    assert [fault.path for fault in faults] == [("gather_cards", "cards")]
    assert faults[0].what == "there are 17 kinds of abilities that raise dice (pips and dice), expected at most 16"


LIMITS = {
    "many dice": {"setup": {"metal": {"count": 200}, "library": {"count": 0}, "auto_six": {"count": 20}}},
    "no tokens": {"setup": {"auto_six": {"count": 0}, "plus_one_plus_one": {"count": 0}}},
    "a mixed hand": {"setup": {"starting_hand": {"metal": 3, "wood": 1}}},
    "six face up": {"setup": {"gather_face_up": 6, "craft_display_size": 6, "gather_random_drawn": 14}},
    "mandatory only": {"setup": {"gather_random_drawn": 0}},
    "an expensive card": {"craft_cards": {"anvil": {"dice": {"metal": [6, 6, 6, 6], "gem": [1], "magic": [6, 6, 6]}, "rank": 999}}},
    "another colour": {"craft_cards": {"anvil": {"dice": {"metal": [], "wood": [2, 2, 2]}}}},
    "six squares": {"gather_cards": {"north_mine": {"top": {"cost": [{"n": 6, "colours": ["metal", "wood", "gem"], "burn": True}]}}}},
    "free": {
        "gather_cards": {"north_mine": {"top": {"cost": []}}},
        "docks": {"gem_dock": {"exchanges": {"gem_dock_1": {"dice": 0, "burned": 0}}}},
    },
    "a gain of an ability": {
        "gather_cards": {"tavern": {"bottom": {"gain": {"metal": 1}, "ability": {"kind": "none", "pips": None, "dice": None}}}}
    },
    "an ability of a gain": {"gather_cards": {"north_mine": {"bottom": {"gain": {"metal": 0}, "ability": {"kind": "reroll"}}}}},
    "a gem of a token": {"docks": {"token_dock": {"gain": {"token": None, "count": None, "gem": 2}}}},
    "a token of dice": {"docks": {"gem_dock": {"gain": {"gem": 0, "token": "plus_one_plus_one", "count": 2}}}},
    "no cemetery": {
        "setup": {"cemetery": {"count": 0}},
        "gather_cards": {"cemetery": {"bottom": {"ability": {"kind": "add_pips", "pips": 5, "dice": 6}}}},
    },
    "a new craft card": {
        "craft_cards": {"sword": {"new": True, "rank": 2, "name": "Sword", "dice": {"metal": [6]}, "provenance": "derived"}}
    },
    "a new gather card": {
        "gather_cards": {
            "inn": {"new": True, "name": "Inn", "mandatory": False, "provenance": "derived"}
            | {h: GATHER["mill"][h] for h in ("top", "bottom")}
        }
    },
}


@pytest.mark.parametrize("case", LIMITS)
def test_data_at_the_limits_is_taken(case):
    components = patched(LIMITS[case])
    assert checks.validate(components) == []
    assert [checks.check_setup(components, DEFAULTS, players) for players in (2, 3, 4)] == [[], [], []]


@pytest.mark.parametrize(("players", "change", "path", "words"), rows(__file__, "unplayable"))
def test_what_cannot_be_set_up_is_refused(players, change, path, words):
    components = changed(COMPONENTS, change)
    assert checks.validate(components) == []
    assert_refused(checks.check_setup(components, chosen(**options_of(change)), players), path, words)


def test_what_can_be_listed():
    """GO-11, GO-12: as many as are drawn."""
    crafts = tuple(row["id"] for row in COMPONENTS["craft_cards"]["cards"][:9])
    gathers = tuple(id_ for id_, row in GATHER.items() if not row["mandatory"])[:7]
    assert checks.check_setup(COMPONENTS, chosen(craft_cards=crafts, gather_cards=gathers), 2) == []
    assert (listed(chosen(craft_cards=crafts), "craft_cards"), listed(DEFAULTS, "craft_cards")) == (crafts, ())
