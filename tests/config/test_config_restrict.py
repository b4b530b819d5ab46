"""The `restrict` key: whom it may name, what may be banned, and that it is part of what a run is."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcli.config import load_config
from simcli.errors import UserError

HEAD = "game: guildes\nplayers: [3, 4]\nstrategies: [balanced, denier]\n"


def load(folder: Path, restrict: str, head: str = HEAD):  # type: ignore[no-untyped-def]
    file = folder / "config.yaml"
    file.write_text(f"{head}restrict: {restrict}\n", "utf-8")
    return load_config(file)


def test_bans_are_kept_by_player(tmp_path: Path) -> None:
    run = load(tmp_path, "{seat 4: {ban: [noble]}, denier: {ban: [knight, noble, knight]}, all: {ban: [militia]}}")
    assert run.restrict == {"seat 4": ("noble",), "denier": ("knight", "noble"), "all": ("militia",)}
    assert type(run).from_json(run.to_json()).restrict == run.restrict


def test_bans_are_part_of_the_identity_and_their_order_is_not(tmp_path: Path) -> None:
    free = load(tmp_path, "{}")
    one = load(tmp_path, "{seat 1: {ban: [noble, knight]}}")
    other = load(tmp_path, "{seat 1: {ban: [knight, noble]}}")
    assert free.identity() != one.identity() == other.identity()
    assert "restrict" not in free.to_json()


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
