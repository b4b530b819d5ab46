"""The slow oracle of Kingdom Builder against the worked examples, and random play on random chance."""

from collections import Counter
from random import Random

import pytest

from tests.games.kingdom_builder.oracle.board import text_of
from tests.games.kingdom_builder.oracle.game import Position, sector_points
from tests.games.kingdom_builder.oracle.tables import (
    BOARD_A,
    FIRST_GAME,
    NEIGHBOURS,
    TERRAINS,
    VECTORS_FILE,
    at_turn_of,
    check_invariants,
    components,
    new_game,
    pile_beginning,
    play_out,
    play_until,
    position_a,
    table_a,
    tile_of,
    with_deck,
    without_terrain,
)
from tests.games.oracles import read_yaml

VECTORS = [pytest.param(vector, id=vector["id"]) for vector in read_yaml(VECTORS_FILE)["positions"]]


# The worked examples


@pytest.mark.parametrize("vector", VECTORS)
def test_position_has_the_stated_scores_and_targets(vector):
    settlements = {seat: set() for seat in range(1, vector["players"] + 1)}
    for r, row in enumerate(vector["settlements"]):
        for c, owner in enumerate(row):
            if owner != ".":
                settlements[int(owner)].add((r, c))
    position = Position(components(), vector["board"], settlements)
    for seat, expected in vector["expected"].items():
        found = {
            "settlements": len(settlements[seat]),
            **position.scores(seat, {}),
            **{f"build_{terrain}": len(position.build_targets(seat, terrain)) for terrain in TERRAINS},
            "tower": len(position.tower_targets(seat)),
            "tavern": len(position.tavern_targets(seat)),
            "paddock_moves": len(position.paddock_moves(seat)),
        }
        assert found == expected


def test_board_a_has_the_stated_special_hexes():
    board = position_a().board
    assert board.castles == {(3, 3), (7, 15), (11, 11), (17, 1)}
    assert board.tile_at == {
        **dict.fromkeys([(6, 2), (6, 7)], "tavern"),
        **dict.fromkeys([(2, 18), (6, 11)], "paddock"),
        **dict.fromkeys([(12, 7), (17, 5)], "oasis"),
        **dict.fromkeys([(11, 17), (15, 12)], "farm"),
    }


@pytest.mark.parametrize(("where", "neighbours"), NEIGHBOURS)
def test_neighbours_are_as_stated(where, neighbours):
    """KB-EX-1."""
    assert position_a().board.neighbours(where) == neighbours


@pytest.mark.parametrize("where", [(8, 8), (9, 9), (4, 15), (11, 2)])
def test_two_steps_in_a_line_have_one_formula_for_all_rows(where):
    """KB-3."""
    r, c = where
    expected = {(r, c + 2), (r, c - 2), (r - 2, c + 1), (r - 2, c - 1), (r + 2, c + 1), (r + 2, c - 1)}
    assert position_a().board.straight(where, 2) == expected


def test_empty_board_offers_all_hexes_of_the_terrain():
    """KB-EX-2."""
    position = position_a()
    targets = position.build_targets(1, "flower_field")
    assert len(targets) == 57
    near = {location for location in position.board.locations if position.board.touches(location, targets)}
    assert near == {(6, 2), (2, 18), (12, 7), (11, 17), (15, 12)}


def test_each_build_is_forced_by_the_one_before():
    """KB-EX-3."""
    own = {(5, 1)}
    for expected in [(5, 2), (6, 3), (7, 2)]:
        assert position_a(own).build_targets(1, "canyon") == {expected}
        own.add(expected)


@pytest.mark.parametrize(("terrain", "number"), [("desert", 53), ("grass", 61), ("forest", 58)])
def test_without_an_adjacent_hex_all_are_offered(terrain, number):
    """KB-EX-4."""
    assert len(position_a({(5, 1), (5, 2), (6, 3)}).build_targets(1, terrain)) == number


