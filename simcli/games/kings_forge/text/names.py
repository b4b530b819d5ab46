"""Names of components by number, and the words for rows, dice and abilities that all texts share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from simcli.game import Components
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS, DECKS, HALVES, by_rank, exchanges

ROLL_WORKSHOP, ONES_TO_SIXES = "roll workshop", "ones to sixes"
_FIXED_KINDS = {S.REROLL_ABILITY: "reroll", S.AUTO_SIX: "automatic 6", S.PLUS_TOKEN: "+1/+1"}


@dataclass(frozen=True)
class Names:
    """Ids in the order of the tables."""

    decks: tuple[tuple[str, ...], ...]  # GO-01: craft cards by rank, of the deck of the box and of the early one
    gathers: tuple[str, ...]
    exchanges: tuple[str, ...]
    bonuses: tuple[str, ...]

    def cards(self, t: Any) -> tuple[str, ...]:
        """Craft cards of the deck in use, by rank."""
        return self.decks[int(t["craft_deck"])]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    decks = [components[stem]["cards"] for stem in DECKS.values()]
    return Names(
        decks=tuple(tuple(cards[i]["id"] for i in by_rank(cards)) for cards in decks),
        gathers=tuple(card["id"] for card in components["gather_cards"]["cards"]),
        exchanges=tuple(exchange["id"] for _, exchange in exchanges(components)),
        bonuses=tuple(bonus["id"] for bonus in components["setup"]["first_pass_bonus"]),
    )


# Texts


@cache
def die_text(class_: int) -> str:
    """`metal 5`: a class is colour * 8 + value."""
    return f"{COLOURS[class_ // S.ROW]} {class_ % S.ROW}"


def row_text(names: Names, row: int) -> str:
    """`mill top`, `gem_dock_1`."""
    if row >= S.FIRST_DOCK:
        return names.exchanges[row - S.FIRST_DOCK]
    return f"{names.gathers[row // 2]} {HALVES[row % 2]}"


def kinds_of(t: Any) -> dict[int, str]:
    """All kinds of abilities and tokens that are used by choice, with their text: `+1`, `+1 x3`, `reroll`."""
    return _kinds(int(t["n_kinds"]), t["pips"].tobytes(), t["targets"].tobytes())


@cache
def _kinds(n: int, pips: bytes, targets: bytes) -> dict[int, str]:
    """By their n kinds, the pips an ability adds and the dice it changes, a byte each."""
    adding = {kind: f"+{pips[kind]}" if targets[kind] == 1 else f"+{pips[kind]} x{targets[kind]}" for kind in range(n)}
    return adding | _FIXED_KINDS


def craft_text(s: Any, t: Any, names: Names, code: int) -> str:
    """`craft anvil`, `steal anvil`."""
    return f"{'steal' if code >= S.STEAL else 'craft'} {names.cards(t)[s['drawn'][code % S.STEAL]]}"


# Dice and crafts


def counts_of(row: list[int]) -> dict[str, int]:
    """Dice by colour, only colours with a die."""
    return {name: n for name, n in zip(COLOURS, row, strict=False) if n}


def dice_of(rows: list[list[int]]) -> list[str]:
    """Dice by colour and value as texts: by colour, then value downwards."""
    return [die_text(c * S.ROW + v) for c, row in enumerate(rows) if any(row) for v in range(S.FACES, 0, -1) for _ in range(row[v])]
