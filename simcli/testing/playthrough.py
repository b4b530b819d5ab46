"""Games to try, and a way to step through them: the compiled game from outside, position by position or deal by deal."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from simcli.base.models import Trees, column_codes
from simcli.engine import batch, layout
from simcli.engine.code import doors
from simcli.engine.header import ALL_FEATURES
from simcli.engine.loop import lineup, playout
from simcli.game import MIRROR, MIXED, Game
from simcli.games import game_of_file
from simcli.sim.bans import mask_of
from simcli.sim.plan import counter_of, match_of
from simcli.sim.tally import Layout
from simcli.testing.under_test import GameUnderTest

Array = np.ndarray[Any, Any]
step: Any = doors
loop: Any = playout

PLAY_SEED = 9
"""Seed of the games of `play`."""
_read: dict[str, GameUnderTest] = {}


@dataclass(frozen=True)
class Case:
    """A game with a number of players and options that differ from the default."""

    game: Game
    players: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.players), *(f"{k}={v}" for k, v in self.options)])


@dataclass
class Playthrough:
    """A table at which one game is stepped through. `states[0]` is the position, `s` the same as a record; `at`: states and tables as
    entries take them."""

    case: Case
    game: Game = field(init=False)
    tables: object = field(init=False)
    chosen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        game = self.case.game
        if game.id not in _read:
            _read[game.id] = GameUnderTest(game)
        under_test = _read[game.id]
        components, options = under_test.components, under_test.all_options(dict(self.case.options))
        self.game = layout.load(self.case.game)
        assert not self.game.checks.validate(components)
        assert not self.game.checks.check_setup(components, options, self.case.players)
        self.tables = self.game.tables.build(components, options, self.case.players)
        self.catalogue = self.game.catalogue(components, options)
        self.text = self.game.text
        self.names = self.text.make_names(components)
        states, scratch = layout.new_states(self.game), lineup.new_scratch(self.game)
        self.at, self._work = (layout.bare(states), layout.bare(self.tables)), layout.bare(scratch)
        self.states, self.scratch = layout.plain(states), layout.plain(scratch)
        self.s, self.t = self.states[0], layout.plain(self.tables)[0]
        self._bytes: Array = self.states[:1].view(np.uint8)
        self._actions: Array = self._work["actions"][0]

    @property
    def records(self) -> tuple[object, object]:
        """The game and its tables as kernels take them, for a kernel that a test opens with `entry`."""
        states, tables = self.at
        return states[0], tables[0]

    @cached_property
    def fill(self) -> object:
        """Pointer to what fills the matrix of features."""
        return lineup.fill_pointer(self.game, needed=True)

    @cached_property
    def _nobody(self) -> object:
        """The record of a strategy that is denied nothing itself."""
        return layout.bare(np.zeros(1, lineup.strategy_dtype(self.game)))

    def start(self, deal: int, seed: int = 5, repeat: int = 0) -> None:
        """Deals a game; repeat: see `playout.start_luck`."""
        step.step_start(*self.at, deal, repeat, np.uint64(seed), self._work)

    def grant(self, player: int, item: int) -> None:
        """Gives a player (from 0) of the game just dealt a copy of an item, by its number."""
        self._give("seat_granted", {player: item})

    def swap(self, items: Mapping[int, int]) -> list[int]:
        """Has chance deal players (from 0) of the game just dealt an item each, by its number; returns how many each was dealt."""
        self._give("seat_swapped", items)
        fixed: list[int] = self.scratch[0].fixed[: self.case.players].tolist()
        return fixed

    def _give(self, field: str, items: Mapping[int, int]) -> None:
        work = self.scratch[0]
        work.seats[:] = 0
        work.seat_granted[:] = work.seat_swapped[:] = 0
        for player, item in items.items():
            work[field][player, item] = 1
        step.step_grant(*self.at, self._nobody, self._work)

    def restrict(self, player: int, *, banned: Sequence[int] = (), must: Sequence[int] = ()) -> None:
        """Denies a player (from 0) items by their numbers, and makes it take others; of what was before, nothing stays."""
        work = self.scratch[0]
        work.seats[:] = 0
        work.seat_banned[:], work.seat_must[:] = 0, 0
        work.seat_banned[player], work.seat_must[player] = mask_of(banned), mask_of(must)
        step.step_restrict(self.at[0], self._nobody, self._work)

    def derive(self) -> None:
        """Finds anew what follows from the position."""
        step.step_derive(*self.at)

    def legal(self) -> list[int]:
        """Codes of the legal actions."""
        n = step.step_legal(*self.at, self._work)
        actions: list[int] = self._actions[:n].tolist()
        return actions

    def apply(self, action: int) -> None:
        """Carries out a legal action."""
        step.step_apply(*self.at, int(action))

    def chooser(self, strategies: object) -> Callable[[int, int], int]:
        """choose(k, n): index of the choice of the k-th of the packed strategies among the n legal actions."""
        return lambda k, n: int(step.step_choose(*self.at, k, n, strategies, self._work))

    def features(self, mask: int, poison: int) -> Array:
        """int32[MAX_ACTIONS, features] after the features in `mask` were asked for; the record's own `feature_mask` is put back."""
        n = step.step_legal(*self.at, self._work)
        before = int(self.s.feature_mask)
        self.scratch[0].X[:] = poison
        step.step_features(*self.at, n, self._work, np.uint64(mask), self.fill)
        self.s.feature_mask = before
        return np.array(self.scratch[0].X)

    def context(self, player: int) -> Array:
        """int32[columns]: what a player (from 0) knows of the position, as `Game.context` names it."""
        step.step_context(*self.at, player, self._work)
        return np.array(self.scratch[0].learned.before[: len(self.game.context)])

    def features_of(self, actions: Sequence[int]) -> Array:
        """int32[actions, features] of some of the legal actions; the record's own `feature_mask` is put back."""
        before, n = int(self.s.feature_mask), len(actions)
        self.scratch[0].actions[:n] = actions
        step.step_features(*self.at, n, self._work, np.uint64(ALL_FEATURES), self.fill)
        self.s.feature_mask = before
        return np.array(self.scratch[0].X[:n])

    def sums(self, k: int, strategies: object) -> Array:
        """int64[legal actions]: weighted sums (x1000) of the k-th of the packed strategies; the record's own `feature_mask` is put back."""
        n = step.step_legal(*self.at, self._work)
        before = int(self.s.feature_mask)
        step.step_choose(*self.at, k, n, strategies, self._work)
        self.s.feature_mask = before
        return np.array(self.scratch[0].weighed.sums[:n])

    def fields(self) -> dict[str, Any]:
        """The named fields."""
        return self.text.get_fields(*self.records, self.names)

    def results(self) -> tuple[Array, Array, Array]:
        """(points, shares, holdings), cut to what the game has."""
        w = self.scratch[0]
        w.points[:] = w.share[:] = w.held[:] = -99
        step.step_results(*self.at, self._work)
        n, c, i = self.case.players, len(self.catalogue.categories), len(self.catalogue.items)
        return np.array(w.points[:n, :c]), np.array(w.share[:n]), np.array(w.held[:n, :i])

    def redeal_hidden(self, player: int, noise: int) -> None:
        """Deals anew what the player (from 0) cannot know; `noise` says which of all such deals."""
        self.scratch[0].generator[:] = np.random.default_rng(noise).integers(1, 2**63, 4, np.uint64)
        step.step_redeal_hidden(*self.at, player, self._work)

    def saved(self) -> Array:
        """A copy of the position."""
        return self._bytes.copy().view(self.states.dtype)

    def is_at(self, saved: Array, but: frozenset[str] = frozenset()) -> bool:
        """Whether all fields (the padding between them does not count) are as saved."""
        before, now = saved.view(np.uint8), self._bytes
        compared = _bytes_of(saved.dtype, but)
        return before.tobytes() == now.tobytes() or bool((before[compared] == now[compared]).all())

    def put_back(self, saved: Array) -> None:
        """Makes a saved position the one at the table."""
        self._bytes[:] = saved.view(np.uint8)

    def walk(self, deal: int, seed: int = 0) -> Iterator[list[int]]:
        """Plays one game at random; yields the legal actions before each choice. `chosen` holds the choices so far."""
        dice = Random(f"{self.case} {deal} {seed}")
        self.chosen = []
        self.start(deal)
        while not self.s.over:
            legal = self.legal()
            yield legal
            self.chosen.append(dice.choice(legal))
            self.apply(self.chosen[-1])