def test_adjacent_hexes_of_the_terrain_must_be_used():
    """KB-EX-4."""
    assert position_a({(5, 1), (5, 2), (6, 3)}).build_targets(1, "flower_field") == {(4, 1), (5, 0), (6, 1)}


def test_one_tile_is_taken_from_each_location():
    """KB-EX-5."""
    game = new_game(2, FIRST_GAME, pile=pile_beginning("canyon", "desert"))
    game.apply("build r5c1")
    assert game.view()["tiles"][1] == ["tavern at r6c2"]
    assert game.view()["usable"] == []
    game.apply("build r5c2")
    assert game.view()["tiles_left"]["r6c2"] == 1
    game.settlements[1].add((5, 6))
    game.hands[1] = "forest"
    game._build_on((6, 6))
    assert game.view()["tiles"][1] == ["tavern at r6c2", "tavern at r6c7"]
    assert game.view()["taken"][1] == ["r6c2", "r6c7"]
    assert game.view()["tiles_left"]["r6c7"] == 1


@pytest.mark.parametrize(
    ("board", "number"), [(BOARD_A, 47), ([[f"quadrant_{name}", 0] for name in ("oracle", "paddock", "harbor", "farm")], 55)]
)
def test_tower_has_the_stated_number_of_targets_on_an_empty_board(board, number):
    """KB-EX-6."""
    assert len(position_a(board=board).tower_targets(1)) == number


def test_paddock_jumps_over_anything_to_buildable_hexes():
    """KB-EX-8."""
    assert position_a({(5, 1)}).paddock_moves(1) == {((5, 1), target) for target in [(3, 2), (7, 2), (7, 0)]}


def test_tile_lost_by_moving_away_never_comes_back():
    """KB-EX-8, KB-65, KB-61."""
    game = table_a({(5, 1), (3, 17)}, {(6, 2): "tavern", (2, 18): "paddock"}, card="canyon")
    for text in ["use paddock at r2c18", "lift r5c1", "put r3c2"]:
        game.apply(text)
    assert game.view()["tiles"][2] == ["paddock at r2c18"]
    assert game.view()["tiles_left"]["r6c2"] == 1
    game._build_on((5, 1))
    assert game.view()["tiles"][2] == ["paddock at r2c18"]
    assert game.view()["tiles_left"]["r6c2"] == 1


@pytest.mark.parametrize(
    ("own", "lifted", "targets"), [({(5, 1), (5, 2)}, (5, 2), {(4, 2)}), ({(5, 1), (5, 2)}, (5, 1), {(4, 2), (4, 3), (5, 3)})]
)
def test_harbor_looks_for_water_next_to_the_others(own, lifted, targets):
    """KB-EX-10."""
    assert position_a(own).tile_targets(1, "harbor", "", lifted) == targets


def test_single_settlement_may_take_the_harbor_to_any_water():
    """KB-EX-10."""
    assert len(position_a({(5, 1)}).tile_targets(1, "harbor", "", (5, 1))) == 80


SCORES = [
    ({(2, 3), (2, 4)}, {"castle": 3}),
    ({(2, 3), (6, 15)}, {"castle": 6}),
    ({(5, 1), (4, 2), (5, 0), (1, 4)}, {"fishermen": 1, "miners": 1}),
    ({(3, 14)}, {"fishermen": 0, "miners": 1}),
    ({(5, 1), (5, 2), (6, 3), (7, 0)}, {"workers": 3}),
    ({(8, 0), (8, 1), (8, 5), (8, 7), (9, 0), (9, 5), (9, 8), (9, 11), (12, 13)}, {"discoverers": 3, "knights": 8}),
]


@pytest.mark.parametrize(("own", "expected"), SCORES)
def test_cards_pay_the_stated_points(own, expected):
    """KB-EX-11 to KB-EX-15."""
    scores = position_a(own).scores(1, {})
    assert {card: scores[card] for card in expected} == expected


