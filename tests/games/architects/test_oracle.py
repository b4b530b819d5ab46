"""The slow oracle of Architects against the worked examples, rule by rule."""

from __future__ import annotations

import pytest

from tests.games.oracles import play

from .oracle.game import Oracle, count_last_turns, end_turn, take_turn, workers_to_take_back
from .oracle.guildhall import can_advance, prices, ways_to_pay
from .oracle.locations import place_worker, placements
from .oracle.reset import market_reset
from .oracle.scene import NoChance, components, empty_table, stand
from .oracle.scoring import final_virtue, points_of, winners

ALWAYS = {"quarry", "forest", "silversmith", "mines clay", "storehouse", "workshop draw"}


def goods_of(table, seat=1):
    return {what: number for what, number in table.players[seat].goods.items() if number}


def workshop(n, silver, **options):
    table = empty_table(**options)
    table.players[1].silver = silver
    stand(table, "workshop", 1, n - 1)
    table.display[0] = ["miner", "jeweller", "labourer", "stonecutter"]
    table.apprentice_deck = ["woodcutter", "conspirator"]
    return table


def test_w01_silver_is_laid_on_the_cards_in_the_way():
    """AW-A06a, AW-A06b."""
    table = workshop(1, 7)
    play(place_worker(table, 1), "place workshop hire", "hire row 1 column 3")
    assert (table.players[1].silver, table.tax_stand) == (1, 6)
    assert table.display[0] == ["miner", "jeweller", "stonecutter", "woodcutter"]
    assert table.display_silver[0] == [1, 1, 0, 0]
    assert table.players[1].apprentices == ["labourer"]


def test_w02_silver_on_a_card_comes_along_but_does_not_pay():
    table = workshop(2, 4)
    table.display_silver[0] = [1, 1, 0, 0]
    assert {*play(place_worker(table, 1), "place workshop hire").legal} == {"hire row 1 column 1", "hire row 1 column 2"}
    table = workshop(2, 4)
    table.display_silver[0] = [1, 1, 0, 0]
    play(place_worker(table, 1), "place workshop hire", "hire row 1 column 2")
    assert (table.players[1].silver, table.tax_stand, table.display_silver[0]) == (1, 6, [1, 0, 0, 0])
    assert table.display[0] == ["miner", "labourer", "stonecutter", "woodcutter"]


def test_w03_jeweller():
    """AW-A03, AW-AP10."""
    table = empty_table()
    stand(table, "silversmith", 1, 2)
    table.players[1].apprentices = ["jeweller"]
    play(place_worker(table, 1), "place silversmith")
    assert table.players[1].silver == 5


@pytest.mark.parametrize(
    ("miners", "text", "gained"), [(0, "gold", {"gold": 2}), (1, "gold", {"clay": 1, "gold": 2}), (2, "clay", {"clay": 7})]
)
def test_w04_mines(miners, text, gained):
    """AW-A04, AW-AP17."""
    table = empty_table()
    stand(table, "mines", 1, 3)
    table.players[1].apprentices = ["miner"] * miners
    play(place_worker(table, 1), f"place mines {text}")
    assert goods_of(table) == gained


def test_w04_gold_needs_two_workers():
    assert set(placements(empty_table(), 1)) >= ALWAYS
    assert "mines gold" not in placements(empty_table(), 1)


def test_w05_storehouse():
    """AW-A05."""
    table = empty_table()
    stand(table, "storehouse", 1, 2)
    table.players[1].goods.update(clay=2, wood=2, stone=3)
    run = play(place_worker(table, 1), "place storehouse")
    assert run.question.left == 3
    assert {*run.legal} == {
        *("virtue for 2 clay", "virtue for 2 wood", "virtue for 2 stone", "virtue for 1 clay 1 wood"),
        *("virtue for 1 clay 1 stone", "virtue for 1 wood 1 stone"),
        *("marble for 3 stone", "marble for 1 wood 2 stone", "marble for 2 wood 1 stone", "stop"),
    }
    run.say("virtue for 2 clay", "marble for 1 wood 2 stone", "virtue for 1 wood 1 stone")
    assert (goods_of(table), table.players[1].virtue, run.question) == ({"marble": 1}, 9, None)


