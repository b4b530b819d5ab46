"""Restricted play: which items the players of a strategy, a seat or everybody may neither take nor use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from simcli.config.problems import Problems, found
from simcli.config.yaml_marks import Document
from simcli.errors import nearest
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
    bannable = [item.id for item in items if item.bannable]
    out: Restrictions = {}
    for player, bans in given.items():
        before = len(problems)
        _check_player(player, strategies, seats, document, problems)
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
            _check_item(game, items, bannable, name, document, ("restrict", player, BAN, i), problems)
        if len(problems) == before:
            out[str(player)] = tuple(dict.fromkeys(names))
    return out


def _check_player(player: Any, strategies: Sequence[str], seats: int, document: Document, problems: Problems) -> None:
    seat = re.fullmatch(r"seat (\d+)", str(player))
    where = document.key(("restrict", player))
    if seat and not 1 <= int(seat[1]) <= seats:
        problems.add(where, f"restrict: there is no {player}, the run has {seats} seats at most")
    elif not seat and player != ALL and player not in strategies:
        known = [*strategies, ALL, *(f"seat {p + 1}" for p in range(seats))]
        problems.add(where, f"restrict: '{player}' is no strategy of this run, no seat and not 'all'", nearest(str(player), known))


def _check_item(
    game: Game,
    items: Sequence[Item],
    bannable: Sequence[str],
    name: Any,
    document: Document,
    path: tuple[str | int, ...],
    problems: Problems,
) -> None:
    where = document.value(path)
    ids = [item.id for item in items]
    if not isinstance(name, str) or name not in ids:
        hint = nearest(str(name), bannable, f"`simcli games {game.id} --items` lists them")
        problems.add(where, f"restrict: found {found(name)}, expected the id of an item of {game.title}", hint)
    elif name not in bannable:
        kind = next(item.kind for item in items if item.id == name)
        what = f"restrict: '{name}' is an item of kind '{kind}', which no player takes or uses by choice"
        problems.add(where, what, "can be banned: " + ", ".join(bannable))
