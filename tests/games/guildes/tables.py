"""Tables of the compiled game for the tests: components, options and named positions."""

from __future__ import annotations

import copy
from typing import Any

from simcli.config.components import component_data, read_components
from simcli.config.patch import apply_patch
from simcli.config.problems import Problems
from simcli.config.yaml_marks import known_data
from simcli.errors import Where
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.sim.scenario import Table

GAME = get_game("guildes")
COMPONENTS = component_data(read_components(GAME))
BASE: dict[str, Any] = {}
EVENTS = {"events": "on"}
TRICKS = {"tricks": "on"}
BOTH = {"events": "on", "tricks": "on"}
VARIANTS = {"base": BASE, "events": EVENTS, "tricks": TRICKS, "both": BOTH}


def patched(patch: dict[str, Any]) -> dict[str, Any]:
    """Component data with a patch as a config writes it."""
    problems = Problems()
    data = apply_patch(COMPONENTS, patch, known_data({"patch": patch}, Where("the test")), problems).data
    problems.raise_any()
    return data


def all_options(chosen: dict[str, Any], components: dict[str, Any] = COMPONENTS) -> dict[str, Any]:
    """Every option, those not chosen at their default."""
    return {o.id: o.default for o in options_of(components)} | copy.deepcopy(chosen)


def table(players: int, options: dict[str, Any] = BASE, components: dict[str, Any] = COMPONENTS) -> Table:
    """A table of the compiled game, not dealt yet."""
    chosen = all_options(options, components)
    tables = GAME.module("tables")
    assert tables.validate(components) == []
    assert tables.check_setup(components, chosen, players) == []
    return Table(GAME, components, chosen, players)


def dealt(players: int, options: dict[str, Any] = BASE, deal: int = 0, **fields: Any) -> Table:
    """A dealt game with named fields set."""
    out = table(players, options)
    out.deal(deal, 1)
    out.set(fields)
    return out


def give(game: Table, *texts: str) -> Table:
    """Gives action texts one by one."""
    for text in texts:
        legal = game.texts()
        assert text in legal, f"{text!r} is not legal, legal are {list(legal)}"
        game.apply(legal[text])
    return game


def payout(game: Table, round_number: int, guild: str, ahead: int, tied: int) -> int:
    """Votes of the tables for a guild with so many players ahead and others tied."""
    by_place = game.t["payout"].reshape(3, 16, 8, 8)
    return int(by_place[round_number - 1, game.names.guilds.index(guild), ahead, tied])


TRICK_LETTERS = {trick["letter"]: trick["id"] for trick in COMPONENTS["tricks"]["tricks"]}


def play_to(game: Table, phase: str) -> Table:
    """First legal actions until this phase begins."""
    while game.fields()["phase"] != phase:
        game.apply(game.actions()[0])
    return game


def score_once(
    round_number: int, tableau: dict[int, dict[str, int]], patch: dict[str, Any] | None = None, filler: str = "militia", event: str = ""
) -> dict[int, dict[str, int]]:
    """Votes by seat and guild of one scoring of these tableaus, after a last card of the guild `filler` from every seat.

    A filler that is the only guild counted hides nothing: militia is scored apart, and a filler's own votes are not looked at.
    """
    players = len(tableau)
    game = table(players, {"events": [event]} if event else BASE, patched(patch or {}))
    game.deal(0, 1)
    left = {3: 3, 4: 3, 5: 3, 6: 2}[players]
    fields = {"round": round_number, "phase": "play", "tableau": tableau, "hands": {"all": {filler: left}}}
    game.set(fields | ({"event": event} if event else {}))
    give(game, *[f"play {filler}"] * players)
    return game.fields()["votes"]
