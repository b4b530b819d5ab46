"""What only Guildes can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from simcli.games.guildes.state import GIVE, PICK, PLAY
from simcli.testing.contract import Witness
from simcli.testing.playthrough import Case, Playthrough
from simcli.testing.secrets import Counts, Hidden, Place, Row, Secret
from tests.games.guildes.tables import GAME

EVENTS, TRICKS = ("events", "on"), ("tricks", "on")
OTHER_READINGS = (
    EVENTS,
    TRICKS,
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
HOUSE_RULES = (
    ("tied_players", "full_prize"),
    ("militia_pays", "last_scoring"),
    ("tableaus", "cleared"),
    ("cards_played", "one_by_one"),
    ("draft", False),
)
CASES = [
    Case(GAME, 3),
    Case(GAME, 3, (TRICKS, ("trick_e_three_players", "literal"))),
    Case(GAME, 4, (EVENTS,)),
    Case(GAME, 4, (TRICKS,)),
    Case(GAME, 5),
    Case(GAME, 5, OTHER_READINGS),
    Case(GAME, 6),
    Case(GAME, 6, (EVENTS, TRICKS)),
    Case(GAME, 4, (*HOUSE_RULES, EVENTS, TRICKS, ("discard_pile_scope", "this_round"))),
]
"""Every number of players twice, and house rules; all numbers with all variants play beside the oracle and the reference in C."""

SCRATCH = frozenset(["before", "judged", "move_own", "move_swing", "kept", "kept_key", "kept_mask"])


def all_places(table: Playthrough) -> dict[str, Counter[str]]:
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


def complete(table: Playthrough) -> bool:
    copies = {g: int(c) for g, c in zip(table.names.guilds, table.t["copies"], strict=False) if c}
    return sum(all_places(table).values(), Counter()) == copies


def seen(table: Playthrough, p: int) -> Any:
    places, f = all_places(table), table.fields()
    own = {k: v for k, v in places.items() if k.startswith("tableau") or k == "drawn" or k.endswith(f" {p + 1}")}
    if table.t["discards_public"]:
        own["discards"] = places["discards"]
    sizes = {k: v.total() for k, v in places.items()}
    hidden_fields = ("packs", "hands", "face_down", "given", "discards", "discards_this_round")
    public = {k: v for k, v in f.items() if k not in hidden_fields}
    r = f["round"]
    past = [table.s[k][:r].tolist() for k in ("events", "trick_deal", "used")]
    return own, sizes, public, past, table.s["chain"].tolist(), int(table.s["decisions"])


def hidden(table: Playthrough, p: int) -> Any:
    places = all_places(table)
    others = {k: v for k, v in places.items() if not k.startswith("tableau") and not k.endswith(f" {p + 1}")}
    return str(others), table.s["deck"].tolist(), table.s["events"].tolist()


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    t = table.t
    guilds = int(t["n_guilds"])
    cards = (held[:, :guilds].sum(0) <= t["copies"][:guilds, None]).all()
    return bool(cards and (held[:, guilds:] <= t["rounds"]).all())


HIDDEN = (
    Hidden("hands", "others", "GU-63"),
    Hidden("packs", "who does not hold them", "GU-60"),
    Hidden("given", "others", "GU-423"),
    Hidden("down", "others", "GU-70"),
    Hidden("discards", "all", "GU-73"),
    Hidden("gone", "all", "GU-73"),
    Hidden("deck", "all", "GU-21", also=("deck",)),
    Hidden("events", "all", "GU-22"),
    Hidden("starter", "all", "GU-422"),
    Hidden("redistribution", "all", "GU-423", is_luck=True),
    Hidden("trick_deal", "all", "GU-301", is_luck=True),
    Hidden("draws", "all", "GU-439", is_luck=True),
)


def secrets(table: Playthrough, p: int) -> list[Secret]:
    """Cards in packs, hands, face down, handed in, discarded and not dealt; the chance of this round and later ones that has not shown."""
    s, t, players = table.s, table.t, table.case.players
    kinds, phase, r = range(int(t["n_guilds"])), int(s["phase"]), int(s["round"])
    others, dealt = [q for q in range(players) if q != p], r * players * int(t["hand"])
    places: list[Place] = [Counts("hands", s["hands"][q], kinds, s["hand_mask"], q) for q in others]
    if phase == PICK:
        held = [(q + int(s["offset"])) % players for q in others]
        places += [Counts("packs", s["packs"][k], kinds, s["pack_mask"], k) for k in held]
    if phase == GIVE:
        places.append(Row("given", s["given"], [q for q in others if q < s["actor"]]))
    if phase == PLAY and not t["event_sequential"][s["event"]]:
        last = {q: int(s["step"]) + (q < s["actor"]) for q in others}
        places += [Down(s, q, range(int(s["revealed"]), last[q])) for q in others]
    if not t["discards_public"]:
        nowhere = np.zeros(1, np.int64)
        places += [Counts(pile, s[pile], kinds, nowhere, 0) for pile in ("discards", "gone")]
    found = [Secret((*places, Row("deck", s["deck"], range(dealt, int(s["n_deck"])))))]
    later = range(max(r, int(t["n_fixed_events"])), int(t["rounds"]))
    named = {int(e) for e in s["events"][: later.start]}
    every = [e for e in range(16) if int(t["event_mask"]) >> e & 1 and e not in named]
    spare = tuple(e for e in every if e not in s["events"][later.start : later.stop])
    found.append(Secret((Row("events", s["events"], later),), spare=spare))
    if t["starters_on"]:
        first = r if phase == PLAY else r - 1
        found += [Secret((Row("starter", s["starter"], [i]),), (tuple(range(players)),)) for i in range(max(first, 0), int(t["rounds"]))]
    return found


class Down(Row):
    """Cards a seat has placed and not yet turned up, which count among those it has played."""

    def __init__(self, s: Any, seat: int, numbers: range) -> None:
        super().__init__("down", s["down"][seat], [k & 3 for k in numbers])
        object.__setattr__(self, "played", s["played"][seat])

    def lay(self, things: Sequence[int]) -> None:
        for thing in self.read():
            self.played[thing] -= 1
        for thing in things:
            self.played[thing] += 1
        super().lay(things)


WITNESS = Witness(complete, seen, hidden, holdable, SCRATCH, secrets=secrets, table=HIDDEN, kept=frozenset(["judged", "kept_mask"]))
