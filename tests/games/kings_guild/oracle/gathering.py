"""KG-G-01 to KG-G-05: what a Gather may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations_with_replacement

from .guild import RESOURCES

RARE = ("gem", "magic")
Mix = tuple[str, ...]


def gatherable(stock: Counter[str], access: Collection[str]) -> list[str]:
    """KG-G-02, KG-T-12: kinds that are in the stock; gem and magic with access only."""
    return [kind for kind in RESOURCES if stock[kind] and (kind not in RARE or kind in access)]


def mixes(stock: Counter[str], access: Collection[str], any_mix: int = 0) -> list[Mix]:
    """KG-G-01: up to three of one kind, or one each of two kinds. KG-G-05: or up to `any_mix` in any mixture."""
    kinds = gatherable(stock, access)
    found = [mix for n in (1, 2, 3) for mix in combinations_with_replacement(kinds, n)]
    allowed = [mix for mix in found if len(set(mix)) == 1 or len(mix) == 2 or len(mix) <= any_mix]
    return [mix for mix in allowed if all(n <= stock[kind] for kind, n in Counter(mix).items())]
