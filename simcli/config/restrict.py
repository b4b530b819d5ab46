"""Restricted play: which items the players of a strategy, a seat or everybody may neither take nor use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from simcli.config.problems import Problems, found
from simcli.config.yaml_marks import Document
from simcli.errors import Where, nearest
from simcli.game import Game, Item

ALL = "all"
BAN = "ban"
FORM = "write e.g. {seat 1: {ban: [id]}}"

Restrictions = dict[str, tuple[str, ...]]
"""Banned item ids by player: the name of a strategy, `seat N` (from 1) or `all`."""


def resolve_restrict(
    game: Game,
    items: Sequence[Item],
    strategies: Sequence[str],
    seats: int,
    document: Document,
    given: Mapping[Any, Any],
    problems: Problems,
) -> Restrictions:
    """Bans by player, in the order of the config; what cannot be meant is a problem and left out.

    `items` is the catalogue of the run, `seats` the largest number of players.
    """
    out: Restrictions = {}
    for player, bans in given.items():
        before = len(problems)
        check_player(player, strategies, seats, document.key(("restrict", player)), problems)
        if not isinstance(bans, Mapping) or set(bans) != {BAN}:
            what = f"restrict.{player}: found {found(bans)}, expected {{{BAN}: [item ids]}}"
            problems.add(document.value(("restrict", player)), what, FORM)
            continue
        names = bans[BAN]
        if not isinstance(names, list) or not names:
            what = f"restrict.{player}.{BAN}: found {found(names)}, expected a list of at least one item id"
            problems.add(document.value(("restrict", player, BAN)), what, "remove the key to ban nothing")
            continue
        for i, name in enumerate(names):
            check_item(game, items, name, document.value(("restrict", player, BAN, i)), problems)
        if len(problems) == before:
            out[str(player)] = tuple(dict.fromkeys(names))
    return out


def check_player(player: Any, strategies: Sequence[str], seats: int, where: Where, problems: Problems, key: str = "restrict") -> None:
    """Whether a player is a strategy, a seat or everybody; `key` is what named it, at `where`."""
    seat = re.fullmatch(r"seat (\d+)", str(player))
    if seat and not 1 <= int(seat[1]) <= seats:
        problems.add(where, f"{key}: there is no {player}, the run has {seats} seats at most")
    elif not seat and player != ALL and player not in strategies:
        known = [*strategies, ALL, *(f"seat {p + 1}" for p in range(seats))]
        problems.add(where, f"{key}: '{player}' is no strategy of this run, no seat and not 'all'", nearest(str(player), known))


def check_item(game: Game, items: Sequence[Item], name: Any, where: Where, problems: Problems, key: str = "restrict") -> None:
    """Whether a name is that of an item which can be banned; `key` is what named it, at `where`."""
    bannable = [item.id for item in items if item.bannable]
    if not isinstance(name, str) or name not in [item.id for item in items]:
        hint = nearest(str(name), bannable, f"`simcli games {game.id} --items` lists them")
        problems.add(where, f"{key}: found {found(name)}, expected the id of an item of {game.title}", hint)
    elif name not in bannable:
        kind = next(item.kind for item in items if item.id == name)
        what = f"{key}: '{name}' is an item of kind '{kind}', which no player takes or uses by choice"
        problems.add(where, what, "can be banned: " + ", ".join(bannable))
