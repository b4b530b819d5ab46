"""The King's Guild (Matthew Austin, Mirror Box Games): resources, quests, rooms and specialists; 1 to 6 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Decision, Game, Owed, Price

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
        Decision("turn", "KG-DP-04", "main action of a turn, or a free step before it"),
        Decision("expand", "KG-DP-14", "other half of an Expand, or a free step before it"),
        Decision("free", "KG-DP-04", "free step after the main action, or the end of the turn"),
        Decision("gather", "KG-DP-05", "mixture to gather"),
        Decision("craft", "KG-DP-39", "craft of a Craftswoman"),
        Decision("hire", "KG-DP-18", "specialist to hire with a Contract"),
        Decision("space", "KG-DP-19", "space for a specialist"),
        Decision("baggage", "KG-DP-20", "space for the baggage"),
        Decision("move", "KG-DP-40", "move of the Bard"),
        Decision("square", "KG-DP-16", "square for a room"),
        Decision("saving", "KG-SP-37", "resource to spend on a room", (), (("promo_specialists", False),)),
        Decision("double", "KG-DP-08", "items that Fortune Potions double"),
        Decision("lucky", "KG-DP-09", "Lucky Potion", (), (("lucky_potion_timing", "before_crafting"),)),
        Decision("keep", "KG-DP-10", "treasure to keep of a shared quest"),
        Decision("power", "KG-DP-45", "power after a craft"),
        Decision("discard", "KG-DP-13", "treasure to discard for nothing"),
        Decision("limit", "KG-DP-11", "treasure to sell over the limit"),
        Decision("return", "KG-DP-06", "resource to return over the limit"),
        Decision("colour", "KG-DP-33", "colour of a treasure to draw"),
        Decision("kind", "KG-DP-28", "kind of resource to name"),
        Decision("choose", "KG-DP-01", "gain of a card or guild tile"),
        Decision("exchange", "KG-DP-35", "exchange of the Alchemist"),
        Decision("steal", "KG-DP-36", "resource to steal"),
        Decision("buy", "KG-DP-37", "relic to buy"),
        Decision("quest", "KG-DP-38", "quest for the Witch"),
        Decision("copy", "KG-SP-39", "specialist to copy", (), (("promo_specialists", False),)),
        Decision("bid", "KG-DP-41", "bid for the King's Statue"),
    ),
    max_decisions=100_000,
    prices={1: Price(100, 150, 250), 2: Price(100, 150, 250), 3: Price(160, 220, 350), 4: Price(220, 300, 450), 5: Price(280, 380, 550), 6: Price(340, 450, 650)},
    has_start_player=True,
)

if TYPE_CHECKING:
    from simcli.games.kings_guild import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
