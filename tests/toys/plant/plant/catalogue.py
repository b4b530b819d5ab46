"""What is counted: cards."""

from __future__ import annotations

from simcli.game import Catalogue, Components, Item, Options


def catalogue(components: Components, _options: Options) -> Catalogue:
    """The cards, dealt in packs of one size; one score category."""
    cards = components["plant"]["cards"]
    items = (Item(row["id"], "card", row["id"], row["provenance"], bannable=True, grantable=True, in_packs=True) for row in cards)
    return Catalogue(tuple(items), ("total",), 0, 1200)
