"""Names of components by number, and the words that all texts share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcli.game import Components
from simcli.games.architects.catalogue import apprentice_name
from simcli.games.architects.datafiles import GOODS, PLACES, PURSE, SPACES
from simcli.games.architects.decisions import DECISIONS

PHASES = tuple(decision.name for decision in DECISIONS)
PLACEMENTS = (
    *PLACES[:3],
    "mines clay",
    "mines gold",
    "storehouse",
    "workshop hire",
    "workshop draw",
    "town_centre",
    "tax_stand",
    "market left",
    "market middle hire",
    "market middle draw",
    "market right",
    "guardhouse",
    "guildhall",
)
"""Where a worker is placed, by code."""
MARKET_PLACES = tuple(f"market_{space}" for space in SPACES)
STANDARD = "standard"


@dataclass(frozen=True)
class Names:
    """Ids by number: apprentices and buildings by card, rewards by kind, market cards, boards (0: the standard side).

    For pictures: by id what people call a card or board, and the goods of a market card, small and large ("" for the printed ones).
    """

    apprentices: tuple[str, ...]
    buildings: tuple[str, ...]
    rewards: tuple[str, ...]
    market: tuple[str, ...]
    boards: tuple[str, ...]
    kinds: tuple[str, ...]
    titles: Mapping[str, str]
    goods: Mapping[str, tuple[str, str]]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    apprentices, buildings = components["apprentices"]["apprentices"], components["buildings"]["buildings"]
    market, boards = components["black_market"]["cards"], components["player_boards"]["boards"]
    printed = {space["id"]: goods_text(space["printed"]) for space in components["black_market"]["spaces"] if "printed" in space}
    return Names(
        apprentices=tuple(row["id"] for row in apprentices for _ in range(row["count"])),
        buildings=tuple(row["id"] for row in buildings),
        rewards=tuple(row["id"] for row in components["rewards"]["rewards"]),
        market=tuple(row["id"] for row in market),
        boards=(STANDARD, *(row["id"] for row in boards)),
        kinds=tuple(row["id"] for row in apprentices),
        titles={row["id"]: apprentice_name(row) for row in apprentices} | {row["id"]: row["name"] for row in [*buildings, *boards]},
        goods={row["id"]: (goods_text(row["small"]), goods_text(row["large"])) for row in market}
        | {"": (printed["left"], printed["right"])},
    )


def goods_text(goods: Mapping[str, int]) -> str:
    """`1 wood 2 stone`."""
    return " ".join(f"{n} {good}" for good, n in goods.items() if n)


def goods_of(row: Sequence[int]) -> dict[str, int]:
    """Numbers by kind of goods, only those held."""
    return {good: int(n) for good, n in zip(GOODS, row, strict=False) if n}


def price_of(word: Any) -> dict[str, int]:
    """Goods and silver of a price that is a byte a kind."""
    return {good: int(word) >> 8 * k & 0xFF for k, good in enumerate(PURSE) if int(word) >> 8 * k & 0xFF}
