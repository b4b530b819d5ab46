"""What is counted: cards."""

from __future__ import annotations

from simcli.game import Catalogue, Components, Item, Options


def catalogue(components: Components, _options: Options) -> Catalogue:
    """The cards, dealt in packs of one size; one score category."""
    cards = components["plant"]["cards"]
    is_any = {"bannable": True, "grantable": True, "dealt": True, "in_packs": True}
    items = (Item(row["id"], "card", row["id"], row["provenance"], **is_any) for row in cards)
    return Catalogue(tuple(items), ("total",), 0, 1200)
