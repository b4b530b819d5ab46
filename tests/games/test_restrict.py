"""Restricted play in every game: what a ban takes away, that the deal stays the same, and that a player can always act."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

import simcli
from simcli.base.restrictions import Restrictions
from simcli.sim.scenario import Table
from simcli.testing.under_test import GameUnderTest


def table(game_id: str, players: int, bans: dict[str, list[str]], deal: int, options: dict[str, Any] | None = None) -> Table:
    out = GameUnderTest(game_id).dealt(players, options or {}, deal)
    if bans:
        out.restrict(Restrictions(bans))
    return out


def play(game: Table, seed: int) -> list[tuple[int, list[str], str]]:
    """(seat, legal texts, text chosen) of a random game."""
    rng, told = Random(seed), []
    while not game.s["over"]:
        legal = game.texts()
        seat, text = int(game.s["actor"]) + 1, rng.choice(list(legal))
        told.append((seat, list(legal), text))
        game.apply(legal[text])
    return told


@pytest.mark.parametrize("deal", range(20))
def test_a_banned_guild_is_played_only_when_nothing_else_is_left(deal: int) -> None:
    """GO-15 of Guildes."""
    banned = {"noble", "alchemist", "cleric"}
    game = table("guildes", 4, {"seat 2": sorted(banned)}, deal)
    for seat, legal, text in play(game, deal):
        if seat == 2 and text.startswith("play "):
            left = {t.removeprefix("play ") for t in legal}
            assert not left & banned or left <= banned
        if seat == 2 and text.startswith("pick "):
            assert legal  # drafting is free: banned guilds may be among the texts


def test_banned_guilds_can_still_be_drafted_and_must_be_played_when_alone() -> None:
    """GO-15 of Guildes."""
    game = table("guildes", 4, {"seat 1": ["noble"]}, 0)
    game.set({"round": 1, "phase": "play", "hands": {"all": {"noble": 1, "knight": 6}}})
    assert list(game.texts()) == ["play knight"]
    game.set({"phase": "play", "hands": {"all": {"noble": 7}}})
    assert list(game.texts()) == ["play noble"]
    picks = {text for seat, legal, _ in play(table("guildes", 4, {"all": ["noble"]}, 3), 3) for text in legal if text == "pick noble"}
    assert picks


@pytest.mark.parametrize("deal", range(20))
def test_a_guild_that_must_be_taken_is_played_as_soon_as_it_is_in_hand(deal: int) -> None:
    """GO-23 of Guildes: of several one; drafting is free, and so are all choices of who holds none."""
    musts = {"alchemist", "cleric"}
    game = table("guildes", 4, {}, deal)
    game.restrict(Restrictions(musts={"seat 2": sorted(musts)}))
    told = play(game, deal)
    plays = [legal for seat, legal, text in told if seat == 2 and text.startswith("play ")]
    assert all(
        not {f"play {guild}" for guild in musts} & set(legal) or {f"play {guild}" for guild in musts} >= set(legal) for legal in plays
    )
    assert any(len(legal) > 2 for legal in plays)
    assert any(len(legal) > 2 for seat, legal, text in told if seat == 2 and text.startswith("pick "))


@pytest.mark.parametrize("deal", range(12))
def test_a_banned_trick_is_not_used(deal: int) -> None:
    """GO-15 of Guildes: the trick's number counts after guilds and, when they are on, events."""
    for events in ("off", "on"):
        game = table("guildes", 4, {"all": ["card_swap", "discard_draw"]}, deal, {"tricks": "on", "events": events})
        texts = {text for _, legal, _ in play(game, deal) for text in legal}
        assert not texts & {"use card_swap", "use discard_draw"}
        assert {t for t in texts if t.startswith("use ")}


def test_a_banned_tile_is_neither_gained_nor_used() -> None:
    """GO-14 of Kingdom Builder: it stays on its hex for the others."""
    board = {"quadrants": ("quadrant_paddock", "quadrant_tower", "quadrant_farm", "quadrant_barn"), "cards": ("workers",)}
    used: dict[bool, set[str]] = {True: set(), False: set()}
    for deal in range(12):
        game = table("kingdom_builder", 3, {"seat 1": ["paddock", "farm"]}, deal, board)
        for seat, legal, _ in play(game, deal):
            used[seat == 1] |= {text.split(" at ")[0] for text in legal if text.startswith("use ")}
        f = game.fields()
        taken = sum(len(hexes) for hexes in f["taken"].values())
        assert taken + sum(f["tiles_left"].values()) == 2 * len(f["tiles_left"])
    assert used[True] == {"use tower", "use barn"}
    assert used[False] == {"use tower", "use barn", "use paddock", "use farm"}


