"""Tables of a compiled game with named positions, and what its strategies win."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import simcli
from simcli.config.data.components import component_data, read_components
from simcli.config.data.patch import apply_patch
from simcli.config.yaml.document import known_data
from simcli.config.yaml.problems import Problems
from simcli.engine.code import doors
from simcli.engine.header import ALL_FEATURES
from simcli.engine.loop import lineup
from simcli.errors import Where
from simcli.game import Components, Game
from simcli.games import get_game
from simcli.games.components import options_of
from simcli.sim.scenario import Table

steps: Any = doors


class GameUnderTest:
    """One game, given itself or by its id."""

    def __init__(self, game: Game | str) -> None:
        self.game = get_game(game) if isinstance(game, str) else game
        self.components = component_data(read_components(self.game))

    def patched(self, patch: dict[str, Any]) -> Components:
        """Component data with a patch as a config writes it."""
        problems = Problems()
        data = apply_patch(self.components, patch, known_data({"patch": patch}, Where("the test")), problems, self.game.models).data
        problems.raise_any()
        return data

    def all_options(self, chosen: Mapping[str, object], components: Components | None = None) -> dict[str, object]:
        """Every option, those not chosen at their default."""
        return {o.id: o.default for o in options_of(components or self.components)} | copy.deepcopy(dict(chosen))

    def table(self, players: int, options: Mapping[str, object] = {}, components: Components | None = None) -> Table:
        """A table of the compiled game, not dealt yet."""
        data = components or self.components
        chosen = self.all_options(options, data)
        assert self.game.checks.validate(data) == []
        assert self.game.checks.check_setup(data, chosen, players) == []
        return Table(self.game, data, chosen, players)

    def dealt(self, players: int, options: Mapping[str, object] = {}, deal: int = 0, **fields: object) -> Table:
        """A dealt game with named fields set."""
        out = self.table(players, options)
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


def seen(game: Table) -> dict[str, dict[str, int]]:
    """The features of each legal action that are not 0, by name, by the action's text."""
    texts = game.texts()
    game._scratch["X"][:] = 0
    fill = lineup.fill_pointer(game.game, needed=True)
    steps.step_features(game._states, game._tables, len(texts), game._scratch_array, np.uint64(ALL_FEATURES), fill)
    names = [feature.name for feature in game.game.decisions[int(game.s["phase"])].features]
    rows = game._scratch["X"][: len(texts)].tolist()
    return {text: {name: value for name, value in zip(names, row, strict=False) if value} for text, row in zip(texts, rows, strict=True)}


def known(game: Table, seat: int) -> dict[str, int]:
    """What a seat (from 1) knows of the position, by the names of `Game.context`."""
    steps.step_context(game._states, game._tables, seat - 1, game._scratch_array)
    return {one.name: int(value) for one, value in zip(game.game.context, game._scratch["learned"]["before"], strict=False)}


def play_out(game: Table, deal: int, choose: Callable[[Random, list[str]], str]) -> Table:
    """Deals a game and plays it to its end; the choices follow from the deal."""
    game.deal(deal, 1)
    dice = Random(deal)
    while not game.s["over"]:
        texts = game.texts()
        game.apply(texts[choose(dice, list(texts))])
    return game


def played(game_id: str, folder: Path, text: str, deals: int) -> dict[str, Any]:
    """The cell of a run: `text` is the config without its game."""
    config = folder / "config.yaml"
    config.write_text(f"game: {game_id}\n{text}", "utf-8")
    cell: dict[str, Any] = simcli.simulate(config, deals=deals, workers=1).summary["cells"][0]
    return cell


def against_three_random(game_id: str, plans: Iterable[str], deals: int, new_folder: Callable[[str], Path]) -> dict[str, dict[str, object]]:
    """What each plan makes at a table with three random players."""
    rows = {}
    for plan in plans:
        cell = played(game_id, new_folder("plan"), f"players: 4\ntables: {{fixed: [{plan}, random, random, random]}}\n", deals)
        rows[plan] = next(row for row in cell["strategies"] if row["name"] == plan)
    return rows


def counted(game: Table) -> dict[str, list[tuple[int, int]]]:
    """(copies offered, copies held) of every item by seat, as things stand."""
    game.results()
    rows = game._scratch["held"][: int(game.s["n_players"]), : len(game.catalogue.items)]
    return {item.id: [(int(offered), int(held)) for offered, held in rows[:, i]] for i, item in enumerate(game.catalogue.items)}


def held(items: Mapping[str, list[tuple[int, int]]]) -> dict[str, list[int]]:
    """Copies held by seat, of what somebody holds."""
    return {item: [copies for _, copies in seats] for item, seats in items.items() if any(copies for _, copies in seats)}