@pytest.mark.parametrize(("n", "cards"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_w06_drawing(n, cards):
    """AW-A06e."""
    table = empty_table()
    stand(table, "workshop", 1, n - 1)
    table.building_deck = ["well", "smithy", "clay_pit", "church"]
    play(place_worker(table, 1), "place workshop draw")
    assert len(table.players[1].hand) == cards


def test_w07_three_captures_with_four_players():
    """AW-A07a, AW-A07b."""
    table = empty_table(4)
    table.players[1].silver = 3
    stand(table, "town_centre", 1, 2)
    for seat, number in ((1, 1), (2, 2), (3, 1)):
        stand(table, "silversmith", seat, number)
    run = play(place_worker(table, 1), "place town_centre", "capture seat 2 at silversmith")
    run.say("capture seat 3 at silversmith", "capture seat 1 at silversmith")
    player = table.players[1]
    assert (dict(player.captives), player.supply, player.silver, table.tax_stand) == ({2: 2, 3: 1}, 20 - 4 + 1, 0, 5)


@pytest.mark.parametrize(("players", "places"), [(3, {"forest", "quarry"}), (4, {"forest"})])
def test_w08_places_of_a_visit(players, places):
    """AW-A07c."""
    table = empty_table(players)
    table.players[1].silver = 9
    stand(table, "town_centre", 1, 2)
    for place in ("forest", "quarry", "mines"):
        stand(table, place, 2, 1)
        stand(table, place, 3, 1)
    run = play(place_worker(table, 1), "place town_centre", "capture seat 2 at forest")
    if players == 3:
        run.say("capture seat 2 at quarry")
    assert {text.split()[-1] for text in run.legal} - {"stop"} == places


def test_town_centre_visit_that_stops_pays_nothing():
    """AW-A07a, AW-Q30."""
    table = empty_table()
    table.players[1].silver = 1
    play(place_worker(table, 1), "place town_centre", "stop")
    assert (table.players[1].silver, table.tax_stand) == (1, 4)


@pytest.mark.parametrize(("scope", "left"), [("each_capture", 3), ("each_visit", 2)])
def test_conspirator(scope, left):
    """AW-AP04, GO-10."""
    table = empty_table(conspirator_scope=scope)
    table.players[1].silver, table.players[1].apprentices = 4, ["conspirator"]
    stand(table, "town_centre", 1, 2)
    stand(table, "forest", 2, 1)
    stand(table, "quarry", 2, 1)
    stand(table, "quarry", 1, 1)
    play(place_worker(table, 1), "place town_centre", "capture seat 2 at forest", "capture seat 2 at quarry", "capture seat 1 at quarry")
    assert table.players[1].silver == left


@pytest.mark.parametrize(("apprentices", "silver", "virtue"), [([], 0, 8), (["illusionist", "trickster"], 1, 9)])
def test_w11_market_right(apprentices, silver, virtue):
    """AW-A09d, AW-BM11, AW-AP09, AW-AP34."""
    table = empty_table()
    player = table.players[1]
    player.virtue, player.silver, player.apprentices = 9, 3, apprentices
    play(place_worker(table, 1), "place market right")
    assert (player.silver, player.virtue, goods_of(table)) == (silver, virtue, {"wood": 1, "stone": 1, "marble": 2})
    player.virtue = 10
    assert not [text for text in placements(table, 1) if text.startswith("market")]


@pytest.mark.parametrize(("profile", "silver", "virtue"), [("seed", 3, 7), ("published", 1, 6)])
def test_middle_space_draws_five_and_keeps_one(profile, silver, virtue):
    """AW-A09c, GO-03; Swindlers and Caroline's card come last (AW-A09, AW-PB02)."""
    table = empty_table(board="caroline", profile=profile)
    player = table.players[1]
    player.silver, player.apprentices = 3, ["swindler_clay", "swindler_wood"]
    table.building_deck = ["well", "smithy", "clay_pit", "church", "palace", "keep"]
    run = play(place_worker(table, 1), "place market middle draw")
    assert run.question.drawn == ("well", "smithy", "clay_pit", "church", "palace")
    run.say("keep church")
    assert (player.silver, player.virtue, goods_of(table)) == (silver, virtue, {"clay": 2, "wood": 1})
    assert (player.hand, table.building_deck) == (["church", "keep"], ["well", "smithy", "clay_pit", "palace"])


def test_w12_reset():
    """AW-B02 to AW-B06."""
    table = empty_table(3)
    for seat, prison in ((1, 2), (2, 2), (3, 1)):
        table.players[seat].prison = prison
    table.market.update(left=1, right=3)
    table.market_pile = ["bm_03", "bm_04"]
    table.players[1].apprentices = ["gatekeeper"]
    play(market_reset(table, 2))
    assert [(p.prison, p.virtue, p.unpaid) for p in table.players.values()] == [(1, 7, 0), (2, 7, 1), (2, 7, 1)]
    assert (table.market, table.market_right, table.market_pile) == ({"left": 0, "middle": 0, "right": 0}, "bm_03", ["bm_04"])


def test_reset_takes_virtue_from_three_in_the_prison():
    """AW-B05, AW-B06."""
    table = empty_table(3)
    table.players[1].prison, table.players[2].prison, table.players[2].virtue = 3, 4, 0
    play(market_reset(table, 1))
    assert [(p.virtue, p.unpaid) for p in table.players.values()] == [(6, 0), (0, 2), (7, 0)]


@pytest.mark.parametrize(("goes_to", "unpaid"), [("most_in_prison", [0, 1, 0]), ("fewest_in_prison", [1, 0, 0])])
def test_debt_of_a_reset(goes_to, unpaid):
    """GO-09."""
    table = empty_table(3, reset_debt_goes_to=goes_to)
    table.players[1].prison, table.players[2].prison = 1, 2
    play(market_reset(table, 1))
    assert [player.unpaid for player in table.players.values()] == unpaid


def test_owner_chooses_the_order_of_the_reset():
    """GO-11, AW-D21: with the Gatekeeper first the Squire pays."""
    table = empty_table(reset_ability_order="owner_choice")
    table.players[1].prison, table.players[1].apprentices = 1, ["gatekeeper", "squire_gold"]
    play(market_reset(table, 1), "resolve gatekeeper")
    assert goods_of(table) == {"gold": 1}
    table = empty_table()
    table.players[1].prison, table.players[1].apprentices = 1, ["gatekeeper", "squire_gold"]
    play(market_reset(table, 1))
    assert goods_of(table) == {}


@pytest.mark.parametrize(("apprentices", "clay"), [([], {}), (["acolyte_tiling"], {"clay": 2})])
def test_w14_first_level(apprentices, clay):
    """AW-A13a, AW-RW06, AW-AP02."""
    table = empty_table()
    player = table.players[1]
    player.goods["gold"], player.hand, player.apprentices = 1, ["university"], apprentices
    table.rewards = ["virtue_gold", "virtue_wood"]
    play(place_worker(table, 1), "place guildhall")
    assert (player.level, goods_of(table), player.virtue, player.hand) == (1, {"gold": 1, **clay}, 8, [])
    assert (table.building_deck, table.rewards, player.guildhall) == (["university"], ["virtue_wood"], 1)
    assert points_of(table, 1)["cathedral"] == 2


def test_w15_spaces_of_a_level():
    """AW-A13b, AW-R05."""
    table = empty_table(3)
    player = table.players[1]
    player.level, player.hand = 3, ["well"]
    player.goods["wood"] = 8
    table.players[2].level = table.players[3].level = 4
    assert not can_advance(table, 1)
    table.players[2].level = 5
    assert can_advance(table, 1)
    player.virtue = 4
    assert not can_advance(table, 1)


def test_w17_paying_off_a_debt():
    """AW-A10d, AW-R02, AW-AP06."""
    table = empty_table()
    player = table.players[1]
    player.virtue, player.silver, player.unpaid, player.apprentices = 3, 5, 1, ["debt_collector_masonry"]
    play(place_worker(table, 1), "place guardhouse", "pay off")
    assert (player.silver, table.tax_stand, player.unpaid, player.paid, player.virtue) == (0, 6, 0, 1, 4)
    assert goods_of(table) == {"stone": 2}


def test_w18_virtue_below_the_track_brings_a_debt():
    """AW-R04, AW-BL33."""
    table = empty_table()
    player = table.players[1]
    player.virtue, player.hand, player.apprentices = 1, ["thieves_den"], ["stonecutter"]
    player.goods.update(clay=1, wood=2, stone=3)
    play(place_worker(table, 1), "place guildhall")
    assert (player.virtue, player.unpaid, player.silver, player.built) == (0, 1, 4, ["thieves_den"])


def test_w20_icons_of_the_guildhall():
    """AW-A11b, AW-A11c, AW-E01."""
    tables = empty_table(3).tables
    assert (tables.leaving_spaces, tables.reset_spaces, tables.last_space) == ([3, 7, 11], [9, 13], 16)
    tables = empty_table(5).tables
    assert (tables.leaving_spaces, tables.reset_spaces, tables.last_space) == ([3, 9, 15], [13, 19], 24)
    table = empty_table(3)
    table.players[2].guildhall = 16
    told = []
    for _ in range(4):
        count_last_turns(table)
        told.append(table.last_turns)
    assert told == [3, 2, 1, 0]


def guildhall_table(**options):
    table = empty_table(**options)
    player = table.players[1]
    player.hand, player.guildhall = ["well", "smithy"], 2
    player.goods.update(wood=4, stone=2, clay=4)
    table.display = [["miner", "jeweller", "labourer", "stonecutter"], ["thief", "trickster", "illusionist", "pickpocket"]]
    table.display_silver[0][0], table.display_silver[1][1] = 2, 1
    table.apprentice_deck = ["woodcutter", "conspirator", "gatekeeper"]
    return table


@pytest.mark.parametrize(("goes_to", "tax_stand"), [("back_to_supply", 4), ("to_tax_stand", 6)])
def test_two_apprentices_leave(goes_to, tax_stand):
    """AW-A11b, GO-13."""
    table = guildhall_table(silver_on_discarded_apprentice=goes_to)
    run = play(place_worker(table, 1), "place guildhall")
    assert {*run.legal} == {"build well", "build smithy"}
    assert table.display == [
        ["jeweller", "labourer", "stonecutter", "woodcutter"],
        ["trickster", "illusionist", "pickpocket", "conspirator"],
    ]
    assert (table.display_silver, table.apprentice_deck) == ([[0, 0, 0, 0], [1, 0, 0, 0]], ["gatekeeper", "miner", "thief"])
    assert table.tax_stand == tax_stand


def test_apprentices_may_stay():
    """GO-06."""
    table = guildhall_table(guildhall_apprentice_discard=False)
    play(place_worker(table, 1), "place guildhall")
    assert table.display[0][0] == "miner"


@pytest.mark.parametrize(("virtue", "silver", "winner"), [(9, 5, [2]), (10, 5, [1]), (9, 3, [1, 2])])
def test_w23_ties(virtue, silver, winner):
    """AW-K01."""
    table = empty_table()
    for player in table.players.values():
        player.virtue, player.silver, player.goods["gold"] = 9, 3, 10
    table.players[2].silver = silver
    table.players[1].virtue, table.players[1].goods["gold"] = virtue, 10 - (virtue == 10)
    assert winners(table) == winner


@pytest.mark.parametrize(("players", "seed", "published"), [(2, 6, 5), (3, 4, 7), (4, 2, 9), (5, 0, 11)])
def test_w25_reward_pile(players, seed, published):
    """AW-S02, GO-02."""
    assert [len(Oracle(players, {"profile": name}, NoChance(), components()).table.rewards) for name in ("seed", "published")] == [
        seed,
        published,
    ]


def test_w26_variable_boards():
    """AW-V01: without a shuffle the boards come in file order, so Therese, Caroline, Ada, Frederick, Rudolf."""
    game = Oracle(5, {"player_boards": "variable", "initial_apprentice": False}, NoChance(), components())
    view = game.view()
    assert list(view["boards"].values()) == ["therese", "caroline", "ada", "frederick", "rudolf"]
    assert (view["start"], view["virtue"][3], view["prison"][2], view["supply"][2]) == (3, 11, 8, 12)
    while view["phase"] == "draft":
        game.apply(game.legal()[0])
        view = game.view()
    assert [len(cards) for cards in view["hands"].values()] == [4, 3, 4, 3, 3]
    assert (view["turn"], view["player"], view["unpaid"][2], view["goods"][2]) == (1, 3, 1, {"marble": 1})


def test_w27_lothaire():
    """AW-PB06."""
    table = empty_table(board="", include_promo_cards=True)
    player = table.players[1]
    player.board = table.tables.boards["lothaire"]
    player.goods.update(clay=4, wood=2, stone=3, marble=2)
    cost = table.tables.buildings["university"]["cost"]
    assert prices(table, 1, cost) == {"1 wood less": {**cost, "wood": 1}, "1 stone less": {**cost, "stone": 2}}
    player.goods["stone"] = 2
    assert list(prices(table, 1, cost)) == ["1 stone less"]
    levels = table.tables.board["cathedral"]["levels"]
    assert all(sum(way.values()) == 7 for way in ways_to_pay(table, 1, levels[3]).values())
    assert list(ways_to_pay(table, 1, levels[2])) == ["pay 1 marble"]


# Beyond the examples


def test_worker_comes_back():
    """AW-T03, AW-T04, GO-16."""
    table = empty_table()
    player = table.players[1]
    stand(table, "quarry", 1, 1)
    table.players[2].captives[1], player.prison, table.market["left"], player.supply = 1, 1, 1, 0
    assert workers_to_take_back(table, 1) == ["quarry"]
    play(take_turn(table, 1))
    assert (player.supply, table.workers["quarry"][1]) == (1, 0)
    assert workers_to_take_back(table, 1) == ["seat 2"]
    table.players[2].captives.clear()
    assert workers_to_take_back(table, 1) == ["prison", "market_left"]
    player.prison, table.market["left"] = 0, 0
    assert workers_to_take_back(table, 1) == []


def test_worker_comes_back_from_anywhere_in_the_published_game():
    """GO-16."""
    table = empty_table(profile="published")
    table.players[2].captives[1], table.players[1].prison = 1, 1
    assert workers_to_take_back(table, 1) == ["seat 2", "prison"]


def test_hand_limit():
    """AW-T07."""
    table = empty_table()
    table.players[1].hand = ["armoury", "barracks", "castle", "chapel", "church", "keep", "well"]
    run = play(end_turn(table, 1), "discard keep")
    assert (run.question, table.building_deck) == (None, ["keep"])


@pytest.mark.parametrize(("overflow", "offered"), [("hire_then_discard_any", 6), ("discard_before_hiring", 5)])
def test_sixth_apprentice(overflow, offered):
    """AW-A06d, GO-08."""
    table = workshop(1, 4, apprentice_overflow=overflow)
    own = ["conspirator", "jeweller", "pickpocket", "stonecutter", "woodcutter"]
    table.players[1].apprentices = list(own)
    table.display[0] = ["miner", "", "", ""]
    run = play(place_worker(table, 1), "place workshop hire")
    assert run.question.phase == "dismiss"
    assert len(run.legal) == offered
    run.say("dismiss pickpocket")
    assert len(table.players[1].apprentices) == 5
    assert "miner" in table.players[1].apprentices


def test_overflow_of_virtue():
    """AW-R03, GO-14, AW-D19: automatic, or asked."""
    for options, asked in (({}, False), ({"profile": "published"}, True)):
        table = empty_table(**options)
        player = table.players[1]
        player.virtue, player.unpaid = 14, 2
        player.goods["clay"] = 2
        run = play(place_worker(table, 1), "place storehouse", "virtue for 2 clay")
        if asked:
            assert {*run.legal} == {"destroy debt", "keep debt"}
            run.say("destroy debt")
        assert (player.virtue, player.unpaid, player.paid) == (14, 1, 0)


def test_hugo_pays_instead_of_a_debt():
    """AW-PB07, AW-D16: asked for each debt, in scoring too."""
    table = empty_table(include_promo_cards=True)
    player = table.players[1]
    player.board, player.virtue, player.silver, player.built = table.tables.boards["hugo"], 1, 2, ["dungeon"]
    run = play(final_virtue(table))
    assert {*run.legal} == {"take debt", "pay 2 silver"}
    run.say("pay 2 silver")
    assert (player.silver, player.unpaid, player.virtue) == (0, 0, 0)


def test_therese_pays_gold_with_marble():
    """AW-PB01."""
    table = empty_table(board="therese")
    player = table.players[1]
    player.goods.update(gold=1, marble=3)
    assert table.can_pay(1, {"gold": 2, "marble": 2})
    table.pay(1, {"gold": 2, "marble": 1})
    assert goods_of(table) == {"marble": 1}
    assert table.amount(1, "gold") == 1


def test_ada_pays_less_tax_in_each_payment():
    """AW-PB03."""
    table = empty_table(board="ada")
    assert (table.tax_due(1, 3), table.tax_due(1, 1), table.tax_due(1, 0)) == (2, 0, 0)
    table.players[1].virtue = 0
    assert table.tax_due(1, 2) == 0


def test_ransom():
    """AW-A10c, GO-07, AW-D20."""
    for scope, texts in (("all_captors", []), ("one_captor", ["from seat 3"])):
        table = empty_table(3, ransom_scope=scope)
        for captor in (2, 3):
            stand(table, "quarry", 1, 2)
            table.players[captor].captives[1] = table.workers["quarry"].pop(1)
        play(place_worker(table, 1), "place guardhouse", "ransom for debt", *texts)
        player = table.players[1]
        assert (player.unpaid, player.virtue, player.supply) == (1, 6, 15 + (4 if scope == "all_captors" else 2))


def test_captives_go_to_prison():
    """AW-A10a, AW-PB10, AW-AP36."""
    table = empty_table(3, include_promo_cards=True)
    player = table.players[1]
    player.board, player.apprentices = table.tables.boards["bertha"], ["enforcer"]
    player.captives.update({2: 2, 3: 1})
    play(place_worker(table, 1), "place guardhouse", "send")
    assert (player.silver, goods_of(table), table.players[2].prison, table.players[3].prison) == (5, {"gold": 1}, 2, 1)
    assert sum(player.captives.values()) == 0


def test_tax_stand():
    """AW-A08, AW-AP22, AW-AP30."""
    table = empty_table()
    player = table.players[1]
    player.apprentices = ["pickpocket", "thief"]
    play(place_worker(table, 1), "place tax_stand")
    assert (player.silver, player.virtue, goods_of(table), table.tax_stand) == (4, 6, {"gold": 1}, 0)
    assert "tax_stand" not in placements(table, 1)


def test_third_market_space_triggers_the_reset():
    """AW-B01, AW-T06."""
    table = empty_table()
    table.market.update(left=2, middle=2)
    table.players[1].silver = 3
    play(place_worker(table, 1), "place market right")
    assert table.reset
    play(end_turn(table, 1))
    assert (table.reset, table.players[1].prison, table.players[2].prison, table.players[2].unpaid) == (False, 1, 2, 1)


def test_reset_after_the_last_card_of_the_pile():
    """AW-B03, AW-Q17."""
    table = empty_table()
    table.market_right = "bm_10"
    play(market_reset(table, 1))
    assert table.market_right == "bm_10"
    table.players[1].silver = 1
    play(place_worker(table, 1), "place market left")
    assert goods_of(table) == {"gold": 1, "marble": 1}


def test_crane_places_a_second_worker_and_clovis_draws_at_the_end():
    """AW-BL41, AW-PB08, AW-Q27."""
    table = empty_table(include_promo_cards=True)
    player = table.players[1]
    player.board, player.hand = table.tables.boards["clovis"], ["well", "crane"]
    player.goods.update(wood=5, stone=3)
    table.building_deck = ["keep", "palace", "castle"]
    run = play(place_worker(table, 1), "place guildhall", "build crane")
    assert {*run.legal} == {"place guildhall", "decline"}
    run.say("place guildhall")
    assert (player.built, player.guildhall, player.hand) == (["crane", "well"], 2, ["keep", "palace"])


@pytest.mark.parametrize(("order", "virtue", "unpaid"), [("best_for_owner", 13, 2), ("card_order", 12, 1)])
def test_dungeon_goes_where_it_is_best(order, virtue, unpaid):
    """AW-P01, AW-Q10, GO-12: first the loss ends at 13 with 2 debts, first the gain at 12 with 1; a point each, so virtue decides."""
    table = empty_table(final_virtue_order=order)
    player = table.players[1]
    player.virtue, player.unpaid, player.built = 13, 2, ["castle", "dungeon"]
    player.goods["gold"] = 4
    play(final_virtue(table))
    assert (player.virtue, player.unpaid) == (virtue, unpaid)


def test_points_by_category():
    """AW-P02 to AW-P08, AW-BL15, AW-BL16, AW-BL18."""
    table = empty_table()
    player = table.players[1]
    player.built, player.level, player.virtue, player.unpaid = ["fountain", "gamblers_den", "keep", "aqueduct"], 4, 3, 3
    player.silver, player.prison, player.paid = 29, 5, 1
    player.goods.update(gold=2, marble=1, clay=9)
    player.captives[2] = 7
    assert points_of(table, 1) == {
        "buildings": 4 + 10 + 12 + 3,
        "effects": 3 - 3 + 2 + 4,
        "cathedral": 12,
        "virtue": -5,
        "debts": -6,
        "goods": 3,
        "silver": 2,
        "prison": -2,
    }


def test_most_must_be_alone():
    """AW-BL09, AW-BL28, AW-BL30."""
    table = empty_table(3)
    table.players[1].built = ["clay_market", "silver_market", "steeple"]
    table.players[1].goods["clay"], table.players[1].silver, table.players[1].level = 2, 3, 1
    table.players[2].goods["clay"], table.players[3].silver = 2, 2
    assert points_of(table, 1)["effects"] == 4
