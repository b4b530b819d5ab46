"""The King's Guild (Matthew Austin, Mirror Box Games): resources, quests, rooms and specialists; 1 to 6 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Beaten, Effect, Game, Owed, Price, Sight
from simcli.games.kings_guild.decisions import ALONE_CRAFT, CONTEXT, DECISIONS, NO_AUCTION, NO_COINS

_PROMO = ("promo_specialists", False)
_NO_OFFERING, _NO_BONUS, _ANYWHERE = ("offering", False), ("bonus_squares", False), ("adjacency", False)
_ROWS = (
    Effect("gain", "row: resources, coins or points gained"),
    Effect("lose", "row: a resource returned"),
    Effect("pay", "row: coins paid"),
    Effect("if", "row: on a condition"),
    Effect("count", "row: so often, for points at the end"),
    Effect("each", "row: for the next player, or for all"),
    Effect("draw", "row: a treasure of a colour drawn"),
    Effect("action", "row: a hire, craft or Gather"),
    Effect("double", "row: coins of an item, or treasure of a quest, doubled"),
    Effect("place_room", "row: the Shrine put on the board"),
    Effect("take_oldest", "row: the oldest specialist taken"),
    Effect("thug", "row: the thug token put on a quest"),
    Effect("warlock", "row: both halves of a scroll"),
    Effect("choose", "row: one of several gains, or none"),
    Effect("discard", "row: treasures discarded for nothing"),
    Effect("draw_named", "row: treasures of colours named"),
    Effect("name", "row: a kind of resource named"),
    Effect("exchange", "row: resources exchanged"),
    Effect("baggage", "row: the baggage token put inside"),
    Effect("buy_relics", "row: relics bought"),
    Effect("steal", "row: a resource of an opponent"),
    Effect("take_quest", "row: a quest taken"),
    Effect("copy_hired", "row: what another specialist does when hired", (_PROMO,)),
)
_MOMENTS = (
    Effect("at_gathered", "effect of a specialist after a Gather"),
    Effect("at_crafted", "power used after a craft"),
    Effect("at_quest_treasure", "effect of a specialist when treasure has come"),
    Effect("at_hired", "effect of a specialist when hired"),
    Effect("at_played", "treasure played"),
    Effect("at_item_made", "Fortune Potion used"),
    Effect("at_quest_done", "Lucky Potion used"),
    Effect("at_end", "points of a room on a condition"),
    Effect("at_setup", "bonus of a guild tile"),
)
_NUMBERS = (
    Effect("storage", "resources stored beyond the guild tile's storage"),
    Effect("hand_limit", "treasures held beyond the limit"),
    Effect("gather_mix", "mixture of the Laborer gathered"),
    Effect("bonus_again", "bonus square paid twice", (_NO_BONUS,)),
    Effect("row_coins_again", "coins of the row counted twice", (NO_COINS,)),
    Effect("foresight", "turn begun with quests of the deck known"),
    Effect("sale", "treasure sold for what the Auctioneer gets"),
    Effect("room_saving", "resource spent on a room", (_PROMO,)),
    Effect("gem_access", "gem gathered"),
    Effect("magic_access", "magic gathered"),
    Effect("build_anywhere", "room built apart from the others", (_ANYWHERE,)),
    Effect("moves", "move of the Bard"),
    Effect("free_offering", "offering made as a free step", (_NO_OFFERING,)),
    Effect("coins_kept", "coins that rooms count and the offering does not", (_NO_OFFERING,)),
    Effect("weapon_less", "weapon made for fewer resources"),
    Effect("armor_less", "armor made for fewer resources"),
)
_RULES = (
    Effect("bonus_square", "bonus square paid", (_NO_BONUS,)),
    Effect("coins_of_the_row", "specialist hired for less, by coins on the card", (NO_COINS,)),
    Effect("coin_to_zero", "specialist left the game, its cost brought to nothing", (NO_COINS,)),
    Effect("shared_quest", "quest completed that another player opened", (ALONE_CRAFT,)),
    Effect("thug_fee", "fee received for the thug token"),
    Effect("statue_won", "auction of the King's Statue won", (NO_AUCTION,)),
    Effect("statue_shared", "auction of the King's Statue ended by a shared bid", (NO_AUCTION,)),
    Effect("shuffled_again", "treasure deck made of discards when a card was needed"),
    Effect("other_colour", "treasure drawn of another colour, since one was used up"),
    Effect("opened_at_the_end", "quest taken at the end for a sigil on it"),
    Effect("stall", "last turns begun by the stall rule"),
)


GAME = Game(
    id="kings_guild",
    title="The King's Guild",
    authors="Matthew Austin, Mirror Box Games",
    min_players=1,
    max_players=6,
    behaviour=4,
    package="simcli.games.kings_guild",
    folder=Path(__file__).parent,
    sights=(
        Sight("future", "what it could make next"),
        Sight("end", "how much of the game is left"),
        Sight("rivals", "what the others have opened, done and hold"),
    ),
    decisions=DECISIONS,
    context=CONTEXT,
    max_decisions=100_000,
    prices={
        1: Price(34, 100, 156, 91),
        2: Price(105, 185, 312, 182),
        3: Price(140, 270, 400, 273),
        4: Price(150, 300, 560, 364),
        5: Price(175, 330, 600, 455),
        6: Price(190, 340, 740, 546),
    },
    has_start_player=True,
    effects=(*_ROWS, *_MOMENTS, *_NUMBERS, *_RULES),
    beaten=(
        Beaten.of(2, "47.0 48.0 49.0", "66.6 79.2 87.9", "74.9 87.5 94.3", "33.9 44.4 48.0", "49.2 52.5 55.8"),
        Beaten.of(3, "33.7 34.7 35.7", "67.4 79.2 87.5", "75.3 87.5 94.1", "30.7 43.8 52.1", "40.4 43.0 45.7"),
        Beaten.of(4, "25.0 25.9 26.8", "47.5 58.3 68.4", "66.5 77.1 85.1", "35.4 45.6 53.1", "33.5 35.8 38.1"),
        Beaten.of(5, "20.5 21.4 22.2", "47.9 58.3 68.1", "57.4 65.8 73.4", "34.3 43.4 50.6", "30.8 32.7 34.7"),
        Beaten.of(6, "17.1 17.8 18.6", "38.0 45.1 52.5", "54.6 63.2 71.0", "27.8 37.9 46.2", "24.5 26.2 27.9"),
    ),
)

if TYPE_CHECKING:
    from simcli.games.kings_guild import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