@cache
def _bytes_of(record: np.dtype[Any], but: frozenset[str]) -> Array:
    """Places of the bytes of all fields of a record but those named; those between fields belong to none."""
    fields = [record.fields[name] for name in record.names or () if name not in but] if record.fields else []
    return np.concatenate([np.arange(start, start + dtype.itemsize) for dtype, start, *_ in fields])


def strategies_of(game: Game) -> list[Any]:
    """One that is random, one that weighs every feature coldly, and one hotly."""
    signs = Random(game.id)
    weights = {d.name: {f.name: signs.choice((-700, -100, 100, 300, 1000)) for f in d.features} for d in game.decisions}
    make = partial(SimpleNamespace, source="", where="here", columns={}, trees={})
    return [
        make(name="random", kind="random", weights={}, temperature=0),
        make(name="cold", kind="heuristic", weights=weights, temperature=0),
        make(name="hot", kind="heuristic", weights=weights, temperature=1500),
    ]


def searcher(game: Game, playouts: int, best: int = 6, lead: int = 0, **other: object) -> Any:
    """One that searches, with the roll-outs of the hot one but for the `other` attributes; without a `lead` being ahead is enough."""
    search = {"name": "search", "kind": "search", "rollout": "hot", "playouts": playouts, "best": best, "lead": lead}
    return SimpleNamespace(**vars(strategies_of(game)[2]) | search | other)


