"""What can be counted."""

from __future__ import annotations

from simcli.game import Catalogue, Components, Item, Options


def catalogue(components: Components, options: Options) -> Catalogue:
    """The faces of the die; all points are banked ones.

    A turn can go past the goal by any number of rolls; 150 of the best face is a bound no sane die reaches.
    """
    items = tuple(Item(f["id"], "face", f["id"], f["provenance"], by_strategy=True) for f in components["die"]["faces"])
    best = max(f["points"] for f in components["die"]["faces"])
    goal = components["setup"]["goal"]
    return Catalogue(items, ("banked",), 0, goal + 150 * best, usual_scores=(0, goal + 6 * best))
