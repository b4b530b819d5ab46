"""The King's Guild (Matthew Austin, Mirror Box Games): resources, quests, rooms and specialists; 1 to 6 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Decision, Feature, Game, Owed, Price

_STEP = (
    Feature("gather", "1 for Gather"),
    Feature("room", "for Gather: resources that still find room, three at most"),
    Feature("aim", "for Gather: worth of the nearest thing to be made, less what it lacks"),
    Feature("ready", "for Gather: worth of the best thing that can be made as things stand"),
    Feature("craft", "1 for a craft"),
    Feature("craft_coins", "for a craft: coins of the items, less the fee of a thug"),
    Feature("craft_pays", "for a craft: resources paid"),
    Feature("opens", "for a craft: 1 if it leaves a sigil"),
    Feature("shares", "for a craft: 1 if it completes a quest another player opened"),
    Feature("treasures", "for a craft: treasures gained"),
    Feature("own_quest", "for a craft: 1 if it completes a quest of one's own"),
    Feature("over_hand", "for a craft: treasures beyond what the hand holds"),
    Feature("quest_points", "for a craft: points that own rooms gain by the quest"),
    Feature("build", "1 for a room"),
    Feature("build_cost", "for a room: its cost"),
    Feature("build_points", "for a room: points as things stand, without those of full spaces"),
    Feature("spaces", "for a room: spaces for specialists"),
    Feature("storage", "for a room or specialist: resources stored more"),
    Feature("hand", "for a room or specialist: treasures held more"),
    Feature("access", "for a room or specialist: rare resources that can be gathered from then on"),
    Feature("discounts", "for a specialist: resources saved an item"),
    Feature("hire", "1 for a specialist"),
    Feature("hire_price", "for a specialist: its price"),
    Feature("hire_points", "for a specialist: prestige"),
    Feature("bargain", "for a specialist: coins on it"),
    Feature("gatherers", "for a specialist: 1 if it brings resources after a Gather"),
    Feature("powers", "for a specialist: 1 for a power after a craft"),
    Feature("abilities", "for a specialist: 1 for what it does when hired"),
    Feature("spaces_left", "for a specialist: free spaces left"),
    Feature("last_points", "in the last turns: points of a room or specialist"),
    Feature("late_points", "shortly before: points of a room or specialist"),
    Feature("statue", "1 for the Statue, alone"),
    Feature("offering", "1 for the offering"),
    Feature("offering_points", "for the offering: its points"),
    Feature("play", "1 for playing a treasure"),
    Feature("play_room", "for playing: resources that still find room, three at most"),
    Feature("play_scroll", "for playing: 1 for a scroll"),
    Feature("play_map", "for playing: 1 for a Treasure Map"),
    Feature("play_contract", "for playing: 1 for a Contract"),
    Feature("play_late", "for playing: 1 near the end"),
    Feature("sell", "1 for selling a treasure"),
    Feature("sell_coins", "for selling: coins"),
    Feature("sell_points", "for selling: points the card is worth in the hand, roughly"),
    Feature("sell_playable", "for selling: 1 for a card that can be played"),
    Feature("bard", "1 for a move of the Bard"),
    Feature("end", "1 for ending the turn"),
    Feature("pass", "1 for passing"),
)
_KIND = (
    Feature("stop", "1 for stopping, declining or spending nothing"),
    Feature("nearer", "how much nearer the nearest thing to be made comes"),
    Feature("ready", "worth of the best thing that can then be made"),
    Feature("rare", "1 for gem and magic"),
    Feature("held", "resources of the kind held"),
)
_CARD = (
    Feature("stop", "1 for stopping"),
    Feature("coins", "coins it is sold for"),
    Feature("points", "points it is worth in the hand, roughly"),
    Feature("playable", "1 for a card that can be played"),
    Feature("potion", "1 for a Fortune or Lucky Potion"),
    Feature("twice", "1 if the hand has another one"),
)
_SPACE = (Feature("outside", "1 for a space outside the guild"),)

GAME = Game(
    id="kings_guild",
    title="The King's Guild",
    authors="Matthew Austin, Mirror Box Games",
    min_players=1,
    max_players=6,
    behaviour=1,
    package="simcli.games.kings_guild",
    folder=Path(__file__).parent,
    decisions=(
        Decision("turn", "KG-DP-04", "main action of a turn, or a free step before it", _STEP),
        Decision("expand", "KG-DP-14", "other half of an Expand, or a free step before it", _STEP),
        Decision("free", "KG-DP-04", "free step after the main action, or the end of the turn", _STEP),
        Decision(
            "gather",
            "KG-DP-05",
            "mixture to gather",
            (
                Feature("decline", "1 for declining"),
                Feature("n", "resources taken"),
                Feature("over", "resources beyond the storage"),
                Feature("rare", "gem and magic taken"),
                Feature("nearer", "how much nearer the nearest thing to be made comes"),
                Feature("ready", "worth of the best thing that can then be made"),
                Feature("used", "resources then held that one thing to be made asks for"),
            ),
        ),
        Decision(
            "craft",
            "KG-DP-39",
            "craft of a Craftswoman",
            (
                Feature("decline", "1 for declining"),
                Feature("coins", "coins of the items"),
                Feature("whole", "1 for all items of a quest"),
            ),
        ),
        Decision(
            "hire",
            "KG-DP-18",
            "specialist to hire with a Contract",
            (Feature("points", "prestige"), Feature("cost", "printed cost")),
        ),
        Decision("space", "KG-DP-19", "space for a specialist", _SPACE),
        Decision("baggage", "KG-DP-20", "space for the baggage", _SPACE),
        Decision(
            "move",
            "KG-DP-40",
            "move of the Bard",
            (Feature("inside", "1 for a specialist that comes inside"), Feature("outside", "1 for one that goes outside")),
        ),
        Decision(
            "square",
            "KG-DP-16",
            "square for a room",
            (
                Feature("coins", "1 for a coin square"),
                Feature("resources", "1 for a square with a resource"),
                Feature("top", "1 for the top row"),
            ),
        ),
        Decision("saving", "KG-SP-37", "resource to spend on a room", _KIND, (("promo_specialists", False),)),
        Decision(
            "double",
            "KG-DP-08",
            "items that Fortune Potions double",
            (Feature("coins", "coins they bring"), Feature("potions", "potions used")),
        ),
        Decision(
            "lucky",
            "KG-DP-09",
            "Lucky Potion",
            (Feature("twice", "1 for using it"),),
            (("lucky_potion_timing", "before_crafting"),),
        ),
        Decision("keep", "KG-DP-10", "treasure to keep of a shared quest", _CARD),
        Decision(
            "power",
            "KG-DP-45",
            "power after a craft",
            (
                Feature("stop", "1 for no more powers"),
                Feature("hero", "1 for a treasure of a hero's specialist"),
                Feature("thug", "1 for the thug token"),
                Feature("scroll", "1 for using up a scroll"),
            ),
        ),
        Decision("discard", "KG-DP-13", "treasure to discard for nothing", _CARD),
        Decision("limit", "KG-DP-11", "treasure to sell over the limit", _CARD),
        Decision("return", "KG-DP-06", "resource to return over the limit", _KIND),
        Decision(
            "colour",
            "KG-DP-33",
            "colour of a treasure to draw",
            (
                Feature("stop", "1 for declining"),
                Feature("blue", "1 for blue"),
                Feature("red", "1 for red"),
                Feature("yellow", "1 for yellow"),
                Feature("deck", "cards of the deck"),
            ),
        ),
        Decision("kind", "KG-DP-28", "kind of resource to name", _KIND),
        Decision(
            "choose",
            "KG-DP-01",
            "gain of a card or guild tile",
            (
                Feature("decline", "1 for declining"),
                Feature("nearer", "how much nearer the nearest thing to be made comes"),
                Feature("pays", "coins paid"),
            ),
        ),
        Decision("exchange", "KG-DP-35", "exchange of the Alchemist", _KIND),
        Decision("steal", "KG-DP-36", "resource to steal", _KIND),
        Decision("buy", "KG-DP-37", "relic to buy", _CARD),
        Decision(
            "quest",
            "KG-DP-38",
            "quest for the Witch",
            (Feature("decline", "1 for declining"), Feature("coins", "coins of its item")),
        ),
        Decision(
            "copy",
            "KG-SP-39",
            "specialist to copy",
            (Feature("points", "prestige"),),
            (("promo_specialists", False),),
        ),
        Decision(
            "bid",
            "KG-DP-41",
            "bid for the King's Statue",
            (
                Feature("bid", "coins bid"),
                Feature("some", "1 for more than nothing"),
                Feature("up_to_five", "coins bid, five at most"),
                Feature("tops", "1 for more than any other player holds"),
                Feature("half", "1 for more than half of the own coins"),
            ),
        ),
    ),
    max_decisions=100_000,
    prices={
        1: Price(100, 150, 250),
        2: Price(800, 500, 900),
        3: Price(1300, 700, 1400),
        4: Price(1600, 900, 1800),
        5: Price(1800, 1100, 2200),
        6: Price(1900, 1300, 2500),
    },
    has_start_player=True,
)

if TYPE_CHECKING:
    from simcli.games.kings_guild import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