def learner(game: Game, best: int = 6) -> Any:
    """One that judges the favourites of the cold one by a tree for each column that there is, at every decision."""
    columns = {decision.name: tuple(column_codes(game, decision)) for decision in game.decisions}
    trees = {name: stumps(len(row), Random(name)).text() for name, row in columns.items()}
    learned = {"name": "learned", "kind": "learned", "rollout": "cold", "playouts": 0, "best": best, "lead": 0}
    return SimpleNamespace(**vars(strategies_of(game)[1]) | learned | {"columns": columns, "trees": trees})


def stumps(columns: int, dice: Random) -> Trees:
    """A tree for each column, with one split and leaves that are drawn."""
    nodes = np.array([[k, dice.randint(-2, 3), -1 - 2 * k, -2 - 2 * k] for k in range(columns)], np.int32)
    leaves = np.array([dice.randint(-1000, 1000) for _ in range(2 * columns)], np.int32)
    return Trees(np.arange(columns, dtype=np.int32), nodes, leaves)


def play(
    table: Playthrough, strategies: list[Any], first: int, deals: int, mode: int = MIXED, records: bool = False, watched: Sequence[str] = ()
) -> dict[str, Any]:
    """Plays deals; the tally as one flat vector, the status and the records. `watched`: kinds whose copies held are judged together."""
    n, game = table.case.players, table.game
    sizes = Layout.of(n, len(strategies), table.catalogue, watched=watched, with_pairs=bool(watched))
    flat, status = np.zeros(sizes.size, np.int64), np.zeros(6, np.int64)
    columns = batch.RECORD_FIXED + sizes.categories + sizes.items
    rotations = len(strategies) if mode == MIRROR else n
    rows = np.zeros((deals * rotations * n if records else 0, columns), np.int64)
    seats = [k % len(strategies) for k in range(n)]
    match = match_of(
        game, table.catalogue, n, len(strategies), seed=PLAY_SEED, tables=(mode, seats), deals=range(first, first + deals), watched=watched
    )
    packed, scratch = lineup.pack_strategies(game, strategies), layout.bare(lineup.new_scratch(game))
    packed = packed._replace(records=layout.bare(packed.records))
    states, tables = layout.bare(layout.new_states(game)), layout.bare(table.tables)
    loop.play_batch(states, tables[0], match, packed, scratch, counter_of(sizes, flat), rows, status)
    return {"layout": sizes, "flat": flat, "status": status, "rows": rows}


def replay(table: Playthrough, strategies: list[Any], deal: int, repeat: int, seats: list[int]) -> dict[str, Any]:
    """One game of `play`, stepped through: what it gave, and what was asked.

    repeat: earlier games of the deal with the same seats; seats: the strategy of each seat.
    """
    packed = lineup.pack_strategies(table.game, strategies)
    choose = table.chooser(packed)
    table.start(deal, PLAY_SEED, repeat)
    forced = 0
    while not table.s["over"]:
        legal, k = table.legal(), seats[int(table.s["actor"])]
        forced += len(legal) == 1
        chosen = choose(k, len(legal)) if len(legal) > 1 else 0
        assert 0 <= chosen < len(legal)
        table.apply(legal[chosen])
    points, share, held = table.results()
    result = {"strategy": np.array(seats), "points": points, "share": share, "offered": held[:, :, 0], "held": held[:, :, 1]}
    fields = {"first": "first", "rounds": "round", "decisions": "decisions", "over": "over"}
    return result | {name: int(table.s[field]) for name, field in fields.items()} | {"forced": forced}


def digest(cases: Iterable[Case], deals: int = 1) -> dict[str, str]:
    """Case -> hash of what a few games counted, with all kinds of strategies at the table."""
    out = {}
    for case in cases:
        table = Playthrough(case)
        played = play(table, strategies_of(table.game), 0, deals, records=True)
        assert played["status"][0] == batch.OK
        out[str(case)] = hashlib.sha256(played["flat"].tobytes() + played["rows"].tobytes()).hexdigest()
    return out


def digest_apart(cases: Sequence[Case], **environment: str) -> dict[str, str]:
    """The same of cases of one game, found by a fresh process with these environment variables."""
    game = cases[0].game
    asked = json.dumps(
        {"package": game.package, "file": game.file and str(game.file), "cases": [(case.players, case.options) for case in cases]}
    )
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, env=os.environ | path | environment, input=asked, check=True, capture_output=True, text=True)
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def _answer(asked: Any) -> dict[str, str]:
    game = game_of_file(Path(asked["file"])) if asked["file"] else importlib.import_module(asked["package"]).GAME
    return digest(Case(game, players, _frozen(options)) for players, options in asked["cases"])


def _frozen(value: object) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_answer(json.load(sys.stdin))) + "\n")
