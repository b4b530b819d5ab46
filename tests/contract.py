"""What every game owes the engine, seen from outside: games to try, a way to step through them, and what only the game itself can say.

`python -m contract GAME` prints a digest of a few games for every case, for comparison with other processes.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pig
from ruamel.yaml import YAML

from simcli import games
from simcli.engine import batch, contract, lineup, playout, steps
from simcli.engine.contract import features
from simcli.engine.kernel import entry
from simcli.engine.sink import weigh_with
from simcli.game import MIRROR, MIXED, Components, Game
from simcli.games.components import options_of
from simcli.sim.tally import Layout


def game_of(game_id: str) -> Game:
    """A shipped game or one of the toys."""
    return pig.GAME if game_id == "pig" else games.get_game(game_id)


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
KINGDOM_READINGS = (
    ("quadrants", ("quadrant_barn", "quadrant_paddock", "quadrant_harbor", "quadrant_tavern")),
    ("start_player", "fixed_seat"),
    ("no_free_hex_of_card_terrain", "skip_remaining_builds"),
    ("replaced_terrain_card", "discard_pile"),
    ("lost_tile_choice", "either_of_same_kind"),
    ("tile_gained_by_moving", False),
    ("move_back_to_origin", True),
    ("lords_card_in_deck", False),
)
FORGE_READINGS = (
    ("gather_cards", ("library", "tavern", "cemetery", "toolmaker", "shrine", "astrologer", "caravan")),
    ("plus_pips_distinct", False),
    ("library_dice_payable", True),
    ("dock_capacity", "one_per_exchange"),
    ("burned_dice_return", "immediately"),
    ("cemetery_die_manipulation", False),
    ("start_player", "fixed_seat"),
    ("may_stop_crafting", False),
)
ARCHITECTS_READINGS = (
    ("profile", "published"),
    ("initial_apprentice_order", "start_player_first"),  # or the first decision is not the start player's
    ("include_promo_cards", True),
    ("player_boards", "variable"),
    ("ransom_scope", "one_captor"),
    ("reset_debt_goes_to", "fewest_in_prison"),
    ("conspirator_scope", "each_visit"),
    ("reset_ability_order", "owner_choice"),
    ("silver_on_discarded_apprentice", "to_tax_stand"),
    ("optional_building_effects", "all_mandatory"),
)
CASES = [
    *(Case("architects", n) for n in (2, 3, 4, 5)),
    Case("architects", 4, ARCHITECTS_READINGS),
    Case("architects", 3, (("initial_apprentice", False), ("guildhall_apprentice_discard", False), ("max_turns", 30))),
    *(Case("guildes", n, options) for n in (3, 4, 5, 6) for options in ((), BOTH[:1], BOTH[1:], BOTH)),
    Case("guildes", 3, (("tricks", "on"), ("trick_e_three_players", "literal"))),
    Case("guildes", 5, OTHER_READINGS),
    *(Case("kingdom_builder", n) for n in (2, 3, 4, 5)),
    Case("kingdom_builder", 3, (("cards", ("merchants", "hermits", "citizens")), *KINGDOM_READINGS)),
    Case("kingdom_builder", 5, (("cards", ("lords", "farmers")), ("terrain_card_hidden_until_played", False))),
    *(Case("kings_forge", n) for n in (2, 3, 4)),
    Case("kings_forge", 3, FORGE_READINGS),
    Case("kings_forge", 4, (("craft_deck", "early_24"), ("max_rounds", 6))),
    *(Case("pig", n, options) for n in (2, 3, 4) for options in ((), (("equal_turns", True),))),
    Case("pig", 2, (("must_roll", False),)),
]
PLAY_SEED = 9
"""Seed of the games of `play`."""
GAMES = sorted({case.game for case in CASES})


@entry
def features_of(states, t, n, scratch, mask):
    """The features in the bit mask `mask` of the legal actions of states[0]."""
    states[0].feature_mask = mask
    features(states[0], t, scratch[0].actions, n, scratch[0].X)


@entry
def sums_of(states, t, n, scratch, strategy):
    """The weighted sums of the legal actions of states[0], of features that are never written down."""
    states[0].feature_mask = strategy.feature_mask[states[0].phase]
    weigh_with(scratch[0].weighed, strategy, states[0].phase)
    features(states[0], t, scratch[0].actions, n, scratch[0].weighed)


@cache
def components_of(game_id: str) -> dict[str, Any]:
    yaml = YAML(typ="safe", pure=True)
    return Components({p.stem: yaml.load(p.read_text("utf-8")) for p in game_of(game_id).data_folder.glob("*.yaml")})


@dataclass
class Table:
    """A table at which one game is stepped through. `states[0]` is the position, `s` the same as a record."""

    case: Case
    game: Game = field(init=False)
    tables: Any = field(init=False)
    chosen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = contract.load(game_of(self.case.game))
        components = components_of(self.case.game)
        options = {o.id: o.default for o in options_of(components)} | dict(self.case.options)
        assert not self.game.checks.validate(components)
        assert not self.game.checks.check_setup(components, options, self.case.players)
        self.tables = self.game.tables.build(components, options, self.case.players)
        self.catalogue = self.game.catalogue(components, options)
        self.text = self.game.text
        self.names = self.text.make_names(components)
        self.states = contract.new_states(self.game)
        self.scratch = lineup.new_scratch(self.game)
        self.t = self.tables[0]
        self.s = self.states[0]

    def start(self, deal: int, seed: int = 5, rotation: int = 0) -> None:
        steps.step_start(self.states, self.t, deal, rotation, np.uint64(seed), self.scratch)

    def legal(self) -> list[int]:
        n = steps.step_legal(self.states, self.t, self.scratch)
        return [int(a) for a in self.scratch[0].actions[:n]]

    def apply(self, action: int) -> None:
        steps.step_apply(self.states, self.t, np.uint32(action))

    def features(self, mask: int, poison: int) -> np.ndarray:
        """int32[MAX_ACTIONS, features] after the features in `mask` were asked for; the record's own `feature_mask` is put back."""
        n = steps.step_legal(self.states, self.t, self.scratch)
        before = int(self.s.feature_mask)
        self.scratch[0].X[:] = poison
        features_of(self.states, self.t, n, self.scratch, np.uint64(mask))
        self.s.feature_mask = before
        return np.array(self.scratch[0].X)

    def sums(self, player: Any) -> np.ndarray:
        """int64[legal actions]: weighted sums (x1000) by the weights of a packed strategy; the record's own `feature_mask` is put back."""
        n = steps.step_legal(self.states, self.t, self.scratch)
        before = int(self.s.feature_mask)
        sums_of(self.states, self.t, n, self.scratch, player)
        self.s.feature_mask = before
        return np.array(self.scratch[0].weighed.sums[:n])

    def fields(self) -> dict[str, Any]:
        return self.text.get_fields(self.s, self.t, self.names)

    def results(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(points, shares, holdings), cut to what the game has."""
        w = self.scratch[0]
        w.points[:] = w.share[:] = w.held[:] = -99
        steps.step_results(self.states, self.t, self.scratch)
        n, c, i = self.case.players, len(self.catalogue.categories), len(self.catalogue.items)
        return np.array(w.points[:n, :c]), np.array(w.share[:n]), np.array(w.held[:n, :i])

    def redeal_hidden(self, player: int, noise: int) -> None:
        self.scratch[0].generator[:] = np.random.default_rng(noise).integers(1, 2**63, 4, np.uint64)
        steps.step_redeal_hidden(self.states, self.t, player, self.scratch)

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


def play(table: Table, strategies: list[Any], first: int, deals: int, mode: int = MIXED, records: bool = False) -> dict[str, Any]:
    """Plays deals; the tally as one flat vector, the status and the records."""
    n, game = table.case.players, table.game
    layout = Layout.of(n, len(strategies), table.catalogue)
    flat, status = np.zeros(layout.size, np.int64), np.zeros(6, np.int64)
    columns = batch.RECORD_FIXED + layout.categories + layout.items
    rotations = len(strategies) if mode == MIRROR else n
    rows = np.zeros((deals * rotations * n if records else 0, columns), np.int64)
    fixed = np.arange(n, dtype=np.int64) % len(strategies)
    match = batch.Match(
        seed=np.uint64(PLAY_SEED),
        first_deal=first,
        n_deals=deals,
        mode=mode,
        fixed=fixed,
        n_players=n,
        max_decisions=game.max_decisions,
        score_low=table.catalogue.score_low,
        kinds=np.array(table.catalogue.item_kinds, np.int64),
    )
    packed, scratch = lineup.pack_strategies(game, strategies), lineup.new_scratch(game)
    playout.play_batch(contract.new_states(game), table.t, match, packed, scratch, layout.sums(flat), rows, status)
    return {"layout": layout, "flat": flat, "status": status, "rows": rows}


def replay(table: Table, strategies: list[Any], deal: int, rotation: int, seats: list[int]) -> dict[str, Any]:
    """One game of `play`, stepped through: what it gave, and what was asked. `seats` holds the strategy of each seat."""
    packed = lineup.pack_strategies(table.game, strategies)
    table.start(deal, PLAY_SEED, rotation)
    first, forced = int(table.s.actor) if table.game.has_start_player else 0, 0
    while not table.s.over:
        legal, k = table.legal(), seats[int(table.s.actor)]
        forced += len(legal) == 1
        chosen = 0
        if len(legal) > 1:
            chosen = steps.step_choose(table.states, table.t, k, len(legal), packed, table.scratch)
        table.apply(legal[chosen])
    points, share, held = table.results()
    told = {"strategy": np.array(seats), "points": points, "share": share, "offered": held[:, :, 0], "held": held[:, :, 1]}
    return told | {"first": first, "rounds": int(table.s["round"]), "decisions": int(table.s["decisions"]), "forced": forced}


def digest(game_id: str, deals: int = 1) -> dict[str, str]:
    """Case -> hash of what a few games counted, with all kinds of strategies at the table."""
    out = {}
    for case in (c for c in CASES if c.game == game_id):
        table = Table(case)
        played = play(table, strategies_of(table.game), 0, deals, records=True)
        assert played["status"][0] == batch.OK
        out[str(case)] = hashlib.sha256(played["flat"].tobytes() + played["rows"].tobytes()).hexdigest()
    return out


@dataclass(frozen=True)
class Witness:
    """What only the game itself can say of a table.

    Is every card there, what does seat p (from 0) see, what not, may this be held; which fields are notes that features keep for
    themselves.
    """

    complete: Callable[[Table], bool]
    seen: Callable[[Table, int], Any]
    hidden: Callable[[Table, int], Any]
    holdable: Callable[[Table, np.ndarray], bool]
    scratch: frozenset[str] = frozenset()


_FORGE_SCRATCH = frozenset(
    ["have", "rolled_ge", "libraries", "asked", "stand_in", "trial", "lacks_met", "odds_by_metal", "due", "cap", "library_cap", "beaten"]
)
_GUILDES_SCRATCH = frozenset(["before", "judged", "move_own", "move_swing"])


def _guildes_places(table: Table) -> dict[str, Counter[str]]:
    """Cards by guild in every place there is; the own ones of a seat end in its number (from 1)."""
    s, t, f, guilds = table.s, table.t, table.fields(), table.names.guilds
    places = {"discards": Counter(f["discards"])}
    for seat in range(1, table.case.players + 1):
        for place in ("packs", "hands", "tableau"):
            places[f"{place} {seat}"] = Counter(f[place][seat])
        places[f"face_down {seat}"] = Counter(f["face_down"][seat])
        places[f"given {seat}"] = Counter([f["given"][seat]] if seat in f["given"] else [])
    places["drawn"] = Counter([guilds[g] for g in s["chain"][:2]] if f["phase"] == "keep" else [])
    dealt = f["round"] * table.case.players * int(t["hand"])
    places["undealt"] = Counter(guilds[g] for g in s["deck"][dealt : int(s["n_deck"])])
    return places


def _guildes_complete(table: Table) -> bool:
    copies = {g: int(c) for g, c in zip(table.names.guilds, table.t["copies"], strict=False) if c}
    return sum(_guildes_places(table).values(), Counter()) == copies


def _guildes_seen(table: Table, p: int) -> Any:
    places, f = _guildes_places(table), table.fields()
    own = {k: v for k, v in places.items() if k.startswith("tableau") or k == "drawn" or k.endswith(f" {p + 1}")}
    if table.t["discards_public"]:
        own["discards"] = places["discards"]
    sizes = {k: v.total() for k, v in places.items()}
    hidden_fields = ("packs", "hands", "face_down", "given", "discards", "discards_this_round")
    public = {k: v for k, v in f.items() if k not in hidden_fields}
    r = f["round"]
    past = [table.s[k][:r].tolist() for k in ("events", "trick_deal", "used")]
    return own, sizes, public, past, table.s["chain"].tolist(), int(table.s["decisions"])


def _guildes_hidden(table: Table, p: int) -> Any:
    places = _guildes_places(table)
    others = {k: v for k, v in places.items() if not k.startswith("tableau") and not k.endswith(f" {p + 1}")}
    return str(others), table.s["deck"].tolist(), table.s["events"].tolist()


def _guildes_holdable(table: Table, held: np.ndarray) -> bool:
    t = table.t
    guilds = int(t["n_guilds"])
    cards = (held[:, :guilds].sum(0) <= t["copies"][:guilds, None]).all()
    return bool(cards and (held[:, guilds:] <= t["rounds"]).all())


def _kingdom_cards(table: Table) -> Counter[str]:
    f = table.fields()
    hands = Counter(card for card in f["hands"].values() if card)
    return hands + Counter(f["pile"]) + Counter(f["discards"]) + Counter(f["removed"])


def _kingdom_complete(table: Table) -> bool:
    """All terrain cards are somewhere, and so are all settlements and tiles."""
    f, t = table.fields(), table.t
    deck = {name: int(n) for name, n in zip(table.names.terrains, t["deck_count"], strict=False) if n}
    moving = {seat: int(bool(f["lifted"]) and seat == f["actor"]) for seat in f["supply"]}
    settlements = all(f["supply"][p] + len(f["settlements"][p]) + moving[p] == t["settlements"] for p in f["supply"])
    taken = sum(len(hexes) for hexes in f["taken"].values())
    tiles = taken + sum(f["tiles_left"].values()) == int(t["tiles_per_hex"]) * len(f["tiles_left"])
    return _kingdom_cards(table) == deck and settlements and tiles


def _kingdom_seen(table: Table, p: int) -> Any:
    f = table.fields()
    known = {seat: card for seat, card in f["hands"].items() if seat in (p + 1, f["actor"]) or not table.t["hidden"]}
    public = {name: value for name, value in f.items() if name not in ("hands", "pile")}
    return known, public, len(f["pile"]), {seat: bool(card) for seat, card in f["hands"].items()}


def _kingdom_hidden(table: Table, p: int) -> Any:
    f = table.fields()
    return f["hands"], f["pile"], int(table.s["key"])


def _kingdom_holdable(table: Table, held: np.ndarray) -> bool:
    return bool((held[:, :-1, 1] <= held[:, :-1, 0]).all()) and _marker_is_held_by_one(held[:, -1])


def _marker_is_held_by_one(marker: np.ndarray) -> bool:
    """[player, 0/1]: the start-player marker, which is offered to its holder where the start is drawn and to nobody where it is fixed."""
    return bool(marker[:, 1].sum() == 1 and ((marker[:, 0] == marker[:, 1]).all() or not marker[:, 0].any()))


def _forge_dice(table: Table) -> Counter[str]:
    """All dice there are, wherever they lie."""
    f = table.fields()
    dice = Counter(f["stock"]) + Counter(f["burned"]) + Counter(f["paid"])
    for place in ("hands", "workshops", "allocated"):
        for counts in f[place].values():
            dice += Counter(counts)
    loose = [*f["rolled"], *f["marked"], *f["placed"]]
    for craft in f["unsecured"].values():
        loose += craft["dice"]
    return dice + Counter(die.split()[0] for die in loose) + Counter(cemetery=int(f["cemetery"] > 0))


def _forge_complete(table: Table) -> bool:
    """All dice, gather cards, craft cards and tokens are somewhere; dice on crafts of the last round are told no more."""
    f, t = table.fields(), table.t
    box = {colour: int(n) for colour, n in zip(f["stock"], t["box"], strict=False)}
    dice = f["over"] or _forge_dice(table) == box
    taken = [card for uses in f["used"].values() for card in uses]
    gathers = len(taken) + sum(card != "" for card in f["face_up"]) + len(f["deck"]) == int(table.s["n_gather"])
    crafts = len(f["display"]) + len(f["queue"]) + len(f["unsecured"]) + sum(map(len, f["secured"].values()))
    return dice and gathers and crafts == int(t["n_to_draw"])


def _forge_seen(table: Table, p: int) -> Any:
    f = table.fields()
    return {name: value for name, value in f.items() if name != "deck"}, sorted(f["deck"])


def _forge_hidden(table: Table, p: int) -> Any:
    return table.fields()["deck"], int(table.s["key"])


def _forge_holdable(table: Table, held: np.ndarray) -> bool:
    """Crafts are held once at most; halves and docks as often as they are used, if they are in the game."""
    crafts = 2 * int(table.t["n_cards"])
    once = (held[:, :crafts, 1] <= held[:, :crafts, 0]).all()
    used = np.delete(held, -2, axis=1)[:, crafts:]
    return bool(once and (used[:, :, 1][used[:, :, 0] == 0] == 0).all()) and _marker_is_held_by_one(held[:, -2])


def _architects_cards(table: Table) -> tuple[Counter[str], Counter[str]]:
    """Apprentices and buildings, wherever they lie."""
    f = table.fields()
    apprentices = Counter(f["apprentice_deck"]) + Counter(card for row in f["display"] for card in row if card)
    buildings = Counter(f["building_deck"]) + Counter(f["drawn"])
    for seat in f["virtue"]:
        apprentices += Counter(f["apprentices"][seat])
        buildings += Counter([*f["hands"][seat], *f["built"][seat], *f["packets"][seat]])
    return apprentices, buildings


def _architects_complete(table: Table) -> bool:
    """AW-G03: all workers are somewhere, and so are all cards."""
    f, t, names = table.fields(), table.t, table.names
    apprentices, buildings = _architects_cards(table)
    own = {seat: f["supply"][seat] + f["prison"][seat] + f["guildhall"][seat] for seat in f["virtue"]}
    for places in (f["workers"], f["captured"]):
        for crowd in places.values():
            for seat, n in crowd.items():
                own[seat] += n
    for seat in f["market"].values():
        if seat:
            own[seat] += 1
    return (
        set(own.values()) == {int(t["workers"])}
        and apprentices == Counter(names.apprentices[card] for card in t["apprentice_source"][: int(t["n_apprentice_source"])])
        and buildings == Counter(names.buildings[card] for card in t["building_source"][: int(t["n_building_source"])])
    )


def _architects_seen(table: Table, p: int) -> Any:
    """Everything but hands and packets of others, the decks, and cards another seat chooses from."""
    f = table.fields()
    hidden = ("hands", "packets", "drawn", "apprentice_deck", "building_deck", "market_pile", "rewards")
    own = [f[place][p + 1] for place in ("hands", "packets")], f["drawn"] if f["actor"] == p + 1 else len(f["drawn"])
    sizes = {place: {seat: len(cards) for seat, cards in f[place].items()} for place in ("hands", "packets")}
    decks = [len(f[deck]) for deck in hidden[3:]], f["market_pile"][:1]
    return {name: value for name, value in f.items() if name not in hidden}, own, sizes, decks


def _architects_hidden(table: Table, p: int) -> Any:
    f = table.fields()
    hands = {seat: cards for seat, cards in f["hands"].items() if seat != p + 1}
    return hands, f["apprentice_deck"], f["building_deck"], int(table.s["key"])


def _architects_holdable(table: Table, held: np.ndarray) -> bool:
    """Cards are held by one player at most a copy, boards and the marker by one."""
    items = table.catalogue.items
    copies = Counter(table.names.apprentices) + Counter(table.names.buildings)
    cards = [i for i, item in enumerate(items) if item.kind in ("apprentice", "building")]
    once = all(held[:, i, 1].sum() <= copies[items[i].id] for i in cards)
    return once and bool((held[:, :, 1] >= 0).all()) and _marker_is_held_by_one(held[:, -1])


_ARCHITECTS_SCRATCH = frozenset(["lack", "due", "lack_skills", "loose", "end_gain", "end_chosen", "legal"])

WITNESSES = {
    "architects": Witness(_architects_complete, _architects_seen, _architects_hidden, _architects_holdable, scratch=_ARCHITECTS_SCRATCH),
    "kings_forge": Witness(_forge_complete, _forge_seen, _forge_hidden, _forge_holdable, scratch=_FORGE_SCRATCH),
    "kingdom_builder": Witness(
        _kingdom_complete, _kingdom_seen, _kingdom_hidden, _kingdom_holdable, scratch=frozenset(["work", "stack", "playable"])
    ),
    "guildes": Witness(_guildes_complete, _guildes_seen, _guildes_hidden, _guildes_holdable, scratch=_GUILDES_SCRATCH),
    "pig": Witness(
        complete=lambda table: bool((table.s["kept"] <= table.s["rolled"]).all()),
        seen=lambda table, p: table.fields(),
        hidden=lambda table, p: (int(table.s["key"]), table.s["chance"].tolist()),
        holdable=lambda table, held: bool((held[:, :, 1] <= held[:, :, 0]).all()),
    ),
}

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.stdout.write(json.dumps(digest(sys.argv[1])) + "\n")
