"""KG-G-01 to KG-G-05, KG-T-09: what a Gather may take, and what is kept of resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from itertools import combinations_with_replacement

from . import effects
from .position import Asking, Table, ask
from .tables import RARE, RESOURCES

MOST = 3
Mix = tuple[str, ...]


def gatherable(stock: Counter[str], access: Collection[str]) -> list[str]:
    """KG-G-02, KG-T-12: kinds that are in the stock; gem and magic with access only."""
    return [kind for kind in RESOURCES if stock[kind] and (kind not in RARE or kind in access)]


def mixes(stock: Counter[str], access: Collection[str], any_mix: int = 0) -> list[Mix]:
    """KG-G-01: up to three of one kind, or one each of two kinds. KG-G-05: or up to `any_mix` in any mixture."""
    return mixes_of(tuple((kind, min(stock[kind], MOST)) for kind in gatherable(stock, access)), any_mix)


@cache
def mixes_of(there: tuple[tuple[str, int], ...], any_mix: int) -> list[Mix]:
    """The same of kinds with their numbers, of which more than three are never taken."""
    stock = dict(there)
    found = [mix for n in range(1, MOST + 1) for mix in combinations_with_replacement(stock, n)]
    allowed = [mix for mix in found if len(set(mix)) == 1 or len(mix) == 2 or len(mix) <= any_mix]
    return [mix for mix in allowed if all(mix.count(kind) <= stock[kind] for kind in mix)]


@cache
def text_of(mix: Mix) -> str:
    """A mixture in words: `1 cloth 2 wood`."""
    counts = Counter(mix)
    return " ".join(f"{counts[kind]} {kind}" for kind in RESOURCES if counts[kind])


def gather_choices(table: Table, seat: int) -> dict[str, Mix]:
    """KG-DP-05: texts of what can be gathered."""
    found = mixes(table.stock, table.access(seat), table.standing(seat, "gather_mix"))
    return {f"gather {text_of(mix)}": mix for mix in found}


def gather(table: Table, seat: int, may_decline: bool = False) -> Asking:
    """A whole Gather; the Dealer's may be declined (KG-AM-39)."""
    choices: dict[str, Mix | None] = {**gather_choices(table, seat)}
    if may_decline:
        choices["decline"] = None
    mix = yield from ask(seat, "gather", choices)
    if mix is None:
        return
    for kind in mix:
        table.take(seat, kind, 1)
    yield from store(table, seat)  # KG-G-03
    guild = table.guilds[seat]
    for card in table.tables.in_order(guild.specialists):  # KG-G-04
        for row in effects.gains_of(table.tables.effects_of(card).get("gathered")):
            effects.gain_now(table, seat, row["what"], row["n"])
    yield from store(table, seat)


def store(table: Table, seat: int) -> Asking:
    """KG-T-09: down to the storage limit, one at a time."""
    while table.guilds[seat].resources.total() > table.storage(seat):
        kind = yield from ask(seat, "return", {f"return {kind}": kind for kind in table.held(seat)})
        table.give_back(seat, kind, 1)