def test_linked_hexes_need_not_form_one_network():
    """KB-104."""
    first, second = {(5, 2), (4, 3)}, {(12, 8), (12, 9), (12, 10), (11, 10)}
    for own, points in [(first, 8), (first | second, 16), ({(5, 2), (2, 3)}, 0), (first | {(16, 1)}, 8)]:
        assert position_a(own).scores(1, {})["merchants"] == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [([8, 8, 6, 2], [12, 12, 6, 0]), ([5, 0, 0], [12, 6, 6]), ([0, 0], [12, 12]), ([4, 4, 4, 1, 0], [12, 12, 12, 6, 0])],
)
def test_lords_rank_numbers_densely(counts, points):
    """KB-EX-17."""
    assert list(sector_points(dict(enumerate(counts)), 12, 6, True).values()) == points


@pytest.mark.parametrize(("counts", "points"), [([5, 0, 0], [12, 0, 0]), ([0, 0], [0, 0]), ([3, 1, 0], [12, 6, 0])])
def test_lords_may_leave_out_players_without_a_settlement(counts, points):
    """GO-12."""
    assert list(sector_points(dict(enumerate(counts)), 12, 6, False).values()) == points


RUN = {(8, 7), (8, 8), (8, 9)}  # forest's neighbour, grass, grass; its ends are (8,6) and (8,10)


def test_round_is_finished_after_the_last_settlement():
    """KB-EX-19."""
    game = new_game(3, FIRST_GAME)
    game.hands[2] = "desert"
    at_turn_of(2, game, RUN | {(5, 6)}, {(6, 7): "tavern", (6, 11): "paddock"}, supply=1)
    game.apply("use tavern at r6c7")
    game.apply(next(text for text in game.legal() if text in ("place r8c6", "place r8c10")))
    assert game.view()["supply"][2] == 0
    assert (game.view()["phase"], game.view()["builds_left"]) == ("after", 0)
    assert all(text.startswith("use paddock") or text == "end turn" for text in game.legal())
    game.apply("end turn")
    assert game.actor == 3
    for _ in range(3):
        assert not game.over
        game.apply(game.legal()[0])
    assert game.over
    assert game.view()["phase"] == "over"
    assert game.legal() == []


def test_game_ends_right_after_the_last_player_triggers():
    """KB-EX-19, KB-91."""
    game = at_turn_of(3, new_game(3, FIRST_GAME), supply=2)
    assert game.view()["builds_left"] == 3
    game.apply(game.legal()[0])
    game.apply(game.legal()[0])
    assert game.over
    assert game.view()["round"] == 1


def test_player_after_the_start_player_is_not_asked_again():
    """KB-91: with seat 2 starting, seat 1 is the last of the round."""
    game = new_game(2, {}, start=2)
    assert game.actor == 2
    game.supply[2] = 3
    for actor in [2, 2, 2, 1, 1, 1]:
        assert game.actor == actor
        game.apply(game.legal()[0])
    assert game.over


def test_empty_pile_is_refilled_when_a_card_is_needed():
    """KB-EX-20, KB-48."""
    calls = []

    def reshuffle(number, counts):
        calls.append((number, sum(counts.values())))
        return sorted(Counter(counts).elements())

    game = new_game(5, FIRST_GAME, reshuffle=reshuffle)
    play_until(game, lambda game: game.round == 5, Random(3))
    assert (len(game.pile), game.discards.total(), calls) == (0, 20, [])
    play_until(game, lambda game: game.actor == 2, Random(3))
    assert (len(game.pile), game.discards.total(), calls) == (20, 0, [(0, 21)])


# Turns and tiles


def test_build_is_asked_three_times_and_counted_down():
    """KB-50, section 15."""
    game = new_game(2, FIRST_GAME)
    seen = []
    while game.actor == 1:
        seen.append((game.view()["phase"], game.view()["builds_left"]))
        game.apply(game.legal()[0])
    assert seen == [("build", 3), ("build", 2), ("build", 1)]


def test_text_that_is_not_legal_is_refused():
    game = new_game(2, FIRST_GAME)
    for text in ["build", "end turn", "build r3c3", ""]:
        with pytest.raises(ValueError):
            game.apply(text)
    assert game.decisions == 0


