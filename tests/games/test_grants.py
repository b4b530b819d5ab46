"""What seats start with (`grant` under `restrict`), in every game that gives something: the deal, an exact worth, whole runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simcli
from simcli.base.restrictions import Restrictions
from simcli.config import ResolvedRun, load_config
from simcli.sim.plan import make_plan
from simcli.sim.runner import Runner
from simcli.trace.trace import Setup, trace
from tests.games.guildes.oracle.game import Oracle
from tests.games.guildes.tables import COMPONENTS, all_options, patched
from tests.games.test_restrict import table

DEALS = 40


def guilds_of(packs: dict[int, dict[str, int]]) -> list[Counter[str]]:
    return [Counter(packs[seat]) for seat in sorted(packs)]


def test_a_card_to_begin_with_comes_out_of_the_deck_and_the_last_card_is_dealt_in_its_place() -> None:
    """GO-16 of Guildes."""
    from_undealt = 0
    for deal in range(DEALS):
        game = table("guildes", 4, {}, deal)
        names, n = game.names.guilds, int(game.s["n_deck"])
        deck = [names[g] for g in game.s["deck"][:n]]
        packs = guilds_of(game.fields()["packs"])
        game.restrict(Restrictions(grants={"seat 3": ["knight"]}))
        left = [names[g] for g in game.s["deck"][: int(game.s["n_deck"])]]
        changed = [k for k in range(n - 1) if left[k] != deck[k]]
        assert len(left) == n - 1
        assert Counter(left) + Counter(["knight"]) == Counter(deck)
        assert [(deck[k], left[k]) for k in changed] in ([], [("knight", deck[-1])])
        assert game.fields()["tableau"] == {1: {}, 2: {}, 3: {"knight": 1}, 4: {}}
        hand = int(game.t["hand"])
        assert guilds_of(game.fields()["packs"]) == [Counter(left[p * hand : (p + 1) * hand]) for p in range(4)]
        assert sum(a != b for a, b in zip(packs, guilds_of(game.fields()["packs"]), strict=True)) == (
            bool(changed) and changed[0] < 4 * hand
        )
        from_undealt += not changed
    assert from_undealt < DEALS // 4


def test_every_copy_in_the_deck_is_as_likely_to_be_the_one_that_is_given() -> None:
    """GO-16 of Guildes: which of the five fishermen is taken; chi-square with 4 degrees of freedom, false alarms 1 in 10,000."""
    taken: Counter[int] = Counter()
    for deal in range(500):
        game = table("guildes", 4, {}, deal)
        n, fisherman = int(game.s["n_deck"]), game.names.guilds.index("fisherman")
        places = [k for k in range(n - 1) if game.s["deck"][k] == fisherman]
        if len(places) < 5:  # the last card is one: where it goes cannot be told from a fisherman that stayed
            continue
        game.restrict(Restrictions(grants={"seat 1": ["fisherman"]}))
        (moved,) = [i for i, k in enumerate(places) if game.s["deck"][k] != fisherman]
        taken[moved] += 1
    expected = taken.total() / 5
    assert expected > 90
    assert sum((taken[i] - expected) ** 2 / expected for i in range(5)) < 23.5


def test_a_tile_to_begin_with_is_taken_from_the_board_and_used_in_the_first_turn() -> None:
    """GO-15 of Kingdom Builder: from the location with most tiles left; its hex gives the seat no other."""
    board = {"quadrants": ("quadrant_paddock", "quadrant_tower", "quadrant_farm", "quadrant_barn"), "start_player": "fixed_seat"}
    game = table("kingdom_builder", 3, {}, 0, board)
    assert next(iter(game.texts())).startswith("build r")
    game.restrict(Restrictions(grants={"seat 1": ["farm"], "seat 2": ["farm"]}))
    f = game.fields()
    hexes = [where for where, left in f["tiles_left"].items() if left == 1]
    assert f["taken"] == {1: [hexes[0]], 2: [hexes[1]], 3: []}
    assert [f["tiles"][seat] for seat in (1, 2)] == [[f"farm at {hexes[0]}"], [f"farm at {hexes[1]}"]]
    assert list(game.texts()) == [f"use farm at {hexes[0]}", "build"]
    absent = table("kingdom_builder", 3, {}, 0, board)
    before = absent.fields()
    absent.restrict(Restrictions(grants={"seat 1": ["harbor"]}))
    assert absent.fields() == before


# An exact figure: one round, two cards each, drafted at random and both played, so that every share of the cards is as likely

COPIES = {"artisan": 3, "scholar": 4, "knight": 3, "militia": 7}
"""With three players three militia are taken out, so four are left."""
OUT = ("fisherman", "peasant", "merchant", "citizen", "noble", "cleric", "alchemist")
TINY = {
    "setup": {"rounds": 1, "players": {3: {"hand": 2, "play": 2}}},
    "guilds": {guild: {"copies": COPIES.get(guild, 0)} for guild in (*COPIES, *OUT)},
}
DECK = Counter(COPIES | {"militia": 4})
GIVEN = "scholar"
PAIRS = list(combinations_with_replacement(sorted(DECK), 2))


def share_of_first(hands: tuple[tuple[str, str], ...], given: str) -> int:
    """Win share in sixtieths of seat 1 when the seats play these cards, told by the oracle."""
    components = patched(TINY)
    unseen = list((DECK - Counter(chain(*hands)) - Counter([given] if given else [])).elements())
    events = [event["id"] for event in COMPONENTS["events"]["events"]]
    chance: dict[str, Any] = {"packs": [[list(hand) for hand in hands]], "unseen": unseen, "events": events}
    chance |= {"tricks": [[None] * 3], "starters": [1], "redistribution": [[0, 1, 2]], "draws": [(0, 0)]}
    oracle = Oracle(3, all_options({}, components), chance | ({"given": {1: [given]}} if given else {}), components)
    for seat in oracle.rules.seats:
        oracle.tableau[seat].update(hands[seat - 1])
    oracle.score_round()
    oracle._end_game()
    return oracle.shares()[0]


def exact_share(given: str) -> float:
    """Win share of seat 1 over all ways to give three seats two cards each out of the deck, each as often as it comes."""
    deck = DECK - Counter([given] if given else [])
    total = won = 0
    for hands in product(PAIRS, repeat=3):
        dealt = Counter(chain(*hands))
        if all(number <= deck[guild] for guild, number in dealt.items()):
            ways = prod(factorial(deck[guild]) // factorial(deck[guild] - number) for guild, number in dealt.items())
            ways *= 2 ** sum(one != other for one, other in hands)
            total += ways
            won += ways * share_of_first(hands, given)
    assert total == factorial(deck.total()) // factorial(deck.total() - 6)
    return won / total / 60


def test_what_a_seat_gains_by_beginning_with_a_card_is_what_counting_all_deals_says() -> None:
    """Within four standard errors: false alarms 1 in 16,000."""
    config = {"game": "guildes", "players": 3, "strategies": ["random"], "patch": TINY, "every": {"grant": [GIVEN]}}
    result = simcli.simulate(config, deals=4000, workers=1)
    (row,) = result.summary["cells"][1]["bans"]
    low, gained, high = row["difference"]
    expected = exact_share(GIVEN) - exact_share("")
    assert expected > 0.1
    assert abs(gained - expected) < 4 * (high - low) / (2 * 1.96)
    assert row["verdict"] == "more"


# Whole runs

RUN = {"game": "guildes", "players": 4, "strategies": ["balanced", "denier"], "seed": 3}


def counts(config: dict[str, Any], deals: int = 24, workers: int = 1) -> list[list[int]]:
    return counts_of(load_config(config | {"deals": deals}), workers)


def counts_of(run: ResolvedRun, workers: int = 1) -> list[list[int]]:
    runner = Runner(make_plan(run), half_width=lambda *_: {}, workers=workers)
    return [tally.flat.tolist() for tally in runner.run().tallies]


@pytest.mark.parametrize("restrict", [{"seat 2": {"grant": ["knight"]}}, {"denier": {"grant": ["noble"]}, "seat 1": {"ban": ["noble"]}}])
def test_any_number_of_workers_counts_the_same(restrict: dict[str, Any]) -> None:
    config = RUN | {"restrict": restrict}
    assert counts(config) == counts(config, workers=2) != counts(RUN)


def test_what_a_strategy_begins_with_follows_it_from_seat_to_seat() -> None:
    """Each of the two strategies sits in two of the four seats of every game, so two alchemists are given and held by these alone."""
    ban = {"all": {"ban": ["alchemist"]}}
    config = RUN | {"options": {"tricks": "off"}, "restrict": ban | {"denier": {"grant": ["alchemist"]}}}
    run = load_config(config | {"deals": 16})
    plan = make_plan(run)
    outcome = Runner(plan, half_width=lambda *_: {}).run()
    item = [i.id for i in plan.cells[0].catalogue.items].index("alchemist")
    held = outcome.tallies[0].parts.strategy_held[:, plan.cells[0].catalogue.by_strategy(2).index(item)]
    free = Runner(
        make_plan(load_config(RUN | {"restrict": ban, "options": {"tricks": "off"}, "deals": 16})), half_width=lambda *_: {}
    ).run()
    without = free.tallies[0].parts.strategy_held[:, plan.cells[0].catalogue.by_strategy(2).index(item)]
    assert held[1, 1] - without[1, 1] >= 16 * 4 * 2 - without[1, 1]
    assert abs(int(held[0, 1]) - int(without[0, 1])) < 16  # who has banned cards only must play one


def test_nothing_that_a_board_has_not_changes_a_game() -> None:
    """The difference is exactly none, not only small."""
    board = {"quadrants": ["quadrant_paddock", "quadrant_tower", "quadrant_farm", "quadrant_barn"]}
    config = {"game": "kingdom_builder", "players": 2, "strategies": ["random"], "options": board, "deals": 8}
    run = load_config(config | {"every": {"grant": ["farm"]}})
    harbor = replace(run.variants[1], name="given harbor", restrictions=Restrictions({}, {"seat 1": ("harbor",)}, {}))
    run = replace(run, variants=(run.variants[0], harbor, run.variants[1]))
    flat = counts_of(run)
    layouts = [cell.layout for cell in make_plan(run).cells]
    parts = [layout.parts(np.array(one)) for layout, one in zip(layouts, flat, strict=True)]
    assert np.array_equal(parts[0].seat_share, parts[1].seat_share)
    assert not np.array_equal(parts[0].seat_share, parts[2].seat_share)


def test_a_trace_tells_what_seats_begin_with_and_the_game_that_the_run_plays(tmp_path: Path) -> None:
    config = RUN | {"players": 3, "restrict": {"denier": {"grant": ["noble"]}, "seat 2": {"grant": ["knight", "knight"]}}}
    config |= {"options": {"tricks": "off"}, "strategies": ["balanced", "denier", "random"]}
    run = load_config(config | {"deals": 3})
    result = simcli.simulate(run, workers=1, out=tmp_path / "run", records=True)
    assert result.folder is not None
    rows = pd.concat(pd.read_parquet(part) for part in sorted((result.folder / "records").rglob("*.parquet")))
    setup = Setup.of(run, run.played_variants[0], 3)
    for deal, rotation in ((0, 0), (1, 2), (2, 1)):
        lines = list(trace(setup, deal, rotation))
        names = [line.rpartition(" ")[2] for line in lines[1:4]]
        knights = ["  seat 2 begins with Knight (2 copies)"]
        noble = [f"  seat {names.index('denier') + 1} begins with Noble"]
        assert lines[4:6] == (knights + noble if names[1] == "denier" else sorted(knights + noble))
        game = rows[(rows["deal"] == deal) & (rows["rotation"] == rotation)].sort_values("seat")
        assert game["strategy"].tolist() == names
        told = next(line for line in lines if line.startswith("total"))
        assert [int(text) for text in told.split()[1:]] == game["score"].tolist()


def test_a_trace_tells_what_a_deal_cannot_give() -> None:
    board = {"quadrants": ["quadrant_paddock", "quadrant_tower", "quadrant_farm", "quadrant_barn"]}
    config = {"game": "kingdom_builder", "players": 2, "strategies": ["random"], "options": board}
    run = load_config(config | {"restrict": {"seat 2": {"grant": ["farm"]}}})
    run = replace(run, restrictions=Restrictions({}, {"seat 2": ("harbor", "farm")}, {}))
    setup = Setup.of(run, run.played_variants[0], 2)
    lines = [line for line in trace(setup, 0) if " begin" in line][:2]
    assert lines == ["  seat 2 begins with farm", "  seat 2 would begin with harbor, which this deal has not"]
