"""What every game owes the engine, seen from outside: games to try, a way to step through them, and what only the game itself can say.

`python -m contract GAME` prints a digest of a few games for every case, for comparison with other processes.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
from ruamel.yaml import YAML
from toys import pig

from simcli import games
from simcli.engine import contract, lineup, playout
from simcli.engine.contract import features
from simcli.engine.kernel import entry
from simcli.games.components import options_of
from simcli.games.game import Game
from simcli.sim.tally import Layout

games.register(pig.GAME)


@dataclass(frozen=True)
class Case:
    """A game with a number of players and options that differ from the default."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{k}={v}" for k, v in self.options)])


BOTH = (("events", "on"), ("tricks", "on"))
OTHER_READINGS = (
    *BOTH,
    ("value_profile", "equal_steps"),
    ("unplayed_cards_revealed", True),
    ("tied_groups_lower_players_move_up", False),
    ("swap_needs_both_unprotected", False),
    ("null_trick_actions_legal", True),
    ("trick_c_may_hit_owner", False),
    ("virtual_card_scores_alone", False),
    ("discard_pile_scope", "this_round"),
    ("trick_repeat_rule", "free"),
)
CASES = [
    *(Case("guildes", n, options) for n in (3, 4, 5, 6) for options in ((), BOTH[:1], BOTH[1:], BOTH)),
    Case("guildes", 3, (("tricks", "on"), ("trick_e_three_players", "literal"))),
    Case("guildes", 5, OTHER_READINGS),
    *(Case("pig", n, options) for n in (2, 3, 4) for options in ((), (("equal_turns", True),))),
    Case("pig", 2, (("must_roll", False),)),
]
GAMES = sorted({case.game for case in CASES})


@entry
def features_of(states, t, n, works, wanted):
    """The features in the bit mask `wanted` of the legal actions of states[0]."""
    states[0].wanted = wanted
    features(states[0], t, works[0].actions, n, works[0].X)


@cache
def components_of(game_id: str) -> dict[str, Any]:
    yaml = YAML(typ="safe", pure=True)
    return {p.stem: yaml.load(p.read_text("utf-8")) for p in games.get_game(game_id).data_folder.glob("*.yaml")}