def test_tile_can_be_used_before_or_after_but_once():
    """KB-43 to KB-46."""
    game = table_a({(11, 18), (14, 12)}, {(11, 17): "farm", (15, 12): "farm"}, card="canyon")
    assert game.legal() == ["use farm at r11c17", "use farm at r15c12", "build"]
    game.apply("use farm at r15c12")
    assert (game.view()["phase"], game.view()["using"]) == ("place", "farm at r15c12")
    assert game.view()["usable"] == ["farm at r11c17"]
    game.apply(game.legal()[0])
    assert game.view()["using"] == ""
    assert game.legal() == ["use farm at r11c17", "build"]
    game.apply("build")
    for _ in range(3):
        game.apply(game.legal()[0])
    assert (game.view()["phase"], game.legal()) == ("after", ["use farm at r11c17", "end turn"])
    game.apply("use farm at r11c17")
    game.apply(game.legal()[0])
    assert game.actor == 1


def test_tile_gained_in_a_turn_can_be_used_in_the_next():
    """KB-62."""
    game = new_game(2, FIRST_GAME, pile=pile_beginning("canyon", "desert", "grass", "grass"))
    game.apply("build r5c1")
    assert (game.view()["tiles"][1], game.view()["usable"]) == (["tavern at r6c2"], [])
    play_until(game, lambda game: game.round == 2, Random(1))
    assert game.actor == 1
    assert game.view()["usable"] == ["tavern at r6c2"]


def test_lifted_settlement_stands_nowhere():
    """Section 15, KB-73."""
    game = table_a({(5, 1), (3, 17)}, {(2, 18): "paddock"}, card="canyon")
    game.apply("use paddock at r2c18")
    assert game.legal() == sorted(game.legal())
    game.apply("lift r5c1")
    view = game.view()
    assert (view["phase"], view["lifted"], view["using"]) == ("put", "r5c1", "paddock at r2c18")
    assert view["settlements"][2] == ["r3c17"]
    assert game.legal() == ["put r3c2", "put r7c0", "put r7c2"]


def test_tile_used_for_the_move_can_be_lost_by_it():
    """KB-65."""
    game = table_a({(3, 17), (9, 0)}, {(2, 18): "paddock"}, card="canyon")
    game.apply("use paddock at r2c18")
    game.apply("lift r3c17")
    game.apply("put r5c18")
    assert game.view()["tiles"][2] == []
    assert game.view()["phase"] == "build"


def test_move_next_to_the_same_location_loses_nothing():
    """KB-66."""
    game = table_a({(5, 1), (3, 17)}, {(6, 2): "tavern", (2, 18): "paddock"}, card="canyon")
    for text in ["use paddock at r2c18", "lift r5c1", "put r7c2"]:
        game.apply(text)
    assert "tavern at r6c2" in game.view()["tiles"][2]


def test_tile_without_target_is_not_offered():
    """KB-75: a tavern without a line, and build tiles with an empty supply."""
    game = table_a({(5, 1)}, {(6, 2): "tavern"}, card="canyon")
    assert game.view()["phase"] == "build"
    game = table_a({(11, 18)}, {(11, 17): "farm"}, card="canyon", supply=3)
    game.apply("build")
    for _ in range(3):
        game.apply(game.legal()[0])
    assert game.over


@pytest.mark.parametrize("allowed", [False, True])
def test_move_may_end_where_it_began_when_the_option_says_so(allowed):
    """GO-11: the only water next to the settlements that stay is the hex (4,2) itself."""
    data = components()
    tile_of(data, "paddock").update(target="water", adjacency="if_possible")
    game = table_a({(4, 2), (5, 1), (3, 17)}, {(2, 18): "paddock"}, {"move_back_to_origin": allowed}, data, card="canyon")
    game.apply("use paddock at r2c18")
    assert ("lift r4c2" in game.legal()) == allowed
    if allowed:
        game.apply("lift r4c2")
        assert game.legal() == ["put r4c2"]
        game.apply("put r4c2")
        assert game.view()["settlements"][2] == ["r3c17", "r4c2", "r5c1"]


