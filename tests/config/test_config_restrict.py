"""The `restrict` key: whom it may name, what may be banned, and that it is part of what a run is."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config import load_config
from simcli.errors import UserError

FORGE = "game: kings_forge\nplayers: 3\nstrategies: [balanced]\n\n"
HEAD = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, denier]\n"


def load(folder: Path, restrict: str, head: str = HEAD):  # type: ignore[no-untyped-def]
    file = folder / "config.yaml"
    file.write_text(f"{head}restrict: {restrict}\n", "utf-8")
    return load_config(file)


def test_bans_are_kept_by_player(tmp_path: Path) -> None:
    run = load(tmp_path, "{seat 4: {ban: [noble]}, denier: {ban: [knight, noble, knight]}, all: {ban: [militia]}}")
    assert run.restrictions.bans == {"seat 4": ("noble",), "denier": ("knight", "noble"), "all": ("militia",)}
    assert type(run).from_json(run.to_json()).restrictions.bans == run.restrictions.bans


def test_bans_are_part_of_the_identity_and_their_order_is_not(tmp_path: Path) -> None:
    free = load(tmp_path, "{}")
    one = load(tmp_path, "{seat 1: {ban: [noble, knight]}}")
    other = load(tmp_path, "{seat 1: {ban: [knight, noble]}}")
    assert free.identity() != one.identity() == other.identity()
    assert "restrict" not in free.to_json()


def test_a_kind_stands_for_all_its_items_that_can_be_banned(tmp_path: Path) -> None:
    run = load(tmp_path, "{seat 1: {ban: [stolen_craft, anvil, anvil_stolen]}, all: {ban: [dock]}}", FORGE)
    items = run.game.catalogue(run.components, run.options).items
    by_kind = {kind: tuple(item.id for item in items if item.kind == kind) for kind in ("stolen_craft", "dock")}
    assert (len(by_kind["stolen_craft"]), len(by_kind["dock"])) == (33, 8)
    assert run.restrictions.bans == {"seat 1": (*by_kind["stolen_craft"], "anvil"), "all": by_kind["dock"]}
    written_out = load(tmp_path, "{seat 1: {ban: [anvil, " + ", ".join(by_kind["stolen_craft"]) + "]}, all: {ban: [dock]}}", FORGE)
    assert run.identity() == written_out.identity()


@pytest.mark.parametrize(
    ("restrict", "said"),
    [
        ("{seat 1: {ban: [situation]}}", ":5:27: restrict: 'situation' is a kind of items, which no player takes or uses by choice"),
        (
            "{seat 1: {ban: [stolen_crafts]}}",
            ":5:27: restrict: found the text 'stolen_crafts', expected the id of an item of King's Forge or",
        ),
        ("{seat 1: {ban: [stolen_crafts]}}", "did you mean 'stolen_craft'?"),
        ("{seat 1: {grant: [dock]}}", "expected the id of an item of King's Forge"),
    ],
)
def test_a_kind_that_cannot_be_banned_is_told(restrict: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, restrict, FORGE)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("restrict", "place", "said"),
    [
        ("{seat 5: {ban: [noble]}}", ":4:12:", "there is no seat 5"),
        ("{denyer: {ban: [noble]}}", ":4:12:", "did you mean 'denier'?"),
        ("{seat 1: {ban: [nobel]}}", ":4:27:", "did you mean 'noble'?"),
        ("{seat 1: {ban: [card_swap]}}", ":4:27:", "expected the id of an item of Guildes"),
        ("{seat 1: {ban: []}}", ":4:26:", "at least one item id"),
        ("{seat 1: {ban: noble}}", ":4:26:", "expected a list"),
        ("{seat 1: {bann: [noble]}}", ":4:20:", "{ban: [item ids]}"),
        ("{seat 1: [noble]}", ":4:20:", "{ban: [item ids]}"),
        ("[noble]", ":4:11:", "expected keys with values"),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_place(restrict: str, place: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, restrict)
    assert place in str(raised.value)
    assert said in str(raised.value)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, "{seat 9: {ban: [nobel]}, nobody: {ban: [noble]}}")
    assert len(raised.value.problems) == 3


def test_an_event_cannot_be_banned(tmp_path: Path) -> None:
    head = HEAD + "options: {events: on}\n"
    with pytest.raises(UserError, match="is an item of kind 'event'"):
        load(tmp_path, "{seat 1: {ban: [redistribution]}}", head)


def test_grants_are_kept_by_player_beside_bans_each_copy_for_itself(tmp_path: Path) -> None:
    run = load(tmp_path, "{seat 2: {grant: [noble], ban: [noble]}, all: {ban: [militia]}}")
    assert run.restrictions.grants == {"seat 2": ("noble",)}
    assert run.restrictions.bans == {"seat 2": ("noble",), "all": ("militia",)}
    assert type(run).from_json(run.to_json()) == run
    two = load(tmp_path, "{seat 2: {grant: [noble, noble]}}")
    assert two.restrictions.grants == {"seat 2": ("noble", "noble")}
    assert len({run.identity(), two.identity(), load(tmp_path, "{seat 2: {grant: [noble]}}").identity()}) == 3
    assert "grants" not in load(tmp_path, "{seat 2: {ban: [noble]}}").to_json()


TRICKS = HEAD + "options: {tricks: on}\n"
BOARDS = (
    "game: kingdom_builder\nplayers: 5\nstrategies: [balanced]\n"
    "options: {quadrants: [quadrant_barn, quadrant_farm, quadrant_oasis, quadrant_tower]}\n"
)


@pytest.mark.parametrize(
    ("restrict", "head", "place", "said"),
    [
        ("{seat 1: {grant: [nobel]}}", HEAD, ":4:29:", "did you mean 'noble'?"),
        ("{seat 1: {grant: noble}}", HEAD, ":4:28:", "restrict.seat 1.grant: found the text 'noble', expected a list"),
        ("{seat 1: {grant: []}}", HEAD, ":4:28:", "remove the key to grant nothing"),
        ("{seat 1: {give: [noble]}}", HEAD, ":4:20:", "write e.g. {seat 1: {ban: [id]}} or {seat 1: {grant: [id]}}"),
        ("{seat 1: {grant: [card_swap]}}", TRICKS, ":5:29:", "an item of kind 'trick': every player is dealt one in each round (can be"),
        (
            "{seat 1: {grant: [anvil]}}",
            FORGE,
            ":5:29:",
            "an item of kind 'craft_card': no rule of the game gives a player one at the start (nothing can be granted in this game)",
        ),
        (
            "{seat 1: {grant: [knight, noble]}, seat 3: {grant: [cleric]}}",
            HEAD.replace("[3, 4]", "4"),
            ":4:63:",
            "restrict: gives 3 cards out of the deck, with 4 players it has 2 more than are dealt (give at most 2",
        ),
        (
            "{denier: {grant: [knight, noble]}}",
            HEAD,
            ":4:37:",
            "gives 4 cards out of the deck, with 3 players it has 3 more than are dealt",
        ),
        (
            "{all: {grant: [fisherman, fisherman]}}",
            HEAD,
            ":4:37:",
            "gives 6 cards of 'fisherman', with 3 players the deck has 5 (at most 5)",
        ),
        (
            "{seat 1: {grant: [farm, farm, farm]}}",
            BOARDS,
            ":5:41:",
            "gives a seat 3 tiles 'farm', of which a board has 2 location hexes (KB-61",
        ),
        ("{all: {grant: [farm]}}", BOARDS, ":5:26:", "gives 5 tiles 'farm', a board has 4 (at most 4)"),
    ],
)
def test_what_cannot_be_given_is_told_with_its_place(restrict: str, head: str, place: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        load(tmp_path, restrict, head)
    assert place in str(raised.value)
    assert said in str(raised.value)


def test_a_seat_or_guild_that_is_not_there_with_so_many_players_takes_nothing(tmp_path: Path) -> None:
    """With three players there is neither a fourth seat nor an alchemist; a strategy of two sits in two of four seats at most."""
    load(tmp_path, "{seat 1: {grant: [alchemist]}, seat 4: {grant: [noble]}}")
    load(tmp_path, "{denier: {grant: [noble]}}", HEAD.replace("[3, 4]", "4"))
    with pytest.raises(UserError, match="gives 4 cards out of the deck"):
        load(tmp_path, "{denier: {grant: [noble]}}", HEAD.replace("[3, 4]", "4") + "tables: mirror\n")


def test_variants_and_changes_on_the_command_line_are_checked_too(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(HEAD + "variants:\n  plain: {}\n  rich: {restrict: {all: {grant: [noble]}}}\n", "utf-8")
    with pytest.raises(UserError, match=r"config.yaml:6:35: restrict: gives 4 cards out of the deck, with 4 players"):
        load_config(file)
    file.write_text(HEAD, "utf-8")
    with pytest.raises(UserError, match=r"--set restrict.all.grant=\[noble\]: restrict: gives 4 cards"):
        load_config(file, ["restrict.all.grant=[noble]"])
