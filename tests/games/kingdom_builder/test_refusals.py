"""Data the rules or the tables have no room for is refused by name, and setups that cannot be played; data at the limits is not."""

from __future__ import annotations

import copy

import pytest

from simcli.games.kingdom_builder import checks
from simcli.games.kingdom_builder import state as S  # noqa: N812
from tests.games.kingdom_builder.tables import COMPONENTS, patched
from tests.games.kingdom_builder.test_components import DEFAULTS, KINDS, PRINTED, built, chosen
from tests.games.refusals import assert_refused, changed, options_of, rows


def row(data, id_):
    """A record of a component file."""
    lists = [part for part in data.values() if isinstance(part, list)]
    return next(r for part in lists for r in part if isinstance(r, dict) and r.get("id") == id_)


def put(home, key, letters):
    """Other letters on hexes of a quadrant; what repeats the rows is left out."""
    quadrant = home[key]
    for r, col, letter in letters:
        quadrant["rows"][r] = quadrant["rows"][r][:col] + letter + quadrant["rows"][r][col + 1 :]
    for name in ("castles", "location_hexes", "counts"):
        quadrant.pop(name)


@pytest.mark.parametrize(("change", "path", "words"), rows(__file__, "wrong"))
def test_wrong_components_are_refused_by_name(change, path, words):
    assert_refused(checks.validate(changed(COMPONENTS, change, {"put": put})), path, words)


def test_a_letter_used_twice_is_refused_at_both_places():
    components = copy.deepcopy(COMPONENTS)
    row(components["terrain"], "grass")["letter"] = "F"
    faults = checks.validate(components)
    assert [(fault.path, fault.what) for fault in faults] == [
        (("terrain", terrain, "letter"), "the letter occurs twice") for terrain in ("grass", "forest")
    ]


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("build", ["card_terrain", "edge", *KINDS[:5]], ["straight_two", "water", "mountain", "castle", "location", "swamp"]),
        ("move", ["card_terrain", "water", *KINDS[:5]], ["edge", "line_end", "mountain", "castle", "location", "swamp"]),
    ],
)
def test_targets_of_tiles(kind, right, wrong):
    for target in right:
        assert checks.validate(patched({"location_tiles": {"barn": {"kind": kind, "target": target}}})) == []
    for target in wrong:
        faults = checks.validate(patched({"location_tiles": {"barn": {"kind": kind, "target": target}}}))
        assert [fault.path for fault in faults] == [("location_tiles", "barn", "target")]
        assert faults[0].what == f"is {target!r}, which is no target of a tile of kind {kind}"


def test_a_tile_may_become_another():
    assert checks.validate(patched({"location_tiles": {"farm": {"target": "line_end", "min_line": 6}}})) == []
    assert checks.validate(patched({"location_tiles": {"harbor": {"target": "straight_two", "distance": 2, "adjacency": "none"}}})) == []


def test_a_card_may_score_another_way():
    """What its new scorer does not know is taken away."""
    patch = {"scorer": "rows_occupied", "points": 2}
    faults = checks.validate(patched({"scoring_cards": {"miners": patch}}))
    assert [fault.what for fault in faults] == [
        "a card with the scorer rows_occupied has no terrain and no exclude_own_terrain; null takes a field away"
    ]
    t = built(components=patched({"scoring_cards": {"miners": patch | {"terrain": None, "exclude_own_terrain": None}}}))
    assert [int(t[name][2]) for name in ("card_scorer", "card_points", "card_terrain", "card_dry")] == [S.ROWS, 2, 0, 0]
    t = built(components=patched({"location_tiles": {"tavern": {"target": "edge", "min_line": None}}}))
    assert [int(t[name][4]) for name in ("tile_target", "tile_line")] == [S.EDGE, 0]


def test_a_patched_quadrant_brings_its_counts():
    rows = PRINTED["quadrant_farm"][1].split()
    rows[0] = "CDCWWFFFGG"
    faults = checks.validate(patched({"quadrants": {"quadrant_farm": {"rows": rows}}}))
    assert [(fault.path[-1], fault.what) for fault in faults] == [("C", "is 14, the rows have 15"), ("D", "is 12, the rows have 11")]
    assert checks.validate(patched({"quadrants": {"quadrant_farm": {"rows": rows, "counts": {"C": 15, "D": 11}}}})) == []


@pytest.mark.parametrize(("players", "change", "path", "words"), rows(__file__, "unplayable"))
def test_what_cannot_be_set_up_is_refused(players, change, path, words):
    components = changed(COMPONENTS, change)
    assert checks.validate(components) == []
    faults = checks.check_setup(components, chosen(**options_of(change)), players)
    assert_refused([fault for fault in faults if fault.path == path], path, words)


def refused(patch, options, players):
    components = patched(patch)
    assert checks.validate(components) == []
    return [(fault.path, f"{fault.what} ({fault.hint})") for fault in checks.check_setup(components, chosen(**options), players)]


def test_settlements_must_find_room():
    """KB-94: counted for the players of the game, the smallest board that can be dealt and the terrains on cards."""
    most = {"setup": {"settlements_per_player": 60}}
    assert [len(refused(most, {}, players)) for players in (2, 3, 4, 5)] == [0, 0, 0, 1]
    assert refused({"setup": {"settlements_per_player": 55}}, {}, 5) == []
    largest = ("quadrant_barn", "quadrant_tavern", "quadrant_oracle", "quadrant_tower")
    assert refused(most, {"quadrants": largest}, 5) == []  # 306 hexes
    assert len(refused(most, {"quadrants": largest[1:]}, 5)) == 1
    grass = {"terrain": {"terrain_deck": {"cards": {f"{kind}_cards": {"count": 0} for kind in KINDS[1:5]}}}}
    assert refused(grass, {}, 2)[0][1].startswith("is 40; 2 players need room for 80, the smallest board has 59 hexes for terrain cards")


def test_a_deck_too_small_for_three_cards_is_refused():
    """KB-32."""
    components = copy.deepcopy(COMPONENTS)
    components["scoring_cards"]["cards"] = [row(components["scoring_cards"], id_) for id_ in ("castle", "lords", "miners", "knights")]
    row(components["setup"], "first_game")["scoring_cards"] = ["lords", "miners", "knights"]
    assert checks.validate(components) == []
    assert checks.check_setup(components, DEFAULTS, 2) == []
    faults = checks.check_setup(components, chosen(lords_card_in_deck=False), 2)
    assert [(fault.path, fault.what) for fault in faults] == [(("scoring_cards", "cards"), "has 2 cards to draw from, 3 are drawn")]