def test_vacated_hex_counts_as_free_but_is_no_target():
    """KB-73, KB-74: the only water next to the settlement that stays is the hex the other is lifted from."""
    position = position_a({(5, 1), (4, 2)})
    near = position.board.neighbours((5, 1)) & position.board.hexes("water")
    assert near == {(4, 2)}
    assert position.tile_targets(1, "harbor", "", (4, 2)) == set()
    assert position.tile_targets(1, "harbor", "", (4, 2), back_allowed=True) == {(4, 2)}


def test_moving_gives_a_tile_unless_the_option_says_no():
    """KB-60, GO-10."""
    for gains in (True, False):
        game = table_a({(3, 2), (3, 17)}, {(2, 18): "paddock"}, {"tile_gained_by_moving": gains}, card="canyon")
        for text in ["use paddock at r2c18", "lift r3c2", "put r5c1"]:
            game.apply(text)
        assert ("tavern at r6c2" in game.view()["tiles"][2]) == gains
        assert game.view()["tiles_left"]["r6c2"] == (1 if gains else 2)


def test_banned_tile_stays_on_its_hex():
    game = new_game(2, FIRST_GAME, banned={1: {"tavern"}}, pile=pile_beginning("canyon", "desert"))
    game.apply("build r5c1")
    assert game.view()["tiles"][1] == []
    assert game.view()["taken"][1] == []
    assert game.view()["tiles_left"]["r6c2"] == 2


# Two tiles of one kind

TWO_PADDOCKS = {(2, 18): "paddock", (6, 11): "paddock"}
NEAR_PADDOCKS = {(3, 17), (6, 12)}
LEAVING = ["use paddock at r2c18", "lift r3c17", "put r5c18"]
CHOICE = {"lost_tile_choice": "either_of_same_kind"}


def leave_one_of_two(options, before=()):
    game = table_a(NEAR_PADDOCKS | {(9, 0)}, TWO_PADDOCKS, options, card="canyon")
    for text in [*before, *LEAVING]:
        game.apply(text)
    return game


def test_tile_of_the_vacated_location_is_lost():
    """KB-65, KB-A7."""
    game = leave_one_of_two({})
    assert game.view()["tiles"][2] == game.view()["usable"] == ["paddock at r6c11"]


@pytest.mark.parametrize(("given_up", "usable"), [("paddock at r2c18", ["paddock at r6c11"]), ("paddock at r6c11", [])])
def test_player_chooses_which_of_two_tiles_is_lost(given_up, usable):
    """GO-09."""
    game = leave_one_of_two(CHOICE)
    assert game.view()["phase"] == "give_up"
    assert game.view()["tiles"][2] == ["paddock at r2c18", "paddock at r6c11"]
    assert game.legal() == ["give up paddock at r2c18", "give up paddock at r6c11"]
    game.apply(f"give up {given_up}")
    assert game.view()["tiles"][2] == ["paddock at r6c11"]
    assert game.view()["usable"] == usable
    assert game.view()["taken"][2] == ["r2c18", "r6c11"]


def test_player_is_not_asked_when_both_tiles_are_used():
    """GO-09."""
    first = ["use paddock at r6c11", "lift r9c0"]
    game = table_a(NEAR_PADDOCKS | {(9, 0)}, TWO_PADDOCKS, CHOICE, card="canyon")
    for text in first:
        game.apply(text)
    game.apply(game.legal()[0])
    for text in LEAVING:
        game.apply(text)
    assert game.view()["phase"] == "build"
    assert "paddock at r2c18" not in game.view()["tiles"][2]


