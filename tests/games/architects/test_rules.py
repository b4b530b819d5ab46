"""What one scenario cannot show: the box, and what is dealt over many deals."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from tests.games.architects.tables import COMPONENTS, GAME, dealt, table

RULES = (GAME.folder / "RULES.md").read_text("utf-8")


def line(rule: str) -> str:
    """The text of a rule that stands on one line."""
    return re.search(rf"^- {rule} (.*)$", RULES, re.M).group(1)


def test_the_box_is_the_one_of_the_rules():
    """AW-C01, AW-C02: what is printed, and what of it the files hold."""
    box = COMPONENTS["components"]
    cards, boards = box["cards"], box["boards"]
    printed = f"{cards['apprentice']} apprentices, {cards['building']} buildings, {cards['black_market']} two-sided market cards,"
    printed += f" {cards['reward']} rewards, {cards['debt']} debts, {boards['player']} boards with two sides,"
    printed += f" {box['workers']['per_player']} workers and {box['markers']['per_player']} markers for each of 5 colours, the main board."
    assert line("AW-C01").startswith(printed)
    copies = {
        kind: Counter(row["set"] for row in COMPONENTS[kind][kind] for _ in range(row.get("count", 1)))
        for kind in ("apprentices", "buildings")
    }
    assert copies == {"apprentices": {"base": 40, "promo": 3}, "buildings": {"base": 40, "promo": 3}}
    assert [board["set"] for board in COMPONENTS["player_boards"]["boards"]] == ["base"] * 5 + ["promo"] * 5
    assert int(dealt(5).t["workers"]) == box["workers"]["per_player"] == 20
    tokens = ", ".join(f"{n} {what}" for what, n in box["tokens"].items())
    assert line("AW-C02").replace(" and ", ", ").startswith(f"The box holds {tokens};")


def test_goods_go_on_beyond_the_box():
    """AW-C02, AW-G01: the box holds 25 gold and 50 silver."""
    game = dealt(
        2, {"start_player": "fixed_seat"}, workers={"silversmith": {1: 9}}, silver={1: 50}, goods={1: {"gold": 25}, 2: {"gold": 25}}
    )
    game.apply(game.texts()["place silversmith"])
    assert game.fields()["silver"][1] == 61
    assert game.fields()["goods"] == {1: {"gold": 25}, 2: {"gold": 25}}


def test_there_is_no_game_for_one():
    """AW-C03, AW-V03: no solo game, and none of its material among what can be counted."""
    assert (GAME.min_players, GAME.max_players) == (2, 5)
    assert sorted(COMPONENTS["setup"]["players"]) == [2, 3, 4, 5]
    kinds = {item.kind for item in dealt(2).catalogue.items}
    assert kinds == {"apprentice", "building", "reward", "cathedral_step", "placement", "captive", "debt", "start_player"}


@pytest.mark.parametrize(("chosen", "apprentices", "buildings"), [(False, 40, 40), (True, 43, 43)])
def test_promotional_cards_stay_in_the_box_unless_asked_for(chosen, apprentices, buildings):
    """AW-Q15, AW-C04, AW-V02, GO-17."""
    game = table(4, {"include_promo_cards": chosen})
    game.deal(0, 1)
    f = game.fields()
    shown = [card for row in f["display"] for card in row]
    assert len(shown + f["apprentice_deck"]) == apprentices
    assert len(f["building_deck"]) == buildings
    promo = {row["id"] for kind in ("apprentices", "buildings") for row in COMPONENTS[kind][kind] if row["set"] == "promo"}
    assert (promo & {*shown, *f["apprentice_deck"], *f["building_deck"]}) == (promo if chosen else set())


@pytest.mark.parametrize("players", [2, 5])
def test_no_two_boards_are_of_one_colour(players):
    """AW-Q29, AW-V01: with ten boards of five colours, two of each."""
    colours = {row["id"]: row["colour"] for row in COMPONENTS["player_boards"]["boards"]}
    assert set(Counter(colours.values()).values()) == {2}
    game, seen = table(players, {"player_boards": "variable", "include_promo_cards": True}), set()
    for deal in range(30):
        game.deal(deal, 1)
        boards = game.fields()["boards"]
        assert len({colours[board] for board in boards.values()}) == players
        seen |= {*boards.values()}
    assert seen == {*colours}


def test_workers_sent_and_freed_are_counted():
    """AW-A10a to AW-A10c, AW-T03, AW-T04: whoever sends, and whose worker comes back."""
    game, seen = table(2), Counter()
    for deal in range(8):
        game.deal(deal, 1)
        dice, sent = Random(deal), Counter()
        while actions := game.texts():
            text, before, freed = dice.choice(sorted(actions)), game.fields(), game.s["freed"].copy()
            actor = before["actor"]
            game.apply(actions[text])
            captured = before["captured"]
            ransomed = captured[3 - actor].get(actor, 0)
            expected = {
                "release": before["prison"][actor],
                "ransom for silver": ransomed,
                "ransom for debt": ransomed,
                f"take back from seat {3 - actor}": 1,
                "take back from prison": 1,
            }
            if text in expected:
                assert game.s["freed"][actor - 1] - freed[actor - 1] >= expected[text]
            if text == "send":
                sent[actor] += sum(captured[actor].values())
            seen[text] += 1
        assert [sent[1], sent[2]] == game.s["sent"][:2].tolist()
    assert min(seen["send"], seen["release"], seen["ransom for debt"]) >= 5