def test_a_banned_tile_that_is_held_all_the_same_is_not_used() -> None:
    """GO-14 of Kingdom Builder: as in a position that was set."""
    legal = []
    for bans in ({}, {"seat 1": ["paddock"]}):
        game = table("kingdom_builder", 2, bans, 0, {"setup": "first_game", "start_player": "fixed_seat"})
        game.set({"settlements": {1: ["r5c1"]}, "tiles": {1: ["paddock at r2c18", "tavern at r6c2"]}, "phase": "before"})
        legal.append(list(game.texts()))
    assert legal == [["use paddock at r2c18", "build"], ["build"]]


def test_a_banned_half_exchange_or_craft_is_never_a_choice() -> None:
    """GO-13 of King's Forge: the others may use them, and the card may be given up."""
    items = ["tavern_bottom", "wood_dock_1", "anvil", "shield", "horseshoes"]
    banned = {"use tavern bottom", "dock wood_dock_1", *(f"{verb} {card}" for verb in ("craft", "steal") for card in items[2:])}
    offered: dict[bool, set[str]] = {True: set(), False: set()}
    cards = {"gather_cards": ("tavern",), "craft_cards": ("anvil", "shield", "horseshoes")}
    for deal in range(6):
        for seat, legal, _ in play(table("kings_forge", 3, {"seat 1": items}, deal, cards), deal):
            offered[seat == 1] |= set(legal)
    assert not offered[True] & banned
    assert "give up tavern" in offered[True]
    assert banned - offered[False] <= {"steal anvil", "steal shield", "steal horseshoes"}


def test_banned_thefts_leave_the_cards_to_make() -> None:
    """GO-13 of King's Forge: who may not steal makes what the others made of the display."""
    thefts = [f"{row['id']}_stolen" for row in GameUnderTest("kings_forge").components["craft_cards"]["cards"]]
    verbs: dict[bool, set[str]] = {True: set(), False: set()}
    easy = {"craft_cards": ("anvil", "shield", "horseshoes", "table", "axe")}
    for deal in range(32):
        for seat, legal, _ in play(table("kings_forge", 3, {"seat 1": thefts}, deal, easy), deal):
            verbs[seat == 1] |= {text.split(" ")[0] for text in legal if text.startswith(("craft ", "steal "))}
    assert verbs == {True: {"craft"}, False: {"craft", "steal"}}


@pytest.mark.parametrize(
    ("game_id", "kinds", "taking"),
    [
        ("kings_guild", ("specialist",), r"hire .*"),
        ("kings_guild", ("room",), r"build .*"),
        ("kings_guild", ("quest",), r"craft .*"),
        ("kings_forge", ("craft_card",), r"(craft|steal) .*"),
        ("kingdom_builder", ("tile",), r"use .*"),
        ("architects", ("building",), r"build .*"),
        ("architects", ("apprentice",), r"(hire|take) row .*"),
    ],
)
def test_what_must_be_taken_is_taken_whenever_it_may_be(game_id: str, kinds: tuple[str, ...], taking: str) -> None:
    """GO-39 of The King's Guild, GO-21 of King's Forge, GO-23 of Kingdom Builder,
    GO-30 of Architects: of a whole kind; in the same deals others choose freely."""
    mixed: Counter[Any] = Counter()
    for deal in range(3):
        game = table(game_id, 3, {}, deal)
        items = [item.id for item in game.catalogue.items if item.kind in kinds and item.bannable and not item.idle]
        assert items
        game.restrict(Restrictions(musts={"seat 1": items}))
        for seat, legal, _ in play(game, deal):
            takers = [bool(re.fullmatch(taking, text)) for text in legal]
            mixed[seat == 1] += any(takers) and not all(takers)
            mixed["forced"] += seat == 1 and all(takers)
    assert mixed[True] == 0 < mixed[False]
    assert mixed["forced"]


@pytest.mark.parametrize(("game_id", "item"), [("guildes", "noble"), ("kingdom_builder", "farm"), ("kings_forge", "anvil")])
def test_the_deal_is_the_same_with_and_without_a_ban(game_id: str, item: str) -> None:
    free, banned = table(game_id, 3, {}, 5), table(game_id, 3, {"all": [item]}, 5)
    assert free.fields() == banned.fields()


def test_a_ban_of_a_strategy_follows_it_from_seat_to_seat(tmp_path: Any) -> None:
    config = tmp_path / "config.yaml"
    head = "game: kingdom_builder\nplayers: 3\nstrategies: [balanced, planner]\noptions: {quadrants: [quadrant_tower]}\n"
    config.write_text(head + "restrict: {planner: {ban: [tower]}}\n", "utf-8")
    run = simcli.simulate(config, deals=20, workers=1, out=tmp_path / "run", records=True)
    assert run.folder is not None
    import pandas as pd

    rows = pd.concat(pd.read_parquet(part) for part in sorted((run.folder / "records").rglob("*.parquet")))
    held = "held_tower"
    by_name = rows.groupby("strategy", observed=True)[held].sum()
    assert by_name["planner"] == 0 < by_name["balanced"]
