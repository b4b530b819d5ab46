"""What seats must take, in every game: the oracle says at each decision which legal actions take it, and the compiled game agrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from simcli.game import Components, Item
from simcli.sim.scenario import Table
from simcli.testing import lockstep
from simcli.testing.under_test import GameUnderTest
from tests.games.architects import lockstep as architects
from tests.games.architects.test_lockstep import ALL_CARDS, FREE_BUILDINGS
from tests.games.guildes import lockstep as guildes
from tests.games.kingdom_builder import lockstep as kingdom_builder
from tests.games.kings_forge import lockstep as kings_forge
from tests.games.kings_forge.test_lockstep import CARDS
from tests.games.kings_guild import lockstep as kings_guild

SEED, PLAYERS = 1, 3
DEALS, RARE_DEALS, LEAST = 20, 80, 3
"""Most games of each kind of items, those in which it comes seldom, and how often in them a seat is left a part of its choices at least."""
FEW_DEALS = 5
"""Games after which no more are played if that has come often enough."""
SHARES = 0.99, 0.5, 0.3
"""How many of a kind are forced."""
LIVELY = 0.9
"""How often a player chooses as a lively one."""
Choose = Callable[[Random, list[str]], str]


class Played(NamedTuple):
    """How a game is played beside its oracle: the oracle's class, chance as it takes it, what is compared, a lively player."""

    oracle: Any
    chance: Callable[[Table, int], Any]
    compare: Callable[[Table, Any], object]
    lively: Choose = lockstep.any_of
    options: Mapping[str, Any] = {}


def liking(rows: lockstep.Liking) -> Choose:
    return lambda dice, texts: lockstep.liked_choice(dice, texts, rows)


PLAYED = {
    "architects": Played(architects.Oracle, lambda _, deal: architects.Chance(SEED, deal), architects.compare, liking(architects.LIKED)),
    "guildes": Played(guildes.Oracle, lambda table, _: guildes.chance_of(table), guildes.compare, options={"tricks": "on", "events": "on"}),
    "kingdom_builder": Played(kingdom_builder.Oracle, lambda table, _: kingdom_builder.chance_of(table), kingdom_builder.compare),
    "kings_forge": Played(
        kings_forge.Oracle, lambda table, _: kings_forge.Chance(table).words(), lockstep.compare_all, kings_forge.lively_choice
    ),
    "kings_guild": Played(
        kings_guild.Oracle, lambda _, deal: kings_guild.Chance(SEED, deal), lockstep.compare_all, liking(kings_guild.LIKED)
    ),
}
TAKES = {
    "architects": {
        "apprentice": ("first_apprentice: take", "hire: hire"),
        "building": ("project: build",),
        "cathedral_step": ("project: cathedral",),
        "placement": ("place: place",),
    },
    "guildes": {"guild": ("play: play", "exchange_in: put", "keep: keep"), "trick": ("use: use",)},
    "kingdom_builder": {"tile": ("before: use",)},
    "kings_forge": {
        "craft_card": ("craft: craft",),
        "stolen_craft": ("craft: steal",),
        "gather_action": ("gather: use",),
        "dock": ("gather: dock",),
    },
    "kings_guild": {"specialist": ("turn: hire",), "room": ("turn: build",), "quest": ("turn: craft",)},
}
"""By kind of what can be forced: the phase, and how texts begin that take it."""


def forceable(table: Table) -> list[Item]:
    return [item for item in table.catalogue.items if item.bannable and not item.idle]


def some(dice: Random, items: list[str], share: float) -> list[str]:
    """This share of them, one at least."""
    return dice.sample(items, max(1, int(share * len(items))))


class Case(NamedTuple):
    """A kind of items of a game (or several) that seats must take, and what lets it come often."""

    game_id: str
    kind: str
    options: Mapping[str, Any] = {}
    patch: Mapping[str, Any] = {}
    deals: int = DEALS

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


OFTEN = {
    "guild": {"tricks": ["hand_exchange", "discard_draw", "card_swap", "protection"]},
    "stolen_craft": {"gather_cards": ["library", "tavern", "armory"], "craft_cards": CARDS[:10]},
}
CASES = [
    Case(game_id, kind, OFTEN.get(kind, {}), deals=RARE_DEALS if kind in OFTEN else DEALS)
    for game_id, kinds in TAKES.items()
    for kind in kinds
]
CRANES = Case("architects", "building cathedral_step", ALL_CARDS, FREE_BUILDINGS, RARE_DEALS)


under_test = cache(GameUnderTest)


def play_forced(case: Case, components: Components, table: Table, deal: int) -> Counter[str]:
    """A game in which a seat must take items of the kind, the next one items of all kinds and is denied some of these, the third one what
    it is denied. Returns how often a seat was left a part of its choices, by the words that they start with."""
    played, options = PLAYED[case.game_id], dict(table.options)
    dice = Random(f"{case} {deal}")
    every = [item.id for item in forceable(table)]
    of_kind = [item.id for item in forceable(table) if item.kind in case.kind.split()]
    one, other, third = ((deal + k) % PLAYERS + 1 for k in range(PLAYERS))
    musts = {
        one: some(dice, of_kind, SHARES[(deal + deal // PLAYERS) % len(SHARES)]),
        other: some(dice, every, 0.3),
        third: some(dice, every, 0.1),
    }
    table.deal(deal, SEED)
    chance = played.chance(table, deal)
    banned = lockstep.ban(table, {other: some(dice, musts[other], 0.25), third: musts[third]}, musts)
    oracle = played.oracle(PLAYERS, options, chance, components, banned=banned)
    oracle.force(banned, {seat: set(items) for seat, items in musts.items()})

    def choose(dice: Random, texts: list[str]) -> str:
        return played.lively(dice, texts) if dice.random() < LIVELY else dice.choice(texts)

    lockstep.play_side_by_side(table, oracle, deal, lockstep.Checks(played.compare, every=12), choose=choose)
    return oracle.forced


def least_forced(case: Case, wanted: Sequence[str], few: int) -> int:
    """How often what is wanted least often came in the games of a case, in `few` of them if that is enough."""
    game, forced = under_test(case.game_id), Counter[str]()
    components = game.patched(dict(case.patch)) if case.patch else game.components
    table = game.table(PLAYERS, {**PLAYED[case.game_id].options, **case.options}, components)
    for deal in range(case.deals):
        if deal >= few and min(forced[word] for word in wanted) >= LEAST:
            break
        forced += play_forced(case, components, table.another(), deal)
    return min(forced[word] for word in wanted)


@pytest.mark.parametrize("few", [FEW_DEALS, pytest.param(RARE_DEALS, marks=pytest.mark.soak)])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_kernel_and_oracle_agree_on_what_takes_what_must_be_taken(case: Case, few: int) -> None:
    """GO-39 of The King's Guild, GO-21 of King's Forge, GO-23 of Guildes and Kingdom Builder, GO-30 of Architects."""
    assert least_forced(case, TAKES[case.game_id][case.kind], few) >= LEAST


def test_a_crane_is_used_where_what_must_be_built_is_all_that_could_be() -> None:
    """AW-BL41 and GO-30 of Architects: a ban would take the visit away, not the right to decline it."""
    assert least_forced(CRANES, ("crane: place",), FEW_DEALS) >= LEAST


@pytest.mark.parametrize("game_id", TAKES)
def test_every_kind_of_items_that_can_be_denied_is_forced(game_id: str) -> None:
    assert {item.kind for item in forceable(under_test(game_id).table(PLAYERS, PLAYED[game_id].options))} == TAKES[game_id].keys()
