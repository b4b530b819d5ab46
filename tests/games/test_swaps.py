"""What chance deals a seat by a swap (`swap` under `restrict`), in every game that deals to single players: the deal, an exact worth, runs
and words."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

import simcli
from simcli.base.restrictions import Restrictions
from simcli.config import load_config
from simcli.errors import UserError
from simcli.sim.scenario import Table
from simcli.trace.trace import Setup, trace
from tests.games.architects.lockstep import play_side_by_side as play_architects
from tests.games.architects.tables import COMPONENTS as OF_ARCHITECTS
from tests.games.architects.tables import all_options as options_of_architects
from tests.games.guildes.lockstep import play_side_by_side as play_guildes
from tests.games.guildes.tables import COMPONENTS as OF_GUILDES
from tests.games.guildes.tables import all_options as options_of_guildes
from tests.games.test_grants import DECK, PAIRS, TINY, counts, guilds_of, share_of_first
from tests.games.test_restrict import table

DEALS = 40
BY_SEAT = {3: ["knight", "noble"], 1: ["knight"]}
SWAPS = {f"seat {p}": guilds for p, guilds in BY_SEAT.items()}


def deck_of(game: Table) -> list[str]:
    return [game.names.guilds[g] for g in game.s["deck"][: int(game.s["n_deck"])]]


@pytest.mark.parametrize("options", [{}, {"draft": False}])
def test_a_card_of_a_pack_changes_places_with_one_of_the_guild(options: dict[str, Any]) -> None:
    """GO-24 of Guildes: the first cards of the packs are those asked for, and one other place a swap has the card that lay there."""
    for deal in range(DEALS):
        game = table("guildes", 4, {}, deal, options)
        before, hand = deck_of(game), int(game.t["hand"])
        game.restrict(Restrictions(swaps=SWAPS))
        after = deck_of(game)
        assert Counter(after) == Counter(before)
        assert [after[0], *after[2 * hand : 2 * hand + 2]] == ["knight", "knight", "noble"]
        assert sum(a != b for a, b in zip(before, after, strict=True)) <= 6
        dealt = guilds_of(game.fields()["packs" if game.t["draft"] else "hands"])
        assert dealt == [Counter(after[p * hand : (p + 1) * hand]) for p in range(4)]


def test_every_copy_is_as_likely_to_be_dealt() -> None:
    """GO-24 of Guildes: which of the five fishermen is dealt; chi-square with 4 degrees of freedom, false alarms 1 in 10,000."""
    came: Counter[int] = Counter()
    for deal in range(500):
        game = table("guildes", 4, {}, deal)
        places = [k for k, guild in enumerate(deck_of(game)) if guild == "fisherman"]
        if places[0] > 0:
            game.restrict(Restrictions(swaps={"seat 1": ["fisherman"]}))
            after = deck_of(game)
            (left,) = [i for i, k in enumerate(places) if after[k] != "fisherman"]
            came[left] += 1
    expected = came.total() / 5
    assert expected > 90
    assert sum((came[i] - expected) ** 2 / expected for i in range(5)) < 23.5


@pytest.mark.parametrize("options", [{}, {"initial_apprentice": False}, {"initial_apprentice": True, "start_player": "fixed_seat"}])
def test_a_building_is_dealt_into_a_packet(options: dict[str, Any]) -> None:
    """GO-31 of Architects: the first card of the packet, whether packets are dealt at the first choice or after it."""
    for deal in range(DEALS // 4):
        game = table("architects", 3, {}, deal, options)
        start, of = int(game.s["first"]), Counter(chain(*game.fields()["packets"].values(), game.fields()["building_deck"]))
        game.restrict(Restrictions(swaps={"seat 1": ["castle"], "seat 2": ["chapel", "church"]}))
        while game.texts() and game.fields()["phase"] == "first_apprentice":
            game.apply(next(iter(game.texts().values())))
        fields = game.fields()
        assert Counter(chain(*fields["packets"].values(), fields["building_deck"])) == of
        assert fields["packets"][1][0] == "castle"
        assert sorted(fields["packets"][2][:2]) == ["chapel", "church"]
        assert "keep castle" in game.texts() or start != 0
        assert int(game.s["offered_buildings"][start]).bit_count() == len(fields["packets"][start + 1])


ORACLES = [
    *(
        ("guildes", options, swaps)
        for options in ({}, {"draft": False, "tricks": "on"})
        for swaps in (BY_SEAT, {p: ["militia"] for p in (1, 2, 3, 4)})
    ),
    *(("architects", {"initial_apprentice": asked}, {1: ["castle"], 3: ["chapel"]}) for asked in (False, True)),
]


@pytest.mark.parametrize(("game_id", "options", "swaps"), ORACLES)
def test_kernel_and_oracle_agree_where_cards_are_swapped(game_id: str, options: dict[str, Any], swaps: dict[Any, list[str]]) -> None:
    game = table(game_id, 4, {}, 0, options)
    for deal in range(6):
        if game_id == "guildes":
            play_guildes(game, options_of_guildes(options), OF_GUILDES, deal, swaps=swaps)
        else:
            play_architects(game, options_of_architects(options), OF_ARCHITECTS, deal, swaps=swaps)


# An exact figure: without a draft a hand is what was dealt, so the share of a seat follows from counting all deals in which its first card
# is the one swapped in

FIRST = "knight"


def exact_share(first: str) -> float:
    """Win share of seat 1 over all ways to deal three seats two cards each; with `first` those in which seat 1 has it for a first card."""
    total = won = 0
    for hands in product(PAIRS, repeat=3):
        dealt = Counter(chain(*hands))
        if any(number > DECK[guild] for guild, number in dealt.items()) or (first and first not in hands[0]):
            continue
        ways = prod(factorial(DECK[guild]) // factorial(DECK[guild] - number) for guild, number in dealt.items())
        ways *= 2 ** sum(one != other for one, other in (hands[1:] if first else hands))
        total += ways
        won += ways * share_of_first(hands, "")
    return won / total / 60


def test_what_a_card_is_worth_in_place_of_a_random_one_is_what_counting_all_deals_says() -> None:
    """Within four standard errors: false alarms 1 in 16,000."""
    config = {"game": "guildes", "players": 3, "strategies": ["random"], "patch": TINY, "options": {"draft": False}}
    result = simcli.simulate(config | {"every": {"swap": [FIRST]}}, deals=4000, workers=1)
    (row,) = result.summary["cells"][1]["bans"]
    low, gained, high = row["difference"]
    expected = exact_share(FIRST) - exact_share("")
    assert expected > 0.2
    assert abs(gained - expected) < 4 * (high - low) / (2 * 1.96)


# Whole runs, and words

RUN = {"game": "guildes", "players": 4, "strategies": ["balanced", "denier"], "seed": 3}


def test_any_number_of_workers_counts_the_same() -> None:
    config = RUN | {"restrict": {"seat 2": {"swap": ["knight"]}, "denier": {"swap": ["noble"], "ban": ["noble"]}}}
    assert counts(config) == counts(config, workers=2) != counts(RUN)


def test_a_trace_tells_what_is_dealt() -> None:
    run = load_config(RUN | {"restrict": {"seat 2": {"swap": ["knight", "knight"]}}, "deals": 3})
    lines = list(trace(Setup.of(run, run.played_variants[0], 4), 0))
    assert "  seat 2 is dealt Knight, Knight" in lines


def test_variants_are_named_by_what_is_dealt_and_a_run_is_read_again() -> None:
    run = load_config(RUN | {"every": {"swap": ["knight", "noble"]}})
    assert [variant.name for variant in run.variants] == ["as dealt", "dealt knight", "dealt noble"]
    assert run.variants[1].restrictions.swaps == {"seat 1": ("knight",)}
    assert type(run).from_json(run.to_json()) == run
    assert run.variants[1].restrictions.to_json() == {"swap": {"seat 1": ["knight"]}}


@pytest.mark.parametrize(
    ("game", "restrict", "said"),
    [
        ("guildes", {"seat 1": {"swap": ["nobel"]}}, "did you mean 'noble'?"),
        ("guildes", {"seat 1": {"swap": ["fisherman"] * 6}}, "deals 6 cards of 'fisherman', with 4 players the deck has 5"),
        ("guildes", {"seat 1": {"swap": ["knight"] * 5 + ["noble"] * 5}}, "deals 10 cards to one player, with 4 players a pack has 9"),
        ("kings_forge", {"seat 1": {"swap": ["anvil"]}}, "chance deals it to no single player before the first decision"),
        ("kings_guild", {"seat 1": {"swap": ["scribe"]}}, "expected the id of an item"),
        ("kingdom_builder", {"seat 1": {"swap": ["farm"]}}, "chance deals it to no single player before the first decision"),
        ("architects", {"all": {"swap": ["castle"]}}, "deals 4 of 'castle', there is one"),
        ("architects", {"seat 1": {"swap": ["castle", "chapel", "church", "barracks", "aqueduct"]}}, "deals 5 buildings to one player"),
    ],
)
def test_what_cannot_be_dealt_is_told(game: str, restrict: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load_config({"game": game, "players": 4, "strategies": ["balanced"], "restrict": restrict})
    assert said in str(raised.value)


def test_a_kind_that_is_not_dealt_is_told() -> None:
    with pytest.raises(UserError) as raised:
        load_config({"game": "architects", "players": 2, "strategies": ["balanced"], "every": {"swap": "apprentice"}})
    assert "chance deals it to no single player before the first decision" in str(raised.value)