def test_tile_gained_by_the_same_move_counts_as_held():
    """GO-09: the settlement leaves one oasis and comes to the other, moved by a tile of another kind."""
    data = components()
    tile_of(data, "paddock")["distance"] = 5
    board = position_a(data=data).board
    sources = sorted(board.neighbours((12, 7)) & board.buildable)
    source, target = next((s, t) for s in sources for t in sorted(board.straight(s, 5)) if t in board.neighbours((17, 5)) & board.buildable)
    game = table_a({source, (3, 17)}, {(12, 7): "oasis", (2, 18): "paddock"}, CHOICE, data, card="canyon")
    for text in ["use paddock at r2c18", f"lift {text_of(source)}", f"put {text_of(target)}"]:
        game.apply(text)
    assert game.legal() == ["give up oasis at r12c7", "give up oasis at r17c5"]
    game.apply("give up oasis at r17c5")
    assert "oasis at r17c5" in game.view()["usable"]
    assert game.view()["taken"][2] == ["r12c7", "r17c5", "r2c18"]


# Useless cards

NO_GRASS = without_terrain("grass", "forest")


def test_useless_card_is_replaced_and_leaves_the_game():
    """KB-42, KB-56."""
    game = new_game(2, FIRST_GAME, data=NO_GRASS, pile=pile_beginning("grass", "desert", "grass", "canyon"))
    assert game.view()["terrain"] == "canyon"
    assert game.view()["removed"] == {"grass": 2}
    play_out(game, look=check_invariants)
    assert game.view()["removed"]["grass"] >= 2


def test_useless_card_may_go_to_the_discard_pile():
    """GO-08."""
    options = FIRST_GAME | {"replaced_terrain_card": "discard_pile"}
    game = new_game(2, options, data=NO_GRASS, pile=pile_beginning("grass", "desert", "grass", "canyon"))
    assert game.view()["terrain"] == "canyon"
    assert game.view()["discards"] == {"grass": 2}
    play_out(game, look=check_invariants)
    assert game.view()["removed"] == {}


def test_useless_card_may_cost_the_builds():
    """GO-07."""
    options = FIRST_GAME | {"no_free_hex_of_card_terrain": "skip_remaining_builds"}
    game = new_game(2, options, data=NO_GRASS, pile=pile_beginning("grass", "desert", "grass", "canyon"))
    assert (game.actor, game.view()["discards"], game.view()["supply"][1]) == (2, {"grass": 1}, 40)
    play_out(game, look=check_invariants)
    assert game.view()["removed"] == {}


def test_card_is_replaced_between_two_builds():
    """KB-56: one free desert hex is left when the builds begin."""
    game = new_game(2, FIRST_GAME, pile=pile_beginning("canyon", "desert", "grass", "desert", "forest"))
    last = (0, 1)
    at_turn_of(2, game, others={2: game.board.hexes("desert") - {last}})
    assert game.legal() == ["build r0c1"]
    game.apply("build r0c1")
    view = game.view()
    assert (view["builds_left"], view["terrain"], view["removed"], view["phase"]) == (2, "forest", {"desert": 2}, "build")


def test_builds_are_forfeited_when_no_card_helps():
    """Section 15: two cards, one of them useless for ever."""
    data = with_deck(without_terrain("grass", "forest"), grass=1, forest=1)
    game = new_game(2, FIRST_GAME, data=data, pile=["grass", "forest"])
    assert (game.actor, game.view()["hands"]) == (2, {1: "grass", 2: "forest"})
    play_out(game, look=lambda game: check_invariants(game, cards=2))
    assert game.view()["supply"] == {1: 40, 2: 0}


def test_player_without_a_card_builds_nothing():
    """Section 15: one card for two players."""
    data = with_deck(components(), forest=1)
    game = new_game(2, FIRST_GAME, data=data, pile=["forest"])
    play_out(game, look=lambda game: check_invariants(game, cards=1))
    assert game.view()["supply"][1] == 0
    assert game.view()["settlements"][2] == []
    assert game.view()["hands"] == {1: "forest", 2: ""}


def test_game_that_cannot_end_is_noticed():
    with pytest.raises(RuntimeError):
        new_game(2, FIRST_GAME, data=with_deck(without_terrain("grass", "forest"), grass=2))