@dataclass
class Table:
    """A table at which one game is stepped through. `states[0]` is the position, `s` the same as a record."""

    case: Case
    game: Game = field(init=False)
    tables: Any = field(init=False)
    chosen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = contract.load(games.get_game(self.case.game))
        components = components_of(self.case.game)
        module = self.game.module("tables")
        options = {o.id: o.default for o in options_of(components)} | dict(self.case.options)
        assert not module.validate(components)
        assert not module.check_setup(components, options, self.case.players)
        self.tables = module.build(components, options, self.case.players)
        self.catalogue = module.catalogue(components, options)
        self.states = contract.new_states(self.game, 2)
        self.works = lineup.new_work(self.game)
        self.t = self.tables[0]
        self.s = self.states[0]

    def start(self, deal: int, seed: int = 5) -> None:
        playout.step_start(self.states, self.t, deal, 0, np.uint64(seed), self.works)

    def legal(self) -> list[int]:
        n = playout.step_legal(self.states, self.t, self.works)
        return [int(a) for a in self.works[0].actions[:n]]

    def apply(self, action: int) -> None:
        playout.step_apply(self.states, self.t, np.int32(action))

    def features(self, wanted: int, poison: int) -> np.ndarray:
        """int32[MAX_ACTIONS, features] after the features in `wanted` were asked for; the record's own `wanted` is put back."""
        n = playout.step_legal(self.states, self.t, self.works)
        before = int(self.s.wanted)
        self.works[0].X[:] = poison
        features_of(self.states, self.t, n, self.works, np.uint32(wanted))
        self.s.wanted = before
        return np.array(self.works[0].X)

    def results(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(points, shares, holdings), cut to what the game has."""
        w = self.works[0]
        w.points[:] = w.share[:] = w.held[:] = -99
        playout.step_results(self.states, self.t, self.works)
        n, c, i = self.case.players, len(self.catalogue.categories), len(self.catalogue.items)
        return np.array(w.points[:n, :c]), np.array(w.share[:n]), np.array(w.held[:n, :i])

    def conceal(self, player: int, noise: int) -> None:
        self.works[0].generator[:] = np.random.default_rng(noise).integers(1, 2**63, 4, np.uint64)
        playout.step_conceal(self.states, self.t, player, self.works)

    def saved(self) -> np.ndarray:
        return self.states[:1].copy()

    def is_at(self, saved: np.ndarray, but: frozenset[str] = frozenset()) -> bool:
        """Whether all fields (the padding between them does not count) are as saved."""
        return all(np.array_equal(saved[0][name], self.s[name]) for name in saved.dtype.names if name not in but)

    def put_back(self, saved: np.ndarray) -> None:
        self.states[0] = saved[0]

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


def strategies_of(game: Game) -> list[Any]:
    """One that is random, one that weighs every feature coldly, and one hotly."""
    signs = Random(game.id)
    weights = {d.name: {f.name: signs.choice((-700, -100, 100, 300, 1000)) for f in d.features} for d in game.decisions}
    make = SimpleNamespace
    return [
        make(name="random", kind="random", weights={}, temperature=0, source="", where="here"),
        make(name="cold", kind="heuristic", weights=weights, temperature=0, source="", where="here"),
        make(name="hot", kind="heuristic", weights=weights, temperature=1500, source="", where="here"),
    ]


def play(table: Table, strategies: list[Any], first: int, deals: int, mode: int = playout.MIXED, records: bool = False) -> dict[str, Any]:
    """Plays deals; the tally as one flat vector, the status and the records."""
    n, game = table.case.players, table.game
    layout = Layout.of(n, len(strategies), table.catalogue)
    flat, scratch, status = np.zeros(layout.size, np.int64), np.zeros((2, layout.ratio_rows), np.int64), np.zeros(6, np.int64)
    players, functions = lineup.pack_strategies(game, strategies)
    columns = playout.RECORD_FIXED + layout.categories + layout.items
    rotations = len(strategies) if mode == playout.MIRROR else n
    rows = np.zeros((deals * rotations * n if records else 0, columns), np.int64)
    fixed = np.arange(n, dtype=np.int64) % len(strategies)
    playout.play_batch(
        contract.new_states(game, 2),
        table.t,
        first,
        deals,
        np.uint64(9),
        mode,
        fixed,
        n,
        players,
        functions,
        lineup.new_work(game),
        game.max_decisions,
        table.catalogue.score_low,
        layout.sums(flat),
        scratch[0],
        scratch[1],
        rows,
        status,
    )
    return {"layout": layout, "flat": flat, "status": status, "rows": rows}


def digest(game_id: str, deals: int = 1) -> dict[str, str]:
    """Case -> hash of what a few games counted, with all kinds of strategies at the table."""
    out = {}
    for case in (c for c in CASES if c.game == game_id):
        table = Table(case)
        played = play(table, strategies_of(table.game), 0, deals, records=True)
        assert played["status"][0] == playout.OK
        out[str(case)] = hashlib.sha256(played["flat"].tobytes() + played["rows"].tobytes()).hexdigest()
    return out


@dataclass(frozen=True)
class Witness:
    """What only the game itself can say of a position (s, t): cards, what seat p sees and does not see, the most that may be held."""

    things: Callable[[Any, Any], Any]
    seen: Callable[[Any, Any, int], Any]
    hidden: Callable[[Any, Any, int], Any]
    most_held: Callable[[Any, Any, np.ndarray], bool]


def _guildes_places(s: Any, t: Any) -> dict[str, np.ndarray]:
    """Cards by guild in every place there is."""
    n, guilds = int(s.players), int(t.n_guilds)

    def count(cards: Any) -> np.ndarray:
        return np.bincount(np.asarray(cards, np.int64), minlength=guilds)

    phases = [d.name for d in games.get_game("guildes").decisions]
    phase = phases[int(s.phase)] if not s.over else ""
    places = {"tableau": s.tableau.sum(0), "discards": s.discards, "gone": s.gone}
    for p in range(n):
        places[f"pack {p}"] = s.packs[(p + int(s.offset)) % n]
        places[f"hand {p}"] = s.hands[p]
        places[f"given {p}"] = count([s.given[p]] if phase == "give" and p < s.actor else [])
        placed = int(s.step) + int(p < s.actor) if phase == "play" and not t.event_sequential[s.event] else int(s.revealed)
        places[f"down {p}"] = count([s.down[p, k & 3] for k in range(int(s.revealed), placed)])
    places["drawn"] = count(s.chain[:2] if phase == "keep" else [])
    places["undealt"] = count(s.deck[int(s.round) * n * int(t.hand) : int(s.n_deck)])
    return {k: np.asarray(v, np.int64)[:guilds] for k, v in places.items()}


def _guildes_seen(s: Any, t: Any, p: int) -> Any:
    places = _guildes_places(s, t)
    mine = {k: v.tolist() for k, v in places.items() if k in ("tableau", "drawn") or k.endswith(f" {p}")}
    if t.discards_public:
        mine |= {k: places[k].tolist() for k in ("discards", "gone")}
    sizes = {k: int(v.sum()) for k, v in places.items()}
    r = int(s.round)
    numbers = ["over", "actor", "phase", "players", "round", "decisions", "event", "event_card", "clockwise", "step", "turn", "offset"]
    numbers += ["revealed", "trick_turn", "protected_mask", "shifted", "n_deck"]
    arrays = [s.tableau, s.votes, s.shifts, s.used, s.events[:r], s.played[p], s.chain]
    arrays += [s.trick_deal[:r], s.trick_order] if t.tricks_on else []
    return mine, sizes, [int(s[k]) for k in numbers], [np.asarray(a).tolist() for a in arrays]


def _guildes_hidden(s: Any, t: Any, p: int) -> Any:
    others = {k: v.tolist() for k, v in _guildes_places(s, t).items() if k != "tableau" and not k.endswith(f" {p}")}
    return str((others, s.deck[int(s.round) * int(s.players) * int(t.hand) : int(s.n_deck)].tolist(), s.events[int(s.round) :].tolist()))


def _guildes_holdings(s: Any, t: Any, held: np.ndarray) -> bool:
    guilds, rounds = int(t.n_guilds), int(t.rounds)
    cards = (held[:, :guilds].sum(0) <= t.copies[:guilds, None]).all()
    return bool(cards and (held[:, guilds:] <= rounds).all())


def _pig_seen(s: Any, t: Any, p: int) -> Any:
    names = "over actor phase players round decisions rolls at_risk banked turn_faces rolled kept"
    return [np.asarray(s[k]).tolist() for k in names.split()]


WITNESSES = {
    "guildes": Witness(
        things=lambda s, t: (sum(_guildes_places(s, t).values()) - t.copies[: t.n_guilds]).tolist() == [0] * int(t.n_guilds),
        seen=_guildes_seen,
        hidden=_guildes_hidden,
        most_held=_guildes_holdings,
    ),
    "pig": Witness(
        things=lambda s, t: bool((s.turn_faces.sum() <= s.rolls) and (s.kept <= s.rolled).all()),
        seen=_pig_seen,
        hidden=lambda s, t, p: (int(s.key), s.chance.tolist()),
        most_held=lambda s, t, held: bool((held[:, :, 1] <= held[:, :, 0]).all()),
    ),
}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.stdout.write(json.dumps(digest(sys.argv[1])) + "\n")
