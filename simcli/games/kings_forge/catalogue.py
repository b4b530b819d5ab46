"""What can be counted in King's Forge: items, score categories, the range of scores."""

from __future__ import annotations

from simcli.game import MARKER, SITUATION, Catalogue, Components, Item, Options
from simcli.games.kings_forge.datafiles import DECKS, craft_cards, exchanges, halves

CATEGORIES = ("crafted", "stolen")
"""Secured crafts: made by the player, or taken from another one."""
NEVER_UNDER = (("stealing", False),)
START_MARKER, MAGIC_DROUGHT = "start_marker", "magic_drought"

USUAL = (0, 7)
"""Usual scores: nothing is published; the shipped plans secure 0 to 7 crafts, 2 to 4 players."""


def stolen_id(card: str) -> str:
    """Item of a craft card that was taken from another player."""
    return f"{card}_stolen"


def half_id(card: str, half: str) -> str:
    """Item of one half of a gather card."""
    return f"{card}_{half}"


def idle(components: Components, options: Options, players: int) -> dict[tuple[str | int, ...], str]:
    """Craft cards of the other deck, and how many are drawn with other numbers of players."""
    parts: dict[tuple[str | int, ...], str] = {}
    for deck, stem in DECKS.items():
        if deck != options["craft_deck"]:
            parts |= {(stem, "cards", row["id"]): f"craft_deck: {options['craft_deck']}" for row in components[stem]["cards"]}
    drawn = components["setup"]["craft_cards_drawn"]
    return parts | {("setup", "craft_cards_drawn", n): f"{players} players" for n in drawn if n != players}


def catalogue(components: Components, options: Options) -> Catalogue:
    """Craft cards, the same cards stolen, halves of gather cards, exchanges of docks, the marker of the first round.

    The score is a number of craft cards, so nobody can have more than are drawn.
    """
    deck, setup = craft_cards(components, options), components["setup"]
    items = [Item(card["id"], "craft_card", card["name"], card["provenance"], bannable=True, by_strategy=True) for card in deck]
    for card in deck:
        name = f"{card['name']} (stolen)"
        items.append(Item(stolen_id(card["id"]), "stolen_craft", name, card["provenance"], bannable=True, never_under=NEVER_UNDER))
    for card, name, half in halves(components):
        text = f"{card['name']} ({name})"
        items.append(Item(half_id(card["id"], name), "gather_action", text, half["provenance"], bannable=True, by_strategy=True))
    for _, exchange in exchanges(components):
        text = exchange["id"].replace("_", " ")
        items.append(Item(exchange["id"], "dock", text, exchange["provenance"], bannable=True, by_strategy=True))
    items.append(Item(START_MARKER, "start_player", "start player of round 1", setup["provenance"], role=MARKER))
    items.append(
        Item(MAGIC_DROUGHT, "situation", "magic demanded, no gather card gives any for a fixed cost", setup["provenance"], role=SITUATION)
    )
    return Catalogue(tuple(items), CATEGORIES, 0, max(setup["craft_cards_drawn"].values()), USUAL)
