"""`every: {ban: ...}`: each item of a kind, or of a list, banned in turn for one player, beside the games without any ban."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simcli.config import load_config
from simcli.config.run.each_item import kinds_to_ban
from simcli.config.run.resolved import ResolvedRun
from simcli.errors import UserError
from simcli.game import Item

TILES = "game: kingdom_builder\nplayers: 4\nstrategies: [balanced]\n"
HEAD = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, denier]\n"


def load(folder: Path, every: str, head: str = HEAD) -> ResolvedRun:
    file = folder / "config.yaml"
    file.write_text(f"{head}every: {every}\n", "utf-8")
    return load_config(file)


def test_each_item_of_a_kind_is_banned_in_turn_beside_no_ban(tmp_path: Path) -> None:
    run = load(tmp_path, "{ban: guild}")
    guilds = [row["id"] for row in run.components["guilds"]["guilds"]]
    assert len(guilds) == 11
    assert [v.name for v in run.variants] == ["no ban", *(f"without {guild}" for guild in guilds)]
    assert [v.restrictions.bans for v in run.variants] == [{}, *({"seat 1": (guild,)} for guild in guilds)]
    assert (run.base, run.base_number) == ("no ban", 0)
    assert all((v.options, v.components) == (run.options, run.components) for v in run.variants)
    assert ResolvedRun.from_json(run.to_json()) == run


@pytest.mark.parametrize("player", ["seat 4", "denier"])
def test_a_list_is_banned_one_by_one_for_who_is_named(player: str, tmp_path: Path) -> None:
    run = load(tmp_path, f"{{ban: [noble, knight], for: {player}}}")
    assert [v.restrictions.bans for v in run.variants] == [{}, {player: ("noble",)}, {player: ("knight",)}]


def test_a_kind_in_a_list_is_banned_as_a_whole(tmp_path: Path) -> None:
    run = load(tmp_path, "{ban: [dock, anvil_stolen]}", "game: kings_forge\nplayers: 3\nstrategies: [balanced]\n")
    docks = tuple(item.id for item in run.game.catalogue(run.components, run.options).items if item.kind == "dock")
    assert [(v.name, v.restrictions.bans) for v in run.variants] == [
        ("no ban", {}),
        ("without dock", {"seat 1": docks}),
        ("without anvil stolen", {"seat 1": ("anvil_stolen",)}),
    ]


def test_a_patch_and_options_hold_for_all(tmp_path: Path) -> None:
    run = load(tmp_path, "{ban: [noble]}", f"{HEAD}options: {{events: on}}\npatch: {{guilds: {{noble: {{copies: 12}}}}}}\n")
    assert [v.options["events"] for v in run.variants] == ["on", "on"]
    assert all(row["copies"] == 12 for v in run.variants for row in v.components["guilds"]["guilds"] if row["id"] == "noble")


def test_what_is_not_in_play_or_is_taken_by_nobody_is_left_out() -> None:
    plain = Item("plain", "card", "plain", "official", bannable=True)
    promo = replace(plain, id="promo", idle="promos: false")
    event = Item("event", "event", "event", "official")
    assert kinds_to_ban([plain, promo, event]) == {"card": ["plain"]}
    assert kinds_to_ban([plain, replace(promo, idle=""), event]) == {"card": ["plain", "promo"]}


@pytest.mark.parametrize(
    ("every", "said"),
    [
        (
            "{ban: gild}",
            "4:14: every.ban: found the text 'gild', expected a kind of items of Guildes or a list of item ids (did you mean",
        ),
        (
            "{ban: 5}",
            "4:14: every.ban: found the number 5, expected a kind of items of Guildes or a list",
        ),
        ("{ban: []}", "4:14: every.ban: found an empty list, expected a kind"),
        ("{ban: knight}", "4:14: every.ban: 'knight' is one item, no kind of items (write [knight])"),
        (
            "{ban: [knight, nobel]}",
            "4:23: every.ban: found the text 'nobel', expected the id of an item of Guildes or a kind of items (did you",
        ),
        ("{ban: [[knight]]}", "4:15: every.ban: found a list, expected the id of an item of Guildes"),
        ("{ban: [noble, noble]}", "4:22: every.ban: noble stands in the list twice (keep one)"),
        ("{ban: event}", "4:14: every.ban: what 'events' of Guildes lists is in play for all players, so it can be denied to none"),
        (
            "{ban: guild, for: denyer}",
            "4:26: every.for: found the text 'denyer', expected a seat, or a strategy that meets others",
        ),
        ("{ban: guild, for: all}", "4:26: every.for: found the text 'all', expected a seat"),
        ("{ban: guild, for: seat 5}", "4:26: every.for: there is no seat 5, the run has 4 seats at most"),
        ("{ban: guild, fro: seat 2}", "4:21: every: unknown key 'fro' beside `ban` (did you mean 'for'?)"),
        ("{ban: guild}\nrestrict: {all: {ban: [noble]}}", "5:1: `restrict` and `every: {ban: ...}` exclude each other"),
        ("{ban: guild}\nvariants: {a: {}, b: {}}", "4:1: `variants` and `every` exclude each other"),
        ("{ban: guild}\npatch: {guilds: {nobel: {copies: 2}}}", "5:18: patch: there is no 'nobel' in guilds (did you mean 'noble'?)"),
    ],
)
def test_a_mistake_is_told_once_at_its_own_place(every: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, every)
    (problem,) = raised.value.problems
    assert str(problem).startswith(f"{tmp_path / 'config.yaml'}:{said}")


@pytest.mark.parametrize("head", [HEAD.replace("[balanced, denier]", "[balanced]"), f"{HEAD}tables: mirror\n"])
def test_a_strategy_that_meets_no_other_cannot_lose_by_a_ban(head: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"found the text 'balanced', expected a seat, or a strategy that meets others.*seat 1"):
        load(tmp_path, "{ban: guild, for: balanced}", head)


def test_cards_that_lie_open_for_all_are_compared_as_variants(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, "{ban: card}", TILES)
    (problem,) = raised.value.problems
    assert "what 'cards' of Kingdom Builder lists is in play for all players" in problem.what
    assert problem.hint == "write every: {cards: 1}, which compares games with each of them"
    assert len(load(tmp_path, problem.hint.removeprefix("write every: ").partition(", which")[0], TILES).variants) == 10
    assert len(load(tmp_path, "{ban: tile}", TILES).variants) == 9


def test_each_item_is_banned_and_granted_in_turn_beside_neither(tmp_path: Path) -> None:
    run = load(tmp_path, "{ban: [noble, knight], grant: [knight], for: seat 2}")
    assert [v.name for v in run.variants] == ["no ban", "without noble", "without knight", "given knight"]
    assert [(v.restrictions.bans, v.restrictions.grants) for v in run.variants] == [
        ({}, {}),
        ({"seat 2": ("noble",)}, {}),
        ({"seat 2": ("knight",)}, {}),
        ({}, {"seat 2": ("knight",)}),
    ]
    assert ResolvedRun.from_json(run.to_json()) == run
    alone = load(tmp_path, "{grant: guild}")
    assert [v.name for v in alone.variants][:2] == ["no grant", "given fisherman"]
    assert len(alone.variants) == 12


@pytest.mark.parametrize(
    ("every", "said"),
    [
        ("{grant: gild}", "4:16: every.grant: found the text 'gild', expected a kind of items of Guildes or a list of item ids (did you"),
        ("{grant: event}", "4:16: every.grant: what 'events' of Guildes lists is in play for all players, so it can be given to none"),
        ("{grant: knight}", "4:16: every.grant: 'knight' is one item, no kind of items (write [knight])"),
        ("{grant: [noble, noble]}", "4:24: every.grant: noble stands in the list twice (keep one)"),
        ("{grant: guild, too: 1}", "4:23: every: unknown key 'too' beside `grant`"),
    ],
)
def test_what_cannot_be_granted_in_turn_is_told_with_its_place(every: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, every)
    assert said in str(raised.value)


def test_a_kind_that_no_rule_gives_is_told_why(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"every\.grant: no rule of the game gives a player one at the start"):
        load(tmp_path, "{grant: craft_card}", "game: kings_forge\nplayers: 4\nstrategies: [balanced]\n")
